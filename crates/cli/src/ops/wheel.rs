//! `wheel`: a real turn of the mouse wheel.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ActionOperation, Environment, Id, Operation, Traits,
    click::{Key, held},
    drag::pixels,
};
use crate::failure::Result;

/// Turn the mouse wheel over an element, or over the middle of the page: for maps, drawings that zoom, and pages that
/// scroll themselves.
///
/// To scroll to the pixel use scroll.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wheel {
    /// By how many CSS pixels, right and down, such as 0,300; negative is left and up.
    #[arg(value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) by: String,
    /// What the mouse is over; the middle of the page when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
    /// Keys to hold meanwhile: control zooms maps and drawings.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KEY,...")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hold: Vec<Key>,
}

impl Operation for Wheel {
    const NAME: &'static str = "wheel";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool wheel 0,300", "down, over the middle of the page"),
        ("domtool wheel 0,-100 e14 --hold control", "zoom a map in"),
    ];
}

impl ActionOperation for Wheel {
    fn action(self, _: &Environment) -> Result<Action> {
        let (x, y) = pixels(&self.by)?;
        let wheel = domtool::Wheel::new(x, y).with_modifiers(held(&self.hold));
        let wheel = match &self.id {
            Some(id) => wheel.over(id.element()),
            None => wheel,
        };
        Ok(wheel.into())
    }
}
