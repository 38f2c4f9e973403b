//! Scrolling the page, a container, or an element into view; how far it went is read back.
//!
//! Scrolling is done by the browser at once and to the pixel, whatever the page would rather animate; its `scroll` events
//! are as trusted as a wheel's. A page that scrolls itself by what the wheel tells it is for [`super::pointer::wheel`].

mod chunk;

use domtool_cdp::protocol::{BackendNodeId, dom};
use domtool_page::identity::ElementId;

pub(crate) use chunk::chunk;

use super::{
    ActionContext, ActionOutcome,
    action::ScrollBy,
    hit,
    resolve::{self, ResolvedElement},
    verify::Proof,
};
use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    tab::TabInner,
    world::{
        World, calls,
        data::{ScrollAmount, ScrollPosition, Scrolled},
    },
};

/// A page whose content is in a frame of a frame of a frame... is searched so deep for what scrolls.
const MOST_NESTED: usize = 6;

impl ScrollPosition {
    fn is_near(&self, other: &ScrollPosition) -> bool {
        (self.left - other.left).abs() < 1.0 && (self.top - other.top).abs() < 1.0
    }

    /// Where it is, in words.
    pub(super) fn words(&self) -> String {
        let mut words = Vec::new();
        if self.most_top > 0.0 {
            let down = percent(self.top, self.most_top);
            words.push(format!("{down} % ({} of {} px)", self.top.round(), self.most_top.round()));
        }
        if self.most_left > 0.0 && (self.left.abs() >= 1.0 || self.most_top <= 0.0) {
            let across = percent(self.left.abs(), self.most_left);
            words.push(format!("{across} % across ({} of {} px)", self.left.round(), self.most_left.round()));
        }
        if words.is_empty() { "where it cannot scroll".to_owned() } else { words.join(", ") }
    }
}

/// Scrolls.
pub(crate) async fn scroll(
    ctx: &mut ActionContext<'_>,
    target: Option<ElementId>,
    by: ScrollBy,
) -> Result<ActionOutcome> {
    let subject = match target {
        Some(target) => Some(resolve::resolve(ctx, target).await?),
        None => None,
    };
    let by = match (by, &subject) {
        (ScrollBy::IntoView, Some(subject)) => return into_view(ctx, subject).await,
        (ScrollBy::IntoView, None) => return Err(Error::invalid_input("name the element to scroll to")),
        (ScrollBy::Pages(pages), _) => ScrollAmount::Pages(pages),
        (ScrollBy::Pixels(x, y), _) => ScrollAmount::Pixels(x, y),
        (ScrollBy::Percent(percent), _) => ScrollAmount::Percent(percent.clamp(0.0, 100.0)),
        (ScrollBy::Across(percent), _) => ScrollAmount::Across(percent.clamp(0.0, 100.0)),
        (ScrollBy::Top, _) => ScrollAmount::Percent(0.0),
        (ScrollBy::Bottom, _) => ScrollAmount::Percent(100.0),
        (ScrollBy::Left, _) => ScrollAmount::Across(0.0),
        (ScrollBy::Right, _) => ScrollAmount::Across(100.0),
    };
    let moved = move_by(ctx, subject.as_ref(), by, false).await?;
    Ok(ActionOutcome { feedback: moved.sentence()?, target: subject.map(|subject| subject.target) })
}

/// Something that was scrolled, and how it is told.
#[derive(Clone, Debug)]
pub(crate) struct Moved {
    /// Of the frame that it is in.
    world: World,
    /// The page, or a box, in words.
    what: String,
    by: ScrollAmount,
    /// It is read screen by screen.
    chunk: bool,
    scrolled: Scrolled,
}

impl Moved {
    fn sentence(&self) -> Result<String> {
        let Self { what, by, scrolled, .. } = self;
        match self.chunk {
            true => chunk::sentence(what, scrolled, *by),
            false => sentence(what, scrolled, *by),
        }
    }
}

/// Says where what was scrolled is, now that what that caused has come to rest: a page may have put it back, or have more to scroll.
///
/// # Errors
/// `NO_EFFECT` where the page put it back.
pub(crate) async fn at_the_end(ctx: &mut ActionContext<'_>, done: ActionOutcome) -> Result<ActionOutcome> {
    let (scrolled, in_view) = (ctx.scrolled.take(), ctx.in_view.take());
    if ctx.tab.gate().is_err() {
        return Ok(done);
    }
    if let Some(subject) = in_view {
        return last_view(ctx, &subject, done).await;
    }
    let Some(mut moved) = scrolled else { return Ok(done) };
    // Where the page was left, or what was scrolled is gone, nobody is left to ask.
    let now: Option<ScrollPosition> = moved.world.call(calls::SCROLLED_TO, &()).await.ok().flatten();
    let Some(now) = now else { return Ok(done) };
    moved.scrolled.after = now;
    let feedback = moved.sentence().map_err(|error| error.after(Dispatched::Yes))?;
    Ok(ActionOutcome { feedback, ..done })
}

/// Scrolls the page (or what a person would scroll in it), or the box that an element is in.
async fn move_by(
    ctx: &mut ActionContext<'_>,
    subject: Option<&ResolvedElement>,
    by: ScrollAmount,
    chunk: bool,
) -> Result<Moved> {
    let world = match subject {
        Some(subject) => ctx.tab.world_of(&subject.frame).ok_or_else(loading)?,
        None => main_world(ctx.tab).await?,
    };
    ctx.recorded().await;
    ctx.note_dispatched(Dispatched::Maybe);
    let scrolled: Scrolled = match subject {
        Some(subject) => subject.handle.call(calls::SCROLL_FROM, &(by,)).await?,
        None => world.call(calls::SCROLL_PAGE, &(by,)).await?,
    };
    ctx.note_dispatched(Dispatched::Yes);
    let moved = Moved { world, what: what(subject, &scrolled), by, chunk, scrolled };
    ctx.scrolled = Some(moved.clone());
    Ok(moved)
}

fn loading() -> Error {
    Error::new(ErrorKind::Timeout, "the page is still loading")
}

/// The frame that scrolls when a person turns the wheel in the middle of the page.
pub(super) async fn main_world(tab: &TabInner) -> Result<World> {
    let mut frame = tab.state().main().map(|main| main.root.clone()).unwrap_or_default();
    let mut world = tab.world_of(&frame).ok_or_else(loading)?;
    for _ in 0..MOST_NESTED {
        let inner = world.element(calls::MAIN_FRAME).await.map_err(|error| tab.explain(error))?;
        let Some((_, backend)) = inner else { break };
        let describe = dom::DescribeNode { backend_node_id: Some(backend), ..Default::default() };
        let node = world.channel.call(&describe).await.map_err(|error| tab.explain(error))?.node;
        let Some(shown) = node.frame_id.filter(|shown| *shown != frame) else { break };
        let Some(next) = tab.world_of(&shown) else { break };
        (frame, world) = (shown, next);
    }
    Ok(world)
}

/// Brings an element into view, through every box and frame it is in.
async fn into_view(ctx: &mut ActionContext<'_>, subject: &ResolvedElement) -> Result<ActionOutcome> {
    let hidden = || Error::new(ErrorKind::Hidden, format!("{} cannot be seen", subject.words()));
    if !subject.state.visible {
        return Err(hidden());
    }
    let into_view = dom::ScrollIntoViewIfNeeded { backend_node_id: Some(subject.backend), rect: None };
    ctx.recorded().await;
    ctx.note_dispatched(Dispatched::Maybe);
    match subject.handle.channel.call(&into_view).await {
        Ok(_) => hit::through_frames(ctx, subject).await?,
        Err(error) if error.is_protocol() => return Err(hidden().after(Dispatched::No)),
        Err(error) => return Err(ctx.tab.explain(error)),
    }
    ctx.note_dispatched(Dispatched::Yes);
    // What stays at the top of a page lies over what is scrolled to no further than that.
    if over(subject).await?.is_some() {
        subject.handle.call(calls::CENTRE, &()).await?;
    }
    let share: Option<f64> = subject.handle.call(calls::SHARE_IN_VIEW, &()).await?;
    let target = Some(subject.target.clone());
    let Some(share) = share else {
        ctx.proof = Some(Proof::Arrived);
        let feedback = format!("{} was scrolled to; unconfirmed: the page draws nothing", subject.words());
        return Ok(ActionOutcome { feedback, target });
    };
    if share <= 0.0 {
        let why = format!("{} was scrolled to and still is out of view: it is cut off", subject.words());
        return Err(Error::new(ErrorKind::NotActionable, why));
    }
    ctx.in_view = Some(subject.clone());
    Ok(ActionOutcome { feedback: in_view(ctx, subject, share).await, target })
}

/// How much of an element is in view, and what lies over it, in words.
async fn in_view(ctx: &ActionContext<'_>, subject: &ResolvedElement, share: f64) -> String {
    let how = if share < 0.99 { format!(" ({} % of it)", (share * 100.0).round()) } else { String::new() };
    // What lies over it may go at any time.
    let over = match over(subject).await.ok().flatten() {
        Some(backend) => hit::words_of(ctx, &subject.frame, backend).await.ok().flatten(),
        None => None,
    };
    let over = over.map_or_else(String::new, |what| format!("; {what} lies over it"));
    format!("{} is in view{how}{over}", subject.words())
}

/// What lies over all that is in view of an element.
async fn over(subject: &ResolvedElement) -> Result<Option<BackendNodeId>> {
    Ok(subject.handle.element(calls::LIES_OVER).await?.map(|(_, backend)| backend))
}

/// Looks once more at what was brought into view.
async fn last_view(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    done: ActionOutcome,
) -> Result<ActionOutcome> {
    // Where the page was left nobody is left to ask; and one that draws nothing does not say.
    let share: Option<f64> = match subject.read().await {
        Ok(state) if state.connected => subject.handle.call(calls::SHARE_IN_VIEW, &()).await.ok().flatten(),
        Ok(_) => {
            let feedback = format!(
                "{} was brought into view; unconfirmed: it is no longer in the page, or was drawn anew",
                subject.words()
            );
            return Ok(ActionOutcome { feedback, ..done });
        }
        Err(_) => None,
    };
    match share {
        None => Ok(done),
        Some(share) if share > 0.0 => {
            Ok(ActionOutcome { feedback: in_view(ctx, subject, share).await, ..done })
        }
        Some(_) => {
            let message = format!("{} was in view, and the page moved it out of view again", subject.words());
            Err(Error::new(ErrorKind::NoEffect, message).with_hint("do it again").after(Dispatched::Yes))
        }
    }
}

/// What was scrolled.
fn what(subject: Option<&ResolvedElement>, scrolled: &Scrolled) -> String {
    match (subject, scrolled.page) {
        (None, true) => "the page".to_owned(),
        (None, false) => "the box that holds the page's content".to_owned(),
        (Some(subject), true) => format!("the page that {} is in", subject.id),
        (Some(subject), false) if scrolled.itself => subject.id.to_string(),
        (Some(subject), false) => format!("what {} is in", subject.id),
    }
}

fn sentence(what: &str, scrolled: &Scrolled, by: ScrollAmount) -> Result<String> {
    let Scrolled { before, sent, after, .. } = scrolled;
    if !after.is_near(before) {
        return Ok(format!("{what} is scrolled to {}", after.words()));
    }
    // One that has more to scroll than before took the turn.
    let longer = after.most_top > before.most_top + 1.0 || after.most_left > before.most_left + 1.0;
    if !sent.is_near(before) && longer {
        return Ok(format!("{what} is at {}, and has more to scroll than before", after.words()));
    }
    if !sent.is_near(before) {
        let message = format!("{what} was scrolled, and the page put it back to {}", after.words());
        return Err(Error::new(ErrorKind::NoEffect, message).with_hint("use wheel: it may scroll by itself"));
    }
    let sideways = matches!(by, ScrollAmount::Across(_))
        || matches!(by, ScrollAmount::Pixels(x, y) if x.abs() > y.abs());
    let (at, most) = match sideways {
        true => (after.left.abs(), after.most_left),
        false => (after.top, after.most_top),
    };
    let why = match percent(at, most) {
        _ if most <= 0.0 => "it has nothing to scroll that way",
        100 => "it is at its end",
        0 => "it is at its beginning",
        _ if scrolled.snaps => "its style has it come to rest only at certain places (scroll snap)",
        _ => "it is there already",
    };
    Ok(format!("{what} did not move: {why}"))
}

fn percent(at: f64, most: f64) -> u32 {
    if most <= 0.0 { 0 } else { (at / most * 100.0).round().clamp(0.0, 100.0) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(top: f64, most_top: f64) -> ScrollPosition {
        ScrollPosition { left: 0.0, top, most_left: 0.0, most_top }
    }

    fn said(before: f64, sent: f64, after: f64) -> Result<String> {
        let [before, sent, after] = [before, sent, after].map(|top| at(top, 1000.0));
        let scrolled = Scrolled { before, sent, after, page: true, itself: false, snaps: false, step: 90.0 };
        sentence("the page", &scrolled, ScrollAmount::Pages(1.0))
    }

    #[test]
    fn where_it_went() {
        assert_eq!(said(0.0, 90.0, 90.0).unwrap(), "the page is scrolled to 9 % (90 of 1000 px)");
        assert_eq!(said(1000.0, 1000.0, 1000.0).unwrap(), "the page did not move: it is at its end");
        assert_eq!(said(0.0, 0.0, 0.0).unwrap(), "the page did not move: it is at its beginning");
        assert_eq!(said(100.0, 190.0, 100.0).unwrap_err().kind(), ErrorKind::NoEffect);
    }
}
