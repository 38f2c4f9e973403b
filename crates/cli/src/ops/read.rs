//! `read`: what there is to read, as Markdown, in pages.

use domtool::{Format, ObserveOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Id, InAct, Operation, RunOperation, Target, Traits};
use crate::{
    failure::{Failure, Result},
    output::Observed,
};

/// Read the page as Markdown: headings, text, lists, tables, code. Links carry ids to click, as in `[Cart](e4)`.
///
/// A PDF gives its text. What can only be operated is left out, and counted: `observe` shows it. A navigation of many links is one line that
/// `--expand` opens. Long pages come in pages; the last line says which one goes on.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Read {
    /// Open this address or file first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    /// Only what is below this element.
    #[arg(long, value_name = "ELEMENT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) under: Option<Target>,
    /// Which page of a long text, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) page: u32,
    /// The most tokens that one page may take; 0 for no limit.
    #[arg(long, value_name = "TOKENS", default_value_t = 4_000)]
    pub(crate) budget: u32,
    /// Show the links of the navigation with this id; may be repeated.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) expand: Vec<Id>,
}

impl Default for Read {
    fn default() -> Self {
        Self { url: None, under: None, page: 1, budget: 4_000, expand: Vec::new() }
    }
}

impl Operation for Read {
    const NAME: &'static str = "read";
    const TRAITS: Traits = Traits::GO;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool read", "what there is to read on the page"),
        ("domtool read https://example.com/guide", "open a page and read it"),
        ("domtool read --page 2", "where the first page ended"),
        ("domtool read --under e40", "one part of the page"),
    ];

    fn only_looks(&self) -> bool {
        self.url.is_none()
    }
}

impl RunOperation for Read {
    type Answer = Observed;
    const IN_ACT: InAct<Self> = InAct::Last;

    async fn run(self, context: &Context) -> Result<Observed> {
        if self.page == 0 {
            return Err(Failure::invalid("pages are counted from 1"));
        }
        if let Some(url) = &self.url {
            context.go(url).await?;
        }
        let mut options = ObserveOptions::default();
        options.format = Format::Markdown;
        options.budget = (self.budget > 0).then_some(self.budget);
        options.under = context.element(self.under.as_ref()).await?;
        options.expand = self.expand.iter().map(Id::element).collect();
        options.page = self.page;
        options.timeout = context.left();
        let seen = context.tab()?.observe(&options).await?;
        Ok(Observed { seen, is_json: false, stats: false, picture: None })
    }
}
