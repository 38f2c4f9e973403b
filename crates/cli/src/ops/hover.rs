//! `hover`: the mouse onto an element.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits, click::point};
use crate::failure::Result;

/// Move the mouse onto an element, to open menus and hints that wait for it.
///
/// The mouse stays there until the next action.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hover {
    /// The element.
    pub(crate) id: Target,
    /// A point of the element instead of its middle, such as 30%,50%.
    #[arg(long, value_name = "X%,Y%")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
}

impl Operation for Hover {
    const NAME: &'static str = "hover";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool hover e7", "open what shows on hover"),
        ("domtool hover e9 --at 30%,50%", "a point of a chart"),
    ];
}

impl ActionOperation for Hover {
    fn action(self, _: &Environment) -> Result<Action> {
        let target = self.id.named();
        let Some(at) = &self.at else { return Ok(Action::hover(target)) };
        let (x, y) = point(at)?;
        Ok(Action::hover_at(target, x, y))
    }
}
