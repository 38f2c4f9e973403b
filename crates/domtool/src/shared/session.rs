//! What the tabs of a session have in common: its ids, its secrets, its options, the text that was copied in it.

use std::{
    borrow::Cow,
    collections::VecDeque,
    hash::{BuildHasher, RandomState},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use domtool_cdp::protocol::BrowserContextId;
use domtool_page::{secret_values::KnownSecrets, snapshot::Snapshot, view::one_line};

use super::{BrowserShared, Clipping, Forgotten, Logins, Secrets, SharedRegistry, registry::RegistryGuard};
use crate::{
    emulation::Emulation,
    folder::Folder,
    limits::CALLERS_TABS,
    options::{HttpAuth, RequestHeader, SessionOptions, origin_of},
    strings::{Part, Strings},
};

/// A nonce is one of so many: six digits, which take two tokens. A page that tried them all would not fit into any answer.
const NONCES: u64 = 1_000_000;

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
    /// The origin of the first address opened: it gets the name and the password, and the headers, that are for no other by name.
    first_origin: OnceLock<String>,
    /// What was answered to those who asked for a login. Shared as the registry is.
    logins: Arc<Mutex<Logins>>,
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
        let mut secrets = Secrets::default();
        for secret in options.secrets() {
            Arc::make_mut(&mut secrets.known).given.keep(&secret);
        }
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
            first_origin: OnceLock::new(),
            logins: Arc::default(),
            secrets: Arc::new(Mutex::new(secrets)),
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
            first_origin: self.first_origin.clone(),
            logins: Arc::clone(&self.logins),
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
        last.truncate(CALLERS_TABS);
        known.is_none_or(|(_, before)| before != tab)
    }

    /// What to answer a login by HTTP, and the origin that gets it, once that is known.
    pub(crate) fn http_auth(&self) -> Option<(&HttpAuth, &str)> {
        let auth = self.options.http_auth.as_ref()?;
        Some((auth, auth.origin.as_deref().or(self.first_origin.get().map(String::as_str))?))
    }

    /// The origin that gets the session's name and password, once that is known.
    pub(crate) fn login_origin(&self) -> Option<&str> {
        self.http_auth().map(|(_, origin)| origin)
    }

    /// The name and the password for who asks for them: a server of this origin, or the proxy.
    pub(crate) fn login_for(&self, origin: &str, proxy: bool) -> Option<(&str, &str)> {
        if proxy {
            let proxy = self.options.proxy.as_ref()?;
            let (user, password) = proxy.login.as_ref()?;
            let asks =
                origin.trim_end_matches('/') == proxy.server || origin_of(origin) == origin_of(&proxy.server);
            return asks.then_some((user, password));
        }
        let (auth, own) = self.http_auth()?;
        (own == origin).then_some((auth.user.as_str(), auth.password.as_str()))
    }

    /// What was answered to those who asked for a login. Never held across an await.
    pub(crate) fn logins(&self) -> MutexGuard<'_, Logins> {
        self.logins.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session's headers that a request for this address carries.
    pub(crate) fn headers_for<'a>(&'a self, url: &'a str) -> impl Iterator<Item = &'a RequestHeader> {
        let first = self.first_origin.get().map(String::as_str);
        self.options.headers.iter().filter(move |header| header.goes_to(url, first))
    }

    /// Whether every request of its tabs waits for us.
    pub(crate) fn holds_all_requests(&self) -> bool {
        let proxy = self.options.proxy.as_ref().is_some_and(|proxy| proxy.login.is_some());
        proxy || !self.options.headers.is_empty()
    }

    /// Whether any requests of its pages wait for us, now or later.
    pub(crate) fn has_logins(&self) -> bool {
        self.options.http_auth.is_some() || self.holds_all_requests()
    }

    /// An address is about to be opened: the first one says who gets what is for no other by name. Whether this was the one.
    pub(crate) fn note_opened(&self, url: &str) -> bool {
        self.first_origin.get().is_none()
            && origin_of(url).is_some_and(|origin| self.first_origin.set(origin).is_ok())
    }

    /// Makes every string of an answer safe to be read, which is about documents of these origins: see [`crate::strings`].
    pub(crate) fn write_out<T: Strings>(&self, origins: &[String], mut answer: T) -> T {
        let secrets = Arc::clone(&self.secrets().known);
        answer.each(&mut |part, text| {
            let masked = match part {
                Part::Seen | Part::View => Cow::Borrowed(text.as_str()),
                Part::Said => scrub_quoted(&secrets, origins, text),
                Part::Heard => secrets.scrub(origins, text),
            };
            let line = match part {
                Part::View => masked,
                Part::Seen | Part::Said | Part::Heard => match one_line(&masked) {
                    Cow::Borrowed(_) => masked,
                    Cow::Owned(line) => Cow::Owned(line),
                },
            };
            if let Cow::Owned(safe) = line {
                *text = safe;
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

/// A sentence of ours: what a page says stands in quotes in it, or is an address, and only there is looked for what pages hold. So no
/// page can have words of ours masked, nor ids.
fn scrub_quoted<'t>(secrets: &KnownSecrets, origins: &[String], text: &'t str) -> Cow<'t, str> {
    if matches!(secrets.scrub(origins, text), Cow::Borrowed(_)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let (mut from, mut quoted, mut escaped) = (0, false, false);
    let ends = text.bytes().enumerate().filter_map(|(at, byte)| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends.then_some(at)
    });
    for end in ends.chain([text.len()]) {
        match quoted {
            true => out.push_str(&secrets.scrub(origins, &text[from..end])),
            false => {
                let ours = secrets.scrub(&[], &text[from..end]);
                let words = ours.split_inclusive(' ').map(|word| match word.contains('/') {
                    true => secrets.scrub(origins, word),
                    false => Cow::Borrowed(word),
                });
                out.extend(words);
            }
        }
        out.push_str(&text[end..(end + 1).min(text.len())]);
        (from, quoted) = ((end + 1).min(text.len()), !quoted);
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_holds_is_looked_for_in_what_it_says_alone() {
        let mut secrets = KnownSecrets::default();
        let origins = ["https://a.example".to_owned()];
        secrets.hold(&origins[0], ["e1 button", "hol\"d-1", "held-in-a-path"]);
        secrets.given.add("given-1");
        for (text, want) in [
            (r#"clicked e1 button "Save""#, r#"clicked e1 button "Save""#),
            (r#"e1 button "e1 button" given-1"#, r#"e1 button "••••••••" ••••••••"#),
            (r#"holds "a hol\"d-1 \\" e1 button"#, r#"holds "a •••••••• \\" e1 button"#),
            (r#"holds "e1 butt"#, r#"holds "e1 butt"#),
            ("POST /x?p=held-in-a-path was refused", "POST /x?p=•••••••• was refused"),
            ("held-in-a-path", "held-in-a-path"),
        ] {
            assert_eq!(scrub_quoted(&secrets, &origins, text), want);
        }
        assert_eq!(scrub_quoted(&secrets, &[], r#""e1 button""#), r#""e1 button""#);
    }
}
