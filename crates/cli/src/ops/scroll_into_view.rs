//! `scroll-into-view`: until an element is in view.

use domtool::{Action, ScrollBy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Scroll every box and frame around an element as far as needed to bring it into view.
///
/// Clicks and fills do this by themselves.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScrollIntoView {
    /// The element.
    pub(crate) id: Target,
}

impl Operation for ScrollIntoView {
    const NAME: &'static str = "scroll-into-view";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool scroll-into-view e14", "for a screenshot, or what loads when it is seen")];
}

impl ActionOperation for ScrollIntoView {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::scroll(Some(self.id.named()), ScrollBy::IntoView))
    }
}
