//! What covers an element: whether it will go, whether the element can be brought out from under it, and its name.

use domtool_cdp::protocol::{BackendNodeId, FrameId};

use crate::{
    act::{Scene, resolve::Subject},
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
    // What is no node of the snapshot (the backdrop of a modal dialog) stands for what the snapshot says covers.
    let known = || snapshot.node(target?).covered_by().map(|coverer| coverer.index());
    let Some(hit) = snapshot.find(frame, backend).or_else(known) else {
        return Ok(None);
    };
    let coverer = target.map_or(hit, |target| snapshot.coverer(hit, target));
    let (hit, coverer) = (snapshot.node(hit), snapshot.node(coverer));
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
    let error = Error::new(ErrorKind::Covered, message).with_obstacle(obstacle);
    Ok(Some(if inside { error.with_hint(format!("act on {id} instead")) } else { error }))
}
