//! `reload`: the page once more.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Traits};
use crate::failure::Result;

/// Load the page again; ids of the old document become STALE.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reload {}

impl Operation for Reload {
    const NAME: &'static str = "reload";
    const TRAITS: Traits = Traits::GO;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool reload", "like the browser's reload button")];
}

impl ActionOperation for Reload {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::Reload)
    }
}
