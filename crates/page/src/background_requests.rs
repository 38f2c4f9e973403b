//! Tells the requests that a page makes by itself (polls, beacons) from those that an action made it send.
//!
//! A request to the same address, from the same place in the page's scripts, that was sent while nobody acted is a background
//! request; when it is sent again during an action, it is no effect of that action. One that is sent once more because the same
//! button was clicked once more is an effect. Fixture: effects.html with `?poll`.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::limits::COUNTED_REQUESTS;

/// A request soon after an action may be its late effect; one that came at such a moment this often is a background request.
const TAIL: u32 = 2;

/// When a request began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestPhase {
    /// While an action ran.
    Acting,
    /// Soon after one.
    After,
    /// While nobody did anything.
    Idle,
}

/// What is asked for, and from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request<'a> {
    /// Its method.
    pub method: &'a str,
    /// Its address without the query, which often counts up.
    pub address: &'a str,
    /// Hash of the calls that led to it; 0 where no script did.
    pub calls: u64,
}

/// The state machine. It counts each request by the moments at which it was sent.
#[derive(Debug, Default)]
pub struct BackgroundRequests {
    seen: FxHashMap<u64, (u32, u32)>,
    /// One that was sent no more often than this while nobody acted is none.
    most_idle: u32,
}

impl BackgroundRequests {
    /// Of what is sent on a whim, too: it takes more than this often while nobody acts.
    #[must_use]
    pub fn that_come_more_than(most_idle: u32) -> Self {
        Self { most_idle, ..Self::default() }
    }

    /// Counts a request; says whether it is a background request.
    pub fn note(&mut self, request: Request<'_>, phase: RequestPhase) -> bool {
        let mut hasher = FxHasher::default();
        request.hash(&mut hasher);
        let key = hasher.finish();
        if self.seen.len() >= COUNTED_REQUESTS && !self.seen.contains_key(&key) {
            self.seen.clear();
        }
        let (idle, after) = self.seen.entry(key).or_default();
        let habit = *idle > self.most_idle || *after >= TAIL;
        match phase {
            RequestPhase::Acting => {}
            RequestPhase::After => *after += 1,
            RequestPhase::Idle => *idle += 1,
        }
        habit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(
        background_requests: &mut BackgroundRequests,
        method: &str,
        calls: u64,
        phase: RequestPhase,
    ) -> bool {
        background_requests.note(Request { method, address: "/a", calls }, phase)
    }

    #[test]
    fn a_poll_is_a_habit_also_when_it_falls_into_an_action() {
        let mut background_requests = BackgroundRequests::default();
        assert!(!note(&mut background_requests, "GET", 1, RequestPhase::Acting), "the page's start");
        assert!(!note(&mut background_requests, "GET", 1, RequestPhase::Idle));
        assert!(note(&mut background_requests, "GET", 1, RequestPhase::Acting));
    }

    #[test]
    fn a_quick_poll_is_a_habit_also_when_actions_follow_each_other() {
        let mut background_requests = BackgroundRequests::default();
        for _ in 0..2 {
            assert!(!note(&mut background_requests, "GET", 1, RequestPhase::After));
            assert!(!note(&mut background_requests, "GET", 2, RequestPhase::Acting));
        }
        assert!(note(&mut background_requests, "GET", 1, RequestPhase::Acting));
    }

    #[test]
    fn clicking_again_is_no_habit() {
        let mut background_requests = BackgroundRequests::default();
        assert!((0..9).all(|_| !note(&mut background_requests, "POST", 7, RequestPhase::Acting)));
        assert!(
            !note(&mut background_requests, "POST", 8, RequestPhase::Idle),
            "the same address from elsewhere"
        );
        assert!(!note(&mut background_requests, "POST", 7, RequestPhase::Acting));
    }

    #[test]
    fn what_is_sent_on_a_whim_is_a_habit_where_it_comes_often() {
        let mut messages = BackgroundRequests::that_come_more_than(2);
        for habit in [false, false, false, true] {
            assert_eq!(note(&mut messages, "message", 0, RequestPhase::Acting), habit);
            note(&mut messages, "message", 0, RequestPhase::Idle);
        }
    }

    #[test]
    fn memory_is_bounded() {
        let mut background_requests = BackgroundRequests::default();
        for calls in 0..5_000 {
            note(&mut background_requests, "GET", calls, RequestPhase::Idle);
        }
        assert!(background_requests.seen.len() <= COUNTED_REQUESTS);
    }
}
