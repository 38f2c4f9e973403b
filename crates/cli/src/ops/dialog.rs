//! `dialog`: the answer to an alert, a confirmation or a prompt.

use clap::ValueEnum;
use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Traits};
use crate::failure::{Failure, Result};

/// Answer an open dialog of the page: alert, confirm, prompt, or the question before leaving.
///
/// A page with an open dialog takes no other action; reports say when one opened, and its text.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Dialog {
    /// OK or Cancel.
    #[arg(value_enum)]
    pub(crate) answer: Reply,
    /// What to write into a prompt.
    #[arg(allow_hyphen_values = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
}

/// OK or Cancel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reply {
    /// OK.
    Accept,
    /// Cancel.
    Dismiss,
}

impl Operation for Dialog {
    const NAME: &'static str = "dialog";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool dialog accept", "OK"),
        ("domtool dialog accept 'Ada'", "write into a prompt, then OK"),
        ("domtool dialog dismiss", "Cancel"),
    ];
}

impl ActionOperation for Dialog {
    fn action(self, _: &Environment) -> Result<Action> {
        match (self.answer, self.text) {
            (Reply::Accept, text) => Ok(Action::accept_dialog(text)),
            (Reply::Dismiss, None) => Ok(Action::dismiss_dialog()),
            (Reply::Dismiss, Some(_)) => Err(Failure::invalid("a text goes with accept, not with dismiss")),
        }
    }
}
