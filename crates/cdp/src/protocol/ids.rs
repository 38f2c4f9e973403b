//! Identifiers of the protocol. Each is a type of its own: a frame is not a target, a node id is not a backend node id.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};

macro_rules! text_ids {
    ($($(#[$meta:meta])* $name:ident)*) => { $(
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The identifier as it is on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self(Arc::from(""))
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(Arc::from(text))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )* };
}

text_ids! {
    /// `Target.SessionID`: one attachment to one target, over the one connection.
    SessionId
    /// `Target.TargetID`: a page, an out-of-process frame, a worker. A page's is also its main frame's [`FrameId`].
    TargetId
    /// `Browser.BrowserContextID`: a set of tabs with their own cookies and storage.
    BrowserContextId
    /// `Page.FrameId`: a frame, for as long as its element lives; it outlives navigations.
    FrameId
    /// `Network.LoaderId`: one document load in a frame.
    LoaderId
    /// `Network.RequestId`: one request with its redirects.
    RequestId
    /// `Runtime.RemoteObjectId`: an object that the browser keeps for us until it is released.
    RemoteObjectId
}

/// `DOM.BackendNodeId`: a node, unique within one renderer process for as long as that process lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BackendNodeId(pub i32);

/// `DOM.NodeId`: a node pushed to one front end; domtool avoids it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub i32);
