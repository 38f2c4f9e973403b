//! `cut`: text to the session's clipboard.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Cut all of a field's text, or what is selected, with the chord that a person presses.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cut {
    /// The element; what is selected when it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Target>,
}

impl Operation for Cut {
    const NAME: &'static str = "cut";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool cut", "what is selected"), ("domtool cut e7", "all of a field")];
}

impl ActionOperation for Cut {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::cut(self.id.as_ref().map(Target::named)))
    }
}
