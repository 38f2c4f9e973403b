//! `sessions`: which sessions there are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Scope, Traits};
use crate::{failure::Result, output::SessionList};

/// List the sessions with their tabs, and those that were lost with their browser.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sessions {}

impl Operation for Sessions {
    const NAME: &'static str = "sessions";
    const TRAITS: Traits = Traits::LOOK;
    const SCOPE: Scope = Scope::Daemon(|| SessionList { sessions: Vec::new() }.into());
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("domtool sessions", "one line a session and tab"), ("domtool sessions --json", "for programs")];
}

impl RunOperation for Sessions {
    type Answer = SessionList;

    async fn run(self, context: &Context) -> Result<SessionList> {
        let mut sessions = context.sessions.list();
        for session in &mut sessions {
            session.launch = session.launch.shown();
        }
        Ok(SessionList { sessions })
    }
}
