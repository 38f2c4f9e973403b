//! Ids that callers give: what the registry knows of them, or in which way they are of no use.

use domtool_page::{
    identity::{ElementId, Entry, StaleReason, Status},
    snapshot::{NodeIndex, Snapshot},
};

use crate::{
    error::{Error, ErrorKind, Obstacle, Result},
    shared::SessionShared,
    tab::TabInner,
};

/// An id that named something, and no longer does.
pub(crate) fn stale(id: ElementId, why: &str) -> Error {
    Error::new(ErrorKind::Stale, format!("{id} is stale: {why}"))
}

/// What is known of an id of this tab.
///
/// # Errors
/// `STALE` with the reason, `NOT_FOUND` for one that was never given out or is another tab's.
pub(crate) fn entry(tab: &TabInner, session: &SessionShared, id: ElementId) -> Result<Entry> {
    let registry = session.registry();
    let Some(entry) = registry.look_up(id) else {
        if let Some(reason) = registry.given_before(id) {
            return Err(stale(id, &format!("it {reason}")));
        }
        return Err(Error::new(ErrorKind::NotFound, format!("{id} was never given out in this session")));
    };
    if let Status::Stale(reason) = entry.status {
        let error = stale(id, &format!("it {}", entry.story(reason)));
        return Err(match reason {
            StaleReason::Recycled => error.with_obstacle(Obstacle::Now(entry.now().to_owned())),
            _ => error,
        });
    }
    if entry.page != tab.target() {
        return Err(Error::new(ErrorKind::NotFound, format!("{id} is in another tab"))
            .with_hint("switch to its tab first"));
    }
    Ok(entry.clone())
}

/// The node of an id of this tab.
///
/// # Errors
/// As [`entry`]; `STALE` also when the node's frame could not be read.
pub(crate) fn node(
    tab: &TabInner,
    session: &SessionShared,
    snapshot: &Snapshot,
    id: ElementId,
) -> Result<NodeIndex> {
    let entry = entry(tab, session, id)?;
    let found = snapshot.find(&entry.frame, entry.backend);
    found.ok_or_else(|| stale(id, "it could not be read: its frame did not answer"))
}
