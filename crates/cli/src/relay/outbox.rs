//! [`Outbox`]: what waits to be sent to one visitor. One that reads more slowly than it is sent to is sent away before that takes all memory.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::limits::RELAY_WAITING_BYTES;

/// Where messages go in.
#[derive(Debug)]
pub(super) struct Outbox {
    sender: mpsc::UnboundedSender<String>,
    waiting: Arc<AtomicUsize>,
    largest: usize,
    over: CancellationToken,
}

impl Outbox {
    /// An empty one, and where its messages come out.
    pub(super) fn new() -> (Self, mpsc::UnboundedReceiver<String>) {
        Self::with_room(RELAY_WAITING_BYTES)
    }

    fn with_room(largest: usize) -> (Self, mpsc::UnboundedReceiver<String>) {
        let (sender, to_send) = mpsc::unbounded_channel();
        (Self { sender, waiting: Arc::default(), largest, over: CancellationToken::new() }, to_send)
    }

    /// How many bytes wait; whoever sends a message takes its bytes off.
    pub(super) fn waiting(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.waiting)
    }

    /// Cancelled when there was too much: the visitor is to be sent away.
    pub(super) fn over(&self) -> CancellationToken {
        self.over.clone()
    }

    /// Adds a message.
    pub(super) fn send(&self, text: String) {
        if self.over.is_cancelled() {
            return;
        }
        let before = self.waiting.fetch_add(text.len(), Ordering::Relaxed);
        if before > 0 && before + text.len() > self.largest {
            warn!("a visitor is sent away: {} MiB wait for it, which it does not read", before >> 20);
            return self.over.cancel();
        }
        // Whoever hung up is said to be gone in a moment.
        let _ = self.sender.send(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_does_not_read_is_sent_away() {
        let (outbox, mut to_send) = Outbox::with_room(1000);
        let large = "x".repeat(250);
        for _ in 0..4 {
            outbox.send(large.clone());
        }
        let read = to_send.try_recv().unwrap();
        outbox.waiting().fetch_sub(read.len(), Ordering::Relaxed);
        outbox.send(large.clone());
        assert!(!outbox.over().is_cancelled(), "it reads");
        for _ in 0..3 {
            outbox.send(large.clone());
        }
        assert!(outbox.over().is_cancelled());
        assert_eq!(std::iter::from_fn(|| to_send.try_recv().ok()).count(), 4, "no more wait");
    }
}
