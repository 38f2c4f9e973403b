//! Takes one look at the page: capture, snapshot, names asked of Chrome, ids. Observations show it, and reports compare two.

use std::sync::Arc;

use domtool_cdp::{
    Pending,
    protocol::{
        FrameId,
        accessibility::{AxNode, GetFullAxTree, GetPartialAxTree},
    },
};
use domtool_page::{
    snapshot::{NodeIndex, Snapshot},
    styles::StyleSet,
};

use super::{
    Enrich,
    capture::{self, Captured},
    closed_roots, live, pdf,
    phases::Phases,
};
use crate::{
    cpu::{cpu_bound, cpu_bound_bytes},
    error::{ErrorKind, Result},
    limits::NODES_NAMED_BY_CHROME,
    shared::SessionShared,
    tab::TabInner,
    world,
};

/// At most so many captures in one look: with the styles that the page needed before, with those that it needs now, and with `float`,
/// of which only the finished snapshot shows whether it matters.
const TRIES: u32 = 3;

/// What one look gave.
#[derive(Debug)]
pub(crate) struct CapturedPage {
    pub(crate) snapshot: Snapshot,
    /// What the browser sent for it.
    pub(crate) bytes: usize,
}

/// Captures the page and brings its ids up to date.
pub(crate) async fn look(tab: &Arc<TabInner>, session: &SessionShared, enrich: Enrich) -> Result<Snapshot> {
    Ok(look_timed(tab, session, enrich, None, &mut Phases::default()).await?.snapshot)
}

/// The same with Chrome's help, from what was captured already where that shows the page as it is.
pub(crate) async fn look_on(
    tab: &Arc<TabInner>,
    session: &SessionShared,
    captured: Option<Captured>,
) -> Result<Snapshot> {
    Ok(look_timed(tab, session, Enrich::Auto, captured, &mut Phases::default()).await?.snapshot)
}

/// A look, noting how long each phase takes.
pub(crate) async fn look_timed(
    tab: &Arc<TabInner>,
    session: &SessionShared,
    enrich: Enrich,
    captured: Option<Captured>,
    phases: &mut Phases,
) -> Result<CapturedPage> {
    let mut shot = match take(tab, session, captured, phases).await {
        // The document went away while it was read: the next is looked at.
        Err(error) if error.kind() == ErrorKind::NavigatedAway => take(tab, session, None, phases).await?,
        taken => taken?,
    };
    for attempt in 1..TRIES {
        let Some(lacking) = shot.lacking else { break };
        tracing::debug!(?lacking, "the page has begun to use styles that it was not asked for");
        // The last one cannot lack any.
        ask_for_styles(tab, if attempt + 1 == TRIES { StyleSet::ALL } else { lacking });
        shot = take(tab, session, None, phases).await?;
    }
    let Shot { captured, mut snapshot, .. } = shot;
    if enrich != Enrich::None {
        phases.wait("asked", ask_names(tab, &captured, &mut snapshot, enrich)).await?;
    }
    let nodes = snapshot.len();
    let moved = phases
        .work("identity", || cpu_bound(nodes, || session.registry().reconcile(&tab.target(), &snapshot)));
    for moved in moved {
        tracing::debug!(id = %moved.id, "an id moved to the node that took its element's place");
    }
    note_clocks(tab, &captured);
    closed_roots::note(tab, &snapshot);
    let bytes = captured.size();
    cpu_bound_bytes(bytes, || drop(captured));
    tab.release(world::LOOK_GROUP);
    Ok(CapturedPage { snapshot, bytes })
}

/// What was captured, and made of it.
struct Shot {
    captured: Captured,
    snapshot: Snapshot,
    /// Styles that matter and that the capture did not ask for.
    lacking: Option<StyleSet>,
}

async fn take(
    tab: &Arc<TabInner>,
    session: &SessionShared,
    captured: Option<Captured>,
    phases: &mut Phases,
) -> Result<Shot> {
    let captured = match captured {
        Some(captured) => captured,
        None => phases.wait("capture", capture::capture(tab)).await?,
    };
    let bytes = captured.size();
    let (mut capture, lacking) = phases.work("decode", || {
        cpu_bound_bytes(bytes, || {
            captured.decode().map(|capture| {
                let lacking = captured.lacking_styles(tab, &capture);
                (capture, lacking)
            })
        })
    })?;
    if lacking.is_some() {
        drop(capture);
        return Ok(Shot { captured, snapshot: Snapshot::default(), lacking });
    }
    let entering = tab.guard(tab.patience(), async {
        live::enter_shadow_roots(tab, &captured.attachments, &mut capture).await;
        pdf::read(tab, &captured.attachments, &mut capture).await;
        Ok(())
    });
    phases.wait("entered", entering).await?;
    phases.wait("frames", captured.measure_frames(tab, &mut capture)).await;
    {
        let secrets = session.secrets();
        capture.secrets = Arc::clone(&secrets.known);
        capture.secret_fields = secrets.fields.clone();
    }
    let snapshot = cpu_bound_bytes(bytes, || {
        let snapshot = phases.build(&capture, &session.options.privacy);
        drop(capture);
        snapshot
    });
    session.secrets().learn(&snapshot);
    let lacking = snapshot.styles_lacking();
    Ok(Shot { captured, snapshot, lacking })
}

/// Has later captures ask for these styles too, until a session has another document.
fn ask_for_styles(tab: &TabInner, styles: StyleSet) {
    for attachment in &mut tab.state().attachments {
        attachment.styles = attachment.styles.map(|known| known.with(styles));
    }
}

/// Notes when each session was looked at: actions ask the isolated world what changed since.
fn note_clocks(tab: &TabInner, captured: &Captured) {
    let mut state = tab.state();
    for (attachment, clock) in captured.clocks() {
        if let Some(known) = state.attachments.iter_mut().find(|a| a.session == attachment.session) {
            known.looked = clock;
        }
    }
}

/// Asks Chrome, in one burst: for the nodes that we are not certain of, or for the tree of each frame.
async fn ask_names(
    tab: &TabInner,
    captured: &Captured,
    snapshot: &mut Snapshot,
    enrich: Enrich,
) -> Result<()> {
    let single = if enrich == Enrich::Auto { ask_singly(captured, snapshot) } else { Vec::new() };
    let whole = if enrich == Enrich::Full { ask_for_trees(captured, snapshot) } else { Vec::new() };
    if single.is_empty() && whole.is_empty() {
        return Ok(());
    }
    let answers: Vec<(NodeIndex, AxNode)> = tab
        .guard(tab.patience(), async {
            let mut answers = Vec::with_capacity(single.len());
            for (frame, pending) in whole {
                // A frame that went away since keeps the names that we gave it.
                let Ok(answer) = pending.answer().await else { continue };
                let Ok(reply) = cpu_bound_bytes(answer.size(), || answer.decode()) else { continue };
                let nodes = reply.nodes.into_iter();
                answers.extend(
                    nodes.filter_map(|node| Some((snapshot.find(&frame, node.backend_dom_node_id?)?, node))),
                );
            }
            for (index, pending) in single {
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
    cpu_bound(snapshot.len(), || snapshot.enrich(&answers));
    Ok(())
}

/// One question for each node that we are not certain of.
fn ask_singly(captured: &Captured, snapshot: &Snapshot) -> Vec<(NodeIndex, Pending<GetPartialAxTree>)> {
    let mut pending = Vec::new();
    for index in snapshot.uncertain(NODES_NAMED_BY_CHROME) {
        let node = snapshot.node(index);
        let session = snapshot.frames.get(node.frame().0 as usize).map_or(0, |frame| frame.session);
        let Some(attachment) = captured.attachments.get(session as usize) else { continue };
        let ask = GetPartialAxTree { backend_node_id: Some(node.backend()), fetch_relatives: Some(false) };
        pending.push((index, attachment.channel.post(&ask)));
    }
    pending
}

/// One question for each frame, of its own session: Chrome's tree covers one frame.
fn ask_for_trees(captured: &Captured, snapshot: &Snapshot) -> Vec<(FrameId, Pending<GetFullAxTree>)> {
    let mut pending = Vec::new();
    for frame in &snapshot.frames {
        let Some(attachment) = captured.attachments.get(frame.session as usize) else { continue };
        let ask = GetFullAxTree { frame_id: Some(frame.id.clone()), ..GetFullAxTree::default() };
        pending.push((frame.id.clone(), attachment.channel.post(&ask)));
    }
    pending
}
