//! What a tab remembers between operations, and of which of its callers: several clients may use one session, and what one
//! of them has seen is news to the others.

use std::{collections::VecDeque, sync::Arc};

use domtool_cdp::protocol::{BackendNodeId, FrameId, LoaderId};
use domtool_page::view::Outline;

use tokio::sync::Mutex;

use super::{ContentHash, IfChangedSince, Problem, Unconfirmed, selection::Selection};
use crate::tab::MOST_CALLERS;

/// No more lines of untold news than this are kept: the newest.
const MOST_UNTOLD: usize = 200;

/// What a tab remembers between operations: of the page, and of the caller whose operation runs.
#[derive(Debug, Default)]
pub(crate) struct CallerState {
    /// The document that was waited for to be worth looking at.
    pub(crate) ready: Option<LoaderId>,
    /// Whose operation runs, or ran last.
    pub(crate) caller: Caller,
    /// The others, those that called last first.
    others: VecDeque<Caller>,
}

/// What one caller has been told.
#[derive(Debug, Default)]
pub(crate) struct Caller {
    name: Arc<str>,
    /// What it last saw, for the next diff.
    pub(crate) seen: Option<Outline>,
    /// The hash of that, see [`domtool_page::view::content_hash`].
    pub(crate) hash: Option<u64>,
    /// The options of the whole view that it last saw (see `selection`): `hash` is known only for these.
    pub(crate) selection: Option<Selection>,
    /// The page's title then.
    pub(crate) title: Option<String>,
    /// What had the focus then.
    pub(crate) focus: Option<(FrameId, BackendNodeId)>,
    /// Which fields were invalid then.
    pub(crate) problems: Vec<Problem>,
    /// What its reports could not confirm: read again before its next call.
    pub(crate) unconfirmed: Vec<Unconfirmed>,
    /// Lines about those of them that the page took back, until the next answer says so.
    pub(crate) late: Vec<String>,
    /// News that an observation took from the journal and failed before it told them.
    pub(crate) untold: Vec<String>,
}

impl Caller {
    /// What an observation's hash would be if nothing changed; `None` where nothing is compared. A hash of other options is of another
    /// part of the page, or of another format.
    pub(super) fn known_hash(
        &self,
        since: Option<IfChangedSince>,
        selection: Selection,
    ) -> Option<ContentHash> {
        match since? {
            IfChangedSince::Hash(hash) => Some(hash),
            IfChangedSince::LastLook => {
                self.hash.filter(|_| self.selection == Some(selection)).map(|hash| selection.hash_of(hash))
            }
        }
    }

    /// Keeps news until they are told.
    pub(crate) fn owe(&mut self, news: Vec<String>) {
        self.untold.extend(news);
        let over = self.untold.len().saturating_sub(MOST_UNTOLD);
        self.untold.drain(..over);
    }
}

impl CallerState {
    /// Of a tab that is new. Operations on the tab take turns by the lock.
    pub(crate) fn shared() -> Arc<Mutex<CallerState>> {
        Arc::default()
    }

    /// Goes on with what was remembered of a tab on an earlier connection. What ran on it then has failed, and is waited for.
    pub(crate) async fn take_over(before: &Mutex<CallerState>) -> Arc<Mutex<CallerState>> {
        Arc::new(Mutex::new(std::mem::take(&mut *before.lock().await)))
    }

    /// An operation of this caller begins.
    pub(crate) fn enter(&mut self, name: &Arc<str>) {
        if *name == self.caller.name {
            return;
        }
        let known = self.others.iter().position(|other| other.name == *name);
        let back = known.and_then(|at| self.others.remove(at));
        let back = back.unwrap_or_else(|| Caller { name: Arc::clone(name), ..Caller::default() });
        let left = std::mem::replace(&mut self.caller, back);
        if left.seen.is_some() || left.title.is_some() || !left.untold.is_empty() || !left.late.is_empty() {
            self.others.push_front(left);
            self.others.truncate(MOST_CALLERS - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_caller_finds_its_own_again() {
        let mut caller_state = CallerState::default();
        for round in 0..3 {
            for name in ["", "a", "b"] {
                caller_state.enter(&name.into());
                let expected = (round > 0).then(|| format!("{name}{}", round - 1));
                assert_eq!(caller_state.caller.title, expected);
                caller_state.caller.title = Some(format!("{name}{round}"));
            }
        }
    }

    #[test]
    fn only_so_many_are_remembered() {
        let mut caller_state = CallerState::default();
        for at in 0..100 {
            caller_state.enter(&format!("caller {at}").as_str().into());
            caller_state.caller.title = Some(String::new());
        }
        assert_eq!(caller_state.others.len(), MOST_CALLERS - 1);
        caller_state.enter(&"caller 98".into());
        assert!(caller_state.caller.title.is_some());
        caller_state.enter(&"caller 5".into());
        assert!(caller_state.caller.title.is_none());
    }
}
