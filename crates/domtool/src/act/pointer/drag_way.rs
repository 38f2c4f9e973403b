//! The places that a drag goes to: its way points and its end. What is in view is found before the button goes down, so that a
//! way that cannot be gone is told of before anything is touched; an element out of view is brought into view when the drag
//! comes to it.

use domtool_cdp::protocol::FrameId;

use super::{Point, hit};
use crate::{
    act::{
        ActionContext,
        action::{BoxPoint, Drag, DragTo},
        resolve::{self, ResolvedElement},
    },
    error::{Error, ErrorKind, Result},
};
use domtool_page::identity::ElementId;

/// How far an element may have moved before the page counts as scrolled, CSS pixels.
const STILL: f64 = 1.5;

/// One place that a drag goes to.
struct Stop {
    to: DragTo<ElementId>,
    subject: Option<ResolvedElement>,
    /// A point that hit the subject when the drag was planned, in the subject's own session.
    planned: Option<Point>,
    /// The place in the page's viewport; `None` until the drag comes there.
    at: Option<Point>,
}

/// All of them, the end last.
pub(super) struct DragWay {
    stops: Vec<Stop>,
    /// The size of the page's viewport.
    size: (f64, f64),
}

impl DragWay {
    /// Finds the elements on the way, and a point of each.
    pub(super) async fn plan(ctx: &ActionContext<'_>, drag: &Drag<ElementId>) -> Result<Self> {
        let mut stops = Vec::with_capacity(drag.way.len() + 1);
        for to in drag.way.iter().chain([&drag.to]) {
            let (mut subject, mut planned) = (None, None);
            if let DragTo::Element { target, at } = to {
                let target = resolve::resolve(ctx, *target).await?;
                if !target.state.visible || !target.state.boxed {
                    target.check_operable()?;
                }
                planned = Some(hit::point(ctx, &target, *at).await?);
                subject = Some(target);
            }
            stops.push(Stop { to: *to, subject, planned, at: None });
        }
        Ok(Self { stops, size: (0.0, 0.0) })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.stops.len()
    }

    /// The element of the nth.
    pub(super) fn subject(&self, n: usize) -> Option<&ResolvedElement> {
        self.stops.get(n)?.subject.as_ref()
    }

    /// The element that it ends on.
    pub(super) fn end(&self) -> Option<&ResolvedElement> {
        self.stops.last()?.subject.as_ref()
    }

    /// The same, where no point of it is asked for.
    pub(super) fn end_by_centre(&self) -> Option<&ResolvedElement> {
        let stop = self.stops.last()?;
        let centre = matches!(stop.to, DragTo::Element { at: None, .. });
        stop.subject.as_ref().filter(|_| centre)
    }

    /// The elements before the end.
    pub(super) fn between(&self) -> impl Iterator<Item = &ResolvedElement> {
        let before = self.stops.len().saturating_sub(1);
        self.stops[..before].iter().filter_map(|stop| stop.subject.as_ref())
    }

    /// The frames of the elements.
    pub(super) fn frames(&self) -> impl Iterator<Item = FrameId> {
        self.stops.iter().filter_map(|stop| Some(stop.subject.as_ref()?.frame.clone()))
    }

    /// Where it goes first, where that is known.
    pub(super) fn first(&self) -> Option<Point> {
        self.stops.first()?.at
    }

    /// Checks that the elements still are those that were named.
    pub(super) async fn confirm(&self, ctx: &ActionContext<'_>) -> Result<()> {
        for subject in self.stops.iter().filter_map(|stop| stop.subject.as_ref()) {
            subject.staleness.confirm(ctx).await?;
        }
        Ok(())
    }

    /// Finds the places that are in view, as the page stands right before the press.
    ///
    /// # Errors
    /// `NOT_ACTIONABLE` or `COVERED` for a way that cannot be gone.
    pub(super) async fn locate(
        &mut self,
        ctx: &ActionContext<'_>,
        source: &ResolvedElement,
        (pressed, size): (Point, (f64, f64)),
    ) -> Result<()> {
        self.size = size;
        let mut inside =
            hit::on_the_way(ctx, source, &inside(self.stops.iter().map(|stop| &stop.to))).await?;
        inside.reverse();
        let mut before = Some(pressed);
        let mut scrolls = false;
        for stop in &mut self.stops {
            let place = matches!(stop.to, DragTo::Inside(_) | DragTo::Viewport(..));
            if place && scrolls {
                let message = format!(
                    "the way point {} comes after an element that has to be scrolled to, which moves the place",
                    stop.to
                );
                return Err(Error::new(ErrorKind::NotActionable, message)
                    .with_hint("scroll first so that all way points are in view"));
            }
            stop.at = match (&stop.subject, stop.planned, stop.to) {
                // Scrolling to one may have taken another out of view: then its place is found while the button is down.
                (Some(target), Some(point), _) => match hit::still_hits(ctx, target, point).await? {
                    true => Some(in_page(ctx, target, point).await?.0),
                    false => None,
                },
                (.., DragTo::Inside(_)) => inside.pop(),
                (.., DragTo::Viewport(x, y)) => Some(shown(Point { x, y }, size)?),
                (.., DragTo::By(x, y)) => before.map(|before| step(before, (x, y), size)).transpose()?,
                (.., DragTo::Element { .. }) => None,
            };
            scrolls |= stop.subject.is_some() && stop.at.is_none();
            before = stop.at;
        }
        Ok(())
    }

    /// The place of the nth, looked for now where it was out of view; the drag comes from the one before.
    pub(super) async fn find(&mut self, ctx: &ActionContext<'_>, n: usize, before: Point) -> Result<Point> {
        let size = self.size;
        let stop = self.stops.get_mut(n).ok_or_else(nowhere)?;
        let at = match (stop.at, &stop.subject, stop.to) {
            (Some(at), ..) => at,
            (None, Some(target), DragTo::Element { at, .. }) => {
                let point = hit::point(ctx, target, at).await?;
                in_page(ctx, target, point).await?.0
            }
            (None, _, DragTo::By(x, y)) => step(before, (x, y), size)?,
            (None, ..) => return Err(nowhere()),
        };
        stop.at = Some(at);
        Ok(at)
    }
}

fn nowhere() -> Error {
    Error::new(ErrorKind::Internal, "a way point of a drag without a place")
}

/// The points of the dragged element's own box.
pub(super) fn inside<'a>(way: impl Iterator<Item = &'a DragTo<ElementId>>) -> Vec<BoxPoint> {
    let points = way.filter_map(|to| match to {
        DragTo::Inside(at) => Some(*at),
        _ => None,
    });
    points.collect()
}

/// Where a dragged element stands, to see whether bringing it into view moves what the window shows: a place of the window would
/// be another one then.
pub(super) struct Stand(Option<domtool_page::geometry::Rect>);

impl Stand {
    /// Nothing where no way point is a place of the window.
    pub(super) async fn of(
        ctx: &ActionContext<'_>,
        source: &ResolvedElement,
        drag: &Drag<ElementId>,
    ) -> Result<Option<Self>> {
        let fixed = drag.way.iter().chain([&drag.to]).any(|to| matches!(to, DragTo::Viewport(..)));
        match fixed {
            true => Ok(Some(Self(hit::box_in_page(ctx, source).await?))),
            false => Ok(None),
        }
    }

    /// # Errors
    /// `NOT_ACTIONABLE` when it is elsewhere now.
    pub(super) async fn hold(&self, ctx: &ActionContext<'_>, source: &ResolvedElement) -> Result<()> {
        let now = hit::box_in_page(ctx, source).await?;
        let same = self
            .0
            .zip(now)
            .is_some_and(|(was, now)| (was.x - now.x).abs() <= STILL && (was.y - now.y).abs() <= STILL);
        if same {
            return Ok(());
        }
        let message = format!(
            "{} had to be brought into view, which moved what the window shows: point: is another place now",
            source.words()
        );
        Err(Error::new(ErrorKind::NotActionable, message).with_hint("observe, and give the place anew"))
    }
}

/// A point of an element as the page's own viewport counts it, and the size of that.
pub(super) async fn in_page(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    point: Point,
) -> Result<(Point, (f64, f64))> {
    hit::in_page(ctx, subject, point).await?.ok_or_else(|| {
        Error::new(ErrorKind::Hidden, format!("{} is in a frame that shows nothing", subject.words()))
    })
}

/// A step goes no further than the window.
fn step(from: Point, (x, y): (f64, f64), (width, height): (f64, f64)) -> Result<Point> {
    let at = Point { x: from.x + x, y: from.y + y };
    if (0.0..width).contains(&at.x) && (0.0..height).contains(&at.y) {
        return Ok(at);
    }
    let room = |at: f64, size: f64| format!("{} to {}", -at.floor(), (size - at).floor() - 1.0);
    let (across, down) = (room(from.x, width), room(from.y, height));
    let message =
        format!("it would go outside of the window: there is room for {across} across and {down} down");
    Err(Error::new(ErrorKind::NotActionable, message).with_hint("drag less far, or scroll first"))
}

/// A place that the window shows.
fn shown(at: Point, (width, height): (f64, f64)) -> Result<Point> {
    if (0.0..width).contains(&at.x) && (0.0..height).contains(&at.y) {
        return Ok(at);
    }
    let message = format!("{},{} is outside of the window, which is {width}x{height}", at.x, at.y);
    Err(Error::new(ErrorKind::NotActionable, message)
        .with_hint("give a place that is in view, or scroll first"))
}
