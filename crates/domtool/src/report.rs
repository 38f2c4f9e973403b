//! What an action did: plain data, as 4-actions has it.

mod effects;

use std::{fmt, path::PathBuf};

use domtool_page::identity::ElementId;
pub use domtool_page::messages::MessageKind;
use serde::Serialize;

pub use effects::{Effect, Effects};

/// The account of one action that worked.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// Always true; a failed action is an [`crate::Error`].
    pub ok: bool,
    /// The action's name, such as `click`.
    pub action: String,
    /// What it was done to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// What it caused.
    pub effects: Effects,
    /// Whether what was asked for is now so.
    pub verification: Verification,
    /// What happened since the call before and before this action, in words: late messages, errors, outcomes of what still
    /// ran. Each is told once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub news: Vec<String>,
    /// What still runs at the cap: requests, loading, animations. Empty when the page has come to rest.
    pub still: Vec<String>,
    /// What a page that was just opened still loads, though it can be used: `script cdn.example/x.js`, `2 images`. That it
    /// has come is news for a later call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loading: Vec<String>,
    /// What changed in the view, `+`, `-`, `~`; one line when nothing did.
    pub diff: String,
    /// From call to report, milliseconds.
    pub ms: u64,
}

/// An element: of what was done to, as it was then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Target {
    /// Its id.
    pub id: ElementId,
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
}

impl Target {
    /// An element, as it was.
    pub fn new(id: ElementId, role: impl Into<String>, name: impl Into<String>) -> Self {
        Self { id, role: role.into(), name: name.into() }
    }
}

/// Whether what was asked for is so.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Verification {
    /// It is.
    pub passed: bool,
    /// What was expected, in the words of [`crate::Expect`]: what the caller said, or what a click on a link is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Which of what the caller expected came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub met: Option<String>,
    /// What the page says is wrong since: alerts, error messages, fields that became invalid, refused requests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// What the page says went well since.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub successes: Vec<String>,
    /// What speaks for it. What speaks against it is in `errors` here, and in [`Report::still`].
    pub evidence: Evidence,
    /// One sentence for a model.
    pub feedback: String,
}

/// What speaks for it that what was asked for is so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Evidence {
    /// What the action sets was read back from the page, or what the caller expects came and was not so before.
    Verified,
    /// Input arrived at the element and something happened; nobody said what it should be.
    Effect,
    /// What the caller expects is so, and was so before.
    AsBefore,
    /// Input arrived at the element and nothing happened, or what happened cannot be seen.
    #[default]
    Nothing,
    /// What was expected did not come.
    Missing,
}

/// A text that a person would have noticed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Message {
    /// What it says.
    pub text: String,
    /// `error`, `success` or `plain`: by what it is called, how it looks, and its words.
    pub kind: MessageKind,
    /// Whether it cannot be read any more.
    pub gone: bool,
    /// When it appeared, milliseconds after the action began.
    pub ms: u64,
}

/// What an action opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Opened {
    /// `dialog`, `menu`, `listbox`... as its role is; `list` for one without.
    pub kind: String,
    /// Its id, when it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// Its name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What can be chosen or operated in it, at most 20.
    pub options: Vec<Target>,
    /// How many more there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A part of an element's state that is another now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StateChange {
    /// `expanded`, `checked`, `selected`, `pressed`, `value`, `open`...
    pub name: String,
    /// What it was; empty where it had none.
    pub was: String,
    /// What it is now; empty where it has none.
    pub now: String,
}

/// A dialog of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DialogInfo {
    /// What it asks for.
    pub kind: DialogKind,
    /// Its text.
    pub message: String,
    /// Whether it waits for an answer (`dialog accept` or `dialog dismiss`).
    pub open: bool,
}

/// What a dialog of the page asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum DialogKind {
    /// `alert`: OK.
    #[default]
    Alert,
    /// `confirm`: OK or Cancel.
    Confirm,
    /// `prompt`: a text and OK, or Cancel.
    Prompt,
    /// Whether to leave a page that has something to lose.
    BeforeUnload,
}

/// Its name in scripts, such as `confirm`.
impl fmt::Display for DialogKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DialogKind::Alert => "alert",
            DialogKind::Confirm => "confirm",
            DialogKind::Prompt => "prompt",
            DialogKind::BeforeUnload => "beforeunload",
        })
    }
}

/// A download.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DownloadInfo {
    /// The name of the file: as the page wishes it while it comes, as it was made harmless and free once it is whole.
    pub name: String,
    /// Where it comes from, shortened where it carried token-like values.
    pub url: String,
    /// Where it is, once it is whole.
    pub path: Option<PathBuf>,
    /// Bytes that have come.
    pub bytes: u64,
    /// Bytes of the whole, where the server said.
    pub total: Option<u64>,
    /// How far it is.
    pub state: DownloadState,
}

/// How far a download is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DownloadState {
    /// It still comes.
    #[default]
    InProgress,
    /// It is whole.
    Completed,
    /// It was ended before.
    Canceled,
}

impl DownloadInfo {
    /// It in one line: `report.pdf completed, 1234 bytes, /tmp/.../report.pdf`.
    #[must_use]
    pub fn words(&self) -> String {
        let state = match self.state {
            DownloadState::InProgress => "in progress",
            DownloadState::Completed => "completed",
            DownloadState::Canceled => "canceled",
        };
        let total = self.total.filter(|total| *total != self.bytes).map(|total| format!(" of {total}"));
        let path = self.path.as_ref().map(|path| format!(", {}", path.display()));
        format!(
            "{} {state}, {}{} bytes{}",
            self.name,
            self.bytes,
            total.unwrap_or_default(),
            path.unwrap_or_default()
        )
    }
}

/// A file chooser that the page opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ChooserInfo {
    /// Whether it takes several files.
    pub multiple: bool,
}

/// A request that the action caused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RequestInfo {
    /// `GET`, `POST`...
    pub method: String,
    /// What is asked for: `document`, `xhr`, `fetch`, `script`, `image`, `websocket`... as the protocol has it, in small letters.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its address, shortened where it carried token-like values.
    pub url: String,
    /// The answer's status; `None` while it runs or when it failed.
    pub status: Option<i32>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// The page gave it up, or did not read its answer: that is no failure.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub aborted: bool,
}

impl RequestInfo {
    /// Whether it sends something and is not answered yet.
    pub(crate) fn is_pending_write(&self) -> bool {
        let reads = matches!(self.method.as_str(), "GET" | "HEAD" | "OPTIONS");
        let decides = matches!(self.kind.as_str(), "xhr" | "fetch" | "document");
        decides && !reads && self.status.is_none() && self.failure.is_none()
    }
}

/// A tab of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TabInfo {
    /// Its number in the session, from 1; never reused.
    pub number: u32,
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: String,
    /// Whether actions go to it.
    pub active: bool,
}
