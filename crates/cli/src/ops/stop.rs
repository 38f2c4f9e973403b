//! `stop`: no more loading.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Traits};
use crate::failure::Result;

/// Stop loading the page. What has come so far stays and can be used.
///
/// For a page that never ends loading; an address that has not answered is given up, and the page before it stays.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {}

impl Operation for Stop {
    const NAME: &'static str = "stop";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool stop", "a page that loads for ever")];
}

impl ActionOperation for Stop {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::Stop)
    }
}
