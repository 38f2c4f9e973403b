//! Bringing an element into view through the frames it is in.
//!
//! Chromium scrolls a frame and then the pages around it, but not from an element that is fixed to its frame (a modal
//! dialog, a bar at the end): scrolling such a one into view ends at its frame. So each frame's element is scrolled to
//! the part of it in which the element is seen, from the inside out.

use domtool_cdp::{
    Channel,
    protocol::{BackendNodeId, dom},
};
use domtool_page::geometry::{Quad, Rect};

use crate::{
    act::{ActionContext, resolve::ResolvedElement},
    error::Result,
    observe::owners,
};

/// Scrolls every frame's element on the way up to the page. What is in view stays where it is.
pub(crate) async fn through_frames(ctx: &ActionContext<'_>, subject: &ResolvedElement) -> Result<()> {
    let explain = |error| ctx.tab.explain(error);
    let mut frame = subject.frame.clone();
    // In CSS pixels of the viewport of the frame's session.
    let mut seen = None;
    while let Some(owner) = owners::owner(ctx.tab, &frame).await? {
        let inside = match seen {
            Some(inside) => inside,
            None => {
                let quads = dom::GetContentQuads { backend_node_id: Some(subject.backend) };
                let quads = subject.handle.channel.call(&quads).await.map_err(explain)?.quads;
                let quads = quads.iter().filter_map(|numbers| Quad::from_numbers(numbers));
                let Some(largest) = quads.max_by(|a, b| a.area().total_cmp(&b.area())) else { return Ok(()) };
                largest.bounds()
            }
        };
        let same_session = {
            let state = ctx.tab.state();
            let session = |frame| state.frames.get(frame).map(|known| &known.session);
            session(&frame) == session(&owner.parent)
        };
        let Some((border, content)) = boxes(&owner.channel, owner.backend).await else { return Ok(()) };
        // A frame of another process counts from its own corner.
        let (x, y) = if same_session { (0.0, 0.0) } else { (content.x, content.y) };
        let within = Rect { x: inside.x + x - border.x, y: inside.y + y - border.y, ..inside };
        let scroll = dom::ScrollIntoViewIfNeeded {
            backend_node_id: Some(owner.backend),
            rect: Some(dom::Rect { x: within.x, y: within.y, width: within.w, height: within.h }),
        };
        owner.channel.call(&scroll).await.map_err(explain)?;
        let Some((border, _)) = boxes(&owner.channel, owner.backend).await else { return Ok(()) };
        seen = Some(Rect { x: within.x + border.x, y: within.y + border.y, ..within });
        frame = owner.parent;
    }
    Ok(())
}

/// The border box and the content box of a frame's element; none when it has no box.
async fn boxes(channel: &Channel, backend: BackendNodeId) -> Option<(Rect, Rect)> {
    let model = channel.call(&dom::GetBoxModel { backend_node_id: Some(backend) }).await.ok()?.model;
    Some((Quad::from_numbers(&model.border)?.bounds(), Quad::from_numbers(&model.content)?.bounds()))
}
