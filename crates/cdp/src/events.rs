//! [`Events`]: every event of a connection, in the order of the wire, in a queue that says when it lost some.
//!
//! A reader that falls behind loses what only tells of something (console text, progress) first, and is told how much, in its place;
//! it never holds up commands or other readers. Sorting events by session is left to the reader.

use std::sync::Arc;

use crate::queue::{Message, Queue};

/// A reader of a connection's events. Made by [`Connection::events`](crate::Connection::events).
#[derive(Debug)]
pub struct Events {
    queue: Arc<Queue>,
}

impl Events {
    pub(crate) fn new(queue: Arc<Queue>) -> Self {
        Self { queue }
    }

    /// The next event; `None` once the connection is gone and all its events are read. Cancel safe.
    pub async fn next(&mut self) -> Option<Message> {
        self.queue.next().await
    }

    /// The next event if there is one already; `None` when there is none now.
    pub fn try_next(&mut self) -> Option<Message> {
        self.queue.try_next()
    }
}
