//! Text added key by key.

use domtool_page::identity::ElementId;

use super::{
    blanks::written_in,
    editor,
    focus::settle_in,
    kind::{self, Kind},
    same_value::likeness,
    value_check,
};
use crate::{
    act::{
        ActionContext, ActionOutcome, hit, keyboard,
        refused::unless_left,
        resolve::{self, ResolvedElement},
    },
    error::{Error, ErrorKind, Result},
    world,
    world::calls,
};

/// Adds text key by key, at the end of a field or where the focus is.
pub(crate) async fn type_text(
    ctx: &mut ActionContext<'_>,
    target: Option<ElementId>,
    text: &str,
) -> Result<ActionOutcome> {
    let Some(target) = target else {
        let channel = keyboard::focused_channel(ctx).await?;
        keyboard::write(ctx, &channel, text).await?;
        let feedback = format!("typed {} characters where the focus is", text.chars().count());
        return Ok(ActionOutcome { feedback, target: None });
    };
    let subject = resolve::resolve(ctx, target).await?;
    let kind = kind::of(&subject).await?;
    if kind == Kind::Editor {
        return editor::type_text(ctx, subject, text).await;
    }
    if kind == Kind::Choice {
        let message = format!("{} is a list to choose from", subject.words());
        return Err(Error::new(ErrorKind::WrongKind, message).with_hint("use select"));
    }
    kind::check_free(&subject)?;
    hit::point(ctx, &subject, None).await?;
    let held = subject.state.value.clone();
    let subject = settle_in(ctx, subject).await?;
    let before = subject.read().await?.value;
    // A mask shows its blanks once the field has the focus, and knows where the caret belongs.
    let masked = held.is_some() && before != held;
    let blank = !masked && held.as_deref().is_some_and(|held| !held.is_empty()) && {
        let reads = world::value_in_page(&subject.handle.channel, subject.backend).await;
        reads.as_deref() == Some("")
    };
    if !masked {
        caret_to_end(ctx, &subject, blank).await?;
    }
    let channel = subject.handle.channel.clone();
    keyboard::write(ctx, &channel, text).await?;
    if ctx.tab.gate().is_ok() {
        verify(ctx, &subject, before.as_deref(), text).await?;
    }
    // Of a secret not even its length.
    let feedback = match subject.state.secret {
        true => format!("typed into {}", subject.words()),
        false => format!("typed {} characters into {}", text.chars().count(), subject.words()),
    };
    Ok(ActionOutcome { feedback, target: Some(subject.target) })
}

/// Puts the caret behind what is there; before the blanks of a mask that is empty.
async fn caret_to_end(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, blank: bool) -> Result<()> {
    let caret = if blank { calls::CARET_AT_START } else { calls::CARET_AT_END };
    subject.handle.call(caret, &()).await?;
    if subject.state.kind != "editable" {
        return Ok(());
    }
    // Slate and its like keep a selection of their own, and hear of one that was set for them too late: they get the key as well.
    editor::go_to_end(ctx, subject).await?;
    // The key may have opened a dialog, behind which no frame comes.
    if ctx.tab.gate().is_ok() {
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
    }
    Ok(())
}

/// What was typed must stand at the end of what was there; a field that changed it on the way rejected it.
async fn verify(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    before: Option<&str>,
    text: &str,
) -> Result<()> {
    if text.contains(['\n', '\t']) {
        return Ok(()); // keys that leave the field or submit it
    }
    let Some(state) = unless_left(ctx, subject.read().await).await? else { return Ok(()) };
    let before = before.unwrap_or_default();
    let wanted = format!("{before}{text}");
    let holds = state.value.unwrap_or_default();
    if written_in(before, &holds, text) {
        return Ok(());
    }
    if likeness(&state.kind, &holds, &wanted).is_some() || holds.ends_with(text) {
        return Ok(());
    }
    Err(value_check::rejected(subject, &holds, "did not take all of the text"))
}
