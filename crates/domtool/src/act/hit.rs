//! Which point of an element really hits it, tested from the top frame down through every frame on the way.

use std::collections::HashMap;

use domtool_cdp::{
    Channel, Pending,
    protocol::{BackendNodeId, FrameId, dom},
};

use serde::Deserialize;

use super::{
    Scene,
    cover::{self, WayOut},
    resolve::Subject,
    reveal,
};
use crate::{
    error::{Error, ErrorKind, Result},
    observe::owners::{self, Owner, Quad},
    world::World,
};

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
    /// CSS pixels of the viewport of the element's session, whole numbers.
    pub(crate) x: f64,
    /// CSS pixels of the viewport of the element's session, whole numbers.
    pub(crate) y: f64,
}

/// What a hit test found.
enum Hit {
    /// The element, or what stands for it.
    Target,
    /// Something else: this node, of this frame.
    Other(FrameId, BackendNodeId),
    /// Outside of a viewport on the way.
    Outside,
    /// Something that the element is in: it moved away, or lets clicks through.
    Around,
}

/// How often an element may slip away between standing still and being probed.
const SLIPS: u32 = 5;

/// Scrolls the element into view, waits until it stands still, and finds a point that hits it.
pub(crate) async fn point(scene: &Scene<'_>, subject: &Subject, at: Option<(f64, f64)>) -> Result<Point> {
    // Other places to scroll it to, out from under a header or a bar that stays where it is.
    let mut elsewhere = ["center", "end", "start"].into_iter();
    let mut slips = 0;
    let mut revealed = false;
    loop {
        let (frame, backend, way_out) = match try_point(scene, subject, at).await? {
            Found::Point(point) => return Ok(point),
            Found::Slipped if slips < SLIPS => {
                slips += 1;
                continue;
            }
            Found::Slipped => {
                return Err(not_hit(
                    subject,
                    "clicks go through it to what is around it, or it keeps moving",
                ));
            }
            Found::Nowhere if !revealed => {
                reveal::through_frames(scene, subject).await?;
                revealed = true;
                continue;
            }
            Found::Nowhere => return Err(not_hit(subject, "it is outside of what its page or frame shows")),
            Found::Covered { frame, backend, way_out } => (frame, backend, way_out),
        };
        let in_time = tokio::time::Instant::now() < scene.deadline;
        match (way_out, elsewhere.as_slice()) {
            (WayOut::Wait, _) if in_time => {}
            (WayOut::Scroll, [block, ..]) => {
                let _: Option<()> = subject.handle.call("bring", &(block,)).await?;
                elsewhere.next();
            }
            _ => match cover::covered(scene, subject, &frame, backend).await? {
                Some(error) => return Err(error),
                // The coverer went away meanwhile.
                None if in_time => {}
                None => return Err(not_hit(subject, "what covers it comes and goes")),
            },
        }
    }
}

fn not_hit(subject: &Subject, why: &str) -> Error {
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
}

async fn try_point(scene: &Scene<'_>, subject: &Subject, at: Option<(f64, f64)>) -> Result<Found> {
    let points =
        if subject.state.boxless { spots(subject).await? } else { points(scene, subject, at).await? };
    let Some(levels) = levels(scene, subject).await? else { return Ok(Found::Nowhere) };
    let mut tried = Tried::default();
    // The centre alone first: it nearly always hits. Then all others in one burst.
    let (first, others) = points.split_at(points.len().min(1));
    for burst in [first, others] {
        if let Some(point) = tried.find(scene, subject, &levels, burst).await? {
            return Ok(Found::Point(point));
        }
    }
    // A box that lets the pointer through to all but what is drawn in it.
    if tried.slipped && tried.obstacle.is_none() && at.is_none() && !subject.state.boxless {
        let spots = spots(subject).await?;
        if let Some(point) = tried.find(scene, subject, &levels, &spots).await? {
            return Ok(Found::Point(point));
        }
    }
    match tried.obstacle {
        Some((frame, backend)) => {
            let way_out = cover::way_out(scene, &frame, backend).await;
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
}

impl Tried {
    /// The first of these points that hits the element.
    async fn find(
        &mut self,
        scene: &Scene<'_>,
        subject: &Subject,
        levels: &[Level],
        points: &[Point],
    ) -> Result<Option<Point>> {
        let hits = hit_all(scene, subject, levels, points).await?;
        for (point, hit) in points.iter().zip(hits) {
            match hit {
                Hit::Target => return Ok(Some(*point)),
                Hit::Other(frame, backend) => {
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
async fn spots(subject: &Subject) -> Result<Vec<Point>> {
    let spots: Vec<(f64, f64)> = subject.handle.call("spots", &[(); 0]).await?;
    Ok(spots.into_iter().map(|(x, y)| Point { x: x.round(), y: y.round() }).collect())
}

/// Brings an element into view, waits until it stands still, and gives points of its boxes, the likeliest first.
async fn points(scene: &Scene<'_>, subject: &Subject, at: Option<(f64, f64)>) -> Result<Vec<Point>> {
    let channel = &subject.handle.channel;
    let explain = |error| scene.tab.explain(error);
    let scroll = dom::ScrollIntoViewIfNeeded { backend_node_id: Some(subject.backend), rect: None };
    channel.call(&scroll).await.map_err(explain)?;
    let left = scene.deadline.saturating_duration_since(tokio::time::Instant::now());
    let steady: bool = subject.handle.call("steady", &(left.as_millis() as u64,)).await?;
    if !steady {
        return Err(Error::new(
            ErrorKind::NotActionable,
            format!("{} does not come to rest", subject.words()),
        ));
    }
    let quads = dom::GetContentQuads { backend_node_id: Some(subject.backend) };
    let quads = channel.call(&quads).await.map_err(explain)?.quads;
    let mut quads: Vec<Quad> = quads.iter().filter_map(|numbers| Quad::from_numbers(numbers)).collect();
    quads.retain(|quad| quad.area() > 0.5);
    // A link that wraps has a quad a line: the largest is the surest.
    quads.sort_by(|a, b| b.area().total_cmp(&a.area()));
    let spots: Vec<(f64, f64)> = match at {
        Some(spot) => vec![spot],
        None => SPOTS.to_vec(),
    };
    Ok(spots
        .iter()
        .flat_map(|(u, v)| quads.iter().map(|quad| quad.at(*u, *v)))
        .map(|(x, y)| Point { x: x.round(), y: y.round() })
        .collect())
}

/// Whether a point still hits the element: tested again when the mouse is there, before it is pressed.
pub(crate) async fn still_hits(scene: &Scene<'_>, subject: &Subject, point: Point) -> Result<bool> {
    match levels(scene, subject).await? {
        Some(levels) => {
            Ok(matches!(hit_all(scene, subject, &levels, &[point]).await?.as_slice(), [Hit::Target]))
        }
        None => Ok(false),
    }
}

/// One session on the way from the element's up to the page's own.
struct Level {
    channel: Channel,
    /// What its viewport shows: how far it is scrolled and its size, CSS pixels.
    scroll: (f64, f64),
    size: (f64, f64),
    /// The element of the next level that shows it.
    owner: Option<Owner>,
}

/// The levels, innermost first; `None` when one of them shows nothing.
async fn levels(scene: &Scene<'_>, subject: &Subject) -> Result<Option<Vec<Level>>> {
    let mut levels = Vec::new();
    let mut channel = subject.handle.channel.clone();
    let mut root = subject.root.clone();
    for owner in owners::ladder(scene.tab, &root).await?.into_iter().map(Some).chain([None]) {
        let Some(world) = World::of(scene.tab, &root) else { return Ok(None) };
        let [x, y, width, height]: [f64; 4] = world.call("offset", &[(); 0]).await?;
        let above = owner.as_ref().map(|owner| (owner.channel.clone(), owner.root.clone()));
        levels.push(Level { channel, scroll: (x, y), size: (width.max(1.0), height.max(1.0)), owner });
        let Some(above) = above else { break };
        (channel, root) = above;
    }
    Ok(Some(levels))
}

/// Tests points in one burst: for each the top frame, then every frame on the way down to the element's own.
async fn hit_all(
    scene: &Scene<'_>,
    subject: &Subject,
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
                Some(pending) => answer(scene, pending).await?,
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
            (None, Some((frame, backend))) => judge(scene, subject, &mut known, frame, backend).await?,
            (None, None) => Hit::Outside,
        });
    }
    Ok(hits)
}

/// One level of one point: what was asked (nothing for a point outside of what it shows), and which node must answer
/// for the point to get through to the next level.
struct Probe {
    asked: Option<Pending<dom::GetNodeForLocation>>,
    shows: Option<BackendNodeId>,
}

/// Asks every level for a point, the top one first.
fn probes(levels: &[Level], point: Point) -> Vec<Probe> {
    // The same point, seen from every level: innermost first.
    let mut seen = vec![Some((point.x, point.y))];
    for level in levels {
        let Some(owner) = &level.owner else { break };
        let inner = seen.last().copied().flatten();
        let outer = inner.zip(owner.quad).map(|((x, y), quad)| quad.at(x / level.size.0, y / level.size.1));
        seen.push(outer);
    }
    let mut probes: Vec<Probe> = Vec::with_capacity(levels.len());
    for (at, (level, point)) in levels.iter().zip(seen).enumerate() {
        let shows =
            at.checked_sub(1).and_then(|inner| levels.get(inner)?.owner.as_ref()).map(|owner| owner.backend);
        probes.push(Probe { asked: point.and_then(|point| ask(level, point)), shows });
    }
    probes.reverse();
    probes
}

fn ask(level: &Level, (x, y): (f64, f64)) -> Option<Pending<dom::GetNodeForLocation>> {
    if x < 0.0 || y < 0.0 || x >= level.size.0 || y >= level.size.1 {
        return None;
    }
    Some(level.channel.post(&dom::GetNodeForLocation {
        x: (x + level.scroll.0).round() as i32,
        y: (y + level.scroll.1).round() as i32,
        include_user_agent_shadow_dom: Some(false),
        ignore_pointer_events_none: Some(false),
    }))
}

async fn answer(
    scene: &Scene<'_>,
    pending: Pending<dom::GetNodeForLocation>,
) -> Result<Option<(FrameId, BackendNodeId)>> {
    match pending.reply().await {
        Ok(reply) => Ok(Some((reply.frame_id, reply.backend_node_id))),
        // Nothing there.
        Err(error) if error.is_protocol() => Ok(None),
        Err(error) => Err(scene.tab.explain(error)),
    }
}

/// Whether the node at a point is the element, or stands for it.
async fn judge(
    scene: &Scene<'_>,
    subject: &Subject,
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
            let Some(world) = World::of(scene.tab, &subject.frame) else { return Ok(Hit::Outside) };
            let hit = world.node(backend).await.map_err(|error| scene.tab.explain(error))?;
            let relation = subject.handle.call_with("relation", &[(); 0], [&hit]).await?;
            known.insert(backend, relation);
            relation
        }
    };
    Ok(match relation {
        Relation::Itself | Relation::Inside | Relation::Label => Hit::Target,
        Relation::Around => Hit::Around,
        Relation::Child | Relation::Other => Hit::Other(frame, backend),
    })
}

/// What a hit node is to the element that is meant, as the isolated world tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Relation {
    Itself,
    /// In it, and nothing operable of its own.
    Inside,
    /// An operable element in it, or in such a one.
    Child,
    /// Its label.
    Label,
    /// What it is in.
    Around,
    Other,
}
