//! The clipboard: copy, cut and paste by the chords that a person presses, so that the page's own events are trusted.
//!
//! A browser has one clipboard for all its contexts (a headless one its own; one with windows the system's), so each
//! session has its own text here: it is put on the browser's clipboard for the moment of a paste and taken off it after a
//! copy, under a lock, behind the page's back (`isolated/clipboard.js`). Where several sessions share a browser, nothing
//! is left on it, so that no session pastes what another copied.

use std::{sync::Arc, time::Duration};

use domtool_cdp::{
    Channel,
    protocol::input::{DispatchKeyEvent, KeyEventType},
};
use domtool_page::identity::ElementId;
use tokio::time::timeout;

use super::{
    editing::{Clip, Platform},
    keys::Stroke,
    press::focused_channel,
    send, table,
};
use crate::{
    act::{
        ActionContext, ActionOutcome, fields,
        pointer::through,
        refused::unless_left,
        resolve::{self, ResolvedElement},
    },
    error::{Dispatched, Error, ErrorKind, Result},
    shared::{Clipping, SessionShared},
    tab::TabInner,
    world::{call_all, calls, data::ClipHeard},
};

/// How long a page may take to clear the clipboard when its session ends.
const CLEARS: Duration = Duration::from_millis(500);

/// Presses a chord of the clipboard with the session's own clipping on it.
pub(super) async fn press_clip(
    ctx: &mut ActionContext<'_>,
    channel: &Channel,
    stroke: &Stroke,
    kind: Clip,
) -> Result<()> {
    let session = std::sync::Arc::clone(&ctx.session);
    let mut left = session.browser.clipboard.lock().await;
    let alone = session.browser.has_one_session();
    if kind == Clip::Paste {
        adopt(ctx, &left, alone).await?;
    }
    let pressed = async {
        match kind {
            Clip::Paste => {
                let clipping = session.clipping().unwrap_or_default();
                put(ctx, &clipping).await?;
                *left = Some(clipping);
                send::press_one(ctx, channel, stroke).await
            }
            Clip::Copy | Clip::Cut => {
                let emptied = empty(ctx).await?;
                send::press_one(ctx, channel, stroke).await?;
                if emptied
                    && ctx.tab.gate().is_ok()
                    && let Some(copied) = take(ctx).await?.filter(|copied| !copied.is_empty())
                {
                    session.set_clipping(copied);
                }
                Ok(())
            }
        }
    };
    let pressed = pressed.await;
    let leaving = leave(ctx, &mut left, alone).await;
    pressed.and(leaving)
}

/// Who gets the keys, and what it holds now: an element, or whatever has the focus.
async fn receiver(
    ctx: &ActionContext<'_>,
    subject: Option<&ResolvedElement>,
) -> Result<(Channel, Option<String>)> {
    match subject {
        Some(subject) => Ok((subject.handle.channel.clone(), subject.read().await?.value)),
        None => Ok((focused_channel(ctx).await?, None)),
    }
}

/// Copies or cuts: all of an element, or what is selected.
pub(crate) async fn copy(
    ctx: &mut ActionContext<'_>,
    target: Option<ElementId>,
    cut: bool,
) -> Result<ActionOutcome> {
    let (word, kind) = if cut { ("cut", Clip::Cut) } else { ("copied", Clip::Copy) };
    let subject = match target {
        Some(target) => Some(select_all_of(ctx, target, cut).await?),
        None => None,
    };
    let (channel, before) = receiver(ctx, subject.as_ref()).await?;
    let session = std::sync::Arc::clone(&ctx.session);
    let mut left = session.browser.clipboard.lock().await;
    let alone = session.browser.has_one_session();
    let emptied = empty(ctx).await?;
    listen(ctx).await;
    if let Err(error) = send::press_one(ctx, &channel, &chord(kind)).await {
        return Err(leave_after(ctx, &mut left, alone, error).await);
    }
    if ctx.tab.gate().is_err() {
        return Ok(ActionOutcome {
            feedback: format!("{word}; a dialog opened"),
            target: subject.map(|s| s.target),
        });
    }
    let heard = heard(ctx).await;
    let copied = match take(ctx).await {
        Ok(copied) => copied.filter(|copied| !copied.is_empty() && emptied),
        Err(error) => return Err(leave_after(ctx, &mut left, alone, error).await),
    };
    let Some(copied) = copied else {
        leave(ctx, &mut left, alone).await?;
        let why = match &heard {
            None => "the page did not hear of it",
            Some(_) => "nothing is selected that can be",
        };
        return Err(Error::new(ErrorKind::NoEffect, format!("nothing was {word}: {why}"))
            .after(Dispatched::Yes)
            .with_hint("select what to take first: select-text, or name an element"));
    };
    let characters = copied.text.chars().count();
    session.set_clipping(copied);
    leave(ctx, &mut left, alone).await?;
    drop(left);
    let secret = subject.as_ref().is_some_and(|subject| subject.state.secret);
    let what = if secret { "it".to_owned() } else { format!("{characters} characters") };
    if let Some(subject) = &subject
        && cut
        && !heard.is_some_and(|heard| heard.own)
        && subject.read().await.is_ok_and(|now| now.value == before)
    {
        let message = format!("{} was copied and keeps its text", subject.words());
        return Err(Error::new(ErrorKind::ValueRejected, message).after(Dispatched::Yes));
    }
    Ok(ActionOutcome { feedback: format!("{word} {what}"), target: subject.map(|subject| subject.target) })
}

/// Pastes a text, or what the session copied last.
pub(crate) async fn paste(
    ctx: &mut ActionContext<'_>,
    target: Option<ElementId>,
    text: Option<&str>,
) -> Result<ActionOutcome> {
    if text == Some("") {
        return Err(Error::invalid_input("there is no text to paste"));
    }
    ctx.recorded().await;
    let subject = match target {
        Some(target) => Some(field(ctx, target).await?),
        // Pages take what is pasted anywhere.
        None => match fields::receiver(ctx).await {
            Ok(fields::Receiver::Field(subject)) => Some(*subject),
            Ok(fields::Receiver::Keys(_)) => None,
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::NotActionable | ErrorKind::WrongKind | ErrorKind::ReadOnly
                ) =>
            {
                None
            }
            Err(error) => return Err(error),
        },
    };
    let channel = match &subject {
        Some(subject) => subject.handle.channel.clone(),
        None => focused_channel(ctx).await?,
    };
    // A code that is longer than its boxes is for the page to judge.
    let row = match (&subject, text) {
        (Some(subject), Some(text)) => fields::BoxRow::of(subject, text).await.ok().flatten(),
        _ => None,
    };
    let typing = match &subject {
        Some(subject) if subject.state.value.is_some() => Some(fields::Typing::begin(subject).await?),
        _ => None,
    };
    let session = std::sync::Arc::clone(&ctx.session);
    let mut left = session.browser.clipboard.lock().await;
    let alone = session.browser.has_one_session();
    if text.is_none() {
        adopt(ctx, &left, alone).await?;
    }
    let Some(clipping) = text.map(Clipping::of).or_else(|| session.clipping()) else {
        return Err(Error::new(ErrorKind::NotFound, "nothing was copied in this session")
            .with_hint("give the text to paste, or copy something first"));
    };
    put(ctx, &clipping).await?;
    // It is on it until it is taken off, which a dialog or the end of the page may hinder.
    *left = Some(clipping.clone());
    listen(ctx).await;
    if let Err(error) = send::press_one(ctx, &channel, &chord(Clip::Paste)).await {
        return Err(leave_after(ctx, &mut left, alone, error).await);
    }
    if ctx.tab.gate().is_err() {
        return Ok(ActionOutcome {
            feedback: "pasted; a dialog opened".to_owned(),
            target: subject.map(|s| s.target),
        });
    }
    let heard = heard(ctx).await;
    leave(ctx, &mut left, alone).await?;
    drop(left);
    let Some(heard) = heard else {
        return Err(Error::new(ErrorKind::NotActionable, "the page did not hear of the paste")
            .after(Dispatched::Yes)
            .with_hint("name the field that is to get it"));
    };
    let characters = clipping.text.chars().count();
    let into = subject.as_ref().map(|subject| format!(" into {}", subject.words())).unwrap_or_default();
    let spread = match (&subject, row) {
        (Some(subject), Some(row)) => row.pasted(ctx, subject).await?,
        _ => None,
    };
    let by = match (spread, &subject, typing) {
        (Some(spread), ..) => spread,
        _ if heard.own => {
            ctx.swallowed();
            "; the page took it upon itself to place them, or to refuse them".to_owned()
        }
        (None, Some(subject), Some(typing)) => check_pasted(ctx, subject, typing, &clipping.text).await?,
        _ => String::new(),
    };
    let feedback = format!("pasted {characters} characters{into}{by}");
    Ok(ActionOutcome { feedback, target: subject.map(|subject| subject.target) })
}

/// The field must hold what was pasted, and something else than before. What is to be said of it.
async fn check_pasted(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    typing: fields::Typing,
    text: &str,
) -> Result<String> {
    subject.handle.call(calls::TWO_FRAMES, &()).await?;
    let Some(state) = unless_left(ctx, subject.read().await).await? else { return Ok(String::new()) };
    let holds = state.value.unwrap_or_default();
    // Line breaks become spaces in a field of one line.
    if typing.has_words(&holds, text) {
        typing.confirm_later(ctx, subject, text, holds);
        return Ok(String::new());
    }
    typing.check(ctx, subject, text).await
}

/// A field that takes text, with the focus and its caret at the end unless it had the focus already.
async fn field(ctx: &mut ActionContext<'_>, target: ElementId) -> Result<ResolvedElement> {
    let subject = resolve::resolve(ctx, target).await?;
    subject.check_operable()?;
    if subject.state.read_only {
        return Err(Error::new(ErrorKind::ReadOnly, format!("{} is read-only", subject.words())));
    }
    let active: bool = subject.handle.call(calls::ACTIVE, &()).await?;
    if !active {
        fields::focus(ctx, &subject).await?;
        if !subject.state.kind.is_empty() {
            subject.handle.call(calls::CARET_AT_END, &()).await?;
        }
    }
    Ok(subject)
}

/// Selects all of an element's text, as a copy of it wants.
async fn select_all_of(ctx: &mut ActionContext<'_>, target: ElementId, cut: bool) -> Result<ResolvedElement> {
    let subject = resolve::resolve(ctx, target).await?;
    subject.check_operable()?;
    let is_field = !subject.state.kind.is_empty();
    if cut && !is_field {
        return Err(Error::new(ErrorKind::WrongKind, format!("{} is no field to cut from", subject.words()))
            .with_hint("use copy"));
    }
    if cut && subject.state.read_only {
        return Err(Error::new(ErrorKind::ReadOnly, format!("{} is read-only", subject.words())));
    }
    super::select::all_of(ctx, &subject).await?;
    Ok(subject)
}

pub(super) fn chord(kind: Clip) -> Stroke {
    let letter = match kind {
        Clip::Copy => 'c',
        Clip::Cut => 'x',
        Clip::Paste => 'v',
    };
    let (mut key, _) = table::of_character(letter).unwrap_or_else(|| (table::unidentified(), false));
    key.text = None;
    Stroke::once(Platform::HERE.chord(), key)
}

/// What a page wrote to the clipboard by itself (its own copy button) is the session's, where no other can have written it.
pub(super) async fn adopt(ctx: &ActionContext<'_>, left: &Option<Clipping>, alone: bool) -> Result<()> {
    if !alone {
        return Ok(());
    }
    let now = take(ctx).await?.unwrap_or_default();
    if !now.is_empty() && left.as_ref() != Some(&now) {
        ctx.session.set_clipping(now);
    }
    Ok(())
}

/// Leaves the clipboard as the next one may find it, and notes what is on it then. Behind a dialog it stays as it is.
pub(super) async fn leave(ctx: &ActionContext<'_>, left: &mut Option<Clipping>, alone: bool) -> Result<()> {
    if ctx.tab.gate().is_err() {
        return Ok(());
    }
    let leaves = ctx.session.clipping().filter(|_| alone).unwrap_or_default();
    match put(ctx, &leaves).await {
        Ok(()) => *left = Some(leaves),
        // As what was done led into a password field. Each that pastes puts its own there first.
        Err(error) if error.kind() == ErrorKind::SecurityBlocked => {
            tracing::debug!(%error, "a clipping stays on the clipboard until the next one");
        }
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Takes off the clipboard what is on it, so that what is there afterwards was copied since. `false` where the browser does not let it be
/// written, in a password field: nothing can be copied from there either.
async fn empty(ctx: &ActionContext<'_>) -> Result<bool> {
    match put(ctx, &Clipping::default()).await {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::SecurityBlocked => Ok(false),
        Err(error) => Err(error),
    }
}

/// The same after something failed, which is what is told.
pub(super) async fn leave_after(
    ctx: &ActionContext<'_>,
    left: &mut Option<Clipping>,
    alone: bool,
    error: Error,
) -> Error {
    if let Err(error) = leave(ctx, left, alone).await {
        tracing::debug!(%error, "a clipping stays on the clipboard until the session is closed");
    }
    error
}

/// Takes what is left off the clipboard, by a page of a session that ends. The pages have a moment for it.
pub(crate) async fn clear(session: &SessionShared, tabs: &[Arc<TabInner>]) {
    let mut left = session.browser.clipboard.lock().await;
    if left.as_ref().is_none_or(Clipping::is_empty) {
        return;
    }
    for tab in tabs {
        let nothing = Clipping::default();
        match timeout(CLEARS, put_by(tab, &nothing)).await {
            Ok(Ok(())) => {
                *left = Some(nothing);
                return;
            }
            other => tracing::debug!(?other, "a page did not clear the clipboard"),
        }
    }
}

/// Puts something on the clipboard behind the page's back.
pub(super) async fn put(ctx: &ActionContext<'_>, clipping: &Clipping) -> Result<()> {
    put_by(ctx.tab, clipping).await
}

async fn put_by(tab: &TabInner, clipping: &Clipping) -> Result<()> {
    let root = tab.state().main().map(|main| main.root.clone());
    let world = root.and_then(|root| tab.world_of(&root));
    let Some(world) = world else {
        return Err(Error::new(ErrorKind::NotActionable, "the page is not ready for the clipboard yet"));
    };
    let done: bool = world.call_by_user(calls::PUT_CLIP, &(&clipping.text, &clipping.html)).await?;
    match done {
        true => Ok(()),
        false => {
            Err(Error::new(ErrorKind::SecurityBlocked, "the browser does not let the clipboard be written")
                .with_hint("use fill or type"))
        }
    }
}

/// What is on the clipboard, read behind the page's back; `None` where no frame could be asked.
pub(super) async fn take(ctx: &ActionContext<'_>) -> Result<Option<Clipping>> {
    let worlds = ctx.tab.worlds();
    call_all(&worlds, calls::BEGIN_TAKING).await;
    let channel = focused_channel(ctx).await?;
    let key =
        |kind| DispatchKeyEvent { r#type: kind, key: Some("Unidentified".to_owned()), ..Default::default() };
    let down = DispatchKeyEvent { commands: Some(vec!["paste".to_owned()]), ..key(KeyEventType::RawKeyDown) };
    let sent = vec![channel.post(&down), channel.post(&key(KeyEventType::KeyUp))];
    let sent = through(ctx, sent).await;
    let taken: Vec<Option<Clipping>> = call_all(&worlds, calls::TAKEN).await;
    sent?;
    Ok(taken.into_iter().flatten().next())
}

pub(super) async fn listen(ctx: &ActionContext<'_>) {
    call_all(&ctx.tab.worlds(), calls::LISTEN_FOR_CLIP).await;
}

pub(super) async fn heard(ctx: &ActionContext<'_>) -> Option<ClipHeard> {
    let heard: Vec<ClipHeard> = call_all(&ctx.tab.worlds(), calls::CLIP_HEARD).await;
    heard.into_iter().find(|heard| heard.kind.is_some())
}
