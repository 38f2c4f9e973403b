//! Finds a point of an element that really hits it, tested from the top frame down through every frame on the way. Fixtures:
//! covered.html, outcomes-pointer.html, wrapped-link.html, pointer-frames.html.

mod aim;
mod cover;
mod levels;
mod moving;
mod on_the_way;
mod reveal;

use std::{collections::HashMap, time::Duration};

use domtool_cdp::protocol::{BackendNodeId, FrameId, dom};
use domtool_page::geometry::Quad;
use tokio::time::Instant;

use self::{
    cover::WayOut,
    levels::{Level, Probe, answer, levels, probes},
};
use super::{ActionContext, action::BoxPoint, resolve::ResolvedElement};
use crate::{
    error::{Error, ErrorKind, Result},
    world::{calls, data::Relation},
};

pub(crate) use aim::Aim;
pub(in crate::act) use cover::floats_at_writing;
pub(crate) use cover::words_of;
pub(crate) use moving::{Moment, ahead};
pub(crate) use on_the_way::{box_in_page, on_the_way};
pub(crate) use reveal::through_frames;

/// Where on a quad a point is tried, in this order: the centre, then points around it.
const SPOTS: &[(f64, f64)] = &[
    (0.5, 0.5),
    (0.25, 0.5),
    (0.75, 0.5),
    (0.5, 0.25),
    (0.5, 0.75),
    (0.2, 0.2),
    (0.8, 0.2),
    (0.2, 0.8),
    (0.8, 0.8),
    (0.08, 0.5),
    (0.92, 0.5),
    (0.5, 0.08),
    (0.5, 0.92),
];

/// A point that hits the element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    /// CSS pixels of the viewport of the element's session; whole numbers but on text.
    pub(crate) x: f64,
    /// CSS pixels of the viewport of the element's session; whole numbers but on text.
    pub(crate) y: f64,
}

/// What a hit test found.
enum Hit {
    /// The element, or a node that stands for it.
    Target,
    /// The same, at a node in it that has an id of its own.
    Part,
    /// Something else: this node, of this frame.
    Other(FrameId, BackendNodeId),
    /// A control inside of the element: this node, of its frame.
    Child(FrameId, BackendNodeId),
    /// Outside of a viewport on the way.
    Outside,
    /// An ancestor of the element: the element moved away, or lets the pointer through.
    Around,
}

/// How long an element may slip away between its rest and the hit test before the action gives up: it moves on, or a transition of
/// the whole page, which takes what is pressed meanwhile, runs.
const SLIPS: Duration = Duration::from_secs(1);

/// Scrolls the element into view, waits until it stands still, and finds a point that hits it.
pub(crate) async fn point(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    at: Option<BoxPoint>,
) -> Result<Point> {
    aimed(ctx, subject, at.into()).await
}

/// The same, with more of the element in view.
pub(crate) async fn aimed(ctx: &ActionContext<'_>, subject: &ResolvedElement, aim: Aim<'_>) -> Result<Point> {
    aimed_or_moving(ctx, subject, aim).await?.ok_or_else(|| restless(subject))
}

/// The same; nothing where it keeps moving, and the aim lets it.
pub(crate) async fn aimed_or_moving(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    aim: Aim<'_>,
) -> Result<Option<Point>> {
    if subject.state.frames {
        return Err(cover::framed(ctx, subject).await?);
    }
    // Other places to scroll it to, out from under a header or a bar that stays where it is.
    let mut elsewhere = ["center", "end", "start"].into_iter();
    let mut slips_until = None;
    let mut revealed = false;
    loop {
        let (frame, backend, way_out) = match try_point(ctx, subject, aim).await? {
            Found::Point(point) => return Ok(Some(point)),
            Found::Moving => return Ok(None),
            Found::Slipped => {
                let pointerless = subject.state.pointerless;
                let now = Instant::now();
                // Pages give it back when they are ready.
                let until = if pointerless { ctx.deadline } else { *slips_until.get_or_insert(now + SLIPS) };
                if now < until.min(ctx.deadline) {
                    subject.handle.call(calls::TWO_FRAMES, &()).await?;
                    continue;
                }
                let why = match pointerless {
                    true => "it lets the pointer through (pointer-events: none)",
                    false => "clicks go through it to what is around it, or it keeps moving",
                };
                return Err(not_hit(subject, why));
            }
            Found::Nowhere if !revealed => {
                through_frames(ctx, subject).await?;
                revealed = true;
                continue;
            }
            Found::Nowhere => return Err(not_hit(subject, "it is outside of what its page or frame shows")),
            Found::Covered { frame, backend, way_out } => (frame, backend, way_out),
        };
        let in_time = Instant::now() < ctx.deadline;
        match (way_out, elsewhere.as_slice()) {
            (WayOut::Wait, _) if in_time => {}
            (WayOut::Scroll, [block, ..]) => {
                subject.handle.call(calls::BRING, &(block,)).await?;
                elsewhere.next();
            }
            _ if in_time && cover::may_go(ctx, &frame, backend).await => {}
            _ => match cover::covered(ctx, subject, &frame, backend).await? {
                Some(error) => return Err(error),
                // The coverer went away meanwhile.
                None if in_time => {}
                None => return Err(not_hit(subject, "what covers it comes and goes")),
            },
        }
    }
}

/// The same without waiting, for who sees to it afterwards that it [stood still](steady): nothing where it is being moved, or
/// where a point has to be looked for.
pub(crate) async fn point_at_once(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    aim: Aim<'_>,
) -> Result<Option<Point>> {
    let refused = subject.state.frames || subject.state.boxless;
    if refused || subject.handle.call(calls::DRIFTING, &()).await? {
        return Ok(None);
    }
    into_view(ctx, subject, aim).await?;
    let points = points(ctx, subject, aim.at).await?;
    let Some(levels) = levels(ctx, subject).await? else { return Ok(None) };
    let likeliest = &points[..points.len().min(1)];
    Tried::of(aim).find(ctx, subject, &levels, likeliest).await
}

fn not_hit(subject: &ResolvedElement, why: &str) -> Error {
    Error::new(ErrorKind::NotActionable, format!("{} has no point that can be hit: {why}", subject.words()))
}

enum Found {
    Point(Point),
    Covered {
        frame: FrameId,
        backend: BackendNodeId,
        way_out: WayOut,
    },
    /// Only what it is in was hit.
    Slipped,
    Nowhere,
    /// It keeps moving, and the aim lets it.
    Moving,
}

async fn try_point(ctx: &ActionContext<'_>, subject: &ResolvedElement, aim: Aim<'_>) -> Result<Found> {
    let points = if subject.state.boxless {
        spots(subject).await?
    } else {
        into_view(ctx, subject, aim).await?;
        if !steady(ctx, subject, aim).await? {
            return Ok(Found::Moving);
        }
        points(ctx, subject, aim.at).await?
    };
    let Some(levels) = levels(ctx, subject).await? else { return Ok(Found::Nowhere) };
    let mut tried = Tried::of(aim);
    // The centre alone first: it nearly always hits. Then all others in one burst.
    let (first, others) = points.split_at(points.len().min(1));
    for burst in [first, others] {
        if let Some(point) = tried.find(ctx, subject, &levels, burst).await? {
            return Ok(Found::Point(point));
        }
    }
    if let Some(point) = tried.part {
        return Ok(Found::Point(point));
    }
    // A box that lets the pointer through to all but what is drawn in it, or one that is cut or covered but for a corner.
    if aim.at.is_none() && !subject.state.boxless {
        let spots = spots(subject).await?;
        if let Some(point) = tried.find(ctx, subject, &levels, &spots).await? {
            return Ok(Found::Point(point));
        }
    }
    match tried.obstacle {
        Some((frame, backend)) => {
            let way_out = cover::way_out(ctx, &frame, backend).await;
            Ok(Found::Covered { frame, backend, way_out })
        }
        None if tried.slipped => Ok(Found::Slipped),
        None => Ok(Found::Nowhere),
    }
}

/// What the points so far hit, but for the element.
#[derive(Default)]
struct Tried {
    obstacle: Option<(FrameId, BackendNodeId)>,
    slipped: bool,
    /// Whether a part of it is the second choice, and the first point that hit one.
    itself: bool,
    part: Option<Point>,
}

impl Tried {
    fn of(aim: Aim<'_>) -> Self {
        Self { itself: aim.itself, ..Self::default() }
    }

    /// The first of these points that hits the element.
    async fn find(
        &mut self,
        ctx: &ActionContext<'_>,
        subject: &ResolvedElement,
        levels: &[Level],
        points: &[Point],
    ) -> Result<Option<Point>> {
        let hits = hit_all(ctx, subject, levels, points).await?;
        for (point, hit) in points.iter().zip(hits) {
            match hit {
                Hit::Part if self.itself => {
                    self.part.get_or_insert(*point);
                }
                Hit::Target | Hit::Part => return Ok(Some(*point)),
                Hit::Other(frame, backend) | Hit::Child(frame, backend) => {
                    self.obstacle.get_or_insert((frame, backend));
                }
                Hit::Around => self.slipped = true,
                Hit::Outside => {}
            }
        }
        Ok(None)
    }
}

/// Points of what has no box of its own, or of what is drawn in an element; the likeliest first.
async fn spots(subject: &ResolvedElement) -> Result<Vec<Point>> {
    let spots: Vec<(f64, f64)> = subject.handle.call(calls::SPOTS, &()).await?;
    Ok(spots.into_iter().map(|(x, y)| Point { x: x.round(), y: y.round() }).collect())
}

async fn into_view(ctx: &ActionContext<'_>, subject: &ResolvedElement, aim: Aim<'_>) -> Result<()> {
    let rect = aim.part(subject).await;
    let scroll = dom::ScrollIntoViewIfNeeded { backend_node_id: Some(subject.backend), rect };
    match subject.handle.channel.call(&scroll).await {
        Ok(_) => Ok(()),
        Err(error) if error.is_protocol() => Err(vanished_or_hidden(subject).await),
        Err(error) => Err(ctx.tab.explain(error)),
    }
}

/// Waits until an element has the same box in two frames running; false where it keeps moving, and the aim lets it.
pub(crate) async fn steady(ctx: &ActionContext<'_>, subject: &ResolvedElement, aim: Aim<'_>) -> Result<bool> {
    let left = ctx.deadline.saturating_duration_since(Instant::now());
    let steady = subject.handle.call(calls::STEADY, &(left.as_millis() as u64, aim.moving)).await?;
    if steady || aim.moving { Ok(steady) } else { Err(restless(subject)) }
}

pub(crate) fn restless(subject: &ResolvedElement) -> Error {
    Error::new(ErrorKind::NotActionable, format!("{} does not come to rest", subject.words()))
}

/// Points of an element's boxes as they are now, the likeliest first.
async fn points(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    at: Option<BoxPoint>,
) -> Result<Vec<Point>> {
    let quads = quads(ctx, subject).await?;
    let spots: Vec<BoxPoint> = match at {
        Some(spot) => vec![spot],
        None => SPOTS.iter().copied().map(BoxPoint::from).collect(),
    };
    if let (Some(at), Some(quad)) = (at, quads.first()) {
        check_inside(subject, quad, at)?;
    }
    let all = spots.iter().flat_map(|spot| quads.iter().map(|quad| within(quad, *spot)));
    Ok(all.collect())
}

/// The boxes of an element as they are now, the largest first.
async fn quads(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Result<Vec<Quad>> {
    let quads = dom::GetContentQuads { backend_node_id: Some(subject.backend) };
    let quads = match subject.handle.channel.call(&quads).await {
        Ok(reply) => reply.quads,
        Err(error) if error.is_protocol() => return Err(vanished_or_hidden(subject).await),
        Err(error) => return Err(ctx.tab.explain(error)),
    };
    let mut quads: Vec<Quad> = quads.iter().filter_map(|numbers| Quad::from_numbers(numbers)).collect();
    quads.retain(|quad| quad.area() > 0.5);
    // A link that wraps has a quad a line: the largest is the surest.
    quads.sort_by(|a, b| b.area().total_cmp(&a.area()));
    Ok(quads)
}

/// Refuses a point in pixels that is outside of the element's box.
fn check_inside(subject: &ResolvedElement, quad: &Quad, at: BoxPoint) -> Result<()> {
    let (width, height) = quad.sides();
    match at {
        BoxPoint::Pixels(x, y) if x > width || y > height => {
            let (width, height) = (width.round(), height.round());
            let message = format!("{at} is outside of {}, which is {width}x{height}", subject.words());
            Err(Error::invalid_input(message).with_hint("give a point inside of its box"))
        }
        BoxPoint::Pixels(..) | BoxPoint::Share(..) => Ok(()),
    }
}

/// A point of a quad, moved in from its edges: those are no longer of the element.
fn within(quad: &Quad, at: BoxPoint) -> Point {
    let (width, height) = quad.sides();
    let (u, v) = match at {
        BoxPoint::Share(u, v) => (u, v),
        BoxPoint::Pixels(x, y) => (x / width.max(1.0), y / height.max(1.0)),
    };
    let inset = |share: f64, side: f64| {
        let least = (1.0 / side.max(1.0)).min(0.5);
        share.clamp(least, 1.0 - least)
    };
    let (x, y) = quad.at(inset(u, width), inset(v, height));
    Point { x: x.round(), y: y.round() }
}

/// Why the browser finds no box of an element.
async fn vanished_or_hidden(subject: &ResolvedElement) -> Error {
    match subject.read().await {
        Ok(state) if state.connected => {
            Error::new(ErrorKind::Hidden, format!("{} cannot be seen", subject.words()))
        }
        Ok(_) => Error::new(ErrorKind::Stale, format!("{} is no longer in the page", subject.words())),
        Err(error) => error,
    }
}

/// A point of the element as the page's own viewport counts it, and the size of that; nothing when a frame on the way
/// shows nothing.
pub(crate) async fn in_page(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    point: Point,
) -> Result<Option<(Point, (f64, f64))>> {
    Ok(levels(ctx, subject).await?.and_then(|levels| levels::in_page(&levels, point)))
}

/// Whether a point still hits the element: tested again when the mouse is there, before it is pressed.
pub(crate) async fn still_hits(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    point: Point,
) -> Result<bool> {
    match levels(ctx, subject).await? {
        Some(levels) => {
            let hits = hit_all(ctx, subject, &levels, &[point]).await?;
            Ok(matches!(hits.as_slice(), [Hit::Target | Hit::Part]))
        }
        None => Ok(false),
    }
}

/// Tests points in one burst: for each the top frame, then every frame on the way down to the element's own.
async fn hit_all(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    levels: &[Level],
    points: &[Point],
) -> Result<Vec<Hit>> {
    let asked: Vec<Vec<Probe>> = points.iter().map(|point| probes(levels, *point)).collect();
    let mut hits = Vec::with_capacity(points.len());
    let mut known = HashMap::new();
    for probes in asked {
        let mut last = None;
        let mut stopped = None;
        for probe in probes {
            let node = match probe.asked {
                Some(pending) => answer(ctx, pending).await?,
                None => None,
            };
            match (node, probe.shows) {
                (None, _) => stopped = stopped.or(Some(Hit::Outside)),
                (Some((_, backend)), Some(owner)) if backend == owner => {}
                (Some((frame, backend)), Some(_)) => stopped = stopped.or(Some(Hit::Other(frame, backend))),
                (Some(node), None) => last = Some(node),
            }
        }
        hits.push(match (stopped, last) {
            (Some(hit), _) => hit,
            (None, Some((frame, backend))) => judge(ctx, subject, &mut known, frame, backend).await?,
            (None, None) => Hit::Outside,
        });
    }
    Ok(hits)
}

/// Whether the node at a point is the element, or stands for it.
async fn judge(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    known: &mut HashMap<BackendNodeId, Relation>,
    frame: FrameId,
    backend: BackendNodeId,
) -> Result<Hit> {
    if backend == subject.backend && frame == subject.frame {
        return Ok(Hit::Target);
    }
    if frame != subject.frame {
        return Ok(Hit::Other(frame, backend));
    }
    let relation = match known.get(&backend) {
        Some(relation) => *relation,
        None => {
            let Some(world) = ctx.tab.world_of(&subject.frame) else { return Ok(Hit::Outside) };
            let hit = world.node(backend).await.map_err(|error| ctx.tab.explain(error))?;
            let relation = subject.handle.call_with(calls::RELATION, &(), [&hit]).await?;
            known.insert(backend, relation);
            relation
        }
    };
    Ok(match relation {
        Relation::Inside if named(ctx, &frame, backend) => Hit::Part,
        Relation::Itself | Relation::Inside | Relation::Label => Hit::Target,
        Relation::Around => Hit::Around,
        Relation::Child => Hit::Child(frame, backend),
        Relation::Other => Hit::Other(frame, backend),
    })
}

/// Whether a node has an id.
fn named(ctx: &ActionContext<'_>, frame: &FrameId, backend: BackendNodeId) -> bool {
    ctx.session.registry().names(&ctx.tab.target(), frame, backend)
}
