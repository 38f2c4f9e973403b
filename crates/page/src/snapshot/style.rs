//! The computed styles of a layout row, parsed: those of a [`StyleSet`] in, a small copyable struct out. One that was not asked for
//! is as if no page had set it.

use std::ops::Index;

use domtool_cdp::protocol::dom_snapshot::StringIndex;
use rustc_hash::FxHashMap;

use super::{
    clip::{Clip, arguments, clip_path, clip_rect},
    draft::string,
    drawing::Paint,
    plane::Plane,
    visibility::FAINT,
};
use crate::{
    capture::SessionCapture,
    geometry::Affine,
    styles::{StyleSet, TABLE},
};

// Their places in [`TABLE`].
const VISIBILITY: usize = 0;
const POINTER_EVENTS: usize = 1;
const CURSOR: usize = 2;
pub(super) const TEXT_SECURITY: usize = 3;
const DISPLAY: usize = 4;
const OPACITY: usize = 5;
const OVERFLOW: usize = 6;
const POSITION: usize = 7;
const CLIP_PATH: usize = 8;
const CLIP: usize = 9;
pub(super) const TRANSFORM: usize = 10;
const CONTAIN: usize = 11;
const CONTENT_VISIBILITY: usize = 12;
const Z_INDEX: usize = 13;
const OVERLAY: usize = 14;
const FLOAT: usize = 15;
pub(super) const CONTENT: usize = 16;
const FILL: usize = 17;
const STROKE: usize = 18;
const FONT_SIZE: usize = 19;
const BACKGROUND: usize = 20;
const ANIMATION: usize = 21;
const DECORATION: usize = 22;
const LETTERS: usize = 23;
const OUTLINE: usize = 24;
const SHADOW: usize = 25;
const BACKGROUND_CLIP: usize = 26;
const FILTER: usize = 27;
const BACKFACE: usize = 28;
const TRANSFORM_STYLE: usize = 29;
const ROTATE: usize = 30;
const COUNT: usize = TABLE.len();

/// What happens to content that is larger than its box, along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Overflow {
    #[default]
    Shown,
    /// Out of reach: `hidden`, `clip`.
    Cut,
    /// A person can scroll to it: `auto`, `scroll`.
    Scrolled,
}

/// `position`, as far as it decides who clips whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Position {
    #[default]
    Static,
    /// `relative`, `sticky`.
    Relative,
    Absolute,
    Fixed,
}

/// `display`, as far as it decides where a name has a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Display {
    /// `inline`, `contents`, and what is not laid out.
    #[default]
    Inline,
    /// `inline-block` and its like: in the line, but a box of its own.
    Atomic,
    Block,
}

/// What a cursor for dragging says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DragCursor {
    /// It can be moved.
    Moves,
    /// Lines begin or end at it.
    Connects,
}

/// The styles of one node. The default is that of a node without layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    pub(super) shown: bool,
    pub(super) opacity: f32,
    pub(super) takes_pointer: bool,
    pub(super) pointer_cursor: bool,
    pub(super) drag_cursor: Option<DragCursor>,
    pub(super) overflow_x: Overflow,
    pub(super) overflow_y: Overflow,
    pub(super) position: Position,
    pub(super) display: Display,
    /// Its children are laid out as flex or grid items, each painted as one piece.
    pub(super) lays_out_items: bool,
    pub(super) floats: bool,
    /// What of its box and of all that is in it is painted (`clip-path`, `clip`).
    pub(super) clip: Option<Clip>,
    /// `transform` or `contain` make it the containing block of fixed and absolute boxes inside it.
    pub(super) holds_fixed: bool,
    /// `contain: paint` and its like: what leaves its box is cut off.
    pub(super) contains_paint: bool,
    /// Rotated or skewed: the box that is known is larger than what is painted.
    pub(super) turned: bool,
    /// Painted before what is in the flow of the stacking context that it is in (`z-index` under 0).
    pub(super) below: bool,
    /// A stacking context, as far as the styles that are known make one.
    pub(super) stacks: bool,
    /// `content-visibility: hidden`: what is in it is not painted.
    pub(super) holds_back: bool,
    /// `content-visibility: auto`: what is in it is laid out only near the view.
    pub(super) laid_out_late: bool,
    pub(super) list_item: bool,
    /// A table cell, by style.
    pub(super) cell: bool,
    /// A table row, by style.
    pub(super) row: bool,
    /// A pseudo-element that says something else than it draws.
    pub(super) instead: bool,
    /// A pseudo-element whose content has a counter or an attribute's value in it.
    pub(super) counts: bool,
    /// The browser shows it above everything else: a modal dialog, a popover, a full screen.
    pub(super) top_layer: bool,
    /// Its own transform, about an origin that is not known.
    pub(super) transform: Option<Affine>,
    pub(super) fill: Paint,
    pub(super) stroke: Paint,
    pub(super) background: Paint,
    /// How much of what is behind it its `background-color` hides, from 0 to 1.
    pub(super) ground: f32,
    /// Pixels of its own coordinates.
    pub(super) font_size: f32,
    /// An animation of a style sheet is at work on it.
    pub(super) animated: bool,
    /// A line goes through its text.
    pub(super) struck: bool,
    /// Its text is painted with nothing: neither a colour, an outline nor a shadow. In a drawing `fill` and `stroke` paint it.
    pub(super) inkless: bool,
    /// Its background is painted where its text is, and only there.
    pub(super) inks_with_ground: bool,
    /// How it is turned in space.
    pub(super) plane: Option<Plane>,
    /// It is not painted where its back is seen.
    pub(super) has_no_back: bool,
    /// What is in it stands in the same space, and not on its plane.
    pub(super) keeps_depth: bool,
}

impl Style {
    pub(super) fn has_own_plane(&self) -> bool {
        self.display != Display::Inline && (self.plane.is_some() || self.has_no_back || self.keeps_depth)
    }
}

impl Default for Style {
    fn default() -> Self {
        Self {
            shown: true,
            opacity: 1.0,
            takes_pointer: true,
            pointer_cursor: false,
            drag_cursor: None,
            overflow_x: Overflow::Shown,
            overflow_y: Overflow::Shown,
            position: Position::Static,
            display: Display::Inline,
            lays_out_items: false,
            floats: false,
            clip: None,
            holds_fixed: false,
            contains_paint: false,
            turned: false,
            below: false,
            stacks: false,
            holds_back: false,
            laid_out_late: false,
            list_item: false,
            cell: false,
            row: false,
            instead: false,
            counts: false,
            top_layer: false,
            transform: None,
            fill: Paint::None,
            stroke: Paint::None,
            background: Paint::None,
            ground: 0.0,
            font_size: 0.0,
            animated: false,
            struck: false,
            inkless: false,
            inks_with_ground: false,
            plane: None,
            has_no_back: false,
            keeps_depth: false,
        }
    }
}

/// The styles of all nodes. A page has few different ones, so each is held once.
#[derive(Debug)]
pub(super) struct Styles {
    /// By node: which one.
    of: Vec<u32>,
    different: Vec<Style>,
}

impl Default for Styles {
    fn default() -> Self {
        Self { of: Vec::new(), different: vec![Style::default()] }
    }
}

impl Styles {
    /// Gives so many nodes the style of one without layout.
    pub(super) fn resize(&mut self, count: usize) {
        self.of.resize(count, 0);
    }

    /// Gives a node a style that a [`StyleReader`] has read.
    pub(super) fn set(&mut self, at: usize, style: u32) {
        self.of[at] = style;
    }

    /// Every style that some node has.
    pub(super) fn different(&self) -> &[Style] {
        &self.different
    }
}

impl Index<usize> for Styles {
    type Output = Style;

    fn index(&self, at: usize) -> &Style {
        &self.different[self.of[at] as usize]
    }
}

/// Parses rows; a row seen before is not parsed again.
pub(super) struct StyleReader {
    /// By column of a row: its place in [`TABLE`].
    places: Vec<usize>,
    /// The row before, which text repeats.
    last: Option<([StringIndex; COUNT], u32)>,
    seen: FxHashMap<[StringIndex; COUNT], u32>,
}

impl StyleReader {
    /// For the rows of one session: those of different sessions must not meet in one reader.
    pub(super) fn new(styles: StyleSet) -> Self {
        let places = styles.known().map(|(place, _)| place).collect();
        Self { places, last: None, seen: FxHashMap::default() }
    }

    /// The styles of one row, as [`Styles`] number them.
    pub(super) fn read(
        &mut self,
        session: &SessionCapture<'_>,
        row: &[StringIndex],
        styles: &mut Styles,
    ) -> u32 {
        if row.len() < self.places.len() {
            return 0;
        }
        let mut key = [StringIndex(-1); COUNT];
        for (place, value) in self.places.iter().zip(row) {
            key[*place] = *value;
        }
        if let Some((last, style)) = self.last
            && last == key
        {
            return style;
        }
        let style = *self.seen.entry(key).or_insert_with(|| {
            styles.different.push(parse(|place| string(session, key[place])));
            styles.different.len() as u32 - 1
        });
        self.last = Some((key, style));
        style
    }
}

fn parse<'s>(value: impl Fn(usize) -> &'s str) -> Style {
    let mut axes = value(OVERFLOW).split_ascii_whitespace().map(|word| match word {
        "hidden" | "clip" => Overflow::Cut,
        "auto" | "scroll" | "overlay" => Overflow::Scrolled,
        _ => Overflow::Shown,
    });
    let overflow_x = axes.next().unwrap_or_default();
    let position = match value(POSITION) {
        "relative" | "sticky" => Position::Relative,
        "absolute" => Position::Absolute,
        "fixed" => Position::Fixed,
        _ => Position::Static,
    };
    let transform = value(TRANSFORM);
    let transformed = !matches!(transform, "" | "none");
    let contain = |word: &str| value(CONTAIN).split_ascii_whitespace().any(|w| w == word);
    let late = value(CONTENT_VISIBILITY);
    let contains_paint =
        ["paint", "strict", "content"].into_iter().any(contain) || matches!(late, "auto" | "hidden");
    Style {
        shown: !matches!(value(VISIBILITY), "hidden" | "collapse"),
        opacity: value(OPACITY).parse().unwrap_or(1.0) * filtered(value(FILTER)),
        takes_pointer: value(POINTER_EVENTS) != "none",
        pointer_cursor: value(CURSOR) == "pointer",
        drag_cursor: match value(CURSOR) {
            "move" | "grab" | "all-scroll" => Some(DragCursor::Moves),
            "crosshair" => Some(DragCursor::Connects),
            _ => None,
        },
        overflow_x,
        overflow_y: axes.next().unwrap_or(overflow_x),
        position,
        display: match value(DISPLAY) {
            "" | "inline" | "contents" | "none" | "ruby" | "ruby-text" => Display::Inline,
            display if display.starts_with("inline-") => Display::Atomic,
            _ => Display::Block,
        },
        lays_out_items: value(DISPLAY).ends_with("flex") || value(DISPLAY).ends_with("grid"),
        floats: !matches!(value(FLOAT), "" | "none"),
        clip: clip_path(value(CLIP_PATH)).or_else(|| {
            clip_rect(value(CLIP)).filter(|_| matches!(position, Position::Absolute | Position::Fixed))
        }),
        holds_fixed: transformed || contains_paint || contain("layout"),
        contains_paint,
        below: value(Z_INDEX).starts_with('-'),
        stacks: transformed
            || contains_paint
            || contain("layout")
            || position == Position::Fixed
            || value(POSITION) == "sticky"
            || !matches!(value(Z_INDEX), "" | "auto")
            || !matches!(value(OPACITY), "" | "1"),
        turned: transformed && is_turned(transform),
        // What has no box of its own to contain anything holds nothing back (CSS Containment 2, 3.1).
        holds_back: late == "hidden"
            && !matches!(value(DISPLAY), "" | "inline" | "contents" | "none" | "ruby" | "ruby-text")
            && (value(DISPLAY) == "table-cell" || !value(DISPLAY).starts_with("table-")),
        laid_out_late: late == "auto",
        list_item: value(DISPLAY) == "list-item",
        cell: value(DISPLAY) == "table-cell",
        row: value(DISPLAY) == "table-row",
        instead: alternative(value(CONTENT)).is_some_and(|text| !text.is_empty()),
        counts: value(CONTENT).contains("counter"),
        top_layer: value(OVERLAY) == "auto",
        transform: matrix(transform),
        fill: Paint::parse(value(FILL)),
        stroke: Paint::parse(value(STROKE)),
        background: Paint::parse(value(BACKGROUND)),
        ground: Paint::opacity(value(BACKGROUND)),
        font_size: value(FONT_SIZE).strip_suffix("px").and_then(|size| size.parse().ok()).unwrap_or(0.0),
        animated: !matches!(value(ANIMATION), "" | "none"),
        struck: value(DECORATION).contains("line-through"),
        inkless: !value(LETTERS).is_empty()
            && Paint::opacity(value(LETTERS)) <= FAINT
            && matches!(value(OUTLINE), "" | "0px")
            && matches!(value(SHADOW), "" | "none"),
        inks_with_ground: value(BACKGROUND_CLIP).contains("text"),
        plane: Plane::parse(transform, value(ROTATE)),
        has_no_back: value(BACKFACE) == "hidden",
        // What groups flattens (CSS Transforms 2, 5.2).
        keeps_depth: value(TRANSFORM_STYLE) == "preserve-3d"
            && matches!(value(OVERFLOW), "" | "visible" | "clip")
            && matches!(value(OPACITY), "" | "1")
            && matches!(value(FILTER), "" | "none")
            && matches!(value(CLIP_PATH), "" | "none")
            && !contains_paint,
    }
}

/// What a filter leaves of the opacity (Filter Effects 1, 8.5).
fn filtered(filter: &str) -> f32 {
    let amounts = filter.split("opacity(").skip(1).filter_map(|rest| rest.split(')').next());
    amounts.filter_map(|amount| amount.parse::<f32>().ok()).product()
}

/// A two-dimensional transform as a map.
fn matrix(transform: &str) -> Option<Affine> {
    let mut numbers = arguments(transform, "matrix")?.split(',').map(|n| n.trim().parse::<f64>().ok());
    let mut next = || numbers.next().flatten().filter(|n| n.is_finite());
    Some(Affine { a: next()?, b: next()?, c: next()?, d: next()?, e: next()?, f: next()? })
}

/// Whether a transform does more than move and scale. Three-dimensional ones are taken to.
fn is_turned(transform: &str) -> bool {
    let Some(numbers) = arguments(transform, "matrix") else { return transform != "none" };
    let mut numbers = numbers.split(',').map(|n| n.trim().parse::<f64>().unwrap_or(0.0));
    let _scale = numbers.next();
    let mut slanted = |_| numbers.next().is_some_and(|n| n.abs() > 1e-3);
    slanted(1) || slanted(2)
}

/// What `content` says for those who do not see it: the text after its `/`, where it has one.
pub(super) fn alternative(content: &str) -> Option<String> {
    let mut text: Option<String> = None;
    let mut rest = content.chars();
    let mut quoted = false;
    while let Some(c) = rest.next() {
        match c {
            '"' => quoted = !quoted,
            '\\' if quoted => {
                if let (Some(next), Some(text)) = (rest.next(), text.as_mut()) {
                    text.push(next);
                }
            }
            '/' if !quoted && text.is_none() => text = Some(String::new()),
            c if quoted => text.iter_mut().for_each(|text| text.push(c)),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_axes_of_overflow() {
        let style = parse(|slot| if slot == OVERFLOW { "hidden scroll" } else { "" });
        assert_eq!((style.overflow_x, style.overflow_y), (Overflow::Cut, Overflow::Scrolled));
    }

    #[test]
    fn tells_turning_from_moving_and_scaling() {
        assert!(is_turned("matrix(0.7, 0.7, -0.7, 0.7, 0, 0)") && is_turned("matrix3d(1, 0)"));
        assert!(!is_turned("matrix(2, 0, 0, 2, 10, 20)"));
    }

    #[test]
    fn reads_the_alternative_of_content() {
        assert_eq!(alternative(r#""★" / "star""#).as_deref(), Some("star"));
        assert_eq!(alternative(r#""a/b""#), None);
        assert_eq!(alternative(r#""\"" / """#).as_deref(), Some(""));
        assert_eq!(alternative("normal"), None);
    }
}
