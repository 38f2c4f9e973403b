//! What is looked for: a text, or a regular expression between slashes.

use std::{fmt, ops::Range};

use regex_lite::{Regex, RegexBuilder};

/// A compiled expression has no more bytes than this.
const LARGEST: usize = 1 << 20;

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
                let built = RegexBuilder::new(pattern).case_insensitive(any_case).size_limit(LARGEST).build();
                let why = |error| NotWanted(format!("no regular expression: {error}"));
                How::Pattern(built.map_err(why)?)
            }
            None => {
                let words: Vec<&str> = given.split_whitespace().collect();
                if words.is_empty() {
                    return Err(NotWanted("there is nothing to look for".to_owned()));
                }
                How::Text(words.join(" ").chars().flat_map(char::to_lowercase).collect())
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

    /// Where it first stands in a text whose white space is collapsed, bytes.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        match &self.how {
            How::Pattern(regex) => regex.find(text).map(|found| found.range()).filter(|r| !r.is_empty()),
            How::Text(wanted) => find_text(text, wanted),
        }
    }

    /// How often it stands in a text whose white space is collapsed.
    #[must_use]
    pub(super) fn times(&self, text: &str) -> usize {
        match &self.how {
            How::Pattern(regex) => regex.find_iter(text).filter(|found| !found.range().is_empty()).count(),
            How::Text(wanted) => {
                let (mut rest, mut times) = (text, 0);
                while let Some(found) = find_text(rest, wanted) {
                    times += 1;
                    rest = rest.get(found.end..).unwrap_or_default();
                }
                times
            }
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

fn find_text(text: &str, wanted: &[char]) -> Option<Range<usize>> {
    let ends = text.char_indices().map(|(at, c)| (at, at + c.len_utf8(), c));
    let small: Vec<(usize, usize, char)> =
        ends.flat_map(|(at, end, c)| c.to_lowercase().map(move |c| (at, end, c))).collect();
    let first = *wanted.first()?;
    let starts = small.iter().enumerate().filter(|(_, (_, _, c))| *c == first).map(|(start, _)| start);
    for start in starts {
        let Some(here) = small.get(start..start + wanted.len()) else { break };
        if here.iter().map(|(_, _, c)| c).eq(wanted) {
            return Some(here[0].0..here[here.len() - 1].1);
        }
    }
    None
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
        ] {
            let wanted = Wanted::new(given).unwrap();
            assert_eq!(wanted.find(text).map(|at| &text[at]), found, "{given} in {text}");
        }
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
