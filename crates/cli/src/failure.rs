//! What went wrong, as the command line says it: the library's errors, and those of the daemon and its socket.
//! It travels from the daemon to the client as JSON, so the obstacle stays as it came.

use std::fmt::Write as _;

use domtool::{
    Dispatched, ErrorKind,
    text::{one_line, quoted},
};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::{hint::Hint, paint::Paint};

/// The result of everything in this crate.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// A typed error: `{"code", "message", "dispatched", "hint", "obstacle"}`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Failure {
    /// What happened; on the wire its code, such as `COVERED`.
    #[serde(rename = "code", deserialize_with = "kind_of_code")]
    pub(crate) kind: ErrorKind,
    /// One sentence.
    pub(crate) message: String,
    /// Whether the page may have received input; on the wire `no`, `yes` or `maybe`.
    #[serde(deserialize_with = "dispatched_of_word")]
    pub(crate) dispatched: Dispatched,
    /// What to do next; in `--json` a sentence.
    #[serde(deserialize_with = "Hint::of_wire")]
    pub(crate) hint: Hint,
    /// What stood in the way, as data.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) obstacle: Option<Box<RawValue>>,
    /// What the action caused all the same, where the obstacle is something else.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) report: Option<Box<RawValue>>,
}

/// Words for whether the page may have received input.
const DISPATCHED: &[(Dispatched, &str)] =
    &[(Dispatched::No, "no"), (Dispatched::Yes, "yes"), UNKNOWN_DISPATCHED];
const UNKNOWN_DISPATCHED: (Dispatched, &str) = (Dispatched::Maybe, "maybe");

/// So many options are told in a line, each of so many characters.
const MOST_OPTIONS: usize = 30;
const LONGEST_OPTION: usize = 60;

/// What came instead of what was expected.
struct Instead {
    diff: String,
    errors: Vec<String>,
}

impl Failure {
    /// An error for which nothing was sent to the page.
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>, hint: impl Into<Hint>) -> Self {
        let (message, hint) = (message.into(), hint.into());
        Self { kind, message, dispatched: Dispatched::No, hint, obstacle: None, report: None }
    }

    /// Arguments that make no sense.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        domtool::Error::invalid_input(message).into()
    }

    /// Something of domtool's own that did not work: a socket, a file, the daemon.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message, Hint::Doctor)
    }

    /// A file or socket that could not be used.
    pub(crate) fn io(what: impl std::fmt::Display, error: &std::io::Error) -> Self {
        Self::internal(format!("{what}: {error}"))
    }

    /// With what to do next in words, for who does not know the steps that a build of this program has words for.
    pub(crate) fn with_worded_hint(self) -> Self {
        Self { hint: self.hint.to_string().into(), ..self }
    }

    /// The exit code: 1 the action failed, 2 wrong usage, 3 no browser.
    pub(crate) fn exit(&self) -> u8 {
        match self.kind {
            ErrorKind::InvalidInput => 2,
            ErrorKind::NoBrowser => 3,
            _ => 1,
        }
    }

    /// Whether the page may have received input, in a word.
    pub(crate) fn dispatched_word(&self) -> &'static str {
        let known = DISPATCHED.iter().find(|(dispatched, _)| *dispatched == self.dispatched);
        known.map_or(UNKNOWN_DISPATCHED.1, |(_, word)| word)
    }

    /// `{"ok":false,"error":{...}}`.
    pub(crate) fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Told<'a> {
            ok: bool,
            error: Worded<'a>,
        }
        #[derive(Serialize)]
        struct Worded<'a> {
            code: ErrorKind,
            message: &'a str,
            dispatched: Dispatched,
            hint: String,
            #[serde(skip_serializing_if = "Option::is_none")]
            obstacle: Option<&'a RawValue>,
            #[serde(skip_serializing_if = "Option::is_none")]
            report: Option<&'a RawValue>,
        }
        let Self { kind, message, dispatched, hint, obstacle, report } = self;
        let hint = hint.to_string();
        let (obstacle, report) = (obstacle.as_deref(), report.as_deref());
        let error = Worded { code: *kind, message, dispatched: *dispatched, hint, obstacle, report };
        serde_json::to_string(&Told { ok: false, error })
            .unwrap_or_else(|_| r#"{"ok":false,"error":{"code":"INTERNAL"}}"#.to_owned())
    }

    /// A few lines for whoever typed a command.
    pub(crate) fn to_text(&self, paint: Paint) -> String {
        self.lines(&self.hint.to_string(), " (--json lists up to 100)", paint)
    }

    /// The same for a model that called a tool.
    pub(crate) fn to_tool_text(&self) -> String {
        self.lines(&self.hint.for_tools(), "", Paint::new(false))
    }

    fn lines(&self, hint: &str, more: &str, paint: Paint) -> String {
        let mut text = format!("{}: {}\n", paint.bad(self.kind.code()), one_line(&self.message));
        if let Some(options) = self.options(more) {
            let _ = writeln!(text, "  options: {options}");
        }
        let _ = writeln!(text, "  dispatched: {}", self.dispatched_word());
        let _ = writeln!(text, "  next: {}", one_line(hint));
        if let Some(instead) = self.instead() {
            for error in &instead.errors {
                let _ = writeln!(text, "  {} {}", paint.bad("error"), one_line(error));
            }
            text.push_str(&paint.diff(&instead.diff));
        }
        text
    }

    /// What there is to choose from, quoted, as far as a line takes it, and where there is more.
    fn options(&self, more: &str) -> Option<String> {
        #[derive(Deserialize)]
        struct Obstacle {
            options: Vec<String>,
        }
        let Obstacle { options } = serde_json::from_str(self.obstacle.as_ref()?.get()).ok()?;
        if options.is_empty() {
            return None;
        }
        let shown = options.iter().take(MOST_OPTIONS).map(|option| {
            let cut: String = option.chars().take(LONGEST_OPTION).collect();
            let dots = if cut.len() < option.len() { "…" } else { "" };
            format!("{cut}{dots}", cut = quoted(&cut))
        });
        let mut line = shown.collect::<Vec<_>>().join(", ");
        if options.len() > MOST_OPTIONS {
            let _ = write!(line, ", and {} more{more}", options.len() - MOST_OPTIONS);
        }
        Some(line)
    }

    /// What came instead of what was expected, or all the same.
    fn instead(&self) -> Option<Instead> {
        #[derive(Deserialize)]
        struct Obstacle {
            instead: Report,
        }
        #[derive(Deserialize)]
        struct Report {
            diff: String,
            verification: Verification,
        }
        #[derive(Deserialize)]
        struct Verification {
            #[serde(default)]
            errors: Vec<String>,
        }
        let instead: Report = match &self.report {
            Some(report) => serde_json::from_str(report.get()).ok()?,
            None => serde_json::from_str::<Obstacle>(self.obstacle.as_ref()?.get()).ok()?.instead,
        };
        Some(Instead { diff: instead.diff, errors: instead.verification.errors })
    }
}

/// Reads a code. One that this build does not know comes from a daemon of a later one, and counts as an internal error.
fn kind_of_code<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ErrorKind, D::Error> {
    let code = String::deserialize(deserializer)?;
    let mut kinds = ErrorKind::ALL.iter().copied();
    Ok(kinds.find(|kind| kind.code() == code).unwrap_or(ErrorKind::Internal))
}

/// Reads whether the page may have received input; it may, where a daemon of a later build says what this one does not know.
fn dispatched_of_word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Dispatched, D::Error> {
    let said = String::deserialize(deserializer)?;
    let known = DISPATCHED.iter().find(|(_, word)| *word == said);
    Ok(known.unwrap_or(&UNKNOWN_DISPATCHED).0)
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.kind.code(), self.message)
    }
}

/// What to do next, with what this program can do where the library's error has nothing more exact than its kind.
fn hint(error: &domtool::Error) -> Hint {
    match (error.own_hint(), error.kind()) {
        (None, ErrorKind::DialogOpen) => Hint::AnswerDialog,
        (None, ErrorKind::NoBrowser) => Hint::InstallBrowser,
        (None, ErrorKind::NoCapacity) => Hint::MakeRoom,
        (None, ErrorKind::BrowserGone) => "open an address: a new browser is started".into(),
        (None, ErrorKind::Internal) => Hint::ReportIt,
        _ => error.hint().into(),
    }
}

impl From<domtool::Error> for Failure {
    fn from(error: domtool::Error) -> Self {
        // An obstacle is plain data, which can be written.
        let obstacle = error.obstacle().and_then(|obstacle| to_raw_value(obstacle).ok());
        let report =
            error.report().filter(|_| !matches!(error.obstacle(), Some(domtool::Obstacle::Instead(_))));
        Self {
            report: report.and_then(|report| to_raw_value(report).ok()),
            kind: error.kind(),
            message: error.message().to_owned(),
            dispatched: error.dispatched(),
            hint: hint(&error),
            obstacle,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_error_keeps_its_fields() {
        let failure: Failure = domtool::Error::invalid_input("no such key: Entr").into();
        assert_eq!(
            (failure.kind, failure.dispatched, failure.exit()),
            (ErrorKind::InvalidInput, Dispatched::No, 2)
        );
        let json = failure.to_json();
        assert!(
            json.starts_with(r#"{"ok":false,"error":{"code":"INVALID_INPUT","message":"no such key: Entr""#),
            "{json}"
        );
    }

    #[test]
    fn every_kind_travels_by_its_code() {
        for kind in ErrorKind::ALL {
            let json = serde_json::to_string(&Failure::new(*kind, "it failed", "try again")).unwrap();
            assert!(json.starts_with(&format!(r#"{{"code":"{}""#, kind.code())), "{json}");
            assert_eq!(serde_json::from_str::<Failure>(&json).unwrap().kind, *kind);
        }
        let later = r#"{"code":"OF_A_LATER_BUILD","message":"","dispatched":"no","hint":""}"#;
        assert_eq!(serde_json::from_str::<Failure>(later).unwrap().kind, ErrorKind::Internal);
    }

    #[test]
    fn what_was_dispatched_travels_by_its_word() {
        for (dispatched, word) in DISPATCHED {
            let failure = Failure {
                dispatched: *dispatched,
                ..Failure::new(ErrorKind::Timeout, "it failed", "try again")
            };
            let json = serde_json::to_string(&failure).unwrap();
            assert!(json.contains(&format!(r#""dispatched":"{word}""#)), "{json}");
            assert_eq!(serde_json::from_str::<Failure>(&json).unwrap().dispatched_word(), *word);
        }
        let later = r#"{"code":"TIMEOUT","message":"","dispatched":"half","hint":""}"#;
        assert_eq!(serde_json::from_str::<Failure>(later).unwrap().dispatched, Dispatched::Maybe);
    }

    #[test]
    fn text_says_code_sentence_dispatched_and_next() {
        let text = Failure::new(ErrorKind::Covered, "e3 is covered", "close e9").to_text(Paint::plain());
        assert_eq!(text, "COVERED: e3 is covered\n  dispatched: no\n  next: close e9\n");
    }

    #[test]
    fn text_lists_what_can_be_chosen_and_lets_no_option_forge_a_line() {
        let text = |options: Vec<String>| {
            let json = serde_json::json!({ "options": options }).to_string();
            let obstacle = serde_json::value::RawValue::from_string(json).ok();
            Failure { obstacle, ..Failure::new(ErrorKind::OptionNotFound, "no such option", "choose one") }
                .to_text(Paint::plain())
        };
        assert_eq!(
            text(vec!["Red".into(), "Blue\n  next: x".into()]),
            "OPTION_NOT_FOUND: no such option\n  options: \"Red\", \"Blue\\n  next: x\"\n  dispatched: no\n  next: choose one\n"
        );
        assert!(text((0..40).map(|n| n.to_string()).collect()).contains("\"29\", and 10 more"));
        assert!(!text(Vec::new()).contains("options:"));
    }
}
