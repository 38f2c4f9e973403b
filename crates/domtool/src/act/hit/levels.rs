//! Takes one point through the protocol sessions on the way from an element up to the page: its coordinates in each, and the node
//! that each session finds there.

use domtool_cdp::{
    Channel, Pending,
    protocol::{BackendNodeId, FrameId, dom},
};

use super::Point;
use crate::{
    act::{ActionContext, resolve::ResolvedElement},
    error::Result,
    observe::owners::{self, Owner},
    world::calls,
};

/// One session on the way from the element's up to the page's own.
pub(super) struct Level {
    channel: Channel,
    /// What its viewport shows: how far it is scrolled and its size, CSS pixels.
    scroll: (f64, f64),
    size: (f64, f64),
    /// The element of the next level that shows it.
    owner: Option<Owner>,
}

/// The levels, innermost first; `None` when one of them shows nothing.
pub(super) async fn levels(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Result<Option<Vec<Level>>> {
    let mut levels = Vec::new();
    let mut channel = subject.handle.channel.clone();
    let mut root = subject.root.clone();
    for owner in owners::ladder(ctx.tab, &root).await?.into_iter().map(Some).chain([None]) {
        let Some(world) = ctx.tab.world_of(&root) else { return Ok(None) };
        let [x, y, width, height]: [f64; 4] = world.call(calls::OFFSET, &()).await?;
        let above = owner.as_ref().map(|owner| (owner.channel.clone(), owner.root.clone()));
        levels.push(Level { channel, scroll: (x, y), size: (width.max(1.0), height.max(1.0)), owner });
        let Some(above) = above else { break };
        (channel, root) = above;
    }
    Ok(Some(levels))
}

/// The same point, as every level counts it: innermost first. Nothing where a frame has no box.
fn seen(levels: &[Level], point: Point) -> Vec<Option<(f64, f64)>> {
    let mut seen = vec![Some((point.x, point.y))];
    for level in levels {
        let Some(owner) = &level.owner else { break };
        let inner = seen.last().copied().flatten();
        let outer = inner.zip(owner.quad).map(|((x, y), quad)| quad.at(x / level.size.0, y / level.size.1));
        seen.push(outer);
    }
    seen
}

/// A point as the page's own session counts it, with the size of the page's viewport.
pub(super) fn in_page(levels: &[Level], point: Point) -> Option<(Point, (f64, f64))> {
    let (x, y) = seen(levels, point).last().copied().flatten()?;
    Some((Point { x, y }, levels.last()?.size))
}

/// One level of one point: what was asked (nothing for a point outside of what it shows), and which node must answer
/// for the point to get through to the next level.
pub(super) struct Probe {
    pub(super) asked: Option<Pending<dom::GetNodeForLocation>>,
    pub(super) shows: Option<BackendNodeId>,
}

/// Asks every level for a point, the top one first.
pub(super) fn probes(levels: &[Level], point: Point) -> Vec<Probe> {
    let seen = seen(levels, point);
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

pub(super) async fn answer(
    ctx: &ActionContext<'_>,
    pending: Pending<dom::GetNodeForLocation>,
) -> Result<Option<(FrameId, BackendNodeId)>> {
    match pending.reply().await {
        Ok(reply) => Ok(Some((reply.frame_id, reply.backend_node_id))),
        // Nothing there.
        Err(error) if error.is_protocol() => Ok(None),
        Err(error) => Err(ctx.tab.explain(error)),
    }
}
