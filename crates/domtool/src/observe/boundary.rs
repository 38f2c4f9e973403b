//! What a text about a look stands between: whose page it is, and the mark that no page can forge.

use domtool_cdp::protocol::TargetId;
use domtool_page::{
    snapshot::Snapshot,
    view::{ReaderKnows, Surroundings},
};

use super::page_of;
use crate::{shared::SessionShared, tab::TabInner};

/// The page of a look.
#[derive(Debug)]
pub(crate) struct Boundary {
    page: TargetId,
    title: String,
    url: String,
    nonce: String,
}

impl Boundary {
    pub(crate) fn of(tab: &TabInner, session: &SessionShared, snapshot: &Snapshot) -> Self {
        let (title, url) = page_of(snapshot);
        Self { page: tab.target(), title, url, nonce: session.nonce(snapshot) }
    }

    /// For a text that tells no news and no notes.
    pub(crate) fn surroundings(&self, known: ReaderKnows) -> Surroundings<'_> {
        let Self { page, title, url, nonce } = self;
        Surroundings { page, title, url, nonce, news: &[], notes: &[], known }
    }
}
