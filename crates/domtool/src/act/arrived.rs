//! The page that actions led to, in place of the sentence that there is one: who reads the report looks at it next.

use std::{sync::Arc, time::Duration};

use tokio::time::{Instant, timeout_at};

use super::{ActOptions, options::before_answer};
use crate::{
    observe::{self, CallerState, ObserveOptions},
    report::Report,
    tab::TabInner,
};

/// A page that cannot be looked at in so long is left to the caller's next call.
const COMES: Duration = Duration::from_secs(5);

/// Has a report show the page, where one of the actions up to it led to a page that the caller has not read; `end` is when the call's
/// time is over.
pub(crate) async fn show(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    (options, end): (&ActOptions, Option<Instant>),
    report: &mut Report,
) {
    let Some(tokens) = options.new_page else { return };
    let read = caller_state.caller.seen.is_some() && !caller_state.caller.unread;
    // What the browser says of a page that did not come, the report says, too.
    if read || tab.gate().is_err() || observe::has_failed(tab) {
        return;
    }
    let most = Instant::now() + COMES;
    let until = end.map_or(most, |end| before_answer(end).min(most));
    let document = tab.state().loading.loader.clone();
    caller_state.caller.note_document(document);
    let look = ObserveOptions::default().with_budget(Some(tokens)).with_as_before(true);
    let looking = Box::pin(observe::observe(tab, caller_state, &look));
    match timeout_at(until, looking).await {
        Ok(Ok(seen)) => report.diff = seen.text,
        // The action is done all the same; the sentence stays.
        Ok(Err(error)) => tracing::debug!(%error, "the new page is not shown"),
        Err(_) => tracing::debug!("the new page did not come in time"),
    }
}
