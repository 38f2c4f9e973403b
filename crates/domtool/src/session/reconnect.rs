//! A session that goes on after the connection to its browser broke: what it takes along from the one that it follows.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use domtool_cdp::protocol::{TargetId, target::TargetInfo};
use domtool_page::identity::StaleReason;
use tokio::time::Instant;

use super::{SessionInner, owners::Routes};
use crate::{
    folder::Folder,
    observe::CallerState,
    shared::{BrowserShared, Forgotten, hand_over},
    tab::{Entry, State, TabInner, Tabs},
};

/// How long a tab whose page waited for the answer to a dialog may take to show that it does so no more.
const DIALOG: Duration = Duration::from_secs(1);

impl SessionInner {
    /// One in the browser's default context that follows another there: its name, options, ids and current tab, and no tab yet.
    pub(crate) fn following(
        before: &SessionInner,
        downloads: Option<Folder>,
        browser: Arc<BrowserShared>,
        routes: &Arc<Mutex<Routes>>,
    ) -> Arc<Self> {
        let shared = before.shared.following(downloads, browser);
        Self::make(shared, routes, before.siblings.active_number(), before.next_number())
    }

    /// Takes over the tabs that are there yet; the ids of the others go stale, and the current tab's journal says which closed.
    pub(crate) async fn take_over(&self, before: &SessionInner, there: &[TargetInfo]) {
        let mut closed = Vec::new();
        for tab in before.siblings.open() {
            let Some(info) = there.iter().find(|info| info.target_id == tab.target()) else {
                self.shared.forget_ids(Forgotten::Page(tab.target(), StaleReason::TabClosed));
                closed.push(tab.number);
                continue;
            };
            let caller_state = CallerState::take_over(&before.caller_state_of(&tab)).await;
            let again = TabInner::following(&tab, self.owner());
            hand_over(&again.target(), &self.shared);
            again.state().title.clone_from(&info.title);
            self.caller_states().insert(tab.number, caller_state);
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
        let mut settled = self.siblings.until(blocked_from.min(deadline), ready).await.is_some()
            || self.siblings.until(deadline, ready).await.is_some();
        for tab in self.siblings.open() {
            let set_up = |state: &State| (given_up(state) || state.setting_up == 0).then_some(());
            settled &= tab.until(deadline, set_up).await.is_some();
            tab.update(|state| state.repeats = false);
        }
        settled
    }
}
