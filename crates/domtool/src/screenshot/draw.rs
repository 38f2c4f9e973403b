//! Draws marks on a picture: a frame around each element, and its id on a label that overlaps no other label and hides no small
//! element, neither its own nor a neighbour.

use domtool_page::geometry::Rect;

use super::{
    ScreenshotMark,
    bitmap::{Bitmap, Rgba},
};

/// Ten digits and an `e`, five by seven pixels, one bit per pixel, the top row first.
const GLYPHS: [[u8; 7]; 11] = [
    [0x0e, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0e],
    [0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e],
    [0x0e, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1f],
    [0x1f, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0e],
    [0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02],
    [0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e],
    [0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e],
    [0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08],
    [0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e],
    [0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c],
    [0x00, 0x00, 0x0e, 0x11, 0x1f, 0x10, 0x0e],
];

/// Colours that people with colour blindness can tell apart, on light and dark pages.
const COLOURS: [[u8; 3]; 6] =
    [[0, 114, 178], [213, 94, 0], [0, 158, 115], [204, 121, 167], [230, 159, 0], [86, 180, 233]];
/// Pictures of this width and more are usually shown scaled down, so their labels are drawn twice as large.
const WIDE: u32 = 1_000;
/// The greys of what is painted over.
const STRIPES: [u8; 2] = [120, 150];
/// Both together are so wide.
const STRIPE: i64 = 16;

/// Draws all of them. Boxes are in pixels of the picture.
pub(super) fn draw(picture: &mut Bitmap, marks: &[ScreenshotMark]) {
    let colour = |at: usize| {
        let [r, g, b] = COLOURS[at % COLOURS.len()];
        [r, g, b, 255]
    };
    for (at, mark) in marks.iter().enumerate() {
        frame(picture, &mark.rect, colour(at));
    }
    for (at, (mark, place)) in
        marks.iter().zip(places(marks, (picture.width(), picture.height()))).enumerate()
    {
        label(picture, &mark.id.to_string(), place, colour(at));
    }
}

/// Paints over a box in whole pixels, in stripes that no page is taken for.
pub(super) fn paint_over(picture: &mut Bitmap, rect: &Rect) {
    let (across, down) = (f64::from(picture.width()), f64::from(picture.height()));
    let (left, right) = (rect.x.max(0.0).floor() as i64, rect.right().min(across).ceil() as i64);
    let (top, bottom) = (rect.y.max(0.0).floor() as i64, rect.bottom().min(down).ceil() as i64);
    for y in top..bottom {
        for x in left..right {
            let shade = STRIPES[usize::from((x + y) % STRIPE < STRIPE / 2)];
            picture.put(x, y, [shade, shade, shade, 255]);
        }
    }
}

/// How large the dots are that labels are made of.
fn dot(width: u32) -> i64 {
    if width < WIDE { 1 } else { 2 }
}

/// The box of a label, in whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Label {
    left: i64,
    top: i64,
    width: i64,
    height: i64,
}

impl Label {
    /// The box of an element.
    fn around(rect: &Rect) -> Self {
        let (left, top) = (rect.x.round() as i64, rect.y.round() as i64);
        Self {
            left,
            top,
            width: rect.right().round() as i64 - left,
            height: rect.bottom().round() as i64 - top,
        }
    }

    fn overlap(&self, other: &Label) -> i64 {
        let across = (self.left + self.width).min(other.left + other.width) - self.left.max(other.left);
        let down = (self.top + self.height).min(other.top + other.height) - self.top.max(other.top);
        across.max(0) * down.max(0)
    }
}

/// Where the labels stand: beside or on a corner of their elements, where no other label is.
fn places(marks: &[ScreenshotMark], (across, down): (u32, u32)) -> Vec<Label> {
    let dot = dot(across);
    let mut taken = Taken::default();
    let mut small = Taken::default();
    for rect in marks.iter().map(|mark| &mark.rect).filter(|rect| rect.area() <= SMALL * (dot * dot) as f64) {
        small.add(Label::around(rect));
    }
    let mut places: Vec<Label> = Vec::with_capacity(marks.len());
    for mark in marks {
        let width = (mark.id.to_string().len() as i64 * 6 + 3) * dot;
        let height = 11 * dot;
        let (left, top) = (mark.rect.x.round() as i64, mark.rect.y.round() as i64);
        let (right, bottom) = (mark.rect.right().round() as i64, mark.rect.bottom().round() as i64);
        let corners = [
            (left, top - height),
            (right - width, top - height),
            (left, bottom),
            (right - width, bottom),
            (left - width, top),
            (right, top),
            (left, top),
            (right - width, bottom - height),
        ];
        // Further and further away where it is crowded.
        let shifted = (1..=6).flat_map(|n| {
            [(left, top - height * (n + 1)), (left, bottom + height * n), (right + width * n, top)]
        });
        let kept = |(x, y): (i64, i64)| Label {
            left: x.clamp(0, (i64::from(across) - width).max(0)),
            top: y.clamp(0, (i64::from(down) - height).max(0)),
            width,
            height,
        };
        let mut best: Option<(i64, Label)> = None;
        for label in corners.into_iter().chain(shifted).map(kept) {
            // A label over a label is worse than one over an element.
            let overlap = taken.overlap(&label) * 4 + small.overlap(&label);
            if best.is_none_or(|(least, _)| overlap < least) {
                best = Some((overlap, label));
            }
            if overlap == 0 {
                break;
            }
        }
        let label = best.map_or(kept((left, top)), |(_, label)| label);
        taken.add(label);
        places.push(label);
    }
    places
}

/// An element of no more square dots would be hidden by a label: an icon, a box to tick.
const SMALL: f64 = 600.0;

/// The boxes that stand, by the squares of a grid that they are in.
#[derive(Default)]
struct Taken {
    squares: std::collections::HashMap<(i64, i64), Vec<Label>>,
}

/// Pixels of a square's side.
const SQUARE: i64 = 64;

impl Taken {
    fn squares(label: &Label) -> impl Iterator<Item = (i64, i64)> + use<> {
        let (left, right) = (label.left / SQUARE, (label.left + label.width) / SQUARE);
        let (top, bottom) = (label.top / SQUARE, (label.top + label.height) / SQUARE);
        (left..=right).flat_map(move |x| (top..=bottom).map(move |y| (x, y)))
    }

    fn add(&mut self, label: Label) {
        for square in Self::squares(&label) {
            self.squares.entry(square).or_default().push(label);
        }
    }

    /// Pixels that it would share with others.
    fn overlap(&self, label: &Label) -> i64 {
        let near = Self::squares(label).filter_map(|square| self.squares.get(&square)).flatten();
        near.map(|other| label.overlap(other)).max().unwrap_or(0)
    }
}

fn frame(picture: &mut Bitmap, rect: &Rect, colour: Rgba) {
    let (width, height) = (i64::from(picture.width()), i64::from(picture.height()));
    let (left, top) = (rect.x.round() as i64, rect.y.round() as i64);
    let (right, bottom) = (rect.right().round() as i64 - 1, rect.bottom().round() as i64 - 1);
    for x in left.max(0)..=right.min(width) {
        picture.put(x, top, colour);
        picture.put(x, bottom, colour);
    }
    for y in top.max(0)..=bottom.min(height) {
        picture.put(left, y, colour);
        picture.put(right, y, colour);
    }
}

/// Black on light colours, white on dark ones.
fn ink(colour: Rgba) -> Rgba {
    let [r, g, b, _] = colour.map(u32::from);
    let light = r * 299 + g * 587 + b * 114 > 128_000;
    if light { [0, 0, 0, 255] } else { [255, 255, 255, 255] }
}

/// An id on a filled box.
fn label(picture: &mut Bitmap, text: &str, place: Label, colour: Rgba) {
    let dot = dot(picture.width());
    for y in 0..place.height {
        for x in 0..place.width {
            picture.put(place.left + x, place.top + y, colour);
        }
    }
    for (at, c) in text.chars().enumerate() {
        let glyph = c.to_digit(10).map_or(10, |digit| digit as usize);
        for (row, bits) in GLYPHS[glyph].iter().enumerate() {
            for column in 0..5 {
                if bits >> (4 - column) & 1 == 1 {
                    let x = place.left + (2 + at as i64 * 6 + column) * dot;
                    let y = place.top + (2 + row as i64) * dot;
                    for (across, down) in (0..dot).flat_map(|x| (0..dot).map(move |y| (x, y))) {
                        picture.put(x + across, y + down, ink(colour));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use domtool_page::identity::ElementId;

    use super::*;

    fn mark(id: u32, x: f64, y: f64) -> ScreenshotMark {
        ScreenshotMark { id: ElementId(id), rect: Rect::new(x, y, 90.0, 30.0) }
    }

    #[test]
    fn labels_of_wide_pictures_are_twice_as_large() {
        let filled = |width: u32| {
            let mut picture = Bitmap::filled(width, 60, [0; 4]);
            draw(&mut picture, &[mark(47, 20.0, 25.0)]);
            let of = |wanted: [u8; 3]| picture.pixels().filter(|p| p[..3] == wanted).count();
            of([255; 3])
        };
        assert_eq!(filled(1_000), filled(999) * 4);
    }

    #[test]
    fn labels_hide_no_small_neighbour() {
        // A toolbar: icons side by side, in two rows.
        let icon = |n: u32| ScreenshotMark {
            id: ElementId(n + 10),
            rect: Rect::new(f64::from(n % 8) * 30.0 + 60.0, f64::from(n / 8) * 60.0 + 60.0, 16.0, 16.0),
        };
        let marks: Vec<ScreenshotMark> = (0..16).map(icon).collect();
        for label in places(&marks, (800, 600)) {
            for mark in &marks {
                assert_eq!(label.overlap(&Label::around(&mark.rect)), 0, "{label:?} {mark:?}");
            }
        }
    }

    #[test]
    fn labels_stand_over_no_other_label_while_there_is_room() {
        // Rows of buttons close together, and two elements in one place.
        let mut marks: Vec<ScreenshotMark> =
            (0..60).map(|n| mark(n + 1, f64::from(n % 6) * 100.0, f64::from(n / 6) * 32.0)).collect();
        marks.push(mark(61, 0.0, 0.0));
        marks.push(mark(62, 0.0, 0.0));
        let places = places(&marks, (800, 600));
        for (at, one) in places.iter().enumerate() {
            assert!(
                one.left >= 0 && one.left + one.width <= 800 && one.top >= 0 && one.top + one.height <= 600
            );
            for other in &places[at + 1..] {
                assert_eq!(one.overlap(other), 0, "{one:?} {other:?}");
            }
        }
    }
}
