//! Drives the settle machine of `domtool-page` with what the journal and the isolated worlds tell.

use std::{future::Future, sync::Arc};

use domtool_cdp::protocol::BackendNodeId;
use domtool_page::settle::{Happening, Poll, Rest, Settle, SettleLimits};
use serde::{Deserialize, de::DeserializeOwned};
use tokio::{task::JoinSet, time::Instant};

use crate::{
    observe::worlds,
    tab::{Entry, TabInner},
    world::World,
};

/// More frames than this are not watched for changes; their requests and navigations are.
pub(crate) const MOST_WATCHED: usize = 24;

/// What stands for a tab that is about to open, among the requests.
const NEW_TAB: &str = "new tab";

#[derive(Deserialize)]
struct Beat {
    mutations: u32,
    animations: u32,
}

/// Calls a function of every world at once; worlds that are gone are passed over.
pub(crate) async fn in_all<T: DeserializeOwned + Send + 'static>(
    worlds: &[World],
    name: &'static str,
) -> Vec<T> {
    let mut calls = JoinSet::new();
    for world in worlds.iter().take(MOST_WATCHED) {
        let world = world.clone();
        calls.spawn(async move { world.call::<T>(name, &[(); 0]).await.ok() });
    }
    calls.join_all().await.into_iter().flatten().collect()
}

/// From here on, what changes is what the action caused.
pub(crate) async fn mark(tab: &TabInner) {
    unblocked(tab, lead_into_closed_roots(tab)).await;
    call_free(tab, "mark").await;
    tab.catch_up().await;
}

/// Has the worlds hear of changes in closed shadow roots that were seen since they were last led in.
async fn lead_into_closed_roots(tab: &TabInner) {
    let unheard: Vec<(World, Vec<BackendNodeId>)> = {
        let mut state = tab.state();
        let mut unheard = Vec::new();
        for (id, frame) in &mut state.frames {
            let Some(context) = frame.context else { continue };
            let new = frame.closed_roots.iter_mut().filter(|(_, heard)| !**heard);
            let roots: Vec<_> = new
                .map(|(root, heard)| {
                    *heard = true;
                    *root
                })
                .collect();
            if !roots.is_empty() {
                unheard.push((id.clone(), frame.session.clone(), context, roots));
            }
        }
        let with_channel = |(_, session, context, roots)| {
            let channel = state.attachment(&session)?.channel.clone();
            Some((World { channel, context }, roots))
        };
        unheard.into_iter().filter_map(with_channel).collect()
    };
    for (world, roots) in unheard {
        let pending: Vec<_> = roots.into_iter().map(|root| world.post_node(root)).collect();
        let mut handles = Vec::with_capacity(pending.len());
        for pending in pending {
            // One that went away since has nothing to tell.
            handles.extend(world.handle(pending).await.ok());
        }
        if let Err(error) = world.call_with_nodes("hearRoots", &handles).await {
            tracing::debug!(%error, "closed shadow roots are not heard of");
        }
    }
}

/// The action is over.
pub(crate) async fn unmark(tab: &TabInner) {
    call_free(tab, "unmark").await;
}

/// Calls without an answer.
async fn call_free(tab: &TabInner, name: &'static str) {
    let worlds = worlds(tab);
    let called = async {
        let _: Vec<Option<()>> = in_all(&worlds, name).await;
    };
    unblocked(tab, called).await;
}

/// A dialog or a hung page must not hold this up.
async fn unblocked(tab: &TabInner, work: impl Future<Output = ()>) {
    let blocked = tab.until(Instant::now() + std::time::Duration::from_secs(1), |state| {
        (state.dialog.is_some() || state.closed || state.crashed).then_some(())
    });
    tokio::select! {
        () = work => {}
        _ = blocked => {}
    }
}

/// Waits until what came after the journal's `mark` is at rest.
pub(crate) async fn settle(tab: &Arc<TabInner>, mark: u64, limits: SettleLimits) -> Rest {
    let started = Instant::now();
    let mut machine = Settle::new(limits);
    let mut cursor = mark;
    let mut beat = Box::pin(beat(tab));
    loop {
        cursor = feed(tab, &mut machine, cursor, started);
        let until = match machine.poll(started.elapsed()) {
            Poll::Done(rest) => return rest,
            Poll::Wait { until } => started + until,
        };
        let news = tab.until(until, |state| (state.journal.mark() > cursor).then_some(()));
        tokio::select! {
            happening = &mut beat => {
                // What came before the beat ended counts before it.
                tab.catch_up().await;
                cursor = feed(tab, &mut machine, cursor, started);
                machine.handle(happening, started.elapsed());
                beat = Box::pin(self::beat(tab));
            }
            _ = news => {}
        }
    }
}

fn feed(tab: &TabInner, machine: &mut Settle, cursor: u64, started: Instant) -> u64 {
    let now = started.elapsed();
    let state = tab.state();
    for (_, entry) in state.journal.since(cursor) {
        let happening = match entry {
            Entry::NavigationBegan => Happening::NavigationBegan,
            Entry::Committed { main: true, .. } => Happening::Committed,
            Entry::Loaded => Happening::Loaded,
            Entry::StoppedLoading => Happening::NavigationEnded,
            Entry::Dialog(_) => Happening::DialogOpened,
            Entry::Request { id, habitual: false } if state.journal.requests.may_be_content(id) => {
                let what =
                    state.journal.requests.info(id).map(|info| format!("{} {}", info.method, info.url));
                Happening::RequestBegan { id: id.as_str().to_owned(), what: what.unwrap_or_default() }
            }
            Entry::RequestAnswered { id } => Happening::RequestAnswered { id: id.as_str().to_owned() },
            Entry::RequestEnded { id } => Happening::RequestEnded { id: id.as_str().to_owned() },
            Entry::SocketAsked { id } => Happening::Asked { id: id.as_str().to_owned() },
            Entry::SocketAnswered { id } => Happening::Answered { id: id.as_str().to_owned() },
            Entry::Download { guid, name } => {
                Happening::RequestBegan { id: guid.clone(), what: format!("download {name}") }
            }
            Entry::DownloadEnded { guid, .. } => Happening::RequestEnded { id: guid.clone() },
            Entry::WindowOpening => {
                Happening::RequestBegan { id: NEW_TAB.to_owned(), what: "for a new tab".to_owned() }
            }
            Entry::TabOpened(_) => Happening::RequestEnded { id: NEW_TAB.to_owned() },
            Entry::Lost => Happening::Lost,
            _ => continue,
        };
        machine.handle(happening, now);
    }
    if state.closed || state.crashed {
        machine.handle(Happening::Lost, now);
    }
    if state.dialog.is_some() {
        machine.handle(Happening::DialogOpened, now);
    }
    state.journal.mark()
}

/// Two painted frames in every watched document.
async fn beat(tab: &Arc<TabInner>) -> Happening {
    let worlds = worlds(tab);
    if worlds.is_empty() {
        // Between two documents: wait for the next one's world.
        let deadline = Instant::now() + std::time::Duration::from_millis(100);
        tab.until(deadline, |state| state.frames.values().any(|frame| frame.context.is_some()).then_some(()))
            .await;
        return Happening::Beat { mutations: 1, animations: 0 };
    }
    let beats: Vec<Beat> = in_all(&worlds, "beat").await;
    Happening::Beat {
        // No world answered: they were replaced, which is a change.
        mutations: if beats.is_empty() { 1 } else { beats.iter().map(|beat| beat.mutations).sum() },
        animations: beats.iter().map(|beat| beat.animations).sum(),
    }
}
