//! From a snapshot to blocks: one loop in document order, with a stack of what is open around a node.

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    block::{Block, Kind},
    escape::{fence_of, push_code_text},
    line::Line,
};
use crate::{
    snapshot::{Frame, NodeIndex, NodeKind, NodeRef, Role, Snapshot},
    view::{
        Scope,
        escape::{NAME_LIMIT, push_line, push_number, push_quoted},
        flatten::bounds,
        kinds::{in_view, place_of},
        text::{inner_text, is_decoration, is_inline},
        wording::{host_of, is_field},
    },
};

/// A paragraph is cut into blocks of about so many bytes, so that a page can end in between.
const PIECE: usize = 500;
/// A button with more text than this is a part of the page that can be clicked, bytes.
const CONTROL_TEXT: usize = 100;
/// A list of more links than this to go elsewhere is told in one line.
const FEW_LINKS: usize = 5;

/// What there is to read.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) blocks: Vec<Block>,
    /// Controls that are not told.
    pub(super) controls: u32,
}

/// What is open around a node, until its end.
enum Open {
    /// Ends a block when it ends.
    Block,
    Heading,
    Quote,
    /// A list, with the number of its next item when it counts them.
    List(Option<u32>),
    /// An item, with its mark, until that is written.
    Item {
        mark: String,
        written: bool,
    },
    Link,
    Code,
    Table {
        header: Option<usize>,
    },
    Row {
        headers: usize,
        cells: usize,
    },
    Cell,
}

struct Walk<'s> {
    snapshot: &'s Snapshot,
    scope: Scope,
    expanded: FxHashSet<NodeIndex>,
    /// By owner element.
    frames: FxHashMap<NodeIndex, &'s Frame>,
    gaps: FxHashMap<NodeIndex, &'s str>,
    /// By node: whether there is anything to see in it.
    seen: Vec<bool>,
    open: Vec<(NodeIndex, Open)>,
    line: Line,
    /// What the line is when it ends.
    kind: Kind,
    level: u8,
    reading: Reading,
}

/// Reads the part of the page that the scope names.
pub(super) fn read(snapshot: &Snapshot, scope: &Scope, expand: &[NodeIndex]) -> Reading {
    let (start, end) = bounds(snapshot, scope);
    let owners = snapshot.frames.iter().filter_map(|frame| {
        let owner = snapshot.node(frame.document).parent()?;
        Some((owner.index(), frame))
    });
    let gaps = snapshot.gaps.iter().filter_map(|gap| Some((gap.node?, gap.reason.as_str())));
    let mut walk = Walk {
        snapshot,
        scope: *scope,
        expanded: expand.iter().copied().collect(),
        frames: owners.collect(),
        gaps: gaps.collect(),
        seen: seen(snapshot),
        open: Vec::new(),
        line: Line::default(),
        kind: Kind::Paragraph,
        level: 0,
        reading: Reading::default(),
    };
    let mut at = start;
    while at < end {
        at = walk.visit(snapshot.node(at));
    }
    walk.close_until(NodeIndex::NONE);
    walk.flush();
    walk.reading
}

/// Of each node whether it or anything in it can be seen.
fn seen(snapshot: &Snapshot) -> Vec<bool> {
    let mut seen: Vec<bool> = snapshot.nodes().map(NodeRef::visible).collect();
    for node in snapshot.nodes().rev() {
        if seen[node.index().at()]
            && let Some(parent) = node.parent()
        {
            seen[parent.index().at()] = true;
        }
    }
    seen
}

impl<'s> Walk<'s> {
    /// Deals with one node and says which comes next.
    fn visit(&mut self, node: NodeRef<'s>) -> NodeIndex {
        self.close_until(node.index());
        let next = NodeIndex(node.index().0 + 1);
        match node.kind() {
            NodeKind::ShadowRoot(_) => next,
            NodeKind::Document => {
                self.frame(node);
                next
            }
            NodeKind::Text | NodeKind::Pseudo => {
                let told = node.kind() == NodeKind::Text || is_told(node);
                if told && node.visible() && self.is_wanted(node) {
                    self.text(node);
                }
                next
            }
            NodeKind::Element if !self.seen[node.index().at()] => node.end(),
            NodeKind::Element => self.element(node),
        }
    }

    fn is_wanted(&self, node: NodeRef<'_>) -> bool {
        !self.scope.in_view_only || in_view(place_of(node))
    }

    fn text(&mut self, node: NodeRef<'_>) {
        let code = self.open.iter().any(|(_, open)| matches!(open, Open::Code));
        self.line.push(node.text(), code, self.in_row());
        // Not inside of a link, and not of what is one line.
        let whole = self.in_row() || self.line.in_link() || self.kind == Kind::Heading;
        if self.line.len() > PIECE && !whole {
            self.flush();
            self.kind = Kind::Continued;
        }
    }

    fn in_row(&self) -> bool {
        self.open.iter().any(|(_, open)| matches!(open, Open::Row { .. }))
    }

    fn element(&mut self, node: NodeRef<'s>) -> NodeIndex {
        let (next, role) = (NodeIndex(node.index().0 + 1), node.role());
        if let Some(reason) =
            self.gaps.get(&node.index()).filter(|_| !self.frames.contains_key(&node.index()))
        {
            let mut note = String::from("[");
            push_line(&mut note, reason, 120);
            self.note(note + "]", None);
            return node.end();
        }
        match node.tag() {
            "head" | "script" | "style" | "template" | "noscript" | "option" | "optgroup" => {
                return node.end();
            }
            "br" => {
                self.line.end_row(self.in_row());
                return node.end();
            }
            "pre" if !self.in_row() => return self.code(node),
            _ => {}
        }
        if self.is_control(node) {
            self.reading.controls += 1;
            return node.end();
        }
        if role == Role::Image || node.tag() == "svg" {
            if role == Role::Image && !node.name().is_empty() && self.is_wanted(node) {
                self.line.push_image(node.name(), self.in_row());
            }
            return node.end();
        }
        if role == Role::Navigation && self.folds(node) {
            return node.end();
        }
        let folded = node.tag() == "summary" && node.states().expanded == Some(false);
        if (role == Role::Link && node.operable()) || folded {
            let tells = !is_decoration(inner_text(self.snapshot, node, 16).trim());
            if tells {
                self.block_of_element(node, |_| {});
                self.line.open_link(node.index());
                self.open.push((node.end(), Open::Link));
                return next;
            }
            if node.name().chars().nth(2).is_none() {
                return node.end();
            }
            self.line.open_link(node.index());
            self.line.push(node.name(), false, self.in_row());
            self.line.close_link();
            return node.end();
        }
        self.opened(node, role);
        next
    }

    /// Starts a block for an element that is one.
    fn block_of_element(&mut self, node: NodeRef<'_>, set: impl FnOnce(&mut Self)) {
        if is_inline(node.tag()) {
            return;
        }
        if self.in_row() {
            self.line.space();
            return;
        }
        self.flush();
        set(self);
        self.open.push((node.end(), Open::Block));
    }

    fn opened(&mut self, node: NodeRef<'s>, role: Role) {
        let end = node.end();
        if self.in_row() {
            match role {
                Role::Cell | Role::GridCell | Role::ColumnHeader | Role::RowHeader => self.cell(node),
                _ if matches!(node.tag(), "code" | "kbd" | "samp" | "tt") => {
                    self.open.push((end, Open::Code))
                }
                _ => self.block_of_element(node, |_| {}),
            }
            return;
        }
        match role {
            Role::Heading => {
                self.flush();
                self.kind = Kind::Heading;
                self.level = node.states().level.unwrap_or(2).clamp(1, 6);
                self.open.push((end, Open::Heading));
            }
            Role::List | Role::Directory => {
                self.flush();
                let first = node.attribute("start").and_then(|start| start.parse().ok()).unwrap_or(1);
                self.open.push((end, Open::List((node.tag() == "ol").then_some(first))));
            }
            Role::ListItem => {
                self.flush();
                let mark = self.mark();
                self.open.push((end, Open::Item { mark, written: false }));
            }
            Role::Definition => {
                self.flush();
                self.open.push((end, Open::Item { mark: ": ".to_owned(), written: false }));
            }
            Role::BlockQuote => {
                self.flush();
                self.open.push((end, Open::Quote));
            }
            Role::Table | Role::Grid | Role::TreeGrid if is_table(self.snapshot, node) => {
                self.flush();
                self.open.push((end, Open::Table { header: None }));
            }
            Role::Row if self.in_table() => {
                self.flush();
                self.open.push((end, Open::Row { headers: 0, cells: 0 }));
            }
            Role::Dialog | Role::AlertDialog => {
                let mut note = format!("[{}", role.word());
                if !node.name().is_empty() {
                    note.push(' ');
                    push_name(&mut note, node.name());
                }
                self.note(note + "]", None);
                self.open.push((end, Open::Block));
            }
            _ if matches!(node.tag(), "code" | "kbd" | "samp" | "tt") => self.open.push((end, Open::Code)),
            _ => self.block_of_element(node, |_| {}),
        }
    }

    /// The mark of the next item of the innermost list.
    fn mark(&mut self) -> String {
        for (_, open) in self.open.iter_mut().rev() {
            match open {
                Open::List(Some(number)) => {
                    *number = number.saturating_add(1);
                    return format!("{}. ", *number - 1);
                }
                Open::List(None) => break,
                _ => {}
            }
        }
        "- ".to_owned()
    }

    fn in_table(&self) -> bool {
        self.open.iter().any(|(_, open)| matches!(open, Open::Table { .. }))
    }

    fn cell(&mut self, node: NodeRef<'_>) {
        let is_header = node.role() == Role::ColumnHeader;
        // A cell in a cell is its text.
        let in_cell = self.open.iter().any(|(_, open)| matches!(open, Open::Cell));
        let row = self.open.iter_mut().rev().find_map(|(_, open)| match open {
            Open::Row { headers, cells } if !in_cell => Some((headers, cells)),
            _ => None,
        });
        if let Some((headers, cells)) = row {
            *cells += 1;
            *headers += usize::from(is_header);
            self.line.start_cell();
            self.open.push((node.end(), Open::Cell));
        } else {
            self.line.space();
        }
    }

    fn close_until(&mut self, at: NodeIndex) {
        while let Some((_, open)) = self.open.last().filter(|(end, _)| *end <= at) {
            // What was read inside belongs inside.
            if matches!(
                open,
                Open::Block
                    | Open::Heading
                    | Open::Quote
                    | Open::List(_)
                    | Open::Item { .. }
                    | Open::Table { .. }
            ) {
                self.flush();
            }
            match self.open.pop() {
                Some((_, Open::Link)) => self.line.close_link(),
                Some((_, Open::Cell)) => self.line.end_cell(),
                Some((_, Open::Heading)) => self.kind = Kind::Paragraph,
                Some((_, Open::Row { headers, cells })) => self.end_row(headers, cells),
                _ => {}
            }
        }
    }

    fn end_row(&mut self, headers: usize, cells: usize) {
        if cells == 0 || self.line.is_empty_row() {
            self.line.clear();
            return;
        }
        let heads = headers == cells;
        if heads {
            self.line.push_rule(cells);
        }
        let at = self.reading.blocks.len();
        let table = self.open.iter_mut().rev().find_map(|(_, open)| match open {
            Open::Table { header } => Some(header),
            _ => None,
        });
        let mut header = None;
        if let Some(known) = table {
            header = *known;
            if heads && known.is_none() {
                *known = Some(at);
            }
        }
        self.kind = Kind::Row { header };
        self.flush();
        self.kind = Kind::Paragraph;
    }

    /// Ends the block that is being written.
    fn flush(&mut self) {
        let (text, ids) = self.line.take();
        let kind = std::mem::replace(&mut self.kind, Kind::Paragraph);
        if text.is_empty() || (ids.is_empty() && is_decoration(&text) && !matches!(kind, Kind::Row { .. })) {
            if kind == Kind::Heading {
                self.kind = kind;
            }
            return;
        }
        let (mut first, rest, in_item) = self.prefixes();
        let kind = if in_item && kind == Kind::Paragraph { Kind::Item } else { kind };
        if kind == Kind::Heading {
            (0..self.level).for_each(|_| first.push('#'));
            first.push(' ');
        }
        self.reading.blocks.push(Block { kind, first, rest, text, ids });
    }

    /// What stands before the first line and before the others, by what is open; whether an item starts here.
    fn prefixes(&mut self) -> (String, String, bool) {
        let (mut first, mut rest, mut starts) = (String::new(), String::new(), false);
        for (_, open) in &mut self.open {
            match open {
                Open::Quote => {
                    first.push_str("> ");
                    rest.push_str("> ");
                }
                Open::Item { mark, written } => {
                    let indent = mark.chars().count().min(4);
                    if *written {
                        (0..indent).for_each(|_| first.push(' '));
                    } else {
                        first.push_str(mark);
                        starts = true;
                        *written = true;
                    }
                    (0..indent).for_each(|_| rest.push(' '));
                }
                _ => {}
            }
        }
        (first, rest, starts)
    }

    /// A line of ours, with the element that it is a handle of.
    fn note(&mut self, text: String, handle: Option<NodeIndex>) {
        if self.in_row() {
            return;
        }
        self.flush();
        let (first, rest, _) = self.prefixes();
        let ids = handle.map(|node| (text.len() - 2, node)).into_iter().collect();
        self.reading.blocks.push(Block { kind: Kind::Note, first, rest, text, ids });
    }

    /// The document of a frame says whose it is.
    fn frame(&mut self, document: NodeRef<'s>) {
        let Some(owner) = document.parent() else { return };
        let Some(frame) = self.frames.get(&owner.index()) else { return };
        let mut note = String::from("[iframe");
        let name = if owner.name().is_empty() { frame.title.as_str() } else { owner.name() };
        if !name.is_empty() {
            note.push(' ');
            push_name(&mut note, name);
        }
        let host = host_of(&frame.url).replace(['[', ']'], "");
        if !host.is_empty() {
            let _infallible = write!(note, " {host}");
        }
        self.note(note + "]", None);
        self.open.push((document.end(), Open::Block));
    }

    /// Whether it can only be operated. What a button says stays where it is a heading, or a part of the page.
    fn is_control(&self, node: NodeRef<'_>) -> bool {
        let role = node.role();
        if node.masked() {
            return true;
        }
        if is_field(node) {
            return !(node.tag() != "textarea" && node.tag() != "input" && role == Role::Generic);
        }
        let presses = matches!(
            role,
            Role::Button
                | Role::MenuItem
                | Role::MenuItemCheckbox
                | Role::MenuItemRadio
                | Role::Tab
                | Role::Option
                | Role::ScrollBar
        );
        let in_heading = self.open.iter().any(|(_, open)| matches!(open, Open::Heading));
        presses
            && node.operable()
            && !in_heading
            && inner_text(self.snapshot, node, CONTROL_TEXT + 1).len() <= CONTROL_TEXT
    }

    /// A navigation of many links is one line with a handle, unless it is what was asked for.
    fn folds(&mut self, node: NodeRef<'_>) -> bool {
        let asked = self.scope.under.is_some_and(|under| under >= node.index() && under < node.end());
        if asked || self.expanded.contains(&node.index()) || self.in_row() || !self.is_wanted(node) {
            return false;
        }
        let links = node.descendants().filter(|d| d.role() == Role::Link && d.visible()).count();
        if links <= FEW_LINKS {
            return false;
        }
        let mut note = String::from("[navigation ");
        if !node.name().is_empty() {
            push_name(&mut note, node.name());
            note.push(' ');
        }
        push_number(&mut note, links);
        note.push_str(" links (expand )]");
        self.note(note, Some(node.index()));
        true
    }

    /// Preformatted text, in pieces of whole lines.
    fn code(&mut self, node: NodeRef<'_>) -> NodeIndex {
        self.flush();
        let mut code = String::new();
        for text in node.descendants().filter(|d| d.kind() == NodeKind::Text && d.visible()) {
            push_code_text(&mut code, text.text());
        }
        let code = code.trim_matches('\n').trim_end();
        if code.is_empty() || !self.is_wanted(node) {
            return node.end();
        }
        let (_, rest, _) = self.prefixes();
        let fence = "`".repeat(fence_of(code));
        let mut text = String::new();
        let mut kind = Kind::Code;
        for line in code.lines() {
            text.push_str(line.trim_end());
            text.push('\n');
            if text.len() > PIECE {
                let text = std::mem::take(&mut text);
                self.reading.blocks.push(Block {
                    kind,
                    first: fence.clone(),
                    rest: rest.clone(),
                    text,
                    ids: Vec::new(),
                });
                kind = Kind::CodeOn;
            }
        }
        if !text.is_empty() {
            self.reading.blocks.push(Block { kind, first: fence, rest, text, ids: Vec::new() });
        }
        node.end()
    }
}

/// Whether what a style puts beside an element says anything. The number of an item is told by its mark.
fn is_told(pseudo: NodeRef<'_>) -> bool {
    let text = pseudo.text().trim();
    let numbers = || {
        let number = text.trim_end_matches(['.', ')']);
        let of_item = pseudo.parent().is_some_and(|parent| parent.role() == Role::ListItem);
        of_item && number.len() < text.len() && number.len() <= 6 && number.chars().all(char::is_alphanumeric)
    };
    text.chars().any(char::is_alphanumeric) && !numbers()
}

/// A page's name for something, in a line of ours.
fn push_name(out: &mut String, name: &str) {
    push_quoted(out, &name.replace('[', "(").replace(']', ")"), NAME_LIMIT);
}

/// Whether a table holds data: one that lays out a page holds tables and headings.
fn is_table(snapshot: &Snapshot, table: NodeRef<'_>) -> bool {
    let mut inside = table.descendants().map(|d| snapshot.node(d.index()).role());
    !inside.any(|role| matches!(role, Role::Table | Role::Grid | Role::TreeGrid | Role::Heading | Role::Main))
}
