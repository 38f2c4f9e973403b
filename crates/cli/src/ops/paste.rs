//! `paste`: text from the session's clipboard, or one that is given.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Paste a text, or what the session copied last, with the chord that a person presses.
///
/// For pages that listen to pasting (tables, editors, one-time codes); `fill` is surer for plain fields.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paste {
    /// The field; what has the focus when it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Target>,
    /// The text; what was copied last when it is left out.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
}

impl Operation for Paste {
    const NAME: &'static str = "paste";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool paste e7", "what was copied last"),
        ("domtool paste e7 --text '123456'", "a text, as if it had been copied elsewhere"),
    ];
}

impl ActionOperation for Paste {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::paste(self.id.as_ref().map(Target::named), self.text))
    }
}
