//! How many connections there are at once. One that has shown no token yet is a stranger: there is little room for strangers, and the
//! one that came first gives way to the next, so that a thousand that say nothing keep nobody out who has the token. Among those that have
//! shown one, a connection that is not at work gives way likewise: what one program leaves open keeps none out that shares its token. Where
//! there are several clients, one of them has half of the room at most.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use tokio::sync::Notify;

use crate::limits::{CONNECTIONS, STRANGERS};

/// All that there are.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    /// In the order in which they came.
    strangers: Mutex<VecDeque<Arc<Notify>>>,
    known: Mutex<Known>,
}

/// Those that have shown a token, of each client in the order in which they came.
#[derive(Debug, Default)]
struct Known {
    of: HashMap<Arc<str>, Vec<Seat>>,
    /// Requests that were answered so far.
    answered: u64,
}

/// A connection that has shown a token.
#[derive(Debug)]
struct Seat {
    go: Arc<Notify>,
    state: State,
}

/// Who gives way, the first of these first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    /// No request of it has come to its end yet.
    Begins,
    /// So many requests were answered when it had its last answer.
    Rests(u64),
    /// A request of it is being answered.
    Works,
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Visitor {
    all: Arc<Connections>,
    go: Arc<Notify>,
    /// It has shown the token of this client.
    known: OnceLock<Arc<str>>,
}

impl Known {
    /// Takes a place for one more of a client; `false` when there is no room.
    fn seat(&mut self, client: &Arc<str>, several: bool, go: &Arc<Notify>) -> bool {
        let most_of_one = if several { CONNECTIONS / 2 } else { CONNECTIONS };
        let own = self.of.get(client).map_or(0, Vec::len);
        let is_full = self.of.values().map(Vec::len).sum::<usize>() >= CONNECTIONS;
        let has_room = match own >= most_of_one {
            true => self.of.get_mut(client).is_some_and(one_gives_way),
            false => !is_full || self.largest_gives_way(own),
        };
        if has_room {
            let seat = Seat { go: Arc::clone(go), state: State::Begins };
            self.of.entry(Arc::clone(client)).or_default().push(seat);
        }
        has_room
    }

    /// One gives way of a client that has as many as this one at least, of those that have most first.
    fn largest_gives_way(&mut self, own: usize) -> bool {
        let mut larger: Vec<_> = self.of.values_mut().filter(|seats| seats.len() >= own).collect();
        larger.sort_by_key(|seats| std::cmp::Reverse(seats.len()));
        larger.into_iter().any(one_gives_way)
    }

    fn set(&mut self, client: &Arc<str>, go: &Arc<Notify>, state: State) {
        let seats = self.of.get_mut(client).into_iter().flatten();
        if let Some(seat) = seats.into_iter().find(|seat| Arc::ptr_eq(&seat.go, go)) {
            seat.state = state;
        }
    }

    fn leave(&mut self, client: &Arc<str>, go: &Arc<Notify>) {
        if let Some(seats) = self.of.get_mut(client) {
            seats.retain(|seat| !Arc::ptr_eq(&seat.go, go));
        }
        self.of.retain(|_, seats| !seats.is_empty());
    }
}

/// One of these that is not at work gives way. Whether there is one.
fn one_gives_way(seats: &mut Vec<Seat>) -> bool {
    let first = (0..seats.len()).min_by_key(|at| seats[*at].state);
    let Some(first) = first.filter(|at| seats[*at].state != State::Works) else { return false };
    seats.remove(first).go.notify_one();
    true
}

impl Connections {
    /// One more; the oldest stranger leaves if there are too many.
    pub(crate) fn arrived(all: &Arc<Self>) -> Visitor {
        let go = Arc::new(Notify::new());
        let mut strangers = all.strangers();
        strangers.push_back(Arc::clone(&go));
        if strangers.len() > STRANGERS
            && let Some(oldest) = strangers.pop_front()
        {
            oldest.notify_one();
        }
        drop(strangers);
        Visitor { all: Arc::clone(all), go, known: OnceLock::new() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
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
        if !self.all.known().seat(client, several, &self.go) {
            return false;
        }
        self.no_stranger();
        // Requests of one connection come one after the other: nobody else has set it.
        let _ = self.known.set(Arc::clone(client));
        true
    }

    /// A whole request of it is there.
    pub(super) fn works(&self) {
        if let Some(client) = self.known.get() {
            self.all.known().set(client, &self.go, State::Works);
        }
    }

    /// Its request was answered; what is left of the answer may still be sent.
    pub(super) fn rests(&self) {
        if let Some(client) = self.known.get() {
            let mut known = self.all.known();
            known.answered += 1;
            let state = State::Rests(known.answered);
            known.set(client, &self.go, state);
        }
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
        if let Some(client) = self.known.get() {
            self.all.known().leave(client, &self.go);
        }
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
        let strangers: Vec<_> = (0..=STRANGERS).map(|_| Connections::arrived(&all)).collect();
        let leaving: Vec<_> = strangers.iter().map(goes).collect();
        assert_eq!(leaving.iter().position(|goes| *goes), Some(0), "the oldest");
        assert_eq!(leaving.iter().filter(|goes| **goes).count(), 1);
        assert!(!goes(&known));
    }

    fn known(all: &Arc<Connections>, client: &str, several: bool) -> Option<Visitor> {
        let visitor = Connections::arrived(all);
        visitor.introduce(&Arc::from(client), several).then_some(visitor)
    }

    fn at_work(all: &Arc<Connections>, client: &str, several: bool) -> Visitor {
        let visitor = known(all, client, several).unwrap();
        visitor.works();
        visitor
    }

    #[test]
    fn there_is_room_for_so_many_and_again_when_one_leaves() {
        let all = Arc::new(Connections::default());
        let mut visitors: Vec<_> = (0..CONNECTIONS).map(|_| at_work(&all, "", false)).collect();
        assert!(known(&all, "", false).is_none());
        visitors.pop();
        assert!(known(&all, "", false).is_some_and(|visitor| visitor.introduce(&Arc::from(""), false)));
        visitors.clear();
        visitors.extend((0..CONNECTIONS / 2).map(|_| at_work(&all, "greedy", true)));
        assert!(known(&all, "greedy", true).is_none(), "it has half");
        visitors.extend((0..CONNECTIONS / 2).map(|at| at_work(&all, &at.to_string(), true)));
        assert!(known(&all, "late", true).is_none());
    }

    #[test]
    fn what_rests_gives_way_and_nothing_at_work() {
        let all = Arc::new(Connections::default());
        let works = at_work(&all, "", false);
        let patient = at_work(&all, "", false);
        patient.rests();
        let half_open: Vec<_> = (0..300).map(|_| known(&all, "", false).unwrap()).collect();
        assert!(!goes(&works) && !goes(&patient));
        assert_eq!(half_open.iter().filter(|visitor| goes(visitor)).count(), 300 + 2 - CONNECTIONS);
        for visitor in &half_open {
            visitor.works();
        }
        assert!(known(&all, "", false).is_some() && goes(&patient), "the only one that rests");
        assert!(!goes(&works));
    }

    #[test]
    fn the_client_that_has_most_gives_way_to_one_that_has_less() {
        let all = Arc::new(Connections::default());
        let greedy: Vec<_> = (0..CONNECTIONS / 2).map(|_| known(&all, "greedy", true).unwrap()).collect();
        let others: Vec<_> =
            (0..CONNECTIONS / 2).map(|at| known(&all, &at.to_string(), true).unwrap()).collect();
        let _late = known(&all, "late", true).unwrap();
        assert!(goes(&greedy[0]) && !others.iter().any(goes));
    }
}
