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
    /// What it was made of and what that took, on request.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
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
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) notes: Vec<String>,
    /// What happened since the last observation.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) news: Vec<String>,
}

/// CSS pixels.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Viewport {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) scroll_x: f64,
    pub(super) scroll_y: f64,
    pub(super) content_width: f64,
    pub(super) content_height: f64,
}

/// One node. What is empty or default is left out.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Node {
    /// Its id, where it can be acted on; of a `fold`, to expand.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) id: Option<String>,
    /// Its role; `text` for text, `fold` for what is left out.
    pub(super) role: String,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) name: String,
    /// Whether the name is a guess from something near it.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) guessed: bool,
    /// What is said of it beyond its name.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) description: Option<String>,
    /// What is in it; a mask where that is secret.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) value: Option<String>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) level: Option<u8>,
    /// `on`, `off` or `mixed`.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) checked: Option<String>,
    /// `on`, `off` or `mixed`.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) pressed: Option<String>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) expanded: Option<bool>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) selected: Option<bool>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) current: Option<String>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) disabled: bool,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) read_only: bool,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) required: bool,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) invalid: bool,
    /// Why it is invalid.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) error: Option<String>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) value_text: Option<String>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) value_min: Option<String>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) value_max: Option<String>,
    /// How many options are chosen, or files.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) chosen: Option<u32>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) sort: Option<String>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) multiple: bool,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) busy: bool,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) modal: bool,
    /// `modal`, `popover` or `fullscreen`.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) top_layer: Option<String>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) focused: bool,
    /// How it scrolls what is in it.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) scroll: Option<Scroll>,
    /// The first options of a select.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) options: Vec<String>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) visible: Option<bool>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) occluded: Option<bool>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) in_view: Option<bool>,
    /// The frame that it is in.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) frame: Option<String>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) backend: Option<i32>,
    /// x, y, width, height in CSS pixels of the top viewport.
    #[cfg_attr(test, serde(default, rename = "box"))]
    #[cfg_attr(not(test), schemars(default, rename = "box"))]
    pub(super) rect: Option<[f64; 4]>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) tier: Option<String>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) why: Option<Vec<String>>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) hears: Option<Vec<String>>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) xpath: Option<String>,
    /// What is in it.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) children: Vec<Node>,
}

/// A box that scrolls.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Scroll {
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) x: Option<Axis>,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) y: Option<Axis>,
    /// Whether there is likely more than is listed.
    #[cfg_attr(test, serde(default, rename = "virtual"))]
    #[cfg_attr(not(test), schemars(default, rename = "virtual"))]
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
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) parent: Option<String>,
    pub(super) url: String,
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
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
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) left_out: u32,
    /// The page that goes on.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) next_page: Option<u32>,
    /// What could not be read.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) gaps: Vec<Gap>,
    /// What a query left of the page, where there was one.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) query: Option<Filtered>,
    /// What else could be had, and for about how many tokens.
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) modes: Vec<Mode>,
}

/// Something that could not be read.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Gap {
    #[cfg_attr(test, serde(default))]
    #[cfg_attr(not(test), schemars(default))]
    pub(super) id: Option<String>,
    pub(super) reason: String,
}
