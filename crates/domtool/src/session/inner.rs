//! A session: its tabs as they come and go, and what its callers remember of each.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU32, Ordering},
    },
};

use domtool_cdp::protocol::{TargetId, target};
use domtool_page::identity::StaleReason;

use super::owners::Routes;
use crate::{
    emulation::Emulation,
    observe::CallerState,
    shared::{BrowserShared, Forgotten, SessionShared, hand_over, release},
    tab::{Entry, Owner, Siblings, TabInner, Tabs},
};

/// The number of a tab that nobody is told of.
const HIDDEN: u32 = 0;

#[derive(Debug)]
pub(crate) struct SessionInner {
    pub(crate) shared: Arc<SessionShared>,
    pub(crate) siblings: Arc<Siblings>,
    /// Held while a tab is opened to be the current one.
    pub(super) opening: tokio::sync::Mutex<()>,
    pub(super) routes: Arc<Mutex<Routes>>,
    /// By the number of the tab.
    caller_states: Mutex<HashMap<u32, Arc<tokio::sync::Mutex<CallerState>>>>,
    next_number: AtomicU32,
    own: Weak<SessionInner>,
}

impl SessionInner {
    /// A session with no tabs yet; the one of this number will be the current one.
    pub(super) fn make(
        shared: SessionShared,
        routes: &Arc<Mutex<Routes>>,
        active: Option<u32>,
        next_number: u32,
    ) -> Arc<Self> {
        shared.browser.sessions.fetch_add(1, Ordering::Relaxed);
        Arc::new_cyclic(|own| Self {
            shared: Arc::new(shared),
            siblings: Arc::new(Siblings::with_active(active)),
            opening: tokio::sync::Mutex::default(),
            routes: Arc::clone(routes),
            caller_states: Mutex::default(),
            next_number: AtomicU32::new(next_number),
            own: Weak::clone(own),
        })
    }

    pub(crate) fn new(shared: SessionShared, routes: &Arc<Mutex<Routes>>) -> Arc<Self> {
        Self::make(shared, routes, None, 1)
    }

    pub(crate) fn browser(&self) -> &BrowserShared {
        &self.shared.browser
    }

    pub(crate) fn tabs(&self) -> MutexGuard<'_, Tabs> {
        self.siblings.tabs()
    }

    /// The number that the next tab gets.
    pub(super) fn next_number(&self) -> u32 {
        self.next_number.load(Ordering::Relaxed)
    }

    /// What its tabs know it by.
    pub(super) fn owner(&self) -> Owner {
        let renewer: Weak<SessionInner> = Weak::clone(&self.own);
        Owner { shared: Arc::clone(&self.shared), siblings: Arc::downgrade(&self.siblings), renewer }
    }

    /// What callers remember of a tab.
    pub(crate) fn caller_state_of(&self, tab: &TabInner) -> Arc<tokio::sync::Mutex<CallerState>> {
        Arc::clone(self.caller_states().entry(tab.number).or_insert_with(CallerState::shared))
    }

    pub(super) fn caller_states(&self) -> MutexGuard<'_, HashMap<u32, Arc<tokio::sync::Mutex<CallerState>>>> {
        self.caller_states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the pages of a new tab are to believe: what the session says, and what was said to the tab that opened it. In a person's
    /// tab the session says nothing.
    pub(super) fn believed_of(&self, tab: &TabInner, opener: Option<&TargetId>) -> Emulation {
        let own = if tab.borrowed { Emulation::default() } else { self.shared.emulation() };
        match opener.and_then(|opener| self.siblings.emulation_of(opener)) {
            Some(opener) => own.with(&opener),
            None => own,
        }
    }

    /// A tab appeared in our context. One that we did not ask for was opened by a page: its opener's tab tells of it
    /// (the current one, where the opener is not said: `noopener`). What the caller works on stays the same. One that was
    /// there on an earlier connection is known already.
    pub(crate) fn adopt_tab(self: &Arc<Self>, info: &target::TargetInfo) -> Arc<TabInner> {
        if let Some(known) = self.tabs().open.iter().find(|tab| tab.target() == info.target_id) {
            return Arc::clone(known);
        }
        hand_over(&info.target_id, &self.shared);
        let mut tabs = self.tabs();
        let attaching = tabs.attaching.iter().position(|target| target == &info.target_id);
        let opener = |tabs: &Tabs| {
            let opener = info.opener_id.as_ref()?;
            tabs.open.iter().find(|tab| &tab.target() == opener).cloned()
        };
        let requested = attaching.is_none() && tabs.requested > 0 && info.opener_id.is_none();
        let number = match requested && tabs.hidden {
            true => HIDDEN,
            false => self.next_number.fetch_add(1, Ordering::Relaxed),
        };
        let borrowed = attaching.is_some() || opener(&tabs).is_some_and(|opener| opener.borrowed);
        let tab = Arc::new(TabInner::new(number, info.target_id.clone(), self.owner(), borrowed));
        tab.state().title.clone_from(&info.title);
        let teller = {
            tabs.open.push(Arc::clone(&tab));
            if let Some(at) = attaching {
                tabs.attaching.swap_remove(at);
                // What its page said before is not news.
                tab.state().repeats = true;
                None
            } else if requested {
                tabs.requested -= 1;
                None
            } else {
                let current = || tabs.open.iter().find(|t| Some(t.number) == tabs.active).cloned();
                opener(&tabs).or_else(current)
            }
        };
        drop(tabs);
        if let Some(teller) = teller {
            self.tabs().openers.insert(number, teller.number);
            teller.update(|state| state.journal.push(Entry::TabOpened(number)));
        }
        tab
    }

    /// It is set up.
    pub(crate) fn tab_ready(&self, tab: &Arc<TabInner>) {
        self.tabs().ready.push(tab.target());
        self.siblings.changed();
    }

    pub(crate) fn tab_closed(&self, tab: &Arc<TabInner>) {
        {
            let mut tabs = self.tabs();
            tabs.open.retain(|other| !Arc::ptr_eq(other, tab));
            tabs.ready.retain(|target| target != &tab.target());
            let opener = tabs.openers.remove(&tab.number);
            if tabs.active == Some(tab.number) {
                tabs.taken_back = tab.state().taken_back;
                // A popup that is done leaves its caller where it came from.
                let opener = opener.filter(|opener| tabs.open.iter().any(|other| other.number == *opener));
                tabs.active = opener.filter(|_| !tabs.taken_back);
            }
            let number = tab.number;
            let teller = tabs.open.iter().find(|other| Some(other.number) == tabs.active);
            if let Some(teller) = teller {
                teller.update(|state| state.journal.push(Entry::TabClosed(number)));
            }
        }
        self.caller_states().remove(&tab.number);
        release(&tab.target(), &self.shared);
        self.shared.forget_ids(Forgotten::Page(tab.target(), StaleReason::TabClosed));
        self.siblings.changed();
    }
}

impl Drop for SessionInner {
    fn drop(&mut self) {
        self.shared.browser.sessions.fetch_sub(1, Ordering::Relaxed);
    }
}
