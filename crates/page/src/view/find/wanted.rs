//! What is looked for: a text, or a regular expression between slashes.

use std::{borrow::Cow, fmt, ops::Range};

use regex_lite::{Regex, RegexBuilder};

use crate::{
    limits::EXPRESSION_BYTES,
    snapshot::is_left_out,
    view::{
        escape::{is_joiner, is_selector, is_unsafe},
        text::{push_collapsed, without_signs},
    },
};

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// As it was given.
    given: String,
    how: How,
}

#[derive(Clone, Debug)]
enum How {
    /// In small letters, white space collapsed.
    Text(Vec<char>),
    Pattern(Regex),
}

/// What was given cannot be looked for: why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotWanted(pub String);

impl fmt::Display for NotWanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotWanted {}

impl Wanted {
    /// `add to cart`, whatever the case and the white space; `/item \d+/` or `/item/i`, in time linear in the page.
    ///
    /// # Errors
    /// Nothing to look for, or no regular expression.
    pub fn new(given: &str) -> Result<Self, NotWanted> {
        let how = match pattern(given) {
            Some((pattern, any_case)) => {
                let built = RegexBuilder::new(pattern)
                    .case_insensitive(any_case)
                    .size_limit(EXPRESSION_BYTES)
                    .build();
                let why = |error| NotWanted(format!("no regular expression: {error}"));
                How::Pattern(built.map_err(why)?)
            }
            None => {
                let text = legible(given);
                if text.trim().is_empty() {
                    return Err(NotWanted("there is nothing to look for".to_owned()));
                }
                How::Text(text.trim().chars().flat_map(char::to_lowercase).collect())
            }
        };
        Ok(Self { given: given.to_owned(), how })
    }

    /// As it was given.
    #[must_use]
    pub fn given(&self) -> &str {
        &self.given
    }

    /// Whether it is a regular expression.
    #[must_use]
    pub fn is_pattern(&self) -> bool {
        matches!(self.how, How::Pattern(_))
    }

    /// Whether a text says it, however that is spaced, hyphenated or cased.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        self.find_in(Cow::Borrowed(text)).is_some()
    }

    /// Where it first stands in a text of the page: the reading of it that it stands in, and the place in that.
    pub(super) fn find_in<'t>(&self, text: Cow<'t, str>) -> Option<(Cow<'t, str>, Range<usize>)> {
        readings(text).find_map(|reading| self.find(&reading).map(|at| (reading, at)))
    }

    /// Where it first stands in a text that is legible, bytes.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        match &self.how {
            How::Pattern(regex) => regex.find(text).map(|found| found.range()).filter(|r| !r.is_empty()),
            How::Text(wanted) => find_text(text, wanted, 1).pop(),
        }
    }

    /// How often a text says it.
    pub(in crate::view) fn times(&self, text: &str) -> usize {
        readings(Cow::Borrowed(text)).map(|reading| self.each(&reading).len()).max().unwrap_or(0)
    }

    /// Each place where it stands in a text that is [`legible`].
    pub(super) fn each(&self, text: &str) -> Vec<Range<usize>> {
        match &self.how {
            How::Pattern(regex) => {
                regex.find_iter(text).map(|found| found.range()).filter(|range| !range.is_empty()).collect()
            }
            How::Text(wanted) => find_text(text, wanted, usize::MAX),
        }
    }

    /// Whether a text is this and nothing else.
    pub(super) fn is(&self, text: &str) -> bool {
        self.find(text).is_some_and(|found| found == (0..text.len()))
    }
}

/// The expression between slashes, and whether letters' case does not matter.
fn pattern(given: &str) -> Option<(&str, bool)> {
    let rest = given.strip_prefix('/')?;
    let (pattern, any_case) = match rest.strip_suffix("/i") {
        Some(pattern) => (pattern, true),
        None => (rest.strip_suffix('/')?, false),
    };
    (!pattern.is_empty()).then_some((pattern, any_case))
}

fn find_text(text: &str, wanted: &[char], most: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let Some(first) = wanted.first() else { return found };
    let ends = text.char_indices().map(|(at, c)| (at, at + c.len_utf8(), c));
    let small: Vec<(usize, usize, char)> =
        ends.flat_map(|(at, end, c)| c.to_lowercase().map(move |c| (at, end, c))).collect();
    let mut start = 0;
    while let Some(here) = small.get(start..start + wanted.len()).filter(|_| found.len() < most) {
        if here[0].2 == *first && here.iter().map(|(_, _, c)| c).eq(wanted) {
            found.push(here[0].0..here[here.len() - 1].1);
            start += wanted.len();
        } else {
            start += 1;
        }
    }
    found
}

/// A text as it is printed, and where signs tell how it is set, as its letters alone: both are on the page.
fn readings(text: Cow<'_, str>) -> impl Iterator<Item = Cow<'_, str>> {
    let plain = without_signs(&text).map(|plain| Cow::Owned(legible(&plain).into_owned()));
    let printed = match legible(&text) {
        Cow::Owned(legible) => Cow::Owned(legible),
        Cow::Borrowed(_) => text,
    };
    std::iter::once(printed).chain(plain)
}

/// A text as it is read aloud: white space collapsed, without soft hyphens and all else that has no look of its own. What is looked
/// for and where it is looked for are made so by this function alone.
pub(in crate::view) fn legible(text: &str) -> Cow<'_, str> {
    let is_unseen =
        |c: char| !c.is_whitespace() && (is_left_out(c) || is_joiner(c) || is_selector(c) || is_unsafe(c));
    let mut before = 'x';
    let is_plain = text.chars().all(|c| {
        let plain =
            if c.is_whitespace() { c == ' ' && before != ' ' } else { c.is_ascii_graphic() || !is_unseen(c) };
        before = c;
        plain
    });
    if is_plain {
        return Cow::Borrowed(text);
    }
    let seen: String = text.chars().filter(|c| !is_unseen(*c)).collect();
    let (mut out, mut space) = (String::with_capacity(seen.len()), false);
    let begins = seen.starts_with(char::is_whitespace);
    push_collapsed(&mut out, &seen, &mut space);
    // White space at the ends parts a text from those beside it.
    if begins && !out.is_empty() {
        out.insert(0, ' ');
    }
    if space {
        out.push(' ');
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_patterns_are_found() {
        for (given, text, found) in [
            ("cart", "Add to Cart", Some("Cart")),
            ("  to   cart ", "Add to Cart", Some("to Cart")),
            ("STRASSE", "Hauptstrasse 1", Some("strasse")),
            ("ü", "ÜBER", Some("Ü")),
            ("cartt", "Add to Cart", None),
            ("/item \\d+/", "An item 42 here", Some("item 42")),
            ("/ITEM/", "An item", None),
            ("/ITEM/i", "An item", Some("item")),
            ("/path", "a/path", Some("/path")),
            ("//", "a // b", Some("//")),
            ("Silben\u{ad}trennung", "Silbentrennung", Some("Silbentrennung")),
        ] {
            let wanted = Wanted::new(given).unwrap();
            assert_eq!(wanted.find(text).map(|at| &text[at]), found, "{given} in {text}");
        }
    }

    #[test]
    fn what_signs_tell_is_found_with_and_without_them() {
        let text = "Lamp ~~\u{2060}50 EUR~~\u{2060} 30 EUR, 10^\u{2060}2 of a_1";
        for (given, found) in [
            ("50 eur 30 EUR, 102", true),
            ("~~50 EUR~~ 30", true),
            ("/ 10\\^2/", true),
            ("/R, 102/", true),
            ("a_1", true),
            ("a1", false),
        ] {
            assert_eq!(Wanted::new(given).unwrap().is_in(text), found, "{given}");
        }
        assert_eq!(Wanted::new("30").unwrap().times(text), 1);
    }

    #[test]
    fn soft_hyphens_and_wide_spaces_are_not_read() {
        for (text, read) in [
            ("Kran\u{ad}ken\u{200b}ver", "Kranken\u{76}er"),
            (" 1\u{a0}234\u{202f}EUR\n", " 1 234 EUR "),
            ("a  b", "a b"),
            ("\u{ad}", ""),
            ("  ", " "),
            ("plain text", "plain text"),
        ] {
            assert_eq!(legible(text), read, "{text:?}");
        }
        assert_eq!(Wanted::new("aa").unwrap().each("aaaa b Aa"), [0..2, 2..4, 7..9]);
    }

    #[test]
    fn what_cannot_be_looked_for_is_said() {
        for (given, why) in
            [("  ", "nothing"), ("/(/", "no regular expression"), ("/a{9999999}/", "no regular")]
        {
            assert!(Wanted::new(given).unwrap_err().0.contains(why), "{given}");
        }
    }
}
