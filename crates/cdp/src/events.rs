//! [`Events`]: every event of a connection, in the order of the wire, in a queue that says when it lost some.
//!
//! A reader that falls behind by more than the connection's capacity loses the oldest events, and is told how many;
//! it never holds up commands or other readers. Sorting events by session is left to the reader.

use tokio::sync::broadcast;

use crate::wire::RawEvent;

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

    /// The next event; `None` once the connection is gone and all its events are read. Cancel safe.
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
