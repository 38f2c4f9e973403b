//! Merging: the documents of all sessions into one arena in document order, with secrets masked as they are copied.
//!
//! Chromium gives each document's *flat* tree in depth-first order: what a slot shows stands under the slot, the
//! browser's own shadow trees are left out, and there is no node for an author's shadow root, only the kind of the tree that
//! a node is in. A shadow root's node is put in where that kind changes from parent to child, where the parent is a custom element, or
//! where the look into the frame says that the parent has one (`shadow-ids.html`).
//! The head, comments, and what scripts, styles and templates hold are left out.

use std::borrow::Cow;

use domtool_cdp::protocol::{
    BackendNodeId, FrameId, LoaderId,
    dom_snapshot::{DocumentSnapshot, StringIndex},
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Frame, FrameIndex, Gap, NodeIndex, NodeKind, ShadowMode, TextId,
    draft::{Draft, Source, string},
    known_names::Word,
    privacy::{Field, shorten_title, shorten_url},
    tree_scopes::nested_hosts,
};
use crate::capture::PDF_VIEWER;

mod copy;

use copy::obscured;

const NONE: u32 = u32::MAX;
const ELEMENT: i32 = 1;
const TEXT: i32 = 3;
const CDATA: i32 = 4;

/// Fills the arena: tree, kinds, names, attributes, texts, frames.
pub(super) fn merge(draft: &mut Draft<'_>) {
    let capture = draft.capture;
    let mut merger = Merger {
        interned_apart: FxHashMap::default(),
        interned: capture.sessions.iter().map(|s| vec![NONE; s.snapshot.strings.len()]).collect(),
        words: capture.sessions.iter().map(|s| vec![None; s.snapshot.strings.len()]).collect(),
        owners: capture
            .sessions
            .iter()
            .enumerate()
            .filter_map(|(at, s)| s.owner.as_ref().map(|o| ((o.parent.clone(), o.backend), at)))
            .collect(),
        unread: capture
            .unread
            .iter()
            .filter_map(|u| {
                u.owner.as_ref().map(|(frame, backend)| ((frame.clone(), *backend), u.reason.as_str()))
            })
            .collect(),
        draft,
        open: Vec::new(),
        cursors: Vec::new(),
        first_letter: None,
    };
    merger.run();
}

/// A document that is being walked.
struct Cursor<'c> {
    source: Source,
    document: &'c DocumentSnapshot,
    frame: FrameIndex,
    /// The length of `open` when it began.
    base: usize,
    /// A node whose descendants are left out.
    skip: Option<i32>,
    /// By node: its first layout row.
    rows: Vec<u32>,
    /// By node: the document in its frame.
    contents: FxHashMap<u32, u32>,
    /// By node: the kind of the shadow tree it is in.
    shadow: Vec<Option<ShadowMode>>,
    /// The hosts of shadow roots within shadow trees, as far as they are known.
    nested_hosts: FxHashSet<BackendNodeId>,
    pseudo: Vec<bool>,
}

/// A node whose descendants are still coming.
struct Open {
    source: i32,
    index: NodeIndex,
    shadow: Option<ShadowMode>,
    /// A shadow root stands for it already, or it is one.
    rooted: bool,
    /// Its `::after`, which Chromium gives before its children.
    after: Option<Source>,
}

struct Merger<'d, 'c> {
    draft: &'d mut Draft<'c>,
    /// By session and string, in documents where no value is secret that a field held.
    interned: Vec<Vec<u32>>,
    /// In the others, by what is masked in them too.
    interned_apart: FxHashMap<(u32, u32, u32), TextId>,
    /// Tags and attribute names by string: the lower-case text and what it is.
    words: Vec<Vec<Option<(TextId, Word)>>>,
    owners: FxHashMap<(FrameId, BackendNodeId), usize>,
    unread: FxHashMap<(FrameId, BackendNodeId), &'c str>,
    open: Vec<Open>,
    cursors: Vec<Cursor<'c>>,
    /// What a `::first-letter` draws of the text that comes next.
    first_letter: Option<StringIndex>,
}

impl<'c> Merger<'_, 'c> {
    fn run(&mut self) {
        self.enter(0, 0, None);
        while let Some(cursor) = self.cursors.last_mut() {
            let at = cursor.source.node as usize;
            if at < cursor.document.nodes.parent_index.len() {
                cursor.source.node += 1;
                self.place(at);
            } else {
                let base = cursor.base;
                self.close_above(base);
                self.cursors.pop();
            }
        }
        self.draft
            .snapshot
            .columns
            .end
            .iter_mut()
            .filter(|end| **end == NodeIndex::NONE)
            .for_each(|end| *end = NodeIndex(0));
        self.note_lost_frames();
    }

    /// Begins a document. A document that was entered before is not entered again.
    fn enter(&mut self, session: usize, document: usize, owner: Option<FrameIndex>) -> bool {
        let capture = self.draft.capture;
        let Some(from) = capture.sessions.get(session) else { return false };
        let Some(doc) = from.snapshot.documents.get(document) else { return false };
        let count = doc.nodes.parent_index.len();
        let Some(placed) = self.draft.placed.get_mut(session).and_then(|s| s.get_mut(document)) else {
            return false;
        };
        if !placed.is_empty() || count == 0 {
            return false;
        }
        placed.resize(count, NodeIndex::NONE);
        let id = FrameId::from(string(from, doc.frame_id));
        let known = from.frames.iter().find(|f| f.frame == id);
        let frame = FrameIndex(self.draft.snapshot.frames.len() as u32);
        let masks = &mut self.draft.snapshot.columns.strings.masks;
        masks.enter(session, document);
        let scrub = |text: Cow<'_, str>| masks.scrub(frame, &text).into_owned();
        let url = scrub(shorten_url(string(from, doc.document_url)));
        let title = match string(from, doc.title) {
            "" if url.starts_with(PDF_VIEWER) => "PDF viewer".to_owned(),
            title => scrub(shorten_title(title)),
        };
        self.draft.snapshot.frames.push(Frame {
            loader: known.map_or_else(LoaderId::default, |f| f.loader.clone()),
            url,
            title,
            document: NodeIndex(self.draft.len() as u32),
            parent: owner,
            session: session as u32,
            viewport: crate::geometry::Rect::default(),
            scroll: (0.0, 0.0),
            content: (0.0, 0.0),
            extent: crate::geometry::Rect::default(),
            id,
        });
        let mut rows = vec![NONE; count];
        for (row, node) in doc.layout.node_index.iter().enumerate() {
            if let Some(slot) =
                usize::try_from(*node).ok().and_then(|n| rows.get_mut(n)).filter(|slot| **slot == NONE)
            {
                *slot = row as u32;
            }
        }
        let contents = doc
            .nodes
            .content_document_index
            .index
            .iter()
            .zip(&doc.nodes.content_document_index.value)
            .filter_map(|(n, d)| Some((u32::try_from(*n).ok()?, u32::try_from(*d).ok()?)))
            .collect();
        let mut shadow = vec![None; count];
        for (node, mode) in doc.nodes.shadow_root_type.index.iter().zip(&doc.nodes.shadow_root_type.value) {
            if let Some(slot) = usize::try_from(*node).ok().and_then(|n| shadow.get_mut(n)) {
                *slot = match string(from, *mode) {
                    "open" => Some(ShadowMode::Open),
                    "closed" => Some(ShadowMode::Closed),
                    _ => None,
                };
            }
        }
        let mut pseudo = vec![false; count];
        for node in &doc.nodes.pseudo_type.index {
            if let Some(slot) = usize::try_from(*node).ok().and_then(|n| pseudo.get_mut(n)) {
                *slot = true;
            }
        }
        self.cursors.push(Cursor {
            source: Source { session: session as u32, document: document as u32, node: 0 },
            document: doc,
            frame,
            base: self.open.len(),
            skip: None,
            rows,
            contents,
            shadow,
            nested_hosts: nested_hosts(from, doc),
            pseudo,
        });
        true
    }

    /// Places the next node of the innermost document.
    fn place(&mut self, at: usize) {
        let Some(cursor) = self.cursors.last_mut() else { return };
        let nodes = &cursor.document.nodes;
        let parent = nodes.parent_index.get(at).copied().unwrap_or(-1);
        if let Some(root) = cursor.skip {
            if parent >= root {
                return;
            }
            cursor.skip = None;
        }
        let node_type = nodes.node_type.get(at).copied().unwrap_or(0);
        // A document's first node is the document, whatever else is said of it.
        let is_pseudo = at != 0 && cursor.pseudo.get(at).copied().unwrap_or(false);
        let kind = match node_type {
            _ if at == 0 => NodeKind::Document,
            _ if is_pseudo => NodeKind::Pseudo,
            ELEMENT => NodeKind::Element,
            TEXT | CDATA => NodeKind::Text,
            _ => {
                cursor.skip = Some(at as i32);
                return;
            }
        };
        let base = cursor.base;
        let shadow = cursor.shadow.get(at).copied().flatten();
        let source = Source { node: at as u32, ..cursor.source };
        while self.open.len() > base + 1 && self.open.last().is_some_and(|open| open.source > parent) {
            self.close();
        }
        if is_pseudo && string_of_name(self.draft, source) == "::first-letter" {
            // A part of the text that follows, not a node of its own to anyone.
            self.first_letter = rendered(self.cursors.last(), at);
            self.skip_content(at);
            return;
        }
        if is_pseudo && string_of_name(self.draft, source) == "::after" {
            if let Some(open) = self.open.last_mut() {
                open.after = Some(source);
            }
            self.skip_content(at);
            return;
        }
        if kind != NodeKind::Document {
            self.open_shadow_root(shadow, source);
        }
        let index = self.push(kind, source);
        self.open.push(Open { source: at as i32, index, shadow, rooted: false, after: None });
        match kind {
            NodeKind::Element => self.element(index, source),
            NodeKind::Text | NodeKind::Pseudo => self.text(index, source),
            NodeKind::Document | NodeKind::ShadowRoot(_) => {}
        }
    }

    fn open_shadow_root(&mut self, shadow: Option<ShadowMode>, source: Source) {
        let (Some(mode), Some(parent)) = (shadow, self.open.last_mut()) else { return };
        let tag = self.draft.tag.get(parent.index.at()).copied().unwrap_or_default();
        let backend = self.draft.snapshot.columns.backend.get(parent.index.at());
        let is_nested_host = || {
            let cursor = self.cursors.last();
            cursor.zip(backend).is_some_and(|(cursor, backend)| cursor.nested_hosts.contains(backend))
        };
        if parent.rooted
            || tag == Word::Slot
            || (parent.shadow == shadow && tag != Word::Custom && !is_nested_host())
        {
            return;
        }
        parent.rooted = true;
        let host = parent.source;
        let index = self.push(NodeKind::ShadowRoot(mode), Source { node: host.max(0) as u32, ..source });
        self.open.push(Open { source: host, index, shadow, rooted: true, after: None });
    }

    fn push(&mut self, kind: NodeKind, source: Source) -> NodeIndex {
        let draft = &mut *self.draft;
        let index = NodeIndex(draft.source.len() as u32);
        let parent = self.open.last().map_or(NodeIndex::NONE, |open| open.index);
        let cursor = self.cursors.last();
        let columns = &mut draft.snapshot.columns;
        columns.parent.push(parent);
        columns.end.push(NodeIndex::NONE);
        columns.kind.push(kind);
        columns.tag.push(TextId::EMPTY);
        columns.frame.push(cursor.map_or(FrameIndex(0), |c| c.frame));
        let rooted = matches!(kind, NodeKind::ShadowRoot(_));
        let backend =
            cursor.and_then(|c| c.document.nodes.backend_node_id.get(source.node as usize)).copied();
        columns.backend.push(backend.filter(|_| !rooted).unwrap_or_default());
        columns.attributes.push((0, 0));
        columns.text.push(TextId::EMPTY);
        let scope = match kind {
            NodeKind::Document | NodeKind::ShadowRoot(_) => index,
            _ => self.scope_of(parent),
        };
        let draft = &mut *self.draft;
        draft.scope.push(scope);
        draft.source.push(source);
        draft.tag.push(Word::Other);
        draft.marks.push(super::draft::Marks::default());
        if !rooted
            && let Some(slot) = draft
                .placed
                .get_mut(source.session as usize)
                .and_then(|s| s.get_mut(source.document as usize))
                .and_then(|d| d.get_mut(source.node as usize))
        {
            *slot = index;
        }
        index
    }

    /// The tree that a child of `parent` is in: its parent's, or outside it where a slot shows what is not of its own tree.
    fn scope_of(&self, parent: NodeIndex) -> NodeIndex {
        let draft = &*self.draft;
        let Some(&scope) = draft.scope.get(parent.at()) else { return NodeIndex(0) };
        let (Some(cursor), Some(open)) = (self.cursors.last(), self.open.last()) else { return scope };
        let at = (cursor.source.node as usize).saturating_sub(1);
        let own = cursor.shadow.get(at).copied().flatten();
        if draft.tag.get(parent.at()) == Some(&Word::Slot) && own != open.shadow {
            let host = draft.snapshot.columns.parent.get(scope.at()).copied().unwrap_or_default();
            return draft.scope.get(host.at()).copied().unwrap_or(scope);
        }
        scope
    }

    fn element(&mut self, index: NodeIndex, source: Source) {
        let capture = self.draft.capture;
        let Some(session) = capture.sessions.get(source.session as usize) else { return };
        let Some(cursor) = self.cursors.last() else { return };
        let (document, rows) = (cursor.document, &cursor.rows);
        let at = source.node as usize;
        let obscured = self
            .draft
            .rules
            .hides(Field { obscured: obscured(session, document, rows, at), ..Field::default() });
        let frame_document = cursor.contents.get(&source.node).copied();
        let name = document.nodes.node_name.get(at).copied().unwrap_or_default();
        let (tag_text, tag) = self.word(source.session as usize, name);
        self.draft.snapshot.columns.tag[index.at()] = tag_text;
        self.draft.tag[index.at()] = tag;
        if matches!(tag, Word::Head | Word::Script | Word::Style | Word::Template | Word::Noscript) {
            self.skip_content(at);
            return;
        }
        self.attributes(index, source, obscured);
        if self.draft.has(index.at(), Word::DataNoAi) {
            self.draft.snapshot.gaps.push(Gap {
                node: Some(index),
                reason: "left out: the page asks not to be read by AI here (data-no-ai)".to_owned(),
            });
            self.draft.left_out.push((index, source));
            self.skip_content(at);
        } else if let Some(inner) = frame_document {
            let owner = self.draft.snapshot.columns.frame[index.at()];
            self.skip_content(at);
            self.enter(source.session as usize, inner as usize, Some(owner));
        } else if is_frame_owner(tag) {
            self.out_of_process(index, source);
        }
    }

    /// The document of another session, where one hangs on this element, or why there is none.
    fn out_of_process(&mut self, index: NodeIndex, source: Source) {
        let columns = &self.draft.snapshot.columns;
        let owner = columns.frame[index.at()];
        let Some(frame) = self.draft.snapshot.frames.get(owner.0 as usize) else { return };
        let key = (frame.id.clone(), columns.backend[index.at()]);
        if let Some(&inner) = self.owners.get(&key) {
            self.skip_content(source.node as usize);
            if self.enter(inner, 0, Some(owner)) {
                return;
            }
        }
        let reason = self.unread.get(&key).copied();
        // An `<object>` or `<embed>` need not have a document.
        if reason.is_some() || matches!(self.draft.tag[index.at()], Word::Iframe | Word::Frame) {
            let reason = format!("frame not read: {}", reason.unwrap_or("its document was not there yet"));
            self.draft.snapshot.gaps.push(Gap { node: Some(index), reason });
        }
    }

    fn skip_content(&mut self, at: usize) {
        if let Some(cursor) = self.cursors.last_mut() {
            cursor.skip = Some(at as i32);
        }
    }

    fn close(&mut self) {
        if let Some(after) = self.open.last_mut().and_then(|open| open.after.take()) {
            let index = self.push(NodeKind::Pseudo, after);
            self.text(index, after);
            self.draft.snapshot.columns.end[index.at()] = NodeIndex(index.0 + 1);
        }
        if let Some(open) = self.open.pop() {
            self.draft.snapshot.columns.end[open.index.at()] = NodeIndex(self.draft.source.len() as u32);
        }
    }

    fn close_above(&mut self, base: usize) {
        while self.open.len() > base {
            self.close();
        }
    }

    /// Frames that were captured but hang on nothing that was seen, and frames that were not captured.
    fn note_lost_frames(&mut self) {
        let draft = &mut *self.draft;
        for (session, from) in draft.capture.sessions.iter().enumerate() {
            let entered = draft.placed[session].first().is_some_and(|d| !d.is_empty());
            if !entered && let Some(document) = from.snapshot.documents.first() {
                let url = shorten_url(string(from, document.document_url));
                let url = draft.snapshot.columns.strings.masks.scrub_of(session, 0, &url);
                draft.snapshot.gaps.push(Gap {
                    node: None,
                    reason: format!("frame {url} changed its place while the page was read"),
                });
            }
        }
        for (session, from) in draft.capture.sessions.iter().enumerate() {
            for (at, document) in from.snapshot.documents.iter().enumerate() {
                if draft.secrets.unsure(session, at) {
                    let url = shorten_url(string(from, document.document_url));
                    let url = draft.snapshot.columns.strings.masks.scrub_of(session, at, &url);
                    draft.snapshot.gaps.push(Gap {
                        node: None,
                        reason: format!(
                            "fields of {url} are masked: it could not be told which hold secrets"
                        ),
                    });
                }
            }
        }
        for unread in draft.capture.unread.iter().filter(|u| u.owner.is_none()) {
            draft
                .snapshot
                .gaps
                .push(Gap { node: None, reason: format!("frame not read: {}", unread.reason) });
        }
    }
}

/// The text of a node's layout, where it has one.
fn rendered(cursor: Option<&Cursor<'_>>, at: usize) -> Option<StringIndex> {
    let cursor = cursor?;
    let layout = &cursor.document.layout;
    let first = *cursor.rows.get(at)? as usize;
    (first..layout.node_index.len())
        .take_while(|row| layout.node_index[*row] == at as i32)
        .find_map(|row| layout.text.get(row).copied().filter(|text| text.0 >= 0))
}

fn is_frame_owner(tag: Word) -> bool {
    matches!(tag, Word::Iframe | Word::Frame | Word::Object | Word::Embed)
}

/// `Node.nodeName`.
fn string_of_name<'c>(draft: &Draft<'c>, source: Source) -> &'c str {
    let (Some(session), Some(document)) = (draft.session(source), draft.document(source)) else { return "" };
    document.nodes.node_name.get(source.node as usize).map_or("", |name| string(session, *name))
}
