//! `clear`: an empty field.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Empty a field, the way a person would.
///
/// The report says what the field holds afterwards.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clear {
    /// The field.
    pub(crate) id: Target,
}

impl Operation for Clear {
    const NAME: &'static str = "clear";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[("domtool clear e3", "empty the field")];
}

impl ActionOperation for Clear {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::clear(self.id.named()))
    }
}
