//! What goes over the relay's two sockets: the protocol's messages at the side of its clients, and the extension's own few, in which
//! those of the protocol travel as they are.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What the extension says.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum FromExtension<'a> {
    /// The first thing: which browser it is in.
    #[serde(rename_all = "camelCase")]
    Hello { product: String, user_agent: String },
    /// All tabs that the person ticked.
    Tabs(Vec<TickedTab>),
    /// An event of a tab, or of a frame in it that has a session of its own.
    Event {
        tab: u64,
        #[serde(default)]
        session: Option<String>,
        #[serde(borrow)]
        method: Cow<'a, str>,
        #[serde(borrow)]
        params: &'a RawValue,
    },
    /// What came of something that it was asked for.
    Answer {
        id: u64,
        #[serde(default, borrow)]
        result: Option<&'a RawValue>,
        #[serde(default)]
        error: Option<String>,
    },
    /// The browser no longer lets it at a tab.
    Detached { tab: u64, reason: String },
    /// It is there.
    Alive {},
}

/// A tab that the person ticked.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct TickedTab {
    pub(super) tab: u64,
    pub(super) target: String,
    pub(super) title: String,
    pub(super) url: String,
    /// The target of the driven tab whose page opened it.
    #[serde(default)]
    pub(super) opener: Option<String>,
}

/// What the extension is asked for.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum ToExtension<'a> {
    /// To attach to a tab.
    Attach { id: u64, tab: u64 },
    /// To let go of it.
    Detach { id: u64, tab: u64 },
    /// To open one.
    Create { id: u64, url: &'a str, active: bool },
    /// To close one.
    Close { id: u64, tab: u64 },
    /// To send a command.
    Send {
        id: u64,
        tab: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        session: Option<&'a str>,
        method: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        params: Option<&'a RawValue>,
    },
}

/// What the extension gives back for a tab that it opened.
#[derive(Debug, Deserialize)]
pub(super) struct CreatedTab {
    pub(super) tab: u64,
}

/// A command of a client.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Command<'a> {
    pub(super) id: u64,
    #[serde(borrow)]
    pub(super) method: Cow<'a, str>,
    #[serde(default)]
    pub(super) session_id: Option<String>,
    #[serde(default, borrow)]
    pub(super) params: Option<&'a RawValue>,
}

/// The parameters of the commands that the relay answers itself, of each those that it has.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Params {
    pub(super) target_id: String,
    pub(super) session_id: String,
    pub(super) flatten: bool,
    pub(super) url: String,
    pub(super) background: bool,
    pub(super) browser_context_id: Option<String>,
}

/// An answer or an event for a client.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Message<'a, T: Serialize> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) method: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) params: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<Refusal<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) session_id: Option<&'a str>,
}

/// Why a command was refused.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Refusal<'a> {
    pub(super) code: i64,
    #[serde(borrow)]
    pub(super) message: Cow<'a, str>,
}

/// A command that failed.
pub(super) const SERVER_ERROR: i64 = -32_000;
/// A session that is not there.
pub(super) const NO_SESSION: i64 = -32_001;
/// A command that is not there.
pub(super) const NO_METHOD: i64 = -32_601;
/// A command that cannot be read.
pub(super) const BAD_PARAMS: i64 = -32_602;

impl<'a> Refusal<'a> {
    pub(super) fn new(code: i64, message: impl Into<Cow<'a, str>>) -> Self {
        Self { code, message: message.into() }
    }

    /// What the browser said through the extension: its own error as JSON, or a sentence.
    pub(super) fn of_browser(text: &'a str) -> Self {
        serde_json::from_str(text).unwrap_or_else(|_| Self::new(SERVER_ERROR, text))
    }
}

/// What a client is told of a target.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TargetInfo<'a> {
    pub(super) target_id: &'a str,
    pub(super) r#type: &'a str,
    pub(super) title: &'a str,
    pub(super) url: &'a str,
    pub(super) attached: bool,
    pub(super) can_access_opener: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) opener_id: Option<&'a str>,
}
