//! [`Events`]: every event of a connection, in the order of the wire, in a queue that says when it lost some.
//!
//! A reader that falls behind by more than the connection's capacity loses the oldest events, and is told how many;
//! it never holds up commands or other readers. Sorting events by session is left to the reader.

use bytes::Bytes;
use tokio::sync::broadcast;

use crate::{
    error::Result,
    protocol::{Event, SessionId},
    wire::Encoding,
};

/// What [`Events::next`] gives.
#[derive(Clone, Debug)]
pub enum Message {
    /// An event.
    Event(RawEvent),
    /// This many events were dropped here, because the reader was slower than the browser.
    Lost(u64),
}

/// A reader of a connection's events. Made by [`Connection::events`](crate::Connection::events).
#[derive(Debug)]
pub struct Events {
    queue: broadcast::Receiver<RawEvent>,
}

impl Events {
    pub(crate) fn new(queue: broadcast::Receiver<RawEvent>) -> Self {
        Self { queue }
    }

    /// The next event; `None` once the connection is gone and all its events are read. Cancel-safe.
    pub async fn next(&mut self) -> Option<Message> {
        match self.queue.recv().await {
            Ok(event) => Some(Message::Event(event)),
            Err(broadcast::error::RecvError::Lagged(count)) => Some(Message::Lost(count)),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }

    /// The next event if there is one already; `None` when there is none now.
    pub fn try_next(&mut self) -> Option<Message> {
        match self.queue.try_recv() {
            Ok(event) => Some(Message::Event(event)),
            Err(broadcast::error::TryRecvError::Lagged(count)) => Some(Message::Lost(count)),
            Err(broadcast::error::TryRecvError::Empty | broadcast::error::TryRecvError::Closed) => None,
        }
    }
}

/// An event, its parameters not yet decoded. Cheap to clone.
#[derive(Clone, Debug)]
pub struct RawEvent {
    encoding: Encoding,
    method: Bytes,
    params: Bytes,
    session: Option<SessionId>,
}

impl RawEvent {
    pub(crate) fn new(encoding: Encoding, method: Bytes, params: Bytes, session: Option<SessionId>) -> Self {
        Self { encoding, method, params, session }
    }

    /// The wire name, such as `Page.frameNavigated`.
    #[must_use]
    pub fn method(&self) -> &str {
        std::str::from_utf8(&self.method).unwrap_or_default()
    }

    /// The session it came on; `None` for the browser's own.
    #[must_use]
    pub fn session_id(&self) -> Option<&SessionId> {
        self.session.as_ref()
    }

    /// The size of its parameters, in bytes of the wire.
    #[must_use]
    pub fn size(&self) -> usize {
        self.params.len()
    }

    /// The parameters, if this is an `E`; `None` if it is another event.
    ///
    /// # Errors
    /// [`ErrorKind::Decode`](crate::ErrorKind::Decode) if it is an `E` by name but not by shape.
    pub fn decode<E: Event>(&self) -> Result<Option<E>> {
        if self.method != E::METHOD.as_bytes() {
            return Ok(None);
        }
        let decoded = self.encoding.read(&self.params).or_else(|error| {
            self.encoding.mend(&self.params).map_or(Err(error), |mended| self.encoding.read(&mended))
        });
        decoded.map(Some).map_err(|error| error.of(E::METHOD))
    }
}
