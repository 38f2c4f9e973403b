//! Waiting for something that a person could see: looked for in a snapshot, again after each change of the page.

use std::time::Duration;

use domtool_page::snapshot::{Snapshot, shorten_url};
use tokio::time::Instant;

use super::{
    Done, Scene,
    action::WaitFor,
    resolve, settle,
    verify::reading::{contains, matches_glob},
};
use crate::{
    error::{Error, ErrorKind, Result},
    observe::{self, Enrich},
};

/// Between two looks at a page that changes all the time.
pub(super) const BREATH: Duration = Duration::from_millis(100);

pub(crate) async fn wait(scene: &mut Scene<'_>, what: &WaitFor) -> Result<Done> {
    let deadline = Instant::now() + scene.options.patience;
    loop {
        let looked = Instant::now();
        let seen = scene.tab.state().journal.mark();
        if let Some(feedback) = holds(scene, what).await? {
            return Ok(Done { feedback, target: None });
        }
        if looked >= deadline {
            return Err(Error::new(ErrorKind::Timeout, not_yet(what, scene.options.patience)));
        }
        change(scene, seen, deadline).await;
        let next = (looked + BREATH).min(deadline);
        tokio::time::sleep_until(next).await; // a bound on how often we look, not a wait for the page
    }
}

/// What is so, in a sentence, or nothing.
async fn holds(scene: &Scene<'_>, what: &WaitFor) -> Result<Option<String>> {
    match what {
        WaitFor::Text(text) => {
            let found = contains(&look(scene).await?, text);
            Ok(found.then(|| format!("{text:?} is there")))
        }
        WaitFor::Gone(text) => {
            let found = contains(&look(scene).await?, text);
            Ok((!found).then(|| format!("{text:?} is gone")))
        }
        WaitFor::Url(pattern) => {
            let url = scene.tab.state().url.clone();
            Ok(matches_glob(pattern, &url).then(|| format!("the address is {url}")))
        }
        WaitFor::Element(id) => match resolve::resolve(scene, *id).await {
            Ok(subject) if subject.state.visible && subject.state.boxed => {
                Ok(Some(format!("{} is there", subject.words())))
            }
            Ok(_) => Ok(None),
            Err(error) => Err(error),
        },
    }
}

async fn look(scene: &Scene<'_>) -> Result<Snapshot> {
    observe::look(scene.tab, &scene.session, Enrich::None).await
}

/// Until something of the page changes, as its worlds and the browser's events tell.
pub(super) async fn change(scene: &Scene<'_>, seen: u64, deadline: Instant) {
    let tab = scene.tab;
    let left = deadline.saturating_duration_since(Instant::now()).as_millis().min(1000) as u64;
    let worlds = observe::worlds(tab);
    let mut changes = tokio::task::JoinSet::new();
    for world in worlds.into_iter().take(settle::MOST_WATCHED) {
        changes.spawn(async move { world.call::<bool>("change", &(left,)).await });
    }
    let told = tab.until(deadline, |state| (state.journal.mark() > seen).then_some(()));
    tokio::select! {
        _ = changes.join_next(), if !changes.is_empty() => {}
        _ = told => {}
    }
}

fn not_yet(what: &WaitFor, patience: Duration) -> String {
    let seconds = patience.as_secs_f64();
    match what {
        WaitFor::Text(text) => format!("{text:?} did not appear in {seconds} s"),
        WaitFor::Gone(text) => format!("{text:?} is still there after {seconds} s"),
        WaitFor::Url(pattern) => {
            format!("the address did not come to match {:?} in {seconds} s", shorten_url(pattern))
        }
        WaitFor::Element(id) => format!("{id} could not be seen in {seconds} s"),
    }
}
