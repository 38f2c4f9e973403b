//! `select`: options of a select.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Choose options by label, value or #index (from 1): of a select box, a list, a menu, or what a combobox opens.
///
/// A list that opens is opened, scrolled or searched for the option, and the choice is read back. Several replace what
/// was chosen before, or are added where each opens the list anew. Where two groups have an option of one name, say "Group / Label". An unknown or disabled option
/// gives OPTION_NOT_FOUND with what there is.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Select {
    /// The select box, list, combobox, or the button that opens the options.
    pub(crate) id: Target,
    /// What to choose; exactly one unless it takes several.
    #[arg(required = true, value_name = "OPTION")]
    pub(crate) options: Vec<String>,
}

impl Operation for Select {
    const NAME: &'static str = "select";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool select e4 Austria", "by label or value"),
        ("domtool select e4 '#2'", "the second one"),
        ("domtool select e6 Red Blue", "several"),
    ];
}

impl ActionOperation for Select {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::select(self.id.named(), self.options))
    }
}
