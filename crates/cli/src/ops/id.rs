//! An element id as an argument: checked for its shape here, for its meaning by the engine.

use std::str::FromStr;

use domtool::ElementId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An element's id from an observation, such as `e12`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub(crate) struct Id(ElementId);

impl Id {
    /// For the engine.
    pub(crate) fn element(&self) -> ElementId {
        self.0
    }
}

impl FromStr for Id {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        bare(text).parse().map(Id).map_err(|_| wrong(text).to_owned())
    }
}

/// An id without what people put around it when they copy one: quotes, brackets, the blanks of a line.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let pairs = [('"', '"'), ('\'', '\''), ('[', ']'), ('(', ')'), ('<', '>'), ('`', '`')];
    let inside = pairs.iter().find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close));
    inside.unwrap_or(text)
}

/// What is wrong with an id. Without its text: words in the wrong order may have put a password there.
fn wrong(text: &str) -> &'static str {
    let text = bare(text);
    if is_number(text) {
        return NO_LETTER;
    }
    slip(text).unwrap_or(
        "an element id looks like e12 and comes from an observation; the id is the first argument, texts come after it",
    )
}

/// What is wrong with what was meant as an id and is none: as other tools write them, or without its letter. A bare number may be what an
/// element is called, such as a day of a calendar.
pub(super) fn slip(text: &str) -> Option<&'static str> {
    let text = text.trim();
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    if inside.is_some_and(is_number) || text.strip_prefix('E').is_some_and(is_number) {
        return Some(NO_LETTER);
    }
    let other = text.strip_prefix(['@', '#']).or(text.strip_prefix("ref=")).is_some();
    other.then_some(
        "an element id is only the letter and the number, such as e12, and comes from an observation",
    )
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Of a number where only an id may stand.
const NO_LETTER: &str =
    "did you mean an id with a small e in front, such as e12 rather than 12? Ids come from an observation";

impl TryFrom<String> for Id {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Id> for String {
    fn from(id: Id) -> Self {
        id.0.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_people_copy_it() {
        for text in ["e12", " e12 ", "\"e12\"", "'e12'", "[e12]", "(e12)", "<e12>", "`e12`"] {
            assert_eq!(text.parse::<Id>().map(String::from), Ok("e12".to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_no_id_is_told_how_one_looks_and_never_what_it_was() {
        for (text, says) in [
            ("12", "did you mean an id with a small e"),
            ("[7]", "did you mean an id with a small e"),
            ("E12", "did you mean an id with a small e"),
            ("4711", "did you mean an id with a small e"),
            ("@e9", "only the letter and the number"),
            ("ref=e9", "only the letter and the number"),
            ("#submit", "only the letter and the number"),
            ("hunter2", "the id is the first argument"),
            ("e", "the id is the first argument"),
            ("e012", "the id is the first argument"),
            ("", "the id is the first argument"),
        ] {
            let why = text.parse::<Id>().unwrap_err();
            assert!(why.contains(says), "{text}: {why}");
            assert!(text.len() < 4 || !why.contains(text), "{text}: {why}");
        }
    }
}
