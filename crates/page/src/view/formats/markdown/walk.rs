//! From a snapshot to blocks: one loop in document order, with a stack of what is open around a node.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    block::{Block, Kind},
    line::Line,
};
use crate::{
    snapshot::{Certainty, Frame, NodeIndex, NodeKind, NodeRef, Role, Snapshot},
    view::{
        Scope,
        escape::push_line,
        flatten::bounds,
        kinds::{in_view, place_of},
        numbers::Numbers,
        signs::is_decoration,
        tables::{Slot, holds_data, spread},
        text::inner_text,
    },
};

mod blocks;
mod controls;
mod rows;

use rows::OpenRow;

/// A paragraph is cut into blocks of about so many bytes, so that a page can end in between.
const PIECE: usize = 500;
/// What can be clicked and has more text than this is a part of the page, bytes.
const SHORT: usize = 100;

/// What there is to read.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) blocks: Vec<Block>,
    /// Controls that are not told.
    pub(super) controls: u32,
}

/// What is open around a node, until its end.
enum Open<'s> {
    /// Ends a block when it ends.
    Block,
    /// A block that is told as a word beside others.
    Apart,
    Heading,
    Quote,
    /// A list, with what counts its items.
    List(Option<Numbers<'s>>),
    /// An item, with its mark, until that is written.
    Item {
        mark: String,
        written: bool,
    },
    /// A link; what a short one says stays on one line.
    Link {
        short: bool,
    },
    Code,
    Table {
        header: Option<usize>,
        spread: FxHashMap<NodeIndex, Vec<Slot>>,
    },
    Row(OpenRow),
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
    open: Vec<(NodeIndex, Open<'s>)>,
    line: Line,
    /// The text that was last put into it.
    last_text: NodeIndex,
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
        last_text: start,
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
            // A line break has no width, so no box that can be seen.
            NodeKind::Element if node.tag() == "br" && node.rect().is_some() => self.element(node),
            NodeKind::Element if !self.seen[node.index().at()] => node.end(),
            NodeKind::Element => self.element(node),
        }
    }

    fn is_wanted(&self, node: NodeRef<'_>) -> bool {
        !self.scope.in_view_only || in_view(place_of(node))
    }

    fn text(&mut self, node: NodeRef<'_>) {
        let code = self.open.iter().any(|(_, open)| matches!(open, Open::Code));
        if node.is_apart() {
            self.line.space();
        }
        self.last_text = node.index();
        self.line.push_set(node, code, self.in_row());
        // Not inside of a link, and not of what is one line.
        let whole = self.in_row() || self.line.in_link() || self.kind == Kind::Heading;
        if self.line.len() > PIECE && !whole {
            self.flush();
            self.kind = Kind::Continued;
        }
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
                self.line_break();
                return node.end();
            }
            "pre" if !self.in_row() => return self.code(node),
            _ => {}
        }
        if self.is_control(node) {
            self.reading.controls += 1;
            return node.end();
        }
        // A picture that nobody named says what is written in it.
        let written =
            node.tag() == "svg" && node.name().is_empty() && !inner_text(self.snapshot, node, 1).is_empty();
        if (role == Role::Image || node.tag() == "svg") && node.drawing().is_none() && !written {
            // A shape of a drawing has no file whose name could be a hint.
            let hint = node.name_certainty() == Certainty::Guessed && !matches!(node.tag(), "img" | "svg");
            if role == Role::Image && !node.name().is_empty() && !hint && self.is_wanted(node) {
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
                self.block_of_element(node);
                self.line.open_link(node.index());
                let short = inner_text(self.snapshot, node, SHORT + 1).len() <= SHORT;
                self.open.push((node.end(), Open::Link { short }));
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

    fn opened(&mut self, node: NodeRef<'s>, role: Role) {
        let end = node.end();
        if self.in_row() {
            match role {
                Role::Cell | Role::GridCell | Role::ColumnHeader | Role::RowHeader => self.cell(node),
                _ if matches!(node.tag(), "code" | "kbd" | "samp" | "tt") => {
                    self.open.push((end, Open::Code));
                }
                _ => self.block_of_element(node),
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
                self.open.push((end, Open::List(Numbers::of(node))));
            }
            Role::ListItem => {
                self.flush();
                let mark = self.mark(node);
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
            Role::Table | Role::Grid | Role::TreeGrid if holds_data(self.snapshot, node) => {
                self.flush();
                let spread = spread(self.snapshot, node);
                self.open.push((end, Open::Table { header: None, spread }));
            }
            Role::Row if self.in_table() => {
                self.flush();
                self.open_row(node);
            }
            Role::Dialog | Role::AlertDialog => {
                let mut note = format!("[{}", role.word());
                if !node.name().is_empty() {
                    note.push(' ');
                    blocks::push_name(&mut note, node.name());
                }
                self.note(note + "]", None);
                self.open.push((end, Open::Block));
            }
            _ if matches!(node.tag(), "code" | "kbd" | "samp" | "tt") => self.open.push((end, Open::Code)),
            _ => self.block_of_element(node),
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
                Some((_, Open::Link { .. })) => self.line.close_link(),
                Some((_, Open::Apart)) => self.line.space(),
                Some((_, Open::Cell)) => self.line.end_cell(),
                Some((_, Open::Heading)) => self.kind = Kind::Paragraph,
                Some((_, Open::Row(row))) => self.end_row(row),
                _ => {}
            }
        }
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
