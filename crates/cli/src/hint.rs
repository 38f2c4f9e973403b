//! What to do next after an error, as data: a command line names its commands, and the tools of a host theirs. Each surface has its own
//! words for the same step, so that none has to take the other's sentences apart.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// What to do next. Shown with the words of the command line; [`Hint::for_tools`] has those of tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Hint {
    /// A sentence that holds on every surface.
    Text(String),
    /// Something of domtool's own is broken.
    Doctor,
    /// Something broke that should not.
    ReportIt,
    /// There is no browser.
    InstallBrowser,
    /// A dialog of the page is in the way.
    AnswerDialog,
    /// The session has no page.
    OpenFirst,
    /// The session has no page, and its browser has some that the person opened.
    OpenOrAttach,
    /// The tab that was named is none, or is several.
    ListTabs,
    /// What the session had is lost; its first address, if it had one.
    StartAnew(Option<String>),
    /// All sessions are lost.
    ListLost,
    /// The browser of this session is out of reach.
    ReconnectOrClose(String),
    /// This session was started in another way.
    CloseFirst(String),
    /// A daemon of another version has sessions.
    CloseOthersVersion,
    /// The daemon hangs.
    EndDaemon,
    /// A limit of the caller's own was too short.
    MoreTime,
    /// Scripts are not allowed.
    AllowEval,
    /// All sessions that may run at once do.
    MakeRoom,
}

impl Hint {
    /// In the words of tools. What only a person at the machine can do is to be asked of them.
    pub(crate) fn for_tools(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Doctor => "ask the person to run on that machine: domtool doctor".to_owned(),
            Self::ReportIt => {
                "try once more; if it stays, ask the person to report it with what this prints: domtool doctor"
                    .to_owned()
            }
            Self::InstallBrowser => "ask the person to run on that machine: domtool browser install".to_owned(),
            Self::AnswerDialog => {
                r#"answer it: act with {"op": "dialog", "answer": "accept"} or "dismiss""#.to_owned()
            }
            Self::OpenFirst => "open a page first: open with its url".to_owned(),
            Self::OpenOrAttach => {
                "open a page: open with a url; or take one that the person has open: tab with what list and all, then tab with what attach and its number".to_owned()
            }
            Self::ListTabs => {
                "list the browser's tabs: tab with what list and all; then what attach with a number of that list"
                    .to_owned()
            }
            Self::StartAnew(url) => {
                format!("start anew: open {url}", url = url.as_deref().unwrap_or("with a url"))
            }
            Self::ListLost => "sessions lists what was lost; start anew: open with a url".to_owned(),
            Self::ReconnectOrClose(session) => format!(
                "have the person start the browser at that address: the next call tries again; or give the session up: sessions with what close, session {session}"
            ),
            Self::CloseFirst(session) => {
                format!("close it first: sessions with what close, session {session}; or use another session")
            }
            Self::CloseOthersVersion => {
                "ask the person to run with that version: domtool close --all".to_owned()
            }
            Self::EndDaemon => {
                "ask the person to end its process; on that machine domtool doctor says which it is".to_owned()
            }
            Self::MoreTime => "give it more time, or leave timeout out".to_owned(),
            Self::MakeRoom => {
                "close a session that is done: sessions with what close and its name; or try again later, with more time"
                    .to_owned()
            }
            Self::AllowEval => {
                "ask the person, who can allow it by starting domtool mcp with --caps eval".to_owned()
            }
        }
    }

    /// Reads one. What a daemon of another build says, and this one does not know, is a sentence or nothing.
    ///
    /// # Errors
    /// None but those of broken JSON.
    pub(crate) fn of_wire<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = Box::<RawValue>::deserialize(deserializer)?;
        let sentence = || serde_json::from_str(wire.get()).map(Self::Text);
        Ok(serde_json::from_str(wire.get()).or_else(|_| sentence()).unwrap_or(Self::Doctor))
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Doctor => f.write_str("run: domtool doctor"),
            Self::ReportIt => {
                f.write_str("try once more; if it stays, report it with the output of domtool doctor")
            }
            Self::InstallBrowser => f.write_str("run: domtool browser install"),
            Self::AnswerDialog => f.write_str("answer it: domtool dialog accept, or domtool dialog dismiss"),
            Self::OpenFirst => f.write_str("open a page first: domtool open URL"),
            Self::OpenOrAttach => f.write_str(
                "open a page: domtool open URL; or take one that the person has open: domtool tab list --all, then domtool tab attach NUMBER",
            ),
            Self::ListTabs => f.write_str(
                "list the browser's tabs: domtool tab list --all; then domtool tab attach NUMBER of that list",
            ),
            Self::StartAnew(url) => {
                write!(f, "start anew: domtool open {url}", url = url.as_deref().unwrap_or("URL"))
            }
            Self::ListLost => {
                f.write_str("domtool sessions lists what was lost; start anew: domtool open URL")
            }
            Self::ReconnectOrClose(session) => write!(
                f,
                "have the browser run at that address: the next call tries again; or give the session up: domtool close --session {session}"
            ),
            Self::CloseFirst(session) => {
                write!(f, "close it first: domtool close --session {session}; or use another --session")
            }
            Self::CloseOthersVersion => f.write_str("close them with that version: domtool close --all"),
            Self::EndDaemon => f.write_str("end its process; domtool doctor says which it is"),
            Self::MoreTime => f.write_str("give it more time, or leave --timeout out"),
            Self::MakeRoom => f.write_str(
                "close a session that is done: domtool close --session NAME; or try again later, or with more time (--timeout)",
            ),
            Self::AllowEval => f.write_str("run it with --allow-eval, if the person in charge agrees"),
        }
    }
}

impl From<&str> for Hint {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Hint {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Hint> for String {
    fn from(hint: Hint) -> Self {
        hint.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Hint> {
        vec![
            "close e9".into(),
            Hint::Doctor,
            Hint::ReportIt,
            Hint::InstallBrowser,
            Hint::AnswerDialog,
            Hint::OpenFirst,
            Hint::OpenOrAttach,
            Hint::ListTabs,
            Hint::StartAnew(None),
            Hint::StartAnew(Some("https://a.example/".to_owned())),
            Hint::ListLost,
            Hint::ReconnectOrClose("work".to_owned()),
            Hint::CloseFirst("work".to_owned()),
            Hint::CloseOthersVersion,
            Hint::EndDaemon,
            Hint::MoreTime,
            Hint::AllowEval,
            Hint::MakeRoom,
        ]
    }

    #[test]
    fn tools_are_told_of_no_command_but_to_ask_a_person() {
        for hint in all() {
            let words = hint.for_tools();
            let commands = words.contains("domtool ") || words.contains("--");
            assert!(!commands || words.contains("the person"), "{words}");
        }
    }

    #[test]
    fn a_hint_travels_and_what_is_not_known_is_no_error() {
        let read = |json: &str| {
            let mut deserializer = serde_json::Deserializer::from_str(json);
            Hint::of_wire(&mut deserializer).unwrap()
        };
        for hint in all() {
            assert_eq!(read(&serde_json::to_string(&hint).unwrap()), hint);
        }
        assert_eq!(read(r#""try again""#), "try again".into());
        assert_eq!(read(r#"{"of_a_later_build":{"x":1}}"#), Hint::Doctor);
    }
}
