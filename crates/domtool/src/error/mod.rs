//! The one error of the library: a code, a sentence, whether input went out, what stood in the way, and what to do next.

use std::{borrow::Cow, fmt, sync::Arc, time::Duration};

use domtool_page::{identity::ElementId, view::one_line};
use serde::{Serialize, Serializer};

pub(crate) use lost::{
    browser_gone, connection_broke, dispatched_of, driven_gone, frame_crashed, frame_hung, page_crashed,
    page_hung, seconds, tab_closed, tab_taken_back,
};

use crate::report::Report;

mod lost;

/// The result of everything in this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! kinds {
    ($($(#[$meta:meta])* $variant:ident $code:literal),* $(,)?) => {
        /// What happened. The codes are those that a model reads.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ErrorCode"))]
        #[non_exhaustive]
        pub enum ErrorKind { $($(#[$meta])* #[cfg_attr(feature = "schema", schemars(rename = $code))] $variant),* }

        impl ErrorKind {
            /// The code, such as `COVERED`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(ErrorKind::$variant => $code),* }
            }

            /// Every kind.
            pub const ALL: &[ErrorKind] = &[$(ErrorKind::$variant),*];
        }
    };
}

kinds! {
    /// The element that the id names is gone, or is another one by now.
    Stale "STALE",
    /// The id was never given out, or there is no such tab, session or text.
    NotFound "NOT_FOUND",
    /// The words name several elements.
    Ambiguous "AMBIGUOUS",
    /// The element has no box that a person could see.
    Hidden "HIDDEN",
    /// The element is disabled.
    Disabled "DISABLED",
    /// The element's value cannot be changed.
    ReadOnly "READ_ONLY",
    /// Another element lies over it and would get the input.
    Covered "COVERED",
    /// The element does not come to rest, has no point to hit, or takes no focus.
    NotActionable "NOT_ACTIONABLE",
    /// The action does not fit this kind of element.
    WrongKind "WRONG_KIND",
    /// The select has no such option, or it is disabled.
    OptionNotFound "OPTION_NOT_FOUND",
    /// The field refused or changed what was put in.
    ValueRejected "VALUE_REJECTED",
    /// An effect was demanded and there was none.
    NoEffect "NO_EFFECT",
    /// What was expected did not come.
    ExpectationFailed "EXPECTATION_FAILED",
    /// The deadline passed.
    Timeout "TIMEOUT",
    /// The page went to another document during the action.
    NavigatedAway "NAVIGATED_AWAY",
    /// A dialog is open and blocks the page.
    DialogOpen "DIALOG_OPEN",
    /// The browser shows a dialog of its own over the page, which takes all input.
    BrowserDialog "BROWSER_DIALOG",
    /// The tab is closed.
    TabClosed "TAB_CLOSED",
    /// Another session has the tab.
    TabTaken "TAB_TAKEN",
    /// The person took the tab back.
    TabTakenBack "TAB_TAKEN_BACK",
    /// The tab is in its person's hands.
    TabPaused "TAB_PAUSED",
    /// The page's process crashed.
    PageCrashed "PAGE_CRASHED",
    /// The page does not answer: a script of it runs without end, or it opens dialog after dialog.
    PageHung "PAGE_HUNG",
    /// The browser is gone, or the connection to it.
    BrowserGone "BROWSER_GONE",
    /// A policy of the session or of the browser forbids the address.
    BlockedByPolicy "BLOCKED_BY_POLICY",
    /// Another origin's frame could not be reached.
    CrossOrigin "CROSS_ORIGIN",
    /// The browser's own security stopped it.
    SecurityBlocked "SECURITY_BLOCKED",
    /// The arguments make no sense.
    InvalidInput "INVALID_INPUT",
    /// There is no Chromium on this machine, or it does not start.
    NoBrowser "NO_BROWSER",
    /// All sessions that may run at once do.
    NoCapacity "NO_CAPACITY",
    /// A bug, or an answer of the browser that nobody expected.
    Internal "INTERNAL",
}

impl Serialize for ErrorKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// Whether the page may have received input: whether a retry could do it twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Dispatched {
    /// Nothing was sent.
    #[default]
    No,
    /// It was sent.
    Yes,
    /// It was on its way when the call failed; nobody knows whether it arrived.
    Maybe,
}

/// What stood in the way, as data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Obstacle {
    /// The element that would get the input instead.
    #[non_exhaustive]
    Coverer {
        /// Its element id, where it has one.
        id: Option<ElementId>,
        /// Its role and name.
        what: String,
    },
    /// The options that the select offers.
    Options(Vec<String>),
    /// The fields at which validation stopped the form, each with the browser's message.
    Invalid(Vec<String>),
    /// What the field holds now.
    Holds(String),
    /// What is in the place of the element now.
    Now(String),
    /// The dialog's text.
    Dialog(String),
    /// The whole report of an action that did not bring what was expected.
    Instead(Box<Report>),
}

/// What went wrong.
#[derive(Clone, Debug)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    kind: ErrorKind,
    message: String,
    dispatched: Dispatched,
    hint: Option<String>,
    obstacle: Option<Obstacle>,
    /// What the action caused all the same.
    report: Option<Box<Report>>,
    /// How long the page left a command of the call unanswered.
    waited: Duration,
    /// It is about one frame, not about the page.
    about_frame: bool,
    source: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// An error says one sentence on one line, whatever was put into it.
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            message: line(message.into()),
            dispatched: Dispatched::No,
            hint: None,
            obstacle: None,
            report: None,
            waited: Duration::ZERO,
            about_frame: false,
            source: None,
        }))
    }

    pub(crate) fn with_obstacle(mut self, obstacle: Obstacle) -> Self {
        self.0.obstacle = Some(obstacle);
        self
    }

    /// Says what the action caused all the same. It is in the obstacle where that is nothing else.
    pub(crate) fn with_report(mut self, report: Report) -> Self {
        let report = Box::new(report);
        match self.0.obstacle {
            None => self.0.obstacle = Some(Obstacle::Instead(report)),
            Some(_) => self.0.report = Some(report),
        }
        self
    }

    pub(crate) fn caused_by(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.0.source = Some(Arc::new(source));
        self
    }

    pub(crate) fn with_message(mut self, message: String) -> Self {
        self.0.message = line(message);
        self
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(line(hint.into()));
        self
    }

    /// Its texts: the sentence, the hint, the obstacle and the report.
    pub(crate) fn parts_mut(
        &mut self,
    ) -> (&mut String, Option<&mut String>, &mut Option<Obstacle>, Option<&mut Report>) {
        let Inner {
            kind: _,
            message,
            dispatched: _,
            hint,
            obstacle,
            report,
            waited: _,
            about_frame: _,
            source: _,
        } = &mut *self.0;
        (message, hint.as_mut(), obstacle, report.as_deref_mut())
    }

    pub(crate) fn waiting(mut self, waited: Duration) -> Self {
        self.0.waited = waited;
        self
    }

    /// How long the page left a command of the call unanswered.
    pub(crate) fn waited(&self) -> Duration {
        self.0.waited
    }

    pub(crate) fn about_frame(mut self) -> Self {
        self.0.about_frame = true;
        self
    }

    /// Whether it is about one frame, not about the page.
    pub(crate) fn is_about_frame(&self) -> bool {
        self.0.about_frame
    }

    /// Says whether input went out, unless that is known already.
    pub(crate) fn after(mut self, dispatched: Dispatched) -> Self {
        if self.0.dispatched == Dispatched::No {
            self.0.dispatched = dispatched;
        }
        self
    }

    /// Says it in place of another error, whose cause and progress it keeps.
    pub(crate) fn in_place_of(mut self, other: Error) -> Self {
        let Inner { dispatched, source, .. } = *other.0;
        self.0.source = source;
        self.after(dispatched)
    }

    /// An `INVALID_INPUT` error: the arguments make no sense, and nothing was tried.
    pub fn invalid_input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidInput, message)
    }

    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Whether the page may have received input.
    #[must_use]
    pub fn dispatched(&self) -> Dispatched {
        self.0.dispatched
    }

    /// What stood in the way, as data.
    #[must_use]
    pub fn obstacle(&self) -> Option<&Obstacle> {
        self.0.obstacle.as_ref()
    }

    /// What the action caused all the same, where input was sent and the page can be looked at.
    #[must_use]
    pub fn report(&self) -> Option<&Report> {
        match &self.0.obstacle {
            Some(Obstacle::Instead(report)) => Some(report),
            _ => self.0.report.as_deref(),
        }
    }

    /// What happened, in one sentence on one line.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What to do next, in one sentence on one line.
    #[must_use]
    pub fn hint(&self) -> &str {
        self.own_hint().unwrap_or_else(|| default_hint(self.0.kind))
    }

    /// What to do next, where that is more exact than what [`Error::hint`] says of every error of its kind: who shows errors of a
    /// kind with commands of their own does so where there is none.
    #[must_use]
    pub fn own_hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }
}

fn line(text: String) -> String {
    match one_line(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(line) => line,
    }
}

fn default_hint(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Stale | ErrorKind::NotFound => "observe again and use an id from that observation",
        ErrorKind::Ambiguous => {
            "use the id of the one that is meant, or say what it stands in: in row \"...\""
        }
        ErrorKind::Hidden => "open what hides it, or observe again",
        ErrorKind::Disabled | ErrorKind::ReadOnly => "do what enables it first, or use another element",
        ErrorKind::Covered => "close or move what covers it, then try again",
        ErrorKind::NotActionable => "wait for the page to come to rest, or use another element",
        ErrorKind::WrongKind => "use an action that fits this element",
        ErrorKind::OptionNotFound => "choose one of the listed options",
        ErrorKind::ValueRejected => "give a value that the field takes",
        ErrorKind::NoEffect | ErrorKind::ExpectationFailed => "observe to see what is there now",
        ErrorKind::Timeout => "try again with a longer timeout, or observe to see what is there now",
        ErrorKind::NavigatedAway => "observe the new page",
        ErrorKind::DialogOpen => "accept or dismiss the dialog first",
        ErrorKind::BrowserDialog => {
            "open another document in the tab (about:blank), and come back: that ends the dialog"
        }
        ErrorKind::TabTaken => "take another tab, or have that session give it back",
        ErrorKind::TabTakenBack => {
            "do not take it again unasked: say what is done and what is left, and ask the person for the tab"
        }
        ErrorKind::TabPaused => {
            "wait until the person says that they are done; look at the tab, or use another one"
        }
        ErrorKind::TabClosed => "list the tabs and switch to one, or open an address",
        ErrorKind::PageCrashed => "reload the page or open an address",
        ErrorKind::PageHung => "open an address, reload or go back, which ends its scripts; or close the tab",
        ErrorKind::BrowserGone => "start the browser again, or connect to it again",
        ErrorKind::BlockedByPolicy => "ask the person who set the policy",
        ErrorKind::CrossOrigin | ErrorKind::SecurityBlocked => "open the frame's address in a tab of its own",
        ErrorKind::InvalidInput => "correct the arguments",
        ErrorKind::NoCapacity => "close a session that is done, or try again later",
        ErrorKind::NoBrowser => "install Chromium or Chrome, or name its executable",
        ErrorKind::Internal => "try once more; if it stays, report it",
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.kind.code(), self.0.message)
    }
}

impl std::error::Error for Error {
    /// The error of the wire or the system behind it, for a log. There is none where the browser refused a command, as its words may
    /// repeat what the page or the caller said.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

/// What went wrong.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Error"))]
struct WrittenError<'a> {
    /// What happened.
    code: ErrorKind,
    /// What happened, in one sentence.
    message: &'a str,
    /// Whether the page may have received input: whether a retry could do it twice.
    dispatched: Dispatched,
    /// What to do next.
    hint: &'a str,
    /// What stood in the way, as data.
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle: Option<&'a Obstacle>,
    /// What the action caused all the same, where the obstacle is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a Report>,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Error {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        WrittenError::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        WrittenError::json_schema(generator)
    }
}

/// `{"code", "message", "dispatched", "hint", "obstacle"}`, as models and programs read it.
impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        WrittenError {
            code: self.kind(),
            message: self.message(),
            dispatched: self.dispatched(),
            hint: self.hint(),
            obstacle: self.obstacle(),
            report: self.0.report.as_deref(),
        }
        .serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_code_and_says_what_to_do_next() {
        for kind in ErrorKind::ALL {
            let error = Error::new(*kind, "a sentence");
            let (code, hint) = (kind.code(), error.hint());
            assert!(code.chars().all(|c| c.is_ascii_uppercase() || c == '_'), "{code}");
            assert_eq!(ErrorKind::ALL.iter().filter(|other| other.code() == code).count(), 1, "{code}");
            // A step begins with a verb, and is a part of a line, not a sentence of its own.
            assert!(hint.split(' ').count() >= 3, "{code}: {hint:?}");
            assert!(
                hint.starts_with(|c: char| c.is_ascii_lowercase()) && !hint.ends_with('.'),
                "{code}: {hint:?}"
            );
            let json = serde_json::to_value(&error).expect("it is plain data");
            assert_eq!((&json["code"], &json["dispatched"]), (&code.into(), &"no".into()));
            assert_eq!(json["hint"], hint);
        }
    }

    #[test]
    fn how_far_input_got_is_never_made_less() {
        let sent = Error::new(ErrorKind::Timeout, "late").after(Dispatched::Maybe);
        assert_eq!(sent.clone().after(Dispatched::No).dispatched(), Dispatched::Maybe);
        assert_eq!(sent.after(Dispatched::Yes).dispatched(), Dispatched::Maybe);
        assert_eq!(
            Error::new(ErrorKind::Timeout, "late").after(Dispatched::Yes).dispatched(),
            Dispatched::Yes
        );
    }
}
