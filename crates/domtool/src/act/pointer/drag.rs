//! Drags: the button goes down on one thing and comes up somewhere else.
//!
//! Whether a page has HTML drag and drop or follows the mouse by itself shows only while it is done: the mouse is pressed
//! and moved as a person would, and once the page's `dragstart` came and was let happen, the browser's own drag goes on
//! ([`super::drag_move`]); else the mouse moves on. All of it goes by the page's own session, at points of its viewport, as a
//! drag may leave the frame it began in.

use domtool_cdp::{
    Channel,
    protocol::{
        FrameId,
        input::{DragData, SetInterceptDrags},
    },
};

use super::{
    Mouse, Point, drag_move,
    drag_place::Dragged,
    drag_way::{DragWay, Stand, in_page, inside},
    hit::{self, Aim},
    settle_on, through,
};
use crate::{
    act::{
        ActionContext, ActionOutcome,
        action::Drag,
        confirm::ToConfirm,
        keyboard,
        refused::unless_left,
        resolve::{self, ResolvedElement},
        unheard,
    },
    error::{Dispatched, Error, ErrorKind, Result},
    observe::Wanted,
    world::{call_all, calls, data::DragState},
};
use domtool_page::identity::ElementId;

/// Moves on the way to the end. The browser takes one a frame, so this is some 150 ms of motion.
const STEPS: u32 = 10;
/// Of several way points each gets at least so many, and one more for every so many CSS pixels.
const LEAST_STEPS: u32 = 3;
const STRIDE: f64 = 20.0;
/// Moves on the spot before the button comes up: lists that sort themselves look several times a second at where the
/// mouse is, and a hand is not quicker.
const LINGER: u32 = 6;
/// How far past the middle of a target a drag ends, CSS pixels.
const PAST: f64 = 4.0;
/// How far the mouse is moved to begin with: more than Chromium's hysteresis of 3 pixels.
const NUDGE: f64 = 5.0;

/// Holds the pressed button and the drag that goes on. Dropping it releases the button and ends the drag, however the action ends.
pub(super) struct PressGuard {
    pub(super) channel: Channel,
    pub(super) mouse: Mouse,
    /// Where the mouse is.
    pub(super) at: Point,
    /// Where it was pressed.
    pub(super) from: Point,
    down: bool,
    /// The browser's own drag.
    pub(super) drag: Option<DragData>,
}

impl PressGuard {
    /// Nothing is left to let go of.
    pub(super) fn ended(&mut self) {
        self.down = false;
        self.drag = None;
    }

    /// Moves with the button down.
    async fn drag_move(&mut self, ctx: &ActionContext<'_>, to: Point) -> Result<()> {
        self.at = to;
        through(ctx, vec![self.mouse.drag_move(&self.channel, to)]).await
    }
}

impl Drop for PressGuard {
    fn drop(&mut self) {
        // Nobody waits for the answers: they come when the page is free again.
        if let Some(data) = self.drag.take() {
            drop(self.channel.post(&drag_move::cancel(&data, self.from)));
        }
        if self.down {
            drop(self.mouse.release(&self.channel, self.at, 1));
        }
        drop(self.channel.post(&SetInterceptDrags { enabled: false }));
    }
}

/// Drags an element to another, to a point of it, by an offset, to a place, or along way points.
pub(crate) async fn drag(ctx: &mut ActionContext<'_>, drag: &Drag<ElementId>) -> Result<ActionOutcome> {
    let source = resolve::resolve(ctx, drag.source).await?;
    source.check_operable()?;
    let own = inside(drag.way.iter().chain([&drag.to]));
    let aim = Aim::with(drag.at, &own);
    let stand = Stand::of(ctx, &source, drag).await?;
    // A way that cannot be gone is told of before anything is touched.
    let mut way = DragWay::plan(ctx, drag).await?;
    if let Some(stand) = stand {
        hit::aimed(ctx, &source, aim).await?;
        stand.hold(ctx, &source).await?;
    }
    // It comes with free hands: an element that cannot be pressed is told of before any key is.
    let free = Mouse::default();
    let mut from = settle_on(ctx, &source, aim, free).await?.ok_or_else(|| hit::restless(&source))?;
    if source.staleness.confirm(ctx).await? && !hit::still_hits(ctx, &source, from).await? {
        from = settle_on(ctx, &source, aim, free).await?.ok_or_else(|| hit::restless(&source))?;
    }
    way.confirm(ctx).await?;
    let pressed = in_page(ctx, &source, from).await?;
    way.locate(ctx, &source, pressed).await?;
    let held = keyboard::hold(ctx, drag.modifiers).await?;
    // What the page does on hearing of the keys may move things.
    if held.is_some() && ctx.tab.gate().is_ok() && !hit::still_hits(ctx, &source, from).await? {
        let why = format!("{} went away from under the mouse when the keys were held", source.words());
        return Err(Error::new(ErrorKind::NotActionable, why));
    }
    let mut frames: Vec<FrameId> = way.frames().chain([source.frame.clone()]).collect();
    if way.end().is_none() {
        frames.extend(ctx.tab.state().frames_that_answer());
    }
    forget(ctx, &frames);
    source.handle.call(calls::REMEMBER_PLACE, &()).await?;
    ctx.dragged = Dragged::note(ctx, &source).await?;
    let mouse = Mouse::new(drag.button, drag.modifiers);
    let done = drag_move(ctx, &source, way, (mouse, pressed.0)).await;
    forget(ctx, &frames);
    let (feedback, target) = (done?, Some(source.target.clone()));
    if let Some(held) = held {
        held.let_go(ctx).await?;
    }
    // What was moved may be put back when the server refuses: it is looked at once more at the end.
    if ctx.tab.gate().is_ok()
        && unless_left(ctx, source.handle.call(calls::LEFT_PLACE, &()).await).await? == Some(true)
    {
        ctx.moved = true;
        ctx.to_confirm = Some(ToConfirm { subject: source, wanted: Wanted::Moved });
    }
    Ok(ActionOutcome { feedback, target })
}

/// Presses, moves along the way, and lets go.
async fn drag_move(
    ctx: &mut ActionContext<'_>,
    source: &ResolvedElement,
    mut way: DragWay,
    (mouse, from): (Mouse, Point),
) -> Result<String> {
    let channel = ctx.tab.main_channel()?;
    source.handle.call(calls::WATCH_DRAG, &("source",)).await?;
    match way.end() {
        Some(target) => target.handle.call(calls::WATCH_DRAG, &("target",)).await?,
        // A point may be in any frame.
        None => drop(call_all(&ctx.tab.worlds(), calls::WATCH_DROP).await),
    }
    ctx.tab.update(|state| state.drag = None);
    channel.call(&SetInterceptDrags { enabled: true }).await.map_err(|error| ctx.tab.explain(error))?;
    let mut guard = PressGuard { channel, mouse, at: from, from, down: true, drag: None };
    ctx.note_dispatched(Dispatched::Maybe);
    through(ctx, vec![mouse.press(&guard.channel, from, 1)]).await?;
    ctx.note_dispatched(Dispatched::Yes);
    // A dialog that the press opened is in the way of the rest.
    ctx.tab.gate()?;
    if !state_of(source).await?.pressed {
        let missed = format!("the press did not reach {}", source.words());
        let error = unheard::press(ctx, source, &missed).await?;
        unheard::note(ctx, "no listener heard the press", error)?;
    }
    let mut began = step(ctx, source, &mut guard, nudge(from, way.first())).await?;
    let mut before = from;
    for n in 0..way.len() {
        if began {
            return drag_move::drag_move(ctx, source, (way, n), guard).await;
        }
        let at = way.find(ctx, n, before).await?;
        let steps = steps(before, at, way.len());
        for moved in 1..=steps {
            let share = f64::from(moved) / f64::from(steps);
            began = step(ctx, source, &mut guard, between(before, at, share)).await?;
            if began {
                return drag_move::drag_move(ctx, source, (way, n), guard).await;
            }
        }
        before = at;
    }
    for _ in 0..LINGER {
        guard.drag_move(ctx, before).await?;
    }
    if let Some(target) = way.end_by_centre() {
        before = past(ctx, target, from, before).await?;
        guard.drag_move(ctx, before).await?;
    }
    let pending = guard.mouse.release(&guard.channel, guard.at, 1);
    guard.ended();
    through(ctx, vec![pending]).await?;
    drop(guard);
    released(ctx, source, &way, (from, before)).await
}

/// Where the mouse is moved to begin with: toward where it goes, or anywhere where that is not known.
fn nudge(from: Point, to: Option<Point>) -> Point {
    let far = to.map_or(0.0, |to| (to.x - from.x).hypot(to.y - from.y));
    match to {
        Some(to) if far > NUDGE => between(from, to, NUDGE / far),
        Some(_) if far > 0.5 => Point { x: from.x + far.min(NUDGE), y: from.y },
        _ => Point { x: from.x + NUDGE, y: from.y + NUDGE },
    }
}

/// A little past the middle of a target, the way it came. At the very middle a list cannot tell which side is meant, and a hand
/// never stops there (jQuery UI's sortable lists take an item's place once its middle is passed).
async fn past(ctx: &ActionContext<'_>, target: &ResolvedElement, from: Point, to: Point) -> Result<Point> {
    let Some(rect) = hit::box_in_page(ctx, target).await? else { return Ok(to) };
    let on = |from: f64, to: f64, side: f64| match (to - from).abs() < 1.0 {
        true => to,
        false => to + (to - from).signum() * PAST.min(side / 4.0),
    };
    Ok(Point { x: on(from.x, to.x, rect.w), y: on(from.y, to.y, rect.h) })
}

/// How many moves lead from one way point to the next.
fn steps(from: Point, to: Point, stops: usize) -> u32 {
    let strides = ((to.x - from.x).hypot(to.y - from.y) / STRIDE).ceil() as u32;
    if stops > 1 { strides.clamp(LEAST_STEPS, STEPS) } else { STEPS }
}

/// A point on the line between two others.
pub(super) fn between(from: Point, to: Point, share: f64) -> Point {
    Point { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

/// One move with the button down. Whether the page's own drag began by it.
async fn step(
    ctx: &ActionContext<'_>,
    source: &ResolvedElement,
    guard: &mut PressGuard,
    to: Point,
) -> Result<bool> {
    guard.drag_move(ctx, to).await?;
    ctx.tab.gate()?;
    // A source that a move took away (a tab that became a window of its own) can no longer tell.
    let began = state_of(source).await.is_ok_and(|state| state.began && !state.ended);
    if began {
        guard.drag = drag_move::intercepted(ctx).await;
    }
    Ok(guard.drag.is_some())
}

/// What came of a drag with the mouse alone.
async fn released(
    ctx: &ActionContext<'_>,
    source: &ResolvedElement,
    way: &DragWay,
    (from, to): (Point, Point),
) -> Result<String> {
    let through = match way.len() {
        0 | 1 => String::new(),
        2 => " through 1 way point".to_owned(),
        stops => format!(" through {} way points", stops - 1),
    };
    let line =
        format!("from {},{}{through} to {},{}", from.x.round(), from.y.round(), to.x.round(), to.y.round());
    let end = way.end();
    let onto = end.map_or_else(String::new, |target| format!(" onto {}", target.words()));
    if ctx.tab.gate().is_ok() {
        // Where the drag left the document, nobody is left to ask.
        let mut told = Vec::new();
        for subject in [Some(source), end].into_iter().flatten() {
            told.extend(state_of(subject).await.ok());
        }
        let alone = end.is_some_and(|target| target.frame != source.frame);
        if let (true, [_, target]) = (alone, told.as_slice())
            && !target.released
        {
            let message = format!(
                "{} was dragged with the mouse alone, which stays with the frame it was pressed in: {} in another frame was told nothing",
                source.words(),
                end.map_or_else(String::new, ResolvedElement::words)
            );
            return Err(Error::new(ErrorKind::CrossOrigin, message)
                .with_hint("drag within the frame, or look for a button that does the same"));
        }
        if ctx.unheard.is_none() && !told.is_empty() && !told.iter().any(|state| state.released) {
            let why = format!(
                "{} was dragged {line}, and the page was not told that the button came up",
                source.words()
            );
            return Err(Error::new(ErrorKind::NotActionable, why));
        }
    }
    // The mouse stays with the frame that it was pressed in.
    let unheard = way.between().find(|passed| passed.frame != source.frame);
    let unheard = unheard.map_or_else(String::new, |passed| {
        format!("; {} on the way is in another frame, which may have heard nothing", passed.words())
    });
    Ok(format!("dragged {}{onto} with the mouse, {line}{unheard}", source.words()))
}

/// What the frame of an element has of the drag.
pub(super) async fn state_of(subject: &ResolvedElement) -> Result<DragState> {
    subject.handle.call(calls::DRAGGED_AT, &()).await
}

/// These frames listen for no drag.
fn forget(ctx: &ActionContext<'_>, frames: &[FrameId]) {
    for world in frames.iter().filter_map(|frame| ctx.tab.world_of(frame)) {
        drop(world.post(calls::FORGET_DRAG));
    }
}
