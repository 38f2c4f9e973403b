//! What an action caused: the journal since its input, and a fresh snapshot against what the caller last saw.

use std::time::Duration;

use domtool_cdp::protocol::BackendNodeId;
use domtool_page::{settle::Rest, view};

use super::{Scene, verify::problems};
use crate::{
    error::Result,
    observe::{self, Enrich},
    report::{DialogInfo, Effects, TabInfo},
    tab::{Entry, Memory, TabInner},
};

/// Tokens that a report's diff may take.
const DIFF_BUDGET: u32 = 1_200;
/// How long a tab that opened may take to show something before it is told of as it is.
const NEW_TAB_PATIENCE: Duration = Duration::from_secs(1);
const MOST_LISTED: usize = 20;

/// What was so before the action.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    pub(crate) mark: u64,
    url: String,
}

impl Before {
    pub(crate) fn take(tab: &TabInner) -> Before {
        let state = tab.state();
        Before { mark: state.journal.mark(), url: state.url.clone() }
    }
}

/// The effects, and the diff.
pub(crate) async fn gather(
    scene: &Scene<'_>,
    memory: &mut Memory,
    before: &Before,
    rest: &Rest,
) -> Result<(Effects, String)> {
    let tab = scene.tab;
    let mut effects = from_journal(tab, before);
    effects.tabs = new_tabs(scene, before).await;
    if let Err(blocked) = tab.gate() {
        // A dialog, or the action closed the tab: the page cannot be read, and the report says why.
        return match blocked.kind() {
            crate::ErrorKind::DialogOpen | crate::ErrorKind::TabClosed => {
                Ok((effects, blocked.message().to_owned()))
            }
            _ => Err(blocked.after(scene.dispatched)),
        };
    }
    effects.messages = observe::drain_messages(tab).await.into_iter().map(|message| message.text).collect();
    let snapshot = match observe::look(tab, &scene.session, Enrich::Auto).await {
        Ok(snapshot) => snapshot,
        // The input is through and so is its outcome; only the look at what it changed failed.
        Err(error) => return Ok((effects, format!("the page could not be read: {}", error.message()))),
    };
    let (title, _) = observe::page_of(&snapshot);
    if memory.title.as_ref().is_some_and(|known| known != &title) {
        effects.title = Some(title.clone());
    }
    memory.title = Some(title);
    let mut outline = observe::outline_of(&snapshot);
    let focus = snapshot.focus.map(|index| snapshot.node(index));
    let focused: Option<(domtool_cdp::protocol::FrameId, BackendNodeId)> = focus.and_then(|node| {
        snapshot.frames.get(node.frame().0 as usize).map(|frame| (frame.id.clone(), node.backend()))
    });
    let mut registry = scene.session.registry();
    if focused != memory.focus
        && let Some(index) = snapshot.focus
    {
        effects.focus = registry.id_of(&tab.target, &snapshot, index);
    }
    let diff = match &memory.seen {
        _ if effects.navigated => "a new page: observe to see it".to_owned(),
        Some(seen) => {
            outline.note_ids(&snapshot, &registry, &tab.target);
            let diff = view::diff(seen, &outline, &snapshot, &mut registry, &tab.target, DIFF_BUDGET);
            effects.changed = diff.changed + diff.added + diff.removed;
            diff.text
        }
        None => "not observed yet: nothing to compare with".to_owned(),
    };
    outline.note_ids(&snapshot, &registry, &tab.target);
    drop(registry);
    memory.focus = focused;
    memory.problems = problems(&snapshot);
    memory.seen = if effects.navigated { None } else { Some(outline) };
    tracing::debug!(changed = effects.changed, still = rest.still.len(), "effects");
    Ok((effects, diff))
}

/// The tabs that opened, as they are once they show something.
async fn new_tabs(scene: &Scene<'_>, before: &Before) -> Vec<TabInfo> {
    let numbers: Vec<u32> = {
        let state = scene.tab.state();
        let opened = state.journal.since(before.mark).filter_map(|(_, entry)| match entry {
            Entry::TabOpened(number) => Some(*number),
            _ => None,
        });
        opened.collect()
    };
    let tabs: Vec<_> = numbers.into_iter().filter_map(|number| scene.session.find(number)).collect();
    let deadline = tokio::time::Instant::now() + NEW_TAB_PATIENCE;
    for tab in &tabs {
        let shown = |state: &crate::tab::State| {
            let blank = state.url.is_empty() || state.url == "about:blank";
            (state.closed || state.loading.dom_content && !blank).then_some(())
        };
        tab.until(deadline, shown).await;
    }
    tabs.iter().map(|tab| tab.info()).collect()
}

pub(super) fn from_journal(tab: &TabInner, before: &Before) -> Effects {
    let state = tab.state();
    let mut effects = Effects::default();
    for (seq, entry) in state.journal.since(before.mark) {
        match entry {
            Entry::Committed { main: true, .. } => effects.navigated = true,
            Entry::Dialog(info) => {
                let open = state.dialog.as_ref().is_some_and(|dialog| dialog.seq == seq);
                effects.dialogs.push(DialogInfo { open, ..info.clone() });
            }
            Entry::ConsoleError(text) if effects.console_errors.len() < MOST_LISTED => {
                effects.console_errors.push(text.chars().take(300).collect());
            }
            Entry::Request { id, habitual: false } => {
                if let Some(info) = state.journal.request(id).filter(|_| effects.requests.len() < MOST_LISTED)
                {
                    effects.requests.push(info.clone());
                }
            }
            Entry::Download(name) => effects.downloads.push(name.clone()),
            _ => {}
        }
    }
    if state.url != before.url {
        effects.url = Some(state.url.clone());
    }
    if effects.navigated {
        // What a whole new page asks for is no news; its own document is.
        effects.requests.retain(|request| request.method != "GET" || request.failure.is_some());
    }
    effects
}
