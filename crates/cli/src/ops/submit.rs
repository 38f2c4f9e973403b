//! `submit`: sends a form.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Send a form, the way a person would: with Enter in the field, or with the form's button.
///
/// Where validation stops it, VALUE_REJECTED names the fields and what the page says of each. NO_EFFECT means that
/// the page stopped it by itself.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Submit {
    /// The form, or a field or button of it.
    pub(crate) id: Target,
}

impl Operation for Submit {
    const NAME: &'static str = "submit";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool submit e3", "with Enter, where e3 is a text field")];
}

impl ActionOperation for Submit {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::submit(self.id.named()))
    }
}
