//! Words drawings: `svg [8,58 300x150]: circle red r20 at 68,108; line black from "Start" to "Check"`.
//!
//! A place in the content of a line is relative to the drawing, between two marks that no text of a page can hold. So a drawing that is
//! scrolled says the same as before. Whoever writes the line resolves the marks into places of the viewport. Fixtures: drawings-*.html.

use std::{borrow::Cow, fmt::Write as _};

use rustc_hash::FxHashMap;

use super::{
    escape::{push_number, push_quoted},
    joins::Joins,
    text::inner_text,
};
use crate::{
    geometry::Rect,
    limits::{JOINED_LINES, LISTED_SHAPES, SHAPE_CHARACTERS},
    snapshot::{Certainty, Drawing, Look, NodeRef, PlainColour, Shape, ShapeKind, Snapshot},
};

/// So many kinds are counted.
const KINDS: usize = 12;

/// So many straight lines of one kind, colour and direction that join nothing are a grid, and counted.
const RULES: usize = 4;
/// A line is straight whose ends differ by less, and whose box is thinner than this, CSS pixels.
const STRAIGHT: f64 = 1.5;
const THIN: f64 = 6.0;

/// Around a place that is relative to the drawing. The writer of quoted text escapes both.
const MARK: char = '\u{2}';
const MARK_END: char = '\u{3}';

/// Whether the shapes and texts of a drawing are listed, each by itself.
pub(super) fn is_listed(drawing: &Drawing) -> bool {
    drawing.shapes.len() <= LISTED_SHAPES
}

/// Whether a line has places in it.
pub(super) fn is_drawn(content: &str) -> bool {
    content.contains(MARK)
}

/// Where the places in a line are counted from: the corner of the outermost SVG that an element is or is in.
pub(super) fn origin_of(node: NodeRef<'_>) -> (f64, f64) {
    let drawn = std::iter::once(node).chain(node.ancestors().take_while(|a| a.tag() != "foreignobject"));
    let outermost = drawn.filter(|a| a.tag() == "svg").last();
    outermost.and_then(NodeRef::rect).map_or((0.0, 0.0), |rect| (rect.x, rect.y))
}

/// The content of a line as it is read: with the places that its marks stand for.
pub(super) fn resolve(content: &str, origin: (f64, f64)) -> Cow<'_, str> {
    if !content.contains(MARK) {
        return Cow::Borrowed(content);
    }
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    while let Some((before, after)) = rest.split_once(MARK) {
        out.push_str(before);
        let (place, after) = after.split_once(MARK_END).unwrap_or((after, ""));
        let mut numbers = place.split(',').map(|number| number.parse::<f64>().unwrap_or(0.0));
        let (x, y) = (numbers.next().unwrap_or(0.0), numbers.next().unwrap_or(0.0));
        let _infallible = write!(out, "{:.0},{:.0}", x + origin.0 + 0.0, y + origin.1 + 0.0);
        rest = after;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// What a drawing shows, or an element without words looks like.
pub(super) fn drawn(snapshot: &Snapshot, node: NodeRef<'_>) -> Option<String> {
    let mut out = String::new();
    match node.drawing() {
        Some(drawing) => push_drawing(&mut out, snapshot, node, drawing),
        None => push_own_look(&mut out, snapshot, node),
    }
    (!out.is_empty()).then(|| resolve(&out, origin_of(node)).trim_start().to_owned())
}

fn push_place(out: &mut String, (x, y): (f64, f64), origin: (f64, f64)) {
    // A half more or less is no move: boxes are told in whole pixels.
    let _infallible = write!(out, "{MARK}{:.0},{:.0}{MARK_END}", x - origin.0 + 0.0, y - origin.1 + 0.0);
}

/// ` [8,58 300x150]: circle red r20 at 68,108; ...`
pub(super) fn push_drawing(out: &mut String, snapshot: &Snapshot, node: NodeRef<'_>, drawing: &Drawing) {
    let Some(rect) = node.rect() else { return };
    let origin = origin_of(node);
    out.push_str(" [");
    push_place(out, (rect.x, rect.y), origin);
    let _infallible = write!(out, " {:.0}x{:.0}]", rect.w, rect.h);
    if is_listed(drawing) {
        push_entries(out, snapshot, node, drawing, origin);
    } else {
        push_counts(out, drawing);
    }
}

/// `: circle red r20 at 68,108; "K" green 28px at 238,108; 5 line grey horizontal`
fn push_entries(
    out: &mut String,
    snapshot: &Snapshot,
    node: NodeRef<'_>,
    drawing: &Drawing,
    origin: (f64, f64),
) {
    let joins = Joins::of(snapshot, node, drawing);
    let joined: Vec<Ends> = drawing.shapes.iter().map(|shape| ends_of(joins.as_ref(), shape)).collect();
    let mut rules: FxHashMap<Rule, usize> = FxHashMap::default();
    for (shape, ends) in drawing.shapes.iter().zip(&joined) {
        if let Some(rule) = rule_of(snapshot, shape, ends) {
            *rules.entry(rule).or_default() += 1;
        }
    }
    let mut lead = ": ";
    let mut counted: Vec<Rule> = Vec::new();
    for (shape, ends) in drawing.shapes.iter().zip(&joined) {
        let element = snapshot.node(shape.node);
        if let Some(rule) = rule_of(snapshot, shape, ends).filter(|rule| rules[rule] >= RULES) {
            if !counted.contains(&rule) {
                counted.push(rule);
            }
            continue;
        }
        out.push_str(lead);
        lead = "; ";
        if shape.look.kind == ShapeKind::Text {
            push_quoted(out, &inner_text(snapshot, element, 4 * SHAPE_CHARACTERS), SHAPE_CHARACTERS);
        } else {
            out.push_str(shape.look.kind.word());
            push_called(out, element);
        }
        push_look(out, &shape.look, origin, ends);
    }
    for rule in counted {
        let Rule(kind, colour, direction) = rule;
        let _infallible = write!(out, "{lead}{} {} {} {direction}", rules[&rule], kind.word(), colour.word());
        lead = "; ";
    }
}

/// What both ends of a line lie on.
type Ends = (Option<String>, Option<String>);

fn ends_of(joins: Option<&Joins<'_>>, shape: &Shape) -> Ends {
    let trace = shape.look.trace;
    joins.zip(trace).map(|(joins, trace)| joins.names(shape.node, &trace)).unwrap_or_default()
}

/// A straight line of a grid: its kind, colour and direction, which it shares with others.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Rule(ShapeKind, PlainColour, &'static str);

fn rule_of(snapshot: &Snapshot, shape: &Shape, ends: &Ends) -> Option<Rule> {
    let (trace, colour) = (shape.look.trace?, shape.look.colour?);
    if ends.0.is_some() || ends.1.is_some() || !snapshot.node(shape.node).name().is_empty() {
        return None;
    }
    let Rect { w, h, .. } = shape.look.rect;
    let level = (trace.start.1 - trace.end.1).abs() < STRAIGHT && h < THIN;
    let upright = (trace.start.0 - trace.end.0).abs() < STRAIGHT && w < THIN;
    match (level, upright) {
        (true, false) => Some(Rule(shape.look.kind, colour, "horizontal")),
        (false, true) => Some(Rule(shape.look.kind, colour, "vertical")),
        _ => None,
    }
}

/// `: 60 rect blue, 20 line grey`
fn push_counts(out: &mut String, drawing: &Drawing) {
    let mut counts: FxHashMap<(&str, &str), usize> = FxHashMap::default();
    for shape in drawing.shapes.iter().filter(|shape| shape.look.kind != ShapeKind::Text) {
        let colour = shape.look.colour.map_or("", |colour| colour.word());
        *counts.entry((shape.look.kind.word(), colour)).or_default() += 1;
    }
    let mut counts: Vec<((&str, &str), usize)> = counts.into_iter().collect();
    counts.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    for (at, ((kind, colour), count)) in counts.iter().take(KINDS).enumerate() {
        out.push_str(if at == 0 { ": " } else { ", " });
        push_number(out, *count);
        let _infallible = write!(out, " {kind}");
        if !colour.is_empty() {
            let _infallible = write!(out, " {colour}");
        }
    }
    let rest: usize = counts.iter().skip(KINDS).map(|(_, count)| count).sum();
    if rest > 0 {
        out.push_str(", ");
        push_number(out, rest);
        out.push_str(" more");
    }
}

/// The name of a shape, or a hint of it: ` "Germany"`, ` ~France`.
fn push_called(out: &mut String, node: NodeRef<'_>) {
    if !node.name().is_empty() && node.name_certainty() != Certainty::Guessed {
        out.push(' ');
        push_quoted(out, node.name(), SHAPE_CHARACTERS);
    } else if let Some(hint) = hint_of(node) {
        let _infallible = write!(out, " ~{hint}");
    }
}

/// The `data-name` or `id` that somebody gave a shape by hand (the countries of drawings-map.html); for a `<use>` that of what it shows.
pub(super) fn hint_of(node: NodeRef<'_>) -> Option<&str> {
    const GENERIC: &[&str] = &[
        "background",
        "bg",
        "circle",
        "edge",
        "group",
        "layer",
        "line",
        "path",
        "rect",
        "shape",
        "svg",
        "vector",
    ];
    let link =
        || node.attribute("href").or(node.attribute("xlink:href")).and_then(|link| link.strip_prefix('#'));
    let given = [node.attribute("data-name"), node.attribute("id"), link()];
    given.into_iter().flatten().find(|text| {
        (2..=24).contains(&text.len())
            && text.chars().all(|c| c.is_ascii_alphabetic() || c == '-' || c == '_')
            && !GENERIC.contains(&text.to_ascii_lowercase().as_str())
    })
}

/// ` circle red r20 at 68,108`, of a shape that can be operated; ` red 40x40` of a box.
pub(super) fn push_own_look(out: &mut String, snapshot: &Snapshot, node: NodeRef<'_>) {
    let Some(look) = snapshot.look(node.index()) else { return };
    if !look.kind.word().is_empty() {
        let _infallible = write!(out, " {}", look.kind.word());
    }
    let svg = look.trace.and_then(|_| node.ancestors().filter(|a| a.tag() == "svg").last());
    let joins = svg
        .filter(|_| snapshot.operable_lines() <= JOINED_LINES)
        .and_then(|svg| Joins::around(snapshot, svg));
    let ends = ends_of(joins.as_ref(), &Shape { node: node.index(), look: *look });
    push_look(out, look, origin_of(node), &ends);
}

/// What a look is beyond its kind.
fn push_look(out: &mut String, look: &Look, origin: (f64, f64), ends: &Ends) {
    if let Some(colour) = look.colour {
        let _infallible = write!(out, " {}", colour.word());
    }
    if let Some(trace) = look.trace {
        for (word, place, name) in [("from", trace.start, &ends.0), ("to", trace.end, &ends.1)] {
            let _infallible = write!(out, " {word} ");
            match name {
                Some(name) => push_quoted(out, name, SHAPE_CHARACTERS),
                None => push_place(out, place, origin),
            }
        }
        return;
    }
    let Rect { w, h, .. } = look.rect;
    let _infallible = match look.kind {
        ShapeKind::Text => write!(out, " {:.0}px", look.font_size),
        ShapeKind::Circle => write!(out, " r{:.0}", look.radius),
        _ => write!(out, " {w:.0}x{h:.0}"),
    };
    if look.kind != ShapeKind::Box {
        out.push_str(" at ");
        push_place(out, look.rect.center(), origin);
    }
}

/// The entries of a drawing that differ from those before: `: + circle red r20 at 128,108; - circle red r20 at 68,108`. `None` for
/// lines that are no drawings, and for those of which as much is new as is told.
pub(super) fn changed_entries(before: &str, after: &str) -> Option<String> {
    let (old_head, old) = entries(before)?;
    let (head, new) = entries(after)?;
    if head != old_head {
        return None;
    }
    let only = |these: &[&str], those: &[&str], mark: &str| -> Vec<String> {
        let mut left: Vec<&str> = those.to_vec();
        let fresh = these.iter().filter(|entry| match left.iter().position(|other| other == *entry) {
            Some(at) => {
                left.swap_remove(at);
                false
            }
            None => true,
        });
        fresh.map(|entry| format!("{mark} {entry}")).collect()
    };
    let mut changes = only(&new, &old, "+");
    changes.extend(only(&old, &new, "-"));
    (changes.len() <= new.len()).then(|| format!("{head}: {}", changes.join("; ")))
}

/// The head and the entries of a drawing's line. What stands in quotes is not taken apart.
fn entries(content: &str) -> Option<(&str, Vec<&str>)> {
    let mark = content.find(MARK)?;
    let (mut quoted, mut escaped, mut head, mut start) = (false, false, None, 0);
    let mut found = Vec::new();
    for (at, c) in content.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ':' if !quoted && head.is_none() && at > mark && content[at..].starts_with(": ") => {
                head = Some(&content[..at]);
                start = at + 2;
            }
            ';' if !quoted && head.is_some() && content[at..].starts_with("; ") => {
                found.push(&content[start..at]);
                start = at + 2;
            }
            _ => {}
        }
    }
    found.push(content.get(start..)?);
    head.map(|head| (head, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> String {
        text.replace('<', "\u{2}").replace('>', "\u{3}")
    }

    #[test]
    fn places_are_those_of_the_viewport() {
        let content = marked("svg [<0,0> 300x150]: circle red r20 at <60,50>");
        assert_eq!(resolve(&content, (8.0, 58.4)), "svg [8,58 300x150]: circle red r20 at 68,108");
        assert_eq!(resolve("button \"x\"", (8.0, 58.0)), "button \"x\"");
    }

    #[test]
    fn tells_the_shapes_that_changed() {
        let before = marked(
            "svg [<0,0> 9x9]: circle red r20 at <60,50>; \"a; b: c\" black 9px at <1,1>; rect blue 2x2 at <5,5>",
        );
        let after = marked(
            "svg [<0,0> 9x9]: circle red r20 at <70,50>; \"a; b: c\" black 9px at <1,1>; rect blue 2x2 at <5,5>",
        );
        let change = marked("svg [<0,0> 9x9]: + circle red r20 at <70,50>; - circle red r20 at <60,50>");
        assert_eq!(changed_entries(&before, &after), Some(change));
        assert_eq!(changed_entries("button \"x\"", "button \"y\""), None);
    }
}
