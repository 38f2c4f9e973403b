//! `reload`: the page once more.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, Traits};
use crate::{failure::Result, output::Output};

/// Load the page again; ids of the old document become STALE.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Reload {}

impl Operation for Reload {
    const NAME: &'static str = "reload";
    const TRAITS: Traits = Traits::GO;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool reload", "like the browser's reload button")];

    async fn run(self, context: &mut Context) -> Result<Output> {
        context.act(Action::Reload).await
    }
}
