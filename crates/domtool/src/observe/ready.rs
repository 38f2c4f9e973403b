//! Waits for a page to be worth looking at, once for each document. It drives the state machine of `domtool_page::ready` with what
//! the journal and the isolated worlds report.

use std::sync::Arc;

use domtool_cdp::protocol::{LoaderId, RequestId};
use domtool_page::ready::{Readiness, ReadinessProbe, Ready, ReadyEvent, ReadyLimits};
use tokio::time::Instant;

use crate::{
    observe::CallerState,
    settle,
    tab::{Entry, TabInner},
    world::{call_all, calls, data::ReadinessCounts},
};

/// A page that goes from one document to the next is looked at in so many.
const MOST_DOCUMENTS: u32 = 3;

/// Waits until the current document has drawn what it is going to draw, as far as that can be told, or the limit. What
/// is still loading then, in words; that it has come is news for a later call.
pub(crate) async fn ready(tab: &Arc<TabInner>, caller_state: &mut CallerState) -> Vec<String> {
    ready_by(tab, caller_state, None).await
}

/// The same with a deadline of its own.
pub(crate) async fn ready_by(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    deadline: Option<Instant>,
) -> Vec<String> {
    let limits = ReadyLimits::default();
    let (mut loader, seasoned) = {
        let state = tab.state();
        let loading = &state.loading;
        let blank = loading.load && state.url == "about:blank";
        let long_ago = loading.parsed_at.is_some_and(|at| at.elapsed() > limits.content);
        (loading.loader.clone(), blank || long_ago)
    };
    if seasoned || caller_state.ready.as_ref() == Some(&loader) {
        caller_state.ready = Some(loader);
        return Vec::new();
    }
    let mut started = Instant::now();
    let mut machine = Ready::new(limits);
    let mut cursor = tab.state().journal.start_of_document();
    let mut looks = 0_u32;
    let mut readiness = Box::pin(readiness(tab, false));
    let mut documents = 1;
    loop {
        let current = tab.state().loading.loader.clone();
        if current != loader && documents < MOST_DOCUMENTS {
            // Another document came: it has a wait of its own.
            (loader, started, machine) = (current, Instant::now(), Ready::new(limits));
            cursor = tab.state().journal.start_of_document();
            documents += 1;
        }
        cursor = feed(tab, &mut machine, cursor, started);
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            machine.handle(ReadyEvent::Lost, started.elapsed());
        }
        let until = match machine.poll(started.elapsed()) {
            Readiness::Ready { loading, requests } => {
                tracing::debug!(looks, ?loading, "the page is worth a look");
                if !loading.is_empty() {
                    note_loading(tab, &loader, &requests);
                    // The worlds wait for the end of loading before they hear of messages.
                    settle::call_free(tab, calls::START).await;
                }
                caller_state.ready = Some(loader);
                return loading;
            }
            Readiness::Wait { until } => {
                let until = started + until;
                deadline.map_or(until, |deadline| until.min(deadline))
            }
        };
        let news = tab.until(until, |state| (state.journal.mark() > cursor).then_some(()));
        tokio::select! {
            look = &mut readiness => {
                // What the journal knows by now came before the look.
                cursor = feed(tab, &mut machine, cursor, started);
                machine.handle(ReadyEvent::Looked(look), started.elapsed());
                looks += 1;
                readiness = Box::pin(self::readiness(tab, true));
            }
            _ = news => {}
        }
    }
}

/// Has the journal tell of their end.
fn note_loading(tab: &TabInner, loader: &LoaderId, requests: &[String]) {
    let mut state = tab.state();
    let document = RequestId::from(loader.as_str());
    let arrives = !state.loading.dom_content && !state.journal.requests.is_complete(&document);
    let requests = requests.iter().map(|id| RequestId::from(id.as_str())).collect();
    state.journal.note_loading(requests, arrives.then_some(document));
}

fn feed(tab: &TabInner, machine: &mut Ready, cursor: u64, started: Instant) -> u64 {
    let now = started.elapsed();
    let state = tab.state();
    for (_, entry) in state.journal.since(cursor) {
        let sign = match entry {
            Entry::Request { id, background: false } => {
                let Some((resource, what)) = state.journal.requests.resource(id) else { continue };
                ReadyEvent::RequestBegan { id: id.as_str().to_owned(), resource, what }
            }
            Entry::NavigationBegan => ReadyEvent::Leaving,
            Entry::StoppedLoading | Entry::Committed { main: true } => ReadyEvent::Staying,
            Entry::RequestAnswered { id } => ReadyEvent::RequestAnswered { id: id.as_str().to_owned() },
            Entry::RequestEnded { id } => ReadyEvent::RequestEnded { id: id.as_str().to_owned() },
            Entry::Lost => ReadyEvent::Lost,
            _ => continue,
        };
        machine.handle(sign, now);
    }
    if state.loading.dom_content {
        machine.handle(ReadyEvent::Parsed, now);
    }
    if state.loading.load {
        machine.handle(ReadyEvent::Loaded, now);
    }
    if state.journal.requests.is_complete(&RequestId::from(state.loading.loader.as_str())) {
        machine.handle(ReadyEvent::Received, now);
    }
    if state.closed || state.crashed || state.dialog.is_some() {
        machine.handle(ReadyEvent::Lost, now);
    }
    state.journal.mark()
}

/// A cheap look at every frame: at once, or after two painted frames.
async fn readiness(tab: &Arc<TabInner>, later: bool) -> ReadinessProbe {
    let worlds = tab.worlds();
    if worlds.is_empty() {
        // Between two documents: wait for the next one's world.
        let deadline = Instant::now() + std::time::Duration::from_millis(100);
        tab.until(deadline, |state| state.frames.values().any(|frame| frame.context.is_some()).then_some(()))
            .await;
        return ReadinessProbe::default();
    }
    let name = if later { calls::READINESS_LATER } else { calls::READINESS };
    let looks: Vec<ReadinessCounts> = call_all(&worlds, name).await;
    if !looks.is_empty() {
        tab.state().elements = looks.iter().map(|look| u64::from(look.elements)).sum();
    }
    ReadinessProbe {
        elements: looks.iter().map(|look| look.elements).sum(),
        height: looks.iter().map(|look| look.height).sum(),
        text: looks.iter().map(|look| look.text).sum(),
        drawn: looks.iter().any(|look| look.drawn),
        busy: looks.iter().any(|look| look.busy),
        passive: looks.iter().any(|look| look.scripted) && !looks.iter().any(|look| look.operable),
    }
}
