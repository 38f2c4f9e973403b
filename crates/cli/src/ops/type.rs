//! `type`: text, key by key.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Id, Operation, Traits};
use crate::failure::Result;

/// Add text key by key at the end of a field, or where the focus is.
///
/// For suggestions that open while a person types; `fill` is surer for everything else. A line break is Enter.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
// One word alone is the last argument.
#[command(allow_missing_positional = true)]
pub(crate) struct Type {
    /// The field; what has the focus when it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
    /// The text.
    #[arg(required = true, allow_hyphen_values = true)]
    pub(crate) text: String,
}

impl Operation for Type {
    const NAME: &'static str = "type";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool type e3 lond", "type into a field"), ("domtool type don", "go on where the focus is")];
}

impl ActionOperation for Type {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::type_text(self.id.as_ref().map(Id::element), self.text))
    }
}
