//! Decides what becomes of an element in a view: a line, a group, hoisted (its children take its place) or skipped; and words its
//! line.

use super::super::{
    drawing::{is_listed, push_drawing},
    escape::{push_line, push_quoted},
    kinds::{has_two_elements, is_optional, is_page_wide, is_solid, is_widget},
    note::push_note,
    numbers::Numbers,
    outline::{NO_LINE, is_dialog},
    tables::{Slot, push_row, spread, table_size},
    text::{Said, block_of, inner_text, is_inline, is_line_break},
    wording::{host_of, is_field, push_element, push_table_size, text_as_name},
};
use super::{Flattener, hash, tree_of};
use crate::{
    limits::NAME_CHARACTERS,
    snapshot::{Drawing, ListenerKinds, NodeIndex, NodeKind, NodeRef, Role, Snapshot, Why},
};

/// A list of plain texts is one line up to this many bytes.
const PLAIN_LIST: usize = 300;
/// So many blocks of text are more than a name.
const BLOCKS: u32 = 3;
/// A note of no more than this is said of each: "required", bytes of ` note "..."`.
const SHORT_NOTE: usize = 28;

/// What becomes of an element.
pub(super) enum EmitDecision {
    /// It has no line; what is in it is at its place.
    Hoist,
    /// It and what is in it are told already, or can't be seen.
    Skip,
    /// A line, with lines in it perhaps. `whole`: nothing in it is told. It goes when it holds less lines than it needs.
    Line { whole: bool, needs: u32 },
    /// Holds its lines together without one of its own.
    Group,
}

impl<'s> Flattener<'s> {
    /// Writes the line of an element. The note of one beside it is not said again.
    fn push_element(&mut self, content: &mut String, node: NodeRef<'s>, name: &str) {
        push_element(content, self.snapshot, node, name);
        let start = content.len();
        push_note(content, self.snapshot, node);
        if content.len() - start > SHORT_NOTE {
            let parent = self.open.last().map_or(NO_LINE, |(line, _)| *line);
            if !self.noted.insert((parent, hash(&content[start..]))) {
                content.truncate(start);
            }
        }
    }

    /// A label without a line of its own lends its words to its field: they are not repeated beside it.
    pub(super) fn hoisted(&mut self, node: NodeRef<'s>) {
        let name = self.field_of(node).map_or("", NodeRef::name);
        if !name.is_empty() {
            self.said.push(Said::of_control(node, name));
        }
    }

    /// The field that a label is for, if the field has a line.
    pub(super) fn field_of(&self, label: NodeRef<'s>) -> Option<NodeRef<'s>> {
        if label.tag() != "label" && label.role() != Role::LabelText {
            return None;
        }
        let in_tree = |tree, id| self.labelled.get(&(tree, id));
        let named = label
            .attribute("for")
            .and_then(|id| in_tree(tree_of(label), id).or_else(|| in_tree(NodeIndex::NONE, id)));
        if let Some(index) = named {
            return Some(self.snapshot.node(*index));
        }
        if self.solids_in(label) == 0 {
            return None;
        }
        let shown = |d: &NodeRef<'_>| self.snapshot.stand_in(d.index()) == Some(label.index());
        label.descendants().find(|d| is_solid(*d) && (is_field(*d) || shown(d)))
    }

    pub(super) fn solids_in(&self, node: NodeRef<'_>) -> u32 {
        let count = |at: u32| self.solid.get(at as usize).copied().unwrap_or(0);
        count(node.end().0.min(self.snapshot.len() as u32)) - count(node.index().0 + 1)
    }

    /// Decides, and writes what the line says.
    pub(super) fn emit(&mut self, node: NodeRef<'s>, content: &mut String) -> EmitDecision {
        let role = node.role();
        if let Some(gap) =
            self.gaps.get(&node.index()).copied().filter(|_| !self.frames.contains_key(&node.index()))
        {
            match node.tag() {
                "iframe" | "frame" | "object" | "embed" => self.iframe(node, content),
                // What asks not to be read: nothing of it is told.
                _ => content.push_str("part"),
            }
            content.push_str(" (");
            push_line(content, gap, 120);
            content.push(')');
            return EmitDecision::Line { whole: true, needs: 0 };
        }
        if matches!(node.tag(), "head" | "script" | "style" | "template" | "noscript") {
            return EmitDecision::Skip;
        }
        if role == Role::Iframe || self.frames.contains_key(&node.index()) {
            if !node.visible() {
                return EmitDecision::Hoist;
            }
            self.iframe(node, content);
            if let Some(reason) = self.gaps.get(&node.index()) {
                content.push_str(" (");
                push_line(content, reason, 120);
                content.push(')');
            }
            return EmitDecision::Line { whole: false, needs: 0 };
        }
        let operable = node.operable() && !is_page_wide(node);
        // A label that can be clicked is told by its field, where that one is told.
        let label = node.why().has(Why::LABEL)
            && self.field_of(node).is_some_and(|field| field.index() != node.index());
        if label {
            return EmitDecision::Hoist;
        }
        if operable || (is_widget(role) && !is_optional(node)) {
            if !node.visible() || is_mute(self.snapshot, node) || self.is_told_twice(node) {
                // What is in it has lines of its own.
                let empty = node.visible() && self.solids_in(node) == 0;
                return if empty { EmitDecision::Skip } else { EmitDecision::Hoist };
            }
            return self.operable(node, content);
        }
        self.readable(node, content)
    }

    /// An SVG whose shapes nobody named. A control that it is, too, has its id and words first.
    fn drawing(&mut self, node: NodeRef<'s>, drawing: &'s Drawing, content: &mut String) -> EmitDecision {
        self.push_element(content, node, node.name());
        push_drawing(content, self.snapshot, node, drawing);
        if is_listed(drawing) {
            self.drawn.extend(drawing.shapes.iter().map(|shape| shape.node));
        }
        EmitDecision::Line { whole: false, needs: 0 }
    }

    /// Something to act on.
    fn operable(&mut self, node: NodeRef<'s>, content: &mut String) -> EmitDecision {
        let snapshot = self.snapshot;
        if let Some(drawing) = node.drawing() {
            return self.drawing(node, drawing, content);
        }
        if node.tag() == "select" {
            self.push_element(content, node, node.name());
            return EmitDecision::Line { whole: true, needs: 0 };
        }
        if node.role() == Role::Row && self.solids_in(node) == 0 {
            push_row(content, self.snapshot, node, self.slots_of(node));
            return EmitDecision::Line { whole: true, needs: 0 };
        }
        if is_field(node) {
            self.push_element(content, node, node.name());
            self.push_suffix(node, content);
            // The text in it is its value.
            self.said.push(Said::all(node));
            return EmitDecision::Line { whole: self.solids_in(node) == 0, needs: 0 };
        }
        if holds_blocks(node) {
            self.push_element(content, node, "");
            self.push_suffix(node, content);
            return EmitDecision::Line { whole: false, needs: 0 };
        }
        let alone = self.solids_in(node) == 0;
        if node.name().is_empty()
            && alone
            && let Some(text) = text_as_name(snapshot, node)
        {
            self.push_element(content, node, &text);
            self.push_suffix(node, content);
            return EmitDecision::Line { whole: true, needs: 0 };
        }
        self.push_element(content, node, node.name());
        self.push_suffix(node, content);
        if !node.name().is_empty() {
            let name = node.name();
            let said = if is_control(node, alone) { Said::of_control } else { Said::of_container };
            self.said.push(said(node, name));
        }
        EmitDecision::Line { whole: false, needs: 0 }
    }

    fn push_suffix(&mut self, node: NodeRef<'_>, content: &mut String) {
        use std::fmt::Write as _;
        if let Some(level) = self.suffixes.remove(&node.index()) {
            let _infallible = write!(content, " heading{level}");
            self.titled = Some(node.index());
        }
    }

    /// Something to read, or around what there is to read and act on.
    fn readable(&mut self, node: NodeRef<'s>, content: &mut String) -> EmitDecision {
        let snapshot = self.snapshot;
        let role = node.role();
        let name = node.name();
        let line = EmitDecision::Line { whole: false, needs: 1 };
        if let Some(drawing) = node.drawing().filter(|_| node.visible()) {
            return self.drawing(node, drawing, content);
        }
        match role {
            Role::Heading => self.heading(node, content),
            Role::Image | Role::Video | Role::Audio | Role::Canvas | Role::ProgressBar | Role::Meter => {
                let told = role == Role::Image && (name.is_empty() || self.is_said(name));
                if told || !node.visible() {
                    return EmitDecision::Hoist;
                }
                self.push_element(content, node, name);
                EmitDecision::Line { whole: self.solids_in(node) == 0, needs: 0 }
            }
            _ if is_section(role) => {
                self.push_element(content, node, name);
                EmitDecision::Line { whole: false, needs: u32::from(!(is_dialog(role) && node.visible())) }
            }
            Role::Region
            | Role::Group
            | Role::Article
            | Role::Figure
            | Role::Details
            | Role::Feed
            | Role::Log
            | Role::Application
                if !name.is_empty() && role != Role::Article || role == Role::Feed =>
            {
                self.push_element(content, node, name);
                line
            }
            Role::Tooltip if node.visible() => {
                // Its words are its name, unless a label names it: it has a line also where nothing else is in it.
                self.push_element(content, node, name);
                if name.is_empty() {
                    return line;
                }
                self.said.push(Said::of_control(node, name));
                EmitDecision::Line { whole: false, needs: 0 }
            }
            Role::Table | Role::Grid | Role::TreeGrid => {
                self.push_element(content, node, name);
                let spread = spread(snapshot, node);
                let (rows, columns) = table_size(snapshot, node, &spread);
                self.spread.extend(spread);
                push_table_size(content, rows, columns);
                line
            }
            // Lines of code in the cells of a highlighter.
            Role::Row if node.index() < self.preformatted_until || holds_lines(node) => EmitDecision::Hoist,
            Role::Row if node.visible() && self.solids_in(node) == 0 => {
                push_row(content, self.snapshot, node, self.slots_of(node));
                EmitDecision::Line { whole: true, needs: 0 }
            }
            Role::Row | Role::ListItem | Role::Article => EmitDecision::Group,
            Role::List | Role::Directory => self.list(node, content),
            _ if node.tag() == "option" || node.tag() == "optgroup" => EmitDecision::Skip,
            _ if !is_inline(node.tag()) && has_two_elements(node) => EmitDecision::Group,
            _ => EmitDecision::Hoist,
        }
    }

    /// A heading; when all it holds is one link of the same words, the link's line tells it.
    fn heading(&mut self, node: NodeRef<'s>, content: &mut String) -> EmitDecision {
        let name = node.name();
        let titles = |line: u32| self.snapshot.node(self.outline.lines[line as usize].node).name() == name;
        let told = self.open.last().is_some_and(|(line, _)| titles(*line));
        if name.is_empty() || !node.visible() || self.is_said(name) {
            return EmitDecision::Hoist;
        }
        if told {
            self.said.push(Said::of_control(node, name));
            return EmitDecision::Hoist;
        }
        if self.solids_in(node) == 1
            && let Some(link) = node.descendants().find(|d| is_solid(*d) && d.name() == name)
        {
            self.suffixes.insert(link.index(), node.states().level.unwrap_or(2));
            return EmitDecision::Hoist;
        }
        self.push_element(content, node, name);
        self.said.push(Said::of_control(node, name));
        EmitDecision::Line { whole: false, needs: 0 }
    }

    /// The places of a row in a table whose cells span several.
    fn slots_of(&self, row: NodeRef<'_>) -> Option<&[Slot]> {
        self.spread.get(&row.index()).map(Vec::as_slice)
    }

    /// A list; short ones of plain text in one line.
    fn list(&mut self, node: NodeRef<'s>, content: &mut String) -> EmitDecision {
        self.push_element(content, node, node.name());
        if self.solids_in(node) > 0 || !node.visible() || self.places {
            return EmitDecision::Line { whole: false, needs: 2 };
        }
        let mut items = String::new();
        let mut numbers = Numbers::of(node).filter(|numbers| numbers.tell(node));
        for item in node.children().filter(|c| c.visible() && c.kind() == NodeKind::Element) {
            let mut text = inner_text(self.snapshot, item, PLAIN_LIST);
            if let Some(number) = numbers.as_mut().map(|numbers| numbers.take(item))
                && !text.is_empty()
            {
                text.insert_str(0, &format!("{number}. "));
            }
            if !text.is_empty() {
                items.push_str(if items.is_empty() { " " } else { ", " });
                push_quoted(&mut items, &text, PLAIN_LIST);
            }
            let nested = item.descendants().any(|d| matches!(d.role(), Role::List | Role::Heading));
            if items.len() > PLAIN_LIST || nested {
                return EmitDecision::Line { whole: false, needs: 2 };
            }
        }
        content.push_str(&items);
        EmitDecision::Line { whole: true, needs: u32::from(items.is_empty()) }
    }

    /// `iframe "Pay" pay.example`
    fn iframe(&mut self, node: NodeRef<'s>, content: &mut String) {
        content.push_str("iframe");
        let frame = self.frames.get(&node.index());
        let name = if node.name().is_empty() { frame.map_or("", |f| f.title.as_str()) } else { node.name() };
        if !name.is_empty() {
            content.push(' ');
            push_quoted(content, name, NAME_CHARACTERS);
        }
        let url = frame.map(|f| f.url.as_str()).or_else(|| node.attribute("src")).unwrap_or("");
        let host = host_of(url);
        if !host.is_empty() {
            content.push(' ');
            content.push_str(host);
        }
    }
}

/// Whether what stands in something that can be operated is how it is drawn, and not what the page has to say there.
fn is_control(node: NodeRef<'_>, alone: bool) -> bool {
    let role = node.role();
    let drawn = matches!(
        role,
        Role::Button
            | Role::Link
            | Role::Tab
            | Role::Option
            | Role::TreeItem
            | Role::Checkbox
            | Role::Radio
            | Role::Switch
    );
    drawn || role.is_menu_item() || role == Role::Generic && alone
}

/// Whether an element that only its listeners make a control holds several blocks of text for which its name has no room: a terminal, a
/// card. They have lines of their own, so that none is cut off, and a report says which are new. Fixture: blocks.html.
fn holds_blocks(node: NodeRef<'_>) -> bool {
    let generic = matches!(node.role(), Role::Generic | Role::None | Role::Presentation | Role::Code);
    let named = ["aria-label", "aria-labelledby", "title"].iter().any(|key| node.attribute(key).is_some());
    if !generic || named {
        return false;
    }
    // Code that takes the focus to be scrolled by keys is read line by line.
    if node.why().0 & !(Why::TABINDEX.0 | Why::SCROLLS.0) == 0 && is_code(node) {
        return true;
    }
    // What only takes drops is a place for other things, and not called by those (vis-timeline's items).
    let is_place = node.listener_kinds() == ListenerKinds::DROP && node.why().0 & !Why::LISTENER.0 == 0;
    let (mut length, mut blocks, mut last) = (0, 0, None);
    let is_read = |inner: &NodeRef<'_>| inner.kind() == NodeKind::Text && inner.visible();
    for text in node.descendants().filter(is_read) {
        let block = block_of(text);
        blocks += u32::from(last != Some(block) && !text.text().trim().is_empty());
        last = Some(block);
        length += text.text().trim().chars().count();
        if blocks >= BLOCKS && length > NAME_CHARACTERS || is_place && blocks > 1 {
            return true;
        }
    }
    false
}

/// Whether it is a covered control without a word or a look: the cells of a chart's grid, which layers lie over. There is nothing of it to
/// read, and nothing that could be done with it; no overlay is to be closed for it. Fixture: panes.html.
fn is_mute(snapshot: &Snapshot, node: NodeRef<'_>) -> bool {
    node.covered_by().is_some()
        && node.role() == Role::Generic
        && node.why().0 & !(Why::LISTENER.0 | Why::HANDLER.0 | Why::DELEGATED.0 | Why::CURSOR.0) == 0
        && node.name().is_empty()
        && node.value().is_none()
        && snapshot.look(node.index()).is_none()
        && node.drawing().is_none()
        && inner_text(snapshot, node, 1).is_empty()
        && !node.descendants().any(|inner| {
            matches!(inner.tag(), "img" | "svg" | "canvas" | "video")
                || snapshot.look(inner.index()).is_some()
        })
}

fn is_code(node: NodeRef<'_>) -> bool {
    let is_pre = |node: &NodeRef<'_>| node.tag() == "pre";
    is_pre(&node) || node.parent().is_some_and(|parent| is_pre(&parent))
}

/// Whether a cell of a row holds preformatted text of several lines.
fn holds_lines(row: NodeRef<'_>) -> bool {
    let mut codes = row.descendants().filter(|inner| inner.tag() == "pre");
    codes.any(|code| code.descendants().any(|text| text.text().trim().contains('\n') || is_line_break(text)))
}

/// Whether a role has a line of its own around what is in it, named or not.
fn is_section(role: Role) -> bool {
    role.is_landmark()
        || is_dialog(role)
        || matches!(
            role,
            Role::RadioGroup
                | Role::Toolbar
                | Role::TabList
                | Role::TabPanel
                | Role::Menu
                | Role::MenuBar
                | Role::ListBox
                | Role::Tree
                | Role::Alert
                | Role::Status
        )
}
