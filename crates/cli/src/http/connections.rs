//! How many connections there are at once. One that has shown no token yet is a stranger: there is little room for strangers, and the
//! one that came first gives way to the next, so that a thousand that say nothing keep nobody out who has the token.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// So many may be here before they have shown the token.
const MOST_STRANGERS: usize = 64;
/// So many that have shown it.
const MOST_KNOWN: usize = 256;

/// All that there are.
#[derive(Debug)]
pub(crate) struct Connections {
    /// In the order in which they came.
    strangers: Mutex<VecDeque<Arc<Notify>>>,
    /// Room for those that have shown the token.
    room: Arc<Semaphore>,
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Visitor {
    all: Arc<Connections>,
    go: Arc<Notify>,
    /// It has shown the token.
    known: OnceLock<OwnedSemaphorePermit>,
}

impl Default for Connections {
    fn default() -> Self {
        Self { strangers: Mutex::default(), room: Arc::new(Semaphore::new(MOST_KNOWN)) }
    }
}

impl Connections {
    /// One more; the oldest stranger leaves if there are too many.
    pub(crate) fn arrived(all: &Arc<Self>) -> Visitor {
        let go = Arc::new(Notify::new());
        let mut strangers = all.strangers();
        strangers.push_back(Arc::clone(&go));
        if strangers.len() > MOST_STRANGERS
            && let Some(oldest) = strangers.pop_front()
        {
            oldest.notify_one();
        }
        drop(strangers);
        Visitor { all: Arc::clone(all), go, known: OnceLock::new() }
    }

    fn strangers(&self) -> MutexGuard<'_, VecDeque<Arc<Notify>>> {
        self.strangers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Visitor {
    /// It has shown the token. `false` when there is no room for one more.
    pub(crate) fn introduce(&self) -> bool {
        if self.known.get().is_some() {
            return true;
        }
        let Ok(seat) = Arc::clone(&self.all.room).try_acquire_owned() else { return false };
        self.no_stranger();
        // Requests of one connection come one after the other: nobody else has set it.
        let _ = self.known.set(seat);
        true
    }

    /// Waits until it has to make room.
    pub(crate) async fn must_go(&self) {
        self.go.notified().await;
    }

    fn no_stranger(&self) {
        self.all.strangers().retain(|other| !Arc::ptr_eq(other, &self.go));
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        self.no_stranger();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goes(visitor: &Visitor) -> bool {
        at_once(visitor.must_go()).is_some()
    }

    /// What a future has to say at once.
    fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        match std::pin::pin!(future).poll(&mut context) {
            std::task::Poll::Ready(value) => Some(value),
            std::task::Poll::Pending => None,
        }
    }

    #[test]
    fn the_oldest_stranger_gives_way_and_nobody_who_is_known() {
        let all = Arc::new(Connections::default());
        let known = Connections::arrived(&all);
        assert!(known.introduce());
        let gone = Connections::arrived(&all);
        drop(gone);
        let strangers: Vec<_> = (0..=MOST_STRANGERS).map(|_| Connections::arrived(&all)).collect();
        let leaving: Vec<_> = strangers.iter().map(goes).collect();
        assert_eq!(leaving.iter().position(|goes| *goes), Some(0), "the oldest");
        assert_eq!(leaving.iter().filter(|goes| **goes).count(), 1);
        assert!(!goes(&known));
    }

    #[test]
    fn there_is_room_for_so_many_and_again_when_one_leaves() {
        let all = Arc::new(Connections::default());
        let known = || {
            let visitor = Connections::arrived(&all);
            visitor.introduce().then_some(visitor)
        };
        let mut visitors: Vec<_> = (0..MOST_KNOWN).map(|_| known().unwrap()).collect();
        assert!(known().is_none());
        visitors.pop();
        assert!(known().is_some_and(|visitor| visitor.introduce()));
    }
}
