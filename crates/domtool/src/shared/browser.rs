//! What the sessions of a browser have in common: the connection, the browser's version, its one clipboard and its one recording.

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use domtool_cdp::{Connection, Endpoint, WebDriverSession, chromium::Chromium, protocol::TargetId};
use tokio::sync::watch;

use super::Clipping;
use crate::{
    error::{self, Error},
    recording::Recorder,
    world::Names,
};

/// A browser that is ours to end, as it was made for us.
#[derive(Debug)]
pub(crate) enum Own {
    /// It was started here.
    Launched(Box<Chromium>),
    /// A WebDriver server made it.
    Driven(WebDriverSession),
}

impl Own {
    pub(crate) fn chromium(&self) -> Option<&Chromium> {
        match self {
            Self::Launched(chromium) => Some(chromium),
            Self::Driven(_) => None,
        }
    }
}

/// How a browser was reached.
#[derive(Debug)]
pub(crate) enum Reached {
    /// It was started here, and ends with the connection.
    Launched,
    /// A WebDriver server made it; it ends with the connection, too.
    Driven,
    /// It answers at an address.
    At {
        endpoint: Endpoint,
        /// How many connections to it came before this one, each of which broke.
        earlier: u32,
    },
    /// Over a transport of the caller's.
    Over,
}

#[derive(Debug)]
pub(crate) struct BrowserShared {
    pub(crate) connection: Connection,
    /// The browser itself, where it is ours; taken out when it is closed.
    pub(crate) own: Mutex<Option<Own>>,
    pub(crate) notes: Vec<String>,
    pub(crate) reached: Reached,
    /// Its product and version.
    pub(crate) version: String,
    /// It has windows that a person may see.
    pub(crate) watched: bool,
    /// Contexts share one clipboard. What was left on it last; whoever holds it is alone on it.
    pub(crate) clipboard: tokio::sync::Mutex<Option<Clipping>>,
    /// It makes one recording at a time.
    pub(crate) recorder: Recorder,
    /// How many of the connection's events were handed over.
    pub(crate) routed: watch::Receiver<u64>,
    /// How many sessions it has.
    pub(crate) sessions: AtomicUsize,
}

impl BrowserShared {
    /// Waits until the router has handed over every event that came before now. An answer may overtake the events before it.
    pub(crate) async fn catch_up(&self) {
        let published = self.connection.published();
        let mut routed = self.routed.clone();
        // It ends with the connection, and then there is nothing to wait for.
        let _ = routed.wait_for(|routed| *routed >= published).await;
    }

    /// What the isolated worlds of its pages are called.
    pub(crate) fn names(&self) -> Names {
        Names::after(self.earlier())
    }

    /// Whether it has no more than one session.
    pub(crate) fn has_one_session(&self) -> bool {
        self.sessions.load(Ordering::Relaxed) <= 1
    }

    /// What is to be said once the connection has ended.
    pub(crate) fn lost(&self) -> Error {
        match self.reached {
            Reached::Launched => error::browser_gone(),
            Reached::Driven => error::driven_gone(self.connection.closed_because()),
            Reached::At { .. } | Reached::Over => error::connection_broke(self.connection.closed_because()),
        }
    }

    /// The address of one that we are only connected to.
    pub(crate) fn endpoint(&self) -> Option<&Endpoint> {
        match &self.reached {
            Reached::At { endpoint, .. } => Some(endpoint),
            Reached::Launched | Reached::Driven | Reached::Over => None,
        }
    }

    /// Whether it was made for us, so that all its tabs are ours.
    pub(crate) fn is_launched(&self) -> bool {
        matches!(self.reached, Reached::Launched | Reached::Driven)
    }

    /// The page that the address names, where it is that of one.
    pub(crate) fn page(&self) -> Option<TargetId> {
        self.endpoint().and_then(Endpoint::page_target)
    }

    /// How many connections to it came before this one, each of which broke.
    pub(crate) fn earlier(&self) -> u32 {
        match self.reached {
            Reached::At { earlier, .. } => earlier,
            Reached::Launched | Reached::Driven | Reached::Over => 0,
        }
    }

    pub(crate) fn own(&self) -> MutexGuard<'_, Option<Own>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
