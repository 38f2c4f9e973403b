//! What changed between two outlines: `+` added, `-` removed, `~` changed with what it was, `>` moved; under the
//! ancestors that place it.
//!
//! The file `pairing` decides which line is which. Added and changed lines come first, in the order of the page; removed lines take
//! the room that is left. A changed line whose id the reader has needs no place and says of itself only what changed; what went with
//! its container is counted; what opened is told whole.

use std::{fmt::Write as _, ops::Range};

use domtool_cdp::protocol::TargetId;
use rustc_hash::FxHashMap;

use super::{
    drawing::{changed_entries, resolve},
    escape::{TEXT_LIMIT, push_number, push_quoted, push_text},
    formats::push_indent,
    looks::{look_changes, untouched},
    opened::opened,
    outline::{Line, LineKey, LineKind, Outline},
    pairing,
    rank::speaks,
    tokens::{TokenEstimate, token_estimate},
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
    /// How many changes had no room.
    pub left_out: usize,
    /// The estimated tokens of the text.
    pub tokens: u32,
    /// The elements whose ids are in the text.
    pub shown: Vec<(ElementId, NodeIndex)>,
    /// What the lines of the text say that are new or changed, one after the other.
    pub reads: String,
}

/// Of a run of added or removed lines of one shape, the first so many are shown, and the last one.
const TOLD_FIRST: usize = 3;
/// What an action opened is told whole up to so many lines. Fixture: economy.html, "Actions".
const OPENED_WHOLE: usize = 40;
/// So many lines that went one after the other under one line are counted. Fixture: economy.html, "People".
const COUNTED_FROM: usize = 10;
/// Where no ancestor has a name, so many of them place a line.
const MOST_PLACED: usize = 2;
/// Room for saying what is left out.
const FOOTER: TokenEstimate = TokenEstimate(30_000);

/// Compares, and writes what changed within a budget in tokens (0 for none). Ids are given out to what is shown.
pub fn diff(
    before: &Outline,
    after: &Outline,
    snapshot_after: &Snapshot,
    registry: &mut Registry,
    page: &TargetId,
    budget: u32,
) -> Diff {
    let partner = pairing::pair(before, after);
    let script = script_of(before, after, &partner);
    let pairs = untouched(before, after, &partner, &touched(before, after, &partner, &script));
    let (looks, more) = look_changes(before, after, &pairs);
    let count = |pick: fn(&Change) -> bool| script.iter().filter(|change| pick(change)).count();
    let mut diff = Diff {
        changed: count(|c| matches!(c, Change::Reworded { .. } | Change::Moved { .. })) + looks.len() + more,
        added: count(|c| matches!(c, Change::Added(_))),
        removed: count(|c| matches!(c, Change::Removed(_))),
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
        let told =
            Telling { before, after, snapshot: snapshot_after, page, room, looks: &looks, more, openings };
        diff.write(&told, registry, &script);
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
    script_of(before, after, &pairing::pair(before, after))
}

fn script_of(before: &Outline, after: &Outline, partner: &[Option<usize>]) -> Vec<Change> {
    let kept = pairing::in_order(partner);
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

fn same_words(before: &Outline, old: &Line, after: &Outline, new: &Line) -> bool {
    old.length == new.length && before.content(old) == after.content(new)
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
    /// How many others there are.
    more: usize,
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
    ranges.filter(|range| speaking(range) <= OPENED_WHOLE).collect()
}

impl Diff {
    /// Writes all; where there is no room for that, removals have what the rest leaves.
    fn write(&mut self, told: &Telling<'_>, registry: &mut Registry, script: &[Change]) {
        let mut writer = Writer::new(told, registry);
        writer.write(script);
        if writer.full && script.iter().any(|change| matches!(change, Change::Removed(_))) {
            writer = Writer::new(told, registry);
            writer.removals = Removals::None;
            writer.write(script);
            let rest = told.room.0.saturating_sub(writer.spent);
            writer = Writer::new(told, registry);
            writer.removals = Removals::Within(rest);
            writer.write(script);
        }
        let Writer { text, shown, left, reads, .. } = writer;
        (self.text, self.shown, self.left_out, self.reads) = (text, shown, left, reads);
    }
}

/// Removals that are told in one line.
#[derive(Clone, Copy, Debug)]
struct Gone {
    lines: usize,
    /// The first holds the others.
    with_first: bool,
}

/// `14 lines`
fn push_lines(out: &mut String, count: usize) {
    push_number(out, count);
    out.push_str(if count == 1 { " line" } else { " lines" });
}

/// Which removals are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Removals {
    All,
    None,
    /// As long as they take no more than this, in thousandths of a token.
    Within(u64),
}

struct Writer<'a> {
    before: &'a Outline,
    after: &'a Outline,
    snapshot: &'a Snapshot,
    registry: &'a mut Registry,
    page: &'a TargetId,
    /// The ancestors that the last line was written under, outermost first, and whether they are of the outline before.
    placed: Vec<(bool, u32)>,
    text: String,
    shown: Vec<(ElementId, NodeIndex)>,
    /// What the new and the changed lines say.
    reads: String,
    /// The lines of what opened, and of how many lines each is told whole.
    openings: Vec<Range<usize>>,
    spent: u64,
    room: TokenEstimate,
    removals: Removals,
    /// Something had no room.
    full: bool,
    /// How many changes had none.
    left: usize,
    looks: &'a [(usize, String)],
    /// How many changes of looks are not told.
    more: usize,
}

impl<'a> Writer<'a> {
    fn new(told: &Telling<'a>, registry: &'a mut Registry) -> Self {
        Writer {
            before: told.before,
            after: told.after,
            snapshot: told.snapshot,
            registry,
            page: told.page,
            placed: Vec::new(),
            text: String::new(),
            shown: Vec::new(),
            reads: String::new(),
            openings: told.openings.clone(),
            spent: 0,
            room: told.room,
            removals: Removals::All,
            full: false,
            left: 0,
            looks: told.looks,
            more: told.more,
        }
    }

    fn write(&mut self, script: &[Change]) {
        let mut at = 0;
        let mut left = [0_usize; 3];
        while at < script.len() {
            let gone = self.gone_together(&script[at..]);
            if let Some(gone) = gone
                && !self.passes_over(script[at])
            {
                self.count_gone(script[at], gone, &mut left);
                at += gone.lines;
                continue;
            }
            let run = self.run(&script[at..]);
            if run > TOLD_FIRST + 2 && !self.passes_over(script[at]) {
                for change in &script[at..at + TOLD_FIRST] {
                    self.change(*change, &mut left);
                }
                self.skip(script[at + TOLD_FIRST], run - TOLD_FIRST - 1, &mut left);
                at += run - 1;
            }
            self.change(script[at], &mut left);
            at += 1;
        }
        self.looks(&mut left[2]);
        self.left = left.iter().sum();
        if self.left > 0 {
            self.text.push_str("left out:");
            let words = ["added", "removed", "changed"];
            for (at, (count, word)) in left.iter().zip(words).filter(|(count, _)| **count > 0).enumerate() {
                self.text.push_str(if at == 0 { " " } else { ", " });
                push_number(&mut self.text, *count);
                let _infallible = write!(self.text, " {word}");
            }
            self.text.push_str(" (observe shows all)\n");
        }
    }

    /// Writes what changed of looks alone, where there is room.
    fn looks(&mut self, left: &mut usize) {
        *left += self.more;
        for (at, words) in self.looks {
            let shown = self.shown.len();
            let id = self.id(self.after.lines[*at].node);
            if self.full || !self.put(&format!("~ {id} {words}\n")) {
                self.shown.truncate(shown);
                *left += 1;
            }
        }
    }

    /// Whether a change is not told, as there is no room for its kind.
    fn passes_over(&self, change: Change) -> bool {
        let removed = matches!(change, Change::Removed(_));
        match self.removals {
            Removals::All => self.full,
            Removals::None | Removals::Within(0) if removed => true,
            _ => self.full && !removed,
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
        if let Some(Change::Added(at)) = script.first()
            && self.openings.iter().any(|opening| opening.contains(at))
        {
            return 1;
        }
        let like = |change: &&Change| {
            of(change)
                .is_some_and(|(g, line)| g == gone && line.shape == first.shape && line.depth == first.depth)
        };
        script.iter().take_while(like).count().max(1)
    }

    /// Says that a run goes on.
    fn skip(&mut self, like: Change, count: usize, left: &mut [usize; 3]) {
        let (mark, slot) = if matches!(like, Change::Added(_)) { ('+', 0) } else { ('-', 1) };
        let mut line = format!("{mark} ... ");
        push_number(&mut line, count);
        line.push_str(" more like these");
        if let Change::Added(at) = like {
            let _infallible = write!(line, " (expand {})", self.id(self.after.lines[at].node));
        }
        line.push('\n');
        let before = self.spent;
        if self.passes_over(like) || !self.put(&line) {
            left[slot] += count;
        } else if slot == 1 {
            self.took(before);
        }
    }

    /// How many removals from here on are told in one line: those in a line that went, or of many lines under one that stays.
    fn gone_together(&self, script: &[Change]) -> Option<Gone> {
        let removed = |change: &Change| match change {
            Change::Removed(at) => Some(*at),
            _ => None,
        };
        let first = removed(script.first()?)?;
        let under = self.speaking_parent(first);
        let count_while = |is_in: &dyn Fn(usize) -> bool| {
            script.iter().take_while(|change| removed(change).is_some_and(is_in)).count()
        };
        let end = self.before.lines[first].end as usize;
        let inside = count_while(&|at| at < end);
        let end = under.map_or(usize::MAX, |under| self.before.lines[under].end as usize);
        let beside = count_while(&|at| at < end);
        if beside >= COUNTED_FROM && beside > inside {
            return Some(Gone { lines: beside, with_first: false });
        }
        (inside > 1).then_some(Gone { lines: inside, with_first: true })
    }

    /// The nearest line above a line of the outline before that says something.
    fn speaking_parent(&self, at: usize) -> Option<usize> {
        let mut above = self.before.lines[at].parent as usize;
        loop {
            let line = self.before.lines.get(above)?;
            if speaks(line.kind()) {
                return Some(above);
            }
            above = line.parent as usize;
        }
    }

    /// `- dialog "Cookies" and 3 lines in it`, or `- 14 lines under navigation "Main"`.
    fn count_gone(&mut self, first: Change, gone: Gone, left: &mut [usize; 3]) {
        let Change::Removed(at) = first else { return };
        let start = (self.spent, self.placed.clone(), self.text.len(), self.shown.len());
        let mut line = String::from("- ");
        let mut fits = true;
        if gone.with_first {
            fits = self.place(true, at);
            self.words(&mut line, true, at);
            line.push_str(" and ");
            push_lines(&mut line, gone.lines - 1);
            line.push_str(" in it\n");
        } else {
            push_lines(&mut line, gone.lines);
            if let Some(under) = self.speaking_parent(at) {
                line.push_str(" under ");
                self.words_flat(&mut line, true, under);
            }
            line.push('\n');
        }
        fits = fits && self.put(&line);
        if let Removals::Within(rest) = self.removals
            && self.spent - start.0 > rest
        {
            self.removals = Removals::Within(0);
            fits = false;
        }
        if fits {
            self.took(start.0);
            return;
        }
        (self.spent, self.placed) = (start.0, start.1);
        self.text.truncate(start.2);
        self.shown.truncate(start.3);
        left[1] += gone.lines;
        self.full |= self.removals == Removals::All;
    }

    /// Writes one change, where there is room.
    fn change(&mut self, change: Change, left: &mut [usize; 3]) {
        let slot = match change {
            Change::Added(_) => 0,
            Change::Removed(_) => 1,
            _ => 2,
        };
        if self.passes_over(change) {
            left[slot] += 1;
            return;
        }
        let start = (self.text.len(), self.shown.len(), self.spent, self.placed.clone());
        let reads = self.reads.len();
        let mut written = self.try_change(change);
        if written
            && slot == 1
            && let Removals::Within(rest) = self.removals
            && self.spent - start.2 > rest
        {
            self.removals = Removals::Within(0);
            written = false;
        }
        if written {
            if slot == 1 {
                self.took(start.2);
            }
            return;
        }
        self.text.truncate(start.0);
        self.shown.truncate(start.1);
        self.reads.truncate(reads);
        (self.spent, self.placed) = (start.2, start.3);
        left[slot] += 1;
        self.full |= slot != 1 || self.removals == Removals::All;
    }

    /// What a removal cost is gone for those to come.
    fn took(&mut self, before: u64) {
        if let Removals::Within(rest) = self.removals {
            self.removals = Removals::Within(rest.saturating_sub(self.spent - before));
        }
    }

    fn try_change(&mut self, change: Change) -> bool {
        let mut line = String::new();
        let (mark, gone, at) = match change {
            Change::Added(at) => ('+', false, at),
            Change::Removed(at) => ('-', true, at),
            Change::Reworded { after, .. } => ('~', false, after),
            Change::Moved { after, .. } => ('>', false, after),
        };
        let known = match change {
            Change::Reworded { before, .. } | Change::Moved { before, .. } => self.before.lines[before].id,
            _ => None,
        };
        // Who has the id has seen where it is.
        let placed = known.is_some() && !matches!(change, Change::Moved { .. });
        if !placed && !self.place(gone, at) {
            return false;
        }
        line.push(mark);
        line.push(' ');
        let entries = self.changed_entries(change);
        match (&entries, change) {
            (Some(entries), _) => {
                self.lead(&mut line, gone, at);
                line.push_str(entries);
            }
            (None, Change::Reworded { before, .. }) if placed => self.changed_words(&mut line, before, at),
            _ => self.words(&mut line, gone, at),
        }
        if !gone {
            self.reads.push_str(self.after.content(&self.after.lines[at]));
            self.reads.push('\n');
        }
        match change {
            Change::Reworded { before, moved, .. } => {
                if entries.is_none() {
                    self.was(&mut line, before, at);
                }
                if moved {
                    line.push_str(" moved");
                }
            }
            Change::Moved { .. } => line.push_str(" moved"),
            _ => {}
        }
        line.push('\n');
        self.put(&line)
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
        let from = common.max(self.first_placed(&path));
        for &(gone, line) in &path[from..] {
            let mut text = String::from("  ");
            self.words(&mut text, gone, line as usize);
            text.push('\n');
            fits = fits && self.put(&text);
        }
        // An added container that was just told places what is in it.
        path.push((gone, at as u32));
        self.placed = path;
        fits
    }

    /// Where the ancestors begin that place a line: at the innermost that has a name or an id.
    fn first_placed(&self, path: &[(bool, u32)]) -> usize {
        let names = |&(gone, at): &(bool, u32)| {
            let outline = if gone { self.before } else { self.after };
            outline
                .lines
                .get(at as usize)
                .is_some_and(|line| line.carries_id || outline.content(line).contains('"'))
        };
        path.iter().rposition(names).unwrap_or(path.len().saturating_sub(MOST_PLACED))
    }

    fn key_of(&self, (gone, at): (bool, u32)) -> Option<LineKey> {
        let outline = if gone { self.before } else { self.after };
        outline.lines.get(at as usize).map(|line| line.key)
    }

    /// What of a drawing is not as it was, where the line is one.
    fn changed_entries(&self, change: Change) -> Option<String> {
        let Change::Reworded { before, after, .. } = change else { return None };
        let (old, new) = (&self.before.lines[before], &self.after.lines[after]);
        let entries = changed_entries(self.before.content(old), self.after.content(new))?;
        Some(resolve(&entries, new.origin).into_owned())
    }

    /// What a changed line says up to where it changed last: what comes after that is as it was.
    fn changed_words(&mut self, out: &mut String, before: usize, at: usize) {
        let (old, new) = (self.before.lines[before], self.after.lines[at]);
        let id = self.id(new.node);
        let _infallible = write!(out, "{id}");
        // Both from where the drawing is now, so that scrolling is no move.
        let (old, new) = (resolve(self.before.content(&old), new.origin), self.after.wording(&new));
        let (old, new) = (words(&old), words(&new));
        let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let rest = old.len().min(new.len()) - head;
        let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
        // Its role and name say what it is.
        let most = (new.len() - tail).max(2).min(new.len());
        for word in &new[..most] {
            out.push(' ');
            out.push_str(word);
        }
    }

    /// What stands before the words of a line: its depth and its id.
    fn lead(&mut self, out: &mut String, gone: bool, at: usize) {
        let outline = if gone { self.before } else { self.after };
        push_indent(out, outline.lines[at].depth);
        self.lead_flat(out, gone, at);
    }

    fn words(&mut self, out: &mut String, gone: bool, at: usize) {
        let outline = if gone { self.before } else { self.after };
        push_indent(out, outline.lines[at].depth);
        self.words_flat(out, gone, at);
    }

    /// The id of a line, where it has one.
    fn lead_flat(&mut self, out: &mut String, gone: bool, at: usize) {
        let outline = if gone { self.before } else { self.after };
        let line = outline.lines[at];
        if line.carries_id {
            let id = if gone { line.id } else { Some(self.id(line.node)) };
            if let Some(id) = id {
                let _infallible = write!(out, "{id} ");
            }
        }
    }

    fn words_flat(&mut self, out: &mut String, gone: bool, at: usize) {
        self.lead_flat(out, gone, at);
        let outline = if gone { self.before } else { self.after };
        let line = outline.lines[at];
        match line.kind() {
            LineKind::Text => push_text(out, outline.content(&line), TEXT_LIMIT, line.length as usize),
            _ => out.push_str(&outline.wording(&line)),
        }
    }

    fn id(&mut self, node: NodeIndex) -> ElementId {
        let id = self.registry.assign(self.page, self.snapshot, node);
        self.shown.push((id, node));
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
        // Both from where the drawing is now, so that scrolling is no move.
        let (old, new) = (resolve(self.before.content(old), new.origin), self.after.wording(new));
        let (old, new) = (words(&old), words(&new));
        let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let rest = old.len().min(new.len()) - head;
        let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
        let was = old[head..old.len() - tail].join(" ");
        if was.is_empty() {
            let now = new[head..new.len() - tail].join(" ");
            let was = match now.as_str() {
                value if value.starts_with('=') => "empty",
                state if state.len() <= 40 && !state.starts_with("not ") => &format!("not {state}"),
                _ => "not so",
            };
            let _infallible = write!(out, " (was {was})");
        } else {
            let _infallible = write!(out, " (was {was})");
        }
    }

    fn put(&mut self, line: &str) -> bool {
        let estimate = token_estimate(line).0;
        if self.spent + estimate > self.room.0 {
            return false;
        }
        self.spent += estimate;
        self.text.push_str(line);
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
            // "not pressed" is one thing.
            ' ' if !quoted && &content[start..at] != "not" => {
                words.push(&content[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    words.push(&content[start..]);
    words
}
