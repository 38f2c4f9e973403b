//! Layout: the boxes of each document, brought into the top viewport's CSS pixels, and the styles of each box.
//!
//! Bounds come in document coordinates of their own frame; [`super::mapping`] tells how a frame's coordinates become those
//! of the top viewport.

use super::{
    draft::{Draft, Marks},
    left_out::surround_left_out,
    mapping::{Borders, FrameMap, borders, map_frame},
    style::StyleReader,
};
use crate::geometry::Rect;

/// Fills rectangles, paint order and styles of all nodes that have layout, and each frame's viewport.
pub(super) fn lay_out(draft: &mut Draft<'_>) {
    let count = draft.len();
    let columns = &mut draft.snapshot.columns;
    columns.rect.resize(count, None);
    columns.clipped.resize(count, None);
    columns.paint_order.resize(count, 0);
    draft.style.resize(count);
    let mut readers: Vec<StyleReader> =
        draft.capture.sessions.iter().map(|session| StyleReader::new(session.styles)).collect();
    let mut maps: Vec<FrameMap> = Vec::with_capacity(draft.snapshot.frames.len());
    let mut borders = borders(draft);
    for frame in 0..draft.snapshot.frames.len() {
        let map = map_frame(draft, frame, &maps, &borders);
        maps.push(map);
        lay_out_frame(draft, frame, &map, &mut readers, &mut borders);
    }
    surround_left_out(draft, &maps, &mut readers);
}

fn lay_out_frame(
    draft: &mut Draft<'_>,
    frame: usize,
    map: &FrameMap,
    readers: &mut [StyleReader],
    borders: &mut Borders,
) {
    let document_node = draft.snapshot.frames[frame].document.at();
    let Some(&source) = draft.source.get(document_node) else { return };
    let (Some(session), Some(document)) = (draft.session(source), draft.document(source)) else { return };
    let Some(reader) = readers.get_mut(source.session as usize) else { return };
    let Some(placed) =
        draft.placed.get(source.session as usize).and_then(|s| s.get(source.document as usize))
    else {
        return;
    };
    if !map.document.is_upright() {
        draft.marks[document_node].set(Marks::TURNED);
    }
    let columns = &mut draft.snapshot.columns;
    let layout = &document.layout;
    for (row, node) in layout.node_index.iter().enumerate() {
        let Some(at) = usize::try_from(*node).ok().and_then(|n| placed.get(n)).and_then(|index| index.some())
        else {
            continue;
        };
        let at = at.at();
        let [x, y, w, h] = layout.bounds.get(row).copied().unwrap_or_default().0.map(sound);
        let own = Rect::new(x, y, w, h);
        let rect = map.document.bounds(own);
        if !(rect.x + rect.y + rect.w + rect.h).is_finite() || rect.w < 0.0 || rect.h < 0.0 {
            continue;
        }
        let paint = layout.paint_orders.get(row).copied().unwrap_or(0).max(0) as u32;
        columns.paint_order[at] = columns.paint_order[at].max(paint);
        if draft.marks[at].has(Marks::LAID_OUT) {
            columns.rect[at] = Some(columns.rect[at].map_or(rect, |before| union(before, rect)));
            continue;
        }
        draft.marks[at].set(Marks::LAID_OUT);
        if let Some(border) = borders.get_mut(&at) {
            *border = own;
        }
        columns.rect[at] = Some(rect);
        let style = reader.read(session, layout.styles.row(row), &mut draft.style);
        draft.style.set(at, style);
        if !draft.style[at].takes_pointer {
            draft.marks[at].set(Marks::NO_POINTER);
        }
    }
    columns.rect[document_node] = Some(draft.snapshot.frames[frame].viewport);
}

/// A number that can be reckoned with.
pub(super) fn sound(number: f64) -> f64 {
    if number.is_finite() { number.clamp(-1e9, 1e9) } else { 0.0 }
}

/// The smallest rectangle around both; an empty one adds nothing.
pub(super) fn union(a: Rect, b: Rect) -> Rect {
    if b.w <= 0.0 && b.h <= 0.0 {
        return a;
    }
    if a.w <= 0.0 && a.h <= 0.0 {
        return b;
    }
    let (x, y) = (a.x.min(b.x), a.y.min(b.y));
    Rect::new(x, y, a.right().max(b.right()) - x, a.bottom().max(b.bottom()) - y)
}
