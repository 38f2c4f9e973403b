//! What of the documents of a page has not come, as the journal knows it, and how an observation says so.

use domtool_cdp::protocol::{LoaderId, RequestId};
use domtool_page::{
    capture::{Absence, FrameDocument},
    ready::{Resource, resource_words},
    snapshot::Snapshot,
    view::Scope,
};

use crate::tab::{State, TabInner};

/// The address of a document that Chromium shows where a navigation failed.
const FAILED: &str = "chrome-error:";

/// Whether the page is the one that Chromium shows where a navigation failed.
pub(crate) fn has_failed(tab: &TabInner) -> bool {
    let state = tab.state();
    let main = state.main().and_then(|main| state.frames.get(&main.root));
    main.is_some_and(|frame| frame.url.starts_with(FAILED))
}

/// Notes of each document what of it has not come.
pub(super) fn note(tab: &TabInner, frames: &mut [FrameDocument]) {
    let state = tab.state();
    let unanswered = state.journal.requests.unanswered();
    for frame in frames {
        frame.absence = absence(&state, &unanswered, frame);
    }
}

fn absence(
    state: &State,
    unanswered: &[(&LoaderId, Resource, String)],
    document: &FrameDocument,
) -> Option<Absence> {
    let frame = state.frames.get(&document.frame)?;
    if let Some(address) = &frame.goes_to {
        return Some(Absence::Loading(address.clone()));
    }
    let loads = match state.is_main(&document.frame) {
        true => state.loading.loader == document.loader && !state.loading.load,
        false => frame.loads,
    };
    let failed = document.url.starts_with(FAILED);
    // All that it is drawn from while it loads, afterwards what is not decoration.
    let its = unanswered
        .iter()
        .filter(|(loader, resource, _)| **loader == document.loader && (loads || !resource.is_decoration()));
    let missing = resource_words(its.map(|(_, resource, what)| (*resource, what.as_str()))).join(", ");
    if !failed && (loads || !missing.is_empty()) {
        return Some(if loads { Absence::Loading(missing) } else { Absence::Awaiting(missing) });
    }
    // The protocol names the request of a document like the load of it.
    let info = state.journal.requests.info(&RequestId::from(document.loader.as_str()));
    let why = info.and_then(|info| match (&info.failure, info.status) {
        (Some(failure), _) => Some(format!("{} {failure}", info.url)),
        (None, Some(status)) if status >= 400 => Some(format!("{} {status}", info.url)),
        _ => failed.then(|| info.url.clone()),
    });
    why.or_else(|| failed.then(|| "the browser says that it failed".to_owned())).map(Absence::Failed)
}

/// Says what was not there yet: what was waited for in vain, and why the document that is looked at shows nothing.
pub(super) fn notes(snapshot: &Snapshot, scope: &Scope, loading: &[String]) -> Vec<String> {
    let frame = scope.frame.and_then(|frame| snapshot.frames.get(frame.0 as usize));
    let owner = frame.and_then(|frame| snapshot.node(frame.document).parent());
    let absence = match owner {
        Some(owner) => {
            let gap = snapshot.gaps.iter().find(|gap| gap.node == Some(owner.index()));
            gap.map(|gap| format!("the frame: {}", gap.reason))
        }
        None => snapshot.absence.clone(),
    };
    let told = |what: &String| absence.as_ref().is_some_and(|absence| absence.contains(what.as_str()));
    let waited = (!loading.iter().all(told)).then(|| format!("still loading: {}", loading.join(", ")));
    waited.into_iter().chain(absence).collect()
}
