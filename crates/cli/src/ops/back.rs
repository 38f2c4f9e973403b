//! `back`: one step back in the history.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Traits};
use crate::failure::Result;

/// Go back to the page before this one in the tab's history.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {}

impl Operation for Back {
    const NAME: &'static str = "back";
    const TRAITS: Traits = Traits::GO;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool back", "like the browser's back button")];
}

impl ActionOperation for Back {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::Back)
    }
}
