//! The words of a search's answer. All that comes from the page stands in quotes, between the boundary lines.
//!
//! ```text
//! find "cart": 3 matches
//! [page 7f3a]
//! e14 button "Add 3 to cart" in main > list, under heading3 "Product 3", 1.2 screens below
//! [/page 7f3a]
//! ```

use std::fmt::Write as _;

use super::{FindMatch, FindOptions, FindResult, HiddenMatches, Hit};
use crate::{
    identity::ElementId,
    snapshot::{NodeRef, Place, Snapshot},
    view::{
        escape::{push_number, push_quoted},
        kinds::place_of,
        outline::{LineKind, Outline},
        query::Field,
        wording::{line_name, word},
    },
};

/// Names are cut here, characters.
const NAME: usize = 80;
/// Names of what a match stands in are cut here.
const PATH_NAME: usize = 40;
/// So much of the text before and after a match is told, characters.
const BESIDE: usize = 40;
/// So many of the containers are told: the innermost.
const MOST_PATH: usize = 4;

/// What was looked for, and how often it is there.
pub(super) fn head(options: &FindOptions, found: &FindResult, nonce: &str) -> String {
    let mut out = String::from("find ");
    push_quoted(&mut out, options.wanted.given(), NAME);
    out.push_str(": ");
    push_number(&mut out, found.total);
    out.push_str(if found.total == 1 { " match" } else { " matches" });
    if found.hidden > 0 {
        out.push_str(", ");
        push_number(&mut out, found.hidden);
        out.push_str(" more in what is hidden");
    }
    if options.page > 1 {
        let _infallible = write!(out, ", page {}", options.page);
    }
    let _infallible = writeln!(out, "\n[page {nonce}]");
    out
}

/// The boundary's end.
pub(super) fn foot(nonce: &str) -> String {
    format!("[/page {nonce}]\n")
}

/// Where what is hidden is.
pub(super) fn hidden(places: &[HiddenMatches]) -> String {
    let mut out = String::new();
    for (at, place) in places.iter().enumerate() {
        out.push_str(if at == 0 { "hidden: " } else { ", " });
        push_number(&mut out, place.count);
        match place.opener {
            Some(id) => {
                let _infallible = write!(out, " behind {id} {}", place.place);
            }
            None if place.place.is_empty() => out.push_str(" elsewhere"),
            None => {
                let _infallible = write!(out, " in {}", place.place);
            }
        }
    }
    if !places.is_empty() {
        out.push('\n');
    }
    out
}

/// What had no room.
pub(super) fn rest(found: &FindResult, page: u32) -> String {
    let mut out = String::new();
    if found.left_out > 0 {
        out.push_str("left out: ");
        push_number(&mut out, found.left_out);
        let _infallible = writeln!(out, " matches (page {} continues)", page + 1);
    }
    out
}

/// A match in a line.
pub(super) fn line(one: &FindMatch) -> String {
    let mut out = format!("{} {}", one.id, one.role);
    if !one.name.is_empty() {
        out.push(' ');
        push_quoted(&mut out, &one.name, usize::MAX);
    }
    if !one.matched_in.is_empty() {
        let _infallible = write!(out, " {} ", one.matched_in);
        push_quoted(&mut out, &one.matched, usize::MAX);
    }
    for (at, part) in one.path.iter().enumerate() {
        out.push_str(if at == 0 { " in " } else { " > " });
        out.push_str(part);
    }
    for (word, beside) in [("under", &one.under), ("beside", &one.beside)] {
        if !beside.is_empty() {
            let _infallible = write!(out, ", {word} {beside}");
        }
    }
    let _infallible = writeln!(out, ", {}", one.place);
    out
}

/// What is told of a match.
pub(super) fn describe(
    snapshot: &Snapshot,
    outline: &Outline,
    headings: &[Option<u32>],
    hit: &Hit<'_>,
    id: ElementId,
) -> FindMatch {
    let line = &outline.lines[hit.line];
    let node = snapshot.node(line.node);
    let is_text = line.kind() == LineKind::Text;
    let around = around(&hit.text, &hit.at);
    let called = line_name(snapshot, node);
    let (name, matched_in, matched) = match hit.field {
        _ if is_text => (around, "", String::new()),
        Field::Name => (cut(&called, NAME), "", String::new()),
        // Its text is what it is called by, where it has no name.
        Field::Text if node.name().is_empty() => (around, "", String::new()),
        field => (cut(&called, NAME), field_word(field), around),
    };
    let role = if is_text { "text" } else { word(node) };
    FindMatch {
        id,
        role: role.to_owned(),
        name,
        matched_in,
        matched,
        path: path(snapshot, outline, hit.line),
        under: headings
            .get(hit.line)
            .copied()
            .flatten()
            .map_or(String::new(), |at| named(snapshot, outline, at)),
        beside: starts_with(outline, headings, hit.line)
            .map_or(String::new(), |at| named(snapshot, outline, at)),
        place: place(snapshot, node),
    }
}

fn field_word(field: Field) -> &'static str {
    match field {
        Field::Name => "",
        Field::Text => "text",
        Field::Value => "value",
        Field::Option => "option",
        Field::Description => "note",
        Field::Attribute(name) => name,
    }
}

fn cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// The match with the text beside it.
fn around(text: &str, at: &std::ops::Range<usize>) -> String {
    let before: Vec<usize> =
        text[..at.start].char_indices().rev().take(BESIDE + 1).map(|(at, _)| at).collect();
    let start = if before.len() > BESIDE { before[BESIDE - 1] } else { 0 };
    let inside = text[at.clone()].char_indices().nth(NAME).map_or(at.end, |(cut, _)| at.start + cut);
    let end = text[inside..].char_indices().nth(BESIDE).map_or(text.len(), |(after, _)| inside + after);
    let mut out = String::new();
    out.push_str(if start > 0 { "…" } else { "" });
    out.push_str(&text[start..end]);
    out.push_str(if end < text.len() { "…" } else { "" });
    out
}

/// The containers that a line stands in, outermost first.
fn path(snapshot: &Snapshot, outline: &Outline, line: usize) -> Vec<String> {
    let mut path = Vec::new();
    let mut above = outline.lines[line].parent;
    while let Some(holder) = outline.lines.get(above as usize).filter(|_| path.len() < MOST_PATH) {
        if holder.kind() == LineKind::Element {
            path.push(named(snapshot, outline, above));
        }
        above = holder.parent;
    }
    path.reverse();
    path
}

/// The first line of the row or card that a line is in, which is what people know a row without a name by; `None` where the line is
/// that itself, or where the first is the heading.
fn starts_with(outline: &Outline, headings: &[Option<u32>], line: usize) -> Option<u32> {
    let above = outline.lines[line].parent;
    let holder = outline.lines.get(above as usize).filter(|holder| holder.kind() == LineKind::Group)?;
    let first = above as usize + 1;
    let is_heading = headings.get(line).copied().flatten() == Some(first as u32);
    (first < line && first < holder.end as usize && !is_heading).then_some(first as u32)
}

/// `form "Delivery"`, or the quoted start of a text.
pub(super) fn named(snapshot: &Snapshot, outline: &Outline, at: u32) -> String {
    let mut out = String::new();
    let Some(line) = outline.lines.get(at as usize) else { return out };
    let node = snapshot.node(line.node);
    if line.kind() == LineKind::Text {
        push_quoted(&mut out, &cut(outline.content(line), PATH_NAME), usize::MAX);
        return out;
    }
    out.push_str(word(node));
    let name = line_name(snapshot, node);
    if !name.is_empty() {
        out.push(' ');
        push_quoted(&mut out, &cut(&name, PATH_NAME), usize::MAX);
    }
    out
}

/// Whether it is in view, else how far it is.
fn place(snapshot: &Snapshot, node: NodeRef<'_>) -> String {
    let view = &snapshot.viewport;
    let rect = node.rect().or_else(|| node.parent().and_then(NodeRef::rect));
    let far = |pixels: f64, screen: f64, word: &str| match pixels / screen.max(1.0) {
        screens if screens >= 0.05 => format!("{screens:.1} screens {word}"),
        _ => word.to_owned(),
    };
    let at = |pick: fn(crate::geometry::Rect) -> f64| rect.map_or(0.0, pick);
    let mut place = match place_of(node) {
        Place::InView => "in view".to_owned(),
        Place::Partial => "partly in view".to_owned(),
        Place::Above => far(-at(|r| r.bottom()), view.height, "above"),
        Place::Below => far(at(|r| r.y) - view.height, view.height, "below"),
        Place::Left => far(-at(|r| r.right()), view.width, "left"),
        Place::Right => far(at(|r| r.x) - view.width, view.width, "right"),
    };
    if node.covered_by().is_some() {
        place.push_str(", covered");
    }
    place
}
