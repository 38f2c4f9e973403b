//! `double-click`: two clicks in a row on an element.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Context, Id, Operation, Traits,
    click::{Key, held},
};
use crate::{failure::Result, output::Output};

/// Double-click an element with real mouse input, and report what that did.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct DoubleClick {
    /// The element.
    pub(crate) id: Id,
    /// Keys to hold meanwhile.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KEY,...")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hold: Vec<Key>,
}

impl Operation for DoubleClick {
    const NAME: &'static str = "double-click";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool double-click e7", "select a word, open a file in a list")];

    async fn run(self, context: &mut Context) -> Result<Output> {
        let mut click = domtool::Click::new(self.id.element());
        click.count = 2;
        click.modifiers = held(&self.hold);
        context.act(Action::Click(click)).await
    }
}
