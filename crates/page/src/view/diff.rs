//! What changed between two outlines: `+` added, `-` removed, `~` changed with what it was, `>` moved; under the
//! ancestors that place it.
//!
//! Lines are matched by document and node; what is left over is matched by its words, so that an equal line of a
//! re-rendered node is no change. Of the matched lines the longest run that kept its order stays, the others moved.
//! All of it takes time in proportion to the lines (times the logarithm for moves).

use std::fmt::Write as _;

use domtool_cdp::protocol::TargetId;
use rustc_hash::FxHashMap;

use super::{
    escape::{TEXT_LIMIT, push_number, push_quoted, push_text},
    outline::{Line, LineKey, LineKind, Outline},
    rank::speaks,
    tokens::{Cost, cost},
    tree::push_indent,
};
use crate::{
    identity::{ElementId, Registry},
    snapshot::{NodeIndex, Snapshot},
};

/// What changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// The lines for a model; `nothing changed` when nothing did.
    pub text: String,
    /// How many lines say something else, or stand elsewhere.
    pub changed: usize,
    /// How many lines are new.
    pub added: usize,
    /// How many lines are gone.
    pub removed: usize,
    /// The estimated tokens of the text.
    pub tokens: u32,
    /// The elements whose ids are in the text.
    pub shown: Vec<(ElementId, NodeIndex)>,
}

/// Of runs of added or removed lines of one shape this many are told, and the last one.
const TOLD_FIRST: usize = 3;
/// Room for saying what is left out.
const FOOTER: Cost = Cost(30_000);

/// Compares, and writes what changed within a budget in tokens (0 for none). Ids are given out to what is shown.
pub fn diff(
    before: &Outline,
    after: &Outline,
    snapshot_after: &Snapshot,
    registry: &mut Registry,
    page: &TargetId,
    budget: u32,
) -> Diff {
    let script = script(before, after);
    let count = |pick: fn(&Change) -> bool| script.iter().filter(|change| pick(change)).count();
    let mut diff = Diff {
        changed: count(|c| matches!(c, Change::Reworded { .. } | Change::Moved { .. })),
        added: count(|c| matches!(c, Change::Added(_))),
        removed: count(|c| matches!(c, Change::Removed(_))),
        ..Diff::default()
    };
    if script.is_empty() {
        diff.text.push_str("nothing changed\n");
    } else {
        let room = if budget == 0 {
            Cost(u64::MAX)
        } else {
            Cost((u64::from(budget) * 1000).saturating_sub(FOOTER.0))
        };
        let mut writer = Writer {
            before,
            after,
            snapshot: snapshot_after,
            registry,
            page,
            placed: Vec::new(),
            diff: &mut diff,
            spent: 0,
            room,
        };
        writer.write(&script);
    }
    diff.tokens = super::estimate(&diff.text);
    diff
}

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
    let partner = matches(before, after);
    let kept = in_order(&partner);
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
        if !same_words(before, &before.lines[from], after, line) {
            script.push(Change::Reworded { before: from, after: new, moved });
        } else if moved {
            script.push(Change::Moved { before: from, after: new });
        }
    }
    removed_until(&mut old, before.lines.len(), &mut script);
    script
}

fn same_words(before: &Outline, old: &Line, after: &Outline, new: &Line) -> bool {
    old.length == new.length && before.content(old) == after.content(new)
}

/// For each line after, the line before that is the same thing.
fn matches(before: &Outline, after: &Outline) -> Vec<Option<usize>> {
    let mut by_key: FxHashMap<LineKey, usize> = FxHashMap::default();
    for (at, line) in before.lines.iter().enumerate() {
        by_key.entry(line.key).or_insert(at);
    }
    let mut partner: Vec<Option<usize>> = Vec::with_capacity(after.lines.len());
    for line in &after.lines {
        partner.push(by_key.remove(&line.key));
    }
    let mut taken = vec![false; before.lines.len()];
    for at in partner.iter().flatten() {
        taken[*at] = true;
    }
    // The rest by kind, words and depth, first with first.
    let mut by_words: FxHashMap<(LineKind, u64, u32, &str), Vec<usize>> = FxHashMap::default();
    for (at, line) in before.lines.iter().enumerate().rev().filter(|(at, _)| !taken[*at]) {
        by_words.entry((line.kind(), line.shape, line.depth, before.content(line))).or_default().push(at);
    }
    for (at, line) in after.lines.iter().enumerate().filter(|(_, line)| speaks(line.kind())) {
        if partner[at].is_none() {
            let likes = by_words.get_mut(&(line.kind(), line.shape, line.depth, after.content(line)));
            // An element whose id did not move to the new one is not the same thing to who holds the id.
            let same = |old: usize| before.lines[old].id.is_none_or(|id| line.id == Some(id));
            partner[at] = likes.and_then(|likes| likes.pop_if(|old| same(*old)));
        }
    }
    partner
}

/// Which matched lines are in the longest sequence that kept its order.
fn in_order(partner: &[Option<usize>]) -> Vec<bool> {
    // Patience: `piles[k]` is the line after that ends the best sequence of length k + 1.
    let mut piles: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = vec![None; partner.len()];
    for (new, from) in partner.iter().enumerate() {
        let Some(from) = from else { continue };
        let pile = piles.partition_point(|top| partner[*top].is_some_and(|other| other < *from));
        previous[new] = pile.checked_sub(1).map(|below| piles[below]);
        if pile == piles.len() {
            piles.push(new);
        } else {
            piles[pile] = new;
        }
    }
    let mut kept = vec![false; partner.len()];
    let mut at = piles.last().copied();
    while let Some(new) = at {
        kept[new] = true;
        at = previous[new];
    }
    kept
}

struct Writer<'a> {
    before: &'a Outline,
    after: &'a Outline,
    snapshot: &'a Snapshot,
    registry: &'a mut Registry,
    page: &'a TargetId,
    /// The ancestors that the last line was written under, outermost first, and whether they are of the outline before.
    placed: Vec<(bool, u32)>,
    diff: &'a mut Diff,
    spent: u64,
    room: Cost,
}

impl Writer<'_> {
    fn write(&mut self, script: &[Change]) {
        let mut at = 0;
        let mut left = [0_usize; 3];
        let mut full = false;
        while at < script.len() {
            let run = self.run(&script[at..]);
            if run > TOLD_FIRST + 2 && !full {
                for change in &script[at..at + TOLD_FIRST] {
                    full |= !self.change(*change, &mut left, full);
                }
                let skipped = run - TOLD_FIRST - 1;
                full |= !self.skip(script[at], skipped, &mut left, full);
                at += run - 1;
            }
            full |= !self.change(script[at], &mut left, full);
            at += 1;
        }
        if full {
            self.diff.text.push_str("left out:");
            let words = ["added", "removed", "changed"];
            for (at, (count, word)) in left.iter().zip(words).filter(|(count, _)| **count > 0).enumerate() {
                self.diff.text.push_str(if at == 0 { " " } else { ", " });
                push_number(&mut self.diff.text, *count);
                let _infallible = write!(self.diff.text, " {word}");
            }
            self.diff.text.push_str(" (observe shows all)\n");
        }
    }

    /// How many changes from here on are the addition, or the removal, of siblings of one shape without lines in them.
    fn run(&self, script: &[Change]) -> usize {
        let of = |change: &Change| match change {
            Change::Added(at) => Some((false, self.after.lines[*at])),
            Change::Removed(at) => Some((true, self.before.lines[*at])),
            _ => None,
        };
        let Some((gone, first)) = script.first().and_then(of) else { return 1 };
        let like = |change: &&Change| {
            of(change)
                .is_some_and(|(g, line)| g == gone && line.shape == first.shape && line.depth == first.depth)
        };
        script.iter().take_while(like).count().max(1)
    }

    /// Says that a run goes on. Whether there was room.
    fn skip(&mut self, like: Change, count: usize, left: &mut [usize; 3], full: bool) -> bool {
        let (mark, slot) = if matches!(like, Change::Added(_)) { ('+', 0) } else { ('-', 1) };
        let mut line = format!("{mark} ... ");
        push_number(&mut line, count);
        line.push_str(" more like these\n");
        self.put(&line, full) || {
            left[slot] += count;
            false
        }
    }

    /// Writes one change. Whether there was room.
    fn change(&mut self, change: Change, left: &mut [usize; 3], full: bool) -> bool {
        let slot = match change {
            Change::Added(_) => 0,
            Change::Removed(_) => 1,
            _ => 2,
        };
        if full {
            left[slot] += 1;
            return false;
        }
        let start = (self.diff.text.len(), self.diff.shown.len(), self.spent, self.placed.clone());
        let written = self.try_change(change);
        if !written {
            self.diff.text.truncate(start.0);
            self.diff.shown.truncate(start.1);
            (self.spent, self.placed) = (start.2, start.3);
            left[slot] += 1;
        }
        written
    }

    fn try_change(&mut self, change: Change) -> bool {
        let mut line = String::new();
        let (mark, gone, at) = match change {
            Change::Added(at) => ('+', false, at),
            Change::Removed(at) => ('-', true, at),
            Change::Reworded { after, .. } => ('~', false, after),
            Change::Moved { after, .. } => ('>', false, after),
        };
        if !self.place(gone, at) {
            return false;
        }
        line.push(mark);
        line.push(' ');
        self.words(&mut line, gone, at);
        match change {
            Change::Reworded { before, moved, .. } => {
                self.was(&mut line, before, at);
                if moved {
                    line.push_str(" moved");
                }
            }
            Change::Moved { .. } => line.push_str(" moved"),
            _ => {}
        }
        line.push('\n');
        self.put(&line, false)
    }

    /// Writes those ancestors of a line that the one before it was not under.
    fn place(&mut self, gone: bool, at: usize) -> bool {
        let outline = if gone { self.before } else { self.after };
        let mut path = Vec::new();
        let mut above = outline.lines[at].parent;
        while let Some(line) = outline.lines.get(above as usize) {
            if speaks(line.kind()) {
                path.push((gone, above));
            }
            above = line.parent;
        }
        path.reverse();
        let same = |a: &(bool, u32), b: &(bool, u32)| {
            a == b || self.key_of(*a).is_some_and(|key| self.key_of(*b) == Some(key))
        };
        let common = self.placed.iter().zip(&path).take_while(|(a, b)| same(a, b)).count();
        let mut fits = true;
        for &(_, line) in &path[common..] {
            let mut text = String::from("  ");
            self.words(&mut text, gone, line as usize);
            text.push('\n');
            fits = fits && self.put(&text, false);
        }
        // An added container that was just told places what is in it.
        path.push((gone, at as u32));
        self.placed = path;
        fits
    }

    fn key_of(&self, (gone, at): (bool, u32)) -> Option<LineKey> {
        let outline = if gone { self.before } else { self.after };
        outline.lines.get(at as usize).map(|line| line.key)
    }

    fn words(&mut self, out: &mut String, gone: bool, at: usize) {
        let outline = if gone { self.before } else { self.after };
        let line = outline.lines[at];
        push_indent(out, line.depth);
        if line.carries_id {
            let id = if gone { line.id } else { Some(self.id(line.node)) };
            if let Some(id) = id {
                let _infallible = write!(out, "{id} ");
            }
        }
        match line.kind() {
            LineKind::Text => push_text(out, outline.content(&line), TEXT_LIMIT, line.length as usize),
            _ => out.push_str(outline.content(&line)),
        }
    }

    fn id(&mut self, node: NodeIndex) -> ElementId {
        let id = self.registry.assign(self.page, self.snapshot, node);
        self.diff.shown.push((id, node));
        id
    }

    /// ` (was off)`: those words of the line before that are not in the new one at the same end.
    fn was(&self, out: &mut String, before: usize, after: usize) {
        let (old, new) = (&self.before.lines[before], &self.after.lines[after]);
        if old.kind() == LineKind::Text {
            out.push_str(" (was ");
            push_quoted(out, self.before.content(old), 120);
            out.push(')');
            return;
        }
        let (old, new) = (words(self.before.content(old)), words(self.after.content(new)));
        let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let rest = old.len().min(new.len()) - head;
        let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
        let was = old[head..old.len() - tail].join(" ");
        if was.is_empty() {
            let now = new[head..new.len() - tail].join(" ");
            let was = match now.as_str() {
                value if value.starts_with('=') => "empty",
                state if state.len() <= 40 => &format!("not {state}"),
                _ => "not so",
            };
            let _infallible = write!(out, " (was {was})");
        } else {
            let _infallible = write!(out, " (was {was})");
        }
    }

    fn put(&mut self, line: &str, full: bool) -> bool {
        let cost = cost(line).0;
        if full || self.spent + cost > self.room.0 {
            return false;
        }
        self.spent += cost;
        self.diff.text.push_str(line);
        true
    }
}

/// The words of a line; what stands in quotes is one, with what is said of its length.
fn words(content: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut quoted = false;
    let mut escaped = false;
    for (at, c) in content.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ' ' if !quoted => {
                words.push(&content[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    words.push(&content[start..]);
    words
}
