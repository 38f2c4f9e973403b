//! Which closed shadow roots there are: scripts find only open ones, so an action leads the worlds into these (see `act/settle.rs`).

use std::collections::HashMap;

use domtool_cdp::protocol::{BackendNodeId, FrameId};
use domtool_page::snapshot::{NodeKind, NodeRef, ShadowMode, Snapshot};

use crate::{limits::CLOSED_ROOTS, tab::TabInner};

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
