//! [`Table`]: what the tasks of a connection and its callers share: the waiters, the readers of events, the end.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

use bytes::Bytes;
use tokio::sync::{oneshot, watch};

use crate::{
    error::{Error, ErrorKind},
    log::{self, Posted},
    queue::Queue,
    wire::{Encoding, RawEvent},
};

/// A command without an answer yet.
struct Waiting {
    posted: Posted,
    /// `None` when nobody waits for it, and only the log is to tell of it.
    answer: Option<oneshot::Sender<Bytes>>,
}

/// Who waits for what. Its locks are held for a look-up, never across an await.
pub(crate) struct Table {
    pub(crate) encoding: Encoding,
    waiting: Mutex<Option<HashMap<u64, Waiting>>>,
    /// Events since the last line of the log.
    events_seen: AtomicU64,
    /// Events so far.
    published: AtomicU64,
    /// The queues of those that read events; `None` once there will be no more.
    readers: Mutex<Option<Vec<Weak<Queue>>>>,
    event_capacity: usize,
    closed: watch::Sender<bool>,
    reason: OnceLock<String>,
}

impl Table {
    pub(crate) fn new(encoding: Encoding, event_capacity: usize) -> Self {
        Self {
            encoding,
            events_seen: AtomicU64::new(0),
            published: AtomicU64::new(0),
            waiting: Mutex::new(Some(HashMap::new())),
            readers: Mutex::new(Some(Vec::new())),
            event_capacity,
            closed: watch::Sender::new(false),
            reason: OnceLock::new(),
        }
    }

    /// Registers a waiter; on a closed table the receiver fails at once.
    pub(crate) fn expect(&self, id: u64, posted: Posted) -> oneshot::Receiver<Bytes> {
        let (sender, receiver) = oneshot::channel();
        match lock(&self.waiting).as_mut() {
            Some(waiting) => {
                waiting.insert(id, Waiting { posted, answer: Some(sender) });
            }
            None => log::failed(&posted, ErrorKind::Closed, 0),
        }
        receiver
    }

    /// Nobody waits for this answer any more.
    pub(crate) fn forget(&self, id: u64) {
        let mut table = lock(&self.waiting);
        let Some(waiting) = table.as_mut() else { return };
        if !log::is_on() {
            waiting.remove(&id);
        } else if let Some(waiting) = waiting.get_mut(&id) {
            waiting.answer = None;
        }
    }

    /// The answer did not come in time.
    pub(crate) fn give_up(&self, id: u64) {
        let waiting = lock(&self.waiting).as_mut().and_then(|waiting| waiting.remove(&id));
        if let Some(Waiting { posted, .. }) = waiting {
            log::failed(&posted, ErrorKind::Deadline, self.take_events());
        }
    }

    pub(crate) fn answer(&self, id: u64, message: Bytes) {
        let waiting = lock(&self.waiting).as_mut().and_then(|waiting| waiting.remove(&id));
        let Some(Waiting { posted, answer }) = waiting else { return };
        log::answered(&posted, self.encoding, &message, self.take_events());
        if let Some(waiter) = answer {
            // Fails when the waiter gave up in this very moment; then nobody wants the answer.
            let _ = waiter.send(message);
        }
    }

    pub(crate) fn publish(&self, event: &RawEvent) {
        self.events_seen.fetch_add(1, Ordering::Relaxed);
        self.published.fetch_add(1, Ordering::Release);
        log::event(event);
        if let Some(readers) = lock(&self.readers).as_mut() {
            readers.retain(|reader| reader.upgrade().map(|reader| reader.push(event.clone())).is_some());
        }
    }

    fn take_events(&self) -> u64 {
        self.events_seen.swap(0, Ordering::Relaxed)
    }

    pub(crate) fn published(&self) -> u64 {
        self.published.load(Ordering::Acquire)
    }

    pub(crate) fn subscribe(&self) -> Arc<Queue> {
        let queue = Arc::new(Queue::new(self.event_capacity));
        match lock(&self.readers).as_mut() {
            Some(readers) => readers.push(Arc::downgrade(&queue)),
            None => queue.close(),
        }
        queue
    }

    pub(crate) fn close(&self, reason: String) {
        // The first reason is the cause; later ones are its consequences.
        let _ = self.reason.set(reason);
        // Before anybody is told: who learns of it by a waiter that failed must find it closed.
        self.closed.send_replace(true);
        let waiting = lock(&self.waiting).take();
        for Waiting { posted, .. } in waiting.iter().flat_map(HashMap::values) {
            log::failed(posted, ErrorKind::Closed, self.take_events());
        }
        drop(waiting);
        let readers = lock(&self.readers).take();
        readers.iter().flatten().filter_map(Weak::upgrade).for_each(|reader| reader.close());
    }

    pub(crate) fn is_closed(&self) -> bool {
        *self.closed.borrow()
    }

    pub(crate) async fn closed(&self) {
        // Fails only when the sender is gone, which `self` owns.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }

    pub(crate) fn reason(&self) -> Option<&str> {
        self.reason.get().map(String::as_str)
    }

    pub(crate) fn closed_error(&self) -> Error {
        let reason = self.reason().unwrap_or("the connection was dropped");
        Error::new(ErrorKind::Closed, format!("the connection to the browser is gone: {reason}"))
    }
}

/// A lock cannot be left half-changed here, so a panic elsewhere does not make it unusable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
