//! The pass from nodes to lines: structural nodes are hoisted away, leaves become one line, adjacent text flows
//! together, nothing is said twice. One loop in document order; nothing is shown or hidden here for want of room.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::{
    Scope,
    drawing::{is_drawn, origin_of},
    kinds::{is_page_wide, is_solid, is_urgent, place_of},
    looks::LineLook,
    outline::{LineKey, LineKind, NO_LINE, Outline, is_dialog},
    tables::Slot,
    text::{Said, is_line_break},
    wording::is_field,
};
use crate::snapshot::{Frame, NodeIndex, NodeKind, NodeRef, Role, Snapshot};

mod doubles;
mod emit;
mod reading;

use emit::EmitDecision;
use reading::{OpenRow, Pending};

struct Flattener<'s> {
    snapshot: &'s Snapshot,
    outline: Outline,
    /// What the line says that is decided on: kept, as there are many.
    content: String,
    /// Lines whose elements are open, with the end of each.
    open: Vec<(u32, NodeIndex)>,
    /// Names that were just said.
    said: Vec<Said<'s>>,
    /// The last text that was held against one of them, by its block and where that name ends, and whether it is part of it.
    run: Option<((NodeIndex, NodeIndex), bool)>,
    text: Pending,
    row: OpenRow,
    /// Where the `<pre>` ends that the pass is in.
    preformatted_until: NodeIndex,
    /// How many nodes before this one have a line for sure, whatever is around them.
    solid: Vec<u32>,
    /// Headings that are told by the one link in them.
    suffixes: FxHashMap<NodeIndex, u8>,
    /// The link that was last given such a heading.
    titled: Option<NodeIndex>,
    /// By owner element.
    frames: FxHashMap<NodeIndex, &'s Frame>,
    gaps: FxHashMap<NodeIndex, &'s str>,
    /// The fields by tree and id, and by id alone: what a slot shows stands in another tree than it is of.
    labelled: FxHashMap<(NodeIndex, &'s str), NodeIndex>,
    documents: Vec<u64>,
    /// How many lines each line must hold to stay.
    needs: Vec<u32>,
    /// Shapes and texts that the line of their drawing tells.
    drawn: FxHashSet<NodeIndex>,
    /// Rows whose cells, or those of a row above, span several places.
    spread: FxHashMap<NodeIndex, Vec<Slot>>,
    /// The notes of lines, by what the lines are in.
    noted: FxHashSet<(u32, u64)>,
    /// Landmarks and forms have ids, too.
    landmarks: bool,
    /// No two blocks of text share a line.
    places: bool,
}

pub(super) fn flatten(snapshot: &Snapshot, scope: &Scope) -> Outline {
    let mut flattener =
        Flattener { landmarks: scope.landmarks, places: scope.places, ..Flattener::new(snapshot) };
    let (start, end) = bounds(snapshot, scope);
    let mut at = start;
    while at < end {
        at = flattener.visit(snapshot.node(at));
    }
    flattener.finish(scope.in_view_only)
}

/// The range of nodes that the scope names.
pub(super) fn bounds(snapshot: &Snapshot, scope: &Scope) -> (NodeIndex, NodeIndex) {
    let frame = scope.frame.and_then(|f| snapshot.frames.get(f.0 as usize)).map(|f| f.document);
    match scope.under.or(frame) {
        Some(node) => (node, NodeIndex(snapshot.node(node).end().0.min(snapshot.len() as u32))),
        None => (NodeIndex(0), NodeIndex(snapshot.len() as u32)),
    }
}

/// The document or shadow root that a node stands in.
fn tree_of(node: NodeRef<'_>) -> NodeIndex {
    let is_root = |a: &NodeRef<'_>| matches!(a.kind(), NodeKind::ShadowRoot(_) | NodeKind::Document);
    node.ancestors().find(is_root).map_or(NodeIndex(0), NodeRef::index)
}

impl<'s> Flattener<'s> {
    fn new(snapshot: &'s Snapshot) -> Self {
        let documents = snapshot.frames.iter().map(|frame| hash(frame.loader.as_str())).collect();
        let owners = snapshot.frames.iter().filter_map(|frame| {
            let owner = snapshot.node(frame.document).parent()?;
            Some((owner.index(), frame))
        });
        let gaps = snapshot.gaps.iter().filter_map(|gap| Some((gap.node?, gap.reason.as_str())));
        let mut solid = Vec::with_capacity(snapshot.len() + 1);
        let mut labelled = FxHashMap::default();
        let mut count = 0;
        for node in snapshot.nodes() {
            solid.push(count);
            if is_solid(node) {
                count += 1;
                if (is_field(node) || snapshot.stand_in(node.index()).is_some())
                    && let Some(id) = node.attribute("id")
                {
                    for tree in [tree_of(node), NodeIndex::NONE] {
                        labelled.entry((tree, id)).or_insert(node.index());
                    }
                }
            }
        }
        solid.push(count);
        Self {
            snapshot,
            outline: Outline::default(),
            content: String::new(),
            open: Vec::new(),
            said: Vec::new(),
            run: None,
            text: Pending::default(),
            row: OpenRow::default(),
            preformatted_until: NodeIndex(0),
            solid,
            suffixes: FxHashMap::default(),
            titled: None,
            frames: owners.collect(),
            gaps: gaps.collect(),
            labelled,
            documents,
            needs: Vec::new(),
            drawn: FxHashSet::default(),
            spread: FxHashMap::default(),
            noted: FxHashSet::default(),
            landmarks: false,
            places: false,
        }
    }

    /// Deals with one node and says which comes next.
    fn visit(&mut self, node: NodeRef<'s>) -> NodeIndex {
        self.close_until(node.index());
        let next = NodeIndex(node.index().0 + 1);
        match node.kind() {
            NodeKind::Document | NodeKind::ShadowRoot(_) => next,
            NodeKind::Text => {
                let told = self.snapshot.is_told_as_value(node.index());
                let breaks = node.index() < self.preformatted_until && is_line_break(node);
                if !told && (node.visible() || breaks) {
                    self.read(node);
                }
                next
            }
            NodeKind::Pseudo => {
                if node.visible() && node.text().chars().any(char::is_alphanumeric) {
                    self.read(node);
                }
                next
            }
            NodeKind::Element => self.element(node),
        }
    }

    fn close_until(&mut self, at: NodeIndex) {
        while let Some((line, _)) = self.open.last().copied().filter(|(_, end)| *end <= at) {
            // What was read inside belongs inside.
            self.flush();
            self.open.pop();
            self.outline.lines[line as usize].end = self.outline.lines.len() as u32;
        }
        while self.said.pop_if(|said| said.end <= at).is_some() {}
    }

    fn element(&mut self, node: NodeRef<'s>) -> NodeIndex {
        match node.tag() {
            "br" => self.line_break(node),
            "pre" => self.preformatted_until = self.preformatted_until.max(node.end()),
            _ => {}
        }
        if !self.drawn.is_empty() && self.drawn.remove(&node.index()) {
            return node.end();
        }
        let mut content = std::mem::take(&mut self.content);
        content.clear();
        let decision = self.emit(node, &mut content);
        let next = self.take(node, &decision, &content);
        self.content = content;
        next
    }

    /// Does as was decided of an element, and says which node comes next.
    fn take(&mut self, node: NodeRef<'s>, decision: &EmitDecision, content: &str) -> NodeIndex {
        let next = NodeIndex(node.index().0 + 1);
        match *decision {
            EmitDecision::Hoist => {
                self.hoisted(node);
                next
            }
            EmitDecision::Skip => node.end(),
            EmitDecision::Group => {
                self.push(node, LineKind::Group, "", 0);
                self.needs.push(2);
                self.open.push((self.outline.lines.len() as u32 - 1, node.end()));
                next
            }
            EmitDecision::Line { whole, needs } => {
                self.push(node, LineKind::Element, content, 0);
                self.needs.push(needs);
                if whole {
                    return node.end();
                }
                self.open.push((self.outline.lines.len() as u32 - 1, node.end()));
                next
            }
        }
    }

    fn push(&mut self, node: NodeRef<'s>, kind: LineKind, content: &str, length: usize) {
        self.flush();
        self.push_line(node, kind, content, length);
    }

    fn push_line(&mut self, node: NodeRef<'s>, kind: LineKind, content: &str, length: usize) {
        let role = node.role();
        let document = self.documents.get(node.frame().0 as usize).copied().unwrap_or(0);
        let key = LineKey { document, backend: node.backend().0, kind };
        let parent = self.open.last().map_or(NO_LINE, |(line, _)| *line);
        let carries_id = kind == LineKind::Element
            && ((node.operable() && !is_page_wide(node))
                || is_dialog(role)
                || role == Role::Iframe
                || (self.landmarks && is_place(node))
                || self.frames.contains_key(&node.index()));
        let look = if carries_id { self.note_look(node) } else { NO_LINE };
        let line = self.outline.push(node, key, parent, content, length);
        line.carries_id = carries_id;
        line.look = look;
        line.origin = if is_drawn(content) { origin_of(node) } else { (0.0, 0.0) };
        line.urgent = is_urgent(self.snapshot, node);
        line.place = place_of(node);
        line.titles = role == Role::Heading || self.titled == Some(node.index());
    }

    /// Notes what an element looks like, for the next diff.
    fn note_look(&mut self, node: NodeRef<'_>) -> u32 {
        let outline = &mut self.outline;
        let start = outline.classes.len() as u32;
        outline.classes.push_str(node.attribute("class").unwrap_or(""));
        let Some(look) = LineLook::of(self.snapshot, node, (start, outline.classes.len() as u32)) else {
            return NO_LINE;
        };
        outline.looks.push(look);
        outline.looks.len() as u32 - 1
    }

    fn finish(mut self, in_view_only: bool) -> Outline {
        self.close_until(NodeIndex::NONE);
        self.flush();
        super::tidy::tidy(&mut self.outline, self.snapshot, &self.needs, in_view_only);
        self.outline
    }
}

/// Whether an element is a part of the page that can be looked at alone: a landmark, a named region, a form.
fn is_place(node: NodeRef<'_>) -> bool {
    node.role().is_landmark() || node.role() == Role::Region || node.tag() == "form"
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}
