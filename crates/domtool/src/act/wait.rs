//! Waiting for something that a person could see: looked for in a snapshot, again after each change of the page. And for the
//! network to be quiet, or for a time to pass.

use std::time::Duration;

use domtool_page::view::quoted;
use domtool_page::{
    identity::ElementId,
    snapshot::{Snapshot, shorten_url},
    view,
};
use tokio::time::Instant;

use super::{
    ActionContext, ActionOutcome,
    action::WaitFor,
    offers::offers,
    resolve,
    verify::reading::{count, is_address, says, wanted},
};
use crate::{
    error::{self, Error, ErrorKind, Result},
    limits::{WAIT_TAKES, WATCHED_FRAMES},
    observe::{self, Enrich},
    tab::{Entry, State, TabInner},
    world::calls,
};

/// The time between two looks at a page that changes all the time.
pub(super) const BREATH: Duration = Duration::from_millis(100);
/// The network is quiet when nothing ran for so long.
const QUIET: Duration = Duration::from_millis(500);
/// So many of the requests that still run are named.
const MOST_NAMED: usize = 3;

pub(crate) async fn wait(ctx: &mut ActionContext<'_>, what: &WaitFor<ElementId>) -> Result<ActionOutcome> {
    match what {
        WaitFor::Network => return network(ctx).await,
        WaitFor::Time(time) => return pass(ctx, *time).await,
        _ => {}
    }
    if let WaitFor::Text(text) | WaitFor::Gone(text) | WaitFor::Count { text, .. } = what {
        wanted(text)?;
    }
    let deadline = Instant::now() + ctx.options.patience;
    let mut before = None;
    loop {
        let looked = Instant::now();
        let seen = ctx.tab.state().journal.mark();
        let late = |instead: &str| {
            let message = format!("{}: {instead}", not_yet(what, ctx.options.patience));
            Error::new(ErrorKind::Timeout, message)
        };
        let instead = match look_for(ctx, what).await {
            Ok(Ok(feedback)) => return Ok(ActionOutcome { feedback, target: None }),
            Ok(Err(instead)) => instead,
            // The last look came too late, of a page that answers: what the one before saw is the answer.
            Err(error) if error.kind() == ErrorKind::PageHung && Instant::now() >= deadline => {
                return Err(before.as_deref().map_or(error, late));
            }
            Err(error) => return Err(error),
        };
        if looked >= deadline {
            return Err(late(&instead));
        }
        before = Some(instead);
        change(ctx.tab, seen, deadline).await;
        let next = (looked + BREATH).min(deadline);
        tokio::time::sleep_until(next).await; // a bound on how often we look, not a wait for the page
    }
}

/// What is so, in a sentence; or what is so instead.
async fn look_for(ctx: &ActionContext<'_>, what: &WaitFor<ElementId>) -> Result<Result<String, String>> {
    Ok(match what {
        WaitFor::Text(text) => {
            let snapshot = look(ctx).await?;
            match count(&snapshot, &wanted(text)?) > 0 {
                true => Ok(format!("{text} is there", text = quoted(&text))),
                false => Err(hidden(&snapshot, text)),
            }
        }
        WaitFor::Gone(text) => {
            let snapshot = look(ctx).await?;
            match count(&snapshot, &wanted(text)?) > 0 {
                true => Err(place(&snapshot, text)),
                false => Ok(format!("{text} is gone", text = quoted(&text))),
            }
        }
        WaitFor::Count { text, least, most } => {
            let (snapshot, wanted) = (look(ctx).await?, wanted(text)?);
            let count = count(&snapshot, &wanted);
            let enough = count >= *least && most.is_none_or(|most| count <= most);
            let said = format!("{} is in {count} places", quoted(text));
            if enough { Ok(said) } else { Err(said) }
        }
        WaitFor::Options(id) => offers(&resolve::resolve(ctx, *id).await?).await?,
        WaitFor::Url(pattern) => {
            let url = ctx.tab.state().url.clone();
            match is_address(pattern, &url) {
                true => Ok(format!("the address is {url}")),
                false => Err(format!("it is {url}")),
            }
        }
        WaitFor::Element(id) => {
            let subject = resolve::resolve(ctx, *id).await?;
            match (subject.state.visible, subject.state.boxed) {
                (true, true) => Ok(format!("{} is there", subject.words())),
                (true, false) => Err(format!("{} has no box on the page", subject.words())),
                (false, _) => Err(format!("{} is hidden", subject.words())),
            }
        }
        WaitFor::Network | WaitFor::Time(_) => Ok(String::new()),
    })
}

async fn look(ctx: &ActionContext<'_>) -> Result<Snapshot> {
    observe::look(ctx.tab, &ctx.session, Enrich::None).await
}

/// Why a text is not there: it is, but nobody can see it; or it is nowhere.
fn hidden(snapshot: &Snapshot, text: &str) -> String {
    let mut hidden = snapshot.nodes().filter(|node| !node.visible());
    match hidden.any(|node| says(node.text(), text)) {
        true => "it is in the page, and hidden".to_owned(),
        false => format!("it is nowhere in {}", shorten_url(&observe::page_of(snapshot).1)),
    }
}

/// Where a text is.
fn place(snapshot: &Snapshot, text: &str) -> String {
    let mut seen = snapshot.nodes().filter(|node| node.visible());
    let node = seen.find(|node| says(node.text(), text) || says(node.name(), text));
    let named = node.and_then(|node| {
        let around = std::iter::once(node).chain(node.ancestors());
        around.into_iter().find(|node| !node.name().is_empty() && view::word(*node) != "generic")
    });
    named.map_or_else(
        || "it is in the page's text".to_owned(),
        |node| format!("it is in {} {}", view::word(node), quoted(&node.name())),
    )
}

/// Until something of the page changes, as its worlds and the browser's events tell.
pub(super) async fn change(tab: &TabInner, seen: u64, deadline: Instant) {
    let left = deadline.saturating_duration_since(Instant::now()).as_millis().min(1000) as u64;
    let worlds = tab.worlds();
    let mut changes = tokio::task::JoinSet::new();
    for world in worlds.into_iter().take(WATCHED_FRAMES) {
        changes.spawn(async move { world.call(calls::CHANGE, &(left,)).await });
    }
    let told = tab.until(deadline, |state| (state.journal.mark() > seen).then_some(()));
    tokio::select! {
        _ = changes.join_next(), if !changes.is_empty() => {}
        _ = told => {}
    }
}

/// Waits until no request has run for a while. Background requests, which the page sends again and again, are not waited for.
async fn network(ctx: &ActionContext<'_>) -> Result<ActionOutcome> {
    let tab = ctx.tab;
    let deadline = Instant::now() + ctx.options.patience;
    loop {
        let idle = tab.until(deadline, |state| running(state).is_empty().then(|| state.journal.mark()));
        let Some(mark) = idle.await else {
            let running = running(&tab.state());
            let named = running.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
            let seconds = error::seconds(ctx.options.patience);
            let message =
                format!("the network was not quiet within {seconds}: {} still run ({named})", running.len());
            return Err(Error::new(ErrorKind::Timeout, message));
        };
        tab.gate()?;
        let quiet = Instant::now() + QUIET;
        let began = |state: &State| {
            state.closed.then_some(()).or_else(|| {
                let mut since = state.journal.since(mark);
                since
                    .any(|(_, entry)| matches!(entry, Entry::Request { background: false, .. }))
                    .then_some(())
            })
        };
        if tab.until(quiet, began).await.is_none() {
            tab.gate()?;
            return Ok(ActionOutcome { feedback: "the network is quiet".to_owned(), target: None });
        }
        if Instant::now() >= deadline {
            let message = "the network was not quiet: new requests began again and again";
            return Err(Error::new(ErrorKind::Timeout, message));
        }
    }
}

/// The requests of this document that wait for their answer.
fn running(state: &State) -> Vec<String> {
    let journal = &state.journal;
    let mut open = Vec::new();
    for (_, entry) in journal.since(journal.start_of_document()) {
        match entry {
            Entry::Request { id, background: false } => open.push(id),
            // An answer whose body nobody reads never comes to its end.
            Entry::RequestAnswered { id } | Entry::RequestEnded { id } => open.retain(|other| *other != id),
            _ => {}
        }
    }
    let named = open.into_iter().filter_map(|id| journal.requests.info(id));
    named.map(|info| format!("{} {}", info.method, info.url)).collect()
}

/// Until a time has passed, or the tab is lost.
async fn pass(ctx: &ActionContext<'_>, time: Duration) -> Result<ActionOutcome> {
    if time > WAIT_TAKES {
        let message = format!("at most {} s can be waited for nothing in particular", WAIT_TAKES.as_secs());
        return Err(
            Error::invalid_input(message).with_hint("wait for a text, an address or an element instead")
        );
    }
    let until = Instant::now() + time;
    let lost = ctx.tab.until(until, |state| (state.closed || state.crashed).then_some(()));
    if lost.await.is_some() {
        ctx.tab.gate()?;
    }
    Ok(ActionOutcome { feedback: format!("{} ms passed", time.as_millis()), target: None })
}

fn not_yet(what: &WaitFor<ElementId>, patience: Duration) -> String {
    let seconds = error::seconds(patience);
    match what {
        WaitFor::Text(text) => format!("{text} did not appear in {seconds}", text = quoted(&text)),
        WaitFor::Gone(text) => format!("{text} is still there after {seconds}", text = quoted(&text)),
        WaitFor::Url(pattern) => {
            format!("the address did not come to match {} in {seconds}", quoted(&shorten_url(pattern)))
        }
        WaitFor::Count { text, least, most } => {
            let more = if *most == Some(*least) { "" } else { " or more" };
            format!("{} did not come to be in {least}{more} places in {seconds}", quoted(text))
        }
        WaitFor::Options(id) => format!("{id} had nothing to choose in {seconds}"),
        WaitFor::Element(id) => format!("{id} could not be seen in {seconds}"),
        WaitFor::Network | WaitFor::Time(_) => format!("it did not come in {seconds}"),
    }
}
