//! Collects what happened since the caller last heard of the page: the isolated worlds report what is pending, the journal words it.

use crate::{
    tab::TabInner,
    world::{call_all, calls},
};

/// Has every world tell what there is to tell by now, and takes it into the journal. Gives when the page changed for the last time, while an
/// action runs but for its own ticking, by the clock that its frames count alike; `None` where not all of them say.
pub(crate) async fn flush(tab: &TabInner) -> Option<f64> {
    let worlds = tab.worlds();
    let changed: Vec<f64> = call_all(&worlds, calls::FLUSH).await;
    tab.catch_up().await;
    (changed.len() == worlds.len()).then(|| changed.into_iter().fold(0.0, f64::max))
}

/// What an observation tells first, in words; and when the page changed for the last time, see [`flush`].
pub(crate) async fn take_news(tab: &TabInner) -> (Vec<String>, Option<f64>) {
    let changed = flush(tab).await;
    let mut news = tab.update(|state| state.journal.take_news());
    news.extend(tab.handed_over_line());
    (news, changed)
}
