//! `fill`: a field's whole value.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Replace what a field holds, and check that it took it.
///
/// Dates as YYYY-MM-DD, times as HH:MM, colours as #rrggbb, numbers (also of sliders) as digits. A field that refuses
/// or changes the text gives VALUE_REJECTED with what it holds; one that only formats it (a phone number) says how.
/// Code editors take it as a paste.
/// The focus stays in it: a list of suggestions stays open and is told.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fill {
    /// The field.
    pub(crate) id: Target,
    /// What it is to hold.
    #[arg(allow_hyphen_values = true)]
    pub(crate) text: String,
}

impl Operation for Fill {
    const NAME: &'static str = "fill";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool fill e3 'Ada Lovelace'", "a text field"), ("domtool fill e8 2026-02-28", "a date field")];
}

impl ActionOperation for Fill {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::fill(self.id.before(&self.text)?, self.text))
    }
}
