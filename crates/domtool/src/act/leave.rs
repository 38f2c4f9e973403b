//! Leaving a page that does not let go: an endless script is terminated, and where that does not help (dialogs without end, a
//! script that is begun over and over) the tab goes on in a new target. Measured on Chromium 156: a terminated script frees the
//! page within 8-60 ms, a new target takes half a second.

use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use domtool_cdp::protocol::{page, runtime};
use tokio::time::Instant;

use super::Action;
use crate::{
    error::{ErrorKind, Result},
    limits::{DISMISSED_DIALOGS, HUNG_PAGE_ANSWERS, LEFT_PAGE_ANSWERS, TERMINATED_PAGE_ANSWERS},
    report::DialogKind,
    tab::{self, Entry, State, TabInner},
    world::{World, calls},
};
use domtool_page::identity::ElementId;

/// How long the next dialog of an endless row may take to open.
const NEXT_DIALOG: Duration = Duration::from_millis(300);

/// What holds before a page is left: it may have crashed, or wait for the answer to a dialog, but for the one that asks whether it
/// may be left.
pub(super) fn gate(tab: &Arc<TabInner>) -> Result<()> {
    let asks_to_stay =
        tab.state().dialog.as_ref().is_some_and(|open| open.info.kind == DialogKind::BeforeUnload);
    let gate = if asks_to_stay { tab.gate() } else { tab.gate_dialog_aside() };
    match gate {
        Err(error) if error.kind() == ErrorKind::PageCrashed => Ok(()),
        other => other,
    }
}

/// Makes sure that the page can be left. What to do instead, where the tab was given a new target, in which there is no history.
pub(super) async fn free(
    tab: &Arc<TabInner>,
    action: &Action<ElementId>,
) -> Result<Option<Action<ElementId>>> {
    if tab.state().crashed {
        return Ok(None);
    }
    let left = tab
        .limit
        .until()
        .map_or(LEFT_PAGE_ANSWERS, |until| until.saturating_duration_since(Instant::now()) / 4);
    let patience = if tab.was_silent() { HUNG_PAGE_ANSWERS } else { LEFT_PAGE_ANSWERS }.min(left);
    // Of a page on a busy machine it is not known whether it hangs: if it does, `leaving` finds it out.
    if dismissed(tab).await && !tab.hangs(patience).await {
        return Ok(None);
    }
    if tab.state().dialog.is_none() && terminated(tab, patience).await {
        tracing::debug!("a script without end was terminated");
        return Ok(None);
    }
    give_up(tab, action).await.map(Some)
}

/// Does what leaves the page, and terminates a script without end that is begun before the next page is there: by a timer that was
/// set before, or that is set again and again.
///
/// Where no script runs, the next one to run is terminated instead, and the browser holds commands back for the next page while that is
/// about to come. So on a busy machine this may end scripts of the next page; ours are restored then.
///
/// `None` where the page is stuck: the next one is to come in the same process, whose thread a script holds that no command reaches any
/// more, as the browser keeps them for the next page.
pub(super) async fn leaving<T>(tab: &Arc<TabInner>, mark: u64, work: impl Future<Output = T>) -> Option<T> {
    let left = |state: &State| {
        let committed = |entry: &Entry| matches!(entry, Entry::Committed { main: true });
        let mut since = state.journal.since(mark);
        let over = state.closed || state.crashed || state.dialog.is_some();
        (over || since.any(|(_, entry)| committed(entry))).then_some(())
    };
    let terminates = AtomicBool::new(false);
    let freeing = async {
        while tab.until(Instant::now() + HUNG_PAGE_ANSWERS, left).await.is_none() {
            if tab.hangs(LEFT_PAGE_ANSWERS).await
                && left(&tab.state()).is_none()
                && let Ok(channel) = tab.main_channel()
            {
                terminates.store(true, Ordering::Relaxed);
                drop(channel.post(&runtime::TerminateExecution {}));
                // One at a time: this is answered when a script was terminated, be it this one.
                let ended = channel.with_deadline(TERMINATED_PAGE_ANSWERS).call(&nothing(None)).await;
                let silent = ended.is_err_and(|error| error.is_deadline());
                if silent && left(&tab.state()).is_none() && tab.hangs(LEFT_PAGE_ANSWERS).await {
                    return true;
                }
            }
        }
        false
    };
    let mut work = pin!(work);
    let done = tokio::select! {
        biased;
        done = &mut work => done,
        stuck = freeing => match stuck {
            true => return None,
            false => work.await,
        },
    };
    if terminates.into_inner() {
        restore_worlds(tab).await;
    }
    Some(done)
}

/// Gives up the page. What to do in the target that the tab goes on in.
pub(super) async fn give_up(tab: &Arc<TabInner>, action: &Action<ElementId>) -> Result<Action<ElementId>> {
    let instead = elsewhere(tab, action).await?;
    tab.renew().await?;
    Ok(instead)
}

/// A script that does nothing, in a context or in the page.
fn nothing(context: Option<i32>) -> runtime::Evaluate {
    runtime::Evaluate { expression: "0".to_owned(), context_id: context, ..Default::default() }
}

/// Loads the script of each isolated world again where it was terminated before it was through.
async fn restore_worlds(tab: &Arc<TabInner>) {
    for world in tab.worlds() {
        // It is what a termination ends that is still to come.
        drop(world.channel.post(&nothing(Some(world.context))));
        let Err(why) = tab.load_world(&world).await else { continue };
        // Without it nobody knows what is in the frame: it is a gap, and what stands in its fields is told to nobody.
        tracing::warn!(why, "an isolated world is not restored");
        if let Some(session) = world.channel.session_id() {
            tab.update(|state| state.give_up_world(session, world.context));
        }
    }
}

/// Dismisses what dialogs are open; whether that was the end of them.
async fn dismissed(tab: &Arc<TabInner>) -> bool {
    for _ in 0..DISMISSED_DIALOGS {
        let Some(open) = tab.state().dialog.clone() else { return true };
        if let Err(error) = tab::close_dialog(tab, &open, open.info.kind == DialogKind::Alert, None).await {
            tracing::debug!(%error, "a dialog is in the way of leaving");
            return false;
        }
        tab::note_dismissed(tab, &open, "to leave the page");
        let next = tab.until(Instant::now() + NEXT_DIALOG, |state| state.dialog.is_some().then_some(()));
        if next.await.is_none() {
            return true;
        }
    }
    tab.state().dialog.is_none()
}

/// Ends the script that runs. Whether the page answers then, and goes on to: a script may be begun again by a timer.
async fn terminated(tab: &Arc<TabInner>, patience: Duration) -> bool {
    let Ok(channel) = tab.main_channel() else { return false };
    // It is answered while the script runs; what matters is whether the page answers after it.
    drop(channel.post(&runtime::TerminateExecution {}));
    if !tab.answers(patience.max(HUNG_PAGE_ANSWERS)).await {
        return false;
    }
    let root = tab.state().main().map(|main| main.root.clone());
    let Some(world) = root.and_then(|root| tab.world_of(&root)) else { return true };
    // Two frames are painted between the timers.
    let world = World { channel: world.channel.with_deadline(patience.max(HUNG_PAGE_ANSWERS)), ..world };
    let painted = world.call(calls::TWO_FRAMES, &()).await;
    !painted.is_err_and(|error| error.kind() == ErrorKind::PageHung)
}

/// The address that an action leads to, as far as the history knows.
async fn elsewhere(tab: &Arc<TabInner>, action: &Action<ElementId>) -> Result<Action<ElementId>> {
    let by = match action {
        Action::Back => -1,
        Action::Forward => 1,
        Action::Reload => 0,
        other => return Ok(other.clone()),
    };
    // The browser keeps it, so that it is answered whatever the page does.
    let history = tab.main_channel()?.call(&page::GetNavigationHistory {}).await?;
    let wanted = usize::try_from(history.current_index + by).ok().and_then(|at| history.entries.get(at));
    Ok(match wanted {
        Some(entry) => Action::Open { url: entry.url.clone() },
        // What there is none of is said as ever.
        None => action.clone(),
    })
}
