//! Layout: the boxes of each document, brought into the top viewport's CSS pixels, and the styles of each box.
//!
//! Bounds come in document coordinates of their own frame. A frame's place is its owner's content box: as the engine
//! measured it, or the owner's border box less half of what it is larger than the frame's viewport on each side
//! (borders and padding of a frame are hardly ever uneven).

use super::{
    draft::{Draft, Marks, Source},
    style::{Style, StyleReader},
};
use crate::geometry::Rect;

/// Fills rectangles, paint order and styles of all nodes that have layout, and each frame's viewport.
pub(super) fn lay_out(draft: &mut Draft<'_>) {
    let count = draft.len();
    let columns = &mut draft.snapshot.columns;
    columns.rect.resize(count, None);
    columns.clipped.resize(count, None);
    columns.paint_order.resize(count, 0);
    draft.style.resize(count, Style::default());
    let mut readers: Vec<StyleReader> =
        draft.capture.sessions.iter().map(|_| StyleReader::default()).collect();
    for frame in 0..draft.snapshot.frames.len() {
        lay_out_frame(draft, frame, &mut readers);
    }
}

/// How a frame's document coordinates become those of the top viewport: `top = document * scale + offset`.
#[derive(Clone, Copy)]
struct Mapping {
    x: f64,
    y: f64,
    scale: f64,
}

fn lay_out_frame(draft: &mut Draft<'_>, frame: usize, readers: &mut [StyleReader]) {
    let document_node = draft.snapshot.frames[frame].document.at();
    let Some(&source) = draft.source.get(document_node) else { return };
    let (Some(session), Some(document)) = (draft.session(source), draft.document(source)) else { return };
    let Some(reader) = readers.get_mut(source.session as usize) else { return };
    let Some(placed) =
        draft.placed.get(source.session as usize).and_then(|s| s.get(source.document as usize))
    else {
        return;
    };
    let mapping = place_frame(&mut draft.snapshot, frame, source, draft.capture, document);
    let columns = &mut draft.snapshot.columns;
    let layout = &document.layout;
    for (row, node) in layout.node_index.iter().enumerate() {
        let Some(at) = usize::try_from(*node).ok().and_then(|n| placed.get(n)).and_then(|index| index.some())
        else {
            continue;
        };
        let at = at.at();
        let [x, y, w, h] = layout.bounds.get(row).copied().unwrap_or_default().0.map(sound);
        let rect = Rect::new(
            x * mapping.scale + mapping.x,
            y * mapping.scale + mapping.y,
            w * mapping.scale,
            h * mapping.scale,
        );
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
        columns.rect[at] = Some(rect);
        let style = reader.read(session, layout.styles.row(row));
        draft.style[at] = style;
        if !style.takes_pointer {
            draft.marks[at].set(Marks::NO_POINTER);
        }
    }
    columns.rect[document_node] = Some(draft.snapshot.frames[frame].viewport);
}

/// Notes what a frame shows, and tells how its coordinates map.
fn place_frame(
    snapshot: &mut super::Snapshot,
    frame: usize,
    source: Source,
    capture: &crate::capture::PageCapture<'_>,
    document: &domtool_cdp::protocol::dom_snapshot::DocumentSnapshot,
) -> Mapping {
    let real = capture.viewport.bounds_scale;
    let to_css = if real.is_finite() && real > 0.01 { 1.0 / real } else { 1.0 };
    let offset = |number: Option<f64>| sound(number.unwrap_or(0.0)) * to_css;
    let scroll = (offset(document.scroll_offset_x), offset(document.scroll_offset_y));
    let content = (offset(document.content_width), offset(document.content_height));
    let own = document.layout.bounds.first().copied().unwrap_or_default().0.map(sound);
    let own = (own[2] * to_css, own[3] * to_css);
    let owner = snapshot.columns.parent[snapshot.frames[frame].document.at()].some();
    let (viewport, scale) = match owner {
        None => (Rect::new(0.0, 0.0, snapshot.viewport.width, snapshot.viewport.height), 1.0),
        Some(owner) => {
            let measured = (source.document == 0)
                .then(|| capture.sessions.get(source.session as usize)?.owner.as_ref()?.content_box)
                .flatten();
            let border_box = snapshot.columns.rect[owner.at()].unwrap_or_default();
            measured.map_or_else(|| content_box(border_box, own), |rect| (rect, scale_of(rect, own)))
        }
    };
    let slot = &mut snapshot.frames[frame];
    slot.viewport = viewport;
    slot.scroll = scroll;
    slot.content = content;
    Mapping { x: viewport.x - scroll.0 * scale, y: viewport.y - scroll.1 * scale, scale: to_css * scale }
}

/// A number that can be reckoned with.
pub(super) fn sound(number: f64) -> f64 {
    if number.is_finite() { number.clamp(-1e9, 1e9) } else { 0.0 }
}

/// The content box of a frame's owner, and how much the owner is scaled by transforms, from its border box and the frame's own size.
fn content_box(border: Rect, own: (f64, f64)) -> (Rect, f64) {
    if border.w <= 0.0 || border.h <= 0.0 || own.0 <= 0.0 || own.1 <= 0.0 {
        return (Rect { w: border.w.min(own.0).max(0.0), h: border.h.min(own.1).max(0.0), ..border }, 1.0);
    }
    let scale = scale_of(border, own);
    if scale < 1.0 {
        return (border, scale);
    }
    let (dx, dy) = (border.w - own.0, border.h - own.1);
    // A scroll bar takes from one axis only, borders and padding from both.
    let inset = if (dx - dy).abs() > 10.0 { (dx.min(dy), dx.min(dy)) } else { (dx, dy) };
    (
        Rect::new(border.x + inset.0 / 2.0, border.y + inset.1 / 2.0, border.w - inset.0, border.h - inset.1),
        1.0,
    )
}

/// Under 1 when the box is smaller than what it shows.
fn scale_of(rect: Rect, own: (f64, f64)) -> f64 {
    let scale = (rect.w / own.0).min(rect.h / own.1);
    if scale.is_finite() && scale > 0.0 && scale < 0.98 { scale } else { 1.0 }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_box_is_the_border_box_less_its_border() {
        let (rect, scale) = content_box(Rect::new(8.0, 182.0, 324.0, 174.0), (300.0, 150.0));
        assert_eq!((rect, scale), (Rect::new(20.0, 194.0, 300.0, 150.0), 1.0));
        let (rect, _) = content_box(Rect::new(0.0, 0.0, 304.0, 154.0), (285.0, 150.0));
        assert_eq!(rect, Rect::new(2.0, 2.0, 300.0, 150.0), "a vertical scroll bar is inside");
        let (rect, scale) = content_box(Rect::new(0.0, 0.0, 150.0, 75.0), (300.0, 150.0));
        assert_eq!((rect, scale), (Rect::new(0.0, 0.0, 150.0, 75.0), 0.5));
    }
}
