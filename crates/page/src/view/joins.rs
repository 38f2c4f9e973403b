//! What the lines of a drawing join: the elements that their ends lie on, by their names or texts. The wires of a flow editor, the
//! edges of a graph. Fixtures: drawings-flow.html (nodes of HTML), drawings-shapes.html (nodes of SVG).

use super::text::inner_text;
use crate::{
    geometry::Rect,
    snapshot::{Certainty, Drawing, NodeIndex, NodeKind, NodeRef, Shape, ShapeKind, Snapshot, Trace},
};

/// An end that lies so far from an element is on it, CSS pixels: arrow heads stand between.
const NEAR: f64 = 8.0;
/// What takes a larger part of its drawing than this holds nodes and is none.
const PART: f64 = 0.25;
/// A longer text is no name of a node.
const NAME: usize = 60;
/// So many elements at an end are looked at for a name, the smallest first.
const TRIED: usize = 8;
/// So many nodes of a group are looked at.
const PIECES: usize = 40;

/// The elements that ends of lines may lie on.
pub(super) struct Joins<'s> {
    snapshot: &'s Snapshot,
    /// The texts of the drawing, for shapes that have theirs beside them in the tree.
    texts: Vec<Shape>,
    /// Smallest first.
    targets: Vec<(NodeIndex, Rect)>,
}

impl<'s> Joins<'s> {
    /// Nothing for a drawing without lines.
    pub(super) fn of(snapshot: &'s Snapshot, svg: NodeRef<'s>, drawing: &Drawing) -> Option<Joins<'s>> {
        drawing.shapes.iter().any(|shape| shape.look.trace.is_some()).then(|| Self::around(snapshot, svg))?
    }

    /// Those that lie on an SVG.
    pub(super) fn around(snapshot: &'s Snapshot, svg: NodeRef<'s>) -> Option<Joins<'s>> {
        let rect = svg.rect()?;
        let shapes = svg.drawing().map_or(&[][..], |drawing| &drawing.shapes);
        let texts = shapes.iter().filter(|shape| shape.look.kind == ShapeKind::Text).copied().collect();
        let reached = Rect::new(rect.x - NEAR, rect.y - NEAR, rect.w + 2.0 * NEAR, rect.h + 2.0 * NEAR);
        let mut targets: Vec<(NodeIndex, Rect)> = snapshot
            .nodes()
            .filter(|node| node.kind() == NodeKind::Element && node.visible() && is_target(*node))
            .filter_map(|node| Some((node.index(), node.rect()?)))
            .filter(|(_, own)| own.area() <= rect.area() * PART && own.intersection(&reached).area() > 0.0)
            .collect();
        targets.sort_by(|a, b| a.1.area().total_cmp(&b.1.area()));
        Some(Joins { snapshot, texts, targets })
    }

    /// What is at both ends of a line, where it is not the same.
    pub(super) fn names(&self, line: NodeIndex, trace: &Trace) -> (Option<String>, Option<String>) {
        let middle = ((trace.start.0 + trace.end.0) / 2.0, (trace.start.1 + trace.end.1) / 2.0);
        let at = |end: (f64, f64), other: (f64, f64)| {
            // What both ends or the middle lie on, such as a box with a rule in it, is joined with nothing by it; nor is the group
            // that the line is a part of.
            let apart = self.targets.iter().filter(|(node, rect)| {
                is_near(rect, end)
                    && !is_near(rect, other)
                    && !rect.contains(middle.0, middle.1)
                    && !self.snapshot.node(*node).contains(line)
            });
            apart.take(TRIED).find_map(|(node, rect)| self.name_of(self.snapshot.node(*node), rect))
        };
        let names = (at(trace.start, trace.end), at(trace.end, trace.start));
        if names.0 == names.1 { (None, None) } else { names }
    }

    fn name_of(&self, node: NodeRef<'_>, rect: &Rect) -> Option<String> {
        if node.tag() == "g" && !holds_area(node) {
            return None;
        }
        if !node.name().is_empty() && node.name_certainty() != Certainty::Guessed {
            return Some(node.name().to_owned());
        }
        let text = inner_text(self.snapshot, node, NAME + 1);
        if !text.is_empty() {
            return (text.len() <= NAME).then_some(text);
        }
        let on_it = self.texts.iter().filter(|text| {
            let (x, y) = text.look.rect.center();
            rect.contains(x, y)
        });
        let words: Vec<String> =
            on_it.map(|text| inner_text(self.snapshot, self.snapshot.node(text.node), NAME)).collect();
        let text = words.join(" ");
        if text.is_empty() {
            return super::drawing::hint_of(node).map(str::to_owned);
        }
        (text.len() <= NAME).then_some(text)
    }
}

/// Whether a group has something with an area in it: the mark of an axis is a line and a text, and nobody's node.
fn holds_area(group: NodeRef<'_>) -> bool {
    group.descendants().take(PIECES).any(|inside| match inside.tag() {
        "rect" | "circle" | "ellipse" | "polygon" | "image" | "use" | "foreignobject" => true,
        "path" => inside.attribute("fill") != Some("none"),
        _ => false,
    })
}

fn is_near(rect: &Rect, (x, y): (f64, f64)) -> bool {
    x >= rect.x - NEAR && x <= rect.right() + NEAR && y >= rect.y - NEAR && y <= rect.bottom() + NEAR
}

/// Whether a line can end on it: a closed shape, a group, an element of HTML; not a text or another line.
fn is_target(node: NodeRef<'_>) -> bool {
    !matches!(
        node.tag(),
        "svg" | "text" | "tspan" | "line" | "polyline" | "defs" | "html" | "body" | "title" | "foreignobject"
    )
}
