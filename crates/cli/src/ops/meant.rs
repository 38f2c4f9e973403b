//! Which operation a word was meant for: other tools' names for ours, and words with a slip.

use crate::alike::alike;

/// What other tools call our operations.
const ELSEWHERE: &[(&str, &str)] = &[
    ("append", "type"),
    ("dblclick", "double-click"),
    ("exit", "close"),
    ("extract", "read"),
    ("go", "open"),
    ("goto", "open"),
    ("input", "fill"),
    ("key", "press"),
    ("keypress", "press"),
    ("look", "observe"),
    ("markdown", "read"),
    ("navigate", "open"),
    ("quit", "close"),
    ("refresh", "reload"),
    ("search", "find"),
    ("set", "fill"),
    ("snapshot", "observe"),
    ("tap", "click"),
    ("tabs", "tab"),
    ("text", "read"),
    ("tick", "check"),
    ("visit", "open"),
    ("write", "fill"),
];

/// The name of the operation that a word was meant for, as far as that can be guessed.
pub(crate) fn meant(word: &str) -> Option<String> {
    let known = ELSEWHERE.iter().find(|(theirs, _)| *theirs == word);
    known
        .map(|(_, ours)| (*ours).to_owned())
        .or_else(|| alike(word, super::ALL.iter().map(|entry| entry.name)))
}

/// The action that may have been meant by a word that is none.
pub(crate) fn meant_action(word: &str) -> Option<String> {
    super::meant(word).filter(|name| super::find(name).is_some_and(super::Entry::acts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_tools_and_slips_lead_to_ours() {
        for (word, expected) in [
            ("goto", Some("open")),
            ("snapshot", Some("observe")),
            ("clik", Some("click")),
            ("obsrve", Some("observe")),
            ("scrol", Some("scroll")),
            ("doubleclick", Some("double-click")),
            ("zzzz", None),
            ("--flag", None),
        ] {
            assert_eq!(meant(word).as_deref(), expected, "{word}");
        }
        for (theirs, ours) in ELSEWHERE {
            assert!(super::super::find(theirs).is_none() && super::super::find(ours).is_some(), "{theirs}");
        }
    }
}
