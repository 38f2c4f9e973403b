//! `right-click`: the context menu of an element.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ActionOperation, Environment, Operation, Target, Traits,
    click::{Key, at_point, held},
};
use crate::failure::Result;

/// Click an element with the right mouse button, to open the page's own context menu, and report what that did.
///
/// The browser's own menu is not part of the page and is not told.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RightClick {
    /// The element.
    pub(crate) id: Target,
    /// A point of the element instead of its middle, such as 30%,50%.
    #[arg(long, value_name = "X%,Y%")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
    /// Keys to hold meanwhile.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KEY,...")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hold: Vec<Key>,
}

impl Operation for RightClick {
    const NAME: &'static str = "right-click";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool right-click e7", "the menu of a row, a file, a cell")];
}

impl ActionOperation for RightClick {
    fn action(self, _: &Environment) -> Result<Action> {
        let click = domtool::Click::new(self.id.named())
            .with_button(domtool::Button::Right)
            .with_modifiers(held(&self.hold));
        Ok(at_point(click, self.at.as_deref())?.into())
    }
}
