//! Decides which session owns a new tab: the one that asked for it, the one whose page opened it, or none; a tab of the user's is
//! left alone.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use domtool_cdp::{
    Connection,
    protocol::{BrowserContextId, RequestId, SessionId, TargetId, runtime, target},
};

use super::SessionInner;
use crate::tab::{self, TabInner};

/// Which tab gets which events.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    pub(crate) sessions: Vec<Weak<SessionInner>>,
    pub(crate) tabs: Vec<Arc<TabInner>>,
    /// Every attached target, by its protocol session.
    pub(crate) channels: HashMap<SessionId, Arc<TabInner>>,
    /// The shared and service workers whose requests wait for us, by their protocol sessions.
    pub(crate) workers: HashMap<SessionId, Weak<SessionInner>>,
    pub(crate) default_context: DefaultContext,
    /// The numbers that pages were listed by, see [`crate::Session::available_tabs`].
    pub(crate) numbers: HashMap<TargetId, u32>,
    pub(crate) last_number: u32,
    /// Those of them that somebody was told of.
    pub(crate) told: HashSet<u32>,
}

/// A tab that was attached to.
#[derive(Debug)]
pub(crate) struct Arrival {
    channel: SessionId,
    pub(crate) info: target::TargetInfo,
    /// It waits until it is let run.
    paused: bool,
}

impl Routes {
    /// The session that a tab is in.
    pub(crate) fn session_of(&self, tab: &TabInner) -> Option<Arc<SessionInner>> {
        let mut sessions = self.sessions.iter().filter_map(Weak::upgrade);
        sessions.find(|session| Arc::ptr_eq(&session.shared, &tab.owner.shared))
    }

    /// Gives a tab the target of another tab: its events go to the former from now on.
    pub(crate) fn hand_to(
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

pub(crate) fn lock(routes: &Mutex<Routes>) -> MutexGuard<'_, Routes> {
    routes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What tells domtool's tabs from the user's in the browser's default context.
#[derive(Debug, Default)]
pub(crate) struct DefaultContext {
    /// Whether domtool launched the browser, so that a tab without an opener is domtool's, too.
    pub(crate) launched: bool,
    /// The context's id, known from the first tab of domtool's in it.
    pub(crate) context: Option<BrowserContextId>,
    /// How many tabs are being asked for.
    pub(crate) asking: u32,
    /// Tabs that came meanwhile, paused until it is known which one was asked for.
    pub(crate) held: Vec<Arrival>,
    /// Tabs that were asked for and have not come yet.
    pub(crate) expected: Vec<(TargetId, Weak<SessionInner>)>,
}

/// A target was attached: a new tab (told by the browser's session) or an out-of-process frame (told by its parent's).
pub(crate) fn attached_to(
    connection: &Connection,
    routes: &Mutex<Routes>,
    parent: Option<&SessionId>,
    event: target::AttachedToTarget,
) {
    let target::AttachedToTarget { session_id, target_info, waiting_for_debugger: paused } = event;
    match parent {
        None => {
            let mut routes = lock(routes);
            if target_info.r#type != "page" {
                return routes.take_worker(connection, session_id, &target_info);
            }
            let arrival = Arrival { channel: session_id, info: target_info, paused };
            match routes.owner_of(&arrival.info) {
                Some(owner) => take_in(&mut routes, &owner, arrival),
                None if routes.default_context.asking > 0 && arrival.info.r#type == "page" => {
                    routes.default_context.held.push(arrival);
                }
                None => let_be(connection, arrival.channel),
            }
        }
        // Of workers the requests are heard: they are the page's. Worklets are left alone. Chromium reports the request for a worker's
        // script to the page, under the target's id, and never its end: it has come when the worker has.
        Some(parent) if target_info.r#type != "iframe" => {
            let tab = lock(routes).channels.get(parent).cloned();
            if let Some(tab) = tab {
                let script = RequestId::from(target_info.target_id.as_str());
                tab.update(|state| state.journal.request_ended(&script, None));
                if target_info.r#type == "worker" {
                    lock(routes).channels.insert(session_id.clone(), Arc::clone(&tab));
                    return tab::attach_worker(&tab, session_id);
                }
            }
            drop(connection.channel(session_id.clone()).post(&runtime::RunIfWaitingForDebugger {}));
            let detach = target::DetachFromTarget { session_id: Some(session_id) };
            drop(connection.channel(parent.clone()).post(&detach));
        }
        Some(parent) => {
            let tab = {
                let mut routes = lock(routes);
                let Some(tab) = routes.channels.get(parent).cloned() else {
                    // Of a tab that is no session's any more: nobody else would let it run.
                    drop(connection.channel(session_id).post(&runtime::RunIfWaitingForDebugger {}));
                    return;
                };
                routes.channels.insert(session_id.clone(), Arc::clone(&tab));
                tab
            };
            let frame = domtool_cdp::protocol::FrameId::from(target_info.target_id.as_str());
            tab.update(|state| state.setting_up += 1);
            tokio::spawn(async move {
                if let Err(error) = tab::attach_frame(&tab, session_id, frame, paused).await {
                    tracing::debug!(%error, "a frame went away while it was set up");
                }
                tab.update(|state| state.setting_up -= 1);
            });
        }
    }
}

/// A new tab of a session: sets it up.
fn take_in(routes: &mut Routes, owner: &Arc<SessionInner>, arrival: Arrival) {
    let Arrival { channel, info, paused } = arrival;
    let tab = owner.adopt_tab(&info);
    routes.channels.insert(channel.clone(), Arc::clone(&tab));
    routes.tabs.push(Arc::clone(&tab));
    // A tab of an earlier connection keeps its emulation.
    let believed = match tab.reconnected {
        true => tab.state().emulation.clone(),
        false => owner.believed_of(&tab, info.opener_id.as_ref()),
    };
    let owner = Arc::clone(owner);
    tokio::spawn(async move {
        if let Err(error) = tab::attach_page(&tab, channel, believed, paused).await {
            tracing::debug!(%error, "a tab went away while it was set up");
        }
        owner.tab_ready(&tab);
    });
}

/// A target appeared. In a browser that is somebody else's, which attaches to none by itself: attaches to a tab that is a session's.
/// In any, to a worker whose requests are to wait for us.
pub(crate) fn opened(connection: &Connection, routes: &Mutex<Routes>, info: &target::TargetInfo) {
    let mut routes = lock(routes);
    // A service worker is not paused: one that is stopped and started again would wait for ever (Chromium 156).
    if info.r#type == "service_worker"
        && routes.owner_of_worker(info).is_some_and(|owner| owner.shared.has_logins())
    {
        let attach = target::AttachToTarget { target_id: info.target_id.clone(), flatten: Some(true) };
        drop(connection.browser().post(&attach));
        return;
    }
    // One that was asked for is attached to by whoever asked, and a prerendered page is no tab yet.
    let comes = routes.default_context.expected.iter().any(|(target, _)| target == &info.target_id)
        || routes.tabs.iter().any(|tab| tab.target() == info.target_id);
    if routes.default_context.launched || comes || info.subtype.is_some() {
        return;
    }
    if routes.owner_of(info).is_some() {
        let attach = target::AttachToTarget { target_id: info.target_id.clone(), flatten: Some(true) };
        drop(connection.browser().post(&attach));
    }
}

/// Leaves a tab of the user's alone: lets it run, and detaches from it.
fn let_be(connection: &Connection, channel: SessionId) {
    drop(connection.channel(channel.clone()).post(&runtime::RunIfWaitingForDebugger {}));
    drop(connection.browser().post(&target::DetachFromTarget { session_id: Some(channel) }));
}

impl Routes {
    /// The session whose logins and headers the requests of a shared or a service worker carry: the one whose context it is in.
    fn owner_of_worker(&self, info: &target::TargetInfo) -> Option<Arc<SessionInner>> {
        // In a browser that is somebody else's such workers serve the person's tabs as well.
        let is_worker = matches!(info.r#type.as_str(), "shared_worker" | "service_worker");
        let context =
            info.browser_context_id.as_ref().filter(|_| is_worker && self.default_context.launched)?;
        let sessions: Vec<_> = self.sessions.iter().filter_map(Weak::upgrade).collect();
        if let Some(own) = sessions.iter().find(|session| session.shared.context.as_ref() == Some(context)) {
            return Some(Arc::clone(own));
        }
        // All sessions of the browser's own context share its workers: where there are several, it is none's.
        let mut sharing = sessions.into_iter().filter(|session| session.shared.context.is_none());
        let (only, others) = (sharing.next(), sharing.next());
        only.filter(|_| others.is_none() && self.default_context.context.as_ref() == Some(context))
    }

    /// Has the requests of a worker that was attached to carry what those of its session's pages do.
    fn take_worker(&mut self, connection: &Connection, channel: SessionId, info: &target::TargetInfo) {
        match self.owner_of_worker(info) {
            Some(owner) => {
                self.workers.insert(channel.clone(), Arc::downgrade(&owner));
                let channel = connection.channel(channel);
                tab::hold_requests(&channel, &owner.shared);
                tab::hear_requests(&channel);
                drop(channel.post(&runtime::RunIfWaitingForDebugger {}));
            }
            None => let_be(connection, channel),
        }
    }

    /// The number that a page is listed by; it keeps it while the connection lasts.
    pub(super) fn number_of(&mut self, target: &TargetId) -> u32 {
        *self.numbers.entry(target.clone()).or_insert_with(|| {
            self.last_number += 1;
            self.last_number
        })
    }

    /// The session that owns a new tab, as far as that is known yet.
    fn owner_of(&mut self, info: &target::TargetInfo) -> Option<Arc<SessionInner>> {
        if info.r#type != "page" {
            return None;
        }
        self.sessions.retain(|session| session.strong_count() > 0);
        let context = info.browser_context_id.as_ref();
        let sessions: Vec<_> = self.sessions.iter().filter_map(Weak::upgrade).collect();
        if let Some(owner) =
            sessions.iter().find(|s| s.shared.context.is_some() && s.shared.context.as_ref() == context)
        {
            return Some(Arc::clone(owner));
        }
        if let Some(at) =
            self.default_context.expected.iter().position(|(target, _)| target == &info.target_id)
        {
            self.default_context.context = context.cloned();
            return self.default_context.expected.swap_remove(at).1.upgrade();
        }
        if let Some(opener) = &info.opener_id {
            return self.session_of(self.tabs.iter().find(|tab| &tab.target() == opener)?);
        }
        let mut sharing = sessions.into_iter().filter(|session| session.shared.context.is_none());
        let (only, others) = (sharing.next(), sharing.next());
        // The tab that the browser starts with is nobody's; it may come at any time, and shows a blank page. One that a page
        // opens has no address yet.
        let startup = info.url == "about:blank";
        let ours =
            self.default_context.launched && self.default_context.asking == 0 && others.is_none() && !startup;
        only.filter(|_| ours && context.is_some() && context == self.default_context.context.as_ref())
    }
}

/// While it lives, a tab is being asked for in the browser's default context. The tab may come before or after the answer that names
/// it, so tabs that come meanwhile are held.
pub(crate) struct Asking {
    routes: Arc<Mutex<Routes>>,
    connection: Connection,
}

impl Asking {
    pub(crate) fn begin(routes: &Arc<Mutex<Routes>>, connection: &Connection) -> Self {
        lock(routes).default_context.asking += 1;
        Self { routes: Arc::clone(routes), connection: connection.clone() }
    }

    /// Notes which target is the tab that was asked for.
    pub(crate) fn came(self, target: &TargetId, session: &Arc<SessionInner>) {
        let mut routes = lock(&self.routes);
        routes.default_context.expected.push((target.clone(), Arc::downgrade(session)));
        routes.settle_held(&self.connection);
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        let mut routes = lock(&self.routes);
        routes.default_context.asking -= 1;
        // Where no runtime is left, the browser is being left as well.
        if tokio::runtime::Handle::try_current().is_ok() {
            routes.settle_held(&self.connection);
        }
    }
}

impl Routes {
    /// Decides anew on the tabs that are held.
    fn settle_held(&mut self, connection: &Connection) {
        for arrival in std::mem::take(&mut self.default_context.held) {
            match self.owner_of(&arrival.info) {
                Some(owner) => take_in(self, &owner, arrival),
                None if self.default_context.asking > 0 => self.default_context.held.push(arrival),
                None => let_be(connection, arrival.channel),
            }
        }
    }
}
