//! Taps, where a tab takes part in touch emulation: a finger comes down and goes up, and the browser makes of it what it
//! makes of a real one (pointer events of the kind `touch`, then the mouse events that pages expect).
//!
//! Touches are dispatched by the page's own session alone, at points of its viewport.

use domtool_cdp::protocol::input::{DispatchTouchEvent, TouchEventType, TouchPoint};

use super::{Point, hit, through};
use crate::{
    act::{ActionContext, action::Click, resolve::ResolvedElement},
    error::{Dispatched, Error, ErrorKind, Result},
    world::calls,
};
use domtool_page::identity::ElementId;

/// Taps as often as the click counts.
pub(super) async fn tap(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    point: Point,
    click: &Click<ElementId>,
) -> Result<()> {
    let Some((at, _)) = hit::in_page(ctx, subject, point).await? else {
        let why = format!("{} is in a frame that shows nothing", subject.words());
        return Err(Error::new(ErrorKind::Hidden, why));
    };
    let channel = ctx.tab.main_channel()?;
    let modifiers = Some(click.modifiers.bits());
    for _ in 0..click.count.max(1) {
        let finger = TouchPoint { x: at.x, y: at.y, force: Some(1.0), ..Default::default() };
        let down =
            DispatchTouchEvent { r#type: TouchEventType::TouchStart, touch_points: vec![finger], modifiers };
        let up = DispatchTouchEvent { r#type: TouchEventType::TouchEnd, touch_points: Vec::new(), modifiers };
        ctx.note_dispatched(Dispatched::Maybe);
        through(ctx, vec![channel.post(&down), channel.post(&up)]).await?;
        if ctx.tab.gate().is_err() {
            return Ok(());
        }
    }
    // The browser may wait a moment whether another tap follows before it makes a click of this one.
    let _: Option<bool> = subject.handle.call(calls::TAPPED, &(u32::from(click.count.max(1)),)).await.ok();
    Ok(())
}
