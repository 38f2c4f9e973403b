//! Pictures of the page, with the ids drawn on it if wanted.

use std::{io::Cursor, sync::Arc};

use domtool_cdp::protocol::{dom, page};
use domtool_page::{
    geometry::Rect,
    identity::ElementId,
    snapshot::Place,
    view::{self, Surroundings, ViewOptions},
};
use image::{ImageFormat, Rgba, RgbaImage};
use serde::Serialize;

use crate::{
    error::{Error, ErrorKind, Result},
    observe::{self, Enrich, capture},
    tab::{PATIENCE, TabInner, tab_closed},
    world::World,
};

/// What to picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScreenshotOptions {
    /// Draw the ids of what is in view. What has none yet gets the one that an observation would give it.
    pub marks: bool,
    /// The whole page instead of what is in view.
    pub full_page: bool,
}

/// A picture.
#[derive(Clone, Debug)]
pub struct Screenshot {
    /// The file.
    pub png: Vec<u8>,
    /// Pixels of the picture.
    pub width: u32,
    /// Pixels of the picture.
    pub height: u32,
    /// What was drawn on it.
    pub marks: Vec<Mark>,
}

/// An id drawn on a picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// The element.
    pub id: ElementId,
    /// Its box in pixels of the picture.
    pub rect: Rect,
}

/// Pages higher than this are cut: the browser cannot picture them in one piece.
const HIGHEST: f64 = 16_000.0;

/// Takes the picture.
pub(crate) async fn take(tab: &Arc<TabInner>, options: &ScreenshotOptions) -> Result<Screenshot> {
    tab.gate()?;
    let channel = tab.main_channel()?.with_deadline(PATIENCE);
    let metrics =
        capture::guard(tab, PATIENCE, async { Ok(channel.call(&page::GetLayoutMetrics {}).await?) }).await?;
    let view = &metrics.css_layout_viewport;
    let (shown, scroll) = (
        Rect::new(0.0, 0.0, f64::from(view.client_width), f64::from(view.client_height)),
        (f64::from(view.page_x), f64::from(view.page_y)),
    );
    let content =
        dom::Rect { height: metrics.css_content_size.height.min(HIGHEST), ..metrics.css_content_size };
    let marks = if options.marks { marks(tab, options.full_page, shown).await? } else { Vec::new() };
    let shot = page::CaptureScreenshot {
        format: Some("png".to_owned()),
        capture_beyond_viewport: Some(options.full_page),
        clip: options.full_page.then_some(page::Viewport {
            x: 0.0,
            y: 0.0,
            width: content.width,
            height: content.height,
            scale: 1.0,
        }),
        optimize_for_speed: Some(true),
        ..Default::default()
    };
    let png = capture::guard(tab, PATIENCE, async { Ok(channel.call(&shot).await?.data.0) }).await?;
    let broken =
        |what: &str| Error::new(ErrorKind::Internal, format!("the browser's picture is broken: {what}"));
    let mut picture = image::load_from_memory_with_format(&png, ImageFormat::Png)
        .map_err(|error| broken(&error.to_string()))?
        .into_rgba8();
    let (width, height) = picture.dimensions();
    if marks.is_empty() {
        return Ok(Screenshot { png, width, height, marks });
    }
    let across = if options.full_page { content.width } else { window_width(tab).await.unwrap_or(shown.w) };
    let scale = f64::from(width) / across.max(1.0);
    let offset = if options.full_page { scroll } else { (0.0, 0.0) };
    let marks: Vec<Mark> = marks
        .into_iter()
        .map(|mark| {
            let moved = mark.rect.translated(offset.0, offset.1);
            let rect = Rect::new(moved.x * scale, moved.y * scale, moved.w * scale, moved.h * scale);
            Mark { rect, ..mark }
        })
        .collect();
    draw(&mut picture, &marks);
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).map_err(|error| broken(&error.to_string()))?;
    Ok(Screenshot { png: png.into_inner(), width, height, marks })
}

/// What a picture of the viewport is wide, scrollbar included, in CSS pixels.
async fn window_width(tab: &Arc<TabInner>) -> Option<f64> {
    let root = tab.state().main()?.root.clone();
    let [_, _, width, _]: [f64; 4] = World::of(tab, &root)?.call("offset", &[(); 0]).await.ok()?;
    Some(width)
}

/// The elements that an observation would give an id, or that have one already, and that can be seen; with their boxes
/// in the top viewport.
async fn marks(tab: &Arc<TabInner>, whole: bool, shown: Rect) -> Result<Vec<Mark>> {
    let session = tab.session.upgrade().ok_or_else(tab_closed)?;
    let snapshot = observe::look(tab, &session, Enrich::Auto).await?;
    let mut registry = session.registry();
    let around =
        Surroundings { page: &tab.target, title: "", url: "", nonce: &session.nonce, news: &[], notes: &[] };
    view::view(&snapshot, &mut registry, &ViewOptions::default(), &around);
    let marks =
        snapshot.nodes().filter(|node| node.visible() && node.covered_by().is_none()).filter_map(|node| {
            let in_view = matches!(node.place(), Place::InView | Place::Partial);
            let rect = node.clipped()?;
            let id = registry.id_of(&tab.target, &snapshot, node.index())?;
            (whole || in_view && rect.intersection(&shown).area() > 0.0).then_some(Mark { id, rect })
        });
    Ok(marks.collect())
}

/// Ten digits and an `e`, five by seven, a bit a pixel, the top row first.
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

/// Colours that are told apart on light and dark pages, one after the other so that neighbours differ.
const COLOURS: [[u8; 3]; 6] =
    [[200, 30, 70], [20, 110, 200], [10, 130, 80], [150, 60, 180], [190, 90, 0], [0, 120, 140]];

fn draw(picture: &mut RgbaImage, marks: &[Mark]) {
    for (at, mark) in marks.iter().enumerate() {
        let [r, g, b] = COLOURS[at % COLOURS.len()];
        let colour = Rgba([r, g, b, 255]);
        outline(picture, &mark.rect, colour);
        label(picture, mark, colour);
    }
}

fn put(picture: &mut RgbaImage, x: i64, y: i64, colour: Rgba<u8>) {
    if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
        && let Some(pixel) = picture.get_pixel_mut_checked(x, y)
    {
        *pixel = colour;
    }
}

fn outline(picture: &mut RgbaImage, rect: &Rect, colour: Rgba<u8>) {
    let (width, height) = (i64::from(picture.width()), i64::from(picture.height()));
    let (left, top) = (rect.x.round() as i64, rect.y.round() as i64);
    let (right, bottom) = (rect.right().round() as i64 - 1, rect.bottom().round() as i64 - 1);
    for x in left.max(0)..=right.min(width) {
        put(picture, x, top, colour);
        put(picture, x, bottom, colour);
    }
    for y in top.max(0)..=bottom.min(height) {
        put(picture, left, y, colour);
        put(picture, right, y, colour);
    }
}

/// Pictures from this width on are shown smaller than they are, to people and models; their labels are drawn twice as large.
const WIDE: u32 = 1_000;

/// The id on a filled box at the element's top left corner, kept inside the picture.
fn label(picture: &mut RgbaImage, mark: &Mark, colour: Rgba<u8>) {
    let text = mark.id.to_string();
    let dot = if picture.width() < WIDE { 1 } else { 2 };
    let (width, height) = ((text.len() as i64 * 6 + 3) * dot, 11 * dot);
    let left = (mark.rect.x.round() as i64).clamp(0, (i64::from(picture.width()) - width).max(0));
    let top =
        (mark.rect.y.round() as i64 - height / 2).clamp(0, (i64::from(picture.height()) - height).max(0));
    for y in 0..height {
        for x in 0..width {
            put(picture, left + x, top + y, colour);
        }
    }
    for (at, c) in text.chars().enumerate() {
        let glyph = c.to_digit(10).map_or(10, |digit| digit as usize);
        for (row, bits) in GLYPHS[glyph].iter().enumerate() {
            for column in 0..5 {
                if bits >> (4 - column) & 1 == 1 {
                    let x = left + (2 + at as i64 * 6 + column) * dot;
                    let y = top + (2 + row as i64) * dot;
                    for (across, down) in (0..dot).flat_map(|x| (0..dot).map(move |y| (x, y))) {
                        put(picture, x + across, y + down, Rgba([255, 255, 255, 255]));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_wide_pictures_are_twice_as_large() {
        let filled = |width: u32| {
            let mut picture = RgbaImage::new(width, 60);
            let mark = Mark { id: ElementId(47), rect: Rect::new(20.0, 20.0, 90.0, 30.0) };
            label(&mut picture, &mark, Rgba([200, 30, 70, 255]));
            let of = |wanted: [u8; 3]| picture.pixels().filter(|p| p.0[..3] == wanted).count();
            (of([200, 30, 70]) + of([255; 3]), of([255; 3]))
        };
        let (small, ink) = filled(999);
        assert_eq!(small, 11 * (3 * 6 + 3));
        assert_eq!(filled(1_000), (small * 4, ink * 4));
    }
}
