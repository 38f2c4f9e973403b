//! What stands in the place of an element whose id went stale: drawn anew under another `id`, or by the document that was loaded after its
//! own. It is too little to give it the id, and enough to read what became of what was done to the element.

use domtool_cdp::protocol::BackendNodeId;

use super::{
    ElementId, Entry, Registry,
    compare::Verdict,
    fingerprint::{self, Fingerprint},
    reconcile::{self, Lists},
};
use crate::snapshot::{NodeIndex, NodeKind, NodeRef, Snapshot};

/// An element as it was before it was acted on.
#[derive(Clone, Debug)]
pub struct Trace {
    entry: Entry,
    /// The highest backend id of its document then.
    newest: BackendNodeId,
}

impl Registry {
    /// Takes note of how an element is; `None` where its id names nothing.
    #[must_use]
    pub fn trace(&self, id: ElementId) -> Option<Trace> {
        let entry = self.look_up(id)?.clone();
        let newest = self.document(&entry.page, &entry.frame, &entry.loader)?.newest;
        Some(Trace { entry, newest })
    }
}

impl Trace {
    /// The node that it was.
    #[must_use]
    pub fn backend(&self) -> BackendNodeId {
        self.entry.backend
    }

    /// The one new node of its frame that is what it was, its `id` aside; `None` where there is none, or more than one.
    #[must_use]
    pub fn successor(&self, snapshot: &Snapshot) -> Option<NodeIndex> {
        let was = &self.entry.print;
        let lists = Lists::default();
        let stands = |node: &NodeRef<'_>| {
            let print = Fingerprint::take(snapshot, *node);
            was.like_renewed(&print)
                && was.stands_as(&print)
                && reconcile::place(was, &print, (snapshot, *node), &lists) != Verdict::Other
        };
        let mut found = snapshot
            .nodes()
            .filter(|node| node.kind() == NodeKind::Element && self.is_new(snapshot, *node))
            .filter(|node| fingerprint::own(*node).core == was.core)
            .filter(stands);
        let only = found.next()?;
        found.next().is_none().then_some(only.index())
    }

    /// Whether its frame has another document by now.
    #[must_use]
    pub fn is_left(&self, snapshot: &Snapshot) -> bool {
        let mut frames = snapshot.frames.iter();
        frames
            .find(|frame| frame.id == self.entry.frame)
            .is_none_or(|frame| frame.loader != self.entry.loader)
    }

    /// Whether a node of its frame came since.
    #[must_use]
    pub fn is_new(&self, snapshot: &Snapshot, node: NodeRef<'_>) -> bool {
        snapshot.frames.get(node.frame().0 as usize).is_some_and(|frame| {
            frame.id == self.entry.frame
                && (frame.loader != self.entry.loader || node.backend() > self.newest)
        })
    }
}
