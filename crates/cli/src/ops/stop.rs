//! `stop`: no more loading.

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, Traits};
use crate::{failure::Result, output::Output};

/// Stop loading the page. What has come so far stays and can be used.
///
/// For a page that never ends loading; an address that has not answered is given up, and the page before it stays.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Stop {}

impl Operation for Stop {
    const NAME: &'static str = "stop";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool stop", "a page that loads for ever")];

    async fn run(self, context: &mut Context) -> Result<Output> {
        context.act(Action::Stop).await
    }
}
