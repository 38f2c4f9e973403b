//! `double-click`: two clicks in a row on an element.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ActionOperation, Environment, Operation, Target, Traits,
    click::{Key, at_point, held},
};
use crate::failure::Result;

/// Double-click an element with real mouse input, and report what that did.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DoubleClick {
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

impl Operation for DoubleClick {
    const NAME: &'static str = "double-click";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool double-click e7", "select a word, open a file in a list")];
}

impl ActionOperation for DoubleClick {
    fn action(self, _: &Environment) -> Result<Action> {
        let click = domtool::Click::new(self.id.named());
        Ok(at_point(click.with_count(2).with_modifiers(held(&self.hold)), self.at.as_deref())?.into())
    }
}
