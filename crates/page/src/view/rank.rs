//! Ranks lines for a budget that has not room for all: the higher the rank of a line, the earlier it is cut.
//!
//! Repeated siblings are cut first, later ones before earlier ones; then lines far from the view; then deep ones; last dialogs,
//! errors and the focus. No two ranks are equal, so a threshold cuts at exactly one place.

use rustc_hash::FxHashMap;

use super::{
    kinds::in_view,
    outline::{LineKind, NO_LINE, Outline},
    rows::Rows,
};
use crate::snapshot::{NodeIndex, NodeRef, Role, Snapshot, Tristate};

/// A line's rank; a line is shown when its rank is not above the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u64);

/// Classes, those cut last first.
#[derive(Clone, Copy)]
enum Class {
    Urgent,
    Expanded,
    InView,
    InViewRepeated,
    Away,
    AwayRepeated,
}

/// The first so many of repeated siblings, and the last one, rank as if they were not repeated.
const KEPT_FIRST: u32 = 3;
/// Siblings of one role and tag count as repeated from this many on.
const REPEATED: u32 = 6;

impl Rank {
    /// Below every line's.
    pub(super) const NONE: Rank = Rank(0);
    /// Below every line's that was given one.
    pub(super) const FIRST: Rank = Rank(1);
    /// Above every line's.
    pub(super) const ALL: Rank = Rank(u64::MAX);

    fn new(class: Class, key: u32, line: usize) -> Self {
        Self((class as u64 + 1) << 60 | u64::from(key.min((1 << 28) - 1)) << 32 | line as u64)
    }

    /// The rank of a line that a request in words keeps; the lower the key, the later it goes.
    pub(super) fn asked(key: u32, line: usize) -> Self {
        Self::new(Class::Expanded, key, line)
    }

    /// What lines of one weight share: they matter as much as each other.
    pub(super) fn weight(self) -> u64 {
        self.0 >> 32
    }

    /// Whether the lines of this rank go before any text is shortened.
    pub(super) fn is_repeated(self) -> bool {
        self.0 >> 60 == Class::AwayRepeated as u64 + 1
    }
}

/// The rank of every line.
pub(super) fn ranks(outline: &Outline, snapshot: &Snapshot, expand: &[NodeIndex], rows: &Rows) -> Vec<Rank> {
    let lines = &outline.lines;
    let places = rows.places(outline);
    let repeats = repeats(outline);
    let expanded = expanded(outline, snapshot, expand);
    let mut ranks = vec![Rank::ALL; lines.len()];
    // The rank of the innermost repeated sibling that a line is in: a card is shown whole.
    let mut unit: Vec<Option<Rank>> = vec![None; lines.len()];
    let mut urgent = vec![false; lines.len()];
    for (at, line) in lines.iter().enumerate() {
        let above = line.parent as usize;
        let outer = unit.get(above).copied().flatten();
        urgent[at] = line.urgent || urgent.get(above).copied().unwrap_or(false);
        let here = in_view(places[at]);
        let (ordinal, count) = repeats[at];
        let repeated = count >= REPEATED
            && ordinal >= KEPT_FIRST
            && ordinal + 1 != count
            && !is_chosen(snapshot.node(line.node));
        if expanded[at] {
            ranks[at] = Rank::new(Class::Expanded, 0, at);
            // Of what is opened the parts stay whole too.
            unit[at] = outer.filter(|r| r.0 >> 60 == Class::Expanded as u64 + 1);
            if let Some(outer) = unit[at] {
                ranks[at] = outer;
            } else if count >= REPEATED {
                unit[at] = Some(ranks[at]);
            }
            continue;
        }
        let own = match (here, repeated) {
            (true, true) => Rank::new(Class::InViewRepeated, ordinal, at),
            (false, true) => Rank::new(Class::AwayRepeated, ordinal, at),
            (true, false) => Rank::new(Class::InView, line.depth, at),
            (false, false) => Rank::new(Class::Away, distance(snapshot, snapshot.node(line.node)), at),
        };
        unit[at] = match outer {
            Some(outer) if outer > own || !repeated => Some(outer),
            _ if count >= REPEATED || rows.start(at) == Some(at) => Some(own),
            outer => outer,
        };
        ranks[at] = if urgent[at] && !repeated {
            Rank::new(Class::Urgent, line.depth, at)
        } else if let Some(outer) = outer.filter(|o| *o > own || !repeated) {
            outer
        } else {
            own
        };
        let container = line.end as usize > at + 1 && !line.carries_id;
        if container && !line.urgent {
            ranks[at] = Rank::ALL;
        }
    }
    hold_up(outline, &mut ranks);
    ranks
}

/// Gives every ancestor of a line a rank no higher than the line's, so that it is shown with it.
pub(super) fn hold_up(outline: &Outline, ranks: &mut [Rank]) {
    for (at, line) in outline.lines.iter().enumerate().rev() {
        let above = line.parent as usize;
        if above < ranks.len() && ranks[at] < ranks[above] {
            ranks[above] = ranks[at];
        }
    }
}

/// Whether a node is the chosen option of a list, which is shown wherever it is in the list.
fn is_chosen(node: NodeRef<'_>) -> bool {
    let chooses = matches!(
        node.role(),
        Role::Option | Role::Tab | Role::TreeItem | Role::MenuItemRadio | Role::Row | Role::GridCell
    );
    chooses && (node.states().selected == Some(true) || node.states().checked == Some(Tristate::On))
}

/// By line: its position among its parent's children of the same likeness, and how many of these there are.
fn repeats(outline: &Outline) -> Vec<(u32, u32)> {
    let mut groups: FxHashMap<(u32, u64), u32> = FxHashMap::default();
    let mut ordinals = Vec::with_capacity(outline.lines.len());
    for line in &outline.lines {
        let count = groups.entry((line.parent, line.likeness)).or_default();
        ordinals.push(*count);
        *count += 1;
    }
    let lines = outline.lines.iter().zip(ordinals);
    lines
        .map(|(line, ordinal)| (ordinal, groups.get(&(line.parent, line.likeness)).copied().unwrap_or(1)))
        .collect()
}

/// By line: whether it is part of a fold that is opened. A fold reaches from its node to the end of its parent.
pub(super) fn expanded(outline: &Outline, snapshot: &Snapshot, expand: &[NodeIndex]) -> Vec<bool> {
    let mut expanded = vec![false; outline.lines.len()];
    for node in expand {
        let Some(line) = outline.own_line(*node).or_else(|| outline.line_of(snapshot, *node)) else {
            continue;
        };
        let parent = outline.lines[line as usize].parent;
        let end =
            if parent == NO_LINE { outline.lines.len() as u32 } else { outline.lines[parent as usize].end };
        for flag in expanded.iter_mut().take(end as usize).skip(line as usize) {
            *flag = true;
        }
    }
    expanded
}

/// How far a node is from the view, in eighths of a screen.
fn distance(snapshot: &Snapshot, node: NodeRef<'_>) -> u32 {
    let rect = node.rect().or_else(|| node.parent().and_then(NodeRef::rect));
    let Some(rect) = rect else { return 0 };
    let view = &snapshot.viewport;
    let gap = |start: f64, end: f64, size: f64| (start - size).max(-end).max(0.0) / size.max(1.0);
    let screens = gap(rect.y, rect.bottom(), view.height) + gap(rect.x, rect.right(), view.width);
    (screens * 8.0).min(1e6) as u32
}

/// Whether a line says something itself.
pub(super) fn speaks(kind: LineKind) -> bool {
    kind != LineKind::Group
}
