//! Judges what takes an element's clicks: a coverer, whether it will go away, whether scrolling brings the element out from under
//! it, and its name; or the page that the element itself shows (an `<iframe>`).

use domtool_cdp::protocol::{BackendNodeId, FrameId};
use domtool_page::view::quoted;
use domtool_page::{
    identity::ElementId,
    snapshot::{NodeIndex, NodeKind, NodeRef, Snapshot},
};

use crate::{
    act::{ActionContext, resolve::ResolvedElement},
    error::{Error, ErrorKind, Obstacle, Result},
    observe::{self, Enrich},
    world::calls,
};

/// How an element may come out from under what covers it.
pub(super) enum WayOut {
    /// The coverer is on its way out.
    Wait,
    /// The coverer is fixed or sticky and small.
    Scroll,
    None,
}

/// Looks at what covers. A coverer that is gone by now is as good as one on its way out.
pub(super) async fn way_out(ctx: &ActionContext<'_>, frame: &FrameId, backend: BackendNodeId) -> WayOut {
    let Some(world) = ctx.tab.world_of(frame) else { return WayOut::None };
    let Ok(node) = world.node(backend).await else { return WayOut::Wait };
    if node.call(calls::PASSING, &()).await.unwrap_or(false) {
        return WayOut::Wait;
    }
    match node.call(calls::PINNED, &()).await {
        Ok(true) => WayOut::Scroll,
        Ok(false) | Err(_) => WayOut::None,
    }
}

/// Whether what covers may go by itself, so that waiting may help.
pub(super) async fn may_go(ctx: &ActionContext<'_>, frame: &FrameId, backend: BackendNodeId) -> bool {
    let Some(world) = ctx.tab.world_of(frame) else { return false };
    let Ok(node) = world.node(backend).await else { return true };
    node.call(calls::MAY_GO, &()).await.unwrap_or(false)
}

/// The error that names the coverer, as an observation would; nothing when it is gone by now.
pub(super) async fn covered(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    frame: &FrameId,
    backend: BackendNodeId,
) -> Result<Option<Error>> {
    let snapshot = observe::look(ctx.tab, &ctx.session, Enrich::Auto).await?;
    let target = snapshot.find(&subject.frame, subject.backend);
    // What is no node of the snapshot (the backdrop of a modal dialog) stands for what the snapshot says covers.
    let known = || snapshot.node(target?).covered_by().map(|coverer| coverer.index());
    let Some(hit) = snapshot.find(frame, backend).or_else(known) else {
        return Ok(None);
    };
    let coverer = target.map_or(hit, |target| snapshot.coverer(hit, target));
    let inside = target.is_some_and(|target| snapshot.node(target).contains(hit));
    let (id, what) = named(ctx, &snapshot, coverer);
    let obstacle = Obstacle::Coverer { id: Some(id), what: what.clone() };
    let message = if inside {
        format!("every free point of {} belongs to {what} inside it", subject.words())
    } else {
        format!("{} is covered by {what}", subject.words())
    };
    let error = Error::new(ErrorKind::Covered, message).with_obstacle(obstacle);
    // Only what can be acted on is advised.
    let part = snapshot.node(coverer);
    let advised = inside && part.visible() && part.operable();
    Ok(Some(match advised {
        true => error.with_hint(format!("act on {id} instead")),
        false if !inside && floats_at_writing(ctx, frame, backend).await => error.with_hint(
            "close or move what covers it (press Escape, where the field with the focus opened it), then try again",
        ),
        false => error,
    }))
}

/// Whether what covers floats at a field of its frame that is written in: a calendar, or suggestions, that the field opened.
pub(in crate::act) async fn floats_at_writing(
    ctx: &ActionContext<'_>,
    frame: &FrameId,
    backend: BackendNodeId,
) -> bool {
    let Some(world) = ctx.tab.world_of(frame) else { return false };
    let Ok(coverer) = world.node(backend).await else { return false };
    coverer.call(calls::FLOATS_AT_WRITING, &()).await.unwrap_or(false)
}

/// The error for an element that shows a page of its own: what is sent to its place is that page's, not its own.
pub(super) async fn framed(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Result<Error> {
    let snapshot = observe::look(ctx.tab, &ctx.session, Enrich::Auto).await?;
    let owner = snapshot.find(&subject.frame, subject.backend);
    let elements = || {
        let inner = owner.map(|owner| snapshot.node(owner)).into_iter().flat_map(NodeRef::descendants);
        inner.filter(|node| node.kind() == NodeKind::Element)
    };
    // Where it has no control, all of it is: a page may draw them, or hear of every click.
    let inside = elements().find(|node| node.operable() && node.visible()).or_else(|| elements().next());
    let message =
        format!("{} shows a page of its own, and input to its place goes to that page", subject.words());
    let hint = match inside {
        Some(node) => format!("act on what is in it, such as {}", named(ctx, &snapshot, node.index()).1),
        None => "observe to see whether what is in it can be read by now".to_owned(),
    };
    Ok(Error::new(ErrorKind::NotActionable, message).with_hint(hint))
}

/// An element's id and what it is called, as an observation would name it; nothing when it is gone by now.
pub(crate) async fn words_of(
    ctx: &ActionContext<'_>,
    frame: &FrameId,
    backend: BackendNodeId,
) -> Result<Option<String>> {
    let snapshot = observe::look(ctx.tab, &ctx.session, Enrich::Auto).await?;
    Ok(snapshot.find(frame, backend).map(|index| named(ctx, &snapshot, index).1))
}

/// An element's id, and what it is called in sentences.
fn named(ctx: &ActionContext<'_>, snapshot: &Snapshot, index: NodeIndex) -> (ElementId, String) {
    let id = ctx.session.registry().assign(&ctx.tab.target(), snapshot, index);
    let node = snapshot.node(index);
    let role = match (node.role().word(), node.tag()) {
        ("generic", "") => "text",
        ("generic", tag) => tag,
        (word, _) => word,
    };
    let name = if node.name().is_empty() {
        let texts = node.descendants().filter(|n| n.visible()).map(|n| n.text().trim());
        let text = texts.collect::<Vec<_>>().join(" ");
        text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(60).collect()
    } else {
        node.name().to_owned()
    };
    let words = if name.is_empty() {
        format!("{id} {role}")
    } else {
        format!("{id} {role} {name}", name = quoted(&name))
    };
    (id, words)
}
