//! `download`: a click that saves a file.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Click what downloads a file, wait until it is whole, and say where it is.
///
/// Files go to --downloads DIR, or to a directory that is gone with the session; nothing is written over. What another
/// action downloads is in its report.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Download {
    /// The link or button.
    pub(crate) id: Target,
}

impl Operation for Download {
    const NAME: &'static str = "download";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool download e12", "save what a link leads to"),
        ("domtool download e12 --timeout 120", "give a large file two minutes"),
    ];
}

impl ActionOperation for Download {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::download(self.id.named()))
    }
}
