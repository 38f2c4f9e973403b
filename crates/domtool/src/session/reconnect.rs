//! A session that goes on after the connection to its browser broke: what it takes along from the one that it follows.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use domtool_cdp::protocol::{TargetId, target::TargetInfo};
use domtool_page::identity::StaleReason;
use tokio::{sync::watch, time::Instant};

use super::{Folder, Forgotten, SessionInner, Tabs};
use crate::{
    browser::BrowserInner,
    error::Error,
    tab::{Entry, State, TabInner},
};

/// How long a tab whose page waited for the answer to a dialog may take to show that it does so no more.
const DIALOG: Duration = Duration::from_secs(1);

impl SessionInner {
    /// One in the browser's default context that follows another there: its name, options, ids and current tab, and no tab yet.
    pub(crate) fn following(
        before: &SessionInner,
        downloads: Option<Folder>,
        browser: Arc<BrowserInner>,
    ) -> Self {
        let tabs = Tabs { active: before.active_number(), ..Tabs::default() };
        Self {
            name: before.name.clone(),
            context: None,
            options: before.options.clone(),
            downloads,
            browser,
            tabs: Mutex::new(tabs),
            opening: tokio::sync::Mutex::default(),
            clipping: Mutex::new(before.clipping()),
            changes: watch::Sender::new(0),
            registry: before.registry.clone(),
            next_number: AtomicU32::new(before.next_number.load(Ordering::Relaxed)),
            keys: before.keys.clone(),
            login_origin: before.login_origin.clone(),
            secrets: Arc::clone(&before.secrets),
        }
    }

    /// Takes over the tabs that are there yet; the ids of the others go stale, and the current tab's journal says which closed.
    pub(crate) async fn take_over(self: &Arc<Self>, before: &SessionInner, there: &[TargetInfo]) {
        let mut closed = Vec::new();
        for tab in before.open() {
            let Some(info) = there.iter().find(|info| info.target_id == tab.target()) else {
                self.forget_ids(Forgotten::Page(tab.target(), StaleReason::TabClosed));
                closed.push(tab.number);
                continue;
            };
            let (connection, names) = (self.browser.connection.clone(), self.browser.names());
            let again = TabInner::following(&tab, connection, Arc::downgrade(self), names).await;
            again.state().title.clone_from(&info.title);
            self.tabs().open.push(again);
        }
        let mut tabs = self.tabs();
        tabs.active = tabs.active.filter(|number| !closed.contains(number));
        for tab in &tabs.open {
            for number in &closed {
                tab.update(|state| state.journal.push(Entry::TabClosed(*number)));
            }
        }
    }

    /// Its tabs, in the order in which they were opened.
    pub(crate) fn open(&self) -> Vec<Arc<TabInner>> {
        self.tabs().open.clone()
    }

    /// Forgets a tab that closed before it could be attached to.
    pub(crate) fn forget(&self, target: &TargetId) {
        let tab = self.tabs().open.iter().find(|tab| &tab.target() == target).cloned();
        if let Some(tab) = tab {
            self.tab_closed(&tab);
        }
    }

    /// Waits until all its tabs are set up, with the frames in them. One that hangs or crashed may never be; what is asked of it
    /// says so.
    pub(crate) async fn settled(&self, within: Duration) -> bool {
        let deadline = Instant::now() + within;
        let blocked_from = Instant::now() + DIALOG;
        // A page that waits for the answer to a dialog is never set up.
        let given_up =
            |state: &State| state.crashed || state.left_dialog.is_some() && Instant::now() >= blocked_from;
        let ready = |tabs: &Tabs| {
            let is_ready = |tab: &Arc<TabInner>| given_up(&tab.state()) || tabs.ready.contains(&tab.target());
            tabs.open.iter().all(is_ready).then_some(())
        };
        let mut settled = self.until(blocked_from.min(deadline), ready).await.is_some()
            || self.until(deadline, ready).await.is_some();
        for tab in self.open() {
            let set_up = |state: &State| (given_up(state) || state.setting_up == 0).then_some(());
            settled &= tab.until(deadline, set_up).await.is_some();
            tab.update(|state| state.repeats = false);
        }
        settled
    }

    /// What is to be said once the connection to the browser has ended.
    pub(crate) fn lost(&self) -> Error {
        self.browser.lost()
    }
}
