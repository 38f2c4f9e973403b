//! The shape of the format `semantic`, for its schema.

#![allow(dead_code, reason = "a schema is made of it, and a test reads it")]

use schemars::JsonSchema;

/// What can be operated on a page.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Page {
    /// Always `semantic`.
    pub(super) mode: String,
    /// The version of this shape.
    pub(super) version: String,
    /// The address, shortened where secret.
    pub(super) url: String,
    /// The title.
    pub(super) title: String,
    /// How far down the page is scrolled.
    pub(super) scroll_position: String,
    /// CSS pixels.
    pub(super) viewport: Viewport,
    /// What the keys mean.
    pub(super) legend: String,
    /// What else must be known, such as parts that could not be read.
    #[serde(default)]
    pub(super) notes: Vec<String>,
    /// What can be operated, in document order.
    pub(super) interactive_tree: Vec<Item>,
    /// What scrolls, of the list.
    pub(super) scrollable_containers: Vec<Container>,
    /// What happened since the last observation.
    pub(super) recent_events: Vec<String>,
    /// The frames that `f` counts; 0 is the page.
    #[serde(default)]
    pub(super) frames: Vec<Frame>,
    /// The hash of what it says, where it was asked whether anything changed.
    #[serde(default)]
    pub(super) hash: Option<String>,
    /// How much of it there is.
    pub(super) meta: Meta,
    /// What it was made of and what that took, on request.
    #[serde(default)]
    pub(super) stats: Option<std::collections::BTreeMap<String, serde_json::Value>>,
}

/// CSS pixels.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Viewport {
    pub(super) width: i64,
    pub(super) height: i64,
}

/// One element. What is default is left out.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Item {
    /// Its id, to act on or, of a `fold`, to expand.
    pub(super) i: String,
    /// Its role in few letters; `fold` stands for what is left out.
    pub(super) r: String,
    /// Its name; `~` stands before a guess.
    #[serde(default)]
    pub(super) n: String,
    /// What is in it.
    #[serde(default)]
    pub(super) v: Option<String>,
    /// Its states, in words.
    #[serde(default)]
    pub(super) s: String,
    /// Its centre, CSS pixels of the top viewport.
    #[serde(default)]
    pub(super) xy: Option<[i64; 2]>,
    /// x, y, width, height in CSS pixels of the top viewport: of what is dragged, drawn on or asked for.
    #[serde(default, rename = "box")]
    pub(super) rect: Option<[i64; 4]>,
    /// The number of its frame.
    #[serde(default)]
    pub(super) f: u32,
    /// Whether something covers it.
    #[serde(default)]
    pub(super) occ: bool,
    /// How it scrolls.
    #[serde(default)]
    pub(super) scr: Option<Scrolls>,
}

/// How something scrolls.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Scrolls {
    /// How far it is scrolled.
    pub(super) depth: String,
    /// Whether there is more.
    pub(super) h: bool,
}

/// Something that scrolls.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Container {
    pub(super) id: String,
    /// How far it is scrolled.
    pub(super) depth: String,
    /// Whether there is more.
    #[serde(rename = "hasMore")]
    pub(super) has_more: bool,
}

/// A frame.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Frame {
    pub(super) f: u32,
    pub(super) url: String,
}

/// How much of the page this is.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Meta {
    /// What this costs, never less than `o200k_base` counts.
    pub(super) tokens: u32,
    /// Whether something is left out.
    pub(super) truncated: bool,
    /// What else could be had, and for about how many tokens.
    #[serde(default)]
    pub(super) modes: Vec<Mode>,
    /// How many elements are left out.
    #[serde(default)]
    pub(super) left_out: u32,
    /// The page that goes on.
    #[serde(default)]
    pub(super) next_page: Option<u32>,
    /// What a query left of the page, where there was one.
    #[serde(default)]
    pub(super) query: Option<Filtered>,
}

/// What a query left of the page.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Filtered {
    /// Whether the page is large enough for leaving something out; when it is not, all of it is shown.
    pub(super) needs_filtering: bool,
    /// The lines of the whole page.
    pub(super) original_count: u32,
    /// The lines that are kept.
    pub(super) filtered_count: u32,
    /// The groups of lines on the page.
    pub(super) groups: u32,
    /// The groups that are about the request, kept or not.
    pub(super) matching_groups: u32,
    /// What all lines would cost.
    pub(super) original_tokens: u32,
    /// What the kept lines cost, with those that say what is left out.
    pub(super) filtered_tokens: u32,
    /// How much less that is, per cent.
    pub(super) token_reduction: u32,
}

/// Another way to see the page.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Mode {
    /// A format, or `screenshot`.
    pub(super) mode: String,
    /// About what it costs without a budget.
    pub(super) tokens: u32,
}
