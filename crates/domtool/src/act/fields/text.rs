//! Text into fields that are written in: inputs, text areas, editable elements and editors.

use domtool_cdp::Channel;

use super::{
    focus::settle_in,
    value_check::{self, FieldOutcome},
};
use crate::{
    act::{ActionContext, ActionOutcome, keyboard, resolve::ResolvedElement},
    error::Result,
    world::{calls, data::FieldManner},
};

/// Replaces what a field holds; an empty text empties it.
///
/// The text goes in at once but for its last letter, which a key writes: a page that listens to keys hears of it. Where
/// that is refused or garbled (masks, formatters), it goes in key by key.
pub(super) async fn fill(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    text: &str,
) -> Result<ActionOutcome> {
    let subject = write(ctx, subject, text).await?;
    let mut taken = value_check::read_back(ctx, &subject, text).await?;
    if let FieldOutcome::Not(holds) = &taken
        && !text.is_empty()
        && keys_may_help(&subject, holds, text).await?
        && empty(ctx, &subject, text).await?
    {
        let channel = subject.handle.channel.clone();
        keyboard::write(ctx, &channel, text).await?;
        taken = value_check::read_back(ctx, &subject, text).await?;
    }
    value_check::said(ctx, subject, text, taken, "").await
}

/// Puts a text in the place of what a field holds.
pub(super) async fn write(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    text: &str,
) -> Result<ResolvedElement> {
    let subject = settle_in(ctx, subject).await?;
    select_all(ctx, &subject).await?;
    let channel = subject.handle.channel.clone();
    if text.is_empty() {
        keyboard::press(ctx, &channel, &keyboard::keys::parse("Delete")?).await?;
        return Ok(subject);
    }
    subject.handle.call(calls::HEAR_INPUT, &()).await?;
    let (first, last) = split_last(text);
    if first.is_empty() {
        keyboard::write(ctx, &channel, text).await?;
        return Ok(subject);
    }
    keyboard::insert(ctx, &channel, first).await?;
    if let Some(last) = last
        && ctx.tab.gate().is_ok()
    {
        match subject.handle.call(calls::GOES_ON, &(first,)).await {
            Ok(false) => {
                select_all(ctx, &subject).await?;
                keyboard::insert(ctx, &channel, text).await?;
            }
            Ok(true) => keyboard::write(ctx, &channel, last).await?,
            // It went away with the first letters: the reading back says so.
            Err(_) => {}
        }
    }
    Ok(subject)
}

/// Sends a text to where the focus is: at once but for its last letter, which a key writes.
pub(super) async fn send(ctx: &mut ActionContext<'_>, channel: &Channel, text: &str) -> Result<()> {
    let (first, last) = split_last(text);
    if !first.is_empty() {
        keyboard::insert(ctx, channel, first).await?;
    }
    match last {
        Some(last) if ctx.tab.gate().is_ok() => keyboard::write(ctx, channel, last).await,
        _ => Ok(()),
    }
}

/// The last letter or digit by itself, where a key writes it.
fn split_last(text: &str) -> (&str, Option<&str>) {
    match text.char_indices().next_back() {
        Some((at, last)) if last.is_ascii_alphanumeric() => (&text[..at], Some(&text[at..])),
        _ => (text, None),
    }
}

/// Editors hold more than the page shows, and keep a selection of their own: they get the keys that a person presses.
async fn select_all(ctx: &mut ActionContext<'_>, subject: &ResolvedElement) -> Result<()> {
    if subject.state.kind == "editable" {
        let channel = subject.handle.channel.clone();
        let chord = if cfg!(target_os = "macos") { "Meta+A" } else { "Control+A" };
        keyboard::press(ctx, &channel, &keyboard::keys::parse(chord)?).await?;
        if !subject.handle.call(calls::UNSELECTED, &()).await? {
            return Ok(());
        }
    }
    subject.handle.call(calls::SELECT_ALL, &()).await
}

/// Empties a field before it is written again; false where something of the first try stays, so that nothing is there twice.
async fn empty(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, wanted: &str) -> Result<bool> {
    select_all(ctx, subject).await?;
    let channel = subject.handle.channel.clone();
    keyboard::press(ctx, &channel, &keyboard::keys::parse("Delete")?).await?;
    if ctx.tab.gate().is_err() {
        return Ok(false);
    }
    let holds = |taken| match taken {
        FieldOutcome::As(_) | FieldOutcome::Emptied | FieldOutcome::Blanks(_) => String::new(),
        FieldOutcome::Not(holds) => holds,
        FieldOutcome::Unknown => "?".to_owned(),
    };
    let left = holds(value_check::read_back(ctx, subject, "").await?);
    // A mask may show its blanks (`dd/mm/yyyy`). What was there before (a field that insists) is no text of ours.
    let ours = |c: char| c.is_alphanumeric() && wanted.contains(c);
    Ok(!left.contains(ours) || Some(&left) == subject.state.value.as_ref())
}

/// Whether the same text key by key may come out otherwise: not where it was only cut short, or letters were dropped or
/// changed in case, by a rule that holds for keys too.
async fn keys_may_help(subject: &ResolvedElement, holds: &str, wanted: &str) -> Result<bool> {
    if subject.state.value.as_deref().unwrap_or_default() == holds {
        return Ok(true);
    }
    let manner = FieldManner::of(subject).await?;
    let cut = usize::try_from(manner.longest).is_ok_and(|longest| longest == holds.encode_utf16().count());
    let kept = |rule: fn(char) -> bool| wanted.chars().filter(|c| rule(*c)).collect::<String>();
    let sieved = [
        kept(|c| c.is_ascii_digit()),
        kept(char::is_alphabetic),
        kept(char::is_alphanumeric),
        kept(|c| !c.is_whitespace()),
        wanted.trim().to_owned(),
    ];
    let cased = holds.to_lowercase() == wanted.to_lowercase();
    Ok(!(cut || cased || sieved.iter().any(|sieved| sieved == holds)))
}
