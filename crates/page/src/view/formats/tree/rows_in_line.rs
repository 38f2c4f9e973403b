//! Writes rows of several controls in one line each, once two rows like them stand above: `- e62 "Select row" off | e63 "Ada" | e64 "Edit"`.
//!
//! Their ids, names, values and states are all there, in the order of the row above; the roles are those of the row above. A table with
//! four links and four cells that can be edited in each row takes less than half of the tokens so. Fixture: list-back.html.

use std::fmt::Write as _;

use super::{Body, Section, Writer, has_place};
use crate::view::{
    budget::{Plan, sibling_before},
    outline::{Line, LineKind},
    rank::speaks,
};

/// A row has at least so many parts.
const LEAST: usize = 3;
/// And at most.
const MOST: usize = 12;
/// What the parts of a row say has at most so many bytes: a line is read at a glance.
const LONGEST: usize = 400;
/// A longer part may be cut where it does not differ from those above, bytes.
const LONGEST_PART: usize = 100;
/// What parts alike need not say again: how they can be used.
const USES: [&str; 2] = [" double-click", " draggable"];

impl Writer<'_> {
    /// The parts of the row that a group is, if it is told in one line.
    pub(super) fn row_in_line(&self, at: usize, shown: &[bool]) -> Option<Vec<usize>> {
        let parts = self.parts_of_row(at, shown)?;
        let above = sibling_before(self.outline, at)?;
        let first = sibling_before(self.outline, above)?;
        let is_like = |row: usize| {
            let others = self.parts_of_row(row, shown)?;
            let lines = &self.outline.lines;
            let alike = |(one, other): (&usize, &usize)| {
                let (one, other) = (&lines[*one], &lines[*other]);
                let uses = |line: &Line| USES.map(|used| self.outline.content(line).ends_with(used));
                one.likeness == other.likeness
                    && one.carries_id == other.carries_id
                    && uses(one) == uses(other)
            };
            Some(parts.len() == others.len() && parts.iter().zip(&others).all(alike))
        };
        (is_like(above)? && is_like(first)?).then_some(parts)
    }

    /// The lines in a group that is set off as one of several, where all of them are shown and hold nothing.
    fn parts_of_row(&self, at: usize, shown: &[bool]) -> Option<Vec<usize>> {
        let lines = &self.outline.lines;
        let group = &lines[at];
        if group.kind() != LineKind::Group || !group.bullet {
            return None;
        }
        let mut parts = Vec::new();
        let mut said = 0;
        for (part, line) in lines.iter().enumerate().take(group.end as usize).skip(at + 1) {
            if !speaks(line.kind()) && !line.bullet {
                continue;
            }
            let holds = !speaks(line.kind()) || line.end as usize > part + 1;
            let length = self.outline.content(line).len();
            said += length;
            if holds
                || length > LONGEST_PART
                || !shown[part]
                || said > LONGEST
                || parts.len() == MOST
                || self.outline.week_of(part).is_some()
            {
                return None;
            }
            parts.push(part);
        }
        (parts.len() >= LEAST).then_some(parts)
    }

    /// What a part says beside what the same part of the row above says as well: its role, and how it can be used.
    fn push_part(&self, out: &mut String, line: &Line, above: &Line, limit: usize) {
        let mut words = String::new();
        self.push_words(&mut words, line, limit);
        if line.kind() != LineKind::Element {
            out.push_str(&words);
            return;
        }
        let mut before = String::new();
        self.push_words(&mut before, above, limit);
        let mut told = words.as_str();
        if let (Some((role, rest)), Some((other, _))) = (told.split_once(' '), before.split_once(' '))
            && role == other
            && rest.starts_with('"')
        {
            told = rest;
        }
        for used in USES {
            if before.ends_with(used) {
                told = told.strip_suffix(used).unwrap_or(told);
            }
        }
        out.push_str(told);
    }
}

impl Body<'_, '_> {
    /// Writes a row in one line.
    pub(super) fn row(&mut self, at: usize, parts: &[usize], plan: &Plan) {
        let writer = self.writer;
        let lines = &writer.outline.lines;
        let above =
            sibling_before(writer.outline, at).and_then(|above| writer.parts_of_row(above, &plan.shown));
        if let Some(placed) = parts.iter().find(|part| has_place(writer.snapshot, **part, &lines[**part])) {
            self.enter(Section::of(writer.places[*placed]));
        }
        for (nth, part) in parts.iter().enumerate() {
            let line = &lines[*part];
            match nth {
                0 => self.indent(line.depth),
                _ => self.view.text.push_str(" | "),
            }
            if let Some(id) = self.id(*part) {
                let _infallible = write!(self.view.text, "{id} ");
            }
            let other = above.as_ref().and_then(|above| above.get(nth)).map_or(line, |other| &lines[*other]);
            writer.push_part(&mut self.view.text, line, other, plan.text_limit);
            let ids = &self.ids;
            let id_of = |line: u32| ids.get(line as usize).copied().flatten();
            writer.push_moment(&mut self.view.text, *part, line, id_of);
        }
        self.view.text.push('\n');
    }
}
