//! `send-click-event`: a click event without a click.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Send an element a click event by script, without a mouse: only for what no click reaches.
///
/// The event is not trusted, and the page can tell; what must be clicked by a person may not happen. Use click otherwise.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SendClickEvent {
    /// The element; it may be hidden or covered.
    pub(crate) id: Target,
}

impl Operation for SendClickEvent {
    const NAME: &'static str = "send-click-event";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool send-click-event e7", "a control that stays covered")];
}

impl ActionOperation for SendClickEvent {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(Action::send_click_event(self.id.named()))
    }
}
