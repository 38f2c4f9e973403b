//! The invalid fields of a page, as the browser or the page says: `aria-invalid`, `:user-invalid`, failed constraints.

use std::collections::HashSet;

use domtool_cdp::protocol::{BackendNodeId, FrameId};
use domtool_page::view::quoted;
use domtool_page::{snapshot::Snapshot, view};

/// A field that holds what is not right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Problem {
    frame: FrameId,
    backend: BackendNodeId,
    /// Which field, and why.
    said: String,
}

/// The fields of a snapshot that are invalid and can be seen: all of them, as only what is told of what is new may be cut.
pub(crate) fn problems(snapshot: &Snapshot) -> Vec<Problem> {
    let invalid = snapshot.nodes().filter(|node| node.visible()).filter_map(|node| {
        let states = node.states();
        if !states.invalid {
            return None;
        }
        let frame = snapshot.frames.get(node.frame().0 as usize)?.id.clone();
        let why = states.error.map(|error| node.string(error).trim()).filter(|why| !why.is_empty());
        let said = format!("{} {} is invalid", view::word(node), quoted(&node.name()));
        let said = why.map_or_else(|| said.clone(), |why| format!("{said}: {why}"));
        Some(Problem { frame, backend: node.backend(), said })
    });
    invalid.collect()
}

/// Those that were not there, or said otherwise, when the page was last looked at.
pub(crate) fn problems_since<'a>(before: &[Problem], now: &'a [Problem]) -> impl Iterator<Item = &'a str> {
    let before: HashSet<&Problem> = before.iter().collect();
    now.iter().filter(move |problem| !before.contains(problem)).map(|problem| problem.said.as_str())
}
