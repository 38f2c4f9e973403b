//! What an element is called, where its id may stand: `button "Save" in dialog "New helper"`, or `Save` alone. Only the words are
//! read here; `named` looks for what they name.

use std::{fmt, str::FromStr};

use super::NotWanted;

/// What an element is called: its role and its name as an observation prints them, or the name alone, and what it stands in.
///
/// ```
/// use domtool_page::view::Words;
///
/// for given in ["Save", "button \"Save\"", "Delete in row \"Bob\"", "searchbox"] {
///     assert_eq!(given.parse::<Words>()?.to_string(), given);
/// }
/// # Ok::<(), domtool_page::view::NotWanted>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    given: String,
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

/// Before what something stands in.
const IN: &str = "in ";

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.given)
    }
}

impl FromStr for Words {
    type Err = NotWanted;

    fn from_str(given: &str) -> Result<Self, NotWanted> {
        let given = given.trim();
        let (element, mut rest) = Called::read(given).unwrap_or_else(|| Called::bare(given));
        if element.name.as_deref().unwrap_or_default().trim().is_empty() {
            return Err(NotWanted("there is nothing to look for".to_owned()));
        }
        let mut within = Vec::new();
        while !rest.is_empty() {
            let holder = rest.strip_prefix(IN).map(str::trim_start).and_then(Called::read);
            let Some((holder, after)) = holder else {
                let why = "after a name in quotes comes only what it stands in, such as in dialog \"New\"";
                return Err(NotWanted(why.to_owned()));
            };
            within.push(holder);
            rest = after;
        }
        Ok(Self { given: given.to_owned(), element, within })
    }
}

impl Called {
    /// Reads `button "Save"` or `"Save"`, and gives what comes after it.
    fn read(text: &str) -> Option<(Self, &str)> {
        let (role, rest) = match text.find(is_quote)? {
            0 => (None, text),
            at => {
                let role = text[..at].strip_suffix(['~', ' ']).unwrap_or(&text[..at]).trim_end();
                (Some(role).filter(|role| is_role(role))?.into(), &text[at..])
            }
        };
        let (name, rest) = quoted(rest)?;
        let role = role.map(str::to_owned);
        Some((Self { role, name: Some(name), quoted: true }, rest.trim_start()))
    }

    /// Reads a name without quotes, up to what it is said to stand in.
    fn bare(text: &str) -> (Self, &str) {
        let is_holder = |(at, _): &(usize, char)| {
            let after = text[*at..].strip_prefix(' ').and_then(|rest| rest.strip_prefix(IN));
            after.is_some_and(|rest| Self::read(rest.trim_start()).is_some())
        };
        let holder = text.char_indices().find(is_holder).map(|(at, _)| at);
        let (name, rest) = match holder {
            Some(at) => (&text[..at], text[at..].trim_start()),
            None => (text, ""),
        };
        (Self { role: None, name: Some(name.trim().to_owned()), quoted: false }, rest)
    }

    /// The ways in which it can be meant, the first that names something counts: `button Save` is a name before it is a role and a name,
    /// and `searchbox` a name before it is a role.
    pub(super) fn meanings(&self) -> Vec<Self> {
        let mut all = vec![self.clone()];
        let name = self.name.as_deref().filter(|_| !self.quoted).unwrap_or_default();
        let of = |role: &str, name: Option<&str>| Self {
            role: Some(role.to_owned()),
            name: name.map(|name| name.trim().to_owned()),
            quoted: false,
        };
        match name.split_once(' ') {
            Some((role, name)) if is_role(role) => all.push(of(role, Some(name))),
            None if is_role(name) => all.push(of(name, None)),
            _ => {}
        }
        all
    }
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '“')
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

    /// As `role|name`, and so each that it stands in.
    fn read(given: &str) -> Result<String, String> {
        let words: Words = given.parse().map_err(|why: NotWanted| why.0)?;
        let all = std::iter::once(&words.element).chain(&words.within);
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
            ("Sign in here", "|Sign in here"),
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
        let meanings = |given: &str| given.parse::<Words>().unwrap().element.meanings().len();
        assert_eq!(meanings("button Save"), 2);
        assert_eq!(meanings("searchbox"), 2);
        assert_eq!(meanings("Save"), 1);
        assert_eq!(meanings("\"searchbox\""), 1);
    }
}
