//! Drawings: what the shapes of an SVG are, where they are, and what colour they have, for people who see them and for whom nobody
//! named them. Icons are left out: they are the pictures of controls, and [`super::name`] takes hints from them. Also what an
//! element that can be operated looks like, where that tells more than its words. Fixtures: drawings-*.html.

mod colour;
mod map;
mod path;
mod placed;
mod words;

pub(super) use colour::Paint;
pub use colour::PlainColour;

use super::{
    Certainty, NodeIndex, NodeKind, Role, Why,
    draft::{Draft, Marks},
    known_names::Word,
};
use crate::{
    capture::ICON,
    geometry::{Affine, Rect},
    styles::StyleSet,
};

/// A picture without text or controls in it is an icon up to this width and height: those of a page's features.
const LARGE_ICON: f64 = 48.0;
/// What a control that only listens holds is its picture up to this width and height.
const PICTURE: f64 = 100.0;
/// An operable group of more nodes than this is a part of the drawing, not a shape of several pieces.
const PIECES: usize = 24;
/// An element without a word that is wider or higher is an area, and its colour is not told.
const AREA: f64 = 300.0;
/// So many nodes in an element without a word are looked at.
const INSIDE: usize = 12;
/// Ends of a line may lie so far outside of its box, CSS pixels: boxes are told in whole pixels.
const NEAR: f64 = 4.0;

/// What an `<svg>` shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Its shapes and texts that cannot be operated, in document order.
    pub shapes: Vec<Shape>,
    /// Shapes and texts in it can be operated.
    pub operable: bool,
}

/// One shape or text of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Its element.
    pub node: NodeIndex,
    /// What it looks like.
    pub look: Look,
}

/// What a shape or an element without words looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// What it is.
    pub kind: ShapeKind,
    /// The nearest plain colour of its fill, else of its stroke.
    pub colour: Option<PlainColour>,
    /// Its box, CSS pixels of the top viewport.
    pub rect: Rect,
    /// The radius of a circle, CSS pixels.
    pub radius: f64,
    /// The size of a text's letters, CSS pixels.
    pub font_size: f64,
    /// Where it begins and ends, if it is a line.
    pub trace: Option<Trace>,
}

/// Where a line begins and ends, CSS pixels of the top viewport.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trace {
    /// Where it begins.
    pub start: (f64, f64),
    /// Where it ends.
    pub end: (f64, f64),
}

/// How an element comes to where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// With what is before it.
    #[default]
    Flow,
    /// By itself: absolutely positioned, or transformed.
    Own,
    /// By itself, in the viewport.
    Fixed,
    /// An animation moves it.
    Animated,
}

/// What a shape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeKind {
    /// A `<rect>`.
    Rect,
    /// A `<circle>`.
    Circle,
    /// An `<ellipse>`.
    Ellipse,
    /// A `<line>`.
    Line,
    /// A `<polyline>`.
    Polyline,
    /// A `<polygon>`.
    Polygon,
    /// A `<path>`.
    Path,
    /// An `<image>`.
    Image,
    /// A `<use>`.
    Symbol,
    /// A `<text>`.
    Text,
    /// An element of HTML.
    Box,
}

impl ShapeKind {
    /// Its word; a text and a box have none.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            ShapeKind::Rect => "rect",
            ShapeKind::Circle => "circle",
            ShapeKind::Ellipse => "ellipse",
            ShapeKind::Line => "line",
            ShapeKind::Polyline => "polyline",
            ShapeKind::Polygon => "polygon",
            ShapeKind::Path => "path",
            ShapeKind::Image => "image",
            ShapeKind::Symbol => "symbol",
            ShapeKind::Text | ShapeKind::Box => "",
        }
    }

    fn of(tag: Word) -> Option<ShapeKind> {
        Some(match tag {
            Word::Rect => ShapeKind::Rect,
            Word::Circle => ShapeKind::Circle,
            Word::Ellipse => ShapeKind::Ellipse,
            Word::Line => ShapeKind::Line,
            Word::Polyline => ShapeKind::Polyline,
            Word::Polygon => ShapeKind::Polygon,
            Word::Path => ShapeKind::Path,
            Word::Image => ShapeKind::Image,
            Word::Use => ShapeKind::Symbol,
            Word::TextTag => ShapeKind::Text,
            _ => return None,
        })
    }
}

/// Fills `drawings`, `looks` and `placements`.
pub(super) fn draw(draft: &mut Draft<'_>) {
    let mut at = 0;
    while at < draft.len() {
        if draft.tag[at] == Word::Svg && draft.is_element(at) {
            outermost(draft, at);
            at = draft.end(at);
        } else {
            at += 1;
        }
    }
    words::look_at_wordless(draft);
    placed::note_placements(draft);
}

fn is_operable(draft: &Draft<'_>, at: usize) -> bool {
    draft.snapshot.columns.why[at].0 & !Why::TEST_ID.0 != 0
}

/// Tags whose content is not drawn where it stands, or is no drawing.
fn is_apart(tag: Word) -> bool {
    matches!(
        tag,
        Word::Defs
            | Word::Symbol
            | Word::ClipPath
            | Word::MaskTag
            | Word::Pattern
            | Word::Filter
            | Word::MarkerTag
            | Word::Metadata
            | Word::LinearGradient
            | Word::RadialGradient
            | Word::Title
            | Word::Desc
            | Word::Style
            | Word::Script
            | Word::ForeignObject
    )
}

/// Where the walk through an SVG is: the end of an element, the map of what is in it, and whether that belongs to a control.
#[derive(Clone, Copy)]
struct Level {
    end: usize,
    map: Affine,
    held: bool,
}

/// One SVG that is in no other.
fn outermost(draft: &mut Draft<'_>, svg: usize) {
    let columns = &draft.snapshot.columns;
    let Some(rect) = columns.rect[svg].filter(|_| columns.visible[svg]) else { return };
    let end = draft.end(svg);
    let mut drawing = Drawing::default();
    let mut looks: Vec<(usize, Look)> = Vec::new();
    let mut levels = vec![Level { end, map: map::of_root(draft, svg, rect), held: false }];
    let mut at = svg + 1;
    while at < end {
        levels.truncate(1 + levels[1..].iter().take_while(|level| at < level.end).count());
        let level = levels.last().copied().unwrap_or(levels[0]);
        let tag = draft.tag[at];
        if !draft.is_element(at) || is_apart(tag) {
            at = draft.end(at);
            continue;
        }
        let map = map::of_element(draft, at, &level.map);
        let operable = is_operable(draft, at) && draft.snapshot.columns.visible[at];
        drawing.operable |= operable;
        let held = level.held || (operable && is_one_thing(draft, at, rect));
        let kind = ShapeKind::of(tag);
        if let Some(look) = kind.and_then(|kind| look_of(draft, at, kind, &map)) {
            if operable {
                looks.push((at, look));
            } else if !held && is_seen(&look) {
                drawing.shapes.push(Shape { node: NodeIndex(at as u32), look });
            }
        } else if operable && let Some(look) = largest_inside(draft, at, &map) {
            looks.push((at, look));
        }
        if kind == Some(ShapeKind::Text)
            && !held
            && !draft.children(at).any(|child| holds_control(draft, child))
        {
            at = draft.end(at);
            continue;
        }
        if draft.end(at) > at + 1 {
            levels.push(Level { end: draft.end(at), map, held });
        }
        at += 1;
    }
    if is_icon(rect) {
        looks.retain(|(at, _)| draft.text(draft.snapshot.columns.name[*at]).is_empty());
    }
    let snapshot = &mut draft.snapshot;
    snapshot.operable_lines += looks.iter().filter(|(_, look)| look.trace.is_some()).count();
    snapshot.looks.extend(looks.into_iter().map(|(at, look)| (NodeIndex(at as u32), look)));
    if is_drawing(draft, svg, rect, &drawing) {
        draft.snapshot.drawings.insert(NodeIndex(svg as u32), drawing);
    }
}

fn holds_control(draft: &Draft<'_>, at: usize) -> bool {
    (at..draft.end(at)).any(|inside| draft.is_element(inside) && is_operable(draft, inside))
}

/// Whether a shape can be seen: it has a colour, or is a picture.
fn is_seen(look: &Look) -> bool {
    look.colour.is_some() || matches!(look.kind, ShapeKind::Image | ShapeKind::Symbol)
}

/// Whether an operable element is a shape of one or a few pieces, which are told by its line, and not a pane that holds a drawing.
fn is_one_thing(draft: &Draft<'_>, at: usize, svg: Rect) -> bool {
    let inside = at + 1..draft.end(at);
    let small = draft.snapshot.columns.rect[at].is_none_or(|rect| rect.area() < svg.area() / 2.0);
    small && inside.len() <= PIECES
}

fn is_icon(svg: Rect) -> bool {
    svg.w <= ICON && svg.h <= ICON
}

/// Whether an SVG is a drawing, and not the icon of a control, a spacer or an ornament.
fn is_drawing(draft: &Draft<'_>, svg: usize, rect: Rect, drawing: &Drawing) -> bool {
    // Texts alone are read as such, and controls have lines of their own.
    if drawing.shapes.iter().all(|shape| shape.look.kind == ShapeKind::Text) || is_icon(rect) {
        return false;
    }
    let texts = drawing.shapes.iter().any(|shape| shape.look.kind == ShapeKind::Text);
    let plain = !texts && !drawing.operable;
    if plain && rect.w <= LARGE_ICON && rect.h <= LARGE_ICON {
        return false;
    }
    // Who hides a picture without words from readers of screens calls it an ornament.
    if plain && draft.marks[svg].has(Marks::ARIA_HIDDEN) {
        return false;
    }
    let columns = &draft.snapshot.columns;
    let named = |at: usize| !draft.text(columns.name[at]).is_empty();
    if named(svg) && columns.name_certainty[svg] != Certainty::Guessed {
        return false;
    }
    let control = |at: usize| is_operable(draft, at) && columns.why[at] != Why::SCROLLS;
    let small = rect.w <= PICTURE && rect.h <= PICTURE;
    !draft
        .ancestors(svg)
        .take_while(|a| columns.kind[*a] != NodeKind::Document)
        .any(|a| columns.role[a] == Role::Image || (control(a) && (small || columns.why[a].has(Why::NATIVE))))
}

/// What a shape or text looks like; nothing for what cannot be seen.
fn look_of(draft: &Draft<'_>, at: usize, kind: ShapeKind, map: &Affine) -> Option<Look> {
    let columns = &draft.snapshot.columns;
    let rect = columns.rect[at].filter(|_| columns.visible[at])?;
    let style = draft.style[at];
    let mut look = Look { kind, colour: None, rect, radius: 0.0, font_size: 0.0, trace: None };
    let scale = map::scale(map);
    match kind {
        ShapeKind::Line => look.colour = style.stroke.colour(),
        ShapeKind::Image | ShapeKind::Symbol => {}
        ShapeKind::Text => {
            let letters = (at + 1..draft.end(at)).find(|inside| {
                columns.kind[*inside] == NodeKind::Text
                    && !draft.text(columns.text[*inside]).trim().is_empty()
            })?;
            let style = draft.parent(letters).map_or(style, |parent| draft.style[parent]);
            look.colour = style.fill.colour().or(style.stroke.colour());
            look.font_size = f64::from(style.font_size) * scale;
        }
        _ => look.colour = style.fill.colour().or(style.stroke.colour()),
    }
    if kind == ShapeKind::Circle {
        let radius = draft.attribute(at, Word::R).and_then(|r| r.trim().parse::<f64>().ok());
        let radius = radius.map(|radius| radius * scale).filter(|radius| 2.0 * radius <= rect.w + NEAR);
        look.radius = radius.unwrap_or(f64::midpoint(rect.w, rect.h) / 2.0);
    }
    if kind == ShapeKind::Rect {
        look.rect = without_stroke(draft, at, rect, map);
    }
    let open = kind == ShapeKind::Line
        || (matches!(kind, ShapeKind::Polyline | ShapeKind::Path) && style.fill == Paint::None);
    if open {
        look.trace = course_of(draft, at, kind).map(|course| map::trace(&course, map, rect));
    }
    Some(look)
}

/// The box of an upright rectangle as its attributes say it: what the browser laid out has its stroke around it.
fn without_stroke(draft: &Draft<'_>, at: usize, rect: Rect, map: &Affine) -> Rect {
    let node = draft.snapshot.node(NodeIndex(at as u32));
    let side = |name: &str| node.attribute(name).and_then(|text| text.trim().parse::<f64>().ok());
    let (Some(w), Some(h)) = (side("width"), side("height")) else { return rect };
    let (w, h) = (w * map.a, h * map.d);
    let around = |own: f64, laid_out: f64| own > 0.0 && (0.0..=laid_out / 3.0).contains(&(laid_out - own));
    if !map.is_upright() || !around(w, rect.w) || !around(h, rect.h) {
        return rect;
    }
    let (x, y) = rect.center();
    Rect::new(x - w / 2.0, y - h / 2.0, w, h)
}

fn course_of(draft: &Draft<'_>, at: usize, kind: ShapeKind) -> Option<path::Course> {
    let number = |key| match draft.attribute(at, key) {
        None => Some(0.0),
        Some(text) => text.trim().trim_end_matches("px").parse::<f64>().ok().filter(|n| n.is_finite()),
    };
    match kind {
        ShapeKind::Line => path::Course::through(&[
            (number(Word::X1)?, number(Word::Y1)?),
            (number(Word::X2)?, number(Word::Y2)?),
        ]),
        ShapeKind::Polyline => path::Course::through(&path::points(draft.attribute(at, Word::Points)?)),
        _ => path::course(draft.attribute(at, Word::D)?),
    }
}

/// The look of the largest shape in an operable group: a node of a diagram is a box with a text on it.
fn largest_inside(draft: &Draft<'_>, group: usize, map: &Affine) -> Option<Look> {
    if draft.end(group) - group > PIECES {
        return None;
    }
    let shapes = (group + 1..draft.end(group)).filter(|at| draft.is_element(*at));
    let looks = shapes.filter_map(|at| {
        let kind = ShapeKind::of(draft.tag[at])?;
        look_of(draft, at, kind, &map::of_element(draft, at, map))
    });
    let drawn = looks.filter(|look| look.colour.is_some() && look.kind != ShapeKind::Text);
    drawn.max_by(|a, b| a.rect.area().total_cmp(&b.rect.area()))
}
