//! Checkboxes, radios and switches: on or off, by one click, and read back.

use domtool_page::identity::ElementId;

use crate::{
    act::{Done, Scene, action::Click, pointer, resolve},
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
};

/// Turns a checkbox, radio or switch on or off.
pub(crate) async fn check(scene: &mut Scene<'_>, target: ElementId, on: bool) -> Result<Done> {
    let subject = resolve::resolve(scene, target).await?;
    let wanted = if on { "true" } else { "false" };
    let Some(state) = subject.state.checked.clone() else {
        return Err(Error::new(ErrorKind::WrongKind, format!("{} cannot be checked", subject.words()))
            .with_hint("use click"));
    };
    if !on && subject.state.kind == "radio" {
        return Err(Error::new(
            ErrorKind::WrongKind,
            format!("{} is a radio: it goes off when another goes on", subject.words()),
        )
        .with_hint("check another radio of its group"));
    }
    let word = if on { "on" } else { "off" };
    if state == wanted {
        return Ok(Done {
            feedback: format!("{} was {word} already", subject.words()),
            target: Some(subject.target),
        });
    }
    let shown = pointer::stand_in(scene, subject.clone()).await?;
    shown.check_operable()?;
    let click = Click::new(target);
    pointer::press(scene, &shown, &click).await?;
    if scene.tab.gate().is_ok()
        && let Ok(now) = subject.read().await
        && now.checked.as_deref() != Some(wanted)
    {
        let message = format!("{} was clicked and is not {word}", subject.words());
        return Err(Error::new(ErrorKind::ValueRejected, message)
            .with_obstacle(Obstacle::Holds(now.checked.unwrap_or_default()))
            .with_hint("observe: the page may say why it refuses")
            .after(Dispatched::Yes));
    }
    Ok(Done { feedback: format!("{} is {word}", subject.words()), target: Some(subject.target) })
}
