//! The registry: which id names which node, and what became of the ids whose nodes are gone.

use std::{
    collections::{BTreeMap, VecDeque},
    fmt,
};

use domtool_cdp::protocol::{BackendNodeId, FrameId, LoaderId, TargetId};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::{
    ElementId,
    fingerprint::{self, Fingerprint},
};
use crate::snapshot::{FrameIndex, NodeIndex, NodeKind, Role, Snapshot};

/// So many stale ids can still say what they were.
const REMEMBERED: usize = 20_000;
/// Names are kept this long, in characters.
const NAME: usize = 100;

/// The ids of one session, over all its pages.
#[derive(Debug, Default)]
pub struct Registry {
    given: u32,
    /// How many were given out before this registry began.
    before: u32,
    entries: BTreeMap<ElementId, Entry>,
    stale: VecDeque<ElementId>,
    pages: FxHashMap<TargetId, Page>,
}

/// What an id names, or named.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The tab.
    pub page: TargetId,
    /// The frame.
    pub frame: FrameId,
    /// The frame's document.
    pub loader: LoaderId,
    /// The node.
    pub backend: BackendNodeId,
    /// Its role when it was last shown.
    pub role: Role,
    /// Its name when it was last shown, cut at 100 characters.
    pub name: Box<str>,
    /// Its tag.
    pub tag: Box<str>,
    /// Whether it can still be used.
    pub status: Status,
    fingerprint: Fingerprint,
}

/// Whether an id can still be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Its node was there in the last snapshot.
    Live,
    /// It never will be again.
    Stale(StaleReason),
}

/// Why an id is of no more use. Its text is a sentence's end: "e7 button "Save" ...".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StaleReason {
    /// Its frame has another document.
    Navigated,
    /// It was removed, and nothing new is like it.
    Gone,
    /// It was removed, and several new ones are like it.
    Ambiguous {
        /// How many.
        count: u32,
    },
    /// Its frame was removed.
    FrameGone,
    /// Its tab was closed.
    TabClosed,
    /// Its tab crashed.
    Crashed,
    /// It was given out before the session was started again, after its browser was lost or it was closed.
    Restarted,
    /// It went stale so long ago that nothing else is known of it.
    Forgotten,
}

impl fmt::Display for StaleReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Navigated => f.write_str("is from before a navigation"),
            Self::Gone => f.write_str("was removed from the page"),
            Self::Ambiguous { count } => write!(f, "was replaced, and {count} new elements are like it"),
            Self::FrameGone => f.write_str("was in a frame that is gone"),
            Self::TabClosed => f.write_str("was in a tab that is closed"),
            Self::Crashed => f.write_str("was in a tab that crashed"),
            Self::Restarted => f.write_str("is from before the browser was lost or the session closed"),
            Self::Forgotten => f.write_str("went stale long ago"),
        }
    }
}

/// An id that has moved to a new node, because its old one was replaced by one like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The id.
    pub id: ElementId,
    /// The node it named.
    pub from: BackendNodeId,
    /// The node it names now, in the snapshot that was reconciled.
    pub to: NodeIndex,
}

#[derive(Debug, Default)]
struct Page {
    documents: Vec<Document>,
}

/// A document that has ids.
#[derive(Debug)]
struct Document {
    frame: FrameId,
    loader: LoaderId,
    live: FxHashMap<BackendNodeId, ElementId>,
    /// The highest backend id of the last snapshot: Chromium counts up, so what is above is new.
    newest: BackendNodeId,
}

impl Registry {
    /// One that goes on counting where another ended: its first id has this number, and what is below was given out before.
    #[must_use]
    pub fn starting_at(first: u32) -> Self {
        let before = first.saturating_sub(1);
        Self { given: before, before, ..Self::default() }
    }

    /// Brings the ids of a page in line with its new snapshot: ids of other documents go stale, ids whose nodes are gone move
    /// to the one new node that is like them, or go stale. Call it after each snapshot, before any id is asked for.
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

    fn reconcile_document(
        &mut self,
        document: &mut Document,
        frame: FrameIndex,
        snapshot: &Snapshot,
        newest: BackendNodeId,
        moved: &mut Vec<Moved>,
    ) {
        let gone: Vec<(BackendNodeId, ElementId)> = document
            .live
            .iter()
            .filter(|(backend, _)| snapshot.find(&document.frame, **backend).is_none())
            .map(|(backend, id)| (*backend, *id))
            .collect();
        if !gone.is_empty() {
            let wanted: FxHashSet<Fingerprint> = gone
                .iter()
                .filter_map(|(_, id)| self.entries.get(id))
                .map(|entry| entry.fingerprint)
                .collect();
            let likes = likes(snapshot, frame, document.newest, &wanted);
            let mut claims: FxHashMap<Fingerprint, u32> = FxHashMap::default();
            for (_, id) in &gone {
                if let Some(entry) = self.entries.get(id) {
                    *claims.entry(entry.fingerprint).or_default() += 1;
                }
            }
            for (backend, id) in gone {
                document.live.remove(&backend);
                let Some(entry) = self.entries.get_mut(&id) else { continue };
                let print = entry.fingerprint;
                let found = likes.get(&print).map_or(&[][..], Vec::as_slice);
                let claimed = claims.get(&print).copied().unwrap_or(0);
                match found {
                    [to] if claimed == 1 => {
                        let now = snapshot.node(*to).backend();
                        entry.backend = now;
                        document.live.insert(now, id);
                        moved.push(Moved { id, from: backend, to: *to });
                    }
                    [] => self.make_stale(id, StaleReason::Gone),
                    several => self.make_stale(id, StaleReason::Ambiguous { count: several.len() as u32 }),
                }
            }
            moved.sort_by_key(|m| m.id);
        }
        document.newest = newest;
    }

    /// The id of a node, where it has one.
    #[must_use]
    pub fn id_of(&self, page: &TargetId, snapshot: &Snapshot, node: NodeIndex) -> Option<ElementId> {
        let node = snapshot.node(node);
        let frame = snapshot.frames.get(node.frame().0 as usize)?;
        let document = self
            .pages
            .get(page)?
            .documents
            .iter()
            .find(|d| d.frame == frame.id && d.loader == frame.loader)?;
        document.live.get(&node.backend()).copied()
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
        self.entries.insert(
            id,
            Entry {
                page: page.clone(),
                frame: frame_id,
                loader,
                backend: node.backend(),
                role: node.role(),
                name: node.name().chars().take(NAME).collect::<String>().into(),
                tag: node.tag().into(),
                status: Status::Live,
                fingerprint: fingerprint::take(node),
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

    fn make_stale(&mut self, id: ElementId, reason: StaleReason) {
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.status = Status::Stale(reason);
            self.stale.push_back(id);
        }
        while self.stale.len() > REMEMBERED {
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

/// The new nodes of a frame that have one of the wanted fingerprints.
fn likes(
    snapshot: &Snapshot,
    frame: FrameIndex,
    newest: BackendNodeId,
    wanted: &FxHashSet<Fingerprint>,
) -> FxHashMap<Fingerprint, Vec<NodeIndex>> {
    let mut likes: FxHashMap<Fingerprint, Vec<NodeIndex>> = FxHashMap::default();
    let new = snapshot
        .nodes()
        .filter(|n| n.frame() == frame && n.kind() == NodeKind::Element && n.backend() > newest);
    for node in new {
        let print = fingerprint::take(node);
        if print.telling && wanted.contains(&print) {
            likes.entry(print).or_default().push(node.index());
        }
    }
    likes
}
