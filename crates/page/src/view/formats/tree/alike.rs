//! Words a link, an option or a row by what it does not have in common with the one before it: of names that begin alike the beginning
//! is cut, not the end. `"Authentication and Authorization | group | Can add group"`, then `"…change group"`. Fixture: economy.html.
//!
//! It is the text alone that is shorter. The outline has the whole, so that a row is no other when the one before it goes.

use super::Writer;
use crate::{
    limits::{NAME_CHARACTERS, OPTION_CHARACTERS, TEXT_CHARACTERS},
    view::{
        budget::sibling_before,
        drawing::is_drawn,
        escape::{push_quoted, push_text},
        left_out::ContentKind,
        outline::{Line, LineKind, Outline},
        tokens::{TokenEstimate, token_estimate},
        wording::{ALIKE, shared_words},
    },
};

/// What begins alike stands at most so many lines before: a reader still sees it.
const NEAR: usize = 8;
/// Of a name that is told whole otherwise at least one part of so many is spared. Less is not worth the reading: the methods of a type
/// in Rust's documentation all begin with `1.0.0 · Source pub fn`.
const SPARED: usize = 3;

impl Writer<'_> {
    /// What a line says where the one before it begins alike, and is shown; texts have at most `limit` characters. `None` where it is
    /// worded as it is.
    pub(super) fn by_difference(
        &self,
        at: usize,
        limit: usize,
        shown: impl Fn(usize) -> bool,
    ) -> Option<String> {
        let line = &self.outline.lines[at];
        let long = line.content.1 - line.content.0 > OPTION_CHARACTERS as u32;
        if !long || !self.may_be_cut(line, limit) {
            return None;
        }
        let beside = |at: Option<usize>| at.map(|at| &self.outline.lines[at]);
        let before = self.like(at, sibling_before).filter(|before| at - before <= NEAR);
        if line.kind() == LineKind::Text {
            return self.text_by_difference(beside(before)?, line, limit);
        }
        let name = self.name_of(line).filter(|name| name.text.len() > OPTION_CHARACTERS)?;
        let shared = |other: &Line| {
            let other = self.name_of(other)?;
            let shared = shared_words(&other.text, &name.text);
            let is_worth_it = name.is_cut || shared * SPARED >= name.text.len();
            Some(shared).filter(|shared| *shared >= ALIKE && is_worth_it)
        };
        let content = self.outline.content(line);
        let worded = |told: &str| format!("{}\"{told}\"{}", &content[..name.start], &content[name.end..]);
        if let Some(before) = before {
            // What would be cut anyway is told by what differs from a line that is left out, too.
            let shared = beside(Some(before).filter(|at| name.is_cut || shown(*at))).and_then(shared)?;
            let most = if line.counts_as == ContentKind::Row { TEXT_CHARACTERS } else { NAME_CHARACTERS };
            return Some(worded(&format!("…{}", up_to(&name.text[shared..], most))));
        }
        // The first of those that begin alike is told with its end, too.
        let after = name.is_cut.then(|| beside(self.like(at, sibling_after))).flatten();
        after.and_then(shared).map(|_| worded(&up_to(&name.text, TEXT_CHARACTERS)))
    }

    /// What a line may cost more by its difference than as it is: which of the two is told, what is shown before it decides.
    pub(super) fn difference_estimate(&self, at: usize, limit: usize) -> TokenEstimate {
        let Some(words) = self.by_difference(at, limit, |_| true) else { return TokenEstimate(0) };
        let mut whole = String::new();
        self.push_words(&mut whole, &self.outline.lines[at], limit);
        TokenEstimate(token_estimate(&words).0.saturating_sub(token_estimate(&whole).0) + 1_000)
    }

    /// Whether a line is one of a list's, or a text that is cut anyway.
    fn may_be_cut(&self, line: &Line, limit: usize) -> bool {
        match line.counts_as {
            ContentKind::Link | ContentKind::Control | ContentKind::Row => true,
            ContentKind::Field => self.snapshot.node(line.node).role().is_toggle(),
            ContentKind::Text => line.length as usize > limit,
            _ => false,
        }
    }

    /// The line in the place of this one in the list's member before or after: its sibling, or the same of the group beside its own.
    fn like(&self, at: usize, sibling: impl Fn(&Outline, usize) -> Option<usize>) -> Option<usize> {
        let lines = &self.outline.lines;
        let line = &lines[at];
        if let Some(beside) = sibling(self.outline, at).filter(|at| lines[*at].likeness == line.likeness) {
            return Some(beside);
        }
        let group = line.parent as usize;
        lines.get(group).filter(|group| group.kind() == LineKind::Group)?;
        let beside = sibling(self.outline, group)?;
        let inside = beside + 1..lines[beside].end as usize;
        let mut members = inside.filter(|member| lines[*member].parent as usize == beside);
        let place = at - group;
        members.find(|member| member - beside == place && lines[*member].likeness == line.likeness)
    }

    fn text_by_difference(&self, before: &Line, line: &Line, limit: usize) -> Option<String> {
        let (one, text) = (self.outline.content(before), self.outline.content(line));
        let shared = shared_words(one, text);
        let rest = text.get(shared..).filter(|_| shared >= ALIKE)?;
        let cut = text[..shared].chars().count() - 1;
        let mut out = String::new();
        push_text(&mut out, &format!("…{rest}"), limit, (line.length as usize).saturating_sub(cut));
        Some(out)
    }

    /// The name that a line tells right after its role.
    fn name_of(&self, line: &Line) -> Option<LineName> {
        let content = self.outline.content(line);
        let start = content.find(' ')? + 1;
        let inside = content.get(start..)?.strip_prefix('"').filter(|_| !is_drawn(content))?;
        let length = closing_quote(inside)?;
        let (told, after) = (&inside[..length], &inside[length + 1..]);
        let end = content.len() - after.len();
        let cut = told.strip_suffix('…').filter(|_| after.starts_with(" ("));
        let Some(beginning) = cut else {
            return Some(LineName { text: told.to_owned(), is_cut: false, start, end });
        };
        let mut all = String::new();
        push_quoted(&mut all, self.snapshot.node(line.node).name(), usize::MAX);
        let all = all.strip_prefix('"')?.strip_suffix('"')?;
        let said = after.find(" chars)")? + " chars)".len();
        all.starts_with(beginning).then(|| LineName {
            text: all.to_owned(),
            is_cut: true,
            start,
            end: end + said,
        })
    }
}

fn sibling_after(outline: &Outline, at: usize) -> Option<usize> {
    let line = outline.lines.get(at)?;
    let after = line.end as usize;
    outline.lines.get(after).filter(|next| next.parent == line.parent).map(|_| after)
}

/// The name in a line.
struct LineName {
    /// All of it, escaped as in the line.
    text: String,
    /// The line tells only its beginning.
    is_cut: bool,
    /// Where it stands in the line, with its quotes and, where it is cut, its length.
    start: usize,
    end: usize,
}

/// Where a text in quotes ends, with escapes in it.
fn closing_quote(inside: &str) -> Option<usize> {
    let mut escaped = false;
    inside.bytes().position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })
}

/// A text up to the last word that ends within so many characters: between words there is no escape to be parted.
fn up_to(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((most, _)) => format!("{}…", &text[..text[..most].rfind(' ').unwrap_or(0)]),
    }
}
