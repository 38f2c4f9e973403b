//! Errors that were written to the console. Texts are counted, not queued: a page that logs thousands of them throws nothing out of
//! the journal.

use std::collections::VecDeque;

use crate::limits::{CONSOLE_CHARACTERS, CONSOLE_TEXTS, CONSOLE_TEXTS_AT_ONCE};

#[derive(Debug)]
struct Line {
    /// The number of the first error that it stands for.
    seq: u64,
    /// `None` stands for texts beyond the most that are kept at once.
    text: Option<String>,
    times: usize,
}

#[derive(Debug, Default)]
pub(super) struct ConsoleErrors {
    lines: VecDeque<Line>,
    /// A line counts no errors on both sides of this number: somebody asks for those since it.
    cut: u64,
}

/// The errors since a mark.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ConsoleSummary {
    /// Each text once, with how often it was written.
    pub(crate) texts: Vec<(String, usize)>,
    /// How many errors have other texts, which were not kept.
    pub(crate) others: usize,
}

impl ConsoleErrors {
    /// Has what comes from this number on be counted apart from what came before.
    pub(super) fn cut_at(&mut self, seq: u64) {
        self.cut = seq;
    }

    pub(super) fn note(&mut self, seq: u64, text: &str) {
        let text: String = text.chars().take(CONSOLE_CHARACTERS).collect();
        let new = self.lines.len() - self.lines.partition_point(|line| line.seq < self.cut);
        let text = Some(text);
        let mut recent = self.lines.iter_mut().rev().take(new);
        if let Some(line) = recent.find(|line| line.text == text) {
            line.times += 1;
            return;
        }
        let text = text.filter(|_| new < CONSOLE_TEXTS_AT_ONCE);
        if text.is_none()
            && let Some(line) = self.lines.iter_mut().rev().take(new).find(|line| line.text.is_none())
        {
            line.times += 1;
            return;
        }
        self.lines.push_back(Line { seq, text, times: 1 });
        if self.lines.len() > CONSOLE_TEXTS {
            self.lines.pop_front();
        }
    }

    /// The errors from a number on, up to another.
    pub(super) fn between(&self, mark: u64, end: u64) -> ConsoleSummary {
        let mut summary = ConsoleSummary::default();
        for line in self.lines.iter().filter(|line| (mark..end).contains(&line.seq)) {
            match &line.text {
                None => summary.others += line.times,
                Some(text) => match summary.texts.iter_mut().find(|(known, _)| known == text) {
                    Some((_, times)) => *times += line.times,
                    None => summary.texts.push((text.clone(), line.times)),
                },
            }
        }
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_counted_between_marks() {
        let mut errors = ConsoleErrors::default();
        for seq in 0..3 {
            errors.note(seq, "same");
        }
        errors.cut_at(3);
        errors.note(3, "same");
        for seq in 4..2_504 {
            errors.note(seq, &format!("other {seq}"));
        }
        assert_eq!(errors.between(0, 3).texts, [("same".to_owned(), 3)]);
        let since = errors.between(3, u64::MAX);
        assert_eq!(
            (since.texts[0].1, since.texts.len(), since.others),
            (1, CONSOLE_TEXTS_AT_ONCE, 2_500 + 1 - CONSOLE_TEXTS_AT_ONCE)
        );
        assert_eq!(errors.lines.len(), CONSOLE_TEXTS_AT_ONCE + 2);
    }
}
