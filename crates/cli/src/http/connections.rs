//! How many connections there are at once. One that has shown no token yet is a stranger: there is little room for strangers, and the
//! one that came first gives way to the next, so that a thousand that say nothing keep nobody out who has the token. Where there are
//! several clients, one of them has half of the room at most.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use tokio::sync::Notify;

/// So many may be here before they have shown the token.
const MOST_STRANGERS: usize = 64;
/// So many that have shown it.
const MOST_KNOWN: usize = 256;

/// All that there are.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    /// In the order in which they came.
    strangers: Mutex<VecDeque<Arc<Notify>>>,
    /// How many there are of each client.
    known: Mutex<HashMap<Arc<str>, usize>>,
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Visitor {
    all: Arc<Connections>,
    go: Arc<Notify>,
    /// It has shown the token.
    known: OnceLock<Seat>,
}

/// The place of one that has shown a token, free again when it is dropped.
#[derive(Debug)]
struct Seat {
    all: Arc<Connections>,
    client: Arc<str>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut known = self.all.known();
        if let Some(count) = known.get_mut(&self.client) {
            *count -= 1;
        }
        known.retain(|_, count| *count > 0);
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

    /// A place for one more of a client; `None` when there is no room.
    fn seat(all: &Arc<Self>, client: &Arc<str>, several: bool) -> Option<Seat> {
        let mut known = all.known();
        let most_of_one = if several { MOST_KNOWN / 2 } else { MOST_KNOWN };
        let own = known.get(client).copied().unwrap_or_default();
        if own >= most_of_one || known.values().sum::<usize>() >= MOST_KNOWN {
            return None;
        }
        known.insert(Arc::clone(client), own + 1);
        Some(Seat { all: Arc::clone(all), client: Arc::clone(client) })
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Arc<str>, usize>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn strangers(&self) -> MutexGuard<'_, VecDeque<Arc<Notify>>> {
        self.strangers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Visitor {
    /// It has shown a client's token; whether there are several clients. `false` when there is no room for one more.
    pub(crate) fn introduce(&self, client: &Arc<str>, several: bool) -> bool {
        if self.known.get().is_some() {
            return true;
        }
        let Some(seat) = Connections::seat(&self.all, client, several) else { return false };
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
        assert!(known.introduce(&Arc::from(""), false));
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
        let known = |client: &str, several: bool| {
            let visitor = Connections::arrived(&all);
            visitor.introduce(&Arc::from(client), several).then_some(visitor)
        };
        let mut visitors: Vec<_> = (0..MOST_KNOWN).map(|_| known("", false).unwrap()).collect();
        assert!(known("", false).is_none());
        visitors.pop();
        assert!(known("", false).is_some_and(|visitor| visitor.introduce(&Arc::from(""), false)));
        visitors.clear();
        visitors.extend((0..MOST_KNOWN / 2).map(|_| known("greedy", true).unwrap()));
        assert!(known("greedy", true).is_none(), "it has half");
        visitors.extend((0..MOST_KNOWN / 2).map(|at| known(&at.to_string(), true).unwrap()));
        assert!(known("late", true).is_none());
    }
}
