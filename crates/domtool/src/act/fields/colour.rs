//! Colours. No key writes one: a person picks it in a window of the browser's own, which no input of ours reaches. So
//! the value is set by a script, and the report says so.

use domtool_page::view::quoted;

use super::{
    focus::settle_in,
    value_check::{self, FieldOutcome, read_back, rejected},
};
use crate::{
    act::{ActionContext, ActionOutcome, resolve::ResolvedElement},
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
    world::calls,
};

/// Said of what no keyboard or pointer set.
pub(super) const BY_SCRIPT: &str =
    " (set by a script: no key or pointer does it, so its events are not trusted)";

/// Sets a colour, as `#rrggbb`.
pub(super) async fn fill(
    ctx: &mut ActionContext<'_>,
    subject: ResolvedElement,
    text: &str,
) -> Result<ActionOutcome> {
    let wanted = text.trim().to_ascii_lowercase();
    let normal: String = subject.handle.call(calls::NORMAL, &(&wanted,)).await?;
    if normal != wanted {
        let holds = subject.state.value.clone().unwrap_or_default();
        let message = format!("{} wants #rrggbb, not {text}", subject.words(), text = quoted(&text));
        return Err(Error::new(ErrorKind::ValueRejected, message).with_obstacle(Obstacle::Holds(holds)));
    }
    let subject = settle_in(ctx, subject).await?;
    set(ctx, &subject, &wanted).await?;
    match read_back(ctx, &subject, &wanted).await? {
        FieldOutcome::Not(holds) => Err(rejected(&subject, &holds, "did not take the colour")),
        taken => value_check::said(ctx, subject, &wanted, taken, BY_SCRIPT).await,
    }
}

/// Sets a value by script.
pub(super) async fn set(ctx: &mut ActionContext<'_>, subject: &ResolvedElement, text: &str) -> Result<()> {
    ctx.note_dispatched(Dispatched::Maybe);
    subject.handle.call(calls::SET_VALUE, &(text,)).await?;
    ctx.note_dispatched(Dispatched::Yes);
    Ok(())
}
