//! A mark around an element for people who look on. The browser paints it above the page (`Overlay`), so no script, style
//! or security policy of the page knows of it; it goes with the next action or observation. Screenshots show it.

use domtool_cdp::protocol::{dom, overlay};
use domtool_page::identity::ElementId;

use super::{ActionContext, ActionOutcome, hit, resolve};
use crate::{
    error::{Error, ErrorKind, Result},
    tab::TabInner,
    world::calls,
};

const FILL: dom::Rgba = dom::Rgba { r: 255, g: 170, b: 0, a: Some(0.35) };
const EDGE: dom::Rgba = dom::Rgba { r: 220, g: 80, b: 0, a: Some(0.9) };

/// Marks an element, or takes the mark away.
pub(crate) async fn highlight(
    ctx: &mut ActionContext<'_>,
    target: Option<ElementId>,
) -> Result<ActionOutcome> {
    let Some(target) = target else {
        // The one there was went when this action began.
        return Ok(ActionOutcome { feedback: "nothing is highlighted".to_owned(), target: None });
    };
    let subject = resolve::resolve(ctx, target).await?;
    if !subject.state.visible {
        return Err(Error::new(ErrorKind::Hidden, format!("{} cannot be seen", subject.words())));
    }
    let tab = ctx.tab;
    let explain = |error| tab.explain(error);
    let channel = &subject.handle.channel;
    let scroll = dom::ScrollIntoViewIfNeeded { backend_node_id: Some(subject.backend), rect: None };
    match channel.call(&scroll).await {
        Ok(_) => hit::through_frames(ctx, &subject).await?,
        // It has no box of its own; what it has is marked where it is.
        Err(error) if error.is_protocol() => {}
        Err(error) => return Err(explain(error)),
    }
    channel.call(&overlay::Enable {}).await.map_err(explain)?;
    let session = tab.state().frames.get(&subject.frame).map(|frame| frame.session.clone());
    tab.update(|state| state.highlighted = session);
    let mark = overlay::HighlightNode {
        highlight_config: overlay::HighlightConfig {
            content_color: Some(FILL),
            padding_color: Some(FILL),
            border_color: Some(EDGE),
            ..Default::default()
        },
        backend_node_id: Some(subject.backend),
    };
    channel.call(&mark).await.map_err(explain)?;
    // A frame of another process is drawn by itself: a picture that is taken at once would lack the mark. Where it is gone meanwhile,
    // there is nothing to wait for.
    subject.handle.call(calls::TWO_FRAMES, &()).await.ok();
    Ok(ActionOutcome {
        feedback: format!("{} is highlighted", subject.words()),
        target: Some(subject.target),
    })
}

/// Takes the mark away, when there is one.
pub(crate) fn clear(tab: &TabInner) {
    let marked = {
        let mut state = tab.state();
        let session = state.highlighted.take();
        session.and_then(|session| state.attachment(&session).map(|attachment| attachment.channel.clone()))
    };
    if let Some(channel) = marked {
        // In the order of what is posted next, so nothing later sees it.
        drop(channel.post(&overlay::HideHighlight {}));
        drop(channel.post(&overlay::Disable {}));
    }
}
