//! The mouse: moves, presses and clicks, in the order a person makes them, with proof that they arrived.

use domtool_cdp::{
    Pending,
    protocol::input::{DispatchMouseEvent, MouseButton, MouseEventType},
};
use domtool_page::identity::ElementId;

use super::{
    Done, Scene,
    action::{Button, Click},
    hit::{self, Point},
    refused::refused,
    resolve::{self, Subject},
};
use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    tab::PATIENCE,
};

/// How often something may slip in under the mouse before we give up.
const TRIES: u32 = 3;
/// What shows that a press arrived. A page that cancels `pointerdown` gets no `mousedown` (Pointer Events 3, "Compatibility mapping with mouse events").
const PRESSED: [&str; 2] = ["pointerdown", "mousedown"];

/// Clicks an element.
pub(crate) async fn click(scene: &mut Scene<'_>, click: &Click) -> Result<Done> {
    let subject = resolve::resolve(scene, click.target).await?;
    let subject = stand_in(scene, subject).await?;
    subject.check_operable()?;
    press(scene, &subject, click).await?;
    Ok(Done { feedback: format!("clicked {}", subject.words()), target: Some(subject.target) })
}

/// Moves the mouse onto an element.
pub(crate) async fn hover(scene: &mut Scene<'_>, target: ElementId) -> Result<Done> {
    let subject = resolve::resolve(scene, target).await?;
    let subject = stand_in(scene, subject).await?;
    if !subject.state.visible || !subject.state.boxed {
        subject.check_operable()?;
    }
    let point = hit::point(scene, &subject, None).await?;
    subject.ground.confirm(scene).await?;
    move_to(scene, &subject, point).await?;
    Ok(Done { feedback: format!("the mouse is on {}", subject.words()), target: Some(subject.target) })
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
    let mut point = settle_on(scene, subject, click.at).await?;
    // Scrolling to it or hovering over it may have given its row to another.
    if subject.ground.confirm(scene).await? && !hit::still_hits(scene, subject, point).await? {
        point = settle_on(scene, subject, click.at).await?;
    }
    // Proof comes from listeners in the isolated world, on the element itself.
    let _: Option<()> = subject.handle.call("prove", &[(); 0]).await?;
    let (button, buttons) = match click.button {
        Button::Left => (MouseButton::Left, 1),
        Button::Right => (MouseButton::Right, 2),
        Button::Middle => (MouseButton::Middle, 4),
    };
    let modifiers = Some(click.modifiers.bits());
    let mut sent = Vec::new();
    for count in 1..=i32::from(click.count.max(1)) {
        for kind in [MouseEventType::MousePressed, MouseEventType::MouseReleased] {
            let pressed = if kind == MouseEventType::MousePressed { buttons } else { 0 };
            sent.push(subject.handle.channel.post(&DispatchMouseEvent {
                r#type: kind,
                x: point.x,
                y: point.y,
                modifiers,
                button: Some(button),
                buttons: Some(pressed),
                click_count: Some(count),
                ..Default::default()
            }));
        }
    }
    scene.dispatched = Dispatched::Maybe;
    through(scene, sent).await?;
    scene.dispatched = Dispatched::Yes;
    if scene.tab.gate().is_err() {
        return Ok(()); // a dialog opened or the tab closed: it arrived, and the report says what it did
    }
    // Where the click left the document, nobody is left to ask.
    let seen: Option<Vec<String>> = subject.handle.call("proven", &[(); 0]).await.ok();
    match seen {
        Some(seen)
            if !seen.iter().any(|event| PRESSED.contains(&event.as_str())) && still_there(subject).await =>
        {
            Err(Error::new(
                ErrorKind::NotActionable,
                format!(
                    "the click was sent but did not reach {}: something took its place under the mouse",
                    subject.words()
                ),
            ))
        }
        _ => Ok(()),
    }
}

async fn still_there(subject: &Subject) -> bool {
    subject.read().await.is_ok_and(|state| state.connected)
}

/// Puts the mouse on a point that hits the element, also once the mouse is there (hovering may change the page).
async fn settle_on(scene: &mut Scene<'_>, subject: &Subject, at: Option<(f64, f64)>) -> Result<Point> {
    for _ in 0..TRIES {
        let point = hit::point(scene, subject, at).await?;
        move_to(scene, subject, point).await?;
        if hit::still_hits(scene, subject, point).await? {
            return Ok(point);
        }
    }
    // Name what is there now.
    let point = hit::point(scene, subject, at).await?;
    if hit::still_hits(scene, subject, point).await? {
        return Ok(point);
    }
    Err(Error::new(ErrorKind::NotActionable, format!("{} moves away from under the mouse", subject.words())))
}

async fn move_to(scene: &mut Scene<'_>, subject: &Subject, point: Point) -> Result<()> {
    let moved = subject.handle.channel.post(&DispatchMouseEvent {
        r#type: MouseEventType::MouseMoved,
        x: point.x,
        y: point.y,
        ..Default::default()
    });
    // A move may open a menu: a retry after it is harmless, but it is input.
    through(scene, vec![moved]).await
}

/// Waits until the browser took the input. A dialog that it opened, or a tab that it closed, is an answer too.
pub(crate) async fn through<C: domtool_cdp::protocol::Command>(
    scene: &Scene<'_>,
    sent: Vec<Pending<C>>,
) -> Result<()> {
    let tab = scene.tab;
    let all = async {
        for pending in sent {
            pending.answer().await?;
        }
        Ok::<(), domtool_cdp::Error>(())
    };
    let deadline = tokio::time::Instant::now() + PATIENCE;
    let interrupted =
        tab.until(deadline, |state| (state.dialog.is_some() || state.closed || state.crashed).then_some(()));
    tokio::select! {
        result = all => match result {
            Ok(()) => Ok(()),
            Err(error) if error.is_protocol() => refused(scene, error).await,
            Err(error) => Err(tab.explain(error).after(Dispatched::Maybe)),
        },
        interrupted = interrupted => match interrupted {
            Some(()) if tab.state().crashed => Err(crate::tab::page_crashed().after(Dispatched::Yes)),
            Some(()) => Ok(()),
            None => Err(Error::new(ErrorKind::Timeout, "the page did not take the input in 10 s").after(Dispatched::Maybe)),
        },
    }
}
