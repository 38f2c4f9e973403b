//! What client and daemon say to each other: one JSON line each way over the socket (and the lines of the
//! log before the answer, where they were asked for), then the client hangs up. Before that, the one line by which a daemon
//! tells who started it that it listens.

mod call_args;
mod expect_args;
mod first_word;
mod notices;

use std::{path::PathBuf, sync::OnceLock, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tracing::error;

pub(crate) use call_args::{CallArgs, Seconds};
pub(crate) use expect_args::ExpectArgs;
pub(crate) use first_word::{DAEMON_COMMAND, FirstWord};
pub(crate) use notices::Notices;

use crate::{
    failure::Failure,
    launch::{Hidden, Launch},
};

/// Changes when the shapes below do. Clients and daemons of different protocols part at once. The typed clients name it in
/// `clients/python/domtool/_program.py` and `clients/typescript/src/program.ts`.
pub(crate) const PROTOCOL: u32 = 5;

/// One call.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Request {
    /// [`PROTOCOL`] of the client.
    pub(crate) protocol: u32,
    /// Which build the client is, see [`build`].
    pub(crate) build: String,
    /// The operation's name.
    pub(crate) op: String,
    /// The operation's arguments.
    pub(crate) args: Box<RawValue>,
    /// What holds for every operation.
    pub(crate) call: Call,
}

/// What holds for every operation of one call.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Call {
    /// Whose call it is, and how long it may take.
    #[serde(flatten)]
    pub(crate) args: CallArgs,
    /// What is to come of the action, where it is one.
    #[serde(flatten)]
    pub(crate) expect: ExpectArgs,
    /// How its browser is to be started, as the caller says with this call; a session that was started in another way is an error.
    #[serde(default)]
    pub(crate) launch: Launch,
    /// How, with what the caller's configuration says besides, where that says something. It contradicts no session.
    #[serde(default)]
    pub(crate) configured: Option<Launch>,
    /// Against which relative paths are taken.
    pub(crate) folder: PathBuf,
    /// The caller is on another machine, as a client of a server: paths of this one are not for it, and neither are tabs of others.
    #[serde(skip)]
    pub(crate) elsewhere: bool,
    /// The most that it may take where it names no time of its own. Its parts are bounded as ever: a page that hangs is told sooner.
    #[serde(skip)]
    pub(crate) longest: Option<Duration>,
    /// Where notices go that come before the answer.
    #[serde(skip)]
    pub(crate) notices: Notices,
    /// The secret that states are encrypted with, as the caller's environment has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) state_key: Option<Hidden>,
    /// Whether `eval` is allowed.
    #[serde(default)]
    pub(crate) allow_eval: bool,
    /// Whether the daemon's log is to come along.
    #[serde(default)]
    pub(crate) debug: bool,
    /// Whether the answer is one JSON object instead of text.
    #[serde(default)]
    pub(crate) json: bool,
    /// Whether that object is of the type that `domtool schema` gives, also where a format of an observation is JSON itself: for
    /// programs that read it into a type.
    #[serde(default)]
    pub(crate) typed: bool,
    /// Whether the answer has colour.
    #[serde(default)]
    pub(crate) colour: bool,
}

impl Call {
    /// How long it may take; `None` for the engine's own limits.
    pub(crate) fn timeout(&self) -> Option<Duration> {
        self.args.timeout.map(Seconds::duration)
    }

    /// How its session is to be started, when it does not run.
    pub(crate) fn to_start(&self) -> &Launch {
        self.configured.as_ref().unwrap_or(&self.launch)
    }

    /// How it is to be answered.
    pub(crate) fn answer(&self) -> Answer {
        Answer {
            json: self.json || self.typed,
            typed: self.typed,
            quiet: self.args.quiet,
            colour: self.colour,
        }
    }
}

/// How to answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// One JSON object instead of text.
    pub(crate) json: bool,
    /// Of the type of the operation's answer, whatever the format.
    pub(crate) typed: bool,
    /// Without the diff.
    pub(crate) quiet: bool,
    /// With colour.
    pub(crate) colour: bool,
}

/// What comes back.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Response {
    /// A line of the log, before the answer; only for a call that asked for it.
    Log(String),
    /// It worked: the text or JSON to print.
    Done(String),
    /// Some of it did: the text or JSON to print says what, and the exit code that it was not all.
    Undone(String),
    /// It did not.
    Failed(Failure),
    /// This daemon is of another build and idle: it has ended, start a new one.
    Retired,
}

impl Response {
    /// As the line that it is on the wire.
    pub(crate) fn to_line(&self) -> String {
        let mut line = serde_json::to_string(self).unwrap_or_else(|error| {
            error!(%error, "an answer cannot be written");
            String::new()
        });
        line.push('\n');
        line
    }
}

/// Which build this program is: its version, and size and time of its file, so that a rebuilt one counts as another.
/// Looked up once: the file may be replaced while a daemon runs.
pub(crate) fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let stamp = std::env::current_exe().and_then(|path| path.metadata()).ok().map(|meta| {
            let changed = meta.modified().ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
            format!("{:x}-{:x}", meta.len(), changed.map_or(0, |at| at.as_millis()))
        });
        format!("{}+{}", env!("CARGO_PKG_VERSION"), stamp.unwrap_or_default())
    })
}
