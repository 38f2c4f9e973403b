//! `type`: text, key by key.

use std::time::Duration;

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::{Failure, Result};

/// The most milliseconds between two keys.
const MAX_DELAY: u16 = 1000;

/// Add text key by key at the end of a field, or where the focus is.
///
/// For suggestions that open while a person types; `fill` is surer for everything else. A line break is Enter.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
// One word alone is the last argument.
#[command(allow_missing_positional = true)]
pub(crate) struct Type {
    /// The field; what has the focus when it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Target>,
    /// The text.
    #[arg(required = true, allow_hyphen_values = true)]
    pub(crate) text: String,
    /// Milliseconds between two keys, for pages that take only what comes slowly; 1000 at most.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u16).range(0..=i64::from(MAX_DELAY)))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) delay: Option<u16>,
}

impl Operation for Type {
    const NAME: &'static str = "type";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool type e3 lond", "type into a field"),
        ("domtool type don", "go on where the focus is"),
        ("domtool type e3 lond --delay 80", "as slowly as a person"),
    ];
}

impl ActionOperation for Type {
    fn action(self, _: &Environment) -> Result<Action> {
        let delay = self.delay.unwrap_or_default();
        if delay > MAX_DELAY {
            return Err(Failure::invalid(format!("delay is {MAX_DELAY} at most")));
        }
        let delay = Duration::from_millis(delay.into());
        let target = self.id.as_ref().map(|target| target.before(&self.text)).transpose()?;
        Ok(Action::type_slowly(target, self.text, delay))
    }
}
