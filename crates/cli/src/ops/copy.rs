//! `copy`: text to the session's clipboard.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Copy all of an element's text, or what is selected, with the chord that a person presses.
///
/// Each session has a clipboard of its own: no other session pastes what this one copied.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Copy {
    /// The element; what is selected when it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Target>,
}

impl Operation for Copy {
    const NAME: &'static str = "copy";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool copy", "what is selected"), ("domtool copy e7", "all of an element")];
}

impl ActionOperation for Copy {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::copy(self.id.as_ref().map(Target::named)))
    }
}
