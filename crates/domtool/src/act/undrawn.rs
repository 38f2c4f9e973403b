//! Gives up style sheets that keep a page from being drawn. Chromium withholds all input from a page that has drawn nothing. A
//! person would press Stop; so does an action, once the style sheet has had its time. Fixture: never.htm.

use std::{sync::Arc, time::Duration};

use domtool_cdp::protocol::{RequestId, page};
use domtool_page::ready::{ReadyLimits, Resource};
use tokio::time::Instant;

use crate::tab::{Entry, State, TabInner};

/// How long the first drawing may take, once nothing is in its way.
const DRAWS: Duration = Duration::from_secs(1);

/// Where the page is there and draws nothing for want of a style sheet, stops its loading. The report says so.
pub(super) async fn give_up_style_sheets(tab: &Arc<TabInner>, deadline: Instant) {
    let began = {
        let state = tab.state();
        undrawn(&state).and(state.loading.began_at)
    };
    let Some(began) = began else { return };
    let until = deadline.min(Instant::from_std(began) + ReadyLimits::default().load);
    let over = |state: &State| (undrawn(state).is_none() || state.end().is_some()).then_some(());
    if tab.until(until, over).await.is_some() {
        return;
    }
    let sheets = undrawn(&tab.state()).unwrap_or_default();
    let Ok(channel) = tab.main_channel() else { return };
    if let Err(error) = channel.call(&page::StopLoading {}).await {
        tracing::debug!(%error, "loading is not stopped");
        return;
    }
    tab.update(|state| {
        let words = state.journal.requests.words(&sheets).join(", ");
        let line = format!("stopped loading: the page showed nothing and took no input for want of {words}");
        state.journal.push(Entry::News(line));
        // That it failed is no other news.
        state.journal.forget_loading();
    });
    let drawn = |state: &State| (state.loading.painted || state.end().is_some()).then_some(());
    tab.until(Instant::now() + DRAWS, drawn).await;
}

/// The style sheets for which a page draws nothing; none where it has drawn, or is not there yet.
fn undrawn(state: &State) -> Option<Vec<RequestId>> {
    if state.loading.painted || !state.loading.dom_content || state.loading.load {
        return None;
    }
    let requests = &state.journal.requests;
    let since = state.journal.since(state.journal.start_of_document());
    let sheets = since.filter_map(|(_, entry)| match entry {
        Entry::Request { id, .. } if !requests.is_complete(id) => requests
            .resource(id)
            .filter(|(resource, _)| *resource == Resource::StyleSheet)
            .map(|_| id.clone()),
        _ => None,
    });
    let sheets: Vec<RequestId> = sheets.collect();
    (!sheets.is_empty()).then_some(sheets)
}
