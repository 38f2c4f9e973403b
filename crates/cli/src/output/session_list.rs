//! The sessions with their tabs: what `domtool sessions`, `domtool tab` and `domtool close` print.

use std::fmt::Write as _;

use domtool::{
    AvailableTab, TabInfo,
    text::{one_line, quoted},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Shape, done};
use crate::{launch::Launch, paint::Paint};

/// A session, as `domtool sessions` lists it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SessionInfo {
    /// Its name.
    pub(crate) name: String,
    /// Its tabs.
    pub(crate) tabs: Vec<TabInfo>,
    /// The browser's version.
    pub(crate) browser: String,
    /// How it was started.
    pub(crate) launch: Launch,
    /// The connection to its browser broke; the next call makes it again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) broken: bool,
    /// Why it is no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lost: Option<String>,
}

/// The tabs of a session.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TabList {
    /// In the order of their numbers.
    pub(crate) tabs: Vec<TabInfo>,
    /// All tabs of the browser, where these were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) available: Option<Vec<AvailableTab>>,
}

/// All sessions.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SessionList {
    /// In the order of their names.
    pub(crate) sessions: Vec<SessionInfo>,
}

/// The sessions that were closed.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ClosedSessions {
    /// Their names.
    pub(crate) closed: Vec<String>,
}

impl Shape for TabList {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, paint: Paint) -> String {
        match &self.available {
            Some(available) => available_text(available, paint),
            None => tabs_text(&self.tabs, paint),
        }
    }
}

impl Shape for SessionList {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, paint: Paint) -> String {
        sessions_text(&self.sessions, paint)
    }
}

impl Shape for ClosedSessions {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, paint: Paint) -> String {
        if self.closed.is_empty() {
            format!("{} nothing was open\n", paint.good("ok"))
        } else {
            format!("{} closed {}\n", paint.good("ok"), self.closed.join(", "))
        }
    }
}

/// Writes one line a tab.
fn tabs_text(tabs: &[TabInfo], paint: Paint) -> String {
    if tabs.is_empty() {
        return "no tabs\n".to_owned();
    }
    let mut text = String::new();
    for tab in tabs {
        let mark = if tab.active { paint.good("*") } else { " ".to_owned() };
        let whose = if tab.attached { paint.faint(" (the person's)") } else { String::new() };
        let _ = writeln!(text, "{mark} {} {} {}{whose}", tab.number, quoted(&tab.title), one_line(&tab.url));
    }
    text
}

/// Writes one line a tab of the browser, with the number to take it by and who has it.
fn available_text(tabs: &[AvailableTab], paint: Paint) -> String {
    if tabs.is_empty() {
        return "no tabs\n".to_owned();
    }
    let mut text = String::new();
    for tab in tabs {
        let holder = match (tab.tab, &tab.session) {
            (Some(number), _) => format!("here, as tab {number}"),
            (None, Some(session)) => format!("taken by session {}", one_line(session)),
            (None, None) => "free".to_owned(),
        };
        let (title, url) = (quoted(&tab.title), one_line(&tab.url));
        let _ = writeln!(text, "{} {title} {url} {}", tab.number, paint.faint(&format!("({holder})")));
    }
    text
}

/// Writes one line a session, and its tabs below it; a lost one says why it is no more.
fn sessions_text(sessions: &[SessionInfo], paint: Paint) -> String {
    if sessions.is_empty() {
        return "no sessions\n".to_owned();
    }
    let mut text = String::new();
    for session in sessions {
        match &session.lost {
            Some(why) => {
                let _ = writeln!(
                    text,
                    "{} {}: {}",
                    paint.strong(&session.name),
                    paint.bad("lost"),
                    one_line(why)
                );
            }
            None => {
                let _ = writeln!(text, "{} {}", paint.strong(&session.name), paint.faint(&session.browser));
                if session.broken {
                    text.push_str("  the connection to its browser broke; the next call makes it again\n");
                }
            }
        }
        for line in tabs_text(&session.tabs, paint).lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}
