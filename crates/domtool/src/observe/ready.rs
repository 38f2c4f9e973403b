//! Waits for a page to be worth looking at, once for each document: drives the machine of `domtool_page::ready` with what
//! the journal and the isolated worlds tell.

use std::sync::Arc;

use domtool_page::ready::{Glance, Readiness, Ready, ReadyLimits, Sign};
use serde::Deserialize;
use tokio::time::Instant;

use super::worlds;
use crate::{
    act::settle,
    tab::{Entry, Memory, TabInner},
};

/// What `glance` of the isolated world answers.
#[derive(Deserialize)]
struct Look {
    elements: u32,
    height: u32,
    text: u32,
    drawn: bool,
    busy: bool,
}

/// A page that goes from one document to the next is looked at in so many.
const MOST_DOCUMENTS: u32 = 3;

/// Waits until the current document has drawn what it is going to draw, as far as that can be told, or the limit. What
/// is still loading then, in words.
pub(crate) async fn ready(tab: &Arc<TabInner>, memory: &mut Memory) -> Vec<String> {
    let limits = ReadyLimits::default();
    let (mut loader, seasoned) = {
        let state = tab.state();
        let loading = &state.loading;
        let blank = loading.load && state.url == "about:blank";
        let long_ago = loading.parsed_at.is_some_and(|at| at.elapsed() > limits.content);
        (loading.loader.clone(), blank || long_ago)
    };
    if seasoned || memory.ready.as_ref() == Some(&loader) {
        memory.ready = Some(loader);
        return Vec::new();
    }
    let mut started = Instant::now();
    let mut machine = Ready::new(limits);
    let mut cursor = tab.state().journal.start_of_document();
    let mut looks = 0_u32;
    let mut glance = Box::pin(glance(tab, false));
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
        let until = match machine.poll(started.elapsed()) {
            Readiness::Ready { loading } => {
                tracing::debug!(looks, ?loading, "the page is worth a look");
                memory.ready = Some(loader);
                return loading;
            }
            Readiness::Wait { until } => started + until,
        };
        let news = tab.until(until, |state| (state.journal.mark() > cursor).then_some(()));
        tokio::select! {
            look = &mut glance => {
                // What the journal knows by now came before the look.
                cursor = feed(tab, &mut machine, cursor, started);
                machine.handle(Sign::Looked(look), started.elapsed());
                looks += 1;
                glance = Box::pin(self::glance(tab, true));
            }
            _ = news => {}
        }
    }
}

fn feed(tab: &TabInner, machine: &mut Ready, cursor: u64, started: Instant) -> u64 {
    let now = started.elapsed();
    let state = tab.state();
    for (_, entry) in state.journal.since(cursor) {
        let sign = match entry {
            Entry::Request { id, habitual: false }
                if state.journal.requests.may_be_content(id) && !state.journal.requests.is_socket(id) =>
            {
                let what =
                    state.journal.requests.info(id).map(|info| format!("{} {}", info.method, info.url));
                Sign::RequestBegan { id: id.as_str().to_owned(), what: what.unwrap_or_default() }
            }
            Entry::RequestAnswered { id } => Sign::RequestAnswered { id: id.as_str().to_owned() },
            Entry::RequestEnded { id } => Sign::RequestEnded { id: id.as_str().to_owned() },
            Entry::Lost => Sign::Lost,
            _ => continue,
        };
        machine.handle(sign, now);
    }
    // What is late after this are pictures and frames, and the requests tell of frames.
    if state.loading.dom_content {
        machine.handle(Sign::Loaded, now);
    }
    if state.closed || state.crashed || state.dialog.is_some() {
        machine.handle(Sign::Lost, now);
    }
    state.journal.mark()
}

/// A cheap look at every frame: at once, or after two painted frames.
async fn glance(tab: &Arc<TabInner>, later: bool) -> Glance {
    let worlds = worlds(tab);
    if worlds.is_empty() {
        // Between two documents: wait for the next one's world.
        let deadline = Instant::now() + std::time::Duration::from_millis(100);
        tab.until(deadline, |state| state.frames.values().any(|frame| frame.context.is_some()).then_some(()))
            .await;
        return Glance::default();
    }
    let name = if later { "glanceLater" } else { "glance" };
    let looks: Vec<Look> = settle::in_all(&worlds, name).await;
    Glance {
        elements: looks.iter().map(|look| look.elements).sum(),
        height: looks.iter().map(|look| look.height).sum(),
        text: looks.iter().map(|look| look.text).sum(),
        drawn: looks.iter().any(|look| look.drawn),
        busy: looks.iter().any(|look| look.busy),
    }
}
