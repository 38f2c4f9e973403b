//! A click event without a click, on request only: for what no pointer reaches. The page can tell it from a person's.

use domtool_page::identity::ElementId;
use tokio::time::Instant;

use crate::{
    act::{ActionContext, ActionOutcome, resolve},
    error::{Dispatched, Error, ErrorKind, Result},
    limits::PAGE_ANSWERS,
    world::calls,
};

/// Sends an untrusted `click` to an element, wherever it is.
pub(crate) async fn send_click_event(
    ctx: &mut ActionContext<'_>,
    target: ElementId,
) -> Result<ActionOutcome> {
    let subject = resolve::resolve(ctx, target).await?;
    // Browsers give a disabled control no click events, and neither do we.
    if subject.state.disabled {
        return Err(Error::new(ErrorKind::Disabled, format!("{} is disabled", subject.words())));
    }
    subject.staleness.confirm(ctx).await?;
    ctx.note_dispatched(Dispatched::Maybe);
    let opened = ctx.tab.until(Instant::now() + PAGE_ANSWERS, |state| state.dialog.is_some().then_some(()));
    let kept: Option<bool> = tokio::select! {
        kept = subject.handle.call(calls::CLICK_EVENT, &()) => Some(kept?),
        // A dialog that the page opens for it holds the answer up, and is one.
        Some(()) = opened => None,
    };
    ctx.note_dispatched(Dispatched::Yes);
    let kept = if kept == Some(true) { "; the page kept its default from happening" } else { "" };
    let feedback = format!(
        "{} got a click event that is not trusted: no pointer was moved, and the page can tell{kept}",
        subject.words()
    );
    Ok(ActionOutcome { feedback, target: Some(subject.target) })
}
