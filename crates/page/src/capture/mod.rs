//! What the engine asked the browser for one snapshot: the input of everything in this crate.
//!
//! A page is captured by one `captureSnapshot` and one `getEventListeners` on each session: the page's own, and one
//! for each out-of-process frame (OOPIF). Everything here borrows from the raw answers.

use std::sync::Arc;

use domtool_cdp::protocol::{
    BackendNodeId, FrameId, LoaderId, Text,
    dom_debugger::GetEventListenersReply,
    dom_snapshot::{CaptureSnapshotReply, NodeTree, StringIndex},
};

use rustc_hash::FxHashSet;

use crate::{geometry::Quad, listener_kinds::ListenerKinds, secret_values::KnownSecrets, styles::StyleSet};

mod ligature;
mod needed;

pub(crate) use ligature::is_ligature;

/// Where Chromium's viewer of PDFs is. No page can have an address there.
pub const PDF_VIEWER: &str = "chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/";

/// An SVG of at most this width and height is an icon, CSS pixels: nobody needs its shapes.
pub(crate) const ICON: f64 = 32.0;

/// Attributes that have another element name or describe theirs.
const REFERENCES: &[&str] = &["aria-labelledby", "aria-describedby"];

/// `Node.nodeType`.
const ELEMENT: i32 = 1;
const TEXT: i32 = 3;

/// One moment of one page.
#[derive(Debug, Default)]
pub struct PageCapture<'a> {
    /// The page's own session first, then those of its out-of-process frames, parents before children.
    pub sessions: Vec<SessionCapture<'a>>,
    /// The viewport of the main frame.
    pub viewport: Viewport,
    /// Frames that could not be asked, and why.
    pub unread: Vec<UnreadFrame>,
    /// What is known to be secret by its value, from what was looked at and done before.
    pub secrets: Arc<KnownSecrets>,
    /// The fields that were secret when their documents were looked at before: they stay so, whatever became of them.
    pub secret_fields: FxHashSet<(LoaderId, BackendNodeId)>,
}

/// The viewport of the main frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// CSS pixels.
    pub width: f64,
    /// CSS pixels.
    pub height: f64,
    /// How far the page is scrolled, CSS pixels.
    pub scroll_x: f64,
    /// How far the page is scrolled, CSS pixels.
    pub scroll_y: f64,
    /// The size of the page, CSS pixels.
    pub content_width: f64,
    /// The size of the page, CSS pixels.
    pub content_height: f64,
    /// How much of the layout viewport is left of and above what is seen (pinch zoom), CSS pixels of the page.
    pub pinch_offset: (f64, f64),
    /// Pinch zoom: 1 is none.
    pub pinch_scale: f64,
    /// Snapshot bounds are divided by this to give CSS pixels: the *real* device scale factor, 1 under an emulated one.
    pub bounds_scale: f64,
}

impl Default for Viewport {
    fn default() -> Self {
        Self {
            width: 0.0,
            height: 0.0,
            scroll_x: 0.0,
            scroll_y: 0.0,
            content_width: 0.0,
            content_height: 0.0,
            pinch_offset: (0.0, 0.0),
            pinch_scale: 1.0,
            bounds_scale: 1.0,
        }
    }
}

/// What one session answered.
#[derive(Debug, Default)]
pub struct SessionCapture<'a> {
    /// Documents, nodes, layout.
    pub snapshot: CaptureSnapshotReply<'a>,
    /// The computed styles that it was asked for.
    pub styles: StyleSet,
    /// Listeners of all its frames and shadow roots.
    pub listeners: GetEventListenersReply<'a>,
    /// What is heard that no node of the snapshot listens to itself.
    pub delegation: Delegation,
    /// The loader (document identity) of each of its frames, from a frame tree read beside the snapshot.
    pub frames: Vec<FrameDocument>,
    /// What a look into each of its frames told, at the same moment.
    pub looks: Vec<FrameProbe>,
    /// For an OOPIF: where it hangs in the page.
    pub owner: Option<FrameOwner>,
    /// Elements of its documents that show frames, as far as they were measured (see [`crate::snapshot::frames_to_measure`]).
    pub boxes: Vec<FrameBox>,
}

/// An element that shows a frame, measured: where its borders, padding and transforms put what it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameBox {
    /// The element.
    pub backend: BackendNodeId,
    /// Its border box, CSS pixels of the viewport of its session.
    pub border: Quad,
    /// Its content box, likewise.
    pub content: Quad,
    /// The size of its border box before transforms.
    pub size: (f64, f64),
}

impl SessionCapture<'_> {
    /// Gives its first document text that a plugin draws over all of it, and that has no nodes of its own: a paragraph for each
    /// line, at the end of the body.
    pub fn draw(&mut self, lines: &str) {
        let CaptureSnapshotReply { documents, strings } = &mut self.snapshot;
        let Some(document) = documents.first_mut() else { return };
        let (nodes, layout) = (&mut document.nodes, &mut document.layout);
        let Some(root) = nodes.node_type.iter().position(|kind| *kind == ELEMENT) else { return };
        // It is the last child of the root, so whatever comes at the end may be in it.
        let in_root = |(parent, kind): (&i32, &i32)| *kind == ELEMENT && usize::try_from(*parent) == Ok(root);
        let Some(body) = nodes.parent_index.iter().zip(&nodes.node_type).rposition(in_root) else { return };
        let row = layout.node_index.iter().position(|node| usize::try_from(*node) == Ok(body));
        let bounds = row.and_then(|row| layout.bounds.get(row)).copied().unwrap_or_default();
        let paint = row.and_then(|row| layout.paint_orders.get(row)).copied().unwrap_or_default();
        let styles = row.map_or(&[][..], |row| layout.styles.row(row)).to_vec();
        let mut named = |text: String| {
            strings.push(Text(text.into()));
            StringIndex(strings.len() as i32 - 1)
        };
        let (paragraph, text) = (named("P".to_owned()), named("#text".to_owned()));
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let line = named(line.to_owned());
            let at = nodes.node_type.len() as i32;
            let drawn = [(body as i32, ELEMENT, paragraph, StringIndex(-1)), (at, TEXT, text, line)];
            for (offset, (parent, kind, name, value)) in (0..).zip(drawn) {
                nodes.parent_index.push(parent);
                nodes.node_type.push(kind);
                nodes.node_name.push(name);
                nodes.node_value.push(value);
                nodes.backend_node_id.push(BackendNodeId::default());
                nodes.attributes.push([]);
                layout.node_index.push(at + offset);
                layout.styles.push(if kind == ELEMENT { styles.clone() } else { Vec::new() });
                layout.bounds.push(bounds);
                layout.text.push(value);
                layout.paint_orders.push(paint);
            }
        }
    }

    /// The styles that it must have been asked for, as far as it shows. Where it was not, it has to be asked again.
    #[must_use]
    pub fn styles_needed(&self) -> StyleSet {
        needed::needed(self)
    }

    /// Nodes in authors' shadow roots whose [`FrameProbe`] must come from within: every field and editable element
    /// there, what refers to an id that several elements have in such trees, and a node of the root whose host has the focus. Scripts
    /// see into a closed root only when they are led there.
    #[must_use]
    pub fn nodes_to_enter(&self) -> Vec<(FrameId, BackendNodeId)> {
        let text = |index: StringIndex| {
            usize::try_from(index.0).ok().and_then(|at| self.snapshot.strings.get(at)).map_or("", |text| text)
        };
        let mut found = Vec::new();
        for document in &self.snapshot.documents {
            let nodes = &document.nodes;
            let shadowed = &nodes.shadow_root_type;
            if shadowed.index.is_empty() {
                continue;
            }
            let frame = FrameId::from(text(document.frame_id));
            let focus = self.looks.iter().find(|look| look.frame == frame).and_then(|look| look.focus);
            let focused = focus.and_then(|focus| nodes.backend_node_id.iter().position(|id| *id == focus));
            let mut inside_focused = None;
            let repeated = self.repeated_ids(nodes);
            for (node, mode) in shadowed.index.iter().zip(&shadowed.value) {
                let Ok(at) = usize::try_from(*node) else { continue };
                let Some(&backend) = nodes.backend_node_id.get(at) else { continue };
                if !matches!(text(*mode), "open" | "closed") {
                    continue;
                }
                let name = nodes.node_name.get(at).map_or("", |name| text(*name));
                let editable =
                    nodes.attributes.row(at).iter().step_by(2).any(|key| text(*key) == "contenteditable");
                let refers = || {
                    let pairs = nodes.attributes.row(at).chunks_exact(2);
                    let refers = |pair: &[StringIndex]| REFERENCES.contains(&text(pair[0]));
                    let mut ids = pairs
                        .filter(|pair| refers(pair))
                        .flat_map(|pair| text(pair[1]).split_ascii_whitespace());
                    ids.any(|id| repeated.contains(id))
                };
                if editable
                    || !repeated.is_empty() && refers()
                    || ["input", "select", "textarea"].iter().any(|tag| name.eq_ignore_ascii_case(tag))
                {
                    found.push((frame.clone(), backend));
                }
                let parent = nodes.parent_index.get(at).and_then(|parent| usize::try_from(*parent).ok());
                if parent.is_some() && parent == focused && inside_focused.is_none() {
                    inside_focused = Some(backend);
                }
            }
            found.extend(inside_focused.map(|backend| (frame, backend)));
        }
        found
    }

    /// The ids that several elements in shadow trees have.
    fn repeated_ids(&self, nodes: &NodeTree) -> FxHashSet<&str> {
        let text = |index: StringIndex| {
            usize::try_from(index.0).ok().and_then(|at| self.snapshot.strings.get(at)).map_or("", |text| text)
        };
        let shadowed = nodes.shadow_root_type.index.iter().filter_map(|node| usize::try_from(*node).ok());
        let ids = shadowed.filter_map(|at| {
            let mut pairs = nodes.attributes.row(at).chunks_exact(2);
            pairs.find(|pair| text(pair[0]) == "id").map(|pair| text(pair[1]))
        });
        let mut known = FxHashSet::default();
        ids.filter(|id| !known.insert(*id)).collect()
    }
}

/// What a look into the page's own objects told of listeners that no part of the protocol tells of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delegation {
    /// What the windows of its documents hear; `None` where nobody looked.
    pub windows: Option<ListenerKinds>,
    /// Nodes for which something around them listens.
    pub handlers: Vec<DelegatedHandler>,
}

/// A node for which something around it listens: a delegated handler of jQuery, React, Svelte, Solid...
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DelegatedHandler {
    /// The node.
    pub node: BackendNodeId,
    /// What is heard for it.
    pub listener_kinds: ListenerKinds,
}

/// Which document a frame had when it was captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameDocument {
    /// The frame.
    pub frame: FrameId,
    /// Its document's loader.
    pub loader: LoaderId,
    /// Its address.
    pub url: String,
    /// The origin of its address, serialised; empty or `://` where that has none. The document's may be another, see
    /// [`FrameProbe::origin`].
    pub origin: String,
    /// What of it has not come, as far as that is known.
    pub absence: Option<Absence>,
}

/// What of a document has not come, as its requests tell. Addresses in it are shortened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Absence {
    /// It has not come, or not loaded: what it still loads, in words, where that is known.
    Loading(String),
    /// It has loaded, and asked for more.
    Awaiting(String),
    /// It could not be loaded: what and why.
    Failed(String),
}

/// What only the page's own objects tell of a frame: no part of the protocol does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameProbe {
    /// The frame.
    pub frame: FrameId,
    /// Its root and body have no style that makes them or the viewport be painted, clipped or scrolled otherwise:
    /// [`StyleSet::LAYERS`] are as they are unless a page sets them.
    pub plain_root: bool,
    /// The origin of its document, where that is not the one of its address: `null` in a sandbox.
    pub origin: Option<String>,
    /// The element that has the focus in its document, through shadow roots; a frame's owner when the focus is in it.
    pub focus: Option<BackendNodeId>,
    /// The fields of which there is something to tell, which are few.
    pub fields: Vec<FieldLook>,
    /// What a `:hover` rule of its style sheets shows.
    pub shown_on_hover: Vec<ShownOnHover>,
    /// Elements that a rule makes transparent, and no rule with `:hover` visible, as far as the page's sheets can be read.
    pub faded: Vec<BackendNodeId>,
    /// Elements over which such a rule makes the pointer a hand.
    pub pointed_on_hover: Vec<BackendNodeId>,
    /// Elements whose background such a rule changes.
    pub lit_on_hover: Vec<BackendNodeId>,
    /// Hosts of shadow roots that are themselves in shadow trees, as far as the look was led into those: see
    /// [`SessionCapture::nodes_to_enter`].
    pub nested_hosts: Vec<BackendNodeId>,
    /// A rule of its style sheets that is about something in it strikes text out or makes it unseen, or there may be one:
    /// [`StyleSet::INK`].
    pub inked: bool,
    /// It could not be taken, or not in every shadow root. Which of its fields were passwords is not known then, so that the text of
    /// every field is masked.
    pub failed: bool,
}

/// An element that is hidden (`display`, `visibility`) until the pointer comes to one around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownOnHover {
    /// The hidden element. What can be operated is it, or in it.
    pub shown: BackendNodeId,
    /// The one to hover.
    pub hovered: BackendNodeId,
}

/// What is so of a field right now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldLook {
    /// The field.
    pub node: BackendNodeId,
    /// A checkbox that is neither on nor off.
    pub mixed: bool,
    /// What the browser finds wrong with its value, in the browser's words (which may repeat the value). A required
    /// field that nobody has tried to leave empty has nothing wrong yet.
    pub invalid: Option<String>,
    /// What an editable element holds, with its line breaks.
    pub text: Option<String>,
    /// The names of its files, where it has several.
    pub files: Vec<String>,
    /// It was a password field before, or stands where one was.
    pub was_secret: bool,
}

/// The element of the parent's document that shows an OOPIF.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameOwner {
    /// The OOPIF's frame.
    pub frame: FrameId,
    /// The frame whose document holds the element.
    pub parent: FrameId,
    /// The `<iframe>` (or `<object>`, `<frame>`...), in the parent's process.
    pub backend: BackendNodeId,
}

/// A frame that could not be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadFrame {
    /// The frame.
    pub frame: FrameId,
    /// Its owner element, where known.
    pub owner: Option<(FrameId, BackendNodeId)>,
    /// Why: `crashed`, `loading`, `no answer in 5 s`...
    pub reason: String,
}
