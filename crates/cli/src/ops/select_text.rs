//! `select-text`: words of an element or of the page.

use domtool::text::quoted;
use domtool::{Action, TextPart};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::{Failure, Result};

/// Select text: a phrase, a range of characters, or all of an element or of the page.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SelectText {
    /// The element; the page when it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Target>,
    /// The words to select.
    #[arg(long, value_name = "TEXT")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) phrase: Option<String>,
    /// Which of several such phrases, from 1.
    #[arg(long, value_name = "N", requires = "phrase")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nth: Option<u32>,
    /// Characters by number: the first, from 0, and the one after the last, such as 0-10.
    #[arg(long, value_name = "FROM-TO", conflicts_with = "phrase")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) range: Option<String>,
}

impl Operation for SelectText {
    const NAME: &'static str = "select-text";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool select-text --phrase 'terms of use'", "words anywhere in the page"),
        ("domtool select-text e4 --range 0-10", "the first ten characters of a field"),
        ("domtool select-text e4", "all of it"),
    ];
}

impl ActionOperation for SelectText {
    fn action(self, _: &Environment) -> Result<Action> {
        let part = match (self.phrase, self.range) {
            (Some(_), Some(_)) => return Err(Failure::invalid("a phrase or a range, not both")),
            (Some(text), None) => TextPart::phrase(text, self.nth.unwrap_or(1)),
            (None, Some(range)) => {
                let ends =
                    range.split_once('-').and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
                let (from, to) = ends.ok_or_else(|| {
                    Failure::invalid(format!("{range} is no range; write it as 0-10", range = quoted(&range)))
                })?;
                TextPart::range(from, to)
            }
            (None, None) => TextPart::All,
        };
        Ok(Action::select_text(self.id.as_ref().map(Target::named), part))
    }
}
