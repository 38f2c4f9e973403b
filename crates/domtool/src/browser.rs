//! A browser: the process or the endpoint, its one connection, and the router that hands its events to tabs.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use domtool_cdp::{
    Connection, ConnectionOptions, Message, RawEvent,
    chromium::{Chromium, LaunchOptions},
    protocol::{BrowserContextId, SessionId, TargetId, browser as protocol, runtime, target},
};

use crate::{
    error::{Error, ErrorKind, Result},
    session::{Context, Session, SessionInner, SessionOptions},
    tab::{self, TabInner},
};

/// A Chromium process that we launched, or one that we are connected to. Cheap to clone.
///
/// A launched browser ends when the last clone is dropped, and with its owner's process however that ends.
#[derive(Clone, Debug)]
pub struct Browser {
    pub(crate) inner: Arc<BrowserInner>,
}

#[derive(Debug)]
pub(crate) struct BrowserInner {
    pub(crate) connection: Connection,
    /// Only for a launched one; taken out when it is closed.
    process: Mutex<Option<Chromium>>,
    notes: Vec<String>,
    version: String,
    routes: Arc<Mutex<Routes>>,
}

/// Who gets which events.
#[derive(Debug, Default)]
struct Routes {
    sessions: Vec<Weak<SessionInner>>,
    tabs: Vec<Arc<TabInner>>,
    /// Every attached target, by its protocol session.
    channels: HashMap<SessionId, Arc<TabInner>>,
    shared: Shared,
}

/// What tells our tabs from other people's in the browser's default context.
#[derive(Debug, Default)]
struct Shared {
    /// Whether the browser is ours, so that a tab without an opener is as well.
    launched: bool,
    /// The context's id, as our first tab in it tells.
    context: Option<BrowserContextId>,
    /// How many tabs are being asked for.
    asking: u32,
    /// Tabs that came meanwhile, paused until it is known whether one is what was asked for.
    held: Vec<(SessionId, target::TargetInfo)>,
    /// Tabs that were asked for and have not come yet.
    expected: Vec<(TargetId, Weak<SessionInner>)>,
}

impl Browser {
    /// Starts a Chromium.
    ///
    /// # Errors
    /// `NO_BROWSER` when there is none or it does not start; the message says why.
    pub async fn launch(options: LaunchOptions) -> Result<Browser> {
        Browser::of(Chromium::launch(options).await?).await
    }

    /// Takes over a Chromium that was started otherwise.
    ///
    /// # Errors
    /// `BROWSER_GONE`.
    pub async fn of(chromium: Chromium) -> Result<Browser> {
        let connection = chromium.connection().clone();
        let notes = chromium.notes().to_vec();
        Browser::new(connection, Some(chromium), notes).await
    }

    /// Connects to a Chromium that runs: `http://host:port` or `ws://...`. It goes on running when we leave.
    ///
    /// # Errors
    /// `NO_BROWSER` when nobody answers there.
    pub async fn connect(endpoint: &str) -> Result<Browser> {
        let connection = Connection::connect(endpoint, ConnectionOptions::default()).await?;
        Browser::new(connection, None, Vec::new()).await
    }

    async fn new(connection: Connection, process: Option<Chromium>, notes: Vec<String>) -> Result<Browser> {
        let shared = Shared { launched: process.is_some(), ..Shared::default() };
        let routes = Arc::new(Mutex::new(Routes { shared, ..Routes::default() }));
        let events = connection.events();
        tokio::spawn(route(connection.clone(), events, Arc::downgrade(&routes)));
        let root = connection.browser();
        let version = root.post(&protocol::GetVersion {});
        drop(root.post(&target::SetDiscoverTargets { discover: true, filter: None }));
        // New tabs come to us paused, so that nothing in them happens unseen.
        let attach = root.post(&target::SetAutoAttach {
            auto_attach: true,
            wait_for_debugger_on_start: true,
            flatten: Some(true),
            filter: Some(vec![
                target::FilterEntry { r#type: Some("page".to_owned()), exclude: None },
                target::FilterEntry { exclude: Some(true), r#type: None },
            ]),
        });
        let version = version.reply().await?.product;
        attach.reply().await?;
        let inner = BrowserInner { connection, process: Mutex::new(process), notes, version, routes };
        Ok(Browser { inner: Arc::new(inner) })
    }

    /// A new session, with cookies and storage of its own unless [`SessionOptions::context`] says otherwise.
    ///
    /// # Errors
    /// `BROWSER_GONE`.
    pub async fn session(&self, name: &str, options: SessionOptions) -> Result<Session> {
        let context = match options.context {
            Context::Default => None,
            Context::New => {
                let create = target::CreateBrowserContext { dispose_on_detach: Some(true) };
                Some(self.inner.connection.browser().call(&create).await?.browser_context_id)
            }
        };
        let inner = Arc::new(SessionInner::new(name, context, options, Arc::clone(&self.inner)));
        self.inner.routes().sessions.push(Arc::downgrade(&inner));
        Ok(Session { inner })
    }

    /// What was done to make it start here, and why (such as `--no-sandbox` as root).
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.inner.notes
    }

    /// Its product and version.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.inner.version
    }

    /// The process id of a launched browser.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.inner.process().as_ref().map(Chromium::pid)
    }

    /// Whether it is gone.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.inner.connection.is_closed()
    }

    /// Waits until it is gone.
    pub async fn gone(&self) {
        self.inner.connection.closed().await;
    }

    /// Ends a launched browser and removes its temporary profile; leaves one that we connected to.
    ///
    /// # Errors
    /// When the profile could not be removed.
    pub async fn close(&self) -> Result<()> {
        let process = self.inner.process().take();
        match process {
            Some(chromium) => chromium.close().await.map_err(Error::from),
            None => Ok(()),
        }
    }
}

impl BrowserInner {
    fn process(&self) -> MutexGuard<'_, Option<Chromium>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn routes(&self) -> MutexGuard<'_, Routes> {
        lock(&self.routes)
    }
}

fn lock(routes: &Mutex<Routes>) -> MutexGuard<'_, Routes> {
    routes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes every event of the connection, in order, until it closes.
async fn route(connection: Connection, mut events: domtool_cdp::Events, routes: Weak<Mutex<Routes>>) {
    while let Some(message) = events.next().await {
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
    }
    if let Some(routes) = routes.upgrade() {
        for tab in &lock(&routes).tabs {
            tab.update(tab::State::close);
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
                && let Some(tab) = lock(routes).tabs.iter().find(|tab| tab.target == e.target_info.target_id)
            {
                tab.update(|state| state.title = e.target_info.title);
            }
        }
        "Target.targetDestroyed" => {
            if let Some(e) = event.decode::<target::TargetDestroyed>()? {
                let mut routes = lock(routes);
                routes.shared.held.retain(|(_, info)| info.target_id != e.target_id);
                routes.shared.expected.retain(|(target, _)| target != &e.target_id);
                if let Some(at) = routes.tabs.iter().position(|tab| tab.target == e.target_id) {
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
                && let Some(tab) = lock(routes).tabs.iter().find(|tab| tab.target == e.target_id)
            {
                tab.update(|state| {
                    if let Some(session) = state.main().map(|main| main.session.clone()) {
                        state.crash(&session);
                    }
                });
            }
        }
        "Browser.downloadWillBegin" => {
            if let Some(e) = event.decode::<protocol::DownloadWillBegin>()? {
                let tabs = lock(routes).tabs.clone();
                if let Some(tab) = tabs.iter().find(|tab| tab.state().frames.contains_key(&e.frame_id)) {
                    tab.update(|state| state.download_began(&e));
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

/// A target was attached: a new tab (told by the browser's session) or an out-of-process frame (told by its parent's).
fn attached_to(
    connection: &Connection,
    routes: &Mutex<Routes>,
    parent: Option<&SessionId>,
    event: target::AttachedToTarget,
) {
    let target::AttachedToTarget { session_id, target_info, .. } = event;
    match parent {
        None => {
            let mut routes = lock(routes);
            match routes.owner_of(&target_info) {
                Some(owner) => take_in(&mut routes, &owner, session_id, &target_info),
                None if routes.shared.asking > 0 && target_info.r#type == "page" => {
                    routes.shared.held.push((session_id, target_info));
                }
                None => let_be(connection, session_id),
            }
        }
        Some(parent) => {
            let tab = {
                let mut routes = lock(routes);
                let Some(tab) = routes.channels.get(parent).cloned() else { return };
                routes.channels.insert(session_id.clone(), Arc::clone(&tab));
                tab
            };
            let frame = domtool_cdp::protocol::FrameId::from(target_info.target_id.as_str());
            tokio::spawn(async move {
                if let Err(error) = tab::attach_frame(&tab, session_id, frame).await {
                    tracing::debug!(%error, "a frame went away while it was set up");
                }
            });
        }
    }
}

/// A new tab of a session: sets it up.
fn take_in(routes: &mut Routes, owner: &Arc<SessionInner>, channel: SessionId, info: &target::TargetInfo) {
    let tab = owner.adopt_tab(info);
    routes.channels.insert(channel.clone(), Arc::clone(&tab));
    routes.tabs.push(Arc::clone(&tab));
    let (owner, viewport) = (Arc::clone(owner), owner.options.viewport);
    tokio::spawn(async move {
        if let Err(error) = tab::attach_page(&tab, channel, viewport).await {
            tracing::debug!(%error, "a tab went away while it was set up");
        }
        owner.tab_ready(&tab);
    });
}

/// Somebody else's tab.
fn let_be(connection: &Connection, channel: SessionId) {
    drop(connection.channel(channel.clone()).post(&runtime::RunIfWaitingForDebugger {}));
    drop(connection.browser().post(&target::DetachFromTarget { session_id: Some(channel) }));
}

impl Routes {
    /// Whose a new tab is, as far as that is known yet.
    fn owner_of(&mut self, info: &target::TargetInfo) -> Option<Arc<SessionInner>> {
        if info.r#type != "page" {
            return None;
        }
        self.sessions.retain(|session| session.strong_count() > 0);
        let context = info.browser_context_id.as_ref();
        let sessions: Vec<_> = self.sessions.iter().filter_map(Weak::upgrade).collect();
        if let Some(owner) = sessions.iter().find(|s| s.context.is_some() && s.context.as_ref() == context) {
            return Some(Arc::clone(owner));
        }
        if let Some(at) = self.shared.expected.iter().position(|(target, _)| target == &info.target_id) {
            self.shared.context = context.cloned();
            return self.shared.expected.swap_remove(at).1.upgrade();
        }
        if let Some(opener) = &info.opener_id {
            return self.tabs.iter().find(|tab| &tab.target == opener)?.session.upgrade();
        }
        let mut sharing = sessions.into_iter().filter(|session| session.context.is_none());
        let (only, others) = (sharing.next(), sharing.next());
        // The tab that the browser starts with is nobody's; it may come at any time, and shows a blank page. One that a page
        // opens has no address yet.
        let startup = info.url == "about:blank";
        let ours = self.shared.launched && self.shared.asking == 0 && others.is_none() && !startup;
        only.filter(|_| ours && context.is_some() && context == self.shared.context.as_ref())
    }
}

/// While it lives, a tab is being asked for in the browser's default context. Its coming and the answer that names it
/// are in no order, so what comes meanwhile is held.
pub(crate) struct Asking {
    browser: Arc<BrowserInner>,
}

impl Asking {
    pub(crate) fn begin(browser: &Arc<BrowserInner>) -> Self {
        browser.routes().shared.asking += 1;
        Self { browser: Arc::clone(browser) }
    }

    /// It is this one.
    pub(crate) fn came(self, target: &TargetId, session: &Arc<SessionInner>) {
        let mut routes = self.browser.routes();
        routes.shared.expected.push((target.clone(), Arc::downgrade(session)));
        routes.settle_held(&self.browser.connection);
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        let mut routes = self.browser.routes();
        routes.shared.asking -= 1;
        // Where no runtime is left, the browser is being left as well.
        if tokio::runtime::Handle::try_current().is_ok() {
            routes.settle_held(&self.browser.connection);
        }
    }
}

impl Routes {
    /// Decides anew on the tabs that are held.
    fn settle_held(&mut self, connection: &Connection) {
        for (channel, info) in std::mem::take(&mut self.shared.held) {
            match self.owner_of(&info) {
                Some(owner) => take_in(self, &owner, channel, &info),
                None if self.shared.asking > 0 => self.shared.held.push((channel, info)),
                None => let_be(connection, channel),
            }
        }
    }
}

impl From<domtool_cdp::Error> for Error {
    fn from(error: domtool_cdp::Error) -> Self {
        use domtool_cdp::ErrorKind as Wire;
        let kind = match error.kind() {
            Wire::Closed => return tab::browser_gone().after(tab::dispatched_of(&error)),
            Wire::Deadline => ErrorKind::Timeout,
            Wire::NoBrowser | Wire::Launch | Wire::Endpoint => ErrorKind::NoBrowser,
            _ => ErrorKind::Internal,
        };
        Error::new(kind, error.to_string()).after(tab::dispatched_of(&error))
    }
}
