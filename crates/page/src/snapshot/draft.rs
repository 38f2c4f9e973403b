//! The snapshot while it is being built: its columns, and beside them what the passes hand on but nobody reads later.

use std::cell::Cell;

use domtool_cdp::protocol::dom_snapshot::{DocumentSnapshot, StringIndex};

use rustc_hash::FxHashMap;

use super::{
    NodeIndex, NodeKind, Snapshot, TextId, known_names::Word, masks::Masks, privacy::PrivacyRules, refs::Ids,
    secrets::Secrets, style::Styles,
};
use crate::capture::{FieldLook, PageCapture, SessionCapture};

/// Where a node of the arena comes from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Source {
    pub(super) session: u32,
    pub(super) document: u32,
    /// Its index in the document's [`domtool_cdp::protocol::dom_snapshot::NodeTree`]; a shadow root has its host's.
    pub(super) node: u32,
}

/// What the browser said of a node in a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(pub(super) u16);

impl Marks {
    pub(super) const CLICKABLE: Marks = Marks(1);
    pub(super) const CHECKED: Marks = Marks(1 << 1);
    pub(super) const SELECTED: Marks = Marks(1 << 2);
    /// Its value and text are secret.
    pub(super) const SECRET: Marks = Marks(1 << 3);
    /// It has a layout box.
    pub(super) const LAID_OUT: Marks = Marks(1 << 4);
    /// It or an ancestor is `inert`.
    pub(super) const INERT: Marks = Marks(1 << 5);
    /// It or an ancestor is `aria-hidden`.
    pub(super) const ARIA_HIDDEN: Marks = Marks(1 << 6);
    /// Pointer input falls through it.
    pub(super) const NO_POINTER: Marks = Marks(1 << 7);
    /// It clips and scrolls what is inside it, and there is more than it shows.
    pub(super) const SCROLLER: Marks = Marks(1 << 8);
    /// What it listens to is meant for what is inside it.
    pub(super) const HEARS_FOR_OTHERS: Marks = Marks(1 << 9);
    /// Something around it listens for it, as far as the engine was told.
    pub(super) const DELEGATE: Marks = Marks(1 << 10);
    /// It has an `on...` attribute that hears input.
    pub(super) const HANDLED: Marks = Marks(1 << 11);
    /// Rotated or skewed by itself or what it is in: its box is larger than what is painted.
    pub(super) const TURNED: Marks = Marks(1 << 12);
    /// Painted under what is in the flow around it: it or what it is in has a `z-index` under 0.
    pub(super) const BELOW: Marks = Marks(1 << 13);
    /// Nothing hides it but opacity, its own or that of what it is in.
    pub(super) const FAINT: Marks = Marks(1 << 14);
    /// A control that cannot be seen until the pointer is there.
    pub(super) const ON_HOVER: Marks = Marks(1 << 15);

    pub(super) const fn has(self, mark: Marks) -> bool {
        self.0 & mark.0 != 0
    }

    pub(super) fn set(&mut self, mark: Marks) {
        self.0 |= mark.0;
    }
}

/// See the file's paragraph. All columns here have the length of the snapshot's.
pub(super) struct Draft<'c> {
    pub(super) capture: &'c PageCapture<'c>,
    pub(super) rules: &'c PrivacyRules,
    pub(super) snapshot: Snapshot,
    pub(super) source: Vec<Source>,
    pub(super) tag: Vec<Word>,
    /// Beside `attribute_pool`.
    pub(super) keys: Vec<Word>,
    pub(super) marks: Vec<Marks>,
    pub(super) style: Styles,
    /// See [`Snapshot::floats_matter`].
    pub(super) floats_matter: Cell<bool>,
    pub(super) secrets: Secrets<'c>,
    /// By node: what a look into its frame told of it.
    pub(super) looks: FxHashMap<usize, &'c FieldLook>,
    pub(super) ids: Ids,
    /// By text: the words that its icon font draws as a picture.
    pub(super) ligatures: FxHashMap<usize, String>,
    /// The document or shadow root whose ids a node can refer to.
    pub(super) scope: Vec<NodeIndex>,
    /// By session and document: the arena's index of each of its nodes, [`NodeIndex::NONE`] for those left out.
    pub(super) placed: Vec<Vec<Vec<NodeIndex>>>,
    /// The parts that are left out as their pages ask.
    pub(super) left_out: Vec<(NodeIndex, Source)>,
}

impl<'c> Draft<'c> {
    pub(super) fn new(capture: &'c PageCapture<'c>, rules: &'c PrivacyRules) -> Self {
        let mut snapshot = Snapshot { viewport: capture.viewport, ..Snapshot::default() };
        snapshot.viewport.width = super::layout::sound(capture.viewport.width).max(0.0);
        snapshot.viewport.height = super::layout::sound(capture.viewport.height).max(0.0);
        let secrets = Secrets::find(capture, rules);
        snapshot.columns.strings.masks = Masks::new(capture, &secrets);
        let mask = snapshot.columns.strings.push_word(super::MASK);
        debug_assert_eq!(mask, TextId::MASK);
        let placed = capture.sessions.iter().map(|s| vec![Vec::new(); s.snapshot.documents.len()]).collect();
        Self {
            capture,
            rules,
            snapshot,
            source: Vec::new(),
            tag: Vec::new(),
            keys: Vec::new(),
            marks: Vec::new(),
            style: Styles::default(),
            floats_matter: Cell::new(false),
            secrets,
            looks: FxHashMap::default(),
            ids: Ids::default(),
            ligatures: FxHashMap::default(),
            scope: Vec::new(),
            placed,
            left_out: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.source.len()
    }

    pub(super) fn session(&self, source: Source) -> Option<&'c SessionCapture<'c>> {
        self.capture.sessions.get(source.session as usize)
    }

    pub(super) fn document(&self, source: Source) -> Option<&'c DocumentSnapshot> {
        self.session(source)?.snapshot.documents.get(source.document as usize)
    }

    pub(super) fn is_element(&self, at: usize) -> bool {
        self.snapshot.columns.kind[at] == NodeKind::Element
    }

    /// The value of a known attribute.
    pub(super) fn attribute(&self, at: usize, key: Word) -> Option<&str> {
        self.attribute_id(at, key).map(|id| self.snapshot.columns.strings.get(id))
    }

    pub(super) fn attribute_id(&self, at: usize, key: Word) -> Option<TextId> {
        let (start, end) = self.snapshot.columns.attributes[at];
        let slot = self.keys.get(start as usize..end as usize)?.iter().position(|k| *k == key)?;
        Some(self.snapshot.columns.attribute_pool[start as usize + slot].1)
    }

    pub(super) fn has(&self, at: usize, key: Word) -> bool {
        self.attribute_id(at, key).is_some()
    }

    pub(super) fn parent(&self, at: usize) -> Option<usize> {
        self.snapshot.columns.parent[at].some().map(NodeIndex::at)
    }

    /// Its ancestors, nearest first.
    pub(super) fn ancestors(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.parent(at), |at| self.parent(*at))
    }

    pub(super) fn end(&self, at: usize) -> usize {
        self.snapshot.columns.end[at].at()
    }

    /// Its children, in order.
    pub(super) fn children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.end(at);
        let first = (at + 1 < end).then_some(at + 1);
        std::iter::successors(first, move |child| Some(self.end(*child)).filter(|next| *next < end))
    }

    /// Adds a string of a node's document, masked.
    pub(super) fn push(&mut self, at: usize, text: &str) -> TextId {
        let columns = &mut self.snapshot.columns;
        columns.strings.push(columns.frame[at], text)
    }

    pub(super) fn text(&self, id: TextId) -> &str {
        self.snapshot.columns.strings.get(id)
    }
}

/// A string of a session's table.
pub(super) fn string<'s>(session: &'s SessionCapture<'_>, index: StringIndex) -> &'s str {
    usize::try_from(index.0).ok().and_then(|at| session.snapshot.strings.get(at)).map_or("", |text| text)
}
