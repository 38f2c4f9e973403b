//! From the coordinates of a shape to CSS pixels of the top viewport: view boxes and transforms (SVG 2, 8), held against the boxes that
//! the browser laid out. Where the two do not agree (an origin of a transform that is not told), the box decides.

use super::{NEAR, Trace, path::Course};
use crate::{
    geometry::{Affine, Rect},
    snapshot::{draft::Draft, known_names::Word},
};

/// The map of what stands in an outermost SVG.
pub(super) fn of_root(draft: &Draft<'_>, svg: usize, rect: Rect) -> Affine {
    let place = Affine::translation(rect.x, rect.y);
    match view_box(draft, svg, (rect.w, rect.h)) {
        Some(map) => place.after(&map),
        None => {
            // Elements around it may be scaled, as the pane of a flow editor is.
            let around = std::iter::once(svg).chain(draft.ancestors(svg));
            let scale: f64 =
                around.filter_map(|at| draft.style[at].transform).map(|map| scale(&map)).product();
            place.after(&Affine::scaling(scale, scale))
        }
    }
}

/// The map of an element in an SVG, from that of what it is in.
pub(super) fn of_element(draft: &Draft<'_>, at: usize, around: &Affine) -> Affine {
    let map = draft.style[at].transform.map_or(*around, |own| around.after(&own));
    if draft.tag[at] != Word::Svg {
        return map;
    }
    let number = |key| number(draft, at, key);
    let place = Affine::translation(number(Word::X).unwrap_or(0.0), number(Word::Y).unwrap_or(0.0));
    let size = draft.snapshot.node(super::NodeIndex(at as u32));
    let side = |name| size.attribute(name).and_then(|text| text.trim().parse::<f64>().ok());
    let inner = side("width").zip(side("height")).and_then(|size| view_box(draft, at, size));
    map.after(&inner.map_or(place, |inner| place.after(&inner)))
}

fn number(draft: &Draft<'_>, at: usize, key: Word) -> Option<f64> {
    draft.attribute(at, key)?.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// How much longer things become, on the average of all directions.
pub(super) fn scale(map: &Affine) -> f64 {
    (map.a * map.d - map.b * map.c).abs().sqrt()
}

/// How a `viewBox` is fitted into a box of such a size (SVG 2, 8.2).
fn view_box(draft: &Draft<'_>, svg: usize, (wide, high): (f64, f64)) -> Option<Affine> {
    let numbers = super::path::points(draft.attribute(svg, Word::ViewBox)?);
    let [(x, y), (w, h)] = *numbers.as_slice() else { return None };
    if w <= 0.0 || h <= 0.0 {
        return None;
    }
    let fit = draft.attribute(svg, Word::PreserveAspectRatio).unwrap_or("xMidYMid meet");
    let (mut sx, mut sy) = (wide / w, high / h);
    if !fit.contains("none") {
        let scale = if fit.contains("slice") { sx.max(sy) } else { sx.min(sy) };
        (sx, sy) = (scale, scale);
    }
    let share = |low: &str, high: &str| match fit {
        fit if fit.contains(low) => 0.0,
        fit if fit.contains(high) => 1.0,
        _ => 0.5,
    };
    let left = (wide - w * sx) * share("xMin", "xMax");
    let top = (high - h * sy) * share("YMin", "YMax");
    Some(Affine { a: sx, b: 0.0, c: 0.0, d: sy, e: left - x * sx, f: top - y * sy })
}

/// Where a line begins and ends: by its map where that agrees with its box, else by its place in the box around it.
pub(super) fn trace(course: &Course, map: &Affine, rect: Rect) -> Trace {
    let near = |(x, y): (f64, f64)| {
        x >= rect.x - NEAR && x <= rect.right() + NEAR && y >= rect.y - NEAR && y <= rect.bottom() + NEAR
    };
    let (start, end) = (map.map(course.start.0, course.start.1), map.map(course.end.0, course.end.1));
    if near(start) && near(end) {
        return Trace { start, end };
    }
    let own = course.bounds;
    let share = |at: f64, from: f64, length: f64| if length > 0.0 { (at - from) / length } else { 0.5 };
    let place = |(x, y): (f64, f64)| {
        (rect.x + rect.w * share(x, own.x, own.w), rect.y + rect.h * share(y, own.y, own.h))
    };
    Trace { start: place(course.start), end: place(course.end) }
}
