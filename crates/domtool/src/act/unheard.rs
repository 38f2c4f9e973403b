//! Input that was sent and of which the element heard nothing: what is known of where it went. Silence alone says nothing: listeners
//! can be deaf. So the page is asked what got the input, and whether it hears the mouse at all.

use domtool_cdp::protocol::{
    FrameId,
    input::{DispatchMouseEvent, MouseEventType},
};

use super::{ActionContext, hit, pointer::through, resolve::ResolvedElement};
use crate::{
    error::{Error, ErrorKind, Result},
    world::{call_all, calls},
};

/// Input of which nobody heard, as far as is known when it is through.
pub(crate) struct Unheard {
    /// In words.
    pub(super) why: &'static str,
    /// What keeps it from the page, unless that changes by it all the same.
    pub(super) error: Option<Error>,
}

/// Takes note of input of which nobody heard; what is known of it is said when all that it caused is there.
///
/// # Errors
/// What is known already.
pub(super) fn note(ctx: &mut ActionContext<'_>, why: &'static str, error: Option<Error>) -> Result<()> {
    match error {
        Some(error) if error.kind() != ErrorKind::BrowserDialog => Err(error),
        error => {
            ctx.unheard = Some(Unheard { why, error });
            Ok(())
        }
    }
}

/// The error where something else is known to have got a press, or the browser to keep input from the page; `None` where nobody knows.
/// `missed` says what was not reached.
///
/// # Errors
/// What says that the page is lost.
pub(super) async fn press(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    missed: &str,
) -> Result<Option<Error>> {
    let frames: Vec<FrameId> = ctx.tab.state().frames.keys().cloned().collect();
    for frame in frames {
        let Some(world) = ctx.tab.world_of(&frame) else { continue };
        let Ok(Some((_, backend))) = world.element(calls::PRESS_TARGET).await else { continue };
        if frame == subject.frame && backend == subject.backend {
            return Ok(None);
        }
        let what = hit::words_of(ctx, &frame, backend).await?;
        let what = what.unwrap_or_else(|| "an element that is gone by now".to_owned());
        return Ok(Some(Error::new(ErrorKind::NotActionable, format!("{missed}: {what} got it"))));
    }
    kept(ctx, missed).await
}

/// The error where the browser keeps all input from the page, as it shows something of its own over it; `None` where the page hears
/// the mouse, or nobody can tell.
///
/// # Errors
/// What says that the page is lost.
pub(super) async fn kept(ctx: &ActionContext<'_>, missed: &str) -> Result<Option<Error>> {
    let tab = ctx.tab;
    if tab.state().touch || !tab.state().loading.painted || hears_pointer(ctx).await? {
        return Ok(None);
    }
    if let Some(scheme) = tab.state().foreign_scheme.clone() {
        let message = format!(
            "{missed}: the browser asks whether to open {scheme}: in another program, and keeps all input from the page meanwhile"
        );
        return Ok(Some(Error::new(ErrorKind::BrowserDialog, message)));
    }
    if tab.put_login_prompt_away().await? {
        let why = "the browser prompted for a login by HTTP over it; what loaded still was stopped, which ends that";
        let error = Error::new(ErrorKind::NotActionable, format!("{missed}: {why}"));
        return Ok(Some(error.with_hint("do it again: what asked is answered without a prompt from now on")));
    }
    let message = format!(
        "{missed}: the page hears no input at all, as where the browser shows a dialog of its own (a login, a passkey, a screen to share)"
    );
    Ok(Some(Error::new(ErrorKind::BrowserDialog, message).with_hint(
        "stop ends a login that is asked for, with what loads still, and reload other dialogs; else open about:blank, and come back: another page of the same site does not end it",
    )))
}

/// Moves the mouse by a pixel and back; whether some frame hears of that, or cannot be asked.
async fn hears_pointer(ctx: &ActionContext<'_>) -> Result<bool> {
    let worlds = ctx.tab.worlds();
    let channel = ctx.tab.main_channel()?;
    call_all(&worlds, calls::FORGET_POINTER).await;
    for x in [1.0, 2.0] {
        let moved =
            DispatchMouseEvent { r#type: MouseEventType::MouseMoved, x, y: 1.0, ..Default::default() };
        through(ctx, vec![channel.post(&moved)]).await?;
    }
    let heard = call_all(&worlds, calls::HEARS_POINTER).await;
    // Who does not answer may hear it.
    Ok(heard.is_empty() || heard.len() < worlds.len() || heard.contains(&true))
}
