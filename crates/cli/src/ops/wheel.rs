//! `wheel`: a real turn of the mouse wheel.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ActionOperation, Environment, Operation, Target, Traits,
    click::{Key, held, point},
    drag::pixels,
};
use crate::failure::{Failure, Result};

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
    pub(crate) id: Option<Target>,
    /// A point of that element instead of its middle, such as 30%,50%: maps zoom about it.
    #[arg(long, value_name = "X%,Y%", requires = "id")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
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
        let Some(id) = &self.id else {
            return match self.at {
                Some(_) => Err(Failure::invalid("at is a point of an element: name that, too")),
                None => Ok(wheel.into()),
            };
        };
        let wheel = wheel.over(id.named());
        let Some(at) = &self.at else { return Ok(wheel.into()) };
        let (x, y) = point(at)?;
        Ok(wheel.with_point(x, y).into())
    }
}
