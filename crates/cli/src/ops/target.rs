//! The element of an action as an argument: an id, or what it is called. Checked for its shape here, looked for by the engine.

use std::str::FromStr;

use domtool::TargetRef;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::{Id, slip};
use crate::failure::{Failure, Result};

/// An element: its id from an observation, such as `e12`, or what it is called there: `button "Save"`, `Save`, `Delete in row "Bob"`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub(crate) struct Target(TargetRef);

impl Target {
    /// For the engine.
    pub(crate) fn named(&self) -> TargetRef {
        self.0.clone()
    }

    /// The same, where a text comes after it.
    ///
    /// # Errors
    /// Where the text is an id and this is none: they stand in the wrong order, and this may be a secret.
    pub(crate) fn before(&self, text: &str) -> Result<TargetRef> {
        match &self.0 {
            TargetRef::Words(_) if text.parse::<Id>().is_ok() => {
                Err(Failure::invalid("the element is the first argument, and its text comes after it"))
            }
            named => Ok(named.clone()),
        }
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        if let Ok(id) = text.parse::<Id>() {
            return Ok(Self(id.element().into()));
        }
        if let Some(why) = slip(text) {
            return Err(why.to_owned());
        }
        text.parse().map(Self).map_err(|error: domtool::Error| error.message().to_owned())
    }
}

impl TryFrom<String> for Target {
    type Error = String;

    fn try_from(text: String) -> std::result::Result<Self, String> {
        text.parse()
    }
}

impl From<Target> for String {
    fn from(target: Target) -> Self {
        target.0.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_words_are_told_apart() {
        for (text, is_id) in [
            ("e12", true),
            ("[e12]", true),
            ("\"e12\"", true),
            ("Save", false),
            ("button \"e12\"", false),
            ("\"12\"", false),
            // A day of a calendar.
            ("12", false),
            ("\"#general\"", false),
            ("e", false),
        ] {
            let target: Target = text.parse().unwrap();
            assert_eq!(matches!(target.named(), TargetRef::Id(_)), is_id, "{text}");
        }
    }

    #[test]
    fn slips_are_no_names() {
        for text in ["[7]", "E12", "@e9", "ref=e9", "#submit", ""] {
            assert!(text.parse::<Target>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_stands_in_the_place_of_an_id_is_not_repeated() {
        let target: Target = "hunter2".parse().unwrap();
        let failure = target.before("e3").unwrap_err();
        assert!(!failure.message.contains("hunter2") && failure.message.contains("first argument"));
        assert!(target.before("Ada").is_ok());
    }
}
