//! `resume`: the person is done with a tab that was handed over to them.

use domtool::ErrorKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Scope, Traits};
use crate::{
    failure::{Failure, Result},
    output::HandedOver,
};

/// Say that the person is done with the current tab, which domtool pause handed over to them: it is operated again.
///
/// It is the person's to say: no tool of an agent's host does it, and nothing that a page does.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resume {}

impl Operation for Resume {
    const NAME: &'static str = "resume";
    const TRAITS: Traits = Traits::SET;
    const SCOPE: Scope = Scope::Beside;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool resume", "the person has logged in: go on")];
}

impl RunOperation for Resume {
    type Answer = HandedOver;

    async fn run(self, context: &Context) -> Result<HandedOver> {
        let tab = context.tab()?;
        if tab.take_over() {
            return Ok(HandedOver { resumed: true, url: tab.info().url });
        }
        Err(Failure::new(
            ErrorKind::NotFound,
            "the current tab is in nobody's hands",
            "go on: nothing is paused here; domtool sessions lists the sessions",
        ))
    }
}
