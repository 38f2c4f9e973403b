//! `uncheck`: off.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Turn a checkbox or switch off.
///
/// Does nothing when it is off already.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Uncheck {
    /// It, or its label.
    pub(crate) id: Target,
}

impl Operation for Uncheck {
    const NAME: &'static str = "uncheck";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[("domtool uncheck e5", "clear the tick")];
}

impl ActionOperation for Uncheck {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::uncheck(self.id.named()))
    }
}
