//! `download`: a click that must cause a download, and the file once it is whole.

use std::time::Duration;

use domtool_page::{identity::ElementId, settle::SettleLimits};
use tokio::time::Instant;

use crate::{
    act::{ActionContext, ActionOutcome, action::Click, pointer, resolve},
    error::{Dispatched, Error, ErrorKind, Result},
    report::{DownloadInfo, DownloadState},
    settle,
    tab::{Entry, State},
};

/// How long the browser may take to tell of a download that a script began last.
const BREATH: Duration = Duration::from_millis(500);

/// Clicks an element and waits until what it downloads is whole.
pub(crate) async fn download(ctx: &mut ActionContext<'_>, target: ElementId) -> Result<ActionOutcome> {
    let subject = resolve::resolve(ctx, target).await?;
    let subject = pointer::stand_in(ctx, subject).await?;
    subject.check_operable()?;
    let mark = ctx.tab.state().journal.mark();
    pointer::press(ctx, &subject, &Click::plain(target)).await?;
    let patience = ctx.options.patience;
    let deadline = Instant::now() + patience;
    // A click that causes no download is told so as soon as all that it caused is over.
    let limits = SettleLimits { cap: patience, navigation: patience, ..SettleLimits::default() };
    tokio::select! {
        _ = ctx.tab.until(deadline, |state| begun(state, mark).map(drop).or(blocked(state))) => {}
        _ = settle::settle(ctx.tab, mark, limits) => {}
    }
    let soon = deadline.min(Instant::now() + BREATH);
    let began = ctx.tab.until(soon, |state| begun(state, mark).map(Some).or(blocked(state).map(|()| None)));
    let info = match began.await.flatten() {
        Some(info) => {
            let ended =
                |state: &State| begun(state, mark).filter(|info| info.state != DownloadState::InProgress);
            let over = ctx.tab.until(deadline, |state| ended(state).map(drop).or(blocked(state)));
            over.await;
            Some(begun(&ctx.tab.state(), mark).unwrap_or(info))
        }
        None => None,
    };
    let Some(info) = info else {
        ctx.tab.gate()?;
        let message = format!("{} was clicked and no download began", subject.words());
        return Err(Error::new(ErrorKind::NoEffect, message).after(Dispatched::Yes));
    };
    let name = &info.name;
    match info.state {
        DownloadState::Completed => {
            let place = info.path.as_ref().map(|path| format!(" at {}", path.display()));
            let feedback = format!("downloaded {name} ({} bytes){}", info.bytes, place.unwrap_or_default());
            Ok(ActionOutcome { feedback, target: Some(subject.target) })
        }
        DownloadState::Canceled => {
            let message = format!("the download of {name} was canceled after {} bytes", info.bytes);
            Err(Error::new(ErrorKind::NoEffect, message).after(Dispatched::Yes))
        }
        DownloadState::InProgress => {
            let of = info.total.map(|total| format!(" of {total}")).unwrap_or_default();
            let message = format!("{name} is not whole yet: {}{of} bytes", info.bytes);
            Err(Error::new(ErrorKind::Timeout, message)
                .after(Dispatched::Yes)
                .with_hint("it goes on; a later call tells when it is whole"))
        }
    }
}

/// Nothing more can come of it.
fn blocked(state: &State) -> Option<()> {
    (state.dialog.is_some() || state.closed || state.crashed).then_some(())
}

/// The first download since a mark, as it is now.
fn begun(state: &State, mark: u64) -> Option<DownloadInfo> {
    let guid = state.journal.since(mark).find_map(|(_, entry)| match entry {
        Entry::Download { guid, .. } => Some(guid),
        _ => None,
    })?;
    state.downloads.get(guid).cloned()
}
