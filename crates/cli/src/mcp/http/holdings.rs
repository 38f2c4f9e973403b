//! [`Holdings`]: which client holds which sessions of the protocol. Clients often leave theirs without a word, so a client that has many gets
//! the next one all the same, and one of its own gives way: one in which nothing was asked since it began, else the one that has rested
//! longest. None gives way that was used a moment ago: several programs may share a token, and one of them could take what the others work
//! with. So nobody is locked out by what they left, nor by what others do.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use crate::limits::{SESSION_IN_USE, SESSIONS_OF_CLIENT};

/// All that are held.
#[derive(Debug, Default)]
pub(super) struct Holdings(Mutex<HashMap<Arc<str>, Held>>);

/// The ids of one client's sessions, those that were used last behind the others.
#[derive(Debug, Default)]
struct Held {
    begun: VecDeque<String>,
    used: VecDeque<(String, Instant)>,
}

impl Held {
    fn is_full(&self) -> bool {
        self.begun.len() + self.used.len() >= SESSIONS_OF_CLIENT
    }

    /// Takes a session out. Whether it was there.
    fn take(&mut self, session: &str) -> bool {
        let count = self.begun.len() + self.used.len();
        self.begun.retain(|other| other != session);
        self.used.retain(|(other, _)| other != session);
        self.begun.len() + self.used.len() < count
    }
}

impl Holdings {
    fn all(&self) -> MutexGuard<'_, HashMap<Arc<str>, Held>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is room for one more of a client, or one of its own may give way.
    pub(super) fn may_begin(&self, client: &Arc<str>, now: Instant) -> bool {
        let all = self.all();
        let Some(held) = all.get(client).filter(|held| held.is_full()) else { return true };
        let rested = held.used.front().is_some_and(|(_, used)| now.duration_since(*used) >= SESSION_IN_USE);
        !held.begun.is_empty() || rested
    }

    /// A client has one more. Which one gives way to it, where it has too many.
    pub(super) fn began(&self, client: &Arc<str>, session: &str) -> Option<String> {
        let mut all = self.all();
        let held = all.entry(Arc::clone(client)).or_default();
        let gives_way = match held.is_full() {
            true => held.begun.pop_front().or_else(|| held.used.pop_front().map(|(session, _)| session)),
            false => None,
        };
        held.begun.push_back(session.to_owned());
        gives_way
    }

    /// Something is asked in a session. Whether the client holds it.
    pub(super) fn used(&self, client: &Arc<str>, session: &str, now: Instant) -> bool {
        let mut all = self.all();
        let Some(held) = all.get_mut(client) else { return false };
        let is_held = held.take(session);
        if is_held {
            held.used.push_back((session.to_owned(), now));
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
    use std::time::Duration;

    use super::*;

    #[test]
    fn who_begins_ever_new_sessions_uses_up_its_own() {
        let (holdings, greedy, other) = (Holdings::default(), Arc::from("greedy"), Arc::from("other"));
        let now = Instant::now();
        assert_eq!(holdings.began(&other, "o"), None);
        for number in 0..SESSIONS_OF_CLIENT {
            assert_eq!(holdings.began(&greedy, &number.to_string()), None);
        }
        // Those that are used stay while there are others.
        assert!(holdings.used(&greedy, "0", now));
        let more = 2 * SESSIONS_OF_CLIENT;
        for number in SESSIONS_OF_CLIENT..more {
            assert!(holdings.may_begin(&greedy, now));
            let gives_way = holdings.began(&greedy, &number.to_string());
            assert_eq!(gives_way, Some((number - SESSIONS_OF_CLIENT + 1).to_string()));
        }
        assert!(holdings.used(&other, "o", now));
        assert!(holdings.used(&greedy, "0", now) && !holdings.used(&greedy, "1", now));
        // Where all are used, none gives way until one has rested.
        for number in more - SESSIONS_OF_CLIENT + 1..more {
            assert!(holdings.used(&greedy, &number.to_string(), now + SESSION_IN_USE / 2));
        }
        assert!(!holdings.may_begin(&greedy, now + SESSION_IN_USE - Duration::from_secs(1)));
        assert!(holdings.may_begin(&other, now) && holdings.may_begin(&greedy, now + SESSION_IN_USE));
        assert_eq!(holdings.began(&greedy, "last"), Some("0".to_owned()));
    }

    #[test]
    fn a_session_is_its_holders_alone_until_it_ends() {
        let (holdings, one, other) = (Holdings::default(), Arc::from("one"), Arc::from("other"));
        holdings.began(&one, "s");
        let used = |client, session| holdings.used(client, session, Instant::now());
        assert!(used(&one, "s") && !used(&other, "s") && !used(&one, "t"));
        holdings.ended(&other, "s");
        assert!(used(&one, "s"));
        holdings.ended(&one, "s");
        assert!(!used(&one, "s"));
    }
}
