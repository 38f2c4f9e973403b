//! A table of the page as data: the same look as an observation's. The news and what the caller last saw stay as they are.

use std::{sync::Arc, time::Duration};

use domtool_page::{
    identity::ElementId,
    view::{self, NoTable, ReaderKnows},
};

pub use domtool_page::view::{TableCell, TableData, TableElement, TableRow};

use super::{Boundary, Enrich, ids, look, ready};
use crate::{
    cpu::cpu_bound,
    error::{Error, ErrorKind, Result},
    observe::CallerState,
    setters::setters,
    tab::TabInner,
};

/// Which table to read, and how.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableOptions {
    /// The table or list, or what it is in or that is in it; `None` for the one table of the page.
    pub table: Option<ElementId>,
    /// The most tokens of its text, by domtool's estimate; `None` for no bound. The rows are all there in any case.
    pub budget: Option<u32>,
    /// The most time from the call to the answer. `None`: 60 s, and 10 s for a page that does not answer.
    pub timeout: Option<Duration>,
}

impl Default for TableOptions {
    fn default() -> Self {
        Self { table: None, budget: Some(4_000), timeout: None }
    }
}

setters!(TableOptions {
    /// Reads this table or list, or the one that it is in or that is in it.
    with_table => table ? ElementId;
    /// Takes at most so many tokens for its text; `None` for no bound.
    with_budget => budget ? u32;
    /// Takes at most so long, from the call to the answer.
    with_timeout => timeout ? Duration;
});

/// Looks at the page, and reads a table of it.
///
/// # Errors
/// `NOT_FOUND` where there is none, `AMBIGUOUS` where there are several; whatever keeps the page from being read.
pub(crate) async fn table(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    options: &TableOptions,
) -> Result<TableData> {
    tab.gate()?;
    let session = tab.session()?;
    let loading = ready::ready(tab, caller_state).await;
    tracing::debug!(?loading, "reading a table");
    let snapshot = look(tab, session, Enrich::Auto).await?;
    let within = options.table.map(|id| ids::node(tab, session, &snapshot, id)).transpose()?;
    let boundary = Boundary::of(tab, session, &snapshot);
    let around = boundary.surroundings(ReaderKnows::default());
    let read = cpu_bound(snapshot.len(), || {
        view::table(&snapshot, &mut session.registry(), within, options.budget, &around)
    });
    read.map_err(|why| no_table(options.table, why))
}

fn no_table(within: Option<ElementId>, why: NoTable) -> Error {
    let place = within.map_or_else(|| "the page".to_owned(), |id| id.to_string());
    match why {
        NoTable::None => Error::new(ErrorKind::NotFound, format!("{place} has no table")).with_hint(
            "name a list, or a part of the page that is one; `observe` and `read` show what is there",
        ),
        NoTable::Several(tables) => {
            Error::new(ErrorKind::Ambiguous, format!("{place} has several: {}", tables.join(", ")))
                .with_hint("name one of them")
        }
    }
}
