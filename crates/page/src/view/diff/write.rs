//! Writes a diff: change after change where there is room, under the ancestors that place it; what went together is counted.

mod removals;
mod weeks;

use std::{fmt::Write as _, ops::Range};

use domtool_cdp::protocol::TargetId;

use super::{
    super::{
        drawing::{changed_entries, resolve},
        escape::{push_number, push_quoted, push_text},
        formats::push_indent,
        left_out::{ContentKind, LeftOut},
        outline::{LineKey, LineKind, Outline},
        rank::speaks,
        tokens::{TokenEstimate, token_estimate},
        weeks::LastLead,
    },
    Change, Diff, Telling,
    words::{changed, join, words},
};
use crate::{
    identity::{ElementId, Registry},
    limits::TEXT_CHARACTERS,
    snapshot::{NodeIndex, Snapshot},
};

/// Of a run of added or removed lines of one shape, the first so many are shown, and the last one.
const TOLD_FIRST: usize = 3;
/// Where no ancestor has a name, so many of them place a line.
const MOST_PLACED: usize = 2;

impl Diff {
    /// Writes all; where there is no room for that, removals have what the rest leaves.
    pub(super) fn write(&mut self, told: &Telling<'_>, registry: &mut Registry, script: &[Change]) {
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
    /// The lines of what opened and is told whole.
    openings: Vec<Range<usize>>,
    spent: u64,
    room: TokenEstimate,
    removals: Removals,
    /// Something had no room.
    full: bool,
    /// The changes that had none.
    left: LeftOut,
    looks: &'a [(usize, String)],
    /// The lines of changes of looks that are not told.
    more: &'a [usize],
    /// What the line of the last week said of its days.
    last_week: LastLead,
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
            left: LeftOut::default(),
            looks: told.looks,
            more: told.more,
            last_week: LastLead::default(),
        }
    }

    fn write(&mut self, script: &[Change]) {
        let mut at = 0;
        let mut left = [LeftOut::default(); 3];
        while at < script.len() {
            let gone = self.gone_together(&script[at..]);
            if let Some(gone) = gone
                && !self.passes_over(script[at])
            {
                self.count_gone(&script[at..at + gone.lines], gone, &mut left);
                at += gone.lines;
                continue;
            }
            let week = self.week(&script[at..]);
            if week > 0 && !self.passes_over(script[at]) {
                self.tell_week(&script[at..at + week], &mut left);
                at += week;
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
        self.left = left[0].with(&left[1]).with(&left[2]);
        if !self.left.is_empty() {
            self.text.push_str("left out:");
            let words = ["added", "removed", "changed"];
            let counts = left.iter().map(LeftOut::total).zip(words).filter(|(count, _)| *count > 0);
            for (at, (count, word)) in counts.enumerate() {
                self.text.push_str(if at == 0 { " " } else { ", " });
                push_number(&mut self.text, count as usize);
                let _infallible = write!(self.text, " {word}");
            }
            self.text.push_str(" (observe shows all)\n");
        }
    }

    /// Writes what changed of looks alone, where there is room.
    fn looks(&mut self, left: &mut LeftOut) {
        let after = self.after;
        *left = left.with(&LeftOut::of(self.more.iter().map(|at| &after.lines[*at])));
        for (at, words) in self.looks {
            let shown = self.shown.len();
            let id = self.id(self.after.lines[*at].node);
            if self.full || !self.put(&format!("~ {id} {words}\n")) {
                self.shown.truncate(shown);
                left.add(self.after.lines[*at].counts_as, 1);
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
    fn skip(&mut self, like: Change, count: usize, left: &mut [LeftOut; 3]) {
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
            left[slot].add(self.counts_as(like), count as u32);
        } else if slot == 1 {
            self.took(before);
        }
    }

    /// Writes one change, where there is room.
    fn change(&mut self, change: Change, left: &mut [LeftOut; 3]) {
        let slot = match change {
            Change::Added(_) => 0,
            Change::Removed(_) => 1,
            _ => 2,
        };
        if self.passes_over(change) {
            left[slot].add(self.counts_as(change), 1);
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
        left[slot].add(self.counts_as(change), 1);
        self.full |= slot != 1 || self.removals == Removals::All;
    }

    /// What the line of a change is counted as.
    fn counts_as(&self, change: Change) -> ContentKind {
        match change {
            Change::Removed(at) => self.before.lines[at].counts_as,
            Change::Added(after) | Change::Reworded { after, .. } | Change::Moved { after, .. } => {
                self.after.lines[after].counts_as
            }
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
            // What stands still is told as it is now.
            let now = if gone { self.still_there(line) } else { None };
            let (gone, line) = now.map_or((gone, line as usize), |now| (false, now));
            self.words(&mut text, gone, line);
            text.push('\n');
            fits = fits && self.put(&text);
        }
        // An added container that was just told places what is in it.
        path.push((gone, at as u32));
        self.placed = path;
        fits
    }

    /// Where a line of the outline before is in the one after.
    fn still_there(&self, line: u32) -> Option<usize> {
        let key = self.before.lines.get(line as usize)?.key;
        self.after.lines.iter().position(|now| now.key == key)
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
        // Its role and name say what it is.
        let most = changed(&old, &new).1.end.max(2).min(new.len());
        out.push(' ');
        out.push_str(&join(&new[..most]));
    }

    /// What stands before the words of a line: its depth and its id.
    fn lead(&mut self, out: &mut String, gone: bool, at: usize) {
        let outline = if gone { self.before } else { self.after };
        push_indent(out, outline.lines[at].depth);
        self.lead_flat(out, gone, at);
    }

    /// A line with its depth and its id.
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

    /// A line with its id, where no depth tells anything.
    fn words_flat(&mut self, out: &mut String, gone: bool, at: usize) {
        self.lead_flat(out, gone, at);
        let outline = if gone { self.before } else { self.after };
        let line = outline.lines[at];
        match line.kind() {
            LineKind::Text => push_text(out, outline.content(&line), TEXT_CHARACTERS, line.length as usize),
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
        let (was, now) = changed(&old, &new);
        let (was, now) = (join(&old[was]), join(&new[now]));
        // Of a list only what came or went is told: what was there may be long.
        let items = |text: &str| text.strip_prefix(", ").map(str::to_owned);
        let _infallible = match (items(&was), items(&now)) {
            (Some(gone), _) if now.is_empty() => write!(out, " (without {gone})"),
            (_, Some(new)) if was.is_empty() => write!(out, " (new {new})"),
            (Some(was), _) => write!(out, " (was {was})"),
            _ if !was.is_empty() => write!(out, " (was {was})"),
            _ if now.starts_with('=') => write!(out, " (was empty)"),
            _ if now.len() <= 40 && !now.starts_with("not ") => write!(out, " (was not {now})"),
            _ => write!(out, " (was not so)"),
        };
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
