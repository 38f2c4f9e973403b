//! Closes dialogs of the page, and dismisses one that no action answers in time.

use std::{sync::Arc, time::Duration};

use domtool_cdp::protocol::page::HandleJavaScriptDialog;
use domtool_page::view::quoted;
use tokio::time::Instant;

use super::{Entry, OpenDialog, State, TabInner};
use crate::error::{Error, ErrorKind, Result};

/// Closes a dialog with an answer.
pub(crate) async fn close_dialog(
    tab: &TabInner,
    open: &OpenDialog,
    accept: bool,
    text: Option<&str>,
) -> Result<()> {
    let channel = tab.state().attachment(&open.session).map(|attachment| attachment.channel.clone());
    let channel = channel.map_or_else(|| tab.main_channel(), Ok)?;
    let handle = HandleJavaScriptDialog { accept, prompt_text: text.map(str::to_owned) };
    match channel.call(&handle).await {
        Ok(_) => {}
        // It went away by itself (its frame was removed).
        Err(error) if error.is_protocol() && went_away(error.message()) => {
            tab.update(|state| state.dialog = None);
        }
        Err(error) => return Err(tab.explain_aside(error)),
    }
    let deadline = Instant::now() + Duration::from_secs(5);
    let gone = |seq| move |state: &State| state.dialog.as_ref().is_none_or(|d| d.seq != seq).then_some(());
    match tab.until(deadline, gone(open.seq)).await {
        Some(()) => Ok(()),
        None => Err(Error::new(ErrorKind::Timeout, "the dialog did not close in 5 s")),
    }
}

/// Says with the next news that a dialog was dismissed, and why.
pub(crate) fn note_dismissed(tab: &TabInner, open: &OpenDialog, why: &str) {
    let line = format!("{} {} was dismissed {why}", open.info.kind, quoted(&open.info.message));
    tab.update(|state| state.journal.push(Entry::News(line)));
}

/// Whether the browser refuses an answer because nothing asks for one any more.
fn went_away(refusal: &str) -> bool {
    refusal.contains("No dialog is showing") || refusal.contains("Session with given id")
}

/// Dismisses a dialog that is still open after the session's patience, so that nothing hangs. In a person's tab it waits for them.
pub(super) fn dismiss_later(tab: &Arc<TabInner>, seq: u64) {
    if tab.borrowed {
        return;
    }
    let patience = tab.owner.shared.options.dialog_patience;
    let tab = Arc::clone(tab);
    tokio::spawn(async move {
        let deadline = Instant::now() + patience;
        let over = tab.until(deadline, |state| {
            (state.closed || state.dialog.as_ref().is_none_or(|open| open.seq != seq)).then_some(())
        });
        if over.await.is_some() {
            return;
        }
        let open = tab.state().dialog.clone();
        let Some(open) = open.filter(|_| tab.check_hands().is_ok()) else { return };
        match close_dialog(&tab, &open, false, None).await {
            Ok(()) => note_dismissed(&tab, &open, "as nobody answered it"),
            Err(error) => tracing::warn!(%error, "a dialog could not be dismissed"),
        }
    });
}
