//! Where an out-of-process frame hangs: the element that shows it, and the way from its coordinates to the page's.

use domtool_cdp::{
    Channel,
    protocol::{BackendNodeId, FrameId, dom},
};
pub(crate) use domtool_page::geometry::Quad;

use crate::{error::Result, tab::TabInner};

/// The element that shows an out-of-process frame.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    /// The frame whose document holds it.
    pub(crate) parent: FrameId,
    /// The channel of that document.
    pub(crate) channel: Channel,
    /// The root frame of that channel.
    pub(crate) root: FrameId,
    pub(crate) backend: BackendNodeId,
    /// Its content box as a quad, in CSS pixels of the viewport of `root`.
    pub(crate) quad: Option<Quad>,
}

/// The owner of a frame that is the root of a session; `None` for the main frame.
pub(crate) async fn owner(tab: &TabInner, frame: &FrameId) -> Result<Option<Owner>> {
    let Some((parent, channel, root)) = parent_of(tab, frame) else { return Ok(None) };
    let backend = channel.call(&dom::GetFrameOwner { frame_id: frame.clone() }).await?.backend_node_id;
    Ok(Some(Owner { parent, channel, root, backend, quad: None }))
}

/// Every owner from a frame's session up to the page's own, innermost first.
pub(crate) async fn ladder(tab: &TabInner, root: &FrameId) -> Result<Vec<Owner>> {
    let mut ladder = Vec::new();
    let mut root = root.clone();
    while let Some(owner) = measured_owner(tab, &root).await? {
        root = owner.root.clone();
        ladder.push(owner);
    }
    Ok(ladder)
}

/// The parent of a frame, with its channel and the root frame of that.
fn parent_of(tab: &TabInner, frame: &FrameId) -> Option<(FrameId, Channel, FrameId)> {
    let state = tab.state();
    if state.is_main(frame) {
        return None;
    }
    let parent = state.frames.get(frame).and_then(|f| f.parent.clone())?;
    let attachment = state.frames.get(&parent).and_then(|f| state.attachment(&f.session))?;
    Some((parent.clone(), attachment.channel.clone(), attachment.root.clone()))
}

async fn measured_owner(tab: &TabInner, frame: &FrameId) -> Result<Option<Owner>> {
    let Some(mut owner) = owner(tab, frame).await? else { return Ok(None) };
    // A frame without a box (display: none) has no model, and that is no error.
    let model = owner.channel.call(&dom::GetBoxModel { backend_node_id: Some(owner.backend) }).await;
    owner.quad = model.ok().and_then(|reply| Quad::from_numbers(&reply.model.content));
    Ok(Some(owner))
}
