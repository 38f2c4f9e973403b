//! Where an element that keeps moving is when the press comes: a circle of a game, a link of a ticker.

use std::time::Duration;

use domtool_page::geometry::Quad;
use tokio::time::Instant;

use super::{Aim, Point, SPOTS, Tried, levels, within};
use crate::{
    act::{ActionContext, action::BoxPoint, resolve::ResolvedElement},
    error::Result,
    world::calls,
};

/// A point that hits a moving element for a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) point: Point,
    /// How long it took to find, from the look at the element on.
    pub(crate) took: Duration,
}

/// A point that the element is under now and will be under after `lead`; nothing where it jumps about, is out of view or covered, or
/// is gone from the point by now.
pub(crate) async fn ahead(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    aim: Aim<'_>,
    lead: Duration,
) -> Result<Option<Moment>> {
    let Some([x, y, width, height, right, down]) = subject.handle.call(calls::MOTION, &()).await? else {
        return Ok(None);
    };
    let looked = Instant::now();
    let ms = lead.as_secs_f64() * 1000.0;
    let (x, y) = (x + right * ms, y + down * ms);
    let quad = Quad([(x, y), (x + width, y), (x + width, y + height), (x, y + height)]);
    let points: Vec<Point> = match aim.at {
        Some(at) => vec![within(&quad, at)],
        None => SPOTS.iter().map(|spot| within(&quad, BoxPoint::from(*spot))).collect(),
    };
    let Some(levels) = levels(ctx, subject).await? else { return Ok(None) };
    let (first, others) = points.split_at(points.len().min(1));
    let mut tried = Tried::of(aim);
    for burst in [first, others] {
        let found = tried.find(ctx, subject, &levels, burst).await?.or(tried.part);
        if let Some(point) = found {
            let took = looked.elapsed();
            let off = (took.as_secs_f64() - lead.as_secs_f64()).abs() * 1000.0;
            let missed = right.hypot(down) * off > width.min(height) / 3.0;
            return Ok((!missed).then_some(Moment { point, took }));
        }
    }
    Ok(None)
}
