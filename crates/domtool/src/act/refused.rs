//! Finds out what an error in the middle of an action means: the browser refused input, or the page went to another document.

use std::time::Duration;

use tokio::time::Instant;

use super::ActionContext;
use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    tab::{Entry, State},
};

/// How long the event of a frame or page that went away may take to come, after an answer that says it is gone.
const NEWS: Duration = Duration::from_millis(300);

/// What a refusal means: fine where the frame or the tab went away by what was sent before, an error where all is still there.
///
/// # Errors
/// What the browser said, with `dispatched: maybe`: of several commands in a row the others may have been taken.
pub(crate) async fn refused(ctx: &ActionContext<'_>, error: domtool_cdp::Error) -> Result<()> {
    // An out-of-process frame that is gone has no session any more.
    let detached = error.message().contains("Session with given id");
    if detached || left(ctx).await {
        return Ok(());
    }
    Err(ctx.tab.explain(error).after(Dispatched::Maybe))
}

/// What was read of an element after input. `None` where its page or frame went away by that, or a dialog keeps it from
/// being asked: then what it did is told by other means.
///
/// # Errors
/// Where all is still there, so that nothing says that it is as it should be.
pub(crate) async fn unless_left<T>(ctx: &ActionContext<'_>, asked: Result<T>) -> Result<Option<T>> {
    match asked {
        Ok(told) => Ok(Some(told)),
        Err(_) if left(ctx).await => Ok(None),
        Err(error) => Err(error.after(ctx.dispatched)),
    }
}

/// Whether a document of the page went away since the action began, or a dialog came; its news may take a moment.
async fn left(ctx: &ActionContext<'_>) -> bool {
    let gone = |entry: &Entry| {
        matches!(entry, Entry::Committed { .. } | Entry::NavigationBegan | Entry::FrameRemoved | Entry::Lost)
    };
    let left = |state: &State| {
        let lost = state.closed || state.crashed || state.dialog.is_some();
        (lost || state.journal.since(ctx.mark).any(|(_, entry)| gone(entry))).then_some(())
    };
    ctx.tab.until(Instant::now() + NEWS, left).await.is_some()
}

/// Says that the page or the tab is gone where that is why an action failed: whatever it did then failed in some way of its own.
pub(crate) async fn away(ctx: &ActionContext<'_>, error: Error) -> Error {
    let by_leaving = matches!(
        error.kind(),
        ErrorKind::Internal
            | ErrorKind::NavigatedAway
            | ErrorKind::Hidden
            | ErrorKind::NotActionable
            | ErrorKind::Timeout
    );
    if !by_leaving {
        return error;
    }
    let left = |state: &State| {
        let mut since = state.journal.since(ctx.mark);
        let other = since.any(|(_, entry)| matches!(entry, Entry::Committed { main: true }));
        (state.closed || state.crashed || other).then_some(other)
    };
    // The news of it may come a moment after a command that failed by it.
    let refused = matches!(error.kind(), ErrorKind::Internal | ErrorKind::NavigatedAway);
    let patience = if refused { NEWS } else { Duration::ZERO };
    match ctx.tab.until(Instant::now() + patience, left).await {
        None => error,
        Some(other) => match ctx.tab.gate_dialog_aside() {
            Err(lost) => lost.after(error.dispatched()),
            Ok(()) if other => {
                let message = format!("the page went to {} in the middle of it", ctx.tab.state().url);
                Error::new(ErrorKind::NavigatedAway, message).after(error.dispatched())
            }
            Ok(()) => error,
        },
    }
}
