//! `uncheck`: off.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Id, Operation, Traits};
use crate::{failure::Result, output::Output};

/// Turn a checkbox or switch off.
///
/// Does nothing when it is off already.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Uncheck {
    /// It, or its label.
    pub(crate) id: Id,
}

impl Operation for Uncheck {
    const NAME: &'static str = "uncheck";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[("domtool uncheck e5", "clear the tick")];

    async fn run(self, context: &mut Context) -> Result<Output> {
        context.act(Action::Uncheck { target: self.id.element() }).await
    }
}
