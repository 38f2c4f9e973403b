//! Image maps. An `<area>` has no box of its own, so this pass gives it the box of its shape within the first visible image
//! that uses its map. Cases: `area-*` in fixtures/discovery-attributes.js.

use rustc_hash::FxHashMap;

use crate::{
    geometry::Rect,
    snapshot::{NodeIndex, draft::Draft, known_names::Word},
};

/// Gives areas their boxes.
pub(super) fn place_areas(draft: &mut Draft<'_>) {
    let mut images: FxHashMap<(NodeIndex, &str), usize> = FxHashMap::default();
    for at in 0..draft.len() {
        if draft.snapshot.columns.visible[at]
            && let Some(name) = draft.attribute(at, Word::Usemap).and_then(|used| used.strip_prefix('#'))
        {
            images.entry((draft.scope[at], name)).or_insert(at);
        }
    }
    if images.is_empty() {
        return;
    }
    let mut placed = Vec::new();
    for map in (0..draft.len()).filter(|at| draft.tag[*at] == Word::Map) {
        let name = draft.attribute(map, Word::Name).or_else(|| draft.attribute(map, Word::Id));
        let Some(&image) = name.and_then(|name| images.get(&(draft.scope[map], name))) else { continue };
        let Some(bounds) = draft.snapshot.columns.rect[image] else { continue };
        for area in (map + 1..draft.end(map)).filter(|at| draft.tag[*at] == Word::Area) {
            let said = |key| draft.attribute(area, key).unwrap_or("");
            if let Some(shape) = shape(said(Word::Shape), said(Word::Coords), bounds) {
                placed.push((area, image, shape.intersection(&bounds)));
            }
        }
    }
    for (area, image, rect) in placed {
        let columns = &mut draft.snapshot.columns;
        let window = columns.clipped[image].unwrap_or_default().intersection(&rect);
        columns.rect[area] = Some(rect);
        columns.clipped[area] = (window.area() > 0.0).then_some(window);
        columns.visible[area] = rect.w >= 1.0 && rect.h >= 1.0;
        columns.place[area] = columns.place[image];
        columns.paint_order[area] = columns.paint_order[image];
    }
}

/// The box of a shape, from coordinates that count from the image's top left corner (HTML, 4.8.14).
fn shape(kind: &str, coords: &str, image: Rect) -> Option<Rect> {
    let numbers: Vec<f64> = coords
        .split([',', ' ', ';'])
        .filter(|word| !word.is_empty())
        .map(|word| word.trim().parse().ok().filter(|n: &f64| n.is_finite()).unwrap_or(0.0))
        .collect();
    let at = |left: f64, top: f64, right: f64, bottom: f64| {
        Some(Rect::new(image.x + left, image.y + top, (right - left).max(0.0), (bottom - top).max(0.0)))
    };
    match (kind.trim().to_ascii_lowercase().as_str(), numbers.as_slice()) {
        ("default", _) => Some(image),
        ("circle" | "circ", &[x, y, r, ..]) => at(x - r, y - r, x + r, y + r),
        ("poly" | "polygon", points @ [_, _, _, _, _, _, ..]) => {
            let edge = |from: usize, best: fn(f64, f64) -> f64| {
                points.iter().skip(from).step_by(2).copied().reduce(best).unwrap_or(0.0)
            };
            at(edge(0, f64::min), edge(1, f64::min), edge(0, f64::max), edge(1, f64::max))
        }
        ("rect" | "rectangle" | "", &[a, b, c, d, ..]) => at(a.min(c), b.min(d), a.max(c), b.max(d)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_boxes_in_the_image() {
        let image = Rect::new(10.0, 20.0, 100.0, 50.0);
        let at = |kind, coords| shape(kind, coords, image);
        assert_eq!(at("", "0,0,30,20"), Some(Rect::new(10.0, 20.0, 30.0, 20.0)));
        assert_eq!(at("RECT", "30 20 0 0"), Some(Rect::new(10.0, 20.0, 30.0, 20.0)), "corners in any order");
        assert_eq!(at("circle", "50,25,10"), Some(Rect::new(50.0, 35.0, 20.0, 20.0)));
        assert_eq!(at("poly", "0,0, 40,0, 20,30"), Some(Rect::new(10.0, 20.0, 40.0, 30.0)));
        assert_eq!(at("default", ""), Some(image));
        assert_eq!((at("circle", "1,2"), at("blob", "1,2,3,4")), (None, None));
    }
}
