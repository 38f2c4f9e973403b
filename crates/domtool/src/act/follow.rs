//! Where an element stands that an action was about, once the page changed.
//!
//! Pages draw lists by place: each row keeps its nodes and shows the next record. What was asked of a record is then read of another node
//! than the one that got the input. What a node says of its own state ("Follow", "Following") makes it no other one. Fixture:
//! evidence/by-place.html.

use domtool_page::{
    identity::Entry,
    snapshot::{NodeKind, NodeRef, Snapshot},
};

use super::{
    ActionContext,
    resolve::{self, ResolvedElement, role_word},
};
use crate::{
    limits::NAMESAKES,
    observe::{self, Enrich},
    world::data::Change,
};

/// What stands for the element.
pub(super) enum Followed {
    /// Its node still is the one.
    Same,
    /// Another node is.
    Moved(Box<ResolvedElement>),
    /// Its node is something else now, and no other one is known to be what it was.
    Gone,
}

/// Finds where an element stands now; by a fresh look where what tells it, or the row that it is in, changed since it was resolved.
pub(super) async fn follow(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Followed {
    if !subject.trace.is_of(subject.backend) || ctx.tab.gate().is_err() {
        return Followed::Same;
    }
    // Its labels stand beside it.
    let relabelled = async || subject.read().await.is_ok_and(|now| now.labels() != subject.state.labels());
    if !matches!(subject.staleness.changed_since_resolved().await, Ok(Change::Near)) && !relabelled().await {
        return Followed::Same;
    }
    let Ok(snapshot) = observe::look(ctx.tab, &ctx.session, Enrich::Auto).await else {
        return Followed::Same;
    };
    let entry = observe::ids::entry(ctx.tab, &ctx.session, subject.id);
    let own = |entry: &Entry| entry.backend == subject.backend && entry.frame == subject.frame;
    if entry.as_ref().is_ok_and(|entry| !own(entry))
        && let Ok(now) = Box::pin(resolve::resolve(ctx, subject.id)).await
    {
        return Followed::Moved(Box::new(now));
    }
    let was = subject.target.name.as_str();
    let index = snapshot.find(&subject.frame, subject.backend);
    let renamed = index.is_none_or(|index| snapshot.node(index).name() != was);
    if entry.is_ok() && (!renamed || was.is_empty()) {
        return Followed::Same;
    }
    // What came to be called so is what it was.
    let Namesakes { came, .. } = Namesakes::of(ctx, subject, &snapshot, was).await;
    match <[ResolvedElement; 1]>::try_from(came) {
        Ok([now]) => return Followed::Moved(Box::new(now)),
        Err(came) if came.is_empty() => {}
        Err(_) => return if entry.is_ok() { Followed::Same } else { Followed::Gone },
    }
    if entry.is_ok() {
        return Followed::Same;
    }
    // What others are called all along is no record's name, but what this one says of its state.
    let is = index.map(|index| snapshot.node(index).name().to_owned()).unwrap_or_default();
    match Namesakes::of(ctx, subject, &snapshot, &is).await.before {
        0 => Followed::Gone,
        _ => Followed::Same,
    }
}

/// The other elements of its kind and frame that are called so.
#[derive(Default)]
struct Namesakes {
    /// Those that came to be so since the element was resolved.
    came: Vec<ResolvedElement>,
    /// How many were so before.
    before: usize,
}

impl Namesakes {
    /// None where they are too many to be asked: of a part of them nothing follows.
    async fn of(ctx: &ActionContext<'_>, subject: &ResolvedElement, snapshot: &Snapshot, name: &str) -> Self {
        let in_frame = |node: &NodeRef<'_>| {
            snapshot.frames.get(node.frame().0 as usize).is_some_and(|frame| frame.id == subject.frame)
        };
        let is_called = |node: &NodeRef<'_>| {
            node.kind() == NodeKind::Element
                && node.visible()
                && node.backend() != subject.backend
                && node.name() == name
                && role_word(node.role()) == subject.target.role
                && in_frame(node)
        };
        let mut all = Self::default();
        let Some(world) = ctx.tab.world_of(&subject.frame).filter(|_| !name.is_empty()) else { return all };
        let nodes: Vec<_> = snapshot.nodes().filter(is_called).take(NAMESAKES + 1).collect();
        if nodes.len() > NAMESAKES {
            return all;
        }
        for node in nodes {
            let Ok(handle) = world.node(node.backend()).await else { continue };
            match subject.staleness.came_to_be(&handle, &subject.handle).await {
                Some(true) => {}
                Some(false) => {
                    all.before += 1;
                    continue;
                }
                // Of one that does not say, nothing follows.
                None => continue,
            }
            let mut other = ResolvedElement { handle, backend: node.backend(), ..subject.clone() };
            let Ok(state) = other.read().await else { continue };
            other.state = state;
            other.state.secret |= node.masked();
            all.came.push(other);
        }
        all
    }
}
