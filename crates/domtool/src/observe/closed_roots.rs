//! Which closed shadow roots there are: scripts find only open ones, so an action leads the worlds into these (see `act/settle.rs`).

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use domtool_cdp::protocol::{BackendNodeId, FrameId};
use domtool_page::snapshot::{NodeKind, NodeRef, ShadowMode, Snapshot};

use super::{Enrich, look};
use crate::{limits::CLOSED_ROOTS, shared::SessionShared, tab::TabInner};

/// Takes note of those of a snapshot.
pub(super) fn note(tab: &TabInner, snapshot: &Snapshot) {
    let closed = |node: &NodeRef<'_>| node.kind() == NodeKind::ShadowRoot(ShadowMode::Closed);
    let mut found: HashMap<FrameId, Vec<BackendNodeId>> = HashMap::new();
    for root in snapshot.nodes().filter(closed) {
        // A capture has no id for the root itself, and shows none that is empty.
        let within = snapshot.nodes().nth(root.index().0 as usize + 1);
        if let (Some(node), Some(frame)) = (within, snapshot.frames.get(root.frame().0 as usize)) {
            found.entry(frame.id.clone()).or_default().push(node.backend());
        }
    }
    let mut state = tab.state();
    for (id, frame) in &mut state.frames {
        let now = found.remove(id).unwrap_or_default();
        let heard = |root: &BackendNodeId| frame.closed_roots.get(root).copied().unwrap_or(false);
        frame.closed_roots = now.into_iter().take(CLOSED_ROOTS).map(|root| (root, heard(&root))).collect();
    }
}

/// Looks whether some hold something that held nothing at the last look: no world hears of those.
pub(crate) async fn new_closed_roots(tab: Arc<TabInner>, session: Arc<SessionShared>) -> bool {
    let all = || -> HashSet<(FrameId, BackendNodeId)> {
        let state = tab.state();
        let frames = state.frames.iter();
        frames.flat_map(|(id, frame)| frame.closed_roots.keys().map(|root| (id.clone(), *root))).collect()
    };
    let known = all();
    look(&tab, &session, Enrich::Auto).await.is_ok() && !all().is_subset(&known)
}
