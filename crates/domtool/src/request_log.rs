//! Lists the requests of a tab, as its journal has them.

use std::{sync::Arc, time::Duration};

use serde::Serialize;

use crate::{
    act::is_address,
    report::RequestInfo,
    setters::setters,
    strings::{Strings, Write},
    tab::TabInner,
};

/// Which requests to list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RequestsOptions {
    /// Only those whose address has this in it, or matches it, where it has a `*`.
    pub url: Option<String>,
    /// Only those that failed, or were answered with a status of 400 and above.
    pub failed: bool,
    /// Also those of the pages that the tab showed before.
    pub every_page: bool,
    /// The most that are listed: the newest.
    pub most: usize,
    /// The most time from the call to the answer. `None`: 60 s.
    pub timeout: Option<Duration>,
}

impl Default for RequestsOptions {
    fn default() -> Self {
        Self { url: None, failed: false, every_page: false, most: 50, timeout: None }
    }
}

setters!(RequestsOptions {
    /// Lists only those whose address has this in it, or matches it, where it has a `*`.
    with_url => url ~ String;
    /// Lists only those that failed.
    with_failed => failed = bool;
    /// Lists also those of the pages before.
    with_every_page => every_page = bool;
    /// Lists at most so many.
    with_most => most = usize;
    /// Takes at most so long, from the call to the answer.
    with_timeout => timeout ? Duration;
});

/// Requests of a tab, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RequestLog {
    /// The requests. Of one that was redirected each hop is listed.
    pub requests: Vec<RequestInfo>,
    /// How many more there are, all older.
    pub left_out: usize,
}

impl Strings for RequestLog {
    fn each(&mut self, write: &mut Write<'_>) {
        let RequestLog { requests, left_out: _ } = self;
        requests.each(write);
    }
}

/// Lists the requests that options ask for. An open dialog or a page that hangs is no obstacle: the page is not asked.
pub(crate) async fn list(tab: &Arc<TabInner>, options: &RequestsOptions) -> RequestLog {
    tab.catch_up().await;
    let wanted = |info: &&RequestInfo| {
        (!options.failed || info.is_failure())
            && options.url.as_deref().is_none_or(|asked| is_address(asked, &info.url))
    };
    let state = tab.state();
    let mut requests: Vec<RequestInfo> =
        state.journal.requests.list(options.every_page).filter(wanted).cloned().collect();
    let left_out = requests.len().saturating_sub(options.most);
    requests.drain(..left_out);
    RequestLog { requests, left_out }
}
