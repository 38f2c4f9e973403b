//! Checks that a node still is the element that its id was given to: when the id is resolved, and again right before input.
//!
//! The isolated world notes every change. While nothing changed in the element or in its row since the ids were last brought
//! up to date, the element is the same, and the check needs no look at the page. Otherwise a fresh snapshot decides.

use domtool_cdp::protocol::{BackendNodeId, FrameId};
use domtool_page::view::quoted;
use domtool_page::{
    identity::{ElementId, Entry},
    snapshot::Snapshot,
};

use super::{ActionContext, resolve::role_word};

use crate::{
    error::{Obstacle, Result},
    observe::{self, Enrich, ids::stale},
    tab::TabInner,
    world::{
        Handle, calls,
        data::{Change, NodeState},
    },
};

/// The nodes that must not have changed for an element to be the same.
#[derive(Clone, Debug)]
pub(crate) struct StalenessCheck {
    id: ElementId,
    frame: FrameId,
    backend: BackendNodeId,
    /// The element itself, not the label that stands in for it.
    handle: Handle,
    /// Its rows, the titles above it, the shadow roots in its rows. `None` where one is gone or they are too many.
    watched: Option<Vec<Handle>>,
    /// When its session was last looked at, as it was resolved.
    looked: Option<f64>,
    /// The check is off: the action itself has just read that this is the element.
    sure: bool,
}

impl StalenessCheck {
    pub(crate) fn new(
        tab: &TabInner,
        id: ElementId,
        entry: &Entry,
        handle: Handle,
        watched: Option<Vec<Handle>>,
    ) -> Self {
        let looked = looked(tab, &entry.frame);
        Self { id, frame: entry.frame.clone(), backend: entry.backend, handle, watched, looked, sure: false }
    }

    /// Turns the check off, for an option of a list that was just read: opening the list has changed the page around it.
    pub(crate) fn trust(&mut self) {
        self.sure = true;
    }

    /// What changed around it since the last look at its session.
    pub(crate) async fn changed(&self, tab: &TabInner) -> Result<Change> {
        self.changed_since(looked(tab, &self.frame)).await
    }

    /// What changed around it since the last look before it was resolved.
    pub(crate) async fn changed_since_resolved(&self) -> Result<Change> {
        self.changed_since(self.looked).await
    }

    /// Whether another element came to be what it is since then, by its own texts, its labels, or those of an item that does not hold `own`;
    /// `None` where it does not say.
    pub(crate) async fn came_to_be(&self, other: &Handle, own: &Handle) -> Option<bool> {
        let own = std::slice::from_ref(own);
        other.call_with(calls::CAME_TO_BE, &(self.looked?,), own).await.ok()
    }

    async fn changed_since(&self, looked: Option<f64>) -> Result<Change> {
        match (looked, &self.watched) {
            (Some(since), Some(watched)) => self.handle.call_with(calls::CHANGED, &(since,), watched).await,
            _ => Ok(Change::Near),
        }
    }

    /// Right before input: fails when it is another element by now. Whether a look was needed, in which things may have moved.
    pub(crate) async fn confirm(&self, ctx: &ActionContext<'_>) -> Result<bool> {
        ctx.recorded().await;
        if self.sure || self.changed(ctx.tab).await? != Change::Near {
            return Ok(false);
        }
        self.look_again(ctx).await?;
        Ok(true)
    }

    async fn look_again(&self, ctx: &ActionContext<'_>) -> Result<()> {
        let snapshot = observe::look(ctx.tab, &ctx.session, Enrich::Auto).await?;
        let entry = observe::ids::entry(ctx.tab, &ctx.session, self.id)?;
        if entry.backend != self.backend || entry.frame != self.frame {
            return Err(stale(self.id, "it was drawn anew while it was about to get the input")
                .with_hint("try again: the id names the new one"));
        }
        let state = self.handle.call(calls::STATE, &()).await.ok();
        check_name(self.id, &entry, &snapshot, state.as_ref().map_or(&[], NodeState::labels))
    }
}

/// When the session of a frame was last looked at.
fn looked(tab: &TabInner, frame: &FrameId) -> Option<f64> {
    let state = tab.state();
    let session = state.frames.get(frame).map(|frame| &frame.session)?;
    state.attachment(session)?.looked
}

/// Fails when a fresh snapshot calls the element otherwise than it was called when its id was shown, or shows it with another record.
/// A field that one of its `labels` still calls so is the same: an open calendar gives its field a name of its own (Pikaday).
pub(crate) fn check_name(id: ElementId, entry: &Entry, snapshot: &Snapshot, labels: &[String]) -> Result<()> {
    let Some(index) = snapshot.find(&entry.frame, entry.backend) else {
        return Err(stale(id, "it is no longer in the page"));
    };
    let node = snapshot.node(index);
    if let Some((was, now)) = entry.other_record(node) {
        let message = format!(
            "it was beside {}, and another record is in that place now: {}",
            quoted(&was),
            quoted(&now)
        );
        return Err(stale(id, &message).with_obstacle(Obstacle::Now(now)));
    }
    let labelled = !entry.name.is_empty() && labels.iter().any(|label| *label == *entry.name);
    if labelled || entry.is_called(snapshot, node) {
        return Ok(());
    }
    let now = node.name().to_owned();
    let message = format!(
        "it was {} {} and is now {now}",
        role_word(entry.role),
        quoted(&*entry.name),
        now = quoted(&now)
    );
    Err(stale(id, &message).with_obstacle(Obstacle::Now(now)))
}
