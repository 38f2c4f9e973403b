//! The router: takes every event of the connection, in order, and hands it to the tab that it is about.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use domtool_cdp::{
    Connection, Message, RawEvent,
    protocol::{SessionId, browser as protocol, target},
};

use tokio::sync::watch;

use super::{
    downloads,
    owners::{Shared, attached_to},
};
use crate::{
    error::Result,
    session::SessionInner,
    tab::{self, TabInner},
};

/// Who gets which events.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    pub(super) sessions: Vec<Weak<SessionInner>>,
    pub(super) tabs: Vec<Arc<TabInner>>,
    /// Every attached target, by its protocol session.
    pub(super) channels: HashMap<SessionId, Arc<TabInner>>,
    pub(super) shared: Shared,
}

impl Routes {
    /// A tab has another tab's target from now on: what comes of that is for it.
    pub(super) fn hand_to(
        &mut self,
        tab: &Arc<TabInner>,
        fresh: &Arc<TabInner>,
        before: &[SessionId],
        now: &[SessionId],
    ) {
        self.tabs.retain(|other| !Arc::ptr_eq(other, fresh));
        self.channels.retain(|session, _| !before.contains(session));
        self.channels.extend(now.iter().map(|session| (session.clone(), Arc::clone(tab))));
    }
}

pub(super) fn lock(routes: &Mutex<Routes>) -> MutexGuard<'_, Routes> {
    routes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes every event of the connection, in order, until it closes.
pub(super) async fn route(
    connection: Connection,
    mut events: domtool_cdp::Events,
    routes: Weak<Mutex<Routes>>,
    routed: watch::Sender<u64>,
) {
    while let Some(message) = events.next().await {
        let count = if let Message::Lost(count) = &message { *count } else { 1 };
        let Some(routes) = routes.upgrade() else { return };
        match message {
            Message::Event(event) => {
                if let Err(error) = hand_over(&connection, &routes, &event) {
                    tracing::warn!(method = event.method(), %error, "an event that is not as the protocol has it");
                }
            }
            Message::Lost(count) => {
                tracing::warn!(count, "events were lost");
                for tab in &lock(&routes).tabs {
                    tab.update(|state| {
                        state
                            .journal
                            .push(tab::Entry::News(format!("{count} events of the browser were lost")))
                    });
                }
            }
        }
        routed.send_modify(|routed| *routed += count);
    }
    if let Some(routes) = routes.upgrade() {
        for tab in &lock(&routes).tabs {
            tab.update(tab::State::lose);
        }
    }
}

fn hand_over(connection: &Connection, routes: &Mutex<Routes>, event: &RawEvent) -> Result<()> {
    match event.method() {
        "Target.attachedToTarget" => {
            if let Some(attached) = event.decode::<target::AttachedToTarget>()? {
                attached_to(connection, routes, event.session_id(), attached);
            }
        }
        "Target.targetInfoChanged" => {
            if let Some(e) = event.decode::<target::TargetInfoChanged>()?
                && let Some(tab) =
                    lock(routes).tabs.iter().find(|tab| tab.target() == e.target_info.target_id)
            {
                tab.update(|state| state.title = e.target_info.title);
            }
        }
        "Target.targetDestroyed" => {
            if let Some(e) = event.decode::<target::TargetDestroyed>()? {
                let mut routes = lock(routes);
                routes.shared.held.retain(|(_, info)| info.target_id != e.target_id);
                routes.shared.expected.retain(|(target, _)| target != &e.target_id);
                if let Some(at) = routes.tabs.iter().position(|tab| tab.target() == e.target_id) {
                    let tab = routes.tabs.remove(at);
                    routes.channels.retain(|_, other| !Arc::ptr_eq(other, &tab));
                    drop(routes);
                    tab.update(tab::State::close);
                    if let Some(session) = tab.session.upgrade() {
                        session.tab_closed(&tab);
                    }
                }
            }
        }
        "Target.targetCrashed" => {
            if let Some(e) = event.decode::<target::TargetCrashed>()?
                && let Some(tab) = lock(routes).tabs.iter().find(|tab| tab.target() == e.target_id)
            {
                tab.update(|state| {
                    if let Some(session) = state.main().map(|main| main.session.clone()) {
                        state.crash(&session);
                    }
                });
            }
        }
        "Browser.downloadWillBegin" => {
            if let Some(mut e) = event.decode::<protocol::DownloadWillBegin>()? {
                let tabs = lock(routes).tabs.clone();
                if let Some(tab) = downloads::teller(&tabs, &e.frame_id) {
                    // The file gets the name that is told, so it may hold no secret either.
                    if let Some(session) = tab.session.upgrade() {
                        e.suggested_filename =
                            session.secrets().values.scrub(&e.suggested_filename).into_owned();
                    }
                    tab.update(|state| state.download_began(&e));
                }
            }
        }
        "Browser.downloadProgress" => {
            if let Some(e) = event.decode::<protocol::DownloadProgress>()? {
                let tabs = lock(routes).tabs.clone();
                if let Some(tab) = tabs.iter().find(|tab| tab.state().downloads.get(&e.guid).is_some()) {
                    let owner = tab.session.upgrade();
                    let folder = owner.as_ref().and_then(|owner| owner.downloads.as_ref());
                    tab.update(|state| state.download_moved(&e, folder));
                }
            }
        }
        method => {
            let Some(session) = event.session_id() else { return Ok(()) };
            let tab = lock(routes).channels.get(session).cloned();
            if let Some(tab) = tab {
                tab.apply(session, event);
            }
            if method == "Target.detachedFromTarget"
                && let Some(e) = event.decode::<target::DetachedFromTarget>()?
            {
                lock(routes).channels.remove(&e.session_id);
            }
        }
    }
    Ok(())
}
