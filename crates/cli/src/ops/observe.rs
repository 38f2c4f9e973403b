//! `observe`: what the page shows, as a model reads it.

use clap::ValueEnum;
use domtool::{Action, Enrich, Format, ObserveOptions, ScrollThrough, Since, With};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Id, Operation, Traits};
use crate::{
    failure::{Failure, Result},
    output::Output,
};

/// See the page as text: one line an element, with ids to act on.
///
/// Ids such as e12 stay the same as long as their element is there, and are never given to another one.
/// With an address or a file, it is opened first.
#[derive(Debug, Default, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Observe {
    /// Open this address or file first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    /// As text for a model, or as JSON.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: AsFormat,
    /// The most tokens that it may take; 0 for no limit.
    #[arg(long, value_name = "TOKENS", default_value_t = 4_000)]
    pub(crate) budget: u32,
    /// What to add to each node.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT,...")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) with: Vec<Extra>,
    /// Only what changed since the last observation.
    #[arg(long)]
    pub(crate) diff: bool,
    /// Only if something is not as it was: since you last looked, or since an observation with this hash. With it the hash
    /// is told; without a change the answer is "nothing changed".
    #[arg(long, value_name = "HASH", num_args = 0..=1, default_missing_value = "", conflicts_with = "diff")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) if_changed: Option<String>,
    /// Only what is below this element.
    #[arg(long, value_name = "ID")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) under: Option<Id>,
    /// Only what is in view.
    #[arg(long)]
    pub(crate) viewport: bool,
    /// Open the fold with this id; may be repeated.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) expand: Vec<Id>,
    /// Which page of a long observation, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) page: u32,
    /// What you look for, in words: of a large page only what is about it is shown, and what is left out is said.
    #[arg(long, value_name = "WORDS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) query: Option<String>,
    /// With --query: a file of word vectors (GloVe or word2vec, as text), so that other words of the same meaning count.
    #[cfg(feature = "embeddings")]
    #[arg(long, value_name = "FILE", requires = "query")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<std::path::PathBuf>,
    /// Whether Chrome is asked for names and roles that domtool is not sure of.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) enrich: AskChrome,
    /// Scroll through the page first, so many screens at most, and back: for what loads on the way.
    #[arg(long, value_name = "SCREENS", num_args = 0..=1, require_equals = true, default_missing_value = "20")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scroll: Option<u32>,
    /// With --scroll: the list to scroll through, by its id or that of something in it.
    #[arg(long, value_name = "ID", requires = "scroll")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) within: Option<Id>,
    /// End with what it was made of and what each phase took.
    #[arg(long)]
    pub(crate) stats: bool,
}

/// The shape of an observation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AsFormat {
    /// Indented text, one line an element.
    #[default]
    Tree,
    /// JSON.
    Json,
}

/// What can be added to each node of an observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Extra {
    /// The protocol's backend node id, and the frame's id.
    Backend,
    /// The box in CSS pixels of the top viewport.
    Box,
    /// semantic, interactive or structural.
    Tier,
    /// Why it is taken as operable.
    Why,
    /// A path to it within its document.
    Xpath,
}

/// When Chrome is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AskChrome {
    /// For the uncertain ones, in one burst.
    #[default]
    Auto,
    /// For every node of every frame: slow on long pages.
    Full,
    /// Never.
    None,
}

impl Observe {
    /// What is compared with.
    fn since(&self) -> Result<Option<Since>> {
        let hash = |text: &str| {
            let hash = u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16);
            hash.map(Since::Hash).ok_or_else(|| {
                Failure::invalid(
                    "a hash has 16 hexadecimal digits; observe --if-changed tells it, and so does --json",
                )
            })
        };
        match self.if_changed.as_deref() {
            None => Ok(None),
            Some("") => Ok(Some(Since::LastLook)),
            Some(text) => hash(text).map(Some),
        }
    }

    fn options(&self) -> Result<ObserveOptions> {
        let has = |extra| self.with.contains(&extra);
        Ok(ObserveOptions {
            format: match self.format {
                AsFormat::Tree => Format::Tree,
                AsFormat::Json => Format::Json,
            },
            budget: (self.budget > 0).then_some(self.budget),
            with: With {
                backend: has(Extra::Backend),
                rect: has(Extra::Box),
                tier: has(Extra::Tier),
                why: has(Extra::Why),
                xpath: has(Extra::Xpath),
            },
            under: self.under.as_ref().map(Id::element),
            in_view_only: self.viewport,
            expand: self.expand.iter().map(Id::element).collect(),
            page: self.page,
            query: self.query.clone(),
            #[cfg(feature = "embeddings")]
            meaning: None,
            diff: self.diff,
            if_changed: self.since()?,
            enrich: match self.enrich {
                AskChrome::Auto => Enrich::Auto,
                AskChrome::Full => Enrich::Full,
                AskChrome::None => Enrich::None,
            },
            stats: self.stats,
            scroll: self.scroll.map(|steps| ScrollThrough {
                steps,
                within: self.within.as_ref().map(Id::element),
                ..ScrollThrough::default()
            }),
        })
    }
}

impl Operation for Observe {
    const NAME: &'static str = "observe";
    const TRAITS: Traits = Traits { open_world: true, ..Traits::LOOK };
    const ACTS: bool = false;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool observe", "what the page shows now"),
        ("domtool observe https://example.com", "open a page and see it"),
        ("domtool observe --diff", "only what changed since the last look"),
        ("domtool observe --if-changed", "the page, unless it is as you last saw it"),
        ("domtool observe --under e40 --budget 8000", "one part of the page, in more detail"),
        ("domtool observe --query 'add the Samsung to the cart'", "of a large page what matters for this"),
        ("domtool observe --scroll", "a page that loads more as it is scrolled, up to 20 screens"),
        ("domtool observe --format json --stats", "as JSON, with what it cost"),
        (
            "domtool observe --format json --budget 0 --with backend,box,tier,why,xpath",
            "every node, for debugging",
        ),
    ];

    async fn run(self, context: &mut Context) -> Result<Output> {
        if self.page == 0 {
            return Err(Failure::invalid("pages are counted from 1"));
        }
        #[cfg_attr(not(feature = "embeddings"), expect(unused_mut, reason = "a model is put in below"))]
        let mut options = self.options()?;
        #[cfg(feature = "embeddings")]
        if let Some(model) = &self.model {
            options.meaning = Some(domtool::meaning_of(&context.path(model))?);
        }
        if let Some(url) = &self.url {
            let url = context.address(url)?;
            let session = context.start().await?;
            if session.tab().is_err() {
                session.new_tab(None).await?;
            }
            context.act(Action::Open { url }).await?;
        }
        let seen = context.tab()?.observe(&options).await?;
        // A diff is lines in either format.
        let is_json = self.format == AsFormat::Json && seen.text.starts_with('{');
        Ok(Output::Observation { seen: Box::new(seen), is_json, stats: self.stats })
    }
}
