//! Ends an action that something blocks in the middle: a dialog that opens, a tab that closes. Such a page answers no command,
//! so the action could not end by itself.

use std::{sync::Arc, time::Duration};

use domtool_cdp::protocol::FrameId;
use tokio::time::{Instant, sleep_until};

use super::{Action, ActionContext, ActionOutcome, context::noted, verify};
use crate::{
    error::{self, Dispatched, Error, ErrorKind, Result},
    tab::{State, TabInner},
};
use domtool_page::identity::ElementId;

/// How long a blocked action may take to end by itself: a dialog or tab that its own input opened or closed is its outcome.
const GRACE: Duration = Duration::from_millis(500);
/// How long an action that is out of time may take to give its own error.
const LAST: Duration = Duration::from_millis(40);
/// The deadline of waits that end in another way.
const FAR: Duration = Duration::from_secs(3_600);

/// How often what was drawn anew is tried again: stars are drawn once for where the mouse came from, and once for where it is.
const AGAIN: u32 = 2;

/// Does it; again where its element was drawn anew before any button or key was pressed, as rows and stars are when the mouse comes upon
/// them: its id names the new one. Not where another record stands in its place.
async fn perform_or_again(ctx: &mut ActionContext<'_>, action: &Action<ElementId>) -> Result<ActionOutcome> {
    let mut left = AGAIN;
    loop {
        match super::perform(ctx, action).await {
            Err(error) if left > 0 && vanished(ctx, &error).await => {
                left -= 1;
                ctx.forget_subject();
            }
            result => return result,
        }
    }
}

/// Whether an element that was found went away before the input.
async fn vanished(ctx: &ActionContext<'_>, error: &Error) -> bool {
    let stale = error.kind() == ErrorKind::Stale && error.obstacle().is_none();
    let subject = ctx.subject().filter(|_| stale && ctx.dispatched == Dispatched::No);
    let Some(subject) = subject else { return false };
    !subject.read().await.is_ok_and(|state| state.connected)
}

/// Performs an action, unless something blocks it.
pub(super) async fn perform(
    ctx: &mut ActionContext<'_>,
    action: &Action<ElementId>,
) -> Result<ActionOutcome> {
    if matches!(action, Action::Dialog { .. }) {
        return super::perform(ctx, action).await;
    }
    let tab = Arc::clone(ctx.tab);
    let end = ctx.end + LAST;
    let subject = Arc::clone(&ctx.subject);
    let frame = move || noted(&subject, |subject| subject.frame.clone());
    tokio::select! {
        biased;
        result = perform_or_again(ctx, action) => return result,
        () = blocked(&tab, &frame) => {}
        // What fails by being out of time has failed by then, in words of its own.
        () = sleep_until(end) => {
            return Err(Error::new(ErrorKind::Timeout, "it was not done in the time that it was given"));
        }
    }
    // The error gets to know by its caller whether input was through.
    match tab.gate() {
        // What the input opened is its outcome, at whatever moment that was.
        Err(error) if error.kind() == ErrorKind::DialogOpen && ctx.dispatched != Dispatched::No => {
            let subject = ctx.subject();
            let onto =
                subject.as_ref().map_or_else(String::new, |subject| format!(" to {}", subject.words()));
            let mut feedback = format!("the input was sent{onto}, and a dialog opened");
            // Nothing can be read back behind it: no more is claimed than that.
            if verify::implied::proof(action) == verify::Proof::ReadBack {
                feedback.push_str(" before it could be read back");
                ctx.proof = Some(verify::Proof::Arrived);
            }
            return Ok(ActionOutcome { feedback, target: subject.map(|subject| subject.target) });
        }
        // A popup that its own button closes.
        Err(error) if error.kind() == ErrorKind::TabClosed && ctx.dispatched != Dispatched::No => {
            let subject = ctx.subject();
            let onto =
                subject.as_ref().map_or_else(String::new, |subject| format!(" to {}", subject.words()));
            ctx.proof = Some(verify::Proof::Arrived);
            let feedback = format!("the input was sent{onto}, and the tab closed");
            return Ok(ActionOutcome { feedback, target: subject.map(|subject| subject.target) });
        }
        other => other?,
    }
    if frame().is_some_and(|frame| tab.state().frame_crashed(&frame)) {
        return Err(error::frame_crashed());
    }
    Err(Error::new(ErrorKind::DialogOpen, "a dialog opened in the middle of it"))
}

/// What blocks a page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    /// The dialog with this number is open.
    Dialog(u64),
    /// The tab closed or crashed, or the frame that the action is about did.
    Lost,
}

/// Ends when something has blocked the page for so long that the action cannot come to its own end.
async fn blocked(tab: &TabInner, frame: &impl Fn() -> Option<FrameId>) {
    // A page that had crashed before is another matter: loading it again mends it.
    let crashed = tab.state().crashed;
    let of_frame = |state: &State| {
        let any = state.attachments.iter().any(|attachment| attachment.crashed);
        any && frame().is_some_and(|frame| state.frame_crashed(&frame))
    };
    let block = |state: &State| match &state.dialog {
        _ if state.closed || (state.crashed || of_frame(state)) && !crashed => Some(Block::Lost),
        Some(open) => Some(Block::Dialog(open.seq)),
        None => None,
    };
    loop {
        let Some(begun) = tab.until(Instant::now() + FAR, block).await else { continue };
        let other = |state: &State| (block(state) != Some(begun)).then_some(());
        if tab.until(Instant::now() + GRACE, other).await.is_none() {
            return;
        }
    }
}
