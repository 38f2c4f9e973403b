//! Visibility: computes what of each box is left after its ancestors clip it, whether a person could see it, and where it is.
//!
//! The pass carries two windows down the tree. *view* is what shows now. *reach* is what could show if a person scrolled: a
//! scroller's content is as reachable as the scroller itself; what `overflow: hidden` cuts off is not reachable, nor what lies
//! before the start of the page. Fixtures: geometry.html, pointer-boxes.html, pointer-frames.html, tiers-why.html.

use super::{
    NodeIndex, NodeKind, Place,
    draft::{Draft, Marks},
    known_names::Word,
    layout::union,
    plane::Plane,
    style::{Overflow, Position, Style},
};
use crate::geometry::Rect;

/// A node with this opacity or less, its ancestors' multiplied in, cannot be seen.
pub(super) const FAINT: f32 = 0.05;

/// A text that is less high (CSS pixels) is a line or a dot to a person.
const LOWEST_TEXT: f64 = 3.0;

/// Fills `clipped`, `visible`, `place`, and the marks that come from ancestors.
pub(super) fn see(draft: &mut Draft<'_>) {
    let count = draft.len();
    draft.snapshot.columns.visible.resize(count, false);
    draft.snapshot.columns.place.resize(count, Place::InView);
    let seen_through = walk_down(draft);
    see_late(draft);
    gather_up(draft, &seen_through);
}

/// A rectangle by its edges, not its size, so that edges can be infinite.
#[derive(Clone, Copy, Debug)]
struct Window {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Window {
    const ALL: Window = Window {
        left: f64::NEG_INFINITY,
        top: f64::NEG_INFINITY,
        right: f64::INFINITY,
        bottom: f64::INFINITY,
    };
    const NOTHING: Window = Window { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };

    fn of(rect: Rect) -> Self {
        Window { left: rect.x, top: rect.y, right: rect.right(), bottom: rect.bottom() }
    }

    fn both(self, rect: Rect) -> Window {
        Window {
            left: self.left.max(rect.x),
            top: self.top.max(rect.y),
            right: self.right.min(rect.right()),
            bottom: self.bottom.min(rect.bottom()),
        }
    }

    fn cut(self, rect: Rect) -> Rect {
        let (x, y) = (rect.x.max(self.left), rect.y.max(self.top));
        Rect::new(
            x,
            y,
            (rect.right().min(self.right) - x).max(0.0),
            (rect.bottom().min(self.bottom) - y).max(0.0),
        )
    }
}

/// The pair of windows.
#[derive(Clone, Copy, Debug)]
struct Windows {
    view: Window,
    reach: Window,
}

impl Windows {
    /// Only what is in a rectangle is left of both.
    fn both(self, rect: Rect) -> Windows {
        Windows { view: self.view.both(rect), reach: self.reach.both(rect) }
    }
}

/// What a node hands down to its children.
#[derive(Clone, Copy)]
struct Context {
    /// The index after the node's last descendant.
    end: usize,
    /// For static and relative boxes.
    flow: Windows,
    /// For `position: absolute`: the windows inside the nearest positioned ancestor.
    absolute: Windows,
    /// For `position: fixed`.
    fixed: Windows,
    /// What an element of the top layer gets in place of the absolute and fixed windows and of the opacity: those of its
    /// document, as no other box holds or clips it.
    top: (Windows, Windows, f32),
    /// Nothing of the document can be seen, whatever is said of its elements.
    frame_off: bool,
    /// The product of the opacities down to this node.
    opacity: f32,
    /// Nothing below can be seen.
    off: bool,
    /// Text is painted by something else than its own colour: the background of what is around it, as letters of a gradient are, or
    /// the `fill` of a drawing.
    inked: bool,
    /// The plane that what is in it stands on, or in the space of.
    plane: Plane,
    /// What is in it may stand off that plane.
    in_space: bool,
    /// What is painted on that plane is not seen: it is turned away, and has no back.
    turned_away: bool,
    /// The marks that descendants get too.
    inherited: Marks,
}

/// Computes what the ancestors of each node leave of it. Returns by node whether its children may make it visible, see
/// [`gather_up`].
fn walk_down(draft: &mut Draft<'_>) -> Vec<bool> {
    let viewport = Rect::new(0.0, 0.0, draft.snapshot.viewport.width, draft.snapshot.viewport.height);
    let mut stack: Vec<Context> = Vec::new();
    let mut through = Vec::with_capacity(draft.len());
    for at in 0..draft.len() {
        while stack.last().is_some_and(|context| context.end <= at) {
            stack.pop();
        }
        let above = stack.last().copied().unwrap_or_else(root);
        let kind = draft.snapshot.columns.kind[at];
        if kind == NodeKind::Document {
            stack.push(frame_context(draft, at, above));
            draft.snapshot.columns.visible[at] = !above.off;
            through.push(false);
            continue;
        }
        let style = draft.style[at];
        let mut above = above;
        let mut inherited = above.inherited;
        if kind == NodeKind::Element {
            if style.turned {
                inherited.set(Marks::TURNED);
            }
            if is_below(draft, at) {
                inherited.set(Marks::BELOW);
            }
            if style.top_layer {
                (above.absolute, above.fixed, above.opacity) = above.top;
                (above.plane, above.in_space, above.turned_away) = (Plane::FLAT, false, false);
            }
            // A modal dialog escapes what is inert around it (HTML, 6.3.1).
            if style.top_layer && draft.tag[at] == Word::Dialog && !draft.has(at, Word::Popover) {
                inherited.0 &= !Marks::INERT.0;
                above.off = above.frame_off;
            }
            if draft.has(at, Word::Inert) {
                inherited.set(Marks::INERT);
            }
            if draft.attribute(at, Word::AriaHidden).is_some_and(|v| v.trim().eq_ignore_ascii_case("true")) {
                inherited.set(Marks::ARIA_HIDDEN);
            }
        }
        draft.marks[at].set(inherited);
        let mut windows = match style.position {
            Position::Absolute => above.absolute,
            Position::Fixed => above.fixed,
            Position::Static | Position::Relative => above.flow,
        };
        // Text and pseudo-elements repeat their parent's clip, which is in its windows already.
        let clip = style.clip.filter(|_| kind == NodeKind::Element);
        let clip = clip.and_then(|clip| Some(clip.cut(draft.snapshot.columns.rect[at]?)));
        if let Some(clip) = clip {
            windows = windows.both(clip);
        }
        // A text or pseudo-element repeats its parent's opacity.
        let opacity = if kind == NodeKind::Element { above.opacity * style.opacity } else { above.opacity };
        let off = above.off || is_in_closed_details(draft, at);
        let (plane, turned_away) = match kind {
            // What is not turned itself is painted on the plane of what it is in, and so is all in what is flat.
            NodeKind::Element if style.has_own_plane() && (above.in_space || !above.turned_away) => {
                let plane = style.plane.map_or(above.plane, |own| above.plane.around(own));
                (plane, style.has_no_back && plane.is_turned_away())
            }
            _ => (above.plane, above.turned_away),
        };
        let unseen = off || turned_away || !style.shown || opacity <= FAINT;
        let inked = match draft.tag[at] {
            Word::Svg => true,
            Word::ForeignObject => style.inks_with_ground,
            _ => above.inked || style.inks_with_ground,
        };
        let unread = match kind {
            NodeKind::Text | NodeKind::Pseudo if style.inkless && !inked => true,
            NodeKind::Text => draft.snapshot.columns.rect[at].is_some_and(|rect| rect.h < LOWEST_TEXT),
            _ => false,
        };
        through.push(!unseen);
        if let Some(rect) = draft.snapshot.columns.rect[at] {
            let view = windows.view.cut(rect);
            let reach = windows.reach.cut(rect);
            let columns = &mut draft.snapshot.columns;
            columns.clipped[at] = (view.w > 0.0 && view.h > 0.0).then_some(view);
            columns.visible[at] = !unseen && !unread && over_a_pixel(reach);
            columns.place[at] = place(rect, view, reach, windows.view, viewport);
            if !off && style.shown && opacity <= FAINT && over_a_pixel(reach) {
                draft.marks[at].set(Marks::FAINT);
            }
        }
        if draft.end(at) > at + 1 {
            let inside = inside(draft, at, style, windows);
            stack.push(Context {
                end: draft.end(at),
                flow: inside,
                absolute: match style.position {
                    Position::Static if !style.holds_fixed => clipped_too(above.absolute, clip),
                    _ => inside,
                },
                fixed: if style.holds_fixed { inside } else { clipped_too(above.fixed, clip) },
                top: above.top,
                frame_off: above.frame_off,
                opacity,
                off: off || style.holds_back && kind == NodeKind::Element,
                inked,
                plane: if style.keeps_depth { plane } else { Plane::FLAT },
                in_space: style.keeps_depth,
                turned_away,
                inherited,
            });
        }
    }
    through
}

/// Whether a negative `z-index` applies to it. It does to positioned boxes (CSS 2, 9.9.1), and to flex and grid items.
pub(super) fn is_below(draft: &Draft<'_>, at: usize) -> bool {
    let style = draft.style[at];
    let item = || draft.parent(at).is_some_and(|parent| draft.style[parent].lays_out_items);
    style.below && (style.position != Position::Static || item())
}

/// Windows of absolute or fixed boxes, as far as a clip leaves them. Unlike `overflow`, `clip-path` and `clip` also cut boxes
/// whose containing block is further out than the clipped box.
fn clipped_too(windows: Windows, clip: Option<Rect>) -> Windows {
    clip.map_or(windows, |clip| windows.both(clip))
}

fn root() -> Context {
    let all = Windows { view: Window::ALL, reach: Window::ALL };
    Context {
        end: usize::MAX,
        flow: all,
        absolute: all,
        fixed: all,
        top: (all, all, 1.0),
        frame_off: false,
        opacity: 1.0,
        off: false,
        inked: false,
        plane: Plane::FLAT,
        in_space: false,
        turned_away: false,
        inherited: Marks::default(),
    }
}

/// What a frame's document hands down: the content box of the frame's owner limits what shows, and the extent of the document
/// limits what scrolling can reach.
fn frame_context(draft: &Draft<'_>, at: usize, above: Context) -> Context {
    let frame = &draft.snapshot.frames[draft.snapshot.columns.frame[at].0 as usize];
    let owner = draft.parent(at);
    let view = match owner {
        Some(_) => Window::of(above.flow.view.cut(frame.viewport)),
        None => Window::ALL,
    };
    let whole = frame.extent;
    let backwards = draft.children(at).any(|child| draft.tag[child] == Word::Html && rtl(draft, child));
    let reach = Window {
        left: if backwards { f64::NEG_INFINITY } else { whole.x },
        top: whole.y,
        right: whole.right() + 1.0,
        bottom: whole.bottom() + 1.0,
    };
    let off = above.off || owner.is_some_and(|owner| !draft.snapshot.columns.visible[owner]);
    let flow = Windows { view, reach };
    let fixed = Windows { view, reach: Window::of(frame.viewport) };
    let mut inherited = above.inherited;
    inherited.set(Marks(draft.marks[at].0 & Marks::TURNED.0));
    // Nothing in a frame is hit when the frame itself is not.
    if owner.is_some_and(|owner| draft.marks[owner].has(Marks::NO_POINTER))
        || above.inherited.has(Marks::NO_POINTER)
    {
        inherited.set(Marks::NO_POINTER);
    }
    let top = (flow, fixed, above.opacity);
    Context {
        end: draft.end(at),
        flow,
        absolute: flow,
        fixed,
        top,
        frame_off: off,
        off,
        inked: false,
        plane: Plane::FLAT,
        in_space: false,
        turned_away: false,
        inherited,
        ..above
    }
}

fn rtl(draft: &Draft<'_>, at: usize) -> bool {
    let node = draft.snapshot.node(NodeIndex(at as u32));
    node.attribute("dir").is_some_and(|dir| dir.eq_ignore_ascii_case("rtl"))
}

/// The windows for what is inside a box.
fn inside(draft: &mut Draft<'_>, at: usize, style: Style, around: Windows) -> Windows {
    let shown = (style.overflow_x, style.overflow_y) == (Overflow::Shown, Overflow::Shown);
    if (shown && !style.contains_paint) || is_viewports(draft, at) || !draft.is_element(at) {
        return around;
    }
    let Some(rect) = draft.snapshot.columns.rect[at] else { return around };
    if shown {
        return around.both(rect);
    }
    let mut view = around.view;
    let mut reach = around.reach;
    let reachable = over_a_pixel(around.reach.cut(rect));
    if style.overflow_x != Overflow::Shown {
        view.left = view.left.max(rect.x);
        view.right = view.right.min(rect.right());
    }
    if style.overflow_y != Overflow::Shown {
        view.top = view.top.max(rect.y);
        view.bottom = view.bottom.min(rect.bottom());
    }
    match style.overflow_x {
        Overflow::Cut => (reach.left, reach.right) = (reach.left.max(rect.x), reach.right.min(rect.right())),
        Overflow::Scrolled => (reach.left, reach.right) = (f64::NEG_INFINITY, f64::INFINITY),
        Overflow::Shown => {}
    }
    match style.overflow_y {
        Overflow::Cut => (reach.top, reach.bottom) = (reach.top.max(rect.y), reach.bottom.min(rect.bottom())),
        Overflow::Scrolled => (reach.top, reach.bottom) = (f64::NEG_INFINITY, f64::INFINITY),
        Overflow::Shown => {}
    }
    if !reachable {
        reach = Window::NOTHING;
    }
    Windows { view, reach }
}

/// Whether the `overflow` of an element applies to the viewport in place of its own box (CSS Overflow 3, "Overflow Viewport
/// Propagation"): that of `html` always, that of `body` where `html` has none.
pub(super) fn is_viewports(draft: &Draft<'_>, at: usize) -> bool {
    match draft.tag[at] {
        Word::Html => true,
        Word::Body => draft.parent(at).is_none_or(|html| {
            let style = draft.style[html];
            (style.overflow_x, style.overflow_y) == (Overflow::Shown, Overflow::Shown)
        }),
        _ => false,
    }
}

fn over_a_pixel(rect: Rect) -> bool {
    rect.w >= 1.0 && rect.h >= 1.0 && rect.area() > 1.0
}

/// Where a box is. It is in view when two thirds of what can be seen of it by scrolling show now, and partly so when less
/// shows; else it is on the side of its window, or of the viewport where nothing of that window shows.
fn place(rect: Rect, view: Rect, reach: Rect, window: Window, viewport: Rect) -> Place {
    let shown = view.intersection(&viewport);
    if shown.w > 0.0 && shown.h > 0.0 {
        let whole = reach.area().max(1.0);
        return if shown.area() * 3.0 >= whole * 2.0 { Place::InView } else { Place::Partial };
    }
    let mut now = Window::of(window.cut(viewport));
    if now.right <= now.left || now.bottom <= now.top {
        now = Window::of(viewport);
    }
    if rect.y >= now.bottom {
        Place::Below
    } else if rect.bottom() <= now.top {
        Place::Above
    } else if rect.x >= now.right {
        Place::Right
    } else if rect.right() <= now.left {
        Place::Left
    } else {
        // It has no area, and lies within the window.
        Place::InView
    }
}

/// Makes visible what `content-visibility: auto` has not laid out yet because it is far from the view. These nodes have no
/// boxes, so they get that of their container; which of them will be hidden, only attributes can tell.
fn see_late(draft: &mut Draft<'_>) {
    if !draft.style.different().iter().any(|style| style.laid_out_late) {
        return;
    }
    // By node: how many before it are laid out.
    let before: Vec<u32> = draft
        .marks
        .iter()
        .scan(0, |count, marks| {
            let before = *count;
            *count += u32::from(marks.has(Marks::LAID_OUT));
            Some(before)
        })
        .collect();
    let mut at = 0;
    while at < draft.len() {
        let late =
            draft.style[at].laid_out_late && draft.is_element(at) && draft.snapshot.columns.visible[at];
        let last = draft.end(at).saturating_sub(1).max(at);
        // The last one's own box is not in its count.
        let laid_out = last > at && (before[last] > before[at] + 1 || draft.marks[last].has(Marks::LAID_OUT));
        if !late || laid_out || last == at {
            at += 1;
            continue;
        }
        let end = draft.end(at);
        let columns = &draft.snapshot.columns;
        let (rect, clipped, place) = (columns.rect[at], columns.clipped[at], columns.place[at]);
        at += 1;
        while at < end {
            if hidden_by_attributes(draft, at) {
                at = draft.end(at);
                continue;
            }
            let columns = &mut draft.snapshot.columns;
            columns.visible[at] = true;
            (columns.rect[at], columns.clipped[at], columns.place[at]) = (rect, clipped, place);
            // Names are computed as if it were laid out.
            draft.marks[at].set(Marks::LAID_OUT);
            at += 1;
        }
    }
}

/// Whether it is what a closed `details` hides. It has boxes as soon as a script asks for one.
fn is_in_closed_details(draft: &Draft<'_>, at: usize) -> bool {
    let shown = draft.tag[at] == Word::Summary
        || matches!(draft.snapshot.columns.kind[at], NodeKind::Pseudo | NodeKind::ShadowRoot(_));
    !shown && draft.parent(at).is_some_and(|p| draft.tag[p] == Word::Details && !draft.has(p, Word::Open))
}

pub(super) fn hidden_by_attributes(draft: &Draft<'_>, at: usize) -> bool {
    if !draft.is_element(at) {
        return false;
    }
    let closed = |tag: Word, key: Word| draft.tag[at] == tag && !draft.has(at, key);
    let style = draft.snapshot.node(NodeIndex(at as u32)).attribute("style").unwrap_or("");
    let style: String = style.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    is_in_closed_details(draft, at)
        || draft.has(at, Word::Hidden)
        || draft.has(at, Word::Inert)
        || draft.has(at, Word::Popover)
        || closed(Word::Dialog, Word::Open)
        || style.contains("display:none")
        || style.contains("visibility:hidden")
}

/// What is seen of the children of a node: their box, what of it is not clipped, and where it is.
type Gathered = (Rect, Option<Rect>, Place);

/// An element without a box of its own (`display: contents`, a zero-sized wrapper) is seen where its children are.
fn gather_up(draft: &mut Draft<'_>, through: &[bool]) {
    let count = draft.len();
    // By ancestor of the current node, outermost first. Backwards, all descendants of a node come before the node.
    let mut below: Vec<(usize, Gathered)> = Vec::new();
    for at in (0..count).rev() {
        let gathered = below.pop_if(|(owner, _)| *owner == at).map(|(_, gathered)| gathered);
        let kind = draft.snapshot.columns.kind[at];
        let columns = &mut draft.snapshot.columns;
        if matches!(kind, NodeKind::Element | NodeKind::ShadowRoot(_))
            && !columns.visible[at]
            && through[at]
            && let Some((rect, clipped, place)) = gathered
        {
            columns.visible[at] = true;
            columns.rect[at] = Some(rect);
            columns.clipped[at] = clipped;
            columns.place[at] = place;
        }
        if kind == NodeKind::Document || !columns.visible[at] {
            continue;
        }
        let (Some(parent), Some(rect)) = (columns.parent[at].some(), columns.rect[at]) else { continue };
        let (clipped, place) = (columns.clipped[at], columns.place[at]);
        match below.last_mut() {
            Some((owner, (r, c, p))) if *owner == parent.at() => {
                *c = match (*c, clipped) {
                    (Some(a), Some(b)) => Some(union(a, b)),
                    (a, b) => a.or(b),
                };
                (*r, *p) = (union(*r, rect), nearer(*p, place));
            }
            _ => below.push((parent.at(), (rect, clipped, place))),
        }
    }
}

fn nearer(a: Place, b: Place) -> Place {
    match (a, b) {
        (Place::InView, Place::InView) => Place::InView,
        (Place::InView | Place::Partial, _) | (_, Place::InView | Place::Partial) => Place::Partial,
        (a, _) => a,
    }
}
