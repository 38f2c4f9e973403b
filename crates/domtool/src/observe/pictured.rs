//! Pictures with the ids of an observation on them, and of one element.

use std::sync::Arc;

use domtool_cdp::protocol::dom;
use domtool_page::{
    geometry::Rect,
    identity::ElementId,
    snapshot::Snapshot,
    view::{self, ReaderKnows, ViewOptions},
};

use super::{Boundary, Enrich, ids, look};
use crate::{
    error::{Error, ErrorKind, Result},
    screenshot::{Drawing, Screenshot, ScreenshotMark, ScreenshotOptions, mark, picture},
    shared::SessionShared,
    tab::TabInner,
};

/// Takes the picture.
pub(crate) async fn screenshot(tab: &Arc<TabInner>, options: &ScreenshotOptions) -> Result<Screenshot> {
    tab.gate()?;
    let session = tab.session()?;
    let (snapshot, part) = match options.of {
        Some(of) => {
            let (snapshot, part) = shown(tab, session, of).await?;
            (snapshot, Some(part))
        }
        None if options.marks => (look(tab, session, Enrich::Auto).await?, None),
        None => (look(tab, session, Enrich::None).await?, None),
    };
    let whole = options.full_page || part.is_some();
    let mut marks = if options.marks { wanted(tab, session, &snapshot, whole) } else { Vec::new() };
    marks.retain(|mark| part.is_none_or(|part| mark.rect.intersection(&part).area() > 0.0));
    drawn(tab, &snapshot, options, part, marks).await
}

/// The picture with these marks on it. What the page asks AI not to read is painted over, where it stood in the look before; where there is
/// any, or the page went on to another, also where it stands in a look after.
pub(super) async fn drawn(
    tab: &Arc<TabInner>,
    snapshot: &Snapshot,
    options: &ScreenshotOptions,
    part: Option<Rect>,
    marks: Vec<ScreenshotMark>,
) -> Result<Screenshot> {
    let taken = picture(tab, options, part).await?;
    let mut left_out: Vec<Rect> = snapshot.left_out().collect();
    if !left_out.is_empty() || !shows_still(tab, snapshot).await {
        let after = look(tab, tab.session()?, Enrich::None).await?;
        left_out.extend(after.left_out().filter(|rect| !left_out.contains(rect)).collect::<Vec<_>>());
    }
    taken.finish(options, Drawing { marks, left_out })
}

/// Whether the documents of a look are shown still.
async fn shows_still(tab: &TabInner, snapshot: &Snapshot) -> bool {
    tab.catch_up().await;
    let state = tab.state();
    let mut frames = snapshot.frames.iter();
    frames.all(|frame| state.frames.get(&frame.id).is_some_and(|now| now.loader == frame.loader))
}

/// The share of a box that has to be left by the boxes around it for its picture to be whole.
const WHOLE: f64 = 0.98;
/// Looks for an element that comes into view: the frames around a frame of another process scroll after it.
const MOST_LOOKS: usize = 4;

/// The page as it is when nothing around an element hides it, and the element's box. Only the page itself may have it out of view.
async fn shown(tab: &Arc<TabInner>, session: &Arc<SessionShared>, of: ElementId) -> Result<(Snapshot, Rect)> {
    let mut looks = 0;
    loop {
        let snapshot = look(tab, session, Enrich::Auto).await?;
        let node = snapshot.node(ids::node(tab, session, &snapshot, of)?);
        looks += 1;
        let rect = node.rect().filter(|rect| rect.area() > 0.0 && node.visible());
        let rect = rect.ok_or_else(|| Error::new(ErrorKind::Hidden, format!("{of} cannot be seen")))?;
        let left = node.clipped().map_or(0.0, |left| left.area());
        if left >= WHOLE * rect.area() {
            return Ok((snapshot, rect));
        }
        if looks == MOST_LOOKS {
            // Larger than what it scrolls in: what shows of it is its picture.
            let left = node.clipped().filter(|left| left.area() > 0.0);
            let hidden = || Error::new(ErrorKind::Hidden, format!("{of} cannot be brought into view"));
            let left = left.ok_or_else(hidden)?;
            return Ok((snapshot, left));
        }
        let frame = snapshot.frames.get(node.frame().0 as usize);
        let Some((channel, _)) = frame.and_then(|frame| tab.frame(&frame.id)) else { continue };
        let scroll = dom::ScrollIntoViewIfNeeded { backend_node_id: Some(node.backend()), rect: None };
        tab.guard(tab.patience(), async { Ok(channel.call(&scroll).await?) }).await?;
    }
}

/// The elements that an observation would give an id, or that have one already.
fn wanted(
    tab: &Arc<TabInner>,
    session: &Arc<SessionShared>,
    snapshot: &Snapshot,
    whole: bool,
) -> Vec<ScreenshotMark> {
    let mut registry = session.registry();
    let boundary = Boundary::of(tab, session, snapshot);
    let around = boundary.surroundings(ReaderKnows::default());
    view::view(snapshot, &mut registry, &ViewOptions::default(), &around);
    let marks = snapshot.nodes().filter_map(|node| {
        mark(snapshot, node, whole, || registry.id_of(&tab.target(), snapshot, node.index()))
    });
    marks.collect()
}
