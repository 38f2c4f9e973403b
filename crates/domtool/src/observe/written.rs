//! From a look to what a model reads: the whole view, or what changed since the last one.

use domtool_cdp::protocol::TargetId;
use domtool_page::{
    identity::{ElementId, Registry},
    snapshot::{NodeIndex, Snapshot},
    view::{
        self, Filtered, Format, LeftOut, Outline, ReadLines, ReadRows, ReaderKnows, Scope, Surroundings,
        View, ViewOptions,
    },
};

use super::{ContentHash, ObserveOptions, StatsDetail, phases::Phases, selection::Selection, stats};
use crate::{shared::SessionShared, tab::TabInner};

/// What is said around the view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around<'a> {
    pub(crate) page: &'a TargetId,
    pub(crate) title: &'a str,
    pub(crate) url: &'a str,
    pub(crate) nonce: &'a str,
    pub(crate) news: &'a [String],
    pub(crate) notes: &'a [String],
    pub(crate) known: ReaderKnows,
}

/// What a model reads, and what the next diff compares with: the whole page, whatever part of it is shown.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) tokens: u32,
    pub(crate) shown: Vec<(ElementId, NodeIndex)>,
    pub(crate) left_out: LeftOut,
    pub(crate) outline: Outline,
    pub(crate) filtered: Option<Filtered>,
    /// What the text was made of, where it is the whole page.
    pub(crate) read: ReadLines,
    /// The rows that it tells, where it is the whole page.
    pub(crate) read_rows: ReadRows,
    /// The hash of the part that was asked for, see [`view::content_hash`].
    pub(crate) hash: u64,
}

/// Writes the view; where its hash is one that the caller has, no more than that nothing changed.
pub(crate) fn view(
    (tab, session): (&TabInner, &SessionShared),
    snapshot: &Snapshot,
    options: &ViewOptions,
    around: &Around<'_>,
    (known, selection): (Option<ContentHash>, Selection),
    phases: &mut Phases,
) -> Written {
    let surroundings = around.surroundings();
    let outline = phases.work("flatten", || view::outline(snapshot, &options.scope));
    let mut registry = session.registry();
    let hash = view::content_hash(&outline, snapshot);
    if known == Some(selection.hash_of(hash)) {
        let outline = whole(tab, snapshot, &registry, phases);
        let text = around.told() + "nothing changed\n";
        let tokens = view::estimate(&text);
        return Written {
            text,
            tokens,
            shown: Vec::new(),
            left_out: LeftOut::default(),
            outline,
            filtered: None,
            read: ReadLines::default(),
            read_rows: ReadRows::default(),
            hash,
        };
    }
    let View { text, tokens, shown, left_out, outline, filtered, read, read_rows } =
        phases.work("render", || view::write(snapshot, outline, &mut registry, options, &surroundings));
    let (outline, read, read_rows) = match options.scope == Scope::default() {
        true => (outline, read, read_rows),
        false => (whole(tab, snapshot, &registry, phases), ReadLines::default(), ReadRows::default()),
    };
    Written { text, tokens, shown, left_out, outline, filtered, read, read_rows, hash }
}

/// Writes what changed since `before`.
pub(crate) fn diff(
    (tab, session): (&TabInner, &SessionShared),
    snapshot: &Snapshot,
    before: &Outline,
    budget: Option<u32>,
    around: &Around<'_>,
    phases: &mut Phases,
) -> Written {
    let mut registry = session.registry();
    let mut outline = whole(tab, snapshot, &registry, phases);
    let hash = view::content_hash(&outline, snapshot);
    // What there is to tell beside it comes before either.
    let surroundings = Surroundings { news: &[], notes: &[], ..around.surroundings() };
    let told = around.told();
    let room = budget.map_or(0, |budget| budget.saturating_sub(view::estimate(&told)).max(1));
    let diff = phases.work("render", || {
        view::changes(before, &outline, snapshot, &mut registry, &surroundings, room, view::Acted::default())
    });
    outline.note_ids(snapshot, &registry, &tab.target());
    let text = told + &diff.text;
    Written {
        tokens: view::estimate(&text),
        text,
        shown: diff.shown,
        left_out: diff.left_out,
        outline,
        filtered: None,
        read: ReadLines::default(),
        read_rows: ReadRows::default(),
        hash,
    }
}

/// Room for the hash, tokens.
const HASH_ROOM: u32 = 24;

impl Written {
    /// Says the hash at the end, for the next question whether anything changed. Nothing changed: the caller has it. Gives
    /// the text's tokens.
    pub(crate) fn push_hash(&mut self, format: Format, selection: Selection) -> u32 {
        use std::fmt::Write as _;
        let hash = selection.hash_of(self.hash);
        let end = self.text.trim_end().len();
        if format.is_json() && self.text.get(..end).is_some_and(|text| text.ends_with('}')) {
            self.text.truncate(end - 1);
            let _infallible = writeln!(self.text, ",\n\"hash\":\"{hash}\"}}");
        } else if !self.text.ends_with("nothing changed\n") {
            let _infallible = writeln!(self.text, "hash {hash}");
        }
        view::estimate(&self.text)
    }
}

impl<'a> Around<'a> {
    fn surroundings(&self) -> Surroundings<'a> {
        Surroundings {
            page: self.page,
            title: self.title,
            url: self.url,
            nonce: self.nonce,
            news: self.news,
            notes: self.notes,
            known: self.known,
        }
    }

    /// Notes and news as lines: what the page says in them breaks no line.
    fn told(&self) -> String {
        let line = |word: &str, text: &String| format!("{word}: {}\n", view::short_line(text));
        let notes = self.notes.iter().map(|text| line("note", text));
        notes.chain(self.news.iter().map(|text| line("news", text))).collect()
    }
}

fn whole(tab: &TabInner, snapshot: &Snapshot, registry: &Registry, phases: &mut Phases) -> Outline {
    phases.work("flatten", || {
        let mut outline = view::outline(snapshot, &Scope::default());
        outline.note_ids(snapshot, registry, &tab.target());
        outline
    })
}

/// The budget of the view itself: what is asked for, less what the statistics need. A budget that leaves no room for
/// them goes to the page alone.
pub(crate) fn budget(options: &ObserveOptions) -> (Option<u32>, bool) {
    let hash = if options.if_changed.is_some() { HASH_ROOM } else { 0 };
    let budget = options.budget.filter(|budget| *budget > 0);
    let (asked, room) = (options.stats != StatsDetail::None, stats::room(options.stats));
    match budget.map(|budget| budget.saturating_sub(hash).max(1)) {
        Some(budget) if asked && budget > 2 * room => (Some(budget - room), true),
        Some(budget) => (Some(budget), false),
        None => (None, asked),
    }
}

/// Whether the text is one JSON object: a diff is lines, whatever the format.
pub(crate) fn shape(format: Format, is_diff: bool) -> Format {
    if is_diff { Format::Tree } else { format }
}
