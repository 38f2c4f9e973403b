//! A session: domtool's named, lasting context with its tabs and the ids it gave out.

use std::{
    hash::{BuildHasher, RandomState},
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use domtool_cdp::protocol::{BrowserContextId, TargetId, target};
use domtool_page::{identity::Registry, identity::StaleReason, snapshot::PrivacyRules};
use tokio::{sync::watch, time::Instant};

use crate::{
    act::{ActOptions, Action, Clipping},
    browser::{Asking, BrowserInner},
    error::{Error, ErrorKind, Result},
    report::{Report, TabInfo},
    tab::{Entry, Tab, TabInner, emulation::Emulation},
};

mod folder;
mod reconnect;

pub(crate) use folder::Folder;

/// Whose cookies and storage a session has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Context {
    /// Its own, forgotten when it is closed.
    #[default]
    New,
    /// Those of the browser's profile, shared with every tab of it that is not ours. Only tabs that the session opened,
    /// and those that they open, are touched. Of a browser that we are only connected to, a tab that severs itself from
    /// its opener (`noopener`) cannot be told from the user's, and is left alone.
    Default,
}

/// How a session is.
#[derive(Clone, Debug)]
pub struct SessionOptions {
    /// The size of the viewport, CSS pixels; `None` for whatever the window leaves.
    pub viewport: Option<(u32, u32)>,
    /// What its pages are to believe of their device, until a tab is told otherwise ([`Action::Emulate`]).
    pub emulation: Emulation,
    /// Where downloads go; `None` for a directory of its own that is gone with the session.
    pub downloads: Option<PathBuf>,
    /// Whether `file:` addresses may be opened.
    pub files: bool,
    /// Whether `data:` and `chrome:` addresses may be opened.
    pub internal: bool,
    /// An open dialog that nobody answers is dismissed after this long, so that nothing hangs.
    pub dialog_patience: Duration,
    /// What to mask, beyond what is always masked.
    pub privacy: PrivacyRules,
    /// The number of the first id, 1 by default. A session that takes another one's place (its browser was lost) goes on
    /// at that one's [`Session::next_id`], so that none of its ids comes to mean another element.
    pub first_id: u32,
    /// Whose cookies and storage it has.
    pub context: Context,
}

impl Default for SessionOptions {
    fn default() -> Self {
        Self {
            viewport: Some((1280, 800)),
            emulation: Emulation::default(),
            downloads: None,
            files: false,
            internal: false,
            dialog_patience: Duration::from_secs(60),
            privacy: PrivacyRules::default(),
            first_id: 1,
            context: Context::New,
        }
    }
}

/// A named context: its tabs, cookies and ids. Cheap to clone; it ends with [`Session::close`] or its browser.
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) inner: Arc<SessionInner>,
    /// Who uses it, see [`Tab::as_caller`].
    pub(crate) caller: Arc<str>,
}

#[derive(Debug)]
pub(crate) struct SessionInner {
    name: String,
    /// The browser context that was made for it; `None` for the browser's default one.
    pub(crate) context: Option<BrowserContextId>,
    pub(crate) options: SessionOptions,
    /// Where its downloads go; `None` where that is the browser's business.
    pub(crate) downloads: Option<Folder>,
    browser: Arc<BrowserInner>,
    tabs: Mutex<Tabs>,
    /// What was copied in it last.
    clipping: Mutex<Option<Clipping>>,
    /// Counts tabs that are ready or gone, for those who wait for one.
    changes: watch::Sender<u64>,
    /// Shared with the session that goes on where the connection of this one broke.
    registry: Arc<Mutex<Registry>>,
    next_number: AtomicU32,
    /// Marks where a page's text begins and ends, so that a page cannot forge it.
    pub(crate) nonce: String,
}

#[derive(Debug, Default)]
struct Tabs {
    open: Vec<Arc<TabInner>>,
    ready: Vec<TargetId>,
    active: Option<u32>,
    /// How many tabs we asked for that have not appeared yet.
    requested: u32,
}

impl SessionInner {
    pub(crate) fn new(
        name: &str,
        context: Option<BrowserContextId>,
        options: SessionOptions,
        downloads: Option<Folder>,
        browser: Arc<BrowserInner>,
    ) -> Self {
        // The hasher's keys are random, and no page can see them.
        let nonce = format!("{:06x}", RandomState::new().hash_one(name) & 0xff_ffff);
        let registry = Arc::new(Mutex::new(Registry::starting_at(options.first_id)));
        Self {
            name: name.to_owned(),
            context,
            options,
            downloads,
            browser,
            tabs: Mutex::default(),
            clipping: Mutex::default(),
            changes: watch::Sender::new(0),
            registry,
            next_number: AtomicU32::new(1),
            nonce,
        }
    }

    fn tabs(&self) -> MutexGuard<'_, Tabs> {
        self.tabs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ids given out. Never held across an await.
    pub(crate) fn registry(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// See [`BrowserInner::catch_up`].
    pub(crate) async fn catch_up(&self) {
        self.browser.catch_up().await;
    }

    /// What was copied in this session last.
    pub(crate) fn clipping(&self) -> Option<Clipping> {
        self.clipping.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_clipping(&self, clipping: Clipping) {
        *self.clipping.lock().unwrap_or_else(PoisonError::into_inner) = Some(clipping);
    }

    /// The browser's one clipboard, and what was left on it last; whoever holds it is alone on it.
    pub(crate) fn clipboard_of_browser(&self) -> &tokio::sync::Mutex<Option<Clipping>> {
        &self.browser.clipboard
    }

    /// Whether no other session shares the browser.
    pub(crate) fn is_alone(&self) -> bool {
        self.browser.sessions() <= 1
    }

    /// Whether a person may look at its windows.
    pub(crate) fn is_watched(&self) -> bool {
        self.browser.is_watched()
    }

    /// Whether some of its tabs may be behind others.
    pub(crate) fn has_several_tabs(&self) -> bool {
        self.tabs().open.len() > 1
    }

    /// The product and version of its browser.
    pub(crate) fn browser_version(&self) -> &str {
        self.browser.version()
    }

    /// What the pages of a new tab are to believe: what the session says, and what was said to the tab that opened it.
    pub(crate) fn believed_from(&self, opener: Option<&TargetId>) -> Emulation {
        let own = Emulation { viewport: self.options.viewport, ..Emulation::default() };
        let own = own.with(&self.options.emulation);
        let tabs = self.tabs();
        let opener = tabs.open.iter().find(|tab| Some(&tab.target) == opener).cloned();
        drop(tabs);
        match opener {
            Some(opener) => own.with(&opener.state().emulation),
            None => own,
        }
    }

    pub(crate) fn active_number(&self) -> Option<u32> {
        self.tabs().active
    }

    /// A tab appeared in our context. One that we did not ask for was opened by a page: its opener's tab tells of it
    /// (the current one, where the opener is not said: `noopener`). What the caller works on stays the same. One that was
    /// there on an earlier connection is known already.
    pub(crate) fn adopt_tab(self: &Arc<Self>, info: &target::TargetInfo) -> Arc<TabInner> {
        if let Some(known) = self.tabs().open.iter().find(|tab| tab.target == info.target_id) {
            return Arc::clone(known);
        }
        let number = self.next_number.fetch_add(1, Ordering::Relaxed);
        let connection = self.browser.connection.clone();
        let (session, names) = (Arc::downgrade(self), self.browser.names());
        let tab = Arc::new(TabInner::new(number, info.target_id.clone(), connection, session, names));
        let teller = {
            let mut tabs = self.tabs();
            tabs.open.push(Arc::clone(&tab));
            if tabs.requested > 0 && info.opener_id.is_none() {
                tabs.requested -= 1;
                None
            } else {
                let opener =
                    info.opener_id.as_ref().and_then(|target| tabs.open.iter().find(|t| &t.target == target));
                opener.or_else(|| tabs.open.iter().find(|t| Some(t.number) == tabs.active)).cloned()
            }
        };
        if let Some(teller) = teller {
            teller.update(|state| state.journal.push(Entry::TabOpened(number)));
        }
        tab
    }

    /// It is set up.
    pub(crate) fn tab_ready(&self, tab: &Arc<TabInner>) {
        self.tabs().ready.push(tab.target.clone());
        self.changes.send_modify(|count| *count += 1);
    }

    pub(crate) fn tab_closed(&self, tab: &Arc<TabInner>) {
        {
            let mut tabs = self.tabs();
            tabs.open.retain(|other| !Arc::ptr_eq(other, tab));
            tabs.ready.retain(|target| target != &tab.target);
            if tabs.active == Some(tab.number) {
                tabs.active = None;
            }
            let number = tab.number;
            let teller = tabs.open.iter().find(|other| Some(other.number) == tabs.active);
            if let Some(teller) = teller {
                teller.update(|state| state.journal.push(Entry::TabClosed(number)));
            }
        }
        self.registry().forget_page(&tab.target, StaleReason::TabClosed);
        self.changes.send_modify(|count| *count += 1);
    }

    /// Waits until a look at the tabs gives something, or the deadline.
    async fn until<T>(&self, deadline: Instant, mut look: impl FnMut(&Tabs) -> Option<T>) -> Option<T> {
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

    pub(crate) fn find(&self, number: u32) -> Option<Arc<TabInner>> {
        self.tabs().open.iter().find(|tab| tab.number == number).cloned()
    }
}

impl Session {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The same session for another of its users, by a name of their choice, see [`Tab::as_caller`]; tabs that are asked of
    /// it are that user's.
    #[must_use]
    pub fn as_caller(&self, name: &str) -> Session {
        Session { inner: Arc::clone(&self.inner), caller: name.into() }
    }

    /// The number that the next new id gets: above all that were given out.
    #[must_use]
    pub fn next_id(&self) -> u32 {
        self.inner.registry().next_number()
    }

    /// Goes to an address in the current tab, opening one when there is none.
    ///
    /// # Errors
    /// As [`Tab::act`] with [`Action::Open`].
    pub async fn open(&self, url: &str) -> Result<Report> {
        let tab = match self.tab() {
            Ok(tab) => tab,
            Err(error) if error.kind() == ErrorKind::TabClosed => self.new_tab(None).await?,
            Err(error) => return Err(error),
        };
        tab.act(&Action::Open { url: url.to_owned() }, &ActOptions::default()).await
    }

    /// Opens a tab and makes it the current one.
    ///
    /// # Errors
    /// `BROWSER_GONE`, or what opening the address gives.
    pub async fn new_tab(&self, url: Option<&str>) -> Result<Tab> {
        let create = target::CreateTarget {
            url: "about:blank".to_owned(),
            browser_context_id: self.inner.context.clone(),
            ..Default::default()
        };
        self.inner.tabs().requested += 1;
        let asking = self.inner.context.is_none().then(|| Asking::begin(&self.inner.browser));
        let created = self.inner.browser.connection.browser().call(&create).await;
        let target = created.inspect_err(|_| self.inner.tabs().requested = 0)?.target_id;
        if let Some(asking) = asking {
            asking.came(&target, &self.inner);
        }
        let deadline = Instant::now() + Duration::from_secs(10);
        let ready = |tabs: &Tabs| {
            let ready = tabs.ready.contains(&target);
            tabs.open.iter().find(|tab| ready && tab.target == target).cloned()
        };
        let came = tokio::select! {
            came = self.inner.until(deadline, ready) => came,
            () = self.inner.browser.connection.closed() => return Err(self.inner.lost()),
        };
        let Some(inner) = came else {
            return Err(Error::new(ErrorKind::Timeout, "the browser opened no tab in 10 s"));
        };
        let tab = Tab { inner, caller: Arc::clone(&self.caller) };
        self.inner.tabs().active = Some(tab.inner.number);
        if let Some(url) = url {
            tab.act(&Action::Open { url: url.to_owned() }, &ActOptions::default()).await?;
        }
        Ok(tab)
    }

    /// The current tab.
    ///
    /// # Errors
    /// `TAB_CLOSED` when there is none, `BROWSER_GONE`.
    pub fn tab(&self) -> Result<Tab> {
        if self.inner.browser.connection.is_closed() {
            return Err(self.inner.lost());
        }
        let tabs = self.inner.tabs();
        let inner = tabs.active.and_then(|number| tabs.open.iter().find(|tab| tab.number == number).cloned());
        inner.map(|inner| Tab { inner, caller: Arc::clone(&self.caller) }).ok_or_else(|| {
            let message = if tabs.open.is_empty() {
                "the session has no tab open"
            } else {
                "the current tab is closed"
            };
            Error::new(ErrorKind::TabClosed, message)
        })
    }

    /// Every open tab, in the order they were opened.
    #[must_use]
    pub fn tabs(&self) -> Vec<TabInfo> {
        let open = self.inner.tabs().open.clone();
        open.iter().map(|tab| tab.info()).collect()
    }

    /// Makes another tab the current one.
    ///
    /// # Errors
    /// `NOT_FOUND` when there is no such tab.
    pub fn switch(&self, number: u32) -> Result<Tab> {
        let inner = self.inner.find(number).ok_or_else(|| no_such_tab(number))?;
        self.inner.tabs().active = Some(number);
        Ok(Tab { inner, caller: Arc::clone(&self.caller) })
    }

    /// Closes a tab (the current one when none is named), without asking the page. The tab opened last becomes the
    /// current one when it was.
    ///
    /// # Errors
    /// `NOT_FOUND` when there is no such tab.
    pub async fn close_tab(&self, number: Option<u32>) -> Result<()> {
        let tab = match number {
            Some(number) => self.inner.find(number).ok_or_else(|| no_such_tab(number))?,
            None => self.tab()?.inner,
        };
        let was_active = self.inner.active_number() == Some(tab.number);
        let close = target::CloseTarget { target_id: tab.target.clone() };
        self.inner.browser.connection.browser().call(&close).await?;
        let deadline = Instant::now() + Duration::from_secs(5);
        self.inner
            .until(deadline, |tabs| (!tabs.open.iter().any(|other| Arc::ptr_eq(other, &tab))).then_some(()))
            .await;
        let mut tabs = self.inner.tabs();
        if was_active {
            tabs.active =
                tabs.open.iter().rev().find(|other| other.number != tab.number).map(|other| other.number);
        }
        Ok(())
    }

    /// Closes the session's tabs, and forgets its cookies unless they are the browser's.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn close(&self) -> Result<()> {
        let Some(context) = self.inner.context.clone() else { return self.close_tabs().await };
        let dispose = target::DisposeBrowserContext { browser_context_id: context };
        match self.inner.browser.connection.browser().call(&dispose).await {
            Ok(_) => Ok(()),
            // A browser that is gone has closed them all.
            Err(error) if error.is_closed() => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    async fn close_tabs(&self) -> Result<()> {
        let open = self.inner.tabs().open.clone();
        let browser = self.inner.browser.connection.browser();
        let closing: Vec<_> = open
            .iter()
            .map(|tab| browser.post(&target::CloseTarget { target_id: tab.target.clone() }))
            .collect();
        for closing in closing {
            match closing.reply().await {
                Ok(_) => {}
                Err(error) if error.is_closed() => return Ok(()),
                // It closed by itself meanwhile.
                Err(error) if error.is_protocol() => {}
                Err(error) => return Err(error.into()),
            }
        }
        let deadline = Instant::now() + Duration::from_secs(5);
        self.inner.until(deadline, |tabs| tabs.open.is_empty().then_some(())).await;
        Ok(())
    }
}

fn no_such_tab(number: u32) -> Error {
    Error::new(ErrorKind::NotFound, format!("the session has no tab {number}")).with_hint("list the tabs")
}
