//! `hover`: the mouse onto an element.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Id, Operation, Traits};
use crate::failure::Result;

/// Move the mouse onto an element, to open menus and hints that wait for it.
///
/// The mouse stays there until the next action.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hover {
    /// The element.
    pub(crate) id: Id,
}

impl Operation for Hover {
    const NAME: &'static str = "hover";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool hover e7", "open what shows on hover")];
}

impl ActionOperation for Hover {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::hover(self.id.element()))
    }
}
