//! What all handles of a session share: its tabs as they come and go, its ids, its clipboard.

use std::{
    hash::{BuildHasher, RandomState},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use domtool_cdp::protocol::{BrowserContextId, TargetId, target};
use domtool_page::{identity::StaleReason, snapshot::Snapshot};
use tokio::{sync::watch, time::Instant};

use super::{
    Folder, Forgotten, HttpAuth, RegistryGuard, SessionOptions, SharedRegistry, origin_of, secrets::Secrets,
};
use crate::{
    act::Clipping,
    browser::BrowserInner,
    recording::Recorder,
    tab::{self, Entry, TabInner, emulation::Emulation},
};

#[derive(Debug)]
pub(crate) struct SessionInner {
    pub(super) name: String,
    /// The browser context that was made for it; `None` for the browser's default one.
    pub(crate) context: Option<BrowserContextId>,
    pub(crate) options: SessionOptions,
    /// Where its downloads go; `None` where that is the browser's business.
    pub(crate) downloads: Option<Folder>,
    pub(super) browser: Arc<BrowserInner>,
    pub(super) tabs: Mutex<Tabs>,
    /// Held while a tab is opened to be the current one.
    pub(super) opening: tokio::sync::Mutex<()>,
    /// What was copied in it last.
    pub(super) clipping: Mutex<Option<Clipping>>,
    /// Counts tabs that are ready or gone, for those who wait for one.
    pub(super) changes: watch::Sender<u64>,
    /// Shared with the session that goes on where the connection of this one broke.
    pub(super) registry: SharedRegistry,
    pub(super) next_number: AtomicU32,
    /// Random keys that no page can see, see [`SessionInner::nonce`].
    pub(super) keys: RandomState,
    /// The origin that gets the name and the password of [`SessionOptions::http_auth`].
    pub(super) login_origin: OnceLock<String>,
    /// What was filled into masked fields, and what they held: said nowhere. Shared as the registry is.
    pub(super) secrets: Arc<Mutex<Secrets>>,
}

#[derive(Debug, Default)]
pub(super) struct Tabs {
    pub(super) open: Vec<Arc<TabInner>>,
    pub(super) ready: Vec<TargetId>,
    pub(super) active: Option<u32>,
    /// How many tabs we asked for that have not appeared yet.
    pub(super) requested: u32,
}

impl SessionInner {
    pub(crate) fn new(
        name: &str,
        context: Option<BrowserContextId>,
        options: SessionOptions,
        downloads: Option<Folder>,
        browser: Arc<BrowserInner>,
    ) -> Self {
        let registry = SharedRegistry::starting_at(options.first_id);
        let named = options.http_auth.as_ref().and_then(|auth| auth.origin.clone());
        let login_origin = named.map_or_else(OnceLock::new, OnceLock::from);
        Self {
            name: name.to_owned(),
            context,
            options,
            downloads,
            browser,
            tabs: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
            clipping: Mutex::default(),
            changes: watch::Sender::new(0),
            registry,
            next_number: AtomicU32::new(1),
            keys: RandomState::new(),
            login_origin,
            secrets: Arc::default(),
        }
    }

    pub(super) fn tabs(&self) -> MutexGuard<'_, Tabs> {
        self.tabs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ids given out. Never held across an await.
    pub(crate) fn registry(&self) -> RegistryGuard<'_> {
        self.registry.lock()
    }

    /// From now on these ids are stale. Waits for nobody, so the router may call it.
    pub(crate) fn forget_ids(&self, forgotten: Forgotten) {
        self.registry.forget(forgotten);
    }

    /// Marks where the text of a document begins and ends, so that the document cannot forge it: another one for each, so that
    /// none learns it from what a model was shown, and repeated, of the one before.
    pub(crate) fn nonce(&self, snapshot: &Snapshot) -> String {
        let document = snapshot.frames.first().map(|frame| frame.loader.as_str());
        format!("{:06x}", self.keys.hash_one((&self.name, document)) & 0xff_ffff)
    }

    /// What to answer a login by HTTP, and the origin that gets it, once that is known.
    pub(crate) fn http_auth(&self) -> Option<(&HttpAuth, &str)> {
        self.options.http_auth.as_ref().zip(self.login_origin.get().map(String::as_str))
    }

    /// An address is about to be opened: the first one says who gets the name and the password, unless that was named.
    pub(crate) fn note_opened(&self, url: &str) {
        if self.options.http_auth.is_none() || self.login_origin.get().is_some() {
            return;
        }
        if let Some(origin) = origin_of(url)
            && self.login_origin.set(origin.clone()).is_ok()
        {
            for tab in self.open() {
                for attachment in &tab.state().attachments {
                    tab::ask_for_logins(&attachment.channel, &origin);
                }
            }
        }
    }

    /// The values that are secret. Never held across an await.
    pub(crate) fn secrets(&self) -> MutexGuard<'_, Secrets> {
        self.secrets.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// The one recording of timers that its browser can make.
    pub(crate) fn recorder(&self) -> &Recorder {
        &self.browser.recorder
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
        let opener = tabs.open.iter().find(|tab| Some(&tab.target()) == opener).cloned();
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
        if let Some(known) = self.tabs().open.iter().find(|tab| tab.target() == info.target_id) {
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
                let opener = info
                    .opener_id
                    .as_ref()
                    .and_then(|target| tabs.open.iter().find(|t| &t.target() == target));
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
        self.tabs().ready.push(tab.target());
        self.changes.send_modify(|count| *count += 1);
    }

    pub(crate) fn tab_closed(&self, tab: &Arc<TabInner>) {
        {
            let mut tabs = self.tabs();
            tabs.open.retain(|other| !Arc::ptr_eq(other, tab));
            tabs.ready.retain(|target| target != &tab.target());
            if tabs.active == Some(tab.number) {
                tabs.active = None;
            }
            let number = tab.number;
            let teller = tabs.open.iter().find(|other| Some(other.number) == tabs.active);
            if let Some(teller) = teller {
                teller.update(|state| state.journal.push(Entry::TabClosed(number)));
            }
        }
        self.forget_ids(Forgotten::Page(tab.target(), StaleReason::TabClosed));
        self.changes.send_modify(|count| *count += 1);
    }

    /// Waits until a look at the tabs gives something, or the deadline.
    pub(super) async fn until<T>(
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

    pub(crate) fn find(&self, number: u32) -> Option<Arc<TabInner>> {
        self.tabs().open.iter().find(|tab| tab.number == number).cloned()
    }
}
