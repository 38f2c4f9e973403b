//! The places of an element that a drag goes through: each in view, and under nothing else. And its box in the page's viewport.

use domtool_page::geometry::{Quad, Rect};

use super::{Hit, Point, check_inside, cover, hit_all, levels, quads, within};
use crate::{
    act::{ActionContext, action::BoxPoint, resolve::ResolvedElement},
    error::{Error, ErrorKind, Result},
};

/// Points of an element's box in the page's viewport. What is inside of the element, or lets the pointer through to what is around
/// it (a shape's box has corners that are not of it), is no obstacle: nothing is pressed there.
///
/// # Errors
/// For the first point that is outside of the box, out of view or under something else.
pub(crate) async fn on_the_way(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    at: &[BoxPoint],
) -> Result<Vec<Point>> {
    if at.is_empty() {
        return Ok(Vec::new());
    }
    let hidden =
        || Error::new(ErrorKind::Hidden, format!("{} is in a frame that shows nothing", subject.words()));
    let quads = quads(ctx, subject).await?;
    let quad: &Quad = quads.first().ok_or_else(hidden)?;
    for point in at {
        check_inside(subject, quad, *point)?;
    }
    let points: Vec<Point> = at.iter().map(|at| within(quad, *at)).collect();
    let levels = levels(ctx, subject).await?.ok_or_else(hidden)?;
    let hits = hit_all(ctx, subject, &levels, &points).await?;
    for (at, hit) in at.iter().zip(hits) {
        match hit {
            Hit::Target | Hit::Part | Hit::Around | Hit::Child(..) => {}
            Hit::Other(frame, backend) => {
                if let Some(error) = cover::covered(ctx, subject, &frame, backend).await? {
                    let message = format!("at the way point {at}, {}", error.message());
                    return Err(error.with_message(message));
                }
            }
            Hit::Outside => {
                let message = format!("the way point {at} of {} is out of view", subject.words());
                return Err(Error::new(ErrorKind::NotActionable, message)
                    .with_hint("drag in several strokes, or scroll so that all way points are in view"));
            }
        }
    }
    points.into_iter().map(|point| Ok(levels::in_page(&levels, point).ok_or_else(hidden)?.0)).collect()
}

/// The largest box of an element in the page's viewport; `None` where it has none, or stands in a frame that shows nothing.
pub(crate) async fn box_in_page(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Result<Option<Rect>> {
    let Ok(quads) = quads(ctx, subject).await else { return Ok(None) };
    let Some(bounds) = quads.first().map(Quad::bounds) else { return Ok(None) };
    let Some(levels) = levels(ctx, subject).await? else { return Ok(None) };
    let corner = |x, y| levels::in_page(&levels, Point { x, y }).map(|(point, _)| point);
    let ends = corner(bounds.x, bounds.y).zip(corner(bounds.x + bounds.w, bounds.y + bounds.h));
    Ok(ends.map(|(from, to)| Rect { x: from.x, y: from.y, w: to.x - from.x, h: to.y - from.y }))
}
