//! Occlusion: finds the controls and frames in view that can be hit nowhere, because a box that takes the pointer is painted
//! over them. Fixtures: occlusion.html, pointer-boxes.html.
//!
//! The pass compares paint orders at five points of what shows of a control, with a grid over the viewport. A box that takes
//! the pointer covers, seen or not (a scrim, a box of opacity 0); one that lets the pointer through (`pointer-events: none`,
//! `inert`) does not. Within one paint layer only a box that is painted in one piece (an inline block, a flex or grid item)
//! covers what comes before it. Ancestors and descendants do not cover each other, nor do the parts of a control's own label.
//! A rotated or skewed box covers nothing, as its bounding box is larger than itself; nor does an inline box that is not
//! positioned or replaced. When an action comes, a real hit test decides.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::{
    Frame, NodeIndex, NodeKind, Role, Why,
    coverer::{Named, telling},
    draft::{Draft, Marks},
    known_names::Word,
    screens::note_screens,
    style::{Display, Position},
    visibility::is_below,
};
use crate::{geometry::Rect, styles::StyleSet};

/// The side of a cell of the grid, CSS pixels.
const CELL: f64 = 64.0;
/// A box over more cells than this is kept in a list of its own, which is searched for every cell.
const LARGE: usize = 48;

/// Fills `covered_by`.
pub(super) fn cover(draft: &mut Draft<'_>) {
    let count = draft.len();
    draft.snapshot.columns.covered_by.resize(count, NodeIndex::NONE);
    let viewport = Rect::new(0.0, 0.0, draft.snapshot.viewport.width, draft.snapshot.viewport.height);
    if !(viewport.w >= 1.0 && viewport.h >= 1.0 && viewport.area() < 1e9) {
        return;
    }
    // The owners of frames get ids, as controls do.
    let owner = |frame: &Frame| draft.parent(frame.document.at());
    let owners: FxHashSet<usize> = draft.snapshot.frames.iter().filter_map(owner).collect();
    behind_modal(draft, &owners);
    behind_dialog(draft, &owners);
    let targets: Vec<(usize, Rect)> =
        (0..count).filter_map(|at| Some((at, target(draft, &owners, at, viewport)?))).collect();
    let Some(lowest) = targets.iter().map(|(at, _)| draft.snapshot.columns.paint_order[*at]).min() else {
        return;
    };
    let grid = Grid::new(draft, viewport, lowest);
    let known = draft.snapshot.named();
    let mut below = Vec::new();
    for (at, rect) in targets {
        if draft.snapshot.columns.covered_by[at] != NodeIndex::NONE {
            continue;
        }
        if let Some(around) = let_through(draft, at) {
            draft.snapshot.columns.covered_by[at] = NodeIndex(around as u32);
        } else if let Some(by) = covered(draft, &grid, &known, at, rect) {
            draft.snapshot.columns.covered_by[at] = NodeIndex(by as u32);
            below.push((at, rect.center()));
        } else if let Some(by) = sunk_into(draft, at) {
            draft.snapshot.columns.covered_by[at] = NodeIndex(by as u32);
        }
    }
    note_screens(draft, &grid, &below);
}

/// Marks what is behind a native modal dialog as covered by it. Such a dialog makes the rest of its document inert, also
/// where its backdrop, which is no box of the snapshot, lets it show. Of several dialogs the one painted last decides.
/// Fixtures: discovery-modal.js, frames-behind.html with `?kind=modal`.
fn behind_modal(draft: &mut Draft<'_>, owners: &FxHashSet<usize>) {
    let columns = &draft.snapshot.columns;
    let modal = |at: &usize| {
        columns.visible[*at]
            && draft.tag[*at] == Word::Dialog
            && columns.states[*at].as_deref().is_some_and(|states| states.modal)
    };
    let Some(dialog) = (0..draft.len()).filter(modal).max_by_key(|at| columns.paint_order[*at]) else {
        return;
    };
    let inside = dialog..columns.end[dialog].at();
    let behind: Vec<usize> = document_of(draft, dialog)
        .filter(|at| !inside.contains(at) && columns.visible[*at])
        .filter(|at| columns.why[*at] != Why(0) || owners.contains(at))
        .collect();
    for at in behind {
        draft.snapshot.columns.covered_by[at] = NodeIndex(dialog as u32);
    }
}

/// The nodes of the document that a node is in, those of frames in it too.
fn document_of(draft: &Draft<'_>, node: usize) -> Range<usize> {
    let columns = &draft.snapshot.columns;
    let mut document = node;
    while columns.kind[document] != NodeKind::Document && columns.parent[document] != NodeIndex::NONE {
        document = columns.parent[document].at();
    }
    document..columns.end[document].at()
}

/// Marks what is inert as covered by a dialog that is not: pages make the rest of themselves inert for one, in place of a native modal
/// dialog. One that does not say that it is modal is what they are inert for where most of the other controls are. Of several the one painted
/// last decides. Fixture: dialog-ways.html.
fn behind_dialog(draft: &mut Draft<'_>, owners: &FxHashSet<usize>) {
    let columns = &draft.snapshot.columns;
    let states = |at: usize| columns.states[at].as_deref();
    let is_open = |at: &usize| {
        columns.visible[*at]
            && matches!(columns.role[*at], Role::Dialog | Role::AlertDialog)
            && !states(*at).is_some_and(|states| states.inert)
    };
    let Some(dialog) = (0..draft.len()).filter(is_open).max_by_key(|at| columns.paint_order[*at]) else {
        return;
    };
    let inside = dialog..columns.end[dialog].at();
    let outside: Vec<usize> = document_of(draft, dialog)
        .filter(|at| !inside.contains(at) && columns.visible[*at])
        .filter(|at| is_operable(columns.why[*at]) || owners.contains(at))
        .collect();
    let (behind, free): (Vec<usize>, Vec<usize>) =
        outside.into_iter().partition(|at| states(*at).is_some_and(|states| states.inert));
    // A backdrop, a toast or a help button may stay free; most of a page does not for a dialog's sake.
    if free.len() >= behind.len() && !states(dialog).is_some_and(|states| states.modal) {
        return;
    }
    for at in behind {
        draft.snapshot.columns.covered_by[at] = NodeIndex(dialog as u32);
    }
}

/// Whether it is a control, for what a person does with it: what scrolls, or has an id for tests, is none by that.
fn is_operable(why: Why) -> bool {
    why.0 & !(Why::TEST_ID.0 | Why::SCROLLS.0) != 0
}

/// What shows of a node now, if it is a control or the owner of a frame.
fn target(draft: &Draft<'_>, owners: &FxHashSet<usize>, at: usize, viewport: Rect) -> Option<Rect> {
    let columns = &draft.snapshot.columns;
    let operable = is_operable(columns.why[at]) || owners.contains(&at);
    // A control that its label stands in for is hit through the label.
    let inert = draft.marks[at].has(Marks::INERT);
    if !columns.visible[at]
        || !operable
        || inert
        || draft.snapshot.stand_ins.contains_key(&NodeIndex(at as u32))
    {
        return None;
    }
    let shown = columns.clipped[at]?.intersection(&viewport);
    (shown.w > 0.0 && shown.h > 0.0).then_some(shown)
}

/// Boxes that take the pointer, by cell, topmost first.
pub(super) struct Grid {
    viewport: Rect,
    columns: usize,
    cells: Vec<Vec<u32>>,
    large: Vec<u32>,
}

impl Grid {
    fn new(draft: &Draft<'_>, viewport: Rect, lowest: u32) -> Self {
        let columns = (viewport.w / CELL).ceil() as usize;
        let rows = (viewport.h / CELL).ceil() as usize;
        let mut grid = Self { viewport, columns, cells: vec![Vec::new(); columns * rows], large: Vec::new() };
        for at in 0..draft.len() {
            if let Some(rect) = coverer(draft, at, viewport, lowest) {
                grid.insert(at as u32, rect);
            }
        }
        let order = &draft.snapshot.columns.paint_order;
        let topmost_first = |a: &u32, b: &u32| order[*b as usize].cmp(&order[*a as usize]).then(b.cmp(a));
        grid.cells.iter_mut().for_each(|cell| cell.sort_by(topmost_first));
        grid.large.sort_by(topmost_first);
        grid
    }

    fn insert(&mut self, at: u32, rect: Rect) {
        let (left, top) = ((rect.x / CELL) as usize, (rect.y / CELL) as usize);
        let (right, bottom) =
            (((rect.right() / CELL) as usize).min(self.columns - 1), (rect.bottom() / CELL) as usize);
        if (right + 1 - left.min(right)) * (bottom + 1 - top) > LARGE {
            self.large.push(at);
            return;
        }
        for row in top..=bottom {
            for column in left..=right {
                if let Some(cell) = self.cells.get_mut(row * self.columns + column) {
                    cell.push(at);
                }
            }
        }
    }

    pub(super) fn at(&self, x: f64, y: f64) -> [&[u32]; 2] {
        let inside = self.viewport.contains(x, y);
        let cell = (y / CELL) as usize * self.columns + (x / CELL) as usize;
        let cell = self.cells.get(cell).filter(|_| inside).map_or(&[][..], Vec::as_slice);
        [cell, &self.large]
    }
}

/// The part of a box in view, where the box could cover something.
fn coverer(draft: &Draft<'_>, at: usize, viewport: Rect, lowest: u32) -> Option<Rect> {
    let columns = &draft.snapshot.columns;
    let marks = draft.marks[at];
    if columns.paint_order[at] < lowest
        || marks.has(Marks::TURNED)
        || !marks.has(Marks::LAID_OUT)
        || marks.has(Marks::NO_POINTER)
        || marks.has(Marks::INERT)
    {
        return None;
    }
    let style = draft.style[at];
    let boxed = match columns.kind[at] {
        NodeKind::Element => {
            style.display != Display::Inline
                || is_replaced(draft.tag[at])
                || style.position != Position::Static
        }
        NodeKind::Pseudo => style.position != Position::Static,
        _ => false,
    };
    let frame = columns.frame[at].0 as usize;
    let frame_shows = draft.snapshot.frames.get(frame).is_some_and(|f| columns.visible[f.document.at()]);
    if !boxed || !style.shown || !frame_shows || matches!(draft.tag[at], Word::Html | Word::Body) {
        return None;
    }
    let shown = columns.clipped[at]?.intersection(&viewport);
    (shown.w > 0.0 && shown.h > 0.0).then_some(shown)
}

fn is_replaced(tag: Word) -> bool {
    matches!(
        tag,
        Word::Img
            | Word::Iframe
            | Word::Canvas
            | Word::Video
            | Word::Object
            | Word::Embed
            | Word::Svg
            | Word::Input
            | Word::Textarea
            | Word::Select
            | Word::Button
    )
}

/// The ancestor that is hit in place of a control which lets the pointer through, as all that is in it does. A component whose
/// host takes the pointer for the one control in it is that control (Ionic's segments).
fn let_through(draft: &Draft<'_>, at: usize) -> Option<usize> {
    let lets = |at: usize| draft.marks[at].has(Marks::NO_POINTER) || !draft.marks[at].has(Marks::LAID_OUT);
    if !draft.marks[at].has(Marks::NO_POINTER) || !(at + 1..draft.end(at)).all(lets) {
        return None;
    }
    let around = draft.ancestors(at).find(|at| draft.is_element(*at) && !lets(*at))?;
    let root = draft.scope[at].at();
    let hosted = matches!(draft.snapshot.columns.kind[root], NodeKind::ShadowRoot(_))
        && draft.parent(root) == Some(around)
        && !(root..draft.end(root))
            .any(|other| other != at && is_operable(draft.snapshot.columns.why[other]));
    (!hosted).then_some(around)
}

/// The ancestor that is painted over a control. A negative `z-index` puts a box below all its ancestors up to its stacking
/// context.
fn sunk_into(draft: &Draft<'_>, at: usize) -> Option<usize> {
    if !draft.marks[at].has(Marks::BELOW) {
        return None;
    }
    let outermost = std::iter::once(at).chain(draft.ancestors(at)).find(|at| is_below(draft, *at))?;
    let (x, y) = draft.snapshot.columns.clipped[at]?.center();
    draft
        .ancestors(outermost)
        .take_while(|at| draft.is_element(*at) && draft.tag[*at] != Word::Html && !draft.style[*at].stacks)
        .find(|at| {
            let boxed =
                draft.style[*at].display != Display::Inline && !draft.marks[*at].has(Marks::NO_POINTER);
            boxed && draft.snapshot.columns.clipped[*at].is_some_and(|rect| rect.contains(x, y))
        })
}

/// The box that covers a control, if one does at each of five points; named after the box on top of its centre.
fn covered(draft: &Draft<'_>, grid: &Grid, known: &Named, at: usize, rect: Rect) -> Option<usize> {
    let mut first = None;
    // Of the bounding box of a rotated control only the middle is sure to be the control.
    let spread = if draft.marks[at].has(Marks::TURNED) { 0.3 } else { 1.0 };
    for (dx, dy) in [(0.0, 0.0), (-0.35, -0.3), (0.35, -0.3), (-0.35, 0.3), (0.35, 0.3)] {
        let (fx, fy) = (0.5 + dx * spread, 0.5 + dy * spread);
        let (x, y) = (rect.x + rect.w * fx, rect.y + rect.h * fy);
        let by = on_top(draft, grid, at, x, y)?;
        first.get_or_insert((by, x, y));
    }
    first.map(|(by, x, y)| telling(draft, known, by, at, (x, y)))
}

fn on_top(draft: &Draft<'_>, grid: &Grid, target: usize, x: f64, y: f64) -> Option<usize> {
    let order = &draft.snapshot.columns.paint_order;
    let tops = grid.at(x, y).map(|list| over(draft, list, target, x, y).next());
    tops.into_iter().flatten().max_by_key(|by| (order[*by], *by))
}

/// The boxes of a cell that lie over a control at a point, topmost first.
pub(super) fn over<'d>(
    draft: &'d Draft<'_>,
    list: &'d [u32],
    target: usize,
    x: f64,
    y: f64,
) -> impl Iterator<Item = usize> + 'd {
    let order = &draft.snapshot.columns.paint_order;
    let later = move |by: &usize| {
        // Each session numbers its paint order by itself, so only a box of the control's own session ends the search.
        let here = draft.source[*by].session == draft.source[target].session;
        !here || (order[*by], *by) > (order[target], target)
    };
    list.iter().map(|by| *by as usize).take_while(later).filter(move |by| {
        let by = *by;
        let Some(own) = seen_from(draft, target, by) else { return false };
        let shows = draft.snapshot.columns.clipped[by].is_some_and(|rect| rect.contains(x, y));
        let sunk = draft.marks[by].has(Marks::BELOW) && !draft.marks[own].has(Marks::BELOW);
        (order[by], by) > (order[own], own)
            && shows
            && !sunk
            && !related(draft, by, target)
            && (order[by] > order[own] || in_one_piece_beside(draft, by, own))
            && !drawn_before(draft, by, own)
    })
}

/// Whether a box is HTML in a drawing, and comes before a control of the same drawing. A drawing is painted in the order of its document
/// (SVG 2, 3.4), also where a `foreignObject` in it is a paint layer of its own.
fn drawn_before(draft: &Draft<'_>, by: usize, target: usize) -> bool {
    let mut html = false;
    by < target
        && std::iter::once(by).chain(draft.ancestors(by)).take_while(|at| draft.is_element(*at)).any(|at| {
            html |= draft.tag[at] == Word::ForeignObject;
            html && draft.tag[at] == Word::Svg && target < draft.end(at)
        })
}

/// The node that stands for a control in the session of a coverer: the control, or the owner of the frame that it is in. Only
/// paint orders of one session can be compared.
fn seen_from(draft: &Draft<'_>, target: usize, by: usize) -> Option<usize> {
    let session = draft.source[by].session;
    let mut at = target;
    while draft.source[at].session != session {
        let frame = draft.snapshot.columns.frame[at].0 as usize;
        at = draft.parent(draft.snapshot.frames.get(frame)?.document.at())?;
    }
    Some(at)
}

/// Whether a box lies over an earlier one of the same paint layer (CSS 2, appendix E): it is painted in one piece, or a box
/// around it is that does not contain the earlier one. Floats do not count, as they are painted before inline content.
fn in_one_piece_beside(draft: &Draft<'_>, by: usize, target: usize) -> bool {
    let mut at = by;
    let (mut piece, mut may_float) = (false, false);
    let asked = draft.session(draft.source[by]).is_none_or(|session| session.styles.has(StyleSet::FLOATS));
    while let Some(parent) = draft.parent(at) {
        let style = draft.style[at];
        let item = draft.is_element(parent) && draft.style[parent].lays_out_items;
        if style.floats && !item {
            return false;
        }
        may_float |= !item;
        piece |= item || style.display == Display::Atomic || is_replaced(draft.tag[at]);
        if parent <= target && target < draft.end(parent) {
            if piece && may_float && !asked {
                draft.floats_matter.set(true);
            }
            return piece;
        }
        at = parent;
    }
    false
}

fn related(draft: &Draft<'_>, a: usize, b: usize) -> bool {
    let contains = |outer: usize, inner: usize| outer <= inner && inner < draft.end(outer);
    if contains(a, b) || contains(b, a) {
        return true;
    }
    // A click on any part of its label reaches a control.
    draft
        .ancestors(b)
        .take_while(|at| draft.is_element(*at))
        .any(|at| draft.tag[at] == Word::Label && contains(at, a))
}
