//! Makes a file of the browser's picture: scales it down, draws the marks, and writes PNG, JPEG or WebP within a number of bytes.

use domtool_page::geometry::Rect;
use serde::Serialize;

use super::{
    Drawing, Screenshot, ScreenshotMark, ScreenshotOptions,
    bitmap::Bitmap,
    draw::{draw, paint_over},
};
use crate::error::{Error, ErrorKind, Result};

/// A kind of picture file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ImageKind {
    /// PNG: lossless.
    #[default]
    Png,
    /// JPEG: small, with losses.
    Jpeg,
    /// WebP: lossless, and smaller than PNG.
    Webp,
}

impl ImageKind {
    /// The kind that a file's name asks for; PNG for one that asks for none.
    #[must_use]
    pub fn of(extension: &str) -> ImageKind {
        match extension.to_ascii_lowercase().as_str() {
            "jpg" | "jpeg" => ImageKind::Jpeg,
            "webp" => ImageKind::Webp,
            _ => ImageKind::Png,
        }
    }

    /// Its media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            ImageKind::Png => "image/png",
            ImageKind::Jpeg => "image/jpeg",
            ImageKind::Webp => "image/webp",
        }
    }
}

/// The qualities that a JPEG is tried with, best first.
const QUALITIES: &[u8] = &[85, 70, 55, 40];
/// A picture that is too large is scaled by this for the next try.
const SHRINK: f64 = 0.75;
/// At most so many sizes are tried.
const SHRINKS: u32 = 10;

/// So far letters paint past their boxes: slanted ones, and the feet of a `y` in a low line. CSS pixels.
const INK: f64 = 4.0;

/// Makes the file. `across` is the picture's width in CSS pixels. The boxes of what is drawn are in CSS pixels from its top left
/// corner.
pub(super) fn finish(
    png: Vec<u8>,
    options: &ScreenshotOptions,
    across: f64,
    drawing: Drawing,
) -> Result<Screenshot> {
    let mut original = Bitmap::read_png(&png).map_err(|error| broken(&error.to_string()))?;
    let scale = f64::from(original.width()) / across.max(1.0);
    let (shown, mut left_out) = (Rect::new(0.0, 0.0, across, f64::from(original.height()) / scale), 0);
    for rect in drawing.left_out.iter().filter(|rect| rect.intersection(&shown).area() > 0.0) {
        let rect = Rect::new(rect.x - INK, rect.y - INK, rect.w + 2.0 * INK, rect.h + 2.0 * INK);
        paint_over(&mut original, &scaled(&rect, scale));
        left_out += 1;
    }
    let marks = drawing.marks;
    let longest = original.width().max(original.height());
    let mut side = options.longest_side.map_or(longest, |most| most.clamp(1, longest));
    let fits = |bytes: &[u8]| options.max_bytes.is_none_or(|most| bytes.len() <= most);
    if side == longest && left_out == 0 && marks.is_empty() && options.kind == ImageKind::Png && fits(&png) {
        let (width, height) = (original.width(), original.height());
        return Ok(Screenshot { bytes: png, kind: ImageKind::Png, width, height, marks, left_out });
    }
    for _ in 0..SHRINKS {
        let (picture, marks) = marked(&original, side, across, &marks);
        for bytes in written(&picture, options.kind) {
            let bytes = bytes?;
            if fits(&bytes) {
                let (width, height) = (picture.width(), picture.height());
                return Ok(Screenshot { bytes, kind: options.kind, width, height, marks, left_out });
            }
        }
        side = ((f64::from(side) * SHRINK) as u32).max(1);
    }
    let most = options.max_bytes.unwrap_or_default();
    Err(Error::new(ErrorKind::InvalidInput, format!("no picture of the page has room in {most} bytes")))
}

fn broken(what: &str) -> Error {
    Error::new(ErrorKind::Internal, format!("the browser's picture is broken: {what}"))
}

fn scaled(rect: &Rect, scale: f64) -> Rect {
    Rect::new(rect.x * scale, rect.y * scale, rect.w * scale, rect.h * scale)
}

/// The picture of this size, and the marks on it: they are drawn last, so that they stay legible.
fn marked(
    original: &Bitmap,
    side: u32,
    across: f64,
    marks: &[ScreenshotMark],
) -> (Bitmap, Vec<ScreenshotMark>) {
    let (width, height) = (original.width(), original.height());
    let scale = f64::from(side) / f64::from(width.max(height).max(1));
    let mut picture = if scale < 1.0 {
        let scaled = |pixels: u32| ((f64::from(pixels) * scale).round() as u32).max(1);
        original.resized(scaled(width), scaled(height))
    } else {
        original.clone()
    };
    let scale = f64::from(picture.width()) / across.max(1.0);
    let marks: Vec<ScreenshotMark> =
        marks.iter().map(|mark| ScreenshotMark { id: mark.id, rect: scaled(&mark.rect, scale) }).collect();
    draw(&mut picture, &marks);
    (picture, marks)
}

/// The file, in every quality that its kind has.
fn written(picture: &Bitmap, kind: ImageKind) -> impl Iterator<Item = Result<Vec<u8>>> {
    let qualities = if kind == ImageKind::Jpeg { QUALITIES } else { &QUALITIES[..1] };
    qualities.iter().map(move |quality| {
        let file = match kind {
            ImageKind::Png => picture.to_png(),
            ImageKind::Webp => picture.to_webp(),
            ImageKind::Jpeg => picture.to_jpeg(*quality),
        };
        file.map_err(|error| broken(&error.to_string()))
    })
}

#[cfg(test)]
mod tests {
    use domtool_page::identity::ElementId;

    use super::*;

    /// A picture that does not compress.
    fn noise(width: u32, height: u32) -> Vec<u8> {
        let mut seed = 7_u32;
        let mut picture = Bitmap::filled(width, height, [0; 4]);
        for at in 0..i64::from(width * height) {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [r, g, b, _] = seed.to_be_bytes();
            picture.put(at % i64::from(width), at / i64::from(width), [r, g, b, 255]);
        }
        picture.to_png().expect("it is written")
    }

    #[test]
    fn bounds_hold_and_marks_go_with_the_picture() {
        let png = noise(400, 200);
        let mark = ScreenshotMark { id: ElementId(3), rect: Rect::new(40.0, 40.0, 80.0, 20.0) };
        for kind in [ImageKind::Png, ImageKind::Jpeg, ImageKind::Webp] {
            let options = ScreenshotOptions { kind, longest_side: Some(200), ..ScreenshotOptions::default() };
            let shot = finish(
                png.clone(),
                &options,
                400.0,
                Drawing { marks: vec![mark.clone()], ..Drawing::default() },
            )
            .expect("a picture");
            assert_eq!((shot.width, shot.height, shot.kind), (200, 100, kind));
            assert_eq!(shot.marks[0].rect, Rect::new(20.0, 20.0, 40.0, 10.0));
            let options = ScreenshotOptions { kind, max_bytes: Some(8_000), ..ScreenshotOptions::default() };
            let shot = finish(png.clone(), &options, 400.0, Drawing::default()).expect("a picture");
            assert!(shot.bytes.len() <= 8_000, "{kind:?} {}", shot.bytes.len());
        }
        let options = ScreenshotOptions { max_bytes: Some(10), ..ScreenshotOptions::default() };
        assert_eq!(
            finish(png, &options, 400.0, Drawing::default()).map_err(|e| e.kind()).err(),
            Some(ErrorKind::InvalidInput)
        );
    }

    #[test]
    fn what_is_left_out_is_painted_over() {
        let picture = Bitmap::filled(40, 20, [200, 0, 0, 255]).to_png().expect("it is written");
        // In CSS pixels: the picture has twice as many.
        let left_out = vec![Rect::new(10.2, 5.0, 3.6, 1.0), Rect::new(21.0, 0.0, 9.0, 9.0)];
        let drawing = Drawing { left_out, ..Drawing::default() };
        let shot = finish(picture, &ScreenshotOptions::default(), 20.0, drawing).expect("a picture");
        assert_eq!(shot.left_out, 1, "the other is not in the picture");
        let seen = Bitmap::read_png(&shot.bytes).expect("a PNG");
        let red: Vec<usize> = seen.pixels().map(|p| usize::from(p == [200, 0, 0, 255])).collect();
        let kept = |x: usize, y: usize| red[y * 40 + x] == 1;
        assert!((2..20).all(|y| (12..36).all(|x| !kept(x, y))), "painted with what letters paint past it");
        assert_eq!(red.iter().sum::<usize>(), 40 * 20 - 24 * 18);
    }
}
