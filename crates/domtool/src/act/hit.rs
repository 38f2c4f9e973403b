//! Which point of an element really hits it, tested from the top frame down through every frame on the way.

use domtool_cdp::{
    Channel,
    protocol::{BackendNodeId, FrameId, dom},
};

use super::{Scene, resolve::Subject};
use crate::{
    error::{Error, ErrorKind, Obstacle, Result},
    observe::{
        self, Enrich,
        owners::{self, Owner, Quad},
    },
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
}

/// Scrolls the element into view, waits until it stands still, and finds a point that hits it.
pub(crate) async fn point(scene: &Scene<'_>, subject: &Subject, at: Option<(f64, f64)>) -> Result<Point> {
    let mut last = None;
    loop {
        match try_point(scene, subject, at).await? {
            Found::Point(point) => return Ok(point),
            Found::Covered { frame, backend, passing } => {
                let hopeless = !passing || tokio::time::Instant::now() >= scene.deadline;
                last = Some((frame, backend));
                if hopeless {
                    break;
                }
            }
            Found::Nowhere => break,
        }
    }
    match last {
        Some((frame, backend)) => Err(covered(scene, subject, &frame, backend).await?),
        None => Err(Error::new(
            ErrorKind::NotActionable,
            format!(
                "{} has no point that can be hit: it is outside of what its page or frame shows",
                subject.words()
            ),
        )),
    }
}

enum Found {
    Point(Point),
    Covered {
        frame: FrameId,
        backend: BackendNodeId,
        /// Whether it is on its way out.
        passing: bool,
    },
    Nowhere,
}

async fn try_point(scene: &Scene<'_>, subject: &Subject, at: Option<(f64, f64)>) -> Result<Found> {
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
    let Some(levels) = levels(scene, subject).await? else { return Ok(Found::Nowhere) };
    let spots: Vec<(f64, f64)> = match at {
        Some(spot) => vec![spot],
        None => SPOTS.to_vec(),
    };
    let mut obstacle = None;
    for (u, v) in spots {
        for quad in &quads {
            let (x, y) = quad.at(u, v);
            let point = Point { x: x.round(), y: y.round() };
            match hit_test(scene, subject, &levels, point).await? {
                Hit::Target => return Ok(Found::Point(point)),
                Hit::Other(frame, backend) => obstacle = obstacle.or(Some((frame, backend))),
                Hit::Outside => {}
            }
        }
    }
    match obstacle {
        Some((frame, backend)) => {
            let passing = passing(scene, &frame, backend).await;
            Ok(Found::Covered { frame, backend, passing })
        }
        None => Ok(Found::Nowhere),
    }
}

/// Whether a point still hits the element: tested again when the mouse is there, before it is pressed.
pub(crate) async fn still_hits(scene: &Scene<'_>, subject: &Subject, point: Point) -> Result<bool> {
    match levels(scene, subject).await? {
        Some(levels) => Ok(matches!(hit_test(scene, subject, &levels, point).await?, Hit::Target)),
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

/// Tests the top frame, then each frame on the way down to the element's own.
async fn hit_test(scene: &Scene<'_>, subject: &Subject, levels: &[Level], point: Point) -> Result<Hit> {
    // The same point, seen from every level: innermost first.
    let mut points = vec![(point.x, point.y)];
    for level in levels {
        let Some(owner) = &level.owner else { break };
        let Some(quad) = owner.quad else { return Ok(Hit::Outside) };
        let (x, y) = points.last().copied().unwrap_or_default();
        points.push(quad.at(x / level.size.0, y / level.size.1));
    }
    for (at, (level, point)) in levels.iter().zip(&points).enumerate().skip(1).rev() {
        let shown = at.checked_sub(1).and_then(|inner| levels.get(inner)?.owner.as_ref());
        match (node_at(scene, level, *point).await?, shown) {
            (Some((_, backend)), Some(owner)) if backend == owner.backend => {}
            (Some((frame, backend)), _) => return Ok(Hit::Other(frame, backend)),
            (None, _) => return Ok(Hit::Outside),
        }
    }
    let Some(level) = levels.first() else { return Ok(Hit::Outside) };
    let Some((frame, backend)) = node_at(scene, level, (point.x, point.y)).await? else {
        return Ok(Hit::Outside);
    };
    if backend == subject.backend {
        return Ok(Hit::Target);
    }
    if frame != subject.frame {
        return Ok(Hit::Other(frame, backend));
    }
    let Some(world) = World::of(scene.tab, &subject.frame) else { return Ok(Hit::Outside) };
    let hit = world.node(backend).await.map_err(|error| scene.tab.explain(error))?;
    let relation: String = subject.handle.call_with("relation", &[(); 0], Some(&hit)).await?;
    Ok(match relation.as_str() {
        "self" | "inside" | "label" => Hit::Target,
        _ => Hit::Other(frame, backend),
    })
}

/// The node at a point of a session's viewport; `None` outside of it.
async fn node_at(
    scene: &Scene<'_>,
    level: &Level,
    (x, y): (f64, f64),
) -> Result<Option<(FrameId, BackendNodeId)>> {
    if x < 0.0 || y < 0.0 || x >= level.size.0 || y >= level.size.1 {
        return Ok(None);
    }
    let at = dom::GetNodeForLocation {
        x: (x + level.scroll.0).round() as i32,
        y: (y + level.scroll.1).round() as i32,
        include_user_agent_shadow_dom: Some(false),
        ignore_pointer_events_none: Some(false),
    };
    match level.channel.call(&at).await {
        Ok(reply) => Ok(Some((reply.frame_id, reply.backend_node_id))),
        // Nothing there.
        Err(error) if error.is_protocol() => Ok(None),
        Err(error) => Err(scene.tab.explain(error)),
    }
}

/// Whether what covers is on its way out: a running animation or transition on it or above it.
async fn passing(scene: &Scene<'_>, frame: &FrameId, backend: BackendNodeId) -> bool {
    let Some(world) = World::of(scene.tab, frame) else { return false };
    let Ok(node) = world.node(backend).await else { return false };
    node.call("passing", &[(); 0]).await.unwrap_or(false)
}

/// The error that names the coverer, as an observation would.
async fn covered(
    scene: &Scene<'_>,
    subject: &Subject,
    frame: &FrameId,
    backend: BackendNodeId,
) -> Result<Error> {
    let snapshot = observe::look(scene.tab, &scene.session, Enrich::Auto).await?;
    let target = snapshot.find(&subject.frame, subject.backend);
    let Some(hit) = snapshot.find(frame, backend) else {
        let message = format!("{} is covered by something that is gone by now", subject.words());
        return Ok(Error::new(ErrorKind::Covered, message).with_hint("try again"));
    };
    // The outermost ancestor that is not also around the element, but rather one that has a name or can be operated.
    let apart = |index| target.is_none_or(|target| !snapshot.node(index).contains(target));
    let hit = snapshot.node(hit);
    let chain: Vec<_> =
        std::iter::once(hit).chain(hit.ancestors()).take_while(|node| apart(node.index())).collect();
    let telling = |node: &&domtool_page::snapshot::NodeRef<'_>| {
        node.operable() || (node.tier() == domtool_page::snapshot::Tier::Semantic && !node.tag().is_empty())
    };
    let coverer = chain.iter().rev().find(telling).or(chain.last()).copied().unwrap_or(hit);
    let inside = target.is_some_and(|target| snapshot.node(target).contains(hit.index()));
    let id = scene.session.registry().assign(&scene.tab.target, &snapshot, coverer.index());
    let tag = coverer.tag();
    let role = match coverer.role().word() {
        "generic" => {
            if tag.is_empty() {
                "text"
            } else {
                tag
            }
        }
        word => word,
    };
    let name = if coverer.name().is_empty() {
        let text: String = coverer
            .descendants()
            .filter(|n| n.visible())
            .map(|n| n.text().trim())
            .collect::<Vec<_>>()
            .join(" ");
        text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(60).collect()
    } else {
        coverer.name().to_owned()
    };
    let what = if name.is_empty() { format!("{id} {role}") } else { format!("{id} {role} {name:?}") };
    let obstacle = Obstacle::Coverer { id: Some(id.to_string()), what: what.clone() };
    let message = if inside {
        format!("every free point of {} belongs to {what} inside it", subject.words())
    } else {
        format!("{} is covered by {what}", subject.words())
    };
    Ok(Error::new(ErrorKind::Covered, message).with_obstacle(obstacle))
}
