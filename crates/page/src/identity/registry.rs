//! The registry: which id names which node, and what became of the ids whose nodes are gone.

use std::collections::{BTreeMap, VecDeque};

use domtool_cdp::protocol::{BackendNodeId, FrameId, LoaderId, TargetId};
use rustc_hash::FxHashMap;

use super::{
    ElementId,
    edits::Edit,
    entry::{Entry, Moved, StaleReason, Status},
    fingerprint::{self, Fingerprint},
};
use crate::{
    limits::STALE_IDS,
    snapshot::{FrameIndex, NodeIndex, Snapshot},
};

/// Names are kept this long, in characters.
const NAME: usize = 100;

/// The ids of one session, over all its pages.
#[derive(Debug, Default)]
pub struct Registry {
    /// How many ids were given out.
    given: u32,
    /// How many ids were given out before this registry began.
    before: u32,
    pub(super) entries: BTreeMap<ElementId, Entry>,
    stale: VecDeque<ElementId>,
    pages: FxHashMap<TargetId, Page>,
    /// What the caller wrote last.
    pub(super) edits: Vec<Edit>,
}

#[derive(Debug, Default)]
struct Page {
    documents: Vec<Document>,
}

/// A document that has ids.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) frame: FrameId,
    pub(super) loader: LoaderId,
    pub(super) live: FxHashMap<BackendNodeId, ElementId>,
    /// The highest backend id of the last snapshot: Chromium counts up, so what is above is new.
    pub(super) newest: BackendNodeId,
}

impl Registry {
    /// The caller acts on an element: what record it is about is the caller's own doing until it is shown again.
    pub fn forget_record(&mut self, id: ElementId) {
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.print.record = None;
        }
    }

    /// A registry that goes on counting where another ended: its first id has this number, and lower ones were given out before.
    #[must_use]
    pub fn starting_at(first: u32) -> Self {
        let before = first.saturating_sub(1);
        Self { given: before, before, ..Self::default() }
    }

    /// Brings the ids of a page in line with its new snapshot: ids of other documents go stale, ids whose nodes are gone or
    /// were recycled for another row move to the one node that is what they named, or go stale. Call it after each snapshot, before any id is asked for.
    pub fn reconcile(&mut self, page: &TargetId, snapshot: &Snapshot) -> Vec<Moved> {
        let Some(mut known) = self.pages.remove(page) else { return Vec::new() };
        let unread = snapshot.gaps.iter().any(|gap| gap.reason.starts_with("frame"));
        let newest = newest_by_session(snapshot);
        let mut moved = Vec::new();
        let mut kept = Vec::new();
        for mut document in known.documents.drain(..) {
            let frame = snapshot.frames.iter().position(|f| f.id == document.frame);
            match frame {
                Some(at) if snapshot.frames[at].loader == document.loader => {
                    let highest = newest.get(&snapshot.frames[at].session).copied().unwrap_or_default();
                    self.reconcile_document(
                        &mut document,
                        FrameIndex(at as u32),
                        snapshot,
                        highest,
                        &mut moved,
                    );
                    kept.push(document);
                }
                None if unread => kept.push(document),
                found => {
                    let reason =
                        if found.is_some() { StaleReason::Navigated } else { StaleReason::FrameGone };
                    document.live.into_values().for_each(|id| self.make_stale(id, reason));
                }
            }
        }
        known.documents = kept;
        self.pages.insert(page.clone(), known);
        moved
    }

    /// The id of a node, where it has one.
    #[must_use]
    pub fn id_of(&self, page: &TargetId, snapshot: &Snapshot, node: NodeIndex) -> Option<ElementId> {
        let node = snapshot.node(node);
        let frame = snapshot.frames.get(node.frame().0 as usize)?;
        self.document(page, &frame.id, &frame.loader)?.live.get(&node.backend()).copied()
    }

    pub(super) fn document(&self, page: &TargetId, frame: &FrameId, loader: &LoaderId) -> Option<&Document> {
        let documents = &self.pages.get(page)?.documents;
        documents.iter().find(|document| document.frame == *frame && document.loader == *loader)
    }

    /// Whether a node of a frame's document has an id.
    #[must_use]
    pub fn names(&self, page: &TargetId, frame: &FrameId, node: BackendNodeId) -> bool {
        let documents = self.pages.get(page).map(|page| page.documents.as_slice()).unwrap_or_default();
        documents.iter().any(|document| document.frame == *frame && document.live.contains_key(&node))
    }

    /// The id of a node, a new one where it has none. Notes what the node is now: call it for every node that is shown.
    pub fn assign(&mut self, page: &TargetId, snapshot: &Snapshot, node: NodeIndex) -> ElementId {
        let node = snapshot.node(node);
        let frame = snapshot.frames.get(node.frame().0 as usize);
        let (frame_id, loader) = frame.map(|f| (f.id.clone(), f.loader.clone())).unwrap_or_default();
        let session = frame.map_or(0, |f| f.session);
        let documents = &mut self.pages.entry(page.clone()).or_default().documents;
        let at =
            documents.iter().position(|d| d.frame == frame_id && d.loader == loader).unwrap_or_else(|| {
                documents.push(Document {
                    frame: frame_id.clone(),
                    loader: loader.clone(),
                    live: FxHashMap::default(),
                    newest: newest_by_session(snapshot).remove(&session).unwrap_or_default(),
                });
                documents.len() - 1
            });
        let given = &mut self.given;
        let id = *documents[at].live.entry(node.backend()).or_insert_with(|| {
            *given += 1;
            ElementId(*given)
        });
        let name: Box<str> = node.name().chars().take(NAME).collect::<String>().into();
        let sure = fingerprint::is_sure(node);
        // Reconciling has just updated its context; only that of an element without any is read anew.
        if let Some(entry) = self.entries.get_mut(&id).filter(|entry| !entry.print.context.levels.is_empty())
        {
            (entry.role, entry.name, entry.sure) = (node.role(), name, sure);
            entry.print.call(node);
            return id;
        }
        let mut print = Fingerprint::take(snapshot, node);
        print.whole_item |= self.entries.get(&id).is_some_and(|known| known.print.whole_item);
        self.entries.insert(
            id,
            Entry {
                page: page.clone(),
                frame: frame_id,
                loader,
                backend: node.backend(),
                role: node.role(),
                name,
                tag: node.tag().into(),
                status: Status::Live,
                sure,
                now: Box::default(),
                stood_in: Box::default(),
                print,
            },
        );
        id
    }

    /// What an id names or named; nothing for one that was never given out, or of which nothing is known any more
    /// ([`Registry::given_before`] tells which).
    #[must_use]
    pub fn look_up(&self, id: ElementId) -> Option<&Entry> {
        self.entries.get(&id)
    }

    /// Why nothing is known of an id that was given out; `None` for one that never was, or that can be looked up.
    #[must_use]
    pub fn given_before(&self, id: ElementId) -> Option<StaleReason> {
        if id.0 == 0 || id.0 > self.given || self.entries.contains_key(&id) {
            return None;
        }
        Some(if id.0 <= self.before { StaleReason::Restarted } else { StaleReason::Forgotten })
    }

    /// The number that the next new id gets.
    #[must_use]
    pub fn next_number(&self) -> u32 {
        self.given + 1
    }

    /// All ids of a page go stale: its tab was closed, or crashed.
    pub fn forget_page(&mut self, page: &TargetId, reason: StaleReason) {
        let Some(page) = self.pages.remove(page) else { return };
        for document in page.documents {
            document.live.into_values().for_each(|id| self.make_stale(id, reason));
        }
    }

    /// All ids of a frame go stale: it went to another document. Call it when that happens, so that ids stay stale also when
    /// the browser later brings the very same document back.
    pub fn forget_document(&mut self, page: &TargetId, frame: &FrameId) {
        let Some(known) = self.pages.get_mut(page) else { return };
        let (gone, kept) = known.documents.drain(..).partition(|d| d.frame == *frame);
        known.documents = kept;
        let gone: Vec<Document> = gone;
        for document in gone {
            document.live.into_values().for_each(|id| self.make_stale(id, StaleReason::Navigated));
        }
    }

    pub(super) fn make_stale(&mut self, id: ElementId, reason: StaleReason) {
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.retire(reason);
            self.stale.push_back(id);
        }
        while self.stale.len() > STALE_IDS {
            if let Some(oldest) = self.stale.pop_front() {
                self.entries.remove(&oldest);
            }
        }
    }
}

/// The highest backend id of each session: new nodes of any of its frames are above it.
fn newest_by_session(snapshot: &Snapshot) -> FxHashMap<u32, BackendNodeId> {
    let mut newest = FxHashMap::default();
    for node in snapshot.nodes() {
        let session = snapshot.frames.get(node.frame().0 as usize).map_or(0, |f| f.session);
        let slot = newest.entry(session).or_insert(BackendNodeId(0));
        *slot = (*slot).max(node.backend());
    }
    newest
}
