//! `DOMDebugger`: which nodes have event listeners.

use super::{BackendNodeId, Command, RemoteObjectId, Text, shapes};
use serde::{Deserialize, Serialize};

shapes! {
    Command "DOMDebugger.getEventListeners" { object_id: RemoteObjectId; depth: i32, pierce: bool }
    Reply "DOMDebugger.getEventListeners" { listeners: Vec<EventListener>; }
    Object "DOMDebugger.EventListener" { r#type: String, script_id: String, line_number: i32, column_number: i32; backend_node_id: BackendNodeId }
}

/// Every listener below an object; with `depth` -1 and `pierce`, of every same-process frame and shadow root in one call.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetEventListeners {
    /// The document, or any other object.
    pub object_id: RemoteObjectId,
    /// How deep to go; -1 for all.
    pub depth: i32,
    /// Whether to enter frames and shadow roots.
    pub pierce: bool,
}

impl Command for GetEventListeners {
    const METHOD: &'static str = "DOMDebugger.getEventListeners";
    type Reply<'a> = GetEventListenersReply<'a>;
}

/// What `DOMDebugger.getEventListeners` answers.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct GetEventListenersReply<'a> {
    /// All of them.
    #[serde(borrow)]
    pub listeners: Vec<EventListener<'a>>,
}

/// One listener, as far as we read it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EventListener<'a> {
    /// The event's name, such as `click`.
    #[serde(borrow, rename = "type")]
    pub kind: Text<'a>,
    /// The script its function is in.
    #[serde(borrow, default)]
    pub script_id: Text<'a>,
    /// Where the function begins in the script, from 0.
    #[serde(default)]
    pub line_number: i32,
    /// Where the function begins in the line, from 0.
    #[serde(default)]
    pub column_number: i32,
    /// The node it is on; absent for `window` and other objects that are no nodes.
    pub backend_node_id: Option<BackendNodeId>,
}
