//! What the page changed between two calls: told apart from what the action causes that comes next.
//!
//! The isolated worlds say when the page changed for the last time. Where that is later than what the caller was told of, the page is
//! looked at before the input: a report tells what came of its action alone. Fixture: meanwhile.html.

use std::{sync::Arc, time::Duration};

use domtool_page::{
    identity::ElementId,
    view::{Acted, Diff, Outline, quoted},
};

use super::{Action, effects::Between, resolve, staleness::check_name, verify};
use crate::{
    error::Result,
    observe::{self, CallerState},
    tab::TabInner,
};

/// A page that lives answers in so long.
const SOON: Duration = Duration::from_millis(500);
/// So much of it is told, tokens.
const TOKENS: u32 = 200;
/// So many lines of it.
const LINES: usize = 8;

/// Looks at the page where it is not as the caller was told, and notes lines for the next report; not where others of a batch were done
/// before (`batched`), as its last report tells what came since the first. `changed` is when the page changed for the last time, where all
/// of its frames said so. Gives what the caller saw before, where it looked.
///
/// # Errors
/// `STALE` where one of the elements that the action names is another one by now.
pub(super) async fn tell(
    tab: &Arc<TabInner>,
    caller_state: &mut CallerState,
    action: &Action<ElementId>,
    changed: Option<f64>,
    batched: bool,
) -> Result<Option<Outline>> {
    let caller = &caller_state.caller;
    let Some((document, told)) = &caller.seen_in else { return Ok(None) };
    let same_document = *document == tab.state().loading.loader;
    // Where a frame does not say, as it goes, nobody knows.
    let as_told = changed.zip(*told).is_some_and(|(changed, told)| changed <= told);
    // Where a value was taken back no node was changed.
    if !same_document || as_told && caller.late.is_empty() || tab.gate().is_err() {
        return Ok(None);
    }
    let Some(seen) = &caller.seen else { return Ok(None) };
    // A page that is silent is not looked at in vain: the action tells of it.
    if changed.is_none() && !tab.answers(SOON).await {
        return Ok(None);
    }
    let Ok(session) = tab.session() else { return Ok(None) };
    // Before the look, as what changed since the last one decides whether an element may be another.
    let mut doubted = Vec::new();
    for id in action.elements() {
        let Ok(entry) = observe::ids::entry(tab, session, *id) else { continue };
        if let Some(state) = resolve::doubt(tab, &entry, *id).await {
            doubted.push((*id, state));
        }
    }
    let snapshot = match observe::look_on(tab, session, None).await {
        Ok(snapshot) => snapshot,
        Err(error) => {
            tracing::debug!(%error, "what the page changed meanwhile is told with the action");
            return Ok(None);
        }
    };
    // Before the lines below call the ids anew: what was told of each is what the caller means by it.
    for (id, state) in &doubted {
        if let Ok(entry) = observe::ids::entry(tab, session, *id) {
            check_name(*id, &entry, &snapshot, state.labels())?;
        }
    }
    let ticks = verify::title_ticks(tab).await;
    let mut outline = observe::outline_of(&snapshot);
    let mut registry = session.registry();
    outline.note_ids(&snapshot, &registry, &tab.target());
    let (title, _) = observe::page_of(&snapshot);
    let between = Between { tab, session, snapshot: &snapshot, after: &outline };
    let diff = between.changes(seen, &mut registry, TOKENS, Acted::default());
    drop(registry);
    let caller = &mut caller_state.caller;
    if !batched {
        let renamed = caller.title.as_ref().is_some_and(|known| *known != title) && !ticks;
        let mut told = lines(&diff, &caller.late);
        told.extend(renamed.then(|| format!("the title is {} now", quoted(&title))));
        caller.late.extend(tab.write_out(told));
        caller.title = Some(title);
    }
    caller.focus = observe::focus_of(&snapshot);
    caller.problems = observe::problems(&snapshot);
    Ok(caller.seen.replace(outline))
}

/// The lines of a diff, but for those of an element that a line of `late` is about.
fn lines(diff: &Diff, late: &[String]) -> Vec<String> {
    let is_late = |line: &str| {
        let id = line.split_whitespace().nth(1).filter(|word| word.parse::<ElementId>().is_ok());
        id.is_some_and(|id| late.iter().any(|other| other.contains(&format!(": {id} "))))
    };
    let all: Vec<&str> = diff.text.lines().filter(|line| line.starts_with(MARKS) && !is_late(line)).collect();
    let words = |line: &&str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut told: Vec<String> = all.iter().take(LINES).map(words).collect();
    // Where much changed it is the page that would be shown.
    let changed = diff.added + diff.removed + diff.changed;
    if all.len() > LINES || !diff.left_out.is_empty() || all.is_empty() && changed > 0 && late.is_empty() {
        told.push(format!("{changed} lines changed in all: observe shows the page"));
    }
    told
}

/// What a line of a diff begins with.
const MARKS: [char; 3] = ['+', '-', '~'];

/// Leaves out of lines of [`tell`] what the news say already: a message that came is told as one.
pub(super) fn without_news(mut late: Vec<String>, news: &[String]) -> Vec<String> {
    let quoted = |line: &str| line.split('"').nth(1).map(|text| format!("\"{text}\""));
    let said = |line: &String| {
        line.starts_with(MARKS)
            && quoted(line).is_some_and(|text| news.iter().any(|other| other.contains(&text)))
    };
    if late.iter().any(said) {
        // What it stands in says nothing by itself.
        late.retain(|line| !(said(line) || line.starts_with(MARKS) && quoted(line).is_none()));
    }
    late
}
