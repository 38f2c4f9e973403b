//! What covers an element: whether it will go, whether the element can be brought out from under it, and its name.

use domtool_cdp::protocol::{BackendNodeId, FrameId};
use domtool_page::snapshot::{NodeRef, Role, Tier};

use super::{Scene, resolve::Subject};
use crate::{
    error::{Error, ErrorKind, Obstacle, Result},
    observe::{self, Enrich},
    world::World,
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
pub(super) async fn way_out(scene: &Scene<'_>, frame: &FrameId, backend: BackendNodeId) -> WayOut {
    let Some(world) = World::of(scene.tab, frame) else { return WayOut::None };
    let Ok(node) = world.node(backend).await else { return WayOut::Wait };
    if node.call("passing", &[(); 0]).await.unwrap_or(false) {
        return WayOut::Wait;
    }
    match node.call("pinned", &[(); 0]).await {
        Ok(true) => WayOut::Scroll,
        Ok(false) | Err(_) => WayOut::None,
    }
}

/// Of what covers, from the node that was hit up to the outermost that is not also around the element, the one that a
/// person would name: the dialog, also when its veil was hit; else the outermost that means something.
fn most_telling<'s>(chain: &[NodeRef<'s>]) -> Option<NodeRef<'s>> {
    let outermost = *chain.last()?;
    let is_dialog = |node: &NodeRef<'_>| matches!(node.role(), Role::Dialog | Role::AlertDialog);
    let is_region = |node: &NodeRef<'_>| node.role() == Role::Region && !node.name().is_empty();
    let telling =
        |node: &&NodeRef<'_>| node.operable() || (node.tier() == Tier::Semantic && !node.tag().is_empty());
    let coverer = chain.iter().rev().find(telling).copied().unwrap_or(outermost);
    chain
        .iter()
        .rfind(|node| is_dialog(node))
        .copied()
        .or_else(|| only(outermost, is_dialog))
        .or_else(|| only(coverer, is_region))
        .or(Some(coverer))
}

/// The one visible node of a kind below another; nothing when there are several.
fn only<'s>(below: NodeRef<'s>, is: impl Fn(&NodeRef<'s>) -> bool) -> Option<NodeRef<'s>> {
    let mut found = below.descendants().filter(|node| node.visible() && is(node));
    found.next().filter(|_| found.next().is_none())
}

/// The error that names the coverer, as an observation would; nothing when it is gone by now.
pub(super) async fn covered(
    scene: &Scene<'_>,
    subject: &Subject,
    frame: &FrameId,
    backend: BackendNodeId,
) -> Result<Option<Error>> {
    let snapshot = observe::look(scene.tab, &scene.session, Enrich::Auto).await?;
    let target = snapshot.find(&subject.frame, subject.backend);
    // What is no node of the snapshot (the backdrop of a modal dialog) stands for what the snapshot says covers.
    let known = || snapshot.node(target?).covered_by().map(|coverer| coverer.index());
    let Some(hit) = snapshot.find(frame, backend).or_else(known) else {
        return Ok(None);
    };
    let apart = |index| target.is_none_or(|target| !snapshot.node(index).contains(target));
    let hit = snapshot.node(hit);
    let chain: Vec<_> =
        std::iter::once(hit).chain(hit.ancestors()).take_while(|node| apart(node.index())).collect();
    let coverer = most_telling(&chain).unwrap_or(hit);
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
    Ok(Some(Error::new(ErrorKind::Covered, message).with_obstacle(obstacle)))
}
