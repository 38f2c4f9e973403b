//! From a look to what a model reads: the whole view, or what changed since the last one.

use domtool_page::{
    identity::{ElementId, Registry},
    snapshot::{NodeIndex, Snapshot},
    view::{self, Format, Outline, Scope, Surroundings, View, ViewOptions},
};

use super::{ObserveOptions, phases::Phases, stats};
use crate::{session::SessionInner, tab::TabInner};

/// What is said around the view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around<'a> {
    pub(crate) title: &'a str,
    pub(crate) url: &'a str,
    pub(crate) news: &'a [String],
    pub(crate) notes: &'a [String],
}

/// What a model reads, and what the next diff compares with: the whole page, whatever part of it is shown.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) tokens: u32,
    pub(crate) shown: Vec<(ElementId, NodeIndex)>,
    pub(crate) left_out: u32,
    pub(crate) outline: Outline,
}

/// Writes the view.
pub(crate) fn view(
    (tab, session): (&TabInner, &SessionInner),
    snapshot: &Snapshot,
    options: &ViewOptions,
    around: &Around<'_>,
    phases: &mut Phases,
) -> Written {
    let surroundings = Surroundings {
        page: &tab.target,
        title: around.title,
        url: around.url,
        nonce: &session.nonce,
        news: around.news,
        notes: around.notes,
    };
    let outline = phases.work("flatten", || view::outline(snapshot, &options.scope));
    let mut registry = session.registry();
    let View { text, tokens, shown, left_out, outline } =
        phases.work("render", || view::write(snapshot, outline, &mut registry, options, &surroundings));
    let outline =
        if options.scope == Scope::default() { outline } else { whole(tab, snapshot, &registry, phases) };
    Written { text, tokens, shown, left_out, outline }
}

/// Writes what changed since `before`.
pub(crate) fn diff(
    (tab, session): (&TabInner, &SessionInner),
    snapshot: &Snapshot,
    before: &Outline,
    budget: Option<u32>,
    around: &Around<'_>,
    phases: &mut Phases,
) -> Written {
    let mut registry = session.registry();
    let mut outline = whole(tab, snapshot, &registry, phases);
    let diff = phases.work("render", || {
        view::diff(before, &outline, snapshot, &mut registry, &tab.target, budget.unwrap_or(0))
    });
    let notes = around.notes.iter().map(|line| format!("note: {line}\n"));
    let told: String = notes.chain(around.news.iter().map(|line| format!("news: {line}\n"))).collect();
    outline.note_ids(snapshot, &registry, &tab.target);
    Written {
        tokens: diff.tokens + view::estimate(&told),
        text: told + &diff.text,
        shown: diff.shown,
        left_out: 0,
        outline,
    }
}

fn whole(tab: &TabInner, snapshot: &Snapshot, registry: &Registry, phases: &mut Phases) -> Outline {
    phases.work("flatten", || {
        let mut outline = view::outline(snapshot, &Scope::default());
        outline.note_ids(snapshot, registry, &tab.target);
        outline
    })
}

/// The budget of the view itself: what is asked for, less what the statistics need. A budget that leaves no room for
/// them goes to the page alone.
pub(crate) fn budget(options: &ObserveOptions) -> (Option<u32>, bool) {
    match options.budget.filter(|budget| *budget > 0) {
        Some(budget) if options.stats && budget > 2 * stats::ROOM => (Some(budget - stats::ROOM), true),
        Some(budget) => (Some(budget), false),
        None => (None, options.stats),
    }
}

/// Whether the text is one JSON object: a diff is lines, whatever the format.
pub(crate) fn shape(options: &ObserveOptions, is_diff: bool) -> Format {
    if is_diff { Format::Tree } else { options.format }
}
