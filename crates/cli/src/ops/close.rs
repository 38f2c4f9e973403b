//! `close`: the end of a session, or of everything.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Scope, Traits};
use crate::{failure::Result, output::ClosedSessions};

/// Close the session with its tabs; with --all every session, the browsers and the daemon.
///
/// A browser ends with its last session. What runs in the session is cut short.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Close {
    /// Every session, the browsers and the daemon.
    #[arg(long)]
    #[serde(default)]
    pub(crate) all: bool,
}

impl Operation for Close {
    const NAME: &'static str = "close";
    const TRAITS: Traits =
        Traits { read_only: false, destructive: true, idempotent: true, open_world: false };
    const SCOPE: Scope = Scope::Daemon(|| ClosedSessions { closed: Vec::new() }.into());
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool close", "close the default session"),
        ("domtool close --session work", "close this one"),
        ("domtool close --all", "close everything"),
    ];
}

impl RunOperation for Close {
    type Answer = ClosedSessions;

    async fn run(self, context: &Context) -> Result<ClosedSessions> {
        if self.all {
            return Ok(ClosedSessions { closed: context.sessions.end().await });
        }
        let name = context.call.args.session.clone();
        let was_open = context.sessions.close(&name).await?;
        Ok(ClosedSessions { closed: was_open.then_some(name).into_iter().collect() })
    }
}
