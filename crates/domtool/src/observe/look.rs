//! One look at the page: capture, snapshot, identity, names asked of Chrome. What `observe` shows and reports compare.

use std::sync::Arc;

use domtool_cdp::protocol::accessibility::{AxNode, GetPartialAxTree};
use domtool_page::snapshot::{NodeIndex, Snapshot};

use super::{
    Enrich,
    capture::{self, Captured},
    phases::Phases,
};
use crate::{
    error::Result,
    session::SessionInner,
    tab::{PATIENCE, TabInner},
    world,
};

/// How many nodes Chrome is asked to name in one look.
const MOST_ASKED: usize = 300;

/// What one look gave.
pub(crate) struct Look {
    pub(crate) snapshot: Snapshot,
    /// What the browser sent for it.
    pub(crate) bytes: usize,
}

/// Captures the page and brings its ids up to date.
pub(crate) async fn look(tab: &Arc<TabInner>, session: &SessionInner, enrich: Enrich) -> Result<Snapshot> {
    Ok(look_timed(tab, session, enrich, &mut Phases::default()).await?.snapshot)
}

/// The same, noting how long each phase takes.
pub(crate) async fn look_timed(
    tab: &Arc<TabInner>,
    session: &SessionInner,
    enrich: Enrich,
    phases: &mut Phases,
) -> Result<Look> {
    let captured = phases.wait("capture", capture::capture(tab)).await?;
    let mut snapshot = {
        let capture = phases.work("decode", || captured.decode())?;
        phases.build(&capture, &session.options.privacy)
    };
    if enrich == Enrich::Auto {
        phases.wait("asked", ask_names(tab, &captured, &mut snapshot)).await?;
    }
    let moved = phases.work("identity", || session.registry().reconcile(&tab.target, &snapshot));
    for moved in moved {
        tracing::debug!(id = %moved.id, "an id moved to the node that took its element's place");
    }
    let bytes = captured.size();
    drop(captured);
    world::release(tab, world::LOOK_GROUP);
    Ok(Look { snapshot, bytes })
}

/// Asks Chrome, in one burst, for the nodes that we are not certain of.
async fn ask_names(tab: &TabInner, captured: &Captured, snapshot: &mut Snapshot) -> Result<()> {
    let uncertain = snapshot.uncertain(MOST_ASKED);
    if uncertain.is_empty() {
        return Ok(());
    }
    let mut pending = Vec::with_capacity(uncertain.len());
    for index in uncertain {
        let node = snapshot.node(index);
        let session = snapshot.frames.get(node.frame().0 as usize).map_or(0, |frame| frame.session);
        let Some(attachment) = captured.attachments.get(session as usize) else { continue };
        let ask = GetPartialAxTree { backend_node_id: Some(node.backend()), fetch_relatives: Some(false) };
        pending.push((index, attachment.channel.post(&ask)));
    }
    let answers: Vec<(NodeIndex, AxNode)> = capture::guard(tab, PATIENCE, async {
        let mut answers = Vec::with_capacity(pending.len());
        for (index, pending) in pending {
            // A node that went away since keeps the name that we gave it.
            if let Ok(reply) = pending.reply().await
                && let Some(node) = reply.nodes.into_iter().next()
            {
                answers.push((index, node));
            }
        }
        Ok(answers)
    })
    .await?;
    let answers: Vec<(NodeIndex, &AxNode)> = answers.iter().map(|(index, node)| (*index, node)).collect();
    snapshot.enrich(&answers);
    Ok(())
}
