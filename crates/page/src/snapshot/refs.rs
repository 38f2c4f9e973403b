//! References: the elements that ids stand for, each in its own document or shadow tree.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::{NodeIndex, NodeKind, draft::Draft, known_names::Word};

/// The first element of each id and tree. Keyed by hash, so that it need not borrow the snapshot's strings.
#[derive(Debug, Default)]
pub(super) struct Ids {
    first: FxHashMap<u64, u32>,
    /// Part of the page's tree is not in the snapshot: children of a shadow host that no slot shows.
    partial: bool,
}

/// What an id stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Referred {
    /// This element.
    To(usize),
    /// Nothing.
    Nothing,
    /// Nothing that was captured.
    Unknown,
}

/// Fills `ids`.
pub(super) fn index_ids(draft: &mut Draft<'_>) {
    let mut ids = Ids::default();
    for at in 0..draft.len() {
        match draft.snapshot.columns.kind[at] {
            NodeKind::Element => {
                if let Some(id) = draft.attribute(at, Word::Id) {
                    ids.first.entry(key(draft.scope[at], id)).or_insert(at as u32);
                }
            }
            NodeKind::ShadowRoot(_) => ids.partial = true,
            _ => {}
        }
    }
    draft.ids = ids;
}

impl Draft<'_> {
    /// The element with an id in the tree of another element.
    pub(super) fn by_id(&self, from: usize, id: &str) -> Referred {
        let found = self.ids.first.get(&key(self.scope[from], id)).map(|at| *at as usize);
        match found.filter(|at| self.attribute(*at, Word::Id) == Some(id)) {
            Some(at) => Referred::To(at),
            None if self.ids.partial => Referred::Unknown,
            None => Referred::Nothing,
        }
    }

    /// What `aria-labelledby` (in either spelling) of an element stands for.
    pub(super) fn labellers(&self, at: usize) -> impl Iterator<Item = Referred> + '_ {
        let ids =
            self.attribute(at, Word::AriaLabelledby).or_else(|| self.attribute(at, Word::AriaLabeledby));
        ids.unwrap_or("").split_ascii_whitespace().map(move |id| self.by_id(at, id))
    }
}

fn key(scope: NodeIndex, id: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (scope.0, id).hash(&mut hasher);
    hasher.finish()
}
