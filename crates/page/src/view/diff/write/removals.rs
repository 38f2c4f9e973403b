//! Removals that went together: counted in one line, under what they were in.

use super::{super::Change, LeftOut, LineKind, Removals, Writer, push_number, speaks};

/// So many lines that went one after the other under one line are counted. Fixture: economy.html, "People".
const COUNTED_FROM: usize = 10;

/// What the lines of dialogs begin with.
const DIALOGS: [&str; 2] = ["dialog", "alertdialog"];

/// Removals that are told in one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gone {
    pub(super) lines: usize,
    /// The first holds the others.
    with_first: bool,
}

/// `14 lines`
fn push_lines(out: &mut String, count: usize) {
    push_number(out, count);
    out.push_str(if count == 1 { " line" } else { " lines" });
}

impl Writer<'_> {
    /// How many removals from here on are told in one line: those in a line that went, or of many lines under one that stays.
    pub(super) fn gone_together(&self, script: &[Change]) -> Option<Gone> {
        let removed = |change: &Change| match change {
            Change::Removed(at) => Some(*at),
            _ => None,
        };
        let first = removed(script.first()?)?;
        let under = self.speaking_parent(first);
        let count_while = |is_in: &dyn Fn(usize) -> bool| {
            script.iter().take_while(|change| removed(change).is_some_and(is_in)).count()
        };
        let is_dialog = |at: usize| {
            let line = &self.before.lines[at];
            let role = self.before.content(line).split(' ').next().unwrap_or_default();
            line.kind() == LineKind::Element && DIALOGS.contains(&role)
        };
        let end = self.before.lines[first].end as usize;
        let inside = count_while(&|at| at < end);
        let end = under.map_or(usize::MAX, |under| self.before.lines[under].end as usize);
        // A dialog that closed is named.
        let beside = count_while(&|at| at < end && !is_dialog(at));
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
    pub(super) fn count_gone(&mut self, changes: &[Change], gone: Gone, left: &mut [LeftOut; 3]) {
        let Some(Change::Removed(at)) = changes.first().copied() else { return };
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
        for change in changes {
            left[1].add(self.counts_as(*change), 1);
        }
        self.full |= self.removals == Removals::All;
    }

    /// What a removal cost is gone for those to come.
    pub(super) fn took(&mut self, before: u64) {
        if let Removals::Within(rest) = self.removals {
            self.removals = Removals::Within(rest.saturating_sub(self.spent - before));
        }
    }
}
