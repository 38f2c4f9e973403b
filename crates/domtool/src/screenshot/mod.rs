//! Takes pictures of the page. Ids are drawn on the picture if wanted, never in the page.

mod bitmap;
mod draw;
mod encode;

use std::{sync::Arc, time::Duration};

use domtool_cdp::protocol::page;
use domtool_page::{
    geometry::Rect,
    identity::ElementId,
    snapshot::{NodeRef, Place, Snapshot},
};
use serde::Serialize;

pub use encode::ImageKind;

use crate::{
    cpu::blocking,
    error::{Error, ErrorKind, Result},
    limits::PICTURE_HEIGHT,
    setters::setters,
    tab::{Drawn, Entry, TabInner},
    world::calls,
};

/// What to take a picture of, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScreenshotOptions {
    /// Draws the ids of the elements in the picture. An element without one gets the id that an observation would give it.
    pub marks: bool,
    /// The whole page instead of what is in view.
    pub full_page: bool,
    /// One element instead of what is in view. One that a scrolled box or a frame hides is scrolled into view first.
    pub of: Option<ElementId>,
    /// The kind of file.
    pub kind: ImageKind,
    /// The most pixels of its longer side. A larger picture is scaled down. `None`: its own size.
    pub longest_side: Option<u32>,
    /// The most bytes of the file. A larger one loses quality first (JPEG), then size. `None`: no bound.
    pub max_bytes: Option<usize>,
    /// The most time from the call to the answer. `None`: 60 s, and 10 s for a page that does not answer.
    pub timeout: Option<Duration>,
}

setters!(ScreenshotOptions {
    /// Draws the ids of the elements in the picture.
    with_marks => marks = bool;
    /// Takes the whole page instead of what is in view.
    with_full_page => full_page = bool;
    /// Takes this element alone, also where it is out of view.
    with_of => of ? ElementId;
    /// Makes this kind of file.
    with_kind => kind = ImageKind;
    /// Makes it smaller until its longer side has at most so many pixels.
    with_longest_side => longest_side ? u32;
    /// Makes it smaller until the file has at most so many bytes.
    with_max_bytes => max_bytes ? usize;
    /// Takes at most so long, from the call to the answer.
    with_timeout => timeout ? Duration;
});

/// A picture.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Screenshot {
    /// The file.
    pub bytes: Vec<u8>,
    /// What kind of file it is.
    pub kind: ImageKind,
    /// The width of the picture in its own pixels.
    pub width: u32,
    /// The height of the picture in its own pixels.
    pub height: u32,
    /// The ids that were drawn on it.
    pub marks: Vec<ScreenshotMark>,
    /// How many parts of it are painted over, as the page asks AI not to read them (`data-no-ai`).
    pub left_out: usize,
}

/// An id drawn on a picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ScreenshotMark {
    /// The element.
    pub id: ElementId,
    /// Its box in pixels of the picture.
    pub rect: Rect,
}

/// What is drawn on a picture of the page. Boxes are in CSS pixels of the top viewport.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    /// The boxes of elements, with their ids.
    pub marks: Vec<ScreenshotMark>,
    /// What the page asks AI not to read.
    pub left_out: Vec<Rect>,
}

/// A picture as the browser took it.
pub(crate) struct Taken {
    png: Vec<u8>,
    /// Its width, CSS pixels.
    across: f64,
    /// From the top viewport's corner to the picture's.
    offset: (f64, f64),
}

impl Taken {
    /// The file, with this drawn on it.
    pub(crate) fn finish(self, options: &ScreenshotOptions, drawing: Drawing) -> Result<Screenshot> {
        let moved = |rect: Rect| rect.translated(self.offset.0, self.offset.1);
        let marks = drawing.marks.into_iter().map(|mark| ScreenshotMark { rect: moved(mark.rect), ..mark });
        let left_out = drawing.left_out.into_iter().map(moved);
        let drawing = Drawing { marks: marks.collect(), left_out: left_out.collect() };
        blocking(|| encode::finish(self.png, options, self.across, drawing))
    }
}

/// Pictures the page, or a part of it: a box in CSS pixels of the top viewport.
pub(crate) async fn picture(
    tab: &Arc<TabInner>,
    options: &ScreenshotOptions,
    part: Option<Rect>,
) -> Result<Taken> {
    let channel = tab.main_channel()?;
    let metrics =
        tab.guard(tab.patience(), async { Ok(channel.call(&page::GetLayoutMetrics {}).await?) }).await?;
    let view = &metrics.css_layout_viewport;
    let scroll = (f64::from(view.page_x), f64::from(view.page_y));
    let content = &metrics.css_content_size;
    let whole = Rect::new(0.0, 0.0, content.width, content.height.min(PICTURE_HEIGHT));
    if whole.w < 1.0 || whole.h < 1.0 {
        // So it is between two documents: the next is looked at.
        return Err(Error::new(ErrorKind::NavigatedAway, "the page is not laid out"));
    }
    // In CSS pixels of the page.
    let clip = match part {
        Some(part) => Some(within(part.translated(scroll.0, scroll.1), whole)),
        None => options.full_page.then_some(whole),
    };
    let shot = page::CaptureScreenshot {
        format: Some("png".to_owned()),
        capture_beyond_viewport: Some(clip.is_some()),
        clip: clip.map(|clip| page::Viewport {
            x: clip.x,
            y: clip.y,
            width: clip.w,
            height: clip.h,
            scale: 1.0,
        }),
        optimize_for_speed: Some(true),
        ..Default::default()
    };
    let drawn = Drawn::begin(tab);
    let mark = tab.state().journal.mark();
    let taken = tab.guard(tab.patience(), async { Ok(channel.call(&shot).await?.data.0) }).await;
    drop(drawn);
    let png = match taken {
        // Chromium says no more than that it could not.
        Err(error) if error.kind() == ErrorKind::Internal && goes_on(tab, mark).await => {
            let message = "the page goes on to another document, and no picture could be taken meanwhile";
            return Err(Error::new(ErrorKind::NavigatedAway, message));
        }
        taken => taken?,
    };
    let (across, offset) = match clip {
        Some(clip) => (clip.w, (scroll.0 - clip.x, scroll.1 - clip.y)),
        None => (window_width(tab).await.unwrap_or(f64::from(view.client_width)), (0.0, 0.0)),
    };
    Ok(Taken { png, across, offset })
}

/// Whether the page began to go on to another document since the journal's `mark`, or has done so.
async fn goes_on(tab: &Arc<TabInner>, mark: u64) -> bool {
    tab.catch_up().await;
    let state = tab.state();
    let mut since = state.journal.since(mark);
    since.any(|(_, entry)| matches!(entry, Entry::NavigationBegan | Entry::Committed { main: true, .. }))
}

/// A box in whole pixels, none outside of the page and at least one of it.
fn within(rect: Rect, page: Rect) -> Rect {
    let rect = rect.intersection(&page);
    let (x, y) = (rect.x.floor(), rect.y.floor());
    Rect::new(x, y, (rect.right().ceil() - x).max(1.0), (rect.bottom().ceil() - y).clamp(1.0, PICTURE_HEIGHT))
}

/// The width of a picture of the viewport, scroll bar included, CSS pixels.
async fn window_width(tab: &Arc<TabInner>) -> Option<f64> {
    let root = tab.state().main()?.root.clone();
    let [_, _, width, _]: [f64; 4] = tab.world_of(&root)?.call(calls::OFFSET, &()).await.ok()?;
    Some(width)
}

/// The mark of an element that can be seen: in view, unless the whole page is pictured, and not covered.
pub(crate) fn mark(
    snapshot: &Snapshot,
    node: NodeRef<'_>,
    whole: bool,
    id: impl FnOnce() -> Option<ElementId>,
) -> Option<ScreenshotMark> {
    if !node.visible() || node.covered_by().is_some() {
        return None;
    }
    let shown = Rect::new(0.0, 0.0, snapshot.viewport.width, snapshot.viewport.height);
    let in_view = matches!(node.place(), Place::InView | Place::Partial);
    let rect = node.clipped()?;
    let seen = if whole { rect } else { rect.intersection(&shown) };
    if !whole && (!in_view || seen.area() <= 0.0) {
        return None;
    }
    Some(ScreenshotMark { id: id()?, rect: seen })
}
