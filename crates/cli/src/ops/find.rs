//! `find`: where on the page a text stands.

use domtool::{FindOptions, FindResult};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, InAct, Operation, RunOperation, Target, Traits};
use crate::failure::{Failure, Result};

/// Find a text anywhere on the page: ids, what they are, where they stand.
///
/// Names, texts, values, options and attributes are searched, in every frame, also what observe folds or cuts. Case and
/// white space do not matter; between slashes it is a regular expression. The best matches come first.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Find {
    /// The text, or /expression/ (or /expression/i).
    #[arg(allow_hyphen_values = true)]
    pub(crate) text: String,
    /// Only below this element.
    #[arg(long, value_name = "ELEMENT")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) under: Option<Target>,
    /// The most tokens that the answer may take; 0 for no limit.
    #[arg(long, value_name = "TOKENS", default_value_t = 1_000)]
    #[serde(default = "usual_budget")]
    pub(crate) budget: u32,
    /// Which page of the matches, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    #[serde(default = "first_page")]
    pub(crate) page: u32,
}

fn usual_budget() -> u32 {
    1_000
}

fn first_page() -> u32 {
    1
}

impl Operation for Find {
    const NAME: &'static str = "find";
    const TRAITS: Traits = Traits::LOOK;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool find 'Add to cart'", "every place with this text, wherever it is folded away"),
        ("domtool find '/order \\d+/i'", "by a regular expression"),
        ("domtool find Delete --under e40", "below one element only"),
        ("domtool find Delete --under 'row \"Bob\"'", "the same, by what it is called"),
    ];
}

impl RunOperation for Find {
    type Answer = FindResult;
    const IN_ACT: InAct<Self> = InAct::Last;

    async fn run(self, context: &Context) -> Result<FindResult> {
        if self.page == 0 {
            return Err(Failure::invalid("pages are counted from 1"));
        }
        let mut options = FindOptions::new(&self.text);
        options.under = context.element(self.under.as_ref()).await?;
        options.budget = (self.budget > 0).then_some(self.budget);
        options.page = self.page;
        options.timeout = context.left();
        Ok(context.tab()?.find(&options).await?)
    }
}
