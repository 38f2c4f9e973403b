//! Mapping: how the coordinates of each frame's document become those of the top viewport.
//!
//! A frame is shown in its owner's content box. Where the engine has measured the owner, borders, padding and transforms come from
//! that, and only the position from the snapshot, so that scrolling between the two moves nothing apart. Otherwise the content box
//! is inferred: the border box, less half of its excess over the frame's own size on each side. Fixture: pointer-frames.html.

use domtool_cdp::protocol::dom_snapshot::DocumentSnapshot;

use rustc_hash::FxHashMap;

use super::{draft::Draft, layout::sound};
use crate::{
    capture::{FrameBox, Viewport},
    geometry::{Affine, Rect},
};

/// A scroll bar is at most so wide, CSS pixels.
const SCROLL_BAR: f64 = 20.0;

/// See the file's paragraph.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameMap {
    /// From the numbers of the frame's snapshot to the top viewport.
    pub(super) document: Affine,
    /// Of measured quads of its session: only directions and lengths count.
    measured: Affine,
}

/// By element that shows a frame: its border box in the numbers of its own snapshot, empty until it is laid out.
pub(super) type Borders = FxHashMap<usize, Rect>;

/// The elements that show frames; those of frames before a frame are laid out before it.
pub(super) fn borders(draft: &Draft<'_>) -> Borders {
    let frames = draft.snapshot.frames.iter();
    frames.filter_map(|frame| Some((draft.parent(frame.document.at())?, Rect::default()))).collect()
}

/// Tells how a frame maps, and notes what it shows. `maps` and `borders` have those of the frames before it.
pub(super) fn map_frame(
    draft: &mut Draft<'_>,
    frame: usize,
    maps: &[FrameMap],
    borders: &Borders,
) -> FrameMap {
    let viewport = draft.snapshot.viewport;
    let to_css = to_css(&viewport);
    let document_node = draft.snapshot.frames[frame].document.at();
    let source = draft.source.get(document_node).copied().unwrap_or_default();
    let document = draft.document(source);
    let number = |of: Option<f64>| sound(of.unwrap_or(0.0)) * to_css;
    let scroll = document.map_or((0.0, 0.0), |d| (number(d.scroll_offset_x), number(d.scroll_offset_y)));
    let content = document.map_or((0.0, 0.0), |d| (number(d.content_width), number(d.content_height)));
    let own = document.map_or((0.0, 0.0), |d| size_of(d, to_css));
    let above = draft.snapshot.frames[frame].parent.and_then(|p| maps.get(p.0 as usize)).copied();
    let owner = draft.parent(document_node);
    let (view, shown, measured) = match (owner, above) {
        (Some(owner), Some(above)) => {
            let (view, shown) = match measured_box(draft, owner) {
                Some(measured) => measured_view(draft, owner, measured, own, &above),
                None => inferred_view(borders.get(&owner).copied().unwrap_or_default(), own, to_css, &above),
            };
            let same_session = draft.source[owner].session == source.session;
            (view, shown, if same_session { above.measured } else { view })
        }
        _ => {
            let (view, shown) = top_view(&viewport);
            // Quads of the page's own session come as they are seen.
            (view, shown, Affine::IDENTITY)
        }
    };
    let slot = &mut draft.snapshot.frames[frame];
    slot.viewport = shown;
    slot.scroll = scroll;
    slot.content = content;
    // What the content does not fill is shown all the same.
    let whole = view.bounds(Rect::new(-scroll.0, -scroll.1, content.0, content.1));
    slot.extent = super::layout::union(shown, whole);
    let document =
        view.after(&Affine::translation(-scroll.0, -scroll.1)).after(&Affine::scaling(to_css, to_css));
    FrameMap { document, measured }
}

/// What the numbers of a snapshot are multiplied with.
pub(super) fn to_css(viewport: &Viewport) -> f64 {
    let real = viewport.bounds_scale;
    if real.is_finite() && real > 0.01 { 1.0 / real } else { 1.0 }
}

/// What a document has to show itself in, without scroll bars.
pub(super) fn size_of(document: &DocumentSnapshot, to_css: f64) -> (f64, f64) {
    let [_, _, w, h] = document.layout.bounds.first().copied().unwrap_or_default().0.map(sound);
    (w * to_css, h * to_css)
}

/// The main frame: only pinch zoom is between its viewport and what is seen.
fn top_view(viewport: &Viewport) -> (Affine, Rect) {
    let shown = Rect::new(0.0, 0.0, viewport.width, viewport.height);
    let (scale, (x, y)) = (sound(viewport.pinch_scale), viewport.pinch_offset);
    if scale <= 1.001 {
        return (Affine::IDENTITY, shown);
    }
    let view = Affine::scaling(scale, scale).after(&Affine::translation(-sound(x), -sound(y)));
    (view, view.bounds(shown))
}

fn measured_box<'c>(draft: &Draft<'c>, owner: usize) -> Option<&'c FrameBox> {
    let session = draft.capture.sessions.get(draft.source[owner].session as usize)?;
    let backend = draft.snapshot.columns.backend[owner];
    session.boxes.iter().find(|b| b.backend == backend)
}

/// Where a measured owner puts what its frame shows.
fn measured_view(
    draft: &Draft<'_>,
    owner: usize,
    measured: &FrameBox,
    own: (f64, f64),
    above: &FrameMap,
) -> (Affine, Rect) {
    let (wide, high) = measured.border.sides();
    let (content_wide, content_high) = measured.content.sides();
    let stretch = |side: f64, size: f64| if size > 0.0 && side > 0.0 { side / size } else { 1.0 };
    let (mut sx, mut sy) = (stretch(wide, measured.size.0), stretch(high, measured.size.1));
    // Sizes are told in whole pixels; and CSS zoom is in the frame's own numbers already.
    let off = |sx: f64, sy: f64| {
        let off = |shown: f64, own: f64| match shown - own {
            bar if (0.0..=SCROLL_BAR).contains(&bar) => bar / 100.0,
            other => other.abs(),
        };
        off(content_wide / sx, own.0).min(off(content_high / sy, own.1))
    };
    let whole_pixels = (sx - 1.0).abs() * measured.size.0 <= 1.0 && (sy - 1.0).abs() * measured.size.1 <= 1.0;
    if whole_pixels || off(1.0, 1.0) < off(sx, sy) {
        (sx, sy) = (1.0, 1.0);
    }
    let [start, right, _, below] = measured.content.0;
    let unit = |to: (f64, f64), length: f64, scale: f64, otherwise: (f64, f64)| {
        if length <= 0.0 {
            return otherwise;
        }
        ((to.0 - start.0) / length * scale, (to.1 - start.1) / length * scale)
    };
    let (a, b) = unit(right, content_wide, sx, (1.0, 0.0));
    let (c, d) = unit(below, content_high, sy, (0.0, 1.0));
    let linear = Affine { a, b, c, d, e: 0.0, f: 0.0 };
    let directions = Affine { e: 0.0, f: 0.0, ..above.measured };
    // From the middle of the border box, which every transform keeps in the middle of the box around it.
    let middle = measured.border.at(0.5, 0.5);
    let (dx, dy) = directions.turn(start.0 - middle.0, start.1 - middle.1);
    let (x, y) = draft.snapshot.columns.rect[owner].unwrap_or_default().center();
    let view = Affine::translation(x + dx, y + dy).after(&directions).after(&linear);
    let size = Rect::new(0.0, 0.0, content_wide / sx, content_high / sy);
    (view, view.bounds(size))
}

/// Where an owner that was not measured puts it, in its own document's pixels.
fn inferred_view(border: Rect, own: (f64, f64), to_css: f64, above: &FrameMap) -> (Affine, Rect) {
    let border = Rect::new(border.x * to_css, border.y * to_css, border.w * to_css, border.h * to_css);
    let (content, scale) = content_box(border, own);
    let to_view = above.document.after(&Affine::scaling(1.0 / to_css, 1.0 / to_css));
    let view =
        to_view.after(&Affine::translation(content.x, content.y)).after(&Affine::scaling(scale, scale));
    (view, to_view.bounds(content))
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
