//! The pointer: moves, presses, clicks, drags and turns of the wheel, in the order a person makes them, with proof that
//! they arrived. What they share is here: one event at a point, and waiting until the browser took it.

mod click;
mod drag;
mod drag_move;
mod drag_place;
mod drag_way;
mod hover;
mod moving;
mod touch;
mod untrusted;
mod wheel;

use domtool_cdp::{
    Channel, Pending,
    protocol::{
        Command,
        input::{DispatchMouseEvent, MouseButton, MouseEventType},
    },
};
use tokio::time::Instant;

pub(crate) use click::{LostClick, click, press, stand_in};
pub(crate) use drag::drag;
pub(crate) use drag_move::RefusedDrop;
pub(crate) use drag_place::{Dragged, last_place};
pub(crate) use hover::hover;
pub(crate) use untrusted::send_click_event;
pub(crate) use wheel::wheel;

use super::{
    ActionContext,
    action::{Button, Modifiers},
    hit::{self, Aim, Point},
    refused::refused,
    resolve::ResolvedElement,
};
use crate::{
    error::{self, Dispatched, Error, ErrorKind, Result},
    world::calls,
};

/// How often another element may come under the mouse before the action gives up.
const TRIES: u32 = 3;
/// How hard a mouse presses, as mice that cannot tell say (Pointer Events 3, "pressure").
const PRESSURE: f64 = 0.5;

/// The mouse over one viewport: which button is down, and which keys are held.
#[derive(Clone, Copy, Debug, Default)]
struct Mouse {
    button: MouseButton,
    /// The button as `buttons` counts it, while it is down.
    down: i32,
    modifiers: Modifiers,
}

impl Mouse {
    fn new(button: Button, modifiers: Modifiers) -> Self {
        let (button, down) = match button {
            Button::Left => (MouseButton::Left, 1),
            Button::Right => (MouseButton::Right, 2),
            Button::Middle => (MouseButton::Middle, 4),
        };
        Self { button, down, modifiers }
    }

    fn event(&self, kind: MouseEventType, at: Point, held: bool) -> DispatchMouseEvent {
        let moved = kind == MouseEventType::MouseMoved;
        DispatchMouseEvent {
            r#type: kind,
            x: at.x,
            y: at.y,
            modifiers: Some(self.modifiers.bits()),
            button: Some(if moved && !held { MouseButton::None } else { self.button }),
            buttons: Some(if held { self.down } else { 0 }),
            force: Some(if held { PRESSURE } else { 0.0 }),
            ..Default::default()
        }
    }

    /// The button goes down, for the nth time in a row.
    fn press(&self, channel: &Channel, at: Point, count: i32) -> Pending<DispatchMouseEvent> {
        let event = self.event(MouseEventType::MousePressed, at, true);
        channel.post(&DispatchMouseEvent { click_count: Some(count), ..event })
    }

    /// It comes up again.
    fn release(&self, channel: &Channel, at: Point, count: i32) -> Pending<DispatchMouseEvent> {
        let event = self.event(MouseEventType::MouseReleased, at, false);
        channel.post(&DispatchMouseEvent { click_count: Some(count), ..event })
    }

    /// It moves with the button down.
    fn drag_move(&self, channel: &Channel, at: Point) -> Pending<DispatchMouseEvent> {
        channel.post(&self.event(MouseEventType::MouseMoved, at, true))
    }

    /// It moves.
    fn glide(&self, channel: &Channel, at: Point) -> Pending<DispatchMouseEvent> {
        channel.post(&self.event(MouseEventType::MouseMoved, at, false))
    }
}

/// Puts the mouse on a point that hits the element, also once the mouse is there (hovering may change the page). Nothing where the
/// element keeps moving, and the aim lets it.
async fn settle_on(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    aim: Aim<'_>,
    mouse: Mouse,
) -> Result<Option<Point>> {
    let mut at_once = hit::point_at_once(ctx, subject, aim).await?;
    let mut tries = 0;
    while tries < TRIES {
        let point = match at_once.take() {
            Some(point) => {
                // The browser takes a move with the next frame: it is seen to stand still by the same one.
                let (steady, moved) =
                    tokio::join!(hit::steady(ctx, subject, aim), move_to(ctx, subject, point, mouse));
                moved?;
                if !steady? {
                    return Ok(None);
                }
                point
            }
            None => {
                let Some(point) = hit::aimed_or_moving(ctx, subject, aim).await? else { return Ok(None) };
                move_to(ctx, subject, point, mouse).await?;
                point
            }
        };
        let drifting = subject.handle.call(calls::DRIFTING, &());
        let (hits, drifting) = tokio::join!(hit::still_hits(ctx, subject, point), drifting);
        let drifting = drifting.unwrap_or(false);
        if hits? && !drifting {
            return Ok(Some(point));
        }
        // One that is being moved, or sets off by the hover, comes to rest in time (MUI's menus grow for a quarter of a second).
        if !drifting || Instant::now() >= ctx.deadline {
            tries += 1;
        }
    }
    // What came under the mouse in its place is named.
    hit::aimed_or_moving(ctx, subject, aim).await?;
    Err(Error::new(ErrorKind::NotActionable, format!("{} moves away from under the mouse", subject.words())))
}

/// Selects text as a person does: presses, moves and releases the left button.
pub(crate) async fn select_between(
    ctx: &mut ActionContext<'_>,
    channel: &Channel,
    (from, to): (Point, Point),
) -> Result<()> {
    let mouse = Mouse::new(Button::Left, Modifiers::NONE);
    let middle = Point { x: f64::midpoint(from.x, to.x), y: f64::midpoint(from.y, to.y) };
    ctx.note_dispatched(Dispatched::Maybe);
    let sent = vec![
        mouse.glide(channel, from),
        mouse.press(channel, from, 1),
        mouse.drag_move(channel, middle),
        mouse.drag_move(channel, to),
        mouse.release(channel, to, 1),
    ];
    through(ctx, sent).await?;
    ctx.note_dispatched(Dispatched::Yes);
    Ok(())
}

/// Moves the mouse. It may open a menu: a retry after it is harmless, but it is input.
async fn move_to(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    point: Point,
    mouse: Mouse,
) -> Result<()> {
    let moved = mouse.glide(&subject.handle.channel, point);
    through(ctx, vec![moved]).await
}

/// Waits until the browser took the input. A dialog that it opened, or a tab that it closed, is an answer too.
pub(crate) async fn through<C: Command>(ctx: &ActionContext<'_>, sent: Vec<Pending<C>>) -> Result<()> {
    let tab = ctx.tab;
    let all = async {
        for pending in sent {
            pending.answer().await?.decode()?;
        }
        Ok::<(), domtool_cdp::Error>(())
    };
    let patience = tab.patience();
    let deadline = Instant::now() + patience;
    let interrupted =
        tab.until(deadline, |state| (state.dialog.is_some() || state.closed || state.crashed).then_some(()));
    tokio::select! {
        result = all => match result {
            Ok(()) => Ok(()),
            Err(error) if error.is_protocol() => refused(ctx, error).await,
            Err(error) => Err(tab.explain(error).after(Dispatched::Maybe)),
        },
        interrupted = interrupted => match interrupted {
            // It may have broken before the input was out.
            Some(()) if tab.connection.is_closed() => Err(tab.gate_dialog_aside().err().unwrap_or_else(error::browser_gone).after(Dispatched::Maybe)),
            Some(()) if tab.state().crashed => Err(error::page_crashed().after(Dispatched::Yes)),
            Some(()) => Ok(()),
            None => Err(error::page_hung(patience, false).after(Dispatched::Maybe)),
        },
    }
}
