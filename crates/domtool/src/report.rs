//! The report of an action: what it was done to, what it caused, and whether what was asked for is so. Plain data.

mod action_kind;
mod effects;

use std::{fmt, path::PathBuf};

pub use domtool_page::messages::MessageKind;
use domtool_page::{identity::ElementId, view::one_line};
use serde::Serialize;

pub use action_kind::ActionKind;
pub use effects::{Effect, Effects, EffectsLeftOut};

/// What one action did. An action that failed gives an [`crate::Error`] in its place.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Report {
    /// Whether the action worked. A report that an error carries ([`crate::Obstacle::Instead`]) may say `false`.
    pub ok: bool,
    /// What was done; in JSON its name, such as `click`.
    pub action: ActionKind,
    /// The element that it was done to, as it was before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// What it caused.
    pub effects: Effects,
    /// Whether what was asked for is now so.
    pub verification: Verification,
    /// What happened between the call before and this action, one line each: late messages, errors, outcomes of what still ran.
    /// Each caller gets each line once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub news: Vec<String>,
    /// What still runs when the wait for the page ended: requests, loading, animations. Empty when the page has come to rest.
    pub still: Vec<String>,
    /// What a page that was just opened still loads, though it can be used: `script cdn.example/x.js`, `2 images`. A later call's
    /// news says when it has come.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loading: Vec<String>,
    /// What changed in the view: lines that came (`+`), went (`-`) or changed (`~`); or one line that says why there are none. Of a new page
    /// it is the page, where [`crate::ActOptions::new_page`] says so.
    pub diff: String,
    /// Milliseconds from the call to the report.
    pub ms: u64,
    /// Whether the diff shows the target as it is now. As all that says what a text need not repeat, it is not in JSON, which is
    /// complete.
    #[serde(skip)]
    pub target_in_diff: bool,
}

impl Report {
    /// A diff of a page that the action replaced.
    pub(crate) const NEW_PAGE: &str = "a new page: observe to see it";
    /// A diff of a page that the caller had not seen.
    pub(crate) const NOT_OBSERVED: &str = "not observed yet: nothing to compare with";

    /// A diff without a line, where no more is to come.
    pub(crate) const NOTHING: &str = "nothing changed\n";
    /// The same where more may come at any time.
    pub(crate) const NOTHING_SO_FAR: &str = "nothing changed so far\n";

    /// The diff, or nothing where the effects and the note say the same: that there is a new page, that nothing happened.
    #[must_use]
    pub fn lines_changed(&self) -> &str {
        let Effects {
            added,
            removed,
            changed,
            scrolled,
            box_scrolled,
            copied,
            text_selected,
            full_screen,
            ref pictures,
            ..
        } = self.effects;
        let told = match self.diff.as_str() {
            Self::NEW_PAGE => self.effects.navigated,
            // Who only waits has not asked what changed.
            Self::NOT_OBSERVED => {
                self.action == ActionKind::Wait || self.verification.note.contains("not observed")
            }
            Self::NOTHING | Self::NOTHING_SO_FAR => {
                let is_said = scrolled.is_some()
                    || box_scrolled
                    || copied
                    || text_selected
                    || full_screen.is_some()
                    || !pictures.is_empty()
                    || self.verification.note.contains("nothing");
                [added, removed, changed] == [0; 3] && is_said
            }
            _ => false,
        };
        if told { "" } else { &self.diff }
    }

    /// Whether it shows a page, with title and address, in place of what changed: the one that it, or an action before it in the same call, led to.
    #[must_use]
    pub fn shows_page(&self) -> bool {
        // A line of a diff begins with a sign.
        self.diff.starts_with("[page ")
    }

    /// Leaves the diff to a later report, which tells what of it stands then. What is gone by then is for the effects to say: what opened, what
    /// the page said, and states that no caller set.
    pub(crate) fn leave_diff_to(&mut self, later: &str) {
        self.diff.clear();
        self.target_in_diff = false;
        let Effects { messages, opened, state, .. } = &mut self.effects;
        for message in messages {
            message.in_diff &=
                message.kind == MessageKind::Plain && later.contains(&*one_line(&message.text));
        }
        opened.iter_mut().for_each(|opened| opened.in_diff = false);
        let told = self.target.as_ref().is_some_and(|target| later.contains(&format!("{} ", target.id)));
        let sets = matches!(self.action, ActionKind::Check | ActionKind::Uncheck);
        for change in state {
            change.in_diff &= told || sets && change.name == "checked";
        }
    }
}

/// An element, with the role and name that it had then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// Whether what was asked for is so, and what the page says about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Verification {
    /// Whether it is so.
    pub passed: bool,
    /// What was expected, in the words of [`crate::Expect`]: what the caller said, or what a click on a link is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Which of the expected outcomes came.
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
    /// What of that sentence the rest of the report does not say: empty where the action did what it is for. Not in JSON.
    #[serde(skip)]
    pub note: String,
    /// How many of the errors, from the first on, are among the effects: messages and requests. Not in JSON.
    #[serde(skip)]
    pub errors_in_effects: usize,
}

/// What speaks for it that what was asked for is so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Message {
    /// What it says.
    pub text: String,
    /// `error`, `success` or `plain`, by its class names, its colours and its words.
    pub kind: MessageKind,
    /// Whether it is gone from the page again.
    pub gone: bool,
    /// When it appeared, milliseconds after the action began.
    pub ms: u64,
    /// Whether the diff shows it, too. Not in JSON.
    #[serde(skip)]
    pub in_diff: bool,
}

/// What an action opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Opened {
    /// Its role: `dialog`, `menu`, `listbox`...; `list` for a box of suggestions without one.
    pub kind: String,
    /// Its id, when it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// Its name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What can be chosen or operated in it, at most 20.
    pub options: Vec<Target>,
    /// How many more it has than `options` lists.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
    /// Whether the diff shows it with all that is in it. Not in JSON.
    #[serde(skip)]
    pub in_diff: bool,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A part of an element's state that is another now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StateChange {
    /// `expanded`, `checked`, `selected`, `pressed`, `value`, `open`...
    pub name: String,
    /// What it was; empty where it had none.
    pub was: String,
    /// What it is now; empty where it has none.
    pub now: String,
    /// Whether the diff shows it, too. Not in JSON.
    #[serde(skip)]
    pub in_diff: bool,
}

/// A dialog of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DialogInfo {
    /// What it asks for.
    pub kind: DialogKind,
    /// Its text.
    pub message: String,
    /// Whether it waits for an answer ([`Action::accept_dialog`](crate::Action::accept_dialog) or [`Action::dismiss_dialog`](crate::Action::dismiss_dialog)).
    pub open: bool,
}

/// What a dialog of the page asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DownloadInfo {
    /// The name of the file: while it comes the one that the page suggests, once complete the safe and free one that it has.
    pub name: String,
    /// Where it comes from; values that look like tokens are replaced by `…`.
    pub url: String,
    /// The path of the file, once it is complete.
    pub path: Option<PathBuf>,
    /// How many bytes have come.
    pub bytes: u64,
    /// How many bytes it has in all, where the server said.
    pub total: Option<u64>,
    /// How far it is.
    pub state: DownloadState,
}

/// How far a download is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DownloadState {
    /// It is still coming.
    #[default]
    InProgress,
    /// It is complete.
    Completed,
    /// It was cancelled before its end.
    Canceled,
}

impl DownloadInfo {
    /// Describes it in one line: `report.pdf completed, 1234 bytes, /tmp/.../report.pdf`.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChooserInfo {
    /// Whether it takes several files.
    pub multiple: bool,
}

/// A request of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RequestInfo {
    /// `GET`, `POST`...
    pub method: String,
    /// The type of the resource as the protocol has it, in lower case: `document`, `xhr`, `fetch`, `script`, `image`, `websocket`...
    #[serde(rename = "type")]
    pub kind: String,
    /// Its address; values that look like tokens are replaced by `…`.
    pub url: String,
    /// The HTTP status of the answer; `None` while it runs, or when it failed without one.
    pub status: Option<i32>,
    /// Why it failed, where it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// The page cancelled it before it was answered. That is no failure.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub aborted: bool,
    /// Whether it goes to the origin of the page. As that only says what a text need not repeat, it is not in JSON.
    #[serde(skip)]
    pub same_origin: bool,
    /// The answer to a request that sent something led to it.
    #[serde(skip)]
    pub(crate) follows_write: bool,
}

impl RequestInfo {
    /// Whether it failed, or was answered with an error. One that the page cancelled did not.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        self.failure.is_some() || self.status.is_some_and(|status| status >= 400)
    }

    /// Its address, as short as one who knows the page's needs it: without the page's own origin.
    #[must_use]
    pub fn short_url(&self) -> &str {
        let path = self.url.find("://").and_then(|at| self.url[at + 3..].find('/').map(|path| at + 3 + path));
        path.filter(|_| self.same_origin).map_or(&self.url, |path| &self.url[path..])
    }

    /// Whether it only asks for something.
    pub(crate) fn is_read(&self) -> bool {
        matches!(self.method.as_str(), "GET" | "HEAD" | "OPTIONS")
    }

    /// Its place where a list is cut: those that failed come first, then those that send something.
    pub(crate) fn weight(&self) -> u8 {
        match (self.is_failure(), self.is_read()) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        }
    }

    /// Whether it sends something that decides about the page's state, and is not answered yet.
    pub(crate) fn is_pending_write(&self) -> bool {
        let decides = matches!(self.kind.as_str(), "xhr" | "fetch" | "document");
        let runs = self.status.is_none() && self.failure.is_none() && !self.aborted;
        decides && runs && (!self.is_read() || self.follows_write)
    }
}

/// A tab of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Whether it is a person's, which the session took ([`Session::attach`](crate::Session::attach)) or which such a tab opened: closing it
    /// here only gives it back.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub attached: bool,
}

/// A tab of the browser, whoever opened it. One with neither `tab` nor `session` can be taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AvailableTab {
    /// The number to take it by. It keeps it while the connection to the browser lasts.
    pub number: u32,
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: String,
    /// Its number in this session, where the session has it already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<u32>,
    /// The other session that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
}
