//! The tabs of a session, as they come and go.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domtool_cdp::protocol::TargetId;
use tokio::{sync::watch, time::Instant};

use super::{TabInner, hold_requests};
use crate::emulation::Emulation;

#[derive(Debug)]
pub(crate) struct Siblings {
    tabs: Mutex<Tabs>,
    /// Counts tabs that are ready or gone, for those who wait for one.
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
pub(crate) struct Tabs {
    pub(crate) open: Vec<Arc<TabInner>>,
    pub(crate) ready: Vec<TargetId>,
    pub(crate) active: Option<u32>,
    /// Which tab's page opened which.
    pub(crate) openers: HashMap<u32, u32>,
    /// The one that was the current one last was taken back by its person.
    pub(crate) taken_back: bool,
    /// How many tabs domtool asked for that have not appeared yet.
    pub(crate) requested: u32,
    /// What was asked for is a tab that nobody is told of, so it takes no number.
    pub(crate) hidden: bool,
    /// Tabs that are being taken.
    pub(crate) attaching: Vec<TargetId>,
}

impl Siblings {
    /// No tabs yet; the one with this number becomes the current one.
    pub(crate) fn with_active(active: Option<u32>) -> Self {
        let tabs = Tabs { active, ..Tabs::default() };
        Self { tabs: Mutex::new(tabs), changes: watch::Sender::new(0) }
    }

    /// Never held across an await.
    pub(crate) fn tabs(&self) -> MutexGuard<'_, Tabs> {
        self.tabs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those that are open, in the order in which they were opened.
    pub(crate) fn open(&self) -> Vec<Arc<TabInner>> {
        self.tabs().open.clone()
    }

    pub(crate) fn find(&self, number: u32) -> Option<Arc<TabInner>> {
        self.tabs().open.iter().find(|tab| tab.number == number).cloned()
    }

    pub(crate) fn active_number(&self) -> Option<u32> {
        self.tabs().active
    }

    /// The one whose page opened that of this number, and those that its page opened.
    pub(crate) fn related(&self, number: u32) -> Vec<Arc<TabInner>> {
        let tabs = self.tabs();
        let opener = tabs.openers.get(&number);
        let is_related = |other: &Arc<TabInner>| {
            Some(&other.number) == opener || tabs.openers.get(&other.number) == Some(&number)
        };
        tabs.open.iter().filter(|other| is_related(other)).cloned().collect()
    }

    /// Whether some may be behind others.
    pub(crate) fn are_several(&self) -> bool {
        self.tabs().open.len() > 1
    }

    /// One came or went, or can be used now.
    pub(crate) fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Waits until a look at the tabs gives something, or the deadline.
    pub(crate) async fn until<T>(
        &self,
        deadline: Instant,
        mut look: impl FnMut(&Tabs) -> Option<T>,
    ) -> Option<T> {
        let mut changes = self.changes.subscribe();
        loop {
            changes.mark_unchanged();
            if let Some(found) = look(&self.tabs()) {
                return Some(found);
            }
            if !matches!(tokio::time::timeout_at(deadline, changes.changed()).await, Ok(Ok(()))) {
                return None;
            }
        }
    }

    /// What was said to a tab that opens another.
    pub(crate) fn emulation_of(&self, target: &TargetId) -> Option<Emulation> {
        let opener = self.tabs().open.iter().find(|tab| tab.target() == *target).cloned();
        opener.map(|opener| opener.state().emulation.clone())
    }

    /// From now on the requests of all of them that concern the session wait for us.
    pub(crate) fn hold_requests(&self) {
        for tab in self.open().iter().filter(|tab| !tab.borrowed) {
            for attachment in &tab.state().attachments {
                hold_requests(&attachment.channel, &tab.owner.shared);
            }
        }
    }
}
