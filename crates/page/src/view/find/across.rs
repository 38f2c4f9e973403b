//! The texts of a page in the order in which they are read, for what one line of the outline does not hold alone: "Ref: AB-123", where
//! "AB" is a link with a line of its own.

use std::ops::Range;

use super::{Wanted, name::is_whole, wanted::legible};
use crate::{
    snapshot::{NodeIndex, NodeKind, Snapshot},
    view::{
        Scope,
        flatten::bounds,
        outline::{LineKind, NO_LINE, Outline},
        text::{block_of, push_collapsed},
    },
};

/// All texts that a person sees, blocks and boxes apart by a space.
pub(super) struct Flow {
    text: String,
    pieces: Vec<Piece>,
}

/// One text of the page.
struct Piece {
    start: usize,
    node: NodeIndex,
    /// The last line that begins at the node or before it.
    line: u32,
    /// It is the first of its block.
    first: bool,
}

/// A place where the texts say it.
pub(super) struct Passage {
    pub(super) at: Range<usize>,
    /// The texts that it begins and ends in.
    pub(super) nodes: (NodeIndex, NodeIndex),
    pub(super) line: u32,
    /// It ends in another line of the outline.
    pub(super) crosses: bool,
}

impl Flow {
    pub(super) fn of(snapshot: &Snapshot, outline: &Outline, scope: &Scope) -> Flow {
        let (start, end) = bounds(snapshot, scope);
        let mut flow = Flow { text: String::new(), pieces: Vec::new() };
        let (mut space, mut block, mut line) = (false, None, 0);
        for at in start.0..end.0 {
            let node = snapshot.node(NodeIndex(at));
            match node.kind() {
                NodeKind::Text if node.visible() => {}
                NodeKind::Pseudo if node.visible() && node.text().chars().any(char::is_alphanumeric) => {}
                NodeKind::Element if node.tag() == "br" => {
                    space = true;
                    continue;
                }
                _ => continue,
            }
            let text = legible(node.text());
            if text.trim().is_empty() {
                space |= !text.is_empty();
                continue;
            }
            while outline.lines.get(line).is_some_and(|line| line.node.0 <= at) {
                line += 1;
            }
            let its = Some(block_of(node));
            space |= node.is_apart() || block != its;
            let start = flow.text.len();
            push_collapsed(&mut flow.text, &text, &mut space);
            let start = start + usize::from(flow.text[start..].starts_with(' '));
            let piece = Piece { start, node: node.index(), line: line as u32, first: block != its };
            flow.pieces.push(piece);
            block = its;
        }
        flow
    }

    /// The places where it stands. An expression is looked for in each block alone, a text in all of the page.
    pub(super) fn passages(&self, wanted: &Wanted) -> Vec<Passage> {
        let mut starts = vec![0];
        if wanted.is_pattern() {
            starts.extend(self.pieces.iter().filter(|piece| piece.first && piece.start > 0).map(|p| p.start));
        }
        starts.push(self.text.len());
        let mut found = Vec::new();
        for pair in starts.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let Some(block) = self.text.get(from..to).map(str::trim_end) else { continue };
            found.extend(
                wanted.each(block).into_iter().map(|at| self.passage(at.start + from..at.end + from)),
            );
        }
        found
    }

    /// Whether a passage begins and ends where words do.
    pub(super) fn is_whole(&self, passage: &Passage) -> bool {
        is_whole(&self.text, &passage.at)
    }

    fn passage(&self, at: Range<usize>) -> Passage {
        let piece = |byte: usize| {
            let next = self.pieces.partition_point(|piece| piece.start <= byte);
            self.pieces.get(next.saturating_sub(1))
        };
        let ends = (piece(at.start), piece(at.end.saturating_sub(1)));
        let none = NodeIndex(0);
        let (first, last) = (ends.0.map_or(none, |p| p.node), ends.1.map_or(none, |p| p.node));
        let lines = (ends.0.map_or(0, |p| p.line), ends.1.map_or(0, |p| p.line));
        // A piece before the first line has none.
        let line = lines.0.checked_sub(1).unwrap_or(NO_LINE);
        Passage { at, nodes: (first, last), line, crosses: lines.0 != lines.1 }
    }

    /// The blocks around a passage, and where it stands in them.
    pub(super) fn around(&self, passage: &Passage) -> (String, Range<usize>) {
        let before = |byte: usize| self.pieces.partition_point(|piece| piece.start <= byte);
        let start = self.pieces[..before(passage.at.start)].iter().rfind(|piece| piece.first);
        let end = self.pieces[before(passage.at.end.saturating_sub(1))..].iter().find(|piece| piece.first);
        let (start, end) = (start.map_or(0, |p| p.start), end.map_or(self.text.len(), |p| p.start));
        let text = self.text[start..end].trim_end().to_owned();
        (text, passage.at.start - start..passage.at.end - start)
    }
}

/// Whether the words of a passage are the name of a line around it: a link in a heading does not make a second place.
pub(super) fn is_name(snapshot: &Snapshot, outline: &Outline, passage: &Passage, wanted: &Wanted) -> bool {
    let mut at = passage.line;
    while let Some(line) = outline.lines.get(at as usize) {
        let node = snapshot.node(line.node);
        if line.kind() == LineKind::Element && node.contains(passage.nodes.1) && wanted.is_in(node.name()) {
            return true;
        }
        at = line.parent;
    }
    false
}
