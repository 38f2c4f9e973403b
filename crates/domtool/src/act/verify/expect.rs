//! What a caller expects of an action, as data, and the words for it: `appears:Saved or navigation`.
//!
//! Parsing touches no page. Whether an expectation is met is decided in the file `judge`.

use std::{fmt, str::FromStr};

use domtool_page::view::quoted;

use crate::error::Error;

/// Any one of these is to come of an action.
///
/// ```
/// let expect: domtool::Expect = "appears:Saved or url:*/orders/*".parse()?;
/// assert_eq!(expect.any_of.len(), 2);
/// assert_eq!(expect.to_string(), "appears:Saved or url:*/orders/*");
/// # Ok::<(), domtool::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Expect {
    /// One is enough; never empty when it was parsed.
    pub any_of: Vec<Outcome>,
}

/// One thing that may come of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The tab shows another document or, within the document, has another address.
    Navigation,
    /// The address came to match this; `*` stands for anything.
    Url(String),
    /// A person can see this text who could not before: anywhere in the page, in a message or a dialog.
    Appears(String),
    /// This text, which could be seen before, no longer can.
    Disappears(String),
    /// The action's element holds this.
    Value(String),
    /// The action's element is (or is not) so.
    #[non_exhaustive]
    State {
        /// What it is to be.
        flag: StateFlag,
        /// Whether it is to be so, or not to be.
        on: bool,
    },
    /// Something happened that a person or the network can tell.
    AnyChange,
    /// Nothing happened, until the end of the wait.
    NoChange,
}

/// A state of an element, as observations have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StateFlag {
    /// A checkbox, radio or switch is on.
    Checked,
    /// A checkbox is neither on nor off.
    Mixed,
    /// What it discloses is open.
    Expanded,
    /// A tab, option or row is chosen.
    Selected,
    /// A toggle button is pressed.
    Pressed,
    /// It cannot be operated.
    Disabled,
    /// It has the focus.
    Focused,
    /// What it holds is not right, as the browser or the page says.
    Invalid,
    /// It must be filled.
    Required,
    /// Its value cannot be changed.
    ReadOnly,
    /// The page says that it is being changed.
    Busy,
    /// It can be seen.
    Visible,
}

/// The words of states. Of several words for one the first is told.
const FLAGS: &[(&str, StateFlag, bool)] = &[
    ("checked", StateFlag::Checked, true),
    ("unchecked", StateFlag::Checked, false),
    ("mixed", StateFlag::Mixed, true),
    ("expanded", StateFlag::Expanded, true),
    ("collapsed", StateFlag::Expanded, false),
    ("selected", StateFlag::Selected, true),
    ("pressed", StateFlag::Pressed, true),
    ("disabled", StateFlag::Disabled, true),
    ("enabled", StateFlag::Disabled, false),
    ("focused", StateFlag::Focused, true),
    ("invalid", StateFlag::Invalid, true),
    ("valid", StateFlag::Invalid, false),
    ("required", StateFlag::Required, true),
    ("read-only", StateFlag::ReadOnly, true),
    ("readonly", StateFlag::ReadOnly, true),
    ("busy", StateFlag::Busy, true),
    ("visible", StateFlag::Visible, true),
    ("hidden", StateFlag::Visible, false),
];

/// The words of outcomes, and what each takes after a colon.
const KINDS: &str =
    "navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT, state:checked, any_change, no_change";

/// What stands between two outcomes.
const OR: &str = " or ";

impl Outcome {
    /// The action's element is so, or is not.
    ///
    /// ```
    /// use domtool::{Outcome, StateFlag};
    ///
    /// let saved = Outcome::state(StateFlag::Checked, true).or(Outcome::Appears("Saved".to_owned()));
    /// assert_eq!(saved.to_string(), "state:checked or appears:Saved");
    /// ```
    #[must_use]
    pub fn state(flag: StateFlag, on: bool) -> Self {
        Self::State { flag, on }
    }

    /// This or another.
    #[must_use]
    pub fn or(self, other: Outcome) -> Expect {
        Expect::from(self).or(other)
    }

    /// Whether only a look at the page before the action can tell that the action caused it.
    pub(super) fn compares(&self) -> bool {
        !matches!(self, Outcome::Navigation | Outcome::Url(_))
    }

    /// Whether it is about the action's own element.
    pub(super) fn needs_element(&self) -> bool {
        matches!(self, Outcome::Value(_) | Outcome::State { .. })
    }
}

impl Expect {
    /// One of these, or another.
    #[must_use]
    pub fn or(mut self, other: Outcome) -> Self {
        self.any_of.push(other);
        self
    }
}

impl From<Outcome> for Expect {
    fn from(outcome: Outcome) -> Self {
        Self { any_of: vec![outcome] }
    }
}

impl FromStr for Expect {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut any_of = Vec::new();
        let mut rest = text.trim();
        if rest.is_empty() {
            return Err(Error::invalid_input(format!(
                "an expectation is one of {KINDS}; join several with or"
            )));
        }
        loop {
            let (outcome, left) = outcome(rest)?;
            any_of.push(outcome);
            let Some(left) = left else { return Ok(Self { any_of }) };
            rest = left;
        }
    }
}

/// Reads one outcome, and gives what stands after the `or` behind it.
fn outcome(text: &str) -> Result<(Outcome, Option<&str>), Error> {
    let text = text.trim_start();
    let bare_end = text.find(OR).unwrap_or(text.len());
    let kind_end = text.find(':').filter(|colon| *colon < bare_end).unwrap_or(bare_end);
    let kind = text[..kind_end].trim();
    let behind = &text[kind_end..];
    let (wanted, left) = match behind.strip_prefix(':') {
        Some(argument) => {
            let (wanted, left) = argument_of(argument)?;
            (Some(wanted), left)
        }
        None => (None, behind.strip_prefix(OR)),
    };
    Ok((named(kind, wanted)?, left))
}

/// A text: in quotes, or up to the next `or`.
fn argument_of(text: &str) -> Result<(String, Option<&str>), Error> {
    let text = text.trim_start();
    let Some(quoted) = text.strip_prefix('"') else {
        return Ok(match text.split_once(OR) {
            Some((wanted, left)) => (wanted.trim().to_owned(), Some(left)),
            None => (text.trim().to_owned(), None),
        });
    };
    let mut wanted = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => wanted.extend(characters.next().map(|(_, escaped)| escaped)),
            '"' => {
                let behind = &quoted[at + 1..];
                return match behind.strip_prefix(OR) {
                    Some(left) => Ok((wanted, Some(left))),
                    None if behind.trim().is_empty() => Ok((wanted, None)),
                    None => Err(Error::invalid_input(
                        "after the closing quote of an expectation comes nothing, or another one after or",
                    )),
                };
            }
            c => wanted.push(c),
        }
    }
    Err(Error::invalid_input("the quote of an expectation's text is not closed"))
}

/// The outcome of this name. What was wanted of it is not repeated in an error: it may be a secret.
fn named(kind: &str, wanted: Option<String>) -> Result<Outcome, Error> {
    let text = |what: &str| match &wanted {
        Some(wanted) if !wanted.is_empty() => Ok(wanted.clone()),
        _ => Err(Error::invalid_input(format!(
            "{kind} needs {what} after a colon: {kind}:{}",
            what.to_uppercase()
        ))),
    };
    let alone = |outcome: Outcome| match wanted {
        None => Ok(outcome),
        Some(_) => Err(Error::invalid_input(format!("{kind} takes nothing after a colon"))),
    };
    match kind.to_ascii_lowercase().replace('-', "_").as_str() {
        "navigation" => alone(Outcome::Navigation),
        "any_change" => alone(Outcome::AnyChange),
        "no_change" => alone(Outcome::NoChange),
        "url" => Ok(Outcome::Url(text("glob")?)),
        "appears" => Ok(Outcome::Appears(text("text")?)),
        "disappears" => Ok(Outcome::Disappears(text("text")?)),
        // A field may be expected to be empty.
        "value" => wanted.map(Outcome::Value).ok_or_else(|| {
            Error::invalid_input("value needs a colon and what the field is to hold: value:Ada")
        }),
        "state" => state(&text("state")?),
        _ => Err(Error::invalid_input(format!(
            "{} is no outcome to expect; there are {KINDS}",
            quoted(&short(kind))
        ))
        .with_hint("put a text that has the word or in it in quotes: appears:\"now or never\"")),
    }
}

fn state(word: &str) -> Result<Outcome, Error> {
    let lower = word.to_ascii_lowercase();
    let (bare, negated) = match ["not ", "not-", "not_", "!"].iter().find_map(|not| lower.strip_prefix(not)) {
        Some(bare) => (bare.trim(), true),
        None => (lower.as_str(), false),
    };
    match FLAGS.iter().find(|(name, ..)| *name == bare) {
        Some((_, flag, on)) => Ok(Outcome::State { flag: *flag, on: *on != negated }),
        None => {
            let known: Vec<&str> = FLAGS.iter().map(|(name, ..)| *name).collect();
            let message = format!(
                "{} is no state; there are {}, each also after not",
                quoted(&short(word)),
                known.join(", ")
            );
            Err(Error::invalid_input(message).with_hint("such as state:checked or state:not disabled"))
        }
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, outcome) in self.any_of.iter().enumerate() {
            if at > 0 {
                f.write_str(OR)?;
            }
            write!(f, "{outcome}")?;
        }
        Ok(())
    }
}

/// As it is parsed.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Navigation => f.write_str("navigation"),
            Outcome::AnyChange => f.write_str("any_change"),
            Outcome::NoChange => f.write_str("no_change"),
            Outcome::Url(glob) => write!(f, "url:{}", Argument(glob)),
            Outcome::Appears(text) => write!(f, "appears:{}", Argument(text)),
            Outcome::Disappears(text) => write!(f, "disappears:{}", Argument(text)),
            Outcome::Value(text) => write!(f, "value:{}", Argument(text)),
            Outcome::State { flag, on } => write!(f, "state:{}", flag_word(*flag, *on)),
        }
    }
}

/// The word of a state: `checked`, `unchecked`, `not required`.
pub(super) fn flag_word(flag: StateFlag, on: bool) -> String {
    if let Some((name, ..)) = FLAGS.iter().find(|(_, known, sense)| *known == flag && *sense == on) {
        return (*name).to_owned();
    }
    let name = FLAGS.iter().find(|(_, known, _)| *known == flag).map_or("", |(name, ..)| name);
    format!("not {name}")
}

/// A text that is quoted where it would be read otherwise.
struct Argument<'a>(&'a str);

impl fmt::Display for Argument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0;
        let plain = !text.contains(OR) && !text.starts_with('"') && text.trim() == text && !text.is_empty();
        if plain {
            return f.write_str(text);
        }
        write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<String, String> {
        text.parse::<Expect>().map(|expect| expect.to_string()).map_err(|error| error.message().to_owned())
    }

    #[test]
    fn words_are_read_and_told() {
        for (text, told) in [
            ("navigation", "navigation"),
            ("any_change", "any_change"),
            ("any-change", "any_change"),
            (" no_change ", "no_change"),
            ("url:*/cart", "url:*/cart"),
            ("url:http://127.0.0.1:80/a:b", "url:http://127.0.0.1:80/a:b"),
            ("appears:Saved", "appears:Saved"),
            ("appears: Order received ", "appears:Order received"),
            ("appears:12:30", "appears:12:30"),
            ("appears:Saved or navigation", "appears:Saved or navigation"),
            ("navigation or appears:Saved or any_change", "navigation or appears:Saved or any_change"),
            (r#"appears:"now or never" or navigation"#, r#"appears:"now or never" or navigation"#),
            (r#"appears:"a \"b\" \\ c""#, r#"appears:a "b" \ c"#),
            (r#"value:"""#, r#"value:"""#),
            ("value:", r#"value:"""#),
            ("value:Ada Lovelace", "value:Ada Lovelace"),
            ("value:-5", "value:-5"),
            ("disappears:Loading", "disappears:Loading"),
            ("state:checked", "state:checked"),
            ("state:not checked", "state:unchecked"),
            ("state:!Expanded", "state:collapsed"),
            ("state:not-collapsed", "state:expanded"),
            ("state:not required", "state:not required"),
            ("state:readonly", "state:read-only"),
            ("state:hidden or state:disabled", "state:hidden or state:disabled"),
        ] {
            assert_eq!(parsed(text).as_deref(), Ok(told), "{text:?}");
        }
    }

    #[test]
    fn what_is_told_is_read_as_the_same() {
        let texts = ["a", " a ", "a or b", "\"", "\\", "a\" or \"b", "or", " or ", "", "a\\\"b", "x:y or z:"];
        for text in texts {
            for outcome in [
                Outcome::Value(text.to_owned()),
                Outcome::Appears(format!("x{text}")),
                Outcome::Url(format!("*{text}")),
            ] {
                let expect = Expect { any_of: vec![outcome, Outcome::Navigation] };
                assert_eq!(expect.to_string().parse::<Expect>().unwrap(), expect, "{expect}");
            }
        }
    }

    #[test]
    fn errors_teach() {
        for (text, says) in [
            ("", "any_change"),
            ("  ", "appears:TEXT"),
            ("appeers:Saved", "\"appeers\" is no outcome to expect; there are navigation"),
            ("appears", "appears needs text after a colon: appears:TEXT"),
            ("appears:", "appears needs text"),
            ("url", "url needs glob after a colon: url:GLOB"),
            ("value", "value:Ada"),
            ("state:ticked", "\"ticked\" is no state; there are checked, unchecked"),
            ("state", "state needs state after a colon"),
            ("navigation:there", "navigation takes nothing after a colon"),
            ("navigation or ", "\"navigation or\" is no outcome"),
            ("navigation or", "is no outcome to expect"),
            ("appears:Now or never", "\"never\" is no outcome"),
            (r#"appears:"open"#, "is not closed"),
            (r#"appears:"a" b"#, "after the closing quote"),
        ] {
            let message = parsed(text).expect_err(text);
            assert!(message.contains(says), "{text:?}: {message}");
        }
    }

    #[test]
    fn an_error_does_not_repeat_a_value() {
        let error = "value:\"hunter2".parse::<Expect>().expect_err("it is not closed");
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }
}
