//! Looks into each frame beside its snapshot, for what the protocol does not tell: `look.js`, one call per frame, in the same burst.
//! For most pages it has nothing to report.
//!
//! A script sees into a shadow root only when it was led there. So where a snapshot shows fields (or the focus) in a
//! shadow root that the frame's world does not know yet, the world is led in and looks once more; from then on the
//! first look covers that root too.

use std::collections::HashMap;

use domtool_cdp::{
    Pending,
    protocol::{BackendNodeId, FrameId, dom::ResolveNode, runtime},
};
use domtool_page::capture::{FieldLook, FrameProbe, PageCapture, ShownOnHover};

use super::{deep, sheets};
use crate::{
    limits::{ENTERED_NODES, REMEMBERED_NODES},
    tab::{Attachment, TabInner},
    world::{LOOK_GROUP, World, calls},
};

/// A look under way; none where the frame has no world of ours yet.
pub(super) type Posted = (FrameId, Option<Pending<runtime::CallFunctionOn>>);

/// Asks the world of every frame of a session.
pub(super) fn post(tab: &TabInner, attachment: &Attachment) -> Vec<Posted> {
    let contexts: Vec<(FrameId, Option<i32>)> = {
        let state = tab.state();
        let own = state.frames.iter().filter(|(_, frame)| frame.session == attachment.session);
        own.map(|(id, frame)| (id.clone(), frame.context)).collect()
    };
    let mut posted = Vec::with_capacity(contexts.len());
    for (frame, context) in contexts {
        posted.push((frame, context.map(|context| attachment.channel.post(&look_in(context)))));
    }
    posted
}

fn look_in(context: i32) -> runtime::CallFunctionOn {
    runtime::CallFunctionOn {
        function_declaration: calls::LOOK.function(),
        execution_context_id: Some(context),
        ..deeply()
    }
}

/// Waits for the answers. A look that failed says so: nobody knows then which of the frame's fields hold secrets.
pub(super) async fn read(tab: &TabInner, attachment: &Attachment, posted: Vec<Posted>) -> Vec<FrameProbe> {
    let mut looks = Vec::new();
    for (frame, pending) in posted {
        let mut look = answered(tab, &frame, pending).await;
        if let Some(seen) = look.as_mut()
            && !seen.wanted.is_empty()
        {
            let wanted = std::mem::take(&mut seen.wanted);
            if let Some(again) = look_with_sheets(tab, attachment, &frame, wanted).await {
                look = Some(again);
            }
        }
        looks.push(look.map_or_else(|| failed(frame), |look| look.probe));
    }
    looks
}

async fn answered(
    tab: &TabInner,
    frame: &FrameId,
    pending: Option<Pending<runtime::CallFunctionOn>>,
) -> Option<Look> {
    match pending?.reply().await {
        Ok(reply) if reply.exception_details.is_some() => look_anew(tab, frame).await,
        Ok(reply) => understand(tab, frame.clone(), &reply),
        Err(error) => {
            tracing::debug!(%error, "a frame could not be looked into");
            None
        }
    }
}

/// Looks once more where the look was thrown out: the world is without its script when that was ended while it was loaded.
async fn look_anew(tab: &TabInner, frame: &FrameId) -> Option<Look> {
    let world = tab.world_of(frame)?;
    if let Err(why) = tab.load_world(&world).await {
        tracing::debug!(why, "a frame could not be looked into");
        return None;
    }
    let reply = world.channel.call(&look_in(world.context)).await;
    let reply =
        reply.inspect_err(|error| tracing::debug!(%error, "a frame could not be looked into")).ok()?;
    understand(tab, frame.clone(), &reply)
}

/// Looks once more, with the rules of style sheets that the frame's world could not read. Once for each of them in the life of a document.
async fn look_with_sheets(
    tab: &TabInner,
    attachment: &Attachment,
    frame: &FrameId,
    wanted: Vec<String>,
) -> Option<Look> {
    let texts = sheets::texts(&attachment.channel, frame, wanted).await;
    let world = tab.world_of(frame)?;
    if let Err(error) = world.call(calls::READ_SHEETS, &(texts,)).await {
        tracing::debug!(%error, "style sheets of another origin could not be read");
        return None;
    }
    answered(tab, frame, Some(attachment.channel.post(&look_in(world.context)))).await
}

/// What a look told.
struct Look {
    probe: FrameProbe,
    /// Addresses of style sheets that could not be read.
    wanted: Vec<String>,
}

/// That of a frame which was not looked into.
pub(super) fn failed(frame: FrameId) -> FrameProbe {
    FrameProbe { frame, failed: true, ..FrameProbe::default() }
}

/// Arrays come back with the backend ids of the nodes in them.
fn deeply() -> runtime::CallFunctionOn {
    runtime::CallFunctionOn {
        silent: Some(true),
        object_group: Some(LOOK_GROUP.to_owned()),
        serialization_options: Some(deep::options()),
        ..Default::default()
    }
}

/// An array of the facts as JSON, the focus, and the elements that the facts are of; null where there is nothing to tell.
fn understand(tab: &TabInner, frame: FrameId, reply: &runtime::CallFunctionOnReply) -> Option<Look> {
    if reply.exception_details.is_none() && reply.result.subtype.as_deref() == Some("null") {
        let probe = FrameProbe { frame, plain_root: true, ..FrameProbe::default() };
        return Some(Look { probe, wanted: Vec::new() });
    }
    let (told, nodes) = deep::answer(calls::LOOK, reply)?;
    if told.lost
        && let Some(state) = tab.state().frames.get_mut(&frame)
    {
        state.entered.clear();
    }
    let (focus, fields) = nodes.split_first()?;
    let focus = told.focus.and_then(|at| fields.get(at)).unwrap_or(focus);
    let node = |at: usize| Some(fields.get(at)?.node()?.backend_node_id);
    let shown_on_hover = told
        .shown
        .into_iter()
        .filter_map(|(shown, hovered)| Some(ShownOnHover { shown: node(shown)?, hovered: node(hovered)? }));
    let shown_on_hover = shown_on_hover.collect();
    let faded = told.faded.into_iter().filter_map(node).collect();
    let lit_on_hover = told.lit.into_iter().filter_map(node).collect();
    let nested_hosts = told.nested.into_iter().filter_map(node).collect();
    let pointed_on_hover = told.pointed.into_iter().filter_map(node).collect();
    let fields = told.facts.into_iter().zip(fields).filter_map(|(fact, node)| {
        Some(FieldLook {
            node: node.node()?.backend_node_id,
            mixed: fact.mixed,
            invalid: fact.invalid,
            text: fact.text,
            files: fact.files,
            was_secret: fact.was_secret,
        })
    });
    let probe = FrameProbe {
        frame,
        plain_root: told.plain,
        origin: told.origin,
        focus: focus.node().map(|node| node.backend_node_id),
        fields: fields.collect(),
        shown_on_hover,
        faded,
        pointed_on_hover,
        lit_on_hover,
        nested_hosts,
        inked: told.inked,
        failed: false,
    };
    Some(Look { probe, wanted: told.wanted })
}

/// How deep the focus may be in shadow roots within shadow roots, all new.
const ROUNDS: u32 = 8;

/// Leads each frame's world into the shadow roots that it does not know and that matter, and takes what it tells then.
/// Only the focus needs more than one round: it is found root by root.
pub(super) async fn enter_shadow_roots(
    tab: &TabInner,
    attachments: &[Attachment],
    capture: &mut PageCapture<'_>,
) {
    for _ in 0..ROUNDS {
        if !enter_unknown(tab, attachments, capture).await {
            break;
        }
    }
}

/// One round; whether there was anything to enter.
async fn enter_unknown(tab: &TabInner, attachments: &[Attachment], capture: &mut PageCapture<'_>) -> bool {
    let mut entered = false;
    for (session, attachment) in capture.sessions.iter_mut().zip(attachments) {
        let mut unknown: HashMap<FrameId, Vec<BackendNodeId>> = HashMap::new();
        let wanted = session.nodes_to_enter();
        {
            let mut state = tab.state();
            for (frame, node) in wanted {
                let Some(known) = state.frames.get_mut(&frame).filter(|known| known.context.is_some()) else {
                    continue;
                };
                let nodes = unknown.entry(frame).or_default();
                if nodes.len() < ENTERED_NODES && !known.entered.contains(&node) {
                    nodes.push(node);
                }
            }
        }
        for (frame, nodes) in unknown.into_iter().filter(|(_, nodes)| !nodes.is_empty()) {
            let look = match tab.world_of(&frame) {
                Some(world) => enter(tab, attachment, &world, frame.clone(), &nodes).await,
                None => None,
            };
            entered |= look.is_some();
            let known = session.looks.iter_mut().find(|known| known.frame == frame);
            match (look, known) {
                (Some(look), Some(known)) => *known = look,
                (Some(look), None) => session.looks.push(look),
                // What was seen from outside stays; what is in the roots is not known.
                (None, Some(known)) => known.failed = true,
                (None, None) => session.looks.push(failed(frame)),
            }
        }
    }
    entered
}

/// Two round trips, once for each new shadow root.
async fn enter(
    tab: &TabInner,
    attachment: &Attachment,
    world: &World,
    frame: FrameId,
    nodes: &[BackendNodeId],
) -> Option<FrameProbe> {
    let mut pending = Vec::with_capacity(nodes.len());
    for node in nodes {
        let resolve = ResolveNode {
            backend_node_id: Some(*node),
            object_group: Some(LOOK_GROUP.to_owned()),
            execution_context_id: Some(world.context),
        };
        pending.push((*node, attachment.channel.post(&resolve)));
    }
    let mut arguments = Vec::with_capacity(nodes.len());
    let mut found = Vec::with_capacity(nodes.len());
    for (node, pending) in pending {
        // One that went away since is not there to be told of.
        if let Ok(reply) = pending.reply().await {
            found.push(node);
            arguments.push(runtime::CallArgument { object_id: reply.object.object_id, value: None });
        }
    }
    let call = runtime::CallFunctionOn {
        function_declaration: calls::ENTER_AND_LOOK.function(),
        arguments: Some(arguments),
        execution_context_id: Some(world.context),
        ..deeply()
    };
    let reply = match attachment.channel.post(&call).reply().await {
        Ok(reply) => reply,
        Err(error) => {
            tracing::debug!(%error, "a shadow root could not be looked into");
            return None;
        }
    };
    let look = understand(tab, frame.clone(), &reply).map(|look| look.probe);
    if let Some(state) = tab.state().frames.get_mut(&frame) {
        if state.entered.len() > REMEMBERED_NODES {
            state.entered.clear();
        }
        state.entered.extend(found);
    }
    look
}
