//! The options of a session.

use std::{path::PathBuf, time::Duration};

use domtool_page::snapshot::PrivacyRules;

use crate::{emulation::Emulation, setters::setters};

mod http_auth;
mod proxy;
mod reconnect;
mod request_header;
mod stored_secret;
mod tab_choice;
mod totp;

pub use http_auth::HttpAuth;
pub(crate) use http_auth::origin_of;
pub use proxy::Proxy;
pub use reconnect::Reconnect;
pub(crate) use reconnect::chance;
pub use request_header::RequestHeader;
pub use stored_secret::StoredSecret;
pub use tab_choice::TabChoice;

/// Whose cookies and storage a session has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BrowserContext {
    /// Its own, forgotten when it is closed.
    #[default]
    New,
    /// Those of the browser's profile, shared with all its other tabs. The session touches only tabs that it opened or took
    /// ([`Session::attach`](crate::Session::attach)), and those that they open. In a browser that domtool only connected to, a tab that is opened without its opener (`noopener`) cannot
    /// be told from the user's own, and is left alone.
    Default,
}

/// How a session is.
///
/// ```
/// use domtool::SessionOptions;
///
/// let options = SessionOptions::default().with_viewport((1600, 900)).with_files(true);
/// assert_eq!(options.viewport, Some((1600, 900)));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SessionOptions {
    /// Width and height of the viewport, CSS pixels; `None` for what the browser's window leaves.
    pub viewport: Option<(u32, u32)>,
    /// The device, person and place that its pages see, until an [`Action::Emulate`](crate::Action::Emulate) changes that for a tab.
    pub emulation: Emulation,
    /// The directory for downloads; `None` for a temporary one that is removed with the session.
    pub downloads: Option<PathBuf>,
    /// Whether `file:` addresses may be opened.
    pub files: bool,
    /// Whether `data:` and `chrome:` addresses may be opened.
    pub internal: bool,
    /// How long a dialog stays open that no action answers. It is dismissed then, so that nothing hangs.
    pub dialog_patience: Duration,
    /// What to mask, beyond what is always masked.
    pub privacy: PrivacyRules,
    /// The number of the first id, 1 by default. A session that takes another one's place (its browser was lost) goes on
    /// at that one's [`Session::next_id`](crate::Session::next_id), so that none of its ids comes to mean another element.
    pub first_id: u32,
    /// Whose cookies and storage it has.
    pub context: BrowserContext,
    /// The name and password for servers that ask for a login by HTTP.
    pub http_auth: Option<HttpAuth>,
    /// The headers that its requests carry. In a tab that the session took from a person they do not.
    pub headers: Vec<RequestHeader>,
    /// The proxy that its pages reach the network through; `None` for the browser's own. A session of the browser's own context
    /// can only log in to the browser's ([`Proxy::of_browser`]).
    pub proxy: Option<Proxy>,
    /// What callers write the names of: see [`StoredSecret`].
    pub stored_secrets: Vec<StoredSecret>,
}

impl SessionOptions {
    /// What of them no answer may have.
    pub(crate) fn secrets(&self) -> Vec<String> {
        let mut secrets: Vec<String> = Vec::new();
        secrets.extend(self.http_auth.as_ref().map(|auth| auth.password.clone()));
        let proxy = self.proxy.as_ref().and_then(|proxy| proxy.login.as_ref());
        secrets.extend(proxy.map(|(_, password)| password.clone()));
        secrets.extend(self.headers.iter().flat_map(RequestHeader::secrets).map(str::to_owned));
        secrets.extend(self.stored_secrets.iter().filter_map(StoredSecret::fixed).map(str::to_owned));
        secrets
    }
}

setters!(SessionOptions {
    /// Gives its pages a viewport of so many CSS pixels; `None` for whatever the window leaves.
    with_viewport => viewport ? (u32, u32);
    /// Makes its pages believe in another device, person or place.
    with_emulation => emulation = Emulation;
    /// Puts downloads into this directory.
    with_downloads => downloads ~ PathBuf;
    /// Allows `file:` addresses to be opened, or not.
    with_files => files = bool;
    /// Allows `data:` and `chrome:` addresses to be opened, or not.
    with_internal => internal = bool;
    /// Dismisses an open dialog that nobody answers after this long.
    with_dialog_patience => dialog_patience = Duration;
    /// Says what to mask, beyond what is always masked.
    with_privacy => privacy = PrivacyRules;
    /// Counts its ids from here.
    with_first_id => first_id = u32;
    /// Says whose cookies and storage it has.
    with_context => context = BrowserContext;
    /// Answers a server that asks for a login by HTTP.
    with_http_auth => http_auth ? HttpAuth;
    /// Has its requests carry these headers.
    with_headers => headers = Vec<RequestHeader>;
    /// Has its pages reach the network through this proxy.
    with_proxy => proxy ? Proxy;
    /// Stores what callers write the names of.
    with_stored_secrets => stored_secrets = Vec<StoredSecret>;
});

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
            context: BrowserContext::New,
            http_auth: None,
            headers: Vec::new(),
            proxy: None,
            stored_secrets: Vec::new(),
        }
    }
}
