//! The wheel: a real turn of it over an element or the middle of the page, as maps, zoomable drawings and pages that
//! scroll themselves listen to. What scrolled by it is told; to scroll to the pixel there is [`crate::act::scroll`].

use domtool_cdp::protocol::input::{DispatchMouseEvent, MouseEventType};

use super::{
    Mouse, Point,
    hit::{self, Aim},
    settle_on, through,
};
use crate::{
    act::{
        ActionContext, ActionOutcome,
        action::{BoxPoint, Wheel},
        resolve::{self, ResolvedElement},
        unheard,
    },
    error::{Dispatched, Error, ErrorKind, Result},
    world::{
        call_all, calls,
        data::{ScrolledBox, Wheeled},
    },
};
use domtool_page::identity::ElementId;

/// Turns the wheel by so many CSS pixels, right and down, over an element or the middle of the page.
pub(crate) async fn wheel(ctx: &mut ActionContext<'_>, wheel: &Wheel<ElementId>) -> Result<ActionOutcome> {
    let Wheel { target, x, y, modifiers, at } = *wheel;
    let mouse = Mouse { modifiers, ..Mouse::default() };
    let subject = match target {
        Some(target) => Some(resolve::resolve(ctx, target).await?),
        None => None,
    };
    let (channel, at) = match &subject {
        Some(subject) => {
            if !subject.state.visible || !subject.state.boxed {
                subject.check_operable()?;
            }
            let aim = Aim::from(at.map(BoxPoint::from));
            let at = settle_on(ctx, subject, aim, mouse).await?.ok_or_else(|| hit::restless(subject))?;
            subject.staleness.confirm(ctx).await?;
            (subject.handle.channel.clone(), at)
        }
        None => (ctx.tab.main_channel()?, middle(ctx).await?),
    };
    let worlds = ctx.tab.worlds();
    call_all(&worlds, calls::WATCH_WHEEL).await;
    if let Some(subject) = &subject {
        subject.handle.call(calls::WATCH_WHEEL_AT, &()).await?;
    }
    let turn = DispatchMouseEvent {
        delta_x: Some(x),
        delta_y: Some(y),
        ..mouse.event(MouseEventType::MouseWheel, at, false)
    };
    ctx.note_dispatched(Dispatched::Maybe);
    through(ctx, vec![channel.post(&turn)]).await?;
    ctx.note_dispatched(Dispatched::Yes);
    let what = subject.as_ref().map_or_else(|| "the page".to_owned(), ResolvedElement::words);
    let done = |feedback| {
        Ok(ActionOutcome { feedback, target: subject.as_ref().map(|subject| subject.target.clone()) })
    };
    if ctx.tab.gate().is_err() {
        return done(format!("the wheel was turned over {what}"));
    }
    // Its own frame first, which may be one of more than are watched. One that the turn left is passed over.
    let mut turned: Vec<Wheeled> = Vec::new();
    if let Some(subject) = &subject {
        turned.extend(subject.handle.call(calls::WHEELED, &()).await.ok());
    }
    turned.extend(call_all(&worlds, calls::WHEELED).await);
    let arrived = turned.iter().any(|frame| if subject.is_some() { frame.reached } else { frame.came });
    if !arrived {
        let missed = format!("the wheel was turned over {what}, and the turn did not reach it");
        let kept = unheard::kept(ctx, &missed).await?;
        // Somebody else is known to have got it.
        if kept.is_none() && turned.iter().any(|frame| frame.came) {
            return Err(Error::new(ErrorKind::NotActionable, missed));
        }
        unheard::note(ctx, "no listener heard the turn", kept)?;
    }
    done(format!("the wheel was turned by {x},{y} over {what}; {}", outcome(&turned)))
}

/// What scrolled, in words.
fn outcome(turned: &[Wheeled]) -> String {
    let kept = turned.iter().any(|frame| frame.kept);
    let mut moved = turned.iter().flat_map(|frame| &frame.scrolled);
    match moved.next() {
        Some(ScrolledBox { page, position }) => {
            let what = if *page { "the page" } else { "a box in it" };
            format!("{what} is scrolled to {}", position.words())
        }
        None if kept => "the page took the turn for itself and nothing scrolled".to_owned(),
        None => "nothing scrolled".to_owned(),
    }
}

/// The middle of the page's viewport.
async fn middle(ctx: &ActionContext<'_>) -> Result<Point> {
    let root = ctx.tab.state().main().map(|main| main.root.clone()).unwrap_or_default();
    let world =
        ctx.tab.world_of(&root).ok_or_else(|| Error::new(ErrorKind::Timeout, "the page is still loading"))?;
    let [_, _, width, height]: [f64; 4] = world.call(calls::OFFSET, &()).await?;
    Ok(Point { x: (width / 2.0).round(), y: (height / 2.0).round() })
}
