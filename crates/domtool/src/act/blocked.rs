//! Actions that something blocks in the middle: a dialog that opens, a tab that closes. Nothing that is asked of such a page
//! is answered, so the action ends.

use std::{sync::Arc, time::Duration};

use domtool_cdp::protocol::FrameId;
use tokio::time::Instant;

use super::{Action, Done, Scene};
use crate::{
    error::{Error, ErrorKind, Result},
    tab::{State, TabInner},
};

/// How long an action may take to come to its own end then: what its input opened or closed is its outcome.
const GRACE: Duration = Duration::from_millis(500);
/// A deadline for what has another end.
const FAR: Duration = Duration::from_secs(3_600);

/// Performs an action, unless something blocks it.
pub(super) async fn perform(scene: &mut Scene<'_>, action: &Action) -> Result<Done> {
    if matches!(action, Action::Dialog { .. }) {
        return super::perform(scene, action).await;
    }
    let tab = Arc::clone(scene.tab);
    let subject = Arc::clone(&scene.subject);
    let frame = move || super::noted(&subject, |subject| subject.frame.clone());
    tokio::select! {
        biased;
        result = super::perform(scene, action) => return result,
        () = blocked(&tab, &frame) => {}
    }
    // The error gets to know by its caller whether input was through.
    tab.gate()?;
    if frame().is_some_and(|frame| tab.state().frame_crashed(&frame)) {
        return Err(crate::tab::frame_crashed());
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
