//! `requests`: what the page asked servers for.

use domtool::{RequestLog, RequestsOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Traits};
use crate::failure::Result;

/// List the requests that the page made, its own document first: method, address, status or failure, type.
///
/// What an action caused is in its report; this is for what a page does by itself, and for what failed earlier. Values in
/// addresses that look like tokens are not shown. Bodies are not kept.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Requests {
    /// Only addresses with this in them; * is anything.
    #[arg(value_name = "PATTERN")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) address: Option<String>,
    /// Only those that failed or were answered with an error.
    #[arg(long)]
    #[serde(default)]
    pub(crate) failed: bool,
    /// Also those of the pages that the tab showed before.
    #[arg(long)]
    #[serde(default)]
    pub(crate) every_page: bool,
    /// The most that are listed: the newest.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..))]
    #[serde(default = "usual_most")]
    pub(crate) most: u16,
}

fn usual_most() -> u16 {
    50
}

impl Operation for Requests {
    const NAME: &'static str = "requests";
    const TRAITS: Traits = Traits::LOOK;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool requests", "all of the page that is shown"),
        ("domtool requests --failed", "what did not work"),
        ("domtool requests '*/api/*' --every-page", "by address, also of the pages before"),
    ];
}

impl RunOperation for Requests {
    type Answer = RequestLog;

    async fn run(self, context: &Context) -> Result<RequestLog> {
        let mut options = RequestsOptions::default();
        options.url = self.address;
        options.failed = self.failed;
        options.every_page = self.every_page;
        options.most = self.most.into();
        options.timeout = context.left();
        Ok(context.tab()?.requests(&options).await?)
    }
}
