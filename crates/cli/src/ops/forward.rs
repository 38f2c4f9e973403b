//! `forward`: one step forward in the history.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Traits};
use crate::failure::Result;

/// Go forward again in the tab's history, after back.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Forward {}

impl Operation for Forward {
    const NAME: &'static str = "forward";
    const TRAITS: Traits = Traits::GO;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool forward", "like the browser's forward button")];
}

impl ActionOperation for Forward {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::Forward)
    }
}
