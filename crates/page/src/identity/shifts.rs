//! Tells by what their fields hold that nodes of a list were given to other rows, where no text tells its rows apart: a framework
//! that numbers its rows removes the last node of a list and writes into each before it what the next one held. A field that
//! only holds something else was edited. Fixture: identity.html (`?kind=held`).

use std::cell::OnceCell;

use domtool_cdp::protocol::BackendNodeId;
use rustc_hash::FxHashMap;

use super::{compare::Like, context::Level, facts};
use crate::snapshot::{NodeRef, Snapshot};

type Held = Vec<Box<str>>;

/// The rows of a list, as they were when their elements were shown, and as they are. What they hold is read once it is asked for.
#[derive(Default)]
pub(super) struct List {
    rows: Vec<(BackendNodeId, Like)>,
    read: OnceCell<Read>,
}

/// What the rows of a list held, and hold.
struct Read {
    was: FxHashMap<BackendNodeId, Held>,
    is: FxHashMap<BackendNodeId, Held>,
    /// The rows by what they hold.
    holders: FxHashMap<Held, Vec<BackendNodeId>>,
    /// The rows by what they held.
    owners: FxHashMap<Held, Vec<BackendNodeId>>,
    /// The nodes whose fields all hold something else.
    replaced: Vec<BackendNodeId>,
}

impl List {
    pub(super) fn push(&mut self, row: BackendNodeId, like: Like) {
        self.rows.push((row, like));
    }

    /// The rows as they were.
    pub(super) fn rows(&self) -> &[(BackendNodeId, Like)] {
        &self.rows
    }

    /// Whether a row holds what another row held that has lost it, or another row has got what this one held, or both hold other things.
    pub(super) fn shifted(&self, old: &Level, new: &Level, snapshot: &Snapshot, own: NodeRef<'_>) -> bool {
        let was = Like::of(&old.facts);
        if !self.rows.iter().any(|(node, like)| *node != old.node && like.signature == was.signature) {
            return false;
        }
        let Some(group) = own.ancestors().find(|group| group.backend() == new.node) else { return false };
        let read = self.read.get_or_init(|| Read::of(&self.rows, snapshot, group));
        let (was, is) = (&was.held, &new.facts.held);
        // A button that fills all rows gives each the same.
        let alone = |held: &Held| read.holders.get(held).is_some_and(|rows| rows.len() == 1);
        let says = |held: &Held| held.iter().any(|value| !value.is_empty());
        let among = |rows: Option<&Vec<BackendNodeId>>, other: &dyn Fn(&BackendNodeId) -> bool| {
            rows.into_iter().flatten().any(|row| *row != old.node && other(row))
        };
        says(is) && among(read.owners.get(is), &|row| read.is.get(row) != Some(is))
            || says(was) && among(read.holders.get(was), &|row| read.was.get(row) != Some(was))
            || all_other(was, is)
                && alone(is)
                && among(Some(&read.replaced), &|row| read.is.get(row).is_some_and(alone))
    }
}

impl Read {
    fn of(rows: &[(BackendNodeId, Like)], snapshot: &Snapshot, group: NodeRef<'_>) -> Read {
        let was: FxHashMap<_, _> = rows.iter().map(|(row, like)| (*row, like.held.clone())).collect();
        let beside = group.parent().into_iter().flat_map(NodeRef::children);
        let is: FxHashMap<_, _> = beside.map(|row| (row.backend(), facts::held_in(snapshot, row))).collect();
        let by_held = |rows: &FxHashMap<BackendNodeId, Held>| {
            let mut by_held: FxHashMap<Held, Vec<BackendNodeId>> = FxHashMap::default();
            for (row, held) in rows {
                by_held.entry(held.clone()).or_default().push(*row);
            }
            by_held
        };
        let replaced = was.iter().filter(|(row, held)| is.get(row).is_some_and(|now| all_other(held, now)));
        let replaced = replaced.map(|(row, _)| *row).collect();
        let (owners, holders) = (by_held(&was), by_held(&is));
        Read { was, is, holders, owners, replaced }
    }
}

/// Whether each field that held something holds something else.
fn all_other(was: &[Box<str>], is: &[Box<str>]) -> bool {
    let mut full = was.iter().zip(is).filter(|(was, _)| !was.is_empty()).peekable();
    was.len() == is.len() && full.peek().is_some() && full.all(|(was, is)| !is.is_empty() && was != is)
}
