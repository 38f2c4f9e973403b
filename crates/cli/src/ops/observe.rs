//! `observe`: what the page shows, as a model reads it.

use std::path::PathBuf;

use clap::ValueEnum;
use domtool::{Enrich, Format, IfChangedSince, NodeDetails, ObserveOptions, ScrollThrough, StatsDetail};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Context, Id, InAct, Operation, RunOperation, Target, Traits,
    screenshot::{kind_of, save},
};
use crate::{
    failure::{Failure, Result},
    output::Observed,
};

/// See the page as text: one line an element, with ids to act on.
///
/// Ids such as e12 stay the same as long as their element is there, and are never given to another one.
/// With an address or a file, it is opened first.
#[derive(Debug, Default, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Observe {
    /// Open this address or file first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    /// How it is written.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: AsFormat,
    /// The most tokens that it may take; 0 for no limit.
    #[arg(long, value_name = "TOKENS", default_value_t = BUDGET)]
    #[serde(default = "budget")]
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
    #[arg(long, value_name = "ELEMENT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) under: Option<Target>,
    /// Only the document in this frame, by its iframe.
    #[arg(long, value_name = "ELEMENT", conflicts_with = "under")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) frame: Option<Target>,
    /// Only the first visible match of this CSS selector; with frame, in that frame. Each shadow root, closed or not, is matched
    /// on its own.
    #[arg(long, value_name = "CSS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) selector: Option<String>,
    /// Only what is in view.
    #[arg(long)]
    pub(crate) viewport: bool,
    /// Open the fold with this id; may be repeated.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) expand: Vec<Id>,
    /// Which page of a long observation, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    #[serde(default = "first")]
    pub(crate) page: u32,
    /// What you look for, in words: of a large page only what is about it is shown, and what is left out is said.
    #[arg(long, value_name = "WORDS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) query: Option<String>,
    /// Whether Chrome is asked for names and roles that domtool is not sure of.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) enrich: AskChrome,
    /// Scroll through the page first, so many screens at most, and back: for what loads on the way.
    #[arg(long, value_name = "SCREENS", num_args = 0..=1, require_equals = true, default_missing_value = "20")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scroll: Option<u32>,
    /// With --scroll: the list to scroll through, or something in it.
    #[arg(long, value_name = "ELEMENT", requires = "scroll")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) within: Option<Target>,
    /// Save a picture too, with the ids drawn on it.
    #[arg(long)]
    pub(crate) marks: bool,
    /// Where a picture is written: PNG, or what its name says (.jpg, .webp).
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) picture: Option<PathBuf>,
    /// End with what it was made of and what each phase took; with `page` also with how the page itself has performed: long
    /// tasks, scripts, layout, paints, memory.
    #[arg(long, value_enum, value_name = "OF", num_args = 0..=1, default_missing_value = "look")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stats: Option<StatsOf>,
}

/// What statistics are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StatsOf {
    /// The observation: what it was made of, what it cost, what had no room.
    Look,
    /// That, and how the page has performed since its document began.
    Page,
}

/// The shape of an observation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AsFormat {
    /// Indented text, one line an element.
    #[default]
    Tree,
    /// What a person reads, without controls; links have ids.
    Markdown,
    /// JSON, nodes in nodes.
    Json,
    /// JSON, one flat list of what can be operated, with short keys and a legend.
    Semantic,
    /// Minimal HTML of what can be operated.
    Skeleton,
    /// A skeleton of what is in view and a picture with the ids drawn on it.
    Hybrid,
    /// All that can be seen, as cleaned HTML.
    Full,
    /// What suits the query and the page: hybrid, markdown or tree.
    Auto,
}

impl AsFormat {
    /// The format, where it is not left open.
    pub(crate) fn format(self) -> Option<Format> {
        Some(match self {
            AsFormat::Tree => Format::Tree,
            AsFormat::Json => Format::Json,
            AsFormat::Markdown => Format::Markdown,
            AsFormat::Semantic => Format::Semantic,
            AsFormat::Skeleton => Format::Skeleton,
            AsFormat::Hybrid => Format::Hybrid,
            AsFormat::Full => Format::Full,
            AsFormat::Auto => return None,
        })
    }
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
    /// Ids for landmarks and forms, for `under`.
    Landmarks,
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

/// Tokens, where the caller does not say how many.
const BUDGET: u32 = 4_000;

fn budget() -> u32 {
    BUDGET
}

fn first() -> u32 {
    1
}

/// Models take no larger pictures.
const LONGEST_SIDE: u32 = 1568;

impl Observe {
    /// What is compared with.
    fn since(&self) -> Result<Option<IfChangedSince>> {
        match self.if_changed.as_deref() {
            None => Ok(None),
            Some("") => Ok(Some(IfChangedSince::LastLook)),
            Some(text) => Ok(Some(IfChangedSince::Hash(text.parse()?))),
        }
    }

    fn picture_file(&self) -> PathBuf {
        self.picture.clone().unwrap_or_else(|| PathBuf::from("observation.png"))
    }

    fn options(&self) -> Result<ObserveOptions> {
        let mut options = ObserveOptions::default();
        options.format = self.format.format().unwrap_or_default();
        options.auto = self.format == AsFormat::Auto;
        options.marks = self.marks;
        options.picture.marks = true;
        options.picture.kind = kind_of(&self.picture_file());
        options.picture.longest_side = Some(LONGEST_SIDE);
        options.budget = (self.budget > 0).then_some(self.budget);
        options.with = self.details();
        options.selector.clone_from(&self.selector);
        options.in_view_only = self.viewport;
        options.expand = self.expand.iter().map(Id::element).collect();
        options.page = self.page;
        options.query.clone_from(&self.query);
        options.diff = self.diff;
        options.if_changed = self.since()?;
        options.enrich = match self.enrich {
            AskChrome::Auto => Enrich::Auto,
            AskChrome::Full => Enrich::Full,
            AskChrome::None => Enrich::None,
        };
        options.stats = match self.stats {
            None => StatsDetail::None,
            Some(StatsOf::Look) => StatsDetail::Look,
            Some(StatsOf::Page) => StatsDetail::Page,
        };
        options.scroll = self.scroll.map(|steps| {
            let mut scroll = ScrollThrough::default();
            scroll.steps = steps;
            scroll
        });
        Ok(options)
    }

    fn details(&self) -> NodeDetails {
        let has = |extra| self.with.contains(&extra);
        let mut details = NodeDetails::default();
        details.backend = has(Extra::Backend);
        details.rect = has(Extra::Box);
        details.tier = has(Extra::Tier);
        details.why = has(Extra::Why);
        details.xpath = has(Extra::Xpath);
        details.landmarks = has(Extra::Landmarks);
        details
    }
}

impl Operation for Observe {
    const NAME: &'static str = "observe";
    const TRAITS: Traits = Traits { destructive: true, ..Traits::GO };
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool observe", "what the page shows now"),
        ("domtool observe https://example.com", "open a page and see it"),
        ("domtool observe --diff", "only what changed since the last look"),
        ("domtool observe --if-changed", "the page, unless it is as you last saw it"),
        ("domtool observe --under e40 --budget 8000", "one part of the page, in more detail"),
        ("domtool observe --under dialog", "by what it is called; so too --under 'row \"Bob\"'"),
        ("domtool observe --selector '#checkout'", "the part that a CSS selector names"),
        ("domtool observe --frame e7 --selector form", "the same in a frame"),
        ("domtool observe --query 'add the Samsung to the cart'", "of a large page what matters for this"),
        ("domtool observe --format hybrid --picture look.jpg", "what is in view, with a picture of it"),
        ("domtool observe --format auto --query 'the gear icon'", "the format that suits what you look for"),
        ("domtool observe --scroll", "a page that loads more as it is scrolled, up to 20 screens"),
        ("domtool observe --format json --stats", "as JSON, with what it cost"),
        (
            "domtool observe --stats page",
            "with how the page has performed: long tasks, layout, paints, memory",
        ),
        (
            "domtool observe --format json --budget 0 --with backend,box,tier,why,xpath",
            "every node, for debugging",
        ),
    ];

    fn only_looks(&self) -> bool {
        let pictures = self.marks || self.picture.is_some() || self.format == AsFormat::Hybrid;
        self.url.is_none() && self.scroll.is_none() && !pictures
    }
}

impl RunOperation for Observe {
    type Answer = Observed;
    const IN_ACT: InAct<Self> = InAct::Last;

    async fn run(self, context: &Context) -> Result<Observed> {
        if self.page == 0 {
            return Err(Failure::invalid("pages are counted from 1"));
        }
        let mut options = self.options()?;
        if let Some(url) = &self.url {
            context.go(url).await?;
        }
        options.under = context.element(self.under.as_ref()).await?;
        options.frame = context.element(self.frame.as_ref()).await?;
        if let Some(scroll) = &mut options.scroll {
            scroll.within = context.element(self.within.as_ref()).await?;
        }
        options.timeout = context.left();
        let mut seen = context.tab()?.observe(&options).await?;
        // A diff is lines in every format.
        let is_json = self.format.format().is_some_and(Format::is_json) && seen.text.starts_with('{');
        let picture = match seen.picture.take() {
            Some(shot) => Some(save(context, &self.picture_file(), shot).await?),
            None => None,
        };
        Ok(Observed { seen, is_json, stats: self.stats.is_some(), picture })
    }
}
