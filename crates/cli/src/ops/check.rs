//! `check`: on.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Turn a checkbox, radio button or switch on.
///
/// Does nothing when it is on already.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    /// It, or its label.
    pub(crate) id: Target,
}

impl Operation for Check {
    const NAME: &'static str = "check";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[("domtool check e5", "tick the box")];
}

impl ActionOperation for Check {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::check(self.id.named()))
    }
}
