//! [`Table`]: what the tasks of a connection and its callers share: the waiters, the readers of events, the end.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

use bytes::Bytes;
use tokio::sync::{broadcast, oneshot, watch};

use crate::{
    error::{Error, ErrorKind},
    events::RawEvent,
};

/// Who waits for what. Its locks are held for a look-up, never across an await.
pub(crate) struct Table {
    waiting: Mutex<Option<HashMap<u64, oneshot::Sender<Bytes>>>>,
    events: Mutex<Option<broadcast::Sender<RawEvent>>>,
    closed: watch::Sender<bool>,
    reason: OnceLock<String>,
}

impl Table {
    pub(crate) fn new(event_capacity: usize) -> Self {
        Self {
            waiting: Mutex::new(Some(HashMap::new())),
            events: Mutex::new(Some(broadcast::Sender::new(event_capacity.max(1)))),
            closed: watch::Sender::new(false),
            reason: OnceLock::new(),
        }
    }

    /// Registers a waiter; on a closed table the receiver fails at once.
    pub(crate) fn expect(&self, id: u64) -> oneshot::Receiver<Bytes> {
        let (sender, receiver) = oneshot::channel();
        if let Some(waiting) = lock(&self.waiting).as_mut() {
            waiting.insert(id, sender);
        }
        receiver
    }

    /// Nobody waits for this answer any more.
    pub(crate) fn forget(&self, id: u64) {
        if let Some(waiting) = lock(&self.waiting).as_mut() {
            waiting.remove(&id);
        }
    }

    pub(crate) fn answer(&self, id: u64, message: Bytes) {
        let waiter = lock(&self.waiting).as_mut().and_then(|waiting| waiting.remove(&id));
        if let Some(waiter) = waiter {
            // Fails when the waiter gave up in this very moment; then nobody wants the answer.
            let _ = waiter.send(message);
        }
    }

    pub(crate) fn publish(&self, event: RawEvent) {
        if let Some(events) = lock(&self.events).as_ref() {
            // Fails when there is no reader, which is fine.
            let _ = events.send(event);
        }
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<RawEvent> {
        match lock(&self.events).as_ref() {
            Some(events) => events.subscribe(),
            None => broadcast::Sender::new(1).subscribe(),
        }
    }

    pub(crate) fn close(&self, reason: String) {
        // The first reason is the cause; later ones are its consequences.
        let _ = self.reason.set(reason);
        drop(lock(&self.waiting).take());
        drop(lock(&self.events).take());
        self.closed.send_replace(true);
    }

    pub(crate) fn is_closed(&self) -> bool {
        *self.closed.borrow()
    }

    pub(crate) async fn closed(&self) {
        // Fails only when the sender is gone, which `self` owns.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }

    pub(crate) fn closed_error(&self) -> Error {
        let reason = self.reason.get().map_or("the connection was dropped", String::as_str);
        Error::new(ErrorKind::Closed, format!("the connection to the browser is gone: {reason}"))
    }
}

/// A lock cannot be left half-changed here, so a panic elsewhere does not make it unusable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
