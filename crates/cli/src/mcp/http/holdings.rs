//! [`Holdings`]: which client holds which sessions of the protocol. Clients often leave theirs without a word, so a client that has many gets
//! the next one all the same, and one of its own gives way: one in which nothing was asked since it began, else the one that was used
//! longest ago. So nobody is locked out by what they left, nor by what others do.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// So many sessions one client may hold.
pub(super) const MOST_OF_ONE: usize = 256;

/// All that are held.
#[derive(Debug, Default)]
pub(super) struct Holdings(Mutex<HashMap<Arc<str>, Held>>);

/// The ids of one client's sessions, those that were used last behind the others.
#[derive(Debug, Default)]
struct Held {
    begun: VecDeque<String>,
    used: VecDeque<String>,
}

impl Held {
    /// Takes a session out. Whether it was there.
    fn take(&mut self, session: &str) -> bool {
        let Self { begun, used } = self;
        [begun, used].into_iter().any(|sessions| {
            let at = sessions.iter().position(|other| other == session);
            at.and_then(|at| sessions.remove(at)).is_some()
        })
    }
}

impl Holdings {
    fn all(&self) -> MutexGuard<'_, HashMap<Arc<str>, Held>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A client has one more. Which one gives way to it, where it has too many.
    pub(super) fn began(&self, client: &Arc<str>, session: &str) -> Option<String> {
        let mut all = self.all();
        let held = all.entry(Arc::clone(client)).or_default();
        let gives_way = match held.begun.len() + held.used.len() >= MOST_OF_ONE {
            true => held.begun.pop_front().or_else(|| held.used.pop_front()),
            false => None,
        };
        held.begun.push_back(session.to_owned());
        gives_way
    }

    /// Something is asked in a session. Whether the client holds it.
    pub(super) fn used(&self, client: &Arc<str>, session: &str) -> bool {
        let mut all = self.all();
        let Some(held) = all.get_mut(client) else { return false };
        let is_held = held.take(session);
        if is_held {
            held.used.push_back(session.to_owned());
        }
        is_held
    }

    /// A session of a client is no more.
    pub(super) fn ended(&self, client: &Arc<str>, session: &str) {
        if let Some(held) = self.all().get_mut(client) {
            held.take(session);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_begins_ever_new_sessions_uses_up_its_own() {
        let (holdings, greedy, other) = (Holdings::default(), Arc::from("greedy"), Arc::from("other"));
        assert_eq!(holdings.began(&other, "o"), None);
        for number in 0..MOST_OF_ONE {
            assert_eq!(holdings.began(&greedy, &number.to_string()), None);
        }
        // Those that are used stay while there are others.
        assert!(holdings.used(&greedy, "0"));
        let more = 2 * MOST_OF_ONE;
        for number in MOST_OF_ONE..more {
            let gives_way = holdings.began(&greedy, &number.to_string());
            assert_eq!(gives_way, Some((number - MOST_OF_ONE + 1).to_string()));
        }
        assert!(holdings.used(&other, "o") && holdings.used(&greedy, "0") && !holdings.used(&greedy, "1"));
        // Where all are used, it is the one that was used longest ago.
        for number in more - MOST_OF_ONE + 1..more {
            assert!(holdings.used(&greedy, &number.to_string()));
        }
        assert_eq!(holdings.began(&greedy, "last"), Some("0".to_owned()));
    }

    #[test]
    fn a_session_is_its_holders_alone_until_it_ends() {
        let (holdings, one, other) = (Holdings::default(), Arc::from("one"), Arc::from("other"));
        holdings.began(&one, "s");
        assert!(holdings.used(&one, "s") && !holdings.used(&other, "s") && !holdings.used(&one, "t"));
        holdings.ended(&other, "s");
        assert!(holdings.used(&one, "s"));
        holdings.ended(&one, "s");
        assert!(!holdings.used(&one, "s"));
    }
}
