//! Clicks: any button, once or more, with keys held, at any point of an element.

use std::time::Duration;

use domtool_cdp::{Channel, Pending, protocol::input::DispatchMouseEvent};
use domtool_page::identity::ElementId;
use tokio::time::Instant;

use super::{
    Mouse, Point, TRIES,
    hit::{self, Aim},
    move_to, moving, settle_on, through, touch,
};
use crate::{
    act::{
        ActionContext, ActionOutcome,
        action::{BoxPoint, Button, Click},
        keyboard,
        refused::unless_left,
        resolve::{self, ResolvedElement},
        unheard,
    },
    error::{Dispatched, Error, ErrorKind, Result},
    settle,
    world::calls,
};

/// What shows that a press arrived. A page that cancels `pointerdown` gets no `mousedown` (Pointer Events 3, "Compatibility mapping with mouse events").
const PRESSED: [&str; 2] = ["pointerdown", "mousedown"];
/// A person holds a button for some hundred milliseconds. What a page opens on the press may pass over what is pressed meanwhile
/// (flatpickr's calendar slides down from its field), and is at its place when the button comes up.
const LONGEST_HOLD: Duration = Duration::from_millis(200);
/// What hovering shows may come with a delay (`transition`).
const LONGEST_FADE: Duration = Duration::from_secs(1);
/// Said by the isolated world of a press whose default the page kept from happening.
const PREVENTED: &str = "prevented";
/// Said of a press during which the page changed what it says or offers, before the focus moved.
const ACTED: &str = "acted";

/// Clicks an element.
pub(crate) async fn click(ctx: &mut ActionContext<'_>, click: &Click<ElementId>) -> Result<ActionOutcome> {
    let subject = resolve::resolve(ctx, click.target).await?;
    let subject = stand_in(ctx, subject).await?;
    subject.check_operable()?;
    let seen = pressed(ctx, &subject, click).await?;
    Ok(done(ctx, subject, click, seen).await)
}

/// A press that became no click, no double click or no menu of its own.
#[derive(Clone, Debug)]
pub(crate) struct LostClick {
    /// The event that did not come.
    pub(crate) event: &'static str,
    /// What happened to the element, in words.
    pub(crate) why: &'static str,
    /// The page did something else on the press itself.
    pub(crate) acted: bool,
}

/// Words what was done, and notes whether the press became a click: a page may remove or move the element during the press.
async fn done(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    click: &Click<ElementId>,
    seen: Option<Vec<String>>,
) -> ActionOutcome {
    let how = match (click.button, click.count) {
        (Button::Left, 0 | 1) if ctx.tab.state().touch => "tapped",
        (Button::Left, 0 | 1) => "clicked",
        (Button::Left, 2) => "double-clicked",
        (Button::Left, _) => "triple-clicked",
        (Button::Right, _) => "right-clicked",
        (Button::Middle, _) => "middle-clicked",
    };
    let event = match click.button {
        Button::Left if click.count == 2 => "dblclick",
        Button::Left => "click",
        Button::Right => "contextmenu",
        Button::Middle => "auxclick",
    };
    let came = seen.as_ref().is_none_or(|seen| seen.iter().any(|seen| seen == event));
    let told = |word| seen.as_ref().is_some_and(|seen| seen.iter().any(|seen| seen == word));
    // A page that keeps the default of the press from happening acts on the press: menus and toolbars do.
    let on_press = click.count < 2 && told(PREVENTED);
    // Of one that is drawn anew by the first click of two nobody hears whether the second click and the double click came.
    let redrawn = click.count > 1 && !came && ctx.tab.gate().is_ok() && !still_there(&subject).await;
    let acted = redrawn || click.count < 2 && told(ACTED);
    if !came && ctx.tab.gate().is_ok() {
        ctx.lost_click = what_happened(ctx, &subject, event)
            .await
            .filter(|_| !on_press)
            .map(|why| LostClick { event, why, acted });
    }
    let missed = match came || ctx.tab.gate().is_err() {
        true => String::new(),
        false if redrawn => {
            format!("; unconfirmed: it was drawn anew amid the clicks, so that no {event} was heard of")
        }
        false => format!("; the press arrived, but no {event} came of it"),
    };
    ActionOutcome { feedback: format!("{how} {}{missed}", subject.words()), target: Some(subject.target) }
}

/// What became of an element whose press became no click; `None` where the press took it away, which is an effect, or where the
/// one that was drawn in its place got it.
async fn what_happened(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    event: &str,
) -> Option<&'static str> {
    let state = subject.read().await.ok()?;
    if !state.connected {
        resolve::resolve(ctx, subject.id).await.ok()?;
        return (!drawn_anew(ctx, subject, event).await)
            .then_some("it was drawn anew between press and release");
    }
    if state.disabled {
        return Some("the press disabled it");
    }
    Some("it moved, or something came over it, between press and release")
}

/// Shows what only a `:hover` rule of the page shows: the mouse goes to what has to be hovered, and the element is waited for.
async fn show_by_hover(ctx: &ActionContext<'_>, subject: ResolvedElement) -> Result<ResolvedElement> {
    if subject.state.visible && subject.state.boxed || ctx.tab.state().touch {
        return Ok(subject);
    }
    let Some((handle, backend)) =
        subject.handle.element(calls::SHOWN_BY).await.map_err(|e| ctx.tab.explain(e))?
    else {
        return Ok(subject);
    };
    let mut hovered = ResolvedElement { handle, backend, ..subject.clone() };
    hovered.state = hovered.read().await?;
    let point = hit::point(ctx, &hovered, None).await?;
    move_to(ctx, &hovered, point, Mouse::default()).await?;
    let mut shown = subject;
    let end = ctx.deadline.min(Instant::now() + LONGEST_FADE);
    while !(shown.state.visible && shown.state.boxed) && Instant::now() < end {
        shown.handle.call(calls::FRAME, &()).await?;
        shown.state = shown.read().await?;
    }
    Ok(shown)
}

/// A control that is hidden by styling, or lets the pointer through, is operated through what is drawn in its place, as a person
/// does: its label, a slider's thumb, the box around a field, the box of an editor that draws its text itself.
pub(crate) async fn stand_in(ctx: &ActionContext<'_>, subject: ResolvedElement) -> Result<ResolvedElement> {
    let subject = show_by_hover(ctx, subject).await?;
    let hidden = !(subject.state.visible && subject.state.boxed) || subject.state.pointerless;
    // A slider can have a box and yet be cut away (`clip`), and so can the field of CodeMirror 5: the page says so.
    let may_be_covered = subject.target.role == "combobox" && subject.state.kind != "select";
    if !hidden && !may_be_covered && !matches!(subject.state.kind.as_str(), "range" | "textarea") {
        return Ok(subject);
    }
    let Some((handle, backend)) =
        subject.handle.element(calls::STAND_IN_OF).await.map_err(|e| ctx.tab.explain(e))?
    else {
        return Ok(subject);
    };
    let mut shown = ResolvedElement { handle, backend, ..subject.clone() };
    let disabled = subject.state.disabled;
    shown.state = shown.read().await?;
    shown.state.disabled |= disabled;
    Ok(shown)
}

/// Moves, presses and releases on an element; the count's presses follow each other as a person's do. Gives whether the element heard a
/// click, or the page took the press for itself; also where nobody is left to ask.
pub(crate) async fn press(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    click: &Click<ElementId>,
) -> Result<bool> {
    let seen = pressed(ctx, subject, click).await?;
    let counts = |event: &String| event == "click" || event == PREVENTED;
    Ok(seen.is_none_or(|seen| seen.iter().any(counts)))
}

/// The same. Which events arrived at the element; nothing where nobody is left to ask.
async fn pressed(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    click: &Click<ElementId>,
) -> Result<Option<Vec<String>>> {
    let mouse = Mouse::new(click.button, click.modifiers);
    let touch = ctx.tab.state().touch && click.button == Button::Left;
    // It comes with free hands: an element that cannot be pressed is told of before any key is.
    let free = Mouse::default();
    let mut point = place(ctx, subject, click, free, touch).await?;
    subject.staleness.confirm(ctx).await?;
    let mut tries = 0;
    // Scrolling to it or hovering over it may have given its row to another, or its box scrolls back: tested last of all.
    while let Some(hit) = point {
        // Proof comes from listeners in the isolated world, on the element itself.
        let proving = subject.handle.call(calls::PROVE, &());
        let (proving, hits) = tokio::join!(proving, hit::still_hits(ctx, subject, hit));
        proving?;
        if hits? {
            break;
        }
        if tries == TRIES {
            let why = format!("{} moves away from under the mouse", subject.words());
            return Err(Error::new(ErrorKind::NotActionable, why));
        }
        tries += 1;
        point = place(ctx, subject, click, free, touch).await?;
    }
    if point.is_none() {
        subject.handle.call(calls::PROVE, &()).await?;
    }
    let held = if touch { None } else { keyboard::hold(ctx, click.modifiers).await? };
    // What the page does on hearing of the keys may move things.
    if let (Some(point), Some(_)) = (point, &held)
        && ctx.tab.gate().is_ok()
        && !hit::still_hits(ctx, subject, point).await?
    {
        let why = format!("{} went away from under the mouse when the keys were held", subject.words());
        return Err(Error::new(ErrorKind::NotActionable, why));
    }
    match point {
        Some(point) if touch => touch::tap(ctx, subject, point, click).await?,
        Some(point) => {
            for count in 1..=i32::from(click.count.max(1)) {
                press_and_release(ctx, subject, mouse, (point, count)).await?;
            }
        }
        None => moving::press(ctx, subject, click, (aim(click), mouse)).await?,
    }
    ctx.note_dispatched(Dispatched::Yes);
    if let Some(held) = held {
        held.let_go(ctx).await?;
    }
    if ctx.tab.gate().is_err() {
        return Ok(None); // a dialog opened or the tab closed: it arrived, and the report says what it did
    }
    // Where the click left the document, nobody is left to ask.
    let seen = unless_left(ctx, subject.handle.call(calls::PROVEN, &()).await).await?;
    let heard = seen.as_ref().is_none_or(|seen| seen.iter().any(|event| PRESSED.contains(&event.as_str())));
    if heard || drawn_anew(ctx, subject, PRESSED[0]).await {
        return Ok(seen);
    }
    let missed = format!("the click was sent but did not reach {}", subject.words());
    let error = unheard::press(ctx, subject, &missed).await?;
    unheard::note(ctx, "no listener heard the press", error)?;
    Ok(None)
}

/// Whether an event arrived at the element that was drawn in the place of one.
async fn drawn_anew(ctx: &ActionContext<'_>, subject: &ResolvedElement, event: &str) -> bool {
    if still_there(subject).await {
        return false;
    }
    let Ok(anew) = resolve::resolve(ctx, subject.id).await else { return false };
    anew.handle.call(calls::ARRIVED_INSTEAD, &(event,)).await.unwrap_or(false)
}

/// A pressed button, which comes up when this is dropped, however the action ends.
struct PressedButton<'a> {
    channel: &'a Channel,
    mouse: Mouse,
    at: Point,
    count: i32,
    down: bool,
}

impl PressedButton<'_> {
    fn release(&mut self) -> Pending<DispatchMouseEvent> {
        self.down = false;
        self.mouse.release(self.channel, self.at, self.count)
    }
}

impl Drop for PressedButton<'_> {
    fn drop(&mut self) {
        if self.down {
            // Nobody waits for the answer: it comes when the page is free again.
            drop(self.release());
        }
    }
}

/// Presses and releases for the nth time in a row.
async fn press_and_release(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    mouse: Mouse,
    (at, count): (Point, i32),
) -> Result<()> {
    let channel = &subject.handle.channel;
    ctx.note_dispatched(Dispatched::Maybe);
    let pressed = mouse.press(channel, at, count);
    let mut button = PressedButton { channel, mouse, at, count, down: true };
    through(ctx, vec![pressed]).await?;
    settle::unblocked(ctx.tab, hold(ctx, subject, at)).await;
    through(ctx, vec![button.release()]).await
}

/// Holds the button for a frame, and longer where something passes over the element. Not where that is a list: the longer it is held, the
/// more it is taken for a press that is dragged onto an option (MUI counts 200 ms).
async fn hold(ctx: &ActionContext<'_>, subject: &ResolvedElement, at: Point) {
    let end = Instant::now() + LONGEST_HOLD;
    // Where the press led away from the document, or took the element, there is nothing to wait for.
    while subject.handle.call(calls::FRAME, &()).await.is_ok()
        && !hit::still_hits(ctx, subject, at).await.unwrap_or(true)
        && !subject.handle.call(calls::LIST_OVER, &()).await.unwrap_or(true)
        && Instant::now() < end
    {}
}

/// The point to press: a mouse is there already, a finger comes down on it. Nothing where it keeps moving.
async fn place(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    click: &Click<ElementId>,
    mouse: Mouse,
    touch: bool,
) -> Result<Option<Point>> {
    if touch {
        return hit::aimed(ctx, subject, aim(click)).await.map(Some);
    }
    settle_on(ctx, subject, aim(click).moving(), mouse).await
}

fn aim(click: &Click<ElementId>) -> Aim<'static> {
    Aim::itself(click.at.map(BoxPoint::from))
}

async fn still_there(subject: &ResolvedElement) -> bool {
    subject.read().await.is_ok_and(|state| state.connected)
}
