//! The pass from nodes to lines: structural nodes are hoisted away, leaves become one line, adjacent text flows
//! together, nothing is said twice. One loop in document order; nothing is shown or hidden here for want of room.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::{
    Scope,
    escape::{TEXT_LIMIT, push_quoted},
    kinds::{has_two_elements, is_optional, is_page_wide, is_solid, is_urgent, is_widget, place_of},
    outline::{Line, LineKey, LineKind, NO_LINE, Outline, is_dialog},
    tables::{push_row, table_size},
    text::{BLOCK_MARK, Said, block_of, inner_text, is_decoration, is_inline, push_collapsed},
    wording::{host_of, is_field, push_element, push_table_size},
};
use crate::snapshot::{Frame, NodeIndex, NodeKind, NodeRef, Role, Snapshot, Why};

/// Texts of several blocks share a line up to this many bytes.
const SHARED_LINE: usize = 200;
/// A list of plain texts is one line up to this many bytes.
const PLAIN_LIST: usize = 300;
/// A listener on something with more text than this is on a part of the page, not on a button.
const CLICKABLE_TEXT: usize = 240;

/// What becomes of an element.
enum Fate {
    /// It has no line; what is in it is at its place.
    Hoist,
    /// It and what is in it are told already, or can't be seen.
    Skip,
    /// A line, with lines in it perhaps. `whole`: nothing in it is told. It goes when it holds less lines than it needs.
    Line { whole: bool, needs: u32 },
    /// Holds its lines together without one of its own.
    Group,
}

struct Flattener<'s> {
    snapshot: &'s Snapshot,
    outline: Outline,
    /// Lines whose elements are open, with the end of each.
    open: Vec<(u32, NodeIndex)>,
    /// Names that were just said, with the end of the element that bears them.
    said: Vec<(NodeIndex, Said<'s>)>,
    text: Pending,
    /// How many nodes before this one have a line for sure, whatever is around them.
    solid: Vec<u32>,
    /// Headings that are told by the one link in them.
    suffixes: FxHashMap<NodeIndex, u8>,
    /// The link that was last given such a heading.
    titled: Option<NodeIndex>,
    /// By owner element.
    frames: FxHashMap<NodeIndex, &'s Frame>,
    gaps: FxHashMap<NodeIndex, &'s str>,
    labelled: FxHashMap<&'s str, NodeIndex>,
    documents: Vec<u64>,
    /// How many lines each line must hold to stay.
    needs: Vec<u32>,
}

/// Text that was read and not yet made into a line.
#[derive(Default)]
struct Pending {
    text: String,
    node: NodeIndex,
    block: NodeIndex,
    space: bool,
}

pub(super) fn flatten(snapshot: &Snapshot, scope: &Scope) -> Outline {
    let mut flattener = Flattener::new(snapshot);
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
                if is_field(node)
                    && let Some(id) = node.attribute("id")
                {
                    labelled.entry(id).or_insert(node.index());
                }
            }
        }
        solid.push(count);
        Self {
            snapshot,
            outline: Outline::default(),
            open: Vec::new(),
            said: Vec::new(),
            text: Pending::default(),
            solid,
            suffixes: FxHashMap::default(),
            titled: None,
            frames: owners.collect(),
            gaps: gaps.collect(),
            labelled,
            documents,
            needs: Vec::new(),
        }
    }

    /// Deals with one node and says which comes next.
    fn visit(&mut self, node: NodeRef<'s>) -> NodeIndex {
        self.close_until(node.index());
        let next = NodeIndex(node.index().0 + 1);
        match node.kind() {
            NodeKind::Document | NodeKind::ShadowRoot(_) => next,
            NodeKind::Text => {
                if node.visible() {
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
        while self.said.pop_if(|(end, _)| *end <= at).is_some() {}
    }

    fn element(&mut self, node: NodeRef<'s>) -> NodeIndex {
        let next = NodeIndex(node.index().0 + 1);
        if node.tag() == "br" {
            self.text.space = true;
        }
        let mut content = String::new();
        match self.fate(node, &mut content) {
            Fate::Hoist => {
                self.hoisted(node);
                next
            }
            Fate::Skip => node.end(),
            Fate::Group => {
                self.push(node, LineKind::Group, "", 0);
                self.needs.push(2);
                self.open.push((self.outline.lines.len() as u32 - 1, node.end()));
                next
            }
            Fate::Line { whole, needs } => {
                self.push(node, LineKind::Element, &content, 0);
                self.needs.push(needs);
                if whole {
                    return node.end();
                }
                self.open.push((self.outline.lines.len() as u32 - 1, node.end()));
                next
            }
        }
    }

    /// A label without a line of its own lends its words to its field: they are not repeated beside it.
    fn hoisted(&mut self, node: NodeRef<'s>) {
        let name = self.field_of(node).map_or("", NodeRef::name);
        if !name.is_empty() {
            self.said.push((node.end(), Said::new(name)));
        }
    }

    /// The field that a label is for, if the field has a line.
    fn field_of(&self, label: NodeRef<'s>) -> Option<NodeRef<'s>> {
        if label.tag() != "label" && label.role() != Role::LabelText {
            return None;
        }
        if let Some(index) = label.attribute("for").and_then(|id| self.labelled.get(id)) {
            return Some(self.snapshot.node(*index));
        }
        if self.solids_in(label) == 0 {
            return None;
        }
        label.descendants().find(|d| is_field(*d) && is_solid(*d))
    }

    fn solids_in(&self, node: NodeRef<'_>) -> u32 {
        let count = |at: u32| self.solid.get(at as usize).copied().unwrap_or(0);
        count(node.end().0.min(self.snapshot.len() as u32)) - count(node.index().0 + 1)
    }

    /// Decides, and writes what the line says.
    fn fate(&mut self, node: NodeRef<'s>, content: &mut String) -> Fate {
        let role = node.role();
        if let Some(gap) =
            self.gaps.get(&node.index()).copied().filter(|_| !self.frames.contains_key(&node.index()))
        {
            self.iframe(node, content);
            content.push_str(" (");
            super::escape::push_line(content, gap, 120);
            content.push(')');
            return Fate::Line { whole: true, needs: 0 };
        }
        if matches!(node.tag(), "head" | "script" | "style" | "template" | "noscript") {
            return Fate::Skip;
        }
        if role == Role::Iframe || self.frames.contains_key(&node.index()) {
            if !node.visible() {
                return Fate::Hoist;
            }
            self.iframe(node, content);
            return Fate::Line { whole: false, needs: 0 };
        }
        let operable = node.operable() && !is_page_wide(node);
        // A label that can be clicked is told by its field, where that one is told.
        let label = node.why().has(Why::LABEL)
            && self.field_of(node).is_some_and(|field| field.index() != node.index());
        if label {
            return Fate::Hoist;
        }
        if operable || (is_widget(role) && !is_optional(node)) {
            return if node.visible() { self.operable(node, content) } else { Fate::Hoist };
        }
        self.readable(node, content)
    }

    /// Something to act on.
    fn operable(&mut self, node: NodeRef<'s>, content: &mut String) -> Fate {
        let snapshot = self.snapshot;
        if node.tag() == "select" {
            push_element(content, snapshot, node, node.name());
            return Fate::Line { whole: true, needs: 0 };
        }
        if node.role() == Role::Row && self.solids_in(node) == 0 {
            push_row(content, self.snapshot, node);
            return Fate::Line { whole: true, needs: 0 };
        }
        if is_field(node) {
            push_element(content, snapshot, node, node.name());
            self.push_suffix(node, content);
            // The text in it is its value.
            self.said.push((node.end(), Said::all()));
            return Fate::Line { whole: self.solids_in(node) == 0, needs: 0 };
        }
        let alone = self.solids_in(node) == 0;
        if node.name().is_empty() && alone {
            let text = inner_text(snapshot, node, CLICKABLE_TEXT + 1);
            if text.len() <= CLICKABLE_TEXT {
                push_element(content, snapshot, node, &text);
                self.push_suffix(node, content);
                return Fate::Line { whole: true, needs: 0 };
            }
        }
        push_element(content, snapshot, node, node.name());
        self.push_suffix(node, content);
        if !node.name().is_empty() {
            self.said.push((node.end(), Said::new(node.name())));
        }
        Fate::Line { whole: false, needs: 0 }
    }

    fn push_suffix(&mut self, node: NodeRef<'_>, content: &mut String) {
        use std::fmt::Write as _;
        if let Some(level) = self.suffixes.remove(&node.index()) {
            let _infallible = write!(content, " heading{level}");
            self.titled = Some(node.index());
        }
    }

    /// Something to read, or around what there is to read and act on.
    fn readable(&mut self, node: NodeRef<'s>, content: &mut String) -> Fate {
        let snapshot = self.snapshot;
        let role = node.role();
        let name = node.name();
        let line = Fate::Line { whole: false, needs: 1 };
        match role {
            Role::Heading => self.heading(node, content),
            Role::Image | Role::Video | Role::Audio | Role::Canvas | Role::ProgressBar | Role::Meter => {
                let told = role == Role::Image && (name.is_empty() || self.is_said(name));
                if told || !node.visible() {
                    return Fate::Hoist;
                }
                push_element(content, snapshot, node, name);
                Fate::Line { whole: self.solids_in(node) == 0, needs: 0 }
            }
            Role::Dialog
            | Role::AlertDialog
            | Role::Main
            | Role::Navigation
            | Role::Banner
            | Role::ContentInfo
            | Role::Complementary
            | Role::Search
            | Role::Form
            | Role::RadioGroup
            | Role::Toolbar
            | Role::TabList
            | Role::TabPanel
            | Role::Menu
            | Role::MenuBar
            | Role::ListBox
            | Role::Tree
            | Role::Alert
            | Role::Status => {
                push_element(content, snapshot, node, name);
                Fate::Line { whole: false, needs: u32::from(!(is_dialog(role) && node.visible())) }
            }
            Role::Region
            | Role::Group
            | Role::Article
            | Role::Figure
            | Role::Details
            | Role::Feed
            | Role::Log
            | Role::Application
            | Role::Tooltip
                if !name.is_empty() && role != Role::Article
                    || role == Role::Tooltip
                    || role == Role::Feed =>
            {
                push_element(content, snapshot, node, name);
                line
            }
            Role::Table | Role::Grid | Role::TreeGrid => {
                push_element(content, snapshot, node, name);
                let (rows, columns) = table_size(snapshot, node);
                push_table_size(content, rows, columns);
                line
            }
            Role::Row if node.visible() && self.solids_in(node) == 0 => {
                push_row(content, self.snapshot, node);
                Fate::Line { whole: true, needs: 0 }
            }
            Role::Row | Role::ListItem | Role::Article => Fate::Group,
            Role::List | Role::Directory => self.list(node, content),
            _ if node.tag() == "option" || node.tag() == "optgroup" => Fate::Skip,
            _ if !is_inline(node.tag()) && has_two_elements(node) => Fate::Group,
            _ => Fate::Hoist,
        }
    }

    fn is_said(&mut self, text: &str) -> bool {
        self.said.last_mut().is_some_and(|(_, said)| said.holds(text))
    }

    /// A heading; when all it holds is one link of the same words, the link's line tells it.
    fn heading(&mut self, node: NodeRef<'s>, content: &mut String) -> Fate {
        let name = node.name();
        let titles = |line: u32| self.snapshot.node(self.outline.lines[line as usize].node).name() == name;
        let told = self.open.last().is_some_and(|(line, _)| titles(*line));
        if name.is_empty() || !node.visible() || self.is_said(name) {
            return Fate::Hoist;
        }
        if told {
            self.said.push((node.end(), Said::new(name)));
            return Fate::Hoist;
        }
        if self.solids_in(node) == 1
            && let Some(link) = node.descendants().find(|d| is_solid(*d) && d.name() == name)
        {
            self.suffixes.insert(link.index(), node.states().level.unwrap_or(2));
            return Fate::Hoist;
        }
        push_element(content, self.snapshot, node, name);
        self.said.push((node.end(), Said::new(name)));
        Fate::Line { whole: false, needs: 0 }
    }

    /// A list; short ones of plain text in one line.
    fn list(&mut self, node: NodeRef<'s>, content: &mut String) -> Fate {
        push_element(content, self.snapshot, node, node.name());
        if self.solids_in(node) > 0 || !node.visible() {
            return Fate::Line { whole: false, needs: 2 };
        }
        let mut items = String::new();
        for item in node.children().filter(|c| c.visible() && c.kind() == NodeKind::Element) {
            let text = inner_text(self.snapshot, item, PLAIN_LIST);
            if !text.is_empty() {
                items.push_str(if items.is_empty() { " " } else { ", " });
                push_quoted(&mut items, &text, PLAIN_LIST);
            }
            let nested = item.descendants().any(|d| matches!(d.role(), Role::List | Role::Heading));
            if items.len() > PLAIN_LIST || nested {
                return Fate::Line { whole: false, needs: 2 };
            }
        }
        content.push_str(&items);
        Fate::Line { whole: true, needs: u32::from(items.is_empty()) }
    }

    /// `iframe "Pay" pay.example`
    fn iframe(&mut self, node: NodeRef<'s>, content: &mut String) {
        content.push_str("iframe");
        let frame = self.frames.get(&node.index());
        let name = if node.name().is_empty() { frame.map_or("", |f| f.title.as_str()) } else { node.name() };
        if !name.is_empty() {
            content.push(' ');
            push_quoted(content, name, super::escape::NAME_LIMIT);
        }
        let url = frame.map(|f| f.url.as_str()).or_else(|| node.attribute("src")).unwrap_or("");
        let host = host_of(url);
        if !host.is_empty() {
            content.push(' ');
            content.push_str(host);
        }
    }

    /// Takes in one text node.
    fn read(&mut self, node: NodeRef<'s>) {
        let text = node.text();
        if text.is_empty() {
            return;
        }
        if !self.said.is_empty() {
            let mut collapsed = String::new();
            push_collapsed(&mut collapsed, text, &mut false);
            if self.is_said(&collapsed) {
                return;
            }
        }
        if text.trim().is_empty() {
            self.text.space = true;
            return;
        }
        let block = block_of(node);
        if !self.text.text.is_empty() && self.text.block != block {
            if self.text.text.len() + text.len() > SHARED_LINE {
                self.flush();
            } else {
                self.text.text.push_str(BLOCK_MARK);
                self.text.space = false;
            }
        }
        if self.text.text.is_empty() {
            self.text.node = node.index();
            self.text.space = false;
        }
        self.text.block = block;
        push_collapsed(&mut self.text.text, text, &mut self.text.space);
    }

    /// Makes a line of the text that was read.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text.text);
        self.text.space = false;
        if text.is_empty() || is_decoration(&text) {
            return;
        }
        // What a group is called by was said in its line.
        let said = self.open.last().is_some_and(|(line, _)| {
            self.snapshot.node(self.outline.lines[*line as usize].node).name() == text
        });
        if said {
            return;
        }
        let length = text.chars().count();
        let kept = text.char_indices().nth(TEXT_LIMIT).map_or(text.len(), |(at, _)| at);
        let node = self.snapshot.node(self.text.node);
        self.push_line(node, LineKind::Text, &text[..kept], length);
        self.needs.push(0);
    }

    fn push(&mut self, node: NodeRef<'s>, kind: LineKind, content: &str, length: usize) {
        self.flush();
        self.push_line(node, kind, content, length);
    }

    fn push_line(&mut self, node: NodeRef<'s>, kind: LineKind, content: &str, length: usize) {
        let role = node.role();
        let start = self.outline.contents.len() as u32;
        self.outline.contents.push_str(content);
        let at = self.outline.lines.len() as u32;
        let carries_id = kind == LineKind::Element
            && ((node.operable() && !is_page_wide(node))
                || is_dialog(role)
                || role == Role::Iframe
                || self.frames.contains_key(&node.index()));
        let mut hasher = FxHasher::default();
        (node.tag(), role.word(), kind).hash(&mut hasher);
        let likeness = hasher.finish();
        let document = self.documents.get(node.frame().0 as usize).copied().unwrap_or(0);
        self.outline.lines.push(Line {
            node: node.index(),
            key: LineKey { document, backend: node.backend().0, kind },
            parent: self.open.last().map_or(NO_LINE, |(line, _)| *line),
            end: at + 1,
            depth: 0,
            content: (start, self.outline.contents.len() as u32),
            length: length as u32,
            carries_id,
            bullet: false,
            urgent: is_urgent(self.snapshot, node),
            place: place_of(node),
            titles: role == Role::Heading || self.titled == Some(node.index()),
            shape: likeness,
            likeness,
            covered_by: NO_LINE,
            covered: false,
            covers: 0,
            id: None,
        });
    }

    fn finish(mut self, in_view_only: bool) -> Outline {
        self.close_until(NodeIndex::NONE);
        self.flush();
        super::tidy::tidy(&mut self.outline, &self.needs, in_view_only);
        self.outline
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}
