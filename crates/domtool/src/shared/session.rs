//! What the tabs of a session have in common: its ids, its secrets, its options, the text that was copied in it.

use std::{
    borrow::Cow,
    collections::VecDeque,
    hash::{BuildHasher, RandomState},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use domtool_cdp::protocol::BrowserContextId;
use domtool_page::{snapshot::Snapshot, view::one_line};

use super::{BrowserShared, Clipping, Forgotten, Secrets, SharedRegistry, registry::RegistryGuard};
use crate::{
    emulation::Emulation,
    folder::Folder,
    options::{HttpAuth, SessionOptions, origin_of},
    strings::{Part, Strings},
};

/// A nonce is one of so many: six digits, which take two tokens. A page that tried them all would not fit into any answer.
const NONCES: u64 = 1_000_000;
/// So many callers' last tabs are remembered.
const MOST_CALLERS: usize = 8;

#[derive(Debug)]
pub(crate) struct SessionShared {
    pub(crate) name: String,
    /// The browser context that was made for it; `None` for the browser's default one.
    pub(crate) context: Option<BrowserContextId>,
    pub(crate) options: SessionOptions,
    /// Where its downloads go; `None` where that is the browser's business.
    pub(crate) downloads: Option<Folder>,
    pub(crate) browser: Arc<BrowserShared>,
    /// What was copied in it last.
    clipping: Mutex<Option<Clipping>>,
    /// Shared with the session that goes on where the connection of this one broke.
    registry: SharedRegistry,
    /// The tab that each caller's last call was about, the latest first.
    last_tabs: Mutex<VecDeque<(Arc<str>, u32)>>,
    /// Random keys that no page can see, see [`SessionShared::nonce`].
    keys: RandomState,
    /// The origin that gets the name and the password of [`SessionOptions::http_auth`].
    login_origin: OnceLock<String>,
    /// The values that masked fields held or were filled with, which no answer may have. Shared as the registry is.
    secrets: Arc<Mutex<Secrets>>,
}

impl SessionShared {
    pub(crate) fn new(
        name: &str,
        context: Option<BrowserContextId>,
        options: SessionOptions,
        downloads: Option<Folder>,
        browser: Arc<BrowserShared>,
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
            clipping: Mutex::default(),
            registry,
            last_tabs: Mutex::default(),
            keys: RandomState::new(),
            login_origin,
            secrets: Arc::default(),
        }
    }

    /// The same on the next connection to the browser, whose default context it is in.
    pub(crate) fn following(&self, downloads: Option<Folder>, browser: Arc<BrowserShared>) -> Self {
        Self {
            name: self.name.clone(),
            context: None,
            options: self.options.clone(),
            downloads,
            browser,
            clipping: Mutex::new(self.clipping()),
            registry: self.registry.clone(),
            last_tabs: Mutex::default(),
            keys: self.keys.clone(),
            login_origin: self.login_origin.clone(),
            secrets: Arc::clone(&self.secrets),
        }
    }

    /// What the pages of its tabs are to believe, unless a tab was told otherwise.
    pub(crate) fn emulation(&self) -> Emulation {
        let own = Emulation { viewport: self.options.viewport, ..Emulation::default() };
        own.with(&self.options.emulation)
    }

    /// The ids given out. Never held across an await.
    pub(crate) fn registry(&self) -> RegistryGuard<'_> {
        self.registry.lock()
    }

    /// From now on these ids are stale. Waits for nobody, so the router may call it.
    pub(crate) fn forget_ids(&self, forgotten: Forgotten) {
        self.registry.forget(forgotten);
    }

    /// The number that the next new id gets: above all that were given out.
    pub(crate) fn next_id(&self) -> u32 {
        self.registry.next_number()
    }

    /// The nonce that marks where the text of a document begins and ends, so that the document cannot forge the mark. Each document has
    /// another, as a model may repeat the nonce of one document to the next.
    pub(crate) fn nonce(&self, snapshot: &Snapshot) -> String {
        let document = snapshot.frames.first().map(|frame| frame.loader.as_str());
        format!("{:06}", self.keys.hash_one((&self.name, document)) % NONCES)
    }

    /// Notes which tab a call of a caller is about; whether its call before was about another, or is not known.
    pub(crate) fn comes_from_another_tab(&self, caller: &Arc<str>, tab: u32) -> bool {
        let mut last = self.last_tabs.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last.iter().position(|(name, _)| name == caller).and_then(|at| last.remove(at));
        last.push_front((Arc::clone(caller), tab));
        last.truncate(MOST_CALLERS);
        known.is_none_or(|(_, before)| before != tab)
    }

    /// What to answer a login by HTTP, and the origin that gets it, once that is known.
    pub(crate) fn http_auth(&self) -> Option<(&HttpAuth, &str)> {
        self.options.http_auth.as_ref().zip(self.login_origin.get().map(String::as_str))
    }

    /// An address is about to be opened: the first one says who gets the name and the password, unless that was named. The origin,
    /// where this was the one.
    pub(crate) fn note_opened(&self, url: &str) -> Option<String> {
        if self.options.http_auth.is_none() || self.login_origin.get().is_some() {
            return None;
        }
        let origin = origin_of(url)?;
        self.login_origin.set(origin.clone()).is_ok().then_some(origin)
    }

    /// Makes every string of an answer safe to be read: see [`crate::strings`].
    pub(crate) fn write_out<T: Strings>(&self, mut answer: T) -> T {
        let secrets = self.secrets().values.clone();
        answer.each(&mut |part, text| {
            if let Cow::Owned(scrubbed) = secrets.scrub(text) {
                *text = scrubbed;
            }
            if part == Part::Line
                && let Cow::Owned(line) = one_line(text)
            {
                *text = line;
            }
        });
        answer
    }

    /// The values that are secret. Never held across an await.
    pub(crate) fn secrets(&self) -> MutexGuard<'_, Secrets> {
        self.secrets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was copied in this session last.
    pub(crate) fn clipping(&self) -> Option<Clipping> {
        self.clipping.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_clipping(&self, clipping: Clipping) {
        *self.clipping.lock().unwrap_or_else(PoisonError::into_inner) = Some(clipping);
    }
}
