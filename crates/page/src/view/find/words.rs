//! What an element is called, where its id may stand: `button "Save" in dialog "New helper"`, or `Save` alone. Only the words are
//! read here; `named` looks for what they name.

use std::{fmt, str::FromStr};

use super::NotWanted;
use crate::{
    snapshot::{NodeRef, Role},
    view::wording::word,
};

/// What an element is called: its role and its name as an observation prints them, or the name alone, and what it stands in.
///
/// ```
/// use domtool_page::view::Words;
///
/// for given in ["Save", "button \"Save\"", "Delete in row Bob", "searchbox"] {
///     assert_eq!(given.parse::<Words>()?.to_string(), given);
/// }
/// # Ok::<(), domtool_page::view::NotWanted>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    given: String,
    /// The ways in which they can be meant, the first that names something counts.
    pub(super) readings: Vec<Reading>,
}

/// One way to read words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) element: Called,
    /// What it stands in, the innermost first.
    pub(super) within: Vec<Called>,
}

/// A role and a name, as far as they are said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Called {
    pub(super) role: Option<String>,
    pub(super) name: Option<String>,
    /// The name stood in quotes, and so is nothing else than a name.
    pub(super) quoted: bool,
}

/// Between what is meant and what it stands in.
const IN: &str = " in ";
/// No name has the word more often than this, and what is meant stands in no more things.
const MOST_PLACES: usize = 4;

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.given)
    }
}

impl FromStr for Words {
    type Err = NotWanted;

    fn from_str(given: &str) -> Result<Self, NotWanted> {
        let given = given.trim();
        let readings = Reading::all(given);
        let is_empty =
            |reading: &Reading| reading.element.name.as_deref().unwrap_or_default().trim().is_empty();
        match readings.first() {
            None => {
                let why = "after a name in quotes comes only what it stands in, such as in dialog \"New\"";
                Err(NotWanted(why.to_owned()))
            }
            Some(first) if is_empty(first) => Err(NotWanted("there is nothing to look for".to_owned())),
            Some(_) => Ok(Self { given: given.to_owned(), readings }),
        }
    }
}

impl Words {
    /// Whether they are a bare number: what is called exactly so, or an id without its letter. A part of a name would be a guess.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.given.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// The role, where they are one word that is written as roles are.
    pub(super) fn bare_role(&self) -> Option<Called> {
        let [reading] = &self.readings[..] else { return None };
        reading.element.by_role().filter(|called| called.name.is_none())
    }
}

impl Reading {
    /// All ways to read a text: the word `in` may be of a name, or come before what it stands in. The fewest places first, and the last.
    fn all(text: &str) -> Vec<Self> {
        let mut all = Vec::new();
        let places: Vec<usize> = places(text).into_iter().rev().take(MOST_PLACES).collect();
        let mut sets: Vec<u32> = (0..1_u32 << places.len()).collect();
        sets.sort_by_key(|set| (set.count_ones(), *set));
        for set in sets {
            let is_in = |(bit, at): (usize, &usize)| (set >> bit & 1 == 1).then_some(*at);
            let mut cuts: Vec<usize> = places.iter().enumerate().filter_map(is_in).collect();
            cuts.reverse();
            all.extend(Self::cut(text, &cuts));
        }
        all
    }

    /// The reading by which what it stands in begins at each of these places, where the parts between them can be read.
    fn cut(text: &str, cuts: &[usize]) -> Option<Self> {
        let starts = std::iter::once(0).chain(cuts.iter().map(|at| at + IN.len()));
        let ends = cuts.iter().copied().chain([text.len()]);
        let mut parts = starts.zip(ends).map(|(start, end)| Called::read(text.get(start..end)?));
        let element = parts.next()??;
        // Without quotes, what follows an `in` is a place only by its role: all of a page may have a word.
        let within =
            parts.map(|part| part.and_then(|part| if part.quoted { Some(part) } else { part.by_role() }));
        Some(Self { element, within: within.collect::<Option<_>>()? })
    }

    /// Whether it can be meant in this way only.
    pub(super) fn is_sure(&self) -> bool {
        self.within.iter().all(|place| place.quoted)
    }
}

impl Called {
    /// Reads `button "Save"`, `"Save"` or `Save`. Nothing where more comes after a name in quotes.
    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let bare = || Self { role: None, name: Some(text.to_owned()), quoted: false };
        let (role, rest) = match text.find(is_quote) {
            Some(0) => (None, text),
            Some(at) => {
                let role = text[..at].strip_suffix(['~', ' ']).unwrap_or(&text[..at]).trim_end();
                if !is_role(role) {
                    return Some(bare());
                }
                (Some(role.to_owned()), &text[at..])
            }
            None => return Some(bare()),
        };
        match quoted(rest) {
            Some((name, "")) => Some(Self { role, name: Some(name), quoted: true }),
            Some(_) => None,
            None => Some(bare()),
        }
    }

    /// The ways in which what is acted on can be meant, the first that names something counts: `button Save` is a name before it is a
    /// role and a name, and `searchbox` a name before it is a role.
    pub(super) fn meanings(&self) -> impl DoubleEndedIterator<Item = Self> {
        std::iter::once(self.clone()).chain(self.by_role())
    }

    /// Whether an element has the role that is said, where one is: as its line prints it, a heading with its level or without.
    pub(super) fn has_role(&self, node: NodeRef<'_>) -> bool {
        let word = word(node);
        let is_level = |digits: &str| {
            node.role() == Role::Heading && digits.parse() == Ok(node.states().level.unwrap_or(2))
        };
        self.role.as_deref().is_none_or(|role| role == word || role.strip_prefix(word).is_some_and(is_level))
    }

    /// With its first word as a role.
    fn by_role(&self) -> Option<Self> {
        let name = self.name.as_deref().filter(|_| !self.quoted)?;
        let (role, name) = match name.split_once(' ') {
            // A guessed name has its sign: button ~gear.
            Some((role, name)) => (role, Some(name.trim().trim_start_matches('~').to_owned())),
            None => (name, None),
        };
        is_role(role).then(|| Self { role: Some(role.to_owned()), name, quoted: false })
    }
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '“')
}

/// Where a text has an `in` between two words. What stands in quotes is a name as it is.
fn places(text: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let begins = text[..at].chars().next_back().is_none_or(|before| matches!(before, ' ' | '~'));
        let after = Some(&text[at..]).filter(|_| begins && is_quote(c)).and_then(quoted);
        if let Some((_, after)) = after {
            at = text.len() - after.len();
            continue;
        }
        if text[at..].starts_with(IN) {
            // Of "Sign in in form" the second one.
            places.pop_if(|before| *before + IN.len() > at);
            places.push(at);
        }
        at += c.len_utf8();
    }
    places
}

/// Whether a word is written as roles are.
fn is_role(word: &str) -> bool {
    !word.is_empty()
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// The text in quotes at the start, and what comes after it. A quote within a word ends nothing.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut chars = text.char_indices();
    let close = match chars.next()?.1 {
        '“' => '”',
        open => open,
    };
    let mut name = String::new();
    while let Some((at, c)) = chars.next() {
        let rest = &text[at + c.len_utf8()..];
        match c {
            '\\' => name.extend(chars.next().map(|(_, c)| c)),
            c if c == close && !rest.starts_with(|c: char| !c.is_whitespace()) => return Some((name, rest)),
            c => name.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `role|name`, and so each that it stands in, where all is read as a place that can be.
    fn read(given: &str) -> Result<String, String> {
        let words: Words = given.parse().map_err(|why: NotWanted| why.0)?;
        let last = words.readings.last().unwrap();
        let all = std::iter::once(&last.element).chain(&last.within);
        let told = all.map(|called| {
            let (role, name) = (called.role.as_deref(), called.name.as_deref());
            format!("{}|{}", role.unwrap_or_default(), name.unwrap_or_default())
        });
        Ok(told.collect::<Vec<_>>().join(" < "))
    }

    #[test]
    fn roles_names_and_holders_are_read() {
        for (given, told) in [
            ("Save", "|Save"),
            (" Add to cart ", "|Add to cart"),
            ("button \"Save\"", "button|Save"),
            ("button ~\"gear\"", "button|gear"),
            ("heading2 \"Orders\"", "heading2|Orders"),
            ("'Save'", "|Save"),
            ("button 'Don't save'", "button|Don't save"),
            ("button “Save”", "button|Save"),
            (r#"link "The \"new\" one""#, "link|The \"new\" one"),
            ("button \"Save\" in dialog \"New helper\"", "button|Save < dialog|New helper"),
            ("Delete in row \"Bob\" in \"People\"", "|Delete < row|Bob < |People"),
            ("Sign in here", "|Sign < here|"),
            ("Sign in in form \"Start\"", "|Sign in < form|Start"),
            ("Don't ask", "|Don't ask"),
        ] {
            assert_eq!(read(given).as_deref(), Ok(told), "{given}");
        }
    }

    #[test]
    fn what_names_nothing_is_an_error() {
        for (given, why) in
            [("", "nothing"), ("\"\"", "nothing"), ("button \"Save\" unchecked", "after a name")]
        {
            assert!(read(given).is_err_and(|told| told.contains(why)), "{given}: {:?}", read(given));
        }
    }

    #[test]
    fn a_name_without_quotes_may_be_a_role() {
        let meanings = |given: &str| given.parse::<Words>().unwrap().readings[0].element.meanings().count();
        assert_eq!(meanings("button Save"), 2);
        assert_eq!(meanings("searchbox"), 2);
        assert_eq!(meanings("Save"), 1);
        assert_eq!(meanings("\"searchbox\""), 1);
    }

    /// All ways, the first that names something counts. What stands in quotes is a place of its own; without them only with a role, as a
    /// page may have any word anywhere.
    #[test]
    fn a_place_without_quotes_has_a_role() {
        let all = |given: &str| -> Vec<String> {
            let words: Words = given.parse().unwrap();
            let told = |called: &Called| {
                let (role, name) = (called.role.as_deref(), called.name.as_deref());
                format!("{}|{}", role.unwrap_or_default(), name.unwrap_or_default())
            };
            let ways = words.readings.iter();
            ways.map(|way| {
                let parts: Vec<_> = std::iter::once(&way.element).chain(&way.within).map(told).collect();
                parts.join(" < ")
            })
            .collect()
        };
        assert_eq!(all("Save in dialog"), ["|Save in dialog", "|Save < dialog|"]);
        assert_eq!(all("Delete in row Bob"), ["|Delete in row Bob", "|Delete < row|Bob"]);
        assert_eq!(all("Open in Firefox"), ["|Open in Firefox"]);
        assert_eq!(
            all("Copy in row Made in form"),
            [
                "|Copy in row Made in form",
                "|Copy in row Made < form|",
                "|Copy < row|Made in form",
                "|Copy < row|Made < form|"
            ]
        );
        assert_eq!(all("\"Delete\" in row \"Bob\""), ["|Delete < row|Bob"]);
        assert_eq!(all("button \"Log in now\""), ["button|Log in now"]);
        assert_eq!(all("\"Delete in row b\""), ["|Delete in row b"]);
        assert_eq!(all("'Fill in form' in \"Log in row b\""), ["|Fill in form < |Log in row b"]);
    }
}
