//! What client and daemon say to each other: one JSON line each way over the socket (and the lines of the
//! log before the answer, where they were asked for), then the client hangs up. Before that, the one line by which a daemon
//! tells who started it that it listens.

mod first_word;

use std::{path::PathBuf, sync::OnceLock, time::Duration};

use domtool::{Action, Step};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub(crate) use first_word::{DAEMON_COMMAND, FirstWord};

use crate::{
    failure::{Failure, Result},
    launch::Launch,
};

/// Changes when the shapes below do. Clients and daemons of different protocols part at once.
pub(crate) const PROTOCOL: u32 = 2;

/// One call.
#[derive(Debug, Serialize, Deserialize)]
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
    /// The session's name.
    pub(crate) session: String,
    /// Which of the session's users calls; empty for those who do not say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) caller: String,
    /// How its browser is to be started.
    #[serde(default)]
    pub(crate) launch: Launch,
    /// Against which relative paths are taken.
    pub(crate) folder: PathBuf,
    /// How long the action may take, milliseconds; `None` for the engine's own.
    #[serde(default)]
    pub(crate) timeout: Option<u64>,
    /// What is to come of the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expected: Option<Expected>,
    /// Whether `eval` is allowed.
    #[serde(default)]
    pub(crate) allow_eval: bool,
    /// Whether the daemon's log is to come along.
    #[serde(default)]
    pub(crate) debug: bool,
    /// How to answer.
    #[serde(default)]
    pub(crate) answer: Answer,
}

impl Call {
    /// [`Call::timeout`] as a duration.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        self.timeout.map(Duration::from_millis)
    }
}

/// Turns a time that a caller gives in seconds into the milliseconds of a call; `of` says which time it is.
///
/// # Errors
/// `INVALID_INPUT` when it is no sensible time.
pub(crate) fn milliseconds(seconds: f64, of: &str) -> Result<u64> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if seconds > 0.0 && seconds <= 3600.0 => Ok(time.as_millis().max(1) as u64),
        _ => Err(Failure::invalid(format!("{of} takes seconds, more than 0 and at most 3600"))),
    }
}

/// What is to come of an action, in the words of the library.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Expected {
    /// Such as `appears:Saved or navigation`.
    pub(crate) expect: String,
    /// How long it is waited for, milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) within: Option<u64>,
}

impl Expected {
    /// Checked, so that a mistake is found before anything is done.
    ///
    /// # Errors
    /// `INVALID_INPUT` with what there is to expect.
    pub(crate) fn new(expect: &str, within: Option<u64>) -> Result<Self> {
        expect.parse::<domtool::Expect>()?;
        Ok(Self { expect: expect.to_owned(), within })
    }

    /// The action, held to it.
    ///
    /// # Errors
    /// As [`Expected::new`].
    pub(crate) fn of(&self, action: Action) -> Result<Step> {
        let step = action.expect(self.expect.parse::<domtool::Expect>()?);
        Ok(match self.within {
            Some(within) => step.within(Duration::from_millis(within)),
            None => step,
        })
    }
}

/// How to answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// One JSON object instead of text.
    pub(crate) json: bool,
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
