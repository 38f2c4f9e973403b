//! Tells the days of a calendar that are new, or that say something else, in a line a week.

use super::{Change, LeftOut, Writer};
use crate::view::{
    formats::push_indent,
    weeks::{LastLead, push_id},
};

/// So many days of a week that say something else are told together: another month is shown in the same cells. Fewer say what they
/// were.
const REWORDED: usize = 3;

impl Writer<'_> {
    /// How many changes from here on are of days of one week that are told in one line.
    pub(super) fn week(&self, script: &[Change]) -> usize {
        let line = |change: &Change| match change {
            Change::Added(at) => Some((true, *at)),
            Change::Reworded { after, moved: false, .. } => Some((false, *after)),
            _ => None,
        };
        let Some((added, first)) = script.first().and_then(line) else { return 0 };
        let Some(week) = self.after.week_of(first) else { return 0 };
        let goes_on =
            |change: &&Change| line(change).is_some_and(|(a, at)| a == added && week.lines.contains(&at));
        let count = script.iter().take_while(goes_on).count();
        if added || count >= REWORDED { count } else { 0 }
    }

    /// Writes the days that these changes are of, where there is room for all.
    pub(super) fn tell_week(&mut self, changes: &[Change], left: &mut [LeftOut; 3]) {
        let slot = if matches!(changes.first(), Some(Change::Added(_))) { 0 } else { 2 };
        let start = (self.text.len(), self.shown.len(), self.spent, self.placed.clone());
        if self.try_week(changes, slot == 0) {
            return;
        }
        self.text.truncate(start.0);
        self.shown.truncate(start.1);
        (self.spent, self.placed) = (start.2, start.3);
        self.last_week = LastLead::default();
        for change in changes {
            left[slot].add(self.counts_as(*change), 1);
        }
        self.full = true;
    }

    fn try_week(&mut self, changes: &[Change], added: bool) -> bool {
        let mut known = true;
        let mut lines = Vec::with_capacity(changes.len());
        for change in changes {
            match *change {
                Change::Added(at) => lines.push(at),
                Change::Reworded { before, after, .. } => {
                    known &= self.before.lines[before].id.is_some();
                    lines.push(after);
                }
                _ => {}
            }
        }
        let after = self.after;
        let Some((first, week)) = lines.first().and_then(|first| Some((*first, after.week_of(*first)?)))
        else {
            return false;
        };
        // Who has the ids has seen where they are.
        if (added || !known) && !self.place(false, first) {
            return false;
        }
        let mut line = String::from(if added { "+ " } else { "~ " });
        if added || !known {
            push_indent(&mut line, after.lines[first].depth);
        }
        let mut last = std::mem::take(&mut self.last_week);
        week.push(
            &mut line,
            &lines,
            &mut last,
            |out, at| {
                let id = self.id(after.lines[at].node);
                push_id(out, Some(id));
            },
            |_, _| {},
        );
        self.last_week = last;
        line.push('\n');
        for at in lines {
            self.reads.push_str(after.content(&after.lines[at]));
            self.reads.push('\n');
        }
        self.put(&line)
    }
}
