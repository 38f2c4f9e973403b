//! Clicks: any button, once or more, with keys held, at any point of an element.

use super::{Mouse, Point, hit, settle_on, through, touch};
use crate::{
    act::{
        Done, Scene,
        action::{Button, Click},
        keyboard,
        refused::unless_left,
        resolve::{self, Subject},
    },
    error::{Dispatched, Error, ErrorKind, Result},
};

/// What shows that a press arrived. A page that cancels `pointerdown` gets no `mousedown` (Pointer Events 3, "Compatibility mapping with mouse events").
const PRESSED: [&str; 2] = ["pointerdown", "mousedown"];
/// Said by the isolated world of a press whose default the page kept from happening.
const PREVENTED: &str = "prevented";

/// Clicks an element. One that is drawn anew when the mouse comes onto it is looked for once more.
pub(crate) async fn click(scene: &mut Scene<'_>, click: &Click) -> Result<Done> {
    let mut again = true;
    loop {
        let subject = resolve::resolve(scene, click.target).await?;
        let subject = stand_in(scene, subject).await?;
        subject.check_operable()?;
        match pressed(scene, &subject, click).await {
            Ok(seen) => return Ok(done(scene, subject, click, seen).await),
            Err(error)
                if again
                    && error.kind() == ErrorKind::Stale
                    && scene.dispatched == Dispatched::No
                    && !still_there(&subject).await =>
            {
                again = false;
            }
            Err(error) => return Err(error),
        }
    }
}

/// A press that became no click, no double click or no menu of its own.
#[derive(Clone, Debug)]
pub(crate) struct LostClick {
    /// The event that did not come.
    pub(crate) event: &'static str,
    /// What happened to the element, in words.
    pub(crate) why: &'static str,
}

/// What was done, in words, and whether the press came to be a click: a page may take the element away from under it.
async fn done(scene: &mut Scene<'_>, subject: Subject, click: &Click, seen: Option<Vec<String>>) -> Done {
    let how = match (click.button, click.count) {
        (Button::Left, 0 | 1) if scene.tab.state().touch => "tapped",
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
    // A page that keeps the default of the press from happening acts on the press: menus and toolbars do.
    let on_press = click.count < 2 && seen.is_some_and(|seen| seen.iter().any(|seen| seen == PREVENTED));
    if !came && scene.tab.gate().is_ok() {
        scene.lost_click = what_happened(scene, &subject, event)
            .await
            .filter(|_| !on_press)
            .map(|why| LostClick { event, why });
    }
    let missed = match came || scene.tab.gate().is_err() {
        true => String::new(),
        false => format!("; the press arrived, but no {event} came of it"),
    };
    Done { feedback: format!("{how} {}{missed}", subject.words()), target: Some(subject.target) }
}

/// What became of an element whose press became no click; `None` where the press took it away, which is an effect, or where the
/// one that was drawn in its place got it.
async fn what_happened(scene: &Scene<'_>, subject: &Subject, event: &str) -> Option<&'static str> {
    let state = subject.read().await.ok()?;
    if !state.connected {
        let anew = resolve::resolve(scene, subject.id).await.ok()?;
        let arrived = anew.handle.call::<bool>("arrivedInstead", &(event,)).await.unwrap_or(false);
        return (!arrived).then_some("it was drawn anew between press and release");
    }
    if state.disabled {
        return Some("the press disabled it");
    }
    Some("it moved, or something came over it, between press and release")
}

/// A control that is hidden by styling is operated through its label, as a person does.
pub(crate) async fn stand_in(scene: &Scene<'_>, subject: Subject) -> Result<Subject> {
    if subject.state.visible && subject.state.boxed || subject.state.kind.is_empty() {
        return Ok(subject);
    }
    let Some((handle, backend)) =
        subject.handle.element("labelOf").await.map_err(|e| scene.tab.explain(e))?
    else {
        return Ok(subject);
    };
    let mut label = Subject { handle, backend, ..subject.clone() };
    let disabled = subject.state.disabled;
    label.state = label.read().await?;
    label.state.disabled |= disabled;
    Ok(label)
}

/// Moves, presses and releases on an element; the count's presses follow each other as a person's do.
pub(crate) async fn press(scene: &mut Scene<'_>, subject: &Subject, click: &Click) -> Result<()> {
    pressed(scene, subject, click).await.map(drop)
}

/// The same. Which events arrived at the element; nothing where nobody is left to ask.
async fn pressed(scene: &mut Scene<'_>, subject: &Subject, click: &Click) -> Result<Option<Vec<String>>> {
    let mouse = Mouse::new(click.button, click.modifiers);
    let touch = scene.tab.state().touch && click.button == Button::Left;
    // It comes with free hands: an element that cannot be pressed is told of before any key is.
    let free = Mouse::default();
    let mut point = place(scene, subject, click, free, touch).await?;
    // Scrolling to it or hovering over it may have given its row to another.
    if subject.ground.confirm(scene).await? && !hit::still_hits(scene, subject, point).await? {
        point = place(scene, subject, click, free, touch).await?;
    }
    // Proof comes from listeners in the isolated world, on the element itself.
    let _: Option<()> = subject.handle.call("prove", &[(); 0]).await?;
    let held = if touch { None } else { keyboard::hold(scene, click.modifiers).await? };
    // What the page does on hearing of the keys may move things.
    if held.is_some() && scene.tab.gate().is_ok() && !hit::still_hits(scene, subject, point).await? {
        let why = format!("{} went away from under the mouse when the keys were held", subject.words());
        return Err(Error::new(ErrorKind::NotActionable, why));
    }
    if touch {
        touch::tap(scene, subject, point, click).await?;
    } else {
        let channel = &subject.handle.channel;
        let presses = (1..=i32::from(click.count.max(1)))
            .flat_map(|count| [mouse.press(channel, point, count), mouse.release(channel, point, count)]);
        let sent = presses.collect();
        scene.dispatched = Dispatched::Maybe;
        through(scene, sent).await?;
    }
    scene.dispatched = Dispatched::Yes;
    if let Some(held) = held {
        held.let_go(scene).await?;
    }
    if scene.tab.gate().is_err() {
        return Ok(None); // a dialog opened or the tab closed: it arrived, and the report says what it did
    }
    // Where the click left the document, nobody is left to ask.
    let seen = unless_left(scene, subject.handle.call::<Vec<String>>("proven", &[(); 0]).await).await?;
    match &seen {
        Some(events) if !events.iter().any(|event| PRESSED.contains(&event.as_str())) => Err(Error::new(
            ErrorKind::NotActionable,
            format!(
                "the click was sent but did not reach {}: something took its place under the mouse",
                subject.words()
            ),
        )),
        _ => Ok(seen),
    }
}

/// The point to press: a mouse is there already, a finger comes down on it.
async fn place(
    scene: &mut Scene<'_>,
    subject: &Subject,
    click: &Click,
    mouse: Mouse,
    touch: bool,
) -> Result<Point> {
    if touch {
        return hit::point(scene, subject, click.at).await;
    }
    settle_on(scene, subject, click.at, mouse).await
}

async fn still_there(subject: &Subject) -> bool {
    subject.read().await.is_ok_and(|state| state.connected)
}
