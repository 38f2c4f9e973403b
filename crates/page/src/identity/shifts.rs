//! Tells by what their fields hold that nodes of a list were given to other rows, where no text tells its rows apart: a framework
//! that numbers its rows removes the last node of a list and writes into each before it what the next one held. A field that
//! only holds something else was edited. Fixture: identity.html (`?kind=held`).

use domtool_cdp::protocol::BackendNodeId;

use super::{compare::Like, context::Level, facts::Facts};
use crate::snapshot::{NodeRef, Snapshot};

/// Whether a row holds what another row held that has lost it, or another row has got what this one held, or both hold other things.
pub(super) fn shifted(
    (old, new): (&Level, &Level),
    known: &[(BackendNodeId, Like)],
    snapshot: &Snapshot,
    own: NodeRef<'_>,
) -> bool {
    let was = Like::of(&old.facts);
    let is = &new.facts.held;
    let mut others =
        known.iter().filter(|(node, like)| *node != old.node && like.signature == was.signature).peekable();
    if others.peek().is_none() {
        return false;
    }
    let Some(group) = own.ancestors().find(|group| group.backend() == new.node) else { return false };
    let rows =
        || group.parent().into_iter().flat_map(NodeRef::children).filter(|row| row.index() != group.index());
    let holds = |row: NodeRef<'_>| Facts::of(snapshot, row, own).held;
    let says = |held: &[Box<str>]| held.iter().any(|value| !value.is_empty());
    let before =
        |node: BackendNodeId| known.iter().find(|(other, _)| *other == node).map(|(_, like)| &like.held);
    let lost =
        |node: BackendNodeId| rows().find(|row| row.backend() == node).is_none_or(|row| holds(row) != *is);
    let gained = |row: NodeRef<'_>| before(row.backend()) != Some(&was.held) && holds(row) == was.held;
    // So is one whose fields all hold something else, with another one beside it.
    let replaced = |row: NodeRef<'_>| before(row.backend()).is_some_and(|held| all_other(held, &holds(row)));
    says(is) && others.any(|(node, like)| like.held == *is && lost(*node))
        || says(&was.held) && rows().any(gained)
        || all_other(&was.held, is) && rows().any(replaced)
}

/// Whether each field that held something holds something else.
fn all_other(was: &[Box<str>], is: &[Box<str>]) -> bool {
    let mut full = was.iter().zip(is).filter(|(was, _)| !was.is_empty()).peekable();
    was.len() == is.len() && full.peek().is_some() && full.all(|(was, is)| !is.is_empty() && was != is)
}
