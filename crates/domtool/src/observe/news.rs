//! Collects what happened since the caller last heard of the page: the isolated worlds report what is pending, the journal words it.

use crate::{
    tab::TabInner,
    world::{call_all, calls},
};

/// Has every world tell what there is to tell by now, and takes it into the journal.
pub(crate) async fn flush(tab: &TabInner) {
    call_all(&tab.worlds(), calls::FLUSH).await;
    tab.catch_up().await;
}

/// What an observation tells first, in words.
pub(crate) async fn take_news(tab: &TabInner) -> Vec<String> {
    flush(tab).await;
    let mut news = tab.update(|state| state.journal.take_news());
    news.extend(tab.handed_over_line());
    news
}
