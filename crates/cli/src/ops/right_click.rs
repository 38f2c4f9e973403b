//! `right-click`: the context menu of an element.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Context, Id, Operation, Traits,
    click::{Key, held, point},
};
use crate::{failure::Result, output::Output};

/// Click an element with the right mouse button, to open the page's own context menu, and report what that did.
///
/// The browser's own menu is not part of the page and is not told.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct RightClick {
    /// The element.
    pub(crate) id: Id,
    /// Keys to hold meanwhile.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KEY,...")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hold: Vec<Key>,
    /// A point of the element instead of its middle, such as 30%,50%.
    #[arg(long, value_name = "X%,Y%")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
}

impl Operation for RightClick {
    const NAME: &'static str = "right-click";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool right-click e7", "the menu of a row, a file, a cell")];

    async fn run(self, context: &mut Context) -> Result<Output> {
        let mut click = domtool::Click::new(self.id.element());
        click.button = domtool::Button::Right;
        click.modifiers = held(&self.hold);
        click.at = self.at.as_deref().map(point).transpose()?;
        context.act(Action::Click(click)).await
    }
}
