//! Tells the dialog of a related tab from a page that hangs by itself: it holds up both, as they share a thread.
//! Fixture: evidence/opener.html.

use std::{future::pending, sync::Arc, time::Duration};

use domtool_page::view::quoted;
use tokio::{task::JoinSet, time::Instant};

use super::{OpenDialog, TabInner};
use crate::error::{Error, ErrorKind, Obstacle};

/// The deadline of waits that end in another way.
const FAR: Duration = Duration::from_secs(3_600);
/// How long after a dialog of another tab came the page is left to answer.
const HELD: Duration = Duration::from_millis(300);

/// The error of a page that does not answer while a tab that it is related to shows a dialog: that holds up both. It never comes
/// where the page goes on.
pub(super) async fn held_elsewhere(tab: &Arc<TabInner>) -> Error {
    let others = tab.siblings().map(|siblings| siblings.open()).unwrap_or_default();
    let mut dialogs = JoinSet::new();
    for other in others.into_iter().filter(|other| other.number != tab.number) {
        dialogs.spawn(async move {
            let open = other.until(Instant::now() + FAR, |state| state.dialog.clone()).await;
            open.map(|open| (other.number, open))
        });
    }
    while let Some(shown) = dialogs.join_next().await {
        let Ok(Some((number, open))) = shown else { continue };
        if tab.state().dialog.is_none() && tab.hangs(HELD).await && !tab.runs_script() {
            return held_by(number, &open);
        }
    }
    pending().await
}

fn held_by(number: u32, open: &OpenDialog) -> Error {
    let (kind, text) = (&open.info.kind, &open.info.message);
    let message = format!(
        "the page does not answer, as tab {number}, which it is related to, shows the {kind} {}",
        quoted(text)
    );
    Error::new(ErrorKind::DialogOpen, message)
        .with_obstacle(Obstacle::Dialog(text.clone()))
        .with_hint(format!("switch to tab {number} and accept or dismiss its dialog"))
}
