//! What changed between two outlines: `+` added, `-` removed, `~` changed with what it was, `>` moved; under the
//! ancestors that place it.
//!
//! The file `pairing` decides which line is which. Added and changed lines come first, in the order of the page; removed lines take
//! the room that is left. A changed line whose id the reader has needs no place and says of itself only what changed; what went with
//! its container is counted; what opened is told whole.

pub(super) mod words;
mod write;

use words::{changed, words};

use std::ops::Range;

use domtool_cdp::protocol::TargetId;
use rustc_hash::FxHashMap;

use super::{
    escape::push_verbatim,
    left_out::LeftOut,
    looks::{look_changes, untouched},
    opened::opened,
    outline::{Line, LineKind, Outline},
    pairing,
    rank::speaks,
    tokens::TokenEstimate,
};
use crate::{
    identity::{ElementId, Registry},
    limits::OPENED_LINES,
    snapshot::{NodeIndex, Snapshot},
};

/// What changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// The lines for a model; `nothing changed` when nothing did.
    pub text: String,
    /// How many lines say something else, or stand elsewhere.
    pub changed: usize,
    /// Of these, how many the pointer shows or hides, where it was led there for that.
    pub hovered: usize,
    /// How many lines are new.
    pub added: usize,
    /// How many lines are gone.
    pub removed: usize,
    /// Which changes had no room, by what their lines tell.
    pub left_out: LeftOut,
    /// The estimated tokens of the text.
    pub tokens: u32,
    /// The elements whose ids are in the text.
    pub shown: Vec<(ElementId, NodeIndex)>,
    /// What the lines of the text say that are new or changed, one after the other.
    pub reads: String,
}

/// Room for saying what is left out.
const FOOTER: TokenEstimate = TokenEstimate(30_000);

/// A state that the reader has given an element, and knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetState {
    /// The element.
    pub id: ElementId,
    /// What it says of itself then: `on`, or a value in quotes.
    pub says: Vec<String>,
}

impl SetState {
    /// An element that holds a value.
    #[must_use]
    pub fn value(id: ElementId, value: &str) -> Self {
        let mut quoted = String::new();
        push_verbatim(&mut quoted, value, usize::MAX);
        // What is secret only says that it is there.
        Self { id, says: vec![quoted, "(filled)".to_owned()] }
    }

    /// An element that is ticked, or is not.
    #[must_use]
    pub fn ticked(id: ElementId, on: bool) -> Self {
        Self { id, says: vec![if on { "on" } else { "off" }.to_owned()] }
    }

    /// Whether a line says this and is otherwise as it was.
    fn is_all(&self, before: &Outline, after: &Outline, change: Change) -> bool {
        let Change::Reworded { before: old, after: new, moved: false } = change else { return false };
        if after.lines[new].id != Some(self.id) || after.lines[new].kind() != LineKind::Element {
            return false;
        }
        let (old, new) = (before.content(&before.lines[old]), after.content(&after.lines[new]));
        let (old, new) = (words(old), words(new));
        match &new[changed(&old, &new).1] {
            [word] | ["=", word] => self.says.iter().any(|said| said == word),
            _ => false,
        }
    }
}

/// What the reader did to the page between two looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Acted<'a> {
    /// What the reader set, which is counted and not told.
    pub set: &'a [SetState],
    /// The reader led the pointer there for what it shows: that a control is shown by it is news then.
    pub hovered: bool,
}

/// Compares, and writes what changed within a budget in tokens (0 for none), but for what the reader is known to have done. Ids are given out to what is shown.
pub fn diff(
    before: &Outline,
    after: &Outline,
    snapshot_after: &Snapshot,
    registry: &mut Registry,
    page: &TargetId,
    budget: u32,
    acted: Acted<'_>,
) -> Diff {
    let partner = pairing::pair(before, after);
    let script = script_of(before, after, &partner, acted.hovered);
    let pairs = untouched(before, after, &partner, &touched(before, after, &partner, &script));
    let (looks, more) = look_changes(before, after, &pairs);
    let by_hovering = |change: &&Change| match **change {
        Change::Reworded { before: old, after: new, .. } => {
            same_but_for_hovering(before.content(&before.lines[old]), after.content(&after.lines[new]))
        }
        _ => false,
    };
    let count = |pick: fn(&Change) -> bool| script.iter().filter(|change| pick(change)).count();
    let mut diff = Diff {
        changed: count(|c| matches!(c, Change::Reworded { .. } | Change::Moved { .. }))
            + looks.len()
            + more.len(),
        added: count(|c| matches!(c, Change::Added(_))),
        removed: count(|c| matches!(c, Change::Removed(_))),
        hovered: if acted.hovered { script.iter().filter(by_hovering).count() } else { 0 },
        ..Diff::default()
    };
    if script.is_empty() && looks.is_empty() {
        diff.text.push_str("nothing changed\n");
    } else {
        let room = if budget == 0 {
            TokenEstimate(u64::MAX)
        } else {
            TokenEstimate((u64::from(budget) * 1000).saturating_sub(FOOTER.0))
        };
        let openings = openings(before, after, snapshot_after);
        let told = Telling {
            before,
            after,
            snapshot: snapshot_after,
            page,
            room,
            looks: &looks,
            more: &more,
            openings,
        };
        let is_set = |change: &Change| acted.set.iter().any(|set| set.is_all(before, after, *change));
        let (known, script): (Vec<Change>, Vec<Change>) = script.into_iter().partition(is_set);
        diff.write(&told, registry, &script);
        // The reader knows it as it is now.
        for change in known {
            if let Change::Reworded { after: at, .. } = change
                && let Some(id) = after.lines[at].id
            {
                diff.shown.push((id, after.lines[at].node));
            }
        }
    }
    diff.tokens = super::estimate(&diff.text);
    diff
}

/// The word of [`crate::snapshot::States::on_hover`] in a line.
const ON_HOVER: &str = " on hover";

/// One step from the outline before to the one after. Lines that say nothing themselves are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A line of the outline after.
    Added(usize),
    /// A line of the outline before.
    Removed(usize),
    /// The same element says something else.
    Reworded { before: usize, after: usize, moved: bool },
    /// It stands elsewhere.
    Moved { before: usize, after: usize },
}

/// All changes: in the order of the outline after, removed lines where they stood.
pub(super) fn script(before: &Outline, after: &Outline) -> Vec<Change> {
    script_of(before, after, &pairing::pair(before, after), false)
}

fn script_of(before: &Outline, after: &Outline, partner: &[Option<usize>], hovered: bool) -> Vec<Change> {
    let kept = pairing::in_order(partner, before, after);
    let mut script = Vec::new();
    let mut old = 0;
    let mut matched = vec![false; before.lines.len()];
    for from in partner.iter().flatten() {
        matched[*from] = true;
    }
    let removed_until = |old: &mut usize, until: usize, script: &mut Vec<Change>| {
        while *old < until {
            if !matched[*old] && speaks(before.lines[*old].kind()) {
                script.push(Change::Removed(*old));
            }
            *old += 1;
        }
    };
    for (new, line) in after.lines.iter().enumerate() {
        let Some(from) = partner[new] else {
            // What it stands in the place of goes first.
            let next = (old..matched.len()).find(|at| matched[*at]).unwrap_or(matched.len());
            removed_until(&mut old, next, &mut script);
            if speaks(line.kind()) {
                script.push(Change::Added(new));
            }
            continue;
        };
        if kept[new] {
            removed_until(&mut old, from, &mut script);
            old = from + 1;
        }
        if !speaks(line.kind()) {
            continue;
        }
        let moved = !kept[new];
        if !same_words((before, &before.lines[from]), (after, line), hovered) {
            script.push(Change::Reworded { before: from, after: new, moved });
        } else if moved {
            script.push(Change::Moved { before: from, after: new });
        }
    }
    removed_until(&mut old, before.lines.len(), &mut script);
    join_texts(&script, before, after)
}

/// One text that took the place of another in the same parent is the same text, which reads otherwise: pages write by
/// `textContent`, which makes a new node. Fixture: effects.html, "Alert" clicked twice.
fn join_texts(script: &[Change], before: &Outline, after: &Outline) -> Vec<Change> {
    let parent =
        |outline: &Outline, line: &Line| outline.lines.get(line.parent as usize).map(|line| line.key);
    let text = |change: Option<&Change>| match change {
        Some(Change::Removed(at)) => {
            Some((true, parent(before, &before.lines[*at]), before.lines[*at].kind()))
        }
        Some(Change::Added(at)) => Some((false, parent(after, &after.lines[*at]), after.lines[*at].kind())),
        _ => None,
    };
    let text = |change| text(change).filter(|(.., kind)| *kind == LineKind::Text);
    let mut joined = Vec::with_capacity(script.len());
    let mut at = 0;
    while let Some(change) = script.get(at) {
        let (here, next) = (text(Some(change)), text(script.get(at + 1)));
        let alone = at.checked_sub(1).is_none_or(|at| text(script.get(at)) != here)
            && text(script.get(at + 2)) != next;
        match (*change, script.get(at + 1)) {
            (Change::Removed(old), Some(Change::Added(new)))
                if alone
                    && here.is_some()
                    && here.map(|(_, parent, _)| parent) == next.map(|(_, parent, _)| parent) =>
            {
                joined.push(Change::Reworded { before: old, after: *new, moved: false });
                at += 2;
            }
            (change, _) => {
                joined.push(change);
                at += 1;
            }
        }
    }
    joined
}

fn same_words((before, old): (&Outline, &Line), (after, new): (&Outline, &Line), hovered: bool) -> bool {
    let (was, now) = (before.content(old), after.content(new));
    old.length == new.length && (was == now || !hovered && same_but_for_hovering(was, now))
}

/// Whether a line is of a control that only hovering shows.
pub(super) fn is_on_hover(content: &str) -> bool {
    content.contains(ON_HOVER) && words(content).windows(2).any(|pair| pair == ["on", "hover"])
}

/// Whether two lines say the same. Where the pointer is changes which controls show only on hover; that is no news.
fn same_but_for_hovering(old: &str, new: &str) -> bool {
    let rest = |content| {
        let mut rest = words::words(content);
        if let Some(at) = rest.windows(2).position(|pair| pair == ["on", "hover"]) {
            rest.drain(at..at + 2);
        }
        rest
    };
    (old.contains(ON_HOVER) || new.contains(ON_HOVER)) && rest(old) == rest(new)
}

/// What a diff is written from.
struct Telling<'a> {
    before: &'a Outline,
    after: &'a Outline,
    snapshot: &'a Snapshot,
    page: &'a TargetId,
    room: TokenEstimate,
    /// By line after: what changed of its looks alone.
    looks: &'a [(usize, String)],
    /// The lines of the others.
    more: &'a [usize],
    /// The lines of what opened and is told whole.
    openings: Vec<Range<usize>>,
}

/// By line after: whether it, or a line in it, is told as changed.
fn touched(before: &Outline, after: &Outline, partner: &[Option<usize>], script: &[Change]) -> Vec<bool> {
    let mut touched = vec![false; after.lines.len()];
    let mut now: FxHashMap<usize, usize> = FxHashMap::default();
    for (new, old) in partner.iter().enumerate() {
        if let Some(old) = old {
            now.insert(*old, new);
        }
    }
    for change in script {
        let mut at = match *change {
            Change::Added(new) | Change::Reworded { after: new, .. } | Change::Moved { after: new, .. } => {
                new
            }
            // What it was in, as far as that is still there.
            Change::Removed(old) => {
                let mut above = before.lines[old].parent as usize;
                while above < before.lines.len() && !now.contains_key(&above) {
                    above = before.lines[above].parent as usize;
                }
                now.get(&above).copied().unwrap_or(usize::MAX)
            }
        };
        while at < touched.len() && !touched[at] {
            touched[at] = true;
            at = after.lines[at].parent as usize;
        }
    }
    touched
}

/// The lines of what opened and is told whole.
fn openings(before: &Outline, after: &Outline, snapshot: &Snapshot) -> Vec<Range<usize>> {
    let opened = opened(before, after, snapshot).into_iter();
    let ranges = opened.filter_map(|opening| {
        let start = after.own_line(opening.node)? as usize;
        Some(start..after.lines[start].end as usize)
    });
    let speaking = |range: &Range<usize>| {
        after.lines.get(range.clone()).unwrap_or(&[]).iter().filter(|line| speaks(line.kind())).count()
    };
    ranges.filter(|range| speaking(range) <= OPENED_LINES).collect()
}
