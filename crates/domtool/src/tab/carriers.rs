//! What lives on a page that may change it at any time, whatever an action did: workers, streams of events, sockets.

use std::collections::HashSet;

use domtool_cdp::protocol::{RequestId, SessionId};
use domtool_page::timers::IdleTimers;

use crate::limits::STREAMS;

/// Of the document that a tab shows.
#[derive(Debug, Default)]
pub(crate) struct Carriers {
    /// Its dedicated workers.
    workers: HashSet<SessionId>,
    /// Its open streams of events and WebSockets.
    streams: HashSet<RequestId>,
    /// Its timers that come to nothing.
    pub(crate) idle: IdleTimers,
}

impl Carriers {
    /// Whether anything may come at any time.
    pub(crate) fn live(&self) -> bool {
        !self.workers.is_empty() || !self.streams.is_empty()
    }

    pub(crate) fn streams(&self) -> impl Iterator<Item = &RequestId> {
        self.streams.iter()
    }

    pub(super) fn stream_opened(&mut self, id: RequestId) {
        if self.streams.len() < STREAMS {
            self.streams.insert(id);
        }
    }

    pub(super) fn stream_closed(&mut self, id: &RequestId) {
        self.streams.remove(id);
    }

    pub(crate) fn worker_came(&mut self, session: SessionId) {
        self.workers.insert(session);
    }

    /// Whether it was one of its workers.
    pub(super) fn worker_left(&mut self, session: &SessionId) -> bool {
        self.workers.remove(session)
    }

    /// Another document came. Workers tell of their end themselves.
    pub(super) fn document_came(&mut self) {
        self.streams.clear();
        self.idle = IdleTimers::default();
    }
}
