//! Scroll containers: finds the boxes that scroll, how far each is scrolled, how much more there is on each side, and whether
//! it is likely a virtual list, whose items are made as one scrolls. Fixture: scrollers.html.
//!
//! A capture has no scroll offsets of boxes; they follow from where the content stands. Content in the flow of a box begins at
//! its top, so what is above the top was scrolled there. Absolutely positioned content may begin anywhere, and counts on that
//! side only where nothing is in the flow.

use super::{
    NodeIndex, NodeKind, Role,
    draft::{Draft, Marks},
    known_names::Word,
    style::{Overflow, Position},
    visibility::is_viewports,
};
use crate::geometry::Rect;

/// Content that overflows by no more than this is not counted, CSS pixels.
const LEAST: f64 = 1.5;
/// Content that begins at most so far to the left of its box hangs over by a negative margin, and was not scrolled there, CSS
/// pixels ("hangs over the start"). Along the vertical every pixel counts: a short list is at its end by few (`#short`).
const HANGS: f64 = 20.0;
/// Of a virtual list's length, its texts and controls take less than this part (`#list`).
const FILLED: f64 = 0.6;
/// A virtual list is longer than this many times what it shows.
const LONG: f64 = 2.5;
/// A virtual list has at least this many elements that are positioned absolutely or by a transform.
const ROWS: u32 = 5;

/// How a scroll container stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scroller {
    /// Along the horizontal, when it scrolls there.
    pub x: Option<Axis>,
    /// Along the vertical, when it scrolls there.
    pub y: Option<Axis>,
    /// There is likely more than its nodes tell: items are made as one scrolls.
    pub likely_virtual: bool,
}

/// One axis of a scroll container, CSS pixels of the top viewport.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Axis {
    /// Scrolled away before what it shows.
    pub before: f64,
    /// What it shows.
    pub shown: f64,
    /// Still to come after it.
    pub after: f64,
}

impl Axis {
    fn of(before: f64, shown: f64, after: f64) -> Option<Axis> {
        let (before, after) = (before.max(0.0), after.max(0.0));
        (before + after > LEAST && before.is_finite() && after.is_finite() && shown > 0.0).then_some(Axis {
            before,
            shown,
            after,
        })
    }

    /// How far it is scrolled: 0 at the start, 100 at the end; neither where there is more on that side.
    #[must_use]
    pub fn percent(&self) -> u8 {
        let percent = (self.before / (self.before + self.after) * 100.0).round();
        match percent {
            low if low < 1.0 && self.before > LEAST => 1,
            high if high > 99.0 && self.after > LEAST => 99,
            percent => percent.clamp(0.0, 100.0) as u8,
        }
    }
}

/// The edges of what lies in a node, or [`Extent::NOTHING`].
#[derive(Clone, Copy, Debug)]
struct Extent {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Extent {
    const NOTHING: Extent = Extent {
        left: f64::INFINITY,
        top: f64::INFINITY,
        right: f64::NEG_INFINITY,
        bottom: f64::NEG_INFINITY,
    };

    fn of(rect: Rect) -> Extent {
        if rect.w <= 0.0 || rect.h <= 0.0 {
            return Self::NOTHING;
        }
        Extent { left: rect.x, top: rect.y, right: rect.right(), bottom: rect.bottom() }
    }

    fn is_nothing(&self) -> bool {
        self.right < self.left || self.bottom < self.top
    }

    fn add(&mut self, other: Extent) {
        if !other.is_nothing() {
            self.left = self.left.min(other.left);
            self.top = self.top.min(other.top);
            self.right = self.right.max(other.right);
            self.bottom = self.bottom.max(other.bottom);
        }
    }

    /// Without what a box cuts off along each axis.
    fn cut(mut self, rect: Rect, x: bool, y: bool) -> Extent {
        if x {
            (self.left, self.right) = (self.left.max(rect.x), self.right.min(rect.right()));
        }
        if y {
            (self.top, self.bottom) = (self.top.max(rect.y), self.bottom.min(rect.bottom()));
        }
        if self.is_nothing() { Self::NOTHING } else { self }
    }
}

/// The extents of what lies in a node, by how it is positioned.
#[derive(Clone, Copy)]
struct Inside {
    flow: Extent,
    /// Placed absolutely, in this node or further out.
    absolute: Extent,
    /// Placed absolutely in a node that is inside this one or is this one.
    held: Extent,
    /// Of fixed boxes.
    fixed: Extent,
    /// Of all of these, texts and what shows something without text (a picture, a field).
    told: Extent,
    /// Elements that are placed absolutely or by a transform.
    placed: u32,
    /// Elements that are items of a list, a table or a feed.
    items: u32,
    /// How many items there are in all, by the largest `aria-setsize` or `aria-rowcount`.
    of: u32,
}

impl Inside {
    const NOTHING: Inside = Inside {
        flow: Extent::NOTHING,
        absolute: Extent::NOTHING,
        held: Extent::NOTHING,
        fixed: Extent::NOTHING,
        told: Extent::NOTHING,
        placed: 0,
        items: 0,
        of: 0,
    };

    fn add(&mut self, other: &Inside) {
        self.flow.add(other.flow);
        self.absolute.add(other.absolute);
        self.held.add(other.held);
        self.fixed.add(other.fixed);
        self.told.add(other.told);
        self.placed += other.placed;
        self.items += other.items;
        self.of = self.of.max(other.of);
    }
}

/// Marks the boxes that scroll and have more than they show, and fills in `scrollers`.
pub(super) fn find_scrollers(draft: &mut Draft<'_>) {
    // By ancestor of the current node, outermost first. Backwards, all descendants of a node come before the node.
    let mut inside: Vec<(usize, Inside)> = Vec::new();
    for at in (0..draft.len()).rev() {
        let own = inside.pop_if(|(owner, _)| *owner == at);
        let mut own = own.map_or(Inside::NOTHING, |(_, own)| own);
        if draft.snapshot.columns.kind[at] == NodeKind::Document {
            own.held.add(own.absolute);
            note_frame(draft, at, &own);
            continue;
        }
        if draft.is_element(at) {
            note_items(draft, at, &mut own);
        }
        let rect = draft.snapshot.columns.rect[at].filter(|_| draft.marks[at].has(Marks::LAID_OUT));
        let hands_up = match rect {
            Some(rect) => through_box(draft, at, rect, own),
            None => own,
        };
        let Some(parent) = draft.parent(at) else { continue };
        match inside.last_mut() {
            Some((owner, inside)) if *owner == parent => inside.add(&hands_up),
            _ => inside.push((parent, hands_up)),
        }
    }
}

/// Notes a box if it scrolls; returns the extents that it adds to its parent.
fn through_box(draft: &mut Draft<'_>, at: usize, rect: Rect, mut own: Inside) -> Inside {
    // A text repeats its parent's style, so only its own box counts.
    if !draft.is_element(at) {
        let mut text = Inside::NOTHING;
        text.flow = Extent::of(rect);
        if draft.snapshot.columns.visible[at]
            && !draft.text(draft.snapshot.columns.text[at]).trim().is_empty()
        {
            text.told = text.flow;
        }
        return text;
    }
    let style = draft.style[at];
    if style.position != Position::Static || style.holds_fixed {
        let absolute = std::mem::replace(&mut own.absolute, Extent::NOTHING);
        own.held.add(absolute);
    }
    if style.holds_fixed {
        let fixed = std::mem::replace(&mut own.fixed, Extent::NOTHING);
        own.held.add(fixed);
    }
    let (cuts_x, cuts_y) = (style.overflow_x != Overflow::Shown, style.overflow_y != Overflow::Shown);
    if (cuts_x || cuts_y) && !is_viewports(draft, at) {
        note_scroller(draft, at, rect, &own);
        own.flow = own.flow.cut(rect, cuts_x, cuts_y);
        own.held = own.held.cut(rect, cuts_x, cuts_y);
        own.told = own.told.cut(rect, cuts_x, cuts_y);
    }
    if draft.snapshot.columns.visible[at] && is_told(draft, at) {
        own.told.add(Extent::of(rect));
    }
    own.placed += u32::from(style.position == Position::Absolute || style.holds_fixed);
    match style.position {
        Position::Fixed => {
            Inside { fixed: Extent::of(rect), items: own.items, of: own.of, ..Inside::NOTHING }
        }
        Position::Absolute => {
            let mut absolute = Extent::of(rect);
            absolute.add(own.flow);
            absolute.add(own.held);
            Inside { absolute, flow: Extent::NOTHING, held: Extent::NOTHING, ..own }
        }
        Position::Static | Position::Relative => {
            own.flow.add(Extent::of(rect));
            own
        }
    }
}

/// Whether an element shows something without any text in it.
fn is_told(draft: &Draft<'_>, at: usize) -> bool {
    matches!(
        draft.tag[at],
        Word::Img
            | Word::Canvas
            | Word::Video
            | Word::Svg
            | Word::Input
            | Word::Textarea
            | Word::Select
            | Word::Iframe
    )
}

fn note_scroller(draft: &mut Draft<'_>, at: usize, rect: Rect, own: &Inside) {
    // The options of a list are read and chosen without scrolling to them.
    if draft.tag[at] == Word::Select {
        return;
    }
    let style = draft.style[at];
    let scrolls = |overflow| overflow == Overflow::Scrolled;
    if !(scrolls(style.overflow_x) || scrolls(style.overflow_y)) || !draft.snapshot.columns.visible[at] {
        return;
    }
    let scroller = measure(rect, own, scrolls(style.overflow_x), scrolls(style.overflow_y));
    if scroller.x.is_some() || scroller.y.is_some() {
        draft.marks[at].set(Marks::SCROLLER);
        draft.snapshot.scrollers.insert(NodeIndex(at as u32), scroller);
    }
}

fn measure(rect: Rect, own: &Inside, x: bool, y: bool) -> Scroller {
    let mut all = own.flow;
    all.add(own.held);
    if all.is_nothing() {
        return Scroller::default();
    }
    let start = if own.flow.is_nothing() { all } else { own.flow };
    let left = Some(rect.x - start.left).filter(|left| *left > HANGS).unwrap_or(0.0);
    let axis_x = Axis::of(left, rect.w, all.right - rect.right());
    let axis_y = Axis::of(rect.y - start.top, rect.h, all.bottom - rect.bottom());
    let (axis_x, axis_y) = (axis_x.filter(|_| x), axis_y.filter(|_| y));
    let gappy = |axis: Option<Axis>, told: f64| {
        axis.is_some_and(|axis| {
            let length = axis.before + axis.shown + axis.after;
            own.placed >= ROWS && length > axis.shown * LONG && told > 0.0 && told < length * FILLED
        })
    };
    let told = own.told;
    let likely_virtual =
        own.of > own.items || gappy(axis_y, told.bottom - told.top) || gappy(axis_x, told.right - told.left);
    Scroller { x: axis_x, y: axis_y, likely_virtual }
}

/// A frame scrolls its document, and the browser says how far.
fn note_frame(draft: &mut Draft<'_>, at: usize, own: &Inside) {
    let index = draft.snapshot.columns.frame[at].0 as usize;
    let Some(frame) = draft.snapshot.frames.get(index) else { return };
    let (shown, whole) = (frame.viewport, frame.extent);
    let locked = draft
        .children(at)
        .filter(|child| draft.tag[*child] == Word::Html)
        .flat_map(|html| draft.children(html).chain([html]))
        .filter(|at| is_viewports(draft, *at));
    let (mut cut_x, mut cut_y) = (false, false);
    for at in locked {
        cut_x |= draft.style[at].overflow_x == Overflow::Cut;
        cut_y |= draft.style[at].overflow_y == Overflow::Cut;
    }
    let axis_x = Axis::of(shown.x - whole.x, shown.w, whole.right() - shown.right()).filter(|_| !cut_x);
    let axis_y = Axis::of(shown.y - whole.y, shown.h, whole.bottom() - shown.bottom()).filter(|_| !cut_y);
    let likely_virtual = measure(shown, own, axis_x.is_some(), axis_y.is_some()).likely_virtual;
    if axis_x.is_some() || axis_y.is_some() {
        let scroller = Scroller { x: axis_x, y: axis_y, likely_virtual };
        draft.snapshot.scrollers.insert(NodeIndex(at as u32), scroller);
    }
}

/// Counts the items of a list or table, and reads from ARIA how many there are in all.
fn note_items(draft: &Draft<'_>, at: usize, own: &mut Inside) {
    let role = draft.snapshot.columns.role[at];
    let number = |key| draft.attribute(at, key).and_then(|v| v.trim().parse::<i64>().ok());
    match role {
        Role::Row | Role::ListItem | Role::Option | Role::TreeItem | Role::Article => {
            own.items += 1;
            own.of = own.of.max(number(Word::AriaSetsize).map_or(0, |n| n.clamp(0, 1_000_000_000) as u32));
        }
        Role::Table | Role::Grid | Role::TreeGrid => {
            let rows = number(Word::AriaRowcount).unwrap_or(0);
            own.of = own.of.max(rows.clamp(0, 1_000_000_000) as u32);
        }
        _ => {}
    }
}
