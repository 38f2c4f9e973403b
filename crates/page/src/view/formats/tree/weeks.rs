//! Writes the weeks of calendars, each in one line. A week is shown whole or not at all: its first day has the cost of all of them.

use super::{Body, Writer, push_indent};
use crate::view::{
    tokens::{TokenEstimate, token_estimate},
    weeks::{LastLead, Week, push_id},
};

impl<'a> Writer<'a> {
    /// The week that a line is the first of, if all of it is shown.
    pub(super) fn whole_week(&self, at: usize, shown: impl Fn(usize) -> bool) -> Option<&'a Week> {
        let week = self.outline.week_of(at).filter(|week| week.lines.start == at)?;
        week.lines.clone().all(shown).then_some(week)
    }

    /// What the line of a week costs, counted at its first day; the others cost nothing besides.
    pub(super) fn week_estimate(&self, week: &Week, at: usize, text: &mut String) -> TokenEstimate {
        if at != week.lines.start {
            return TokenEstimate(0);
        }
        let lines = &self.outline.lines;
        push_indent(text, lines[at].depth);
        week.push(
            text,
            &week.lines.clone().collect::<Vec<_>>(),
            &mut LastLead::default(),
            |out, _| out.push_str(&self.highest),
            |out, line| self.push_moment(out, line, &lines[line], |_| None),
        );
        text.push('\n');
        let covered = lines[week.lines.clone()].iter().filter(|line| line.covered).count() as u64;
        TokenEstimate(token_estimate(text).0 + covered * (self.id_estimate.0 + 2_000))
    }
}

impl Body<'_, '_> {
    /// Writes the line of a week, which says nothing that the line before it has said of its week.
    pub(super) fn week(&mut self, week: &Week, depth: u32) {
        self.indent(depth);
        let mut last = match self.last_week.take() {
            Some((end, last)) if end == self.view.text.len() - 2 * depth as usize => last,
            _ => LastLead::default(),
        };
        for line in week.lines.clone() {
            let _noted = self.id(line);
        }
        let (writer, ids) = (self.writer, &self.ids);
        let id_of = |line: u32| ids.get(line as usize).copied().flatten();
        week.push(
            &mut self.view.text,
            &week.lines.clone().collect::<Vec<_>>(),
            &mut last,
            |out, line| push_id(out, id_of(line as u32)),
            |out, line| writer.push_moment(out, line, &writer.outline.lines[line], id_of),
        );
        self.view.text.push('\n');
        self.last_week = Some((self.view.text.len(), last));
    }
}
