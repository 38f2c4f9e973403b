//! The shape of the format `json`, for its schema.

#![allow(dead_code, reason = "a schema is made of it, and a test reads it")]

use schemars::JsonSchema;

use super::semantic::{Filtered, Mode};

/// A page as nodes in nodes.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Page {
    pub(super) page: Seen,
    /// Every frame, the page's own first.
    pub(super) frames: Vec<Frame>,
    pub(super) meta: Meta,
    /// The hash of what it says, where it was asked whether anything changed.
    #[serde(default)]
    pub(super) hash: Option<String>,
    /// What it was made of and what that took, on request.
    #[serde(default)]
    pub(super) stats: Option<std::collections::BTreeMap<String, serde_json::Value>>,
}

/// What was seen.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Seen {
    pub(super) context: Context,
    pub(super) body: Node,
}

/// What is known of the page as a whole.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Context {
    /// The address, shortened where secret.
    pub(super) url: String,
    pub(super) title: String,
    /// The host of the address.
    pub(super) domain: String,
    pub(super) viewport: Viewport,
    /// What else must be known.
    #[serde(default)]
    pub(super) notes: Vec<String>,
    /// What happened since the last observation.
    #[serde(default)]
    pub(super) news: Vec<String>,
}

/// CSS pixels.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Viewport {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) content_width: f64,
    pub(super) content_height: f64,
    pub(super) scroll_x: f64,
    pub(super) scroll_y: f64,
}

/// One node. What is empty or default is left out.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Node {
    /// Its id, where it can be acted on; of a `fold`, to expand.
    #[serde(default)]
    pub(super) id: Option<String>,
    /// Its role; `text` for text, `fold` for what is left out.
    pub(super) role: String,
    #[serde(default)]
    pub(super) name: String,
    /// Whether the name is a guess from something near it.
    #[serde(default)]
    pub(super) guessed: bool,
    /// What is said of it beyond its name.
    #[serde(default)]
    pub(super) description: Option<String>,
    /// What is in it; a mask where that is secret.
    #[serde(default)]
    pub(super) value: Option<String>,
    #[serde(default)]
    pub(super) level: Option<u8>,
    /// `on`, `off` or `mixed`.
    #[serde(default)]
    pub(super) checked: Option<String>,
    /// `on`, `off` or `mixed`.
    #[serde(default)]
    pub(super) pressed: Option<String>,
    #[serde(default)]
    pub(super) expanded: Option<bool>,
    #[serde(default)]
    pub(super) selected: Option<bool>,
    #[serde(default)]
    pub(super) current: Option<String>,
    #[serde(default)]
    pub(super) disabled: bool,
    #[serde(default)]
    pub(super) read_only: bool,
    #[serde(default)]
    pub(super) required: bool,
    #[serde(default)]
    pub(super) invalid: bool,
    /// Why it is invalid.
    #[serde(default)]
    pub(super) error: Option<String>,
    #[serde(default)]
    pub(super) value_text: Option<String>,
    #[serde(default)]
    pub(super) value_min: Option<String>,
    #[serde(default)]
    pub(super) value_max: Option<String>,
    /// How many options are chosen, or files.
    #[serde(default)]
    pub(super) chosen: Option<u32>,
    #[serde(default)]
    pub(super) sort: Option<String>,
    #[serde(default)]
    pub(super) multiple: bool,
    #[serde(default)]
    pub(super) busy: bool,
    /// Only hovering shows it.
    #[serde(default)]
    pub(super) on_hover: bool,
    #[serde(default)]
    pub(super) modal: bool,
    /// `modal`, `popover` or `fullscreen`.
    #[serde(default)]
    pub(super) top_layer: Option<String>,
    #[serde(default)]
    pub(super) focused: bool,
    /// What is drawn, in the words of a tree's line: the shapes of an SVG, or what an element without words looks like.
    #[serde(default)]
    pub(super) drawing: Option<String>,
    /// How it scrolls what is in it.
    #[serde(default)]
    pub(super) scroll: Option<Scroll>,
    /// The first options of a select.
    #[serde(default)]
    pub(super) options: Vec<String>,
    #[serde(default)]
    pub(super) visible: Option<bool>,
    #[serde(default)]
    pub(super) occluded: Option<bool>,
    #[serde(default)]
    pub(super) in_view: Option<bool>,
    /// The frame that it is in.
    #[serde(default)]
    pub(super) frame: Option<String>,
    #[serde(default)]
    pub(super) backend: Option<i32>,
    /// x, y, width, height in CSS pixels of the top viewport.
    #[serde(default, rename = "box")]
    pub(super) rect: Option<[f64; 4]>,
    #[serde(default)]
    pub(super) tier: Option<String>,
    #[serde(default)]
    pub(super) why: Option<Vec<String>>,
    #[serde(default)]
    pub(super) listener_kinds: Option<Vec<String>>,
    #[serde(default)]
    pub(super) xpath: Option<String>,
    /// What is in it.
    #[serde(default)]
    pub(super) children: Vec<Node>,
}

/// A box that scrolls.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Scroll {
    #[serde(default)]
    pub(super) x: Option<Axis>,
    #[serde(default)]
    pub(super) y: Option<Axis>,
    /// Whether there is likely more than is listed.
    #[serde(default, rename = "virtual")]
    pub(super) likely_virtual: bool,
}

/// How far it is scrolled in per cent, and the CSS pixels before and after what it shows.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Axis {
    pub(super) percent: u8,
    pub(super) before: f64,
    pub(super) after: f64,
}

/// A frame.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Frame {
    pub(super) id: String,
    #[serde(default)]
    pub(super) parent: Option<String>,
    pub(super) url: String,
    #[serde(default)]
    pub(super) title: String,
}

/// How much of the page this is.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize))]
pub(super) struct Meta {
    /// The version of this shape.
    pub(super) version: String,
    pub(super) truncated: bool,
    pub(super) total_nodes: usize,
    /// What this costs, never less than `o200k_base` counts.
    pub(super) tokens: u32,
    #[serde(default)]
    pub(super) left_out: u32,
    /// The page that goes on.
    #[serde(default)]
    pub(super) next_page: Option<u32>,
    /// What could not be read.
    #[serde(default)]
    pub(super) gaps: Vec<Gap>,
    /// What a query left of the page, where there was one.
    #[serde(default)]
    pub(super) query: Option<Filtered>,
    /// What else could be had, and for about how many tokens.
    #[serde(default)]
    pub(super) modes: Vec<Mode>,
}

/// Something that could not be read.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Gap {
    #[serde(default)]
    pub(super) id: Option<String>,
    pub(super) reason: String,
}
