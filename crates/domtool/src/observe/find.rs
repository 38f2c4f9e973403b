//! Finding a text on the page: the same look as an observation's, answered in a few lines. The news and what the caller
//! last saw stay as they are.

use std::{sync::Arc, time::Duration};

use domtool_page::{
    identity::ElementId,
    view::{self, ReaderKnows, Scope, Wanted},
};

pub use domtool_page::view::{FindMatch, FindResult, HiddenMatches};

use super::{Boundary, Enrich, ids, look, ready};
use crate::{
    cpu::cpu_bound,
    error::{Error, ErrorKind, Result},
    observe::CallerState,
    setters::setters,
    tab::TabInner,
};

/// How to look for a text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FindOptions {
    /// The text, whatever its case and white space, or a regular expression between slashes (`/item \d+/`, `/total/i`).
    pub text: String,
    /// Searches only this element and what is below it.
    pub under: Option<ElementId>,
    /// The most tokens of the answer, by domtool's estimate; `None` for no bound.
    pub budget: Option<u32>,
    /// Which page of the matches, counted from 1.
    pub page: u32,
    /// The most time from the call to the answer. `None`: 60 s, and 10 s for a page that does not answer.
    pub timeout: Option<Duration>,
}

impl FindOptions {
    /// Looks for it on the whole page, within 1,000 tokens.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), under: None, budget: Some(1_000), page: 1, timeout: None }
    }
}

setters!(FindOptions {
    /// Looks only below this element.
    with_under => under ? ElementId;
    /// Takes at most so many tokens; `None` for no bound.
    with_budget => budget ? u32;
    /// Shows this page of the matches; the first is 1.
    with_page => page = u32;
    /// Takes at most so long, from the call to the answer.
    with_timeout => timeout ? Duration;
});

/// Looks at the page, and says where the text stands.
///
/// # Errors
/// `INVALID_INPUT` for what cannot be looked for; whatever keeps the page from being read.
pub(crate) async fn find(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    options: &FindOptions,
) -> Result<FindResult> {
    let wanted = Wanted::new(&options.text).map_err(|why| Error::new(ErrorKind::InvalidInput, why.0))?;
    tab.gate()?;
    let session = tab.session()?;
    let loading = ready::ready(tab, caller_state).await;
    tracing::debug!(?loading, "looking for a text");
    let snapshot = look(tab, session, Enrich::Auto).await?;
    let under = options.under.map(|id| ids::node(tab, session, &snapshot, id)).transpose()?;
    let boundary = Boundary::of(tab, session, &snapshot);
    let around = boundary.surroundings(ReaderKnows::default());
    let options = view::FindOptions {
        wanted,
        scope: Scope { under, ..Scope::default() },
        budget: options.budget,
        page: options.page.max(1),
    };
    Ok(cpu_bound(snapshot.len(), || view::find(&snapshot, &mut session.registry(), &options, &around)))
}
