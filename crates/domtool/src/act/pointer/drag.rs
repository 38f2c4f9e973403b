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

use super::{Mouse, Point, drag_move, hit, settle_on, through};
use crate::{
    act::{
        ActionContext, ActionOutcome,
        action::{Button, Drag, DragTo},
        confirm::ToConfirm,
        refused::unless_left,
        resolve::{self, ResolvedElement},
    },
    error::{Dispatched, Error, ErrorKind, Result},
    observe::Wanted,
    world::{calls, data::DragState},
};

/// Moves on the way. The browser takes one a frame, so this is some 150 ms of motion.
const STEPS: u32 = 10;
/// Moves on the spot before the button comes up: lists that sort themselves look several times a second at where the
/// mouse is, and a hand is not quicker.
const LINGER: u32 = 6;
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

/// Where a drag is to end.
pub(super) struct End {
    pub(super) subject: Option<ResolvedElement>,
    /// The point in its own session, where there is a subject.
    own: Option<Point>,
    /// In the page's viewport.
    pub(super) at: Point,
}

/// Drags an element to another, to a point of it, or by an offset.
pub(crate) async fn drag(ctx: &mut ActionContext<'_>, drag: &Drag) -> Result<ActionOutcome> {
    let source = resolve::resolve(ctx, drag.source).await?;
    source.check_operable()?;
    let mut end = match &drag.to {
        DragTo::Element { target, .. } => {
            let target = resolve::resolve(ctx, *target).await?;
            if !target.state.visible || !target.state.boxed {
                target.check_operable()?;
            }
            Some(target)
        }
        DragTo::By(..) => None,
    };
    let at = match &drag.to {
        DragTo::Element { at, .. } => *at,
        DragTo::By(..) => None,
    };
    // An end that nothing can be dropped on is told of before anything is touched.
    let planned = match &end {
        Some(target) => Some(hit::point(ctx, target, at).await?),
        None => None,
    };
    let mouse = Mouse::new(Button::Left, drag.modifiers);
    let hover = Mouse { modifiers: drag.modifiers, ..Mouse::default() };
    let mut from = settle_on(ctx, &source, drag.at, hover).await?;
    if source.staleness.confirm(ctx).await? && !hit::still_hits(ctx, &source, from).await? {
        from = settle_on(ctx, &source, drag.at, hover).await?;
    }
    if let Some(target) = &end {
        target.staleness.confirm(ctx).await?;
    }
    let (pressed, size) = in_page(ctx, &source, from).await?;
    // Scrolling to the one may have taken the other out of view: then its place is found while the button is down.
    let end = match (end.take(), planned, &drag.to) {
        (Some(target), Some(point), _) if hit::still_hits(ctx, &target, point).await? => {
            let (at, _) = in_page(ctx, &target, point).await?;
            End { subject: Some(target), own: Some(point), at }
        }
        (Some(target), ..) => End { subject: Some(target), own: None, at: pressed },
        (None, _, DragTo::By(x, y)) => {
            let at = Point { x: pressed.x + x, y: pressed.y + y };
            within(at, pressed, size)?;
            End { subject: None, own: None, at }
        }
        (None, ..) => return Err(Error::invalid_input("name where to drag it")),
    };
    let frames: Vec<FrameId> =
        [Some(&source), end.subject.as_ref()].into_iter().flatten().map(|s| s.frame.clone()).collect();
    forget(ctx, &frames);
    source.handle.call(calls::REMEMBER_PLACE, &()).await?;
    let done = drag_move(ctx, &source, end, (mouse, pressed), at).await;
    forget(ctx, &frames);
    let (feedback, target) = (done?, Some(source.target.clone()));
    // What was moved may be put back when the server refuses: it is looked at once more at the end.
    if ctx.tab.gate().is_ok()
        && unless_left(ctx, source.handle.call(calls::LEFT_PLACE, &()).await).await? == Some(true)
    {
        ctx.to_confirm = Some(ToConfirm { subject: source, wanted: Wanted::Moved });
    }
    Ok(ActionOutcome { feedback, target })
}

/// Presses, moves, and lets go.
async fn drag_move(
    ctx: &mut ActionContext<'_>,
    source: &ResolvedElement,
    mut end: End,
    (mouse, from): (Mouse, Point),
    at: Option<(f64, f64)>,
) -> Result<String> {
    let channel = ctx.tab.main_channel()?;
    source.handle.call(calls::WATCH_DRAG, &("source",)).await?;
    if let Some(target) = &end.subject {
        target.handle.call(calls::WATCH_DRAG, &("target",)).await?;
    }
    ctx.tab.update(|state| state.drag = None);
    channel.call(&SetInterceptDrags { enabled: true }).await.map_err(|error| ctx.tab.explain(error))?;
    let mut guard = PressGuard { channel, mouse, at: from, from, down: true, drag: None };
    ctx.dispatched = Dispatched::Maybe;
    through(ctx, vec![mouse.press(&guard.channel, from, 1)]).await?;
    ctx.dispatched = Dispatched::Yes;
    // A dialog that the press opened is in the way of the rest.
    ctx.tab.gate()?;
    if !state_of(source).await?.pressed {
        let why =
            format!("the press did not reach {}: something took its place under the mouse", source.words());
        return Err(Error::new(ErrorKind::NotActionable, why));
    }
    let toward = |to: Point, share: f64| Point {
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
    };
    let far = (end.at.x - from.x).hypot(end.at.y - from.y);
    let nudge = if far > NUDGE {
        toward(end.at, NUDGE / far)
    } else {
        Point { x: from.x + far.min(NUDGE), y: from.y }
    };
    let first = if far > 0.5 { nudge } else { Point { x: from.x + NUDGE, y: from.y + NUDGE } };
    let mut began = step(ctx, source, &mut guard, first).await?;
    if end.subject.is_some() && end.own.is_none() {
        end = place(ctx, end, at).await?;
    }
    for n in 1..=STEPS {
        if began {
            break;
        }
        began = step(ctx, source, &mut guard, toward(end.at, f64::from(n) / f64::from(STEPS))).await?;
    }
    if began {
        return drag_move::drag_move(ctx, source, &end, guard).await;
    }
    for _ in 0..LINGER {
        guard.drag_move(ctx, end.at).await?;
    }
    let pending = guard.mouse.release(&guard.channel, guard.at, 1);
    guard.ended();
    through(ctx, vec![pending]).await?;
    drop(guard);
    released(ctx, source, &end, from).await
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

/// Finds the end anew, while the button is down.
async fn place(ctx: &ActionContext<'_>, end: End, at: Option<(f64, f64)>) -> Result<End> {
    let Some(target) = end.subject else { return Ok(end) };
    let point = hit::point(ctx, &target, at).await?;
    let (at, _) = in_page(ctx, &target, point).await?;
    Ok(End { subject: Some(target), own: Some(point), at })
}

/// What came of a drag with the mouse alone.
async fn released(
    ctx: &ActionContext<'_>,
    source: &ResolvedElement,
    end: &End,
    from: Point,
) -> Result<String> {
    let to = end.at;
    let way = format!("from {},{} to {},{}", from.x.round(), from.y.round(), to.x.round(), to.y.round());
    let onto = end.subject.as_ref().map_or_else(String::new, |target| format!(" onto {}", target.words()));
    if ctx.tab.gate().is_ok() {
        // Where the drag left the document, nobody is left to ask.
        let mut told = Vec::new();
        for subject in [Some(source), end.subject.as_ref()].into_iter().flatten() {
            told.extend(state_of(subject).await.ok());
        }
        let alone = end.subject.as_ref().is_some_and(|target| target.frame != source.frame);
        if let (true, [_, target]) = (alone, told.as_slice())
            && !target.released
        {
            let message = format!(
                "{} was dragged with the mouse alone, which stays with the frame it was pressed in: {} in another frame was told nothing",
                source.words(),
                end.subject.as_ref().map_or_else(String::new, ResolvedElement::words)
            );
            return Err(Error::new(ErrorKind::CrossOrigin, message)
                .with_hint("drag within the frame, or look for a button that does the same"));
        }
        if !told.is_empty() && !told.iter().any(|state| state.released) {
            let why = format!(
                "{} was dragged {way}, and the page was not told that the button came up",
                source.words()
            );
            return Err(Error::new(ErrorKind::NotActionable, why));
        }
    }
    Ok(format!("dragged {}{onto} with the mouse, {way}", source.words()))
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

async fn in_page(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    point: Point,
) -> Result<(Point, (f64, f64))> {
    hit::in_page(ctx, subject, point).await?.ok_or_else(|| {
        Error::new(ErrorKind::Hidden, format!("{} is in a frame that shows nothing", subject.words()))
    })
}

/// A drag by an offset ends inside of the window.
fn within(at: Point, from: Point, (width, height): (f64, f64)) -> Result<()> {
    if (0.0..width).contains(&at.x) && (0.0..height).contains(&at.y) {
        return Ok(());
    }
    let room = |at: f64, size: f64| format!("{} to {}", -at.floor(), (size - at).floor() - 1.0);
    let (across, down) = (room(from.x, width), room(from.y, height));
    let message =
        format!("it would end outside of the window: there is room for {across} across and {down} down");
    Err(Error::new(ErrorKind::NotActionable, message).with_hint("drag less far, or scroll first"))
}
