//! The words of a search's answer. All that comes from the page stands in quotes, between the boundary lines.
//!
//! ```text
//! find "cart": 3 matches
//! [page 7f3a]
//! e14 button "Add 3 to cart" in main > list > heading3 "Product 3", 1.2 screens below
//! [/page 7f3a]
//! ```

use std::fmt::Write as _;

use super::{FindMatch, FindOptions, FindResult, Hit};
use crate::{
    identity::ElementId,
    snapshot::{NodeRef, Place, Snapshot},
    view::{
        escape::{push_number, push_quoted},
        kinds::place_of,
        outline::{LineKind, Outline},
        query::Field,
        wording::word,
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
    let mut out = format!("{} {} ", one.id, one.role);
    push_quoted(&mut out, &one.name, usize::MAX);
    if !one.matched_in.is_empty() {
        let _infallible = write!(out, " {} ", one.matched_in);
        push_quoted(&mut out, &one.matched, usize::MAX);
    }
    for (at, part) in one.path.iter().enumerate() {
        out.push_str(if at == 0 { " in " } else { " > " });
        out.push_str(part);
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
    let (name, matched_in, matched) = match hit.field {
        _ if is_text => (around, "", String::new()),
        Field::Name => (cut(node.name(), NAME), "", String::new()),
        field => (cut(node.name(), NAME), field_word(field), around),
    };
    let role = if is_text { "text" } else { word(node) };
    FindMatch {
        id,
        role: role.to_owned(),
        name,
        matched_in,
        matched,
        path: path(snapshot, outline, headings, hit.line),
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

/// What a line stands in, outermost first, and the heading over it.
fn path(snapshot: &Snapshot, outline: &Outline, headings: &[Option<u32>], line: usize) -> Vec<String> {
    let mut path = Vec::new();
    let mut above = outline.lines[line].parent;
    let heading = headings.get(line).copied().flatten();
    // A row or card is known by what it starts with.
    let mut first = None;
    if let Some(holder) = outline.lines.get(above as usize).filter(|l| l.kind() == LineKind::Group) {
        let start = above as usize + 1;
        let starts = outline.lines.get(start).filter(|_| start < line && start < holder.end as usize);
        first = starts.filter(|_| heading != Some(start as u32)).map(|_| start as u32);
    }
    path.extend(first.map(|first| named(snapshot, outline, first)));
    path.extend(heading.map(|heading| named(snapshot, outline, heading)));
    while let Some(holder) = outline.lines.get(above as usize).filter(|_| path.len() < MOST_PATH) {
        if holder.kind() == LineKind::Element {
            path.push(named(snapshot, outline, above));
        }
        above = holder.parent;
    }
    path.reverse();
    path
}

/// `form "Delivery"`, or the quoted start of a text.
fn named(snapshot: &Snapshot, outline: &Outline, at: u32) -> String {
    let mut out = String::new();
    let Some(line) = outline.lines.get(at as usize) else { return out };
    let node = snapshot.node(line.node);
    if line.kind() == LineKind::Text {
        push_quoted(&mut out, &cut(outline.content(line), PATH_NAME), usize::MAX);
        return out;
    }
    out.push_str(word(node));
    if !node.name().is_empty() {
        out.push(' ');
        push_quoted(&mut out, &cut(node.name(), PATH_NAME), usize::MAX);
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
