//! What covers an element: whether it will go, whether the element can be brought out from under it, and its name.

use domtool_cdp::protocol::{BackendNodeId, FrameId};
use domtool_page::snapshot::{NodeRef, Tier};

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

/// The error that names the coverer, as an observation would; nothing when it is gone by now.
pub(super) async fn covered(
    scene: &Scene<'_>,
    subject: &Subject,
    frame: &FrameId,
    backend: BackendNodeId,
) -> Result<Option<Error>> {
    let snapshot = observe::look(scene.tab, &scene.session, Enrich::Auto).await?;
    let target = snapshot.find(&subject.frame, subject.backend);
    let Some(hit) = snapshot.find(frame, backend) else {
        return Ok(None);
    };
    // The outermost ancestor that is not also around the element, but rather one that has a name or can be operated.
    let apart = |index| target.is_none_or(|target| !snapshot.node(index).contains(target));
    let hit = snapshot.node(hit);
    let chain: Vec<_> =
        std::iter::once(hit).chain(hit.ancestors()).take_while(|node| apart(node.index())).collect();
    let telling =
        |node: &&NodeRef<'_>| node.operable() || (node.tier() == Tier::Semantic && !node.tag().is_empty());
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
    Ok(Some(Error::new(ErrorKind::Covered, message).with_obstacle(obstacle)))
}
