//! `open`: an address in the current tab.

use domtool::{Action, Report};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, InAct, Operation, RunOperation, Traits, emulate::Beliefs};
use crate::failure::{Failure, Result};

/// Open an address in the current tab, and see it. Starts the session if there is none.
///
/// A host alone gets https:// (http:// on this machine); the path of a local file is opened as a file.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    /// The address, or the path of a local file.
    pub(crate) url: String,
    /// What the page is to believe, as `emulate` says it.
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) beliefs: Beliefs,
}

impl Operation for Open {
    const NAME: &'static str = "open";
    const TRAITS: Traits = Traits::GO;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool open https://example.com", "open a page"),
        ("domtool open localhost:8080 --headed", "open a local server in a window that you can see"),
        ("domtool open localhost:8080 --device phone --colors dark", "as a phone at night sees it"),
        ("domtool open ./page.html --session work", "open a file in a session of its own"),
    ];
}

impl RunOperation for Open {
    type Answer = Report;
    const EXPECTS: bool = true;
    const IN_ACT: InAct<Self> = InAct::Action(|open, environment| {
        if !open.beliefs.is_empty() {
            return Err(Failure::invalid("what the page is to believe is an action of its own: emulate"));
        }
        Ok(Action::open(environment.address(&open.url)?))
    });

    async fn run(self, context: &Context) -> Result<Report> {
        let url = context.environment().address(&self.url)?;
        context.start_with_tab().await?;
        if !self.beliefs.is_empty() {
            let emulation = self.beliefs.emulation(&context.environment().browser_version)?;
            // What the call expects is to come of the page, not of this.
            context.tab()?.act(Action::emulate(emulation), &context.options()).await?;
        }
        context.act(Action::open(url)).await
    }
}
