//! `highlight`: a mark for people who look on.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Mark an element for people who look on, until the next action or observation; screenshots show the mark.
///
/// The browser paints it above the page, which knows nothing of it.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Highlight {
    /// The element; the mark is taken away when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Target>,
}

impl Operation for Highlight {
    const NAME: &'static str = "highlight";
    const TRAITS: Traits = Traits { open_world: false, ..Traits::SET };
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool highlight e7", "show a person which one is meant"),
        ("domtool highlight", "no mark any more"),
    ];
}

impl ActionOperation for Highlight {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::highlight(self.id.as_ref().map(Target::named)))
    }
}
