//! What a session is asked to be.

use std::{path::PathBuf, time::Duration};

use domtool_page::snapshot::PrivacyRules;

use crate::{emulation::Emulation, setters::setters};

mod http_auth;

pub use http_auth::HttpAuth;
pub(crate) use http_auth::origin_of;

/// Whose cookies and storage a session has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BrowserContext {
    /// Its own, forgotten when it is closed.
    #[default]
    New,
    /// Those of the browser's profile, shared with every tab of it that is not ours. Only tabs that the session opened,
    /// and those that they open, are touched. Of a browser that we are only connected to, a tab that severs itself from
    /// its opener (`noopener`) cannot be told from the user's, and is left alone.
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
    /// The size of the viewport, CSS pixels; `None` for whatever the window leaves.
    pub viewport: Option<(u32, u32)>,
    /// What its pages are to believe of their device, until a tab is told otherwise ([`Action::Emulate`](crate::Action::Emulate)).
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
    /// at that one's [`Session::next_id`](crate::Session::next_id), so that none of its ids comes to mean another element.
    pub first_id: u32,
    /// Whose cookies and storage it has.
    pub context: BrowserContext,
    /// What to answer a server that asks for a login by HTTP.
    pub http_auth: Option<HttpAuth>,
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
        }
    }
}
