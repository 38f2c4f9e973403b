//! How well a name of the page fits one that was given.

use super::Wanted;
use crate::{
    snapshot::{Certainty, NodeRef, Snapshot},
    view::wording::line_name,
};

/// How well a name fits, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Letter by letter.
    Equal,
    /// But for the case of letters.
    AnyCase,
    /// But for the marks that forms put on their labels: `Password*` where `Password` was given.
    Marked,
    /// As well, but it is no name that the page gives: we guessed it of a class or an attribute.
    Guessed,
    /// In whole words.
    Part,
}

/// What forms put after a label: it must be filled, it need not be, the field comes next.
const MARKS_AFTER: [&str; 6] = ["*", "＊", ":", "：", "(required)", "(optional)"];
/// What they put before one, as Salesforce does.
const MARKS_BEFORE: [&str; 2] = ["*", "＊"];

/// A name that was given. One that an observation cut ends in an ellipsis.
pub(super) struct Name<'a> {
    given: &'a str,
    wanted: Option<Wanted>,
    /// Without marks.
    unmarked: Option<Wanted>,
}

impl<'a> Name<'a> {
    pub(super) fn new(given: &'a str) -> Self {
        let given = given.trim().trim_end_matches('…');
        Self { given, wanted: Wanted::new(given).ok(), unmarked: Wanted::new(without_marks(given)).ok() }
    }

    /// What of it texts are searched for.
    pub(super) fn wanted(&self) -> Option<&Wanted> {
        self.wanted.as_ref()
    }

    /// How well a name of the page fits it.
    pub(super) fn fits(&self, name: &str) -> Option<Fit> {
        let wanted = self.wanted.as_ref()?;
        if name == self.given {
            return Some(Fit::Equal);
        }
        if wanted.is(name) {
            return Some(Fit::AnyCase);
        }
        if self.unmarked.as_ref().is_some_and(|unmarked| unmarked.is(without_marks(name))) {
            return Some(Fit::Marked);
        }
        wanted.each(name).into_iter().any(|at| is_whole(name, &at)).then_some(Fit::Part)
    }

    /// How well what an element is called fits it: its name, or what its line says instead.
    pub(super) fn fits_node(&self, snapshot: &Snapshot, node: NodeRef<'_>) -> Option<Fit> {
        let printed = || Some(line_name(snapshot, node)).filter(|printed| printed != node.name());
        let by_name = self.fits(node.name());
        // Where its line says the same otherwise, that may fit better.
        let by_line = || printed().and_then(|printed| self.fits(&printed));
        let fit = match by_name {
            Some(fit) if fit != Fit::Part => fit,
            by_name => by_name.into_iter().chain(by_line()).min()?,
        };
        let is_guessed = fit != Fit::Part && node.name_certainty() == Certainty::Guessed;
        Some(if is_guessed { Fit::Guessed } else { fit })
    }
}

/// A label without the marks around it. What is marks alone stays as it is.
fn without_marks(label: &str) -> &str {
    let mut rest = label.trim();
    loop {
        let after = MARKS_AFTER.iter().find_map(|mark| without_end(rest, mark));
        let less = after.or_else(|| MARKS_BEFORE.iter().find_map(|mark| rest.strip_prefix(mark)));
        match less.map(str::trim) {
            None => return rest,
            Some("") => return label,
            Some(less) => rest = less,
        }
    }
}

/// A text without its end, whatever the case of letters.
fn without_end<'t>(text: &'t str, end: &str) -> Option<&'t str> {
    let at = text.len().checked_sub(end.len())?;
    text.get(at..).filter(|tail| tail.eq_ignore_ascii_case(end)).and_then(|_| text.get(..at))
}

/// Whether a place in a text begins and ends where words do. Scripts without spaces have none that could be cut.
pub(super) fn is_whole(text: &str, at: &std::ops::Range<usize>) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() && c < '\u{2e80}';
    let cut = |before: &str, after: &str| {
        before.chars().next_back().is_some_and(is_letter) && after.chars().next().is_some_and(is_letter)
    };
    !cut(&text[..at.start], &text[at.start..]) && !cut(&text[..at.end], &text[at.end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_in_this_order() {
        for (given, name, fit) in [
            ("Password", "Password", Some(Fit::Equal)),
            ("password", "Password", Some(Fit::AnyCase)),
            ("Password", "Password*", Some(Fit::Marked)),
            ("Password", "password *:", Some(Fit::Marked)),
            ("Password", "* Password", Some(Fit::Marked)),
            ("Password*", "Password", Some(Fit::Marked)),
            ("Phone", "Phone (Optional)", Some(Fit::Marked)),
            ("Phone", "Phone (required) *", Some(Fit::Marked)),
            ("Password", "Password confirmation*", Some(Fit::Part)),
            ("Phone", "Phone (work)", Some(Fit::Part)),
            ("*", "*", Some(Fit::Equal)),
            ("*", ":", None),
            ("saved", "Unsaved", None),
        ] {
            assert_eq!(Name::new(given).fits(name), fit, "{given:?} {name:?}");
        }
    }
}
