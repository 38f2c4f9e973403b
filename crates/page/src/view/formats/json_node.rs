//! The shapes that the format `json` is made of. Empty and default members are left out.

use std::borrow::Cow;

use serde::Serialize;

use super::{
    super::{query::Filtered, safe_json},
    modes::Mode,
};
use crate::snapshot::{Axis, Scroller};

/// What one node is serialised to. Empty and default members are left out.
#[derive(Debug, Default, Serialize)]
pub(super) struct JsonNode<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    pub(super) role: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) name: &'a str,
    /// The name is a hint from something near it.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) guessed: bool,
    /// What is said of it beyond its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) checked: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pressed: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expanded: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) selected: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) current: Option<&'a str>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) disabled: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) read_only: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) required: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) invalid: bool,
    /// Why it is invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) value_text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) value_min: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) value_max: Option<&'a str>,
    /// How many options are chosen, or files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chosen: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sort: Option<&'static str>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) multiple: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) busy: bool,
    /// Only hovering shows it.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) on_hover: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) modal: bool,
    /// `modal`, `popover` or `fullscreen`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) top_layer: Option<&'static str>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) focused: bool,
    /// What is drawn, in the words of a tree's line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) drawing: Option<String>,
    /// How it scrolls what is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scroll: Option<JsonScroll>,
    /// The options of a select.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) options: Vec<&'a str>,
    #[serde(flatten)]
    pub(super) seen: Seen,
    #[serde(flatten)]
    pub(super) details: Details<'a>,
}

/// A scroll container: each axis that has something to scroll, and whether there is likely more than is listed.
#[derive(Debug, Serialize)]
pub(super) struct JsonScroll {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) x: Option<JsonAxis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) y: Option<JsonAxis>,
    #[serde(rename = "virtual", skip_serializing_if = "is_false")]
    pub(super) likely_virtual: bool,
}

/// How far it is scrolled in per cent, and the CSS pixels before and after what it shows.
#[derive(Debug, Serialize)]
pub(super) struct JsonAxis {
    pub(super) percent: u8,
    pub(super) before: f64,
    pub(super) after: f64,
}

impl JsonScroll {
    pub(super) fn of(scroller: Scroller) -> Self {
        let axis = |axis: Axis| JsonAxis {
            percent: axis.percent(),
            before: axis.before.round(),
            after: axis.after.round(),
        };
        Self { x: scroller.x.map(axis), y: scroller.y.map(axis), likely_virtual: scroller.likely_virtual }
    }
}

/// Where a node is. What is visible, in view and not occluded says nothing, unless the node is debugged.
#[derive(Debug, Default, Serialize)]
pub(super) struct Seen {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) visible: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) occluded: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) in_view: Option<bool>,
}

/// What is told on request.
#[derive(Debug, Default, Serialize)]
pub(super) struct Details<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) frame: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) backend: Option<i32>,
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub(super) rect: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tier: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) why: Option<Vec<&'static str>>,
    #[serde(rename = "hears", skip_serializing_if = "Option::is_none")]
    pub(super) listener_kinds: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) xpath: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Context<'a> {
    pub(super) url: &'a str,
    pub(super) title: &'a str,
    pub(super) domain: &'a str,
    pub(super) viewport: JsonViewport,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(super) notes: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(super) news: &'a [String],
}

/// CSS pixels.
#[derive(Serialize)]
pub(super) struct JsonViewport {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) scroll_x: f64,
    pub(super) scroll_y: f64,
    pub(super) content_width: f64,
    pub(super) content_height: f64,
}

#[derive(Serialize)]
pub(super) struct JsonFrame<'a> {
    pub(super) id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) parent: Option<&'a str>,
    pub(super) url: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) title: &'a str,
}

#[derive(Serialize)]
pub(super) struct Gap<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    pub(super) reason: &'a str,
}

#[derive(Serialize)]
pub(super) struct Meta<'a> {
    pub(super) version: &'static str,
    pub(super) truncated: bool,
    pub(super) total_nodes: usize,
    pub(super) tokens: u32,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) left_out: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next_page: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) gaps: Vec<Gap<'a>>,
    /// What a query left of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) query: Option<Filtered>,
    /// What else could be had.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) modes: Vec<Mode>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A part of the answer as JSON.
pub(super) fn json<T: Serialize>(value: &T) -> String {
    safe_json(value)
}

impl Meta<'_> {
    /// Numbers as long as they can get, so that its cost is not less than what it will be.
    pub(super) fn new(total_nodes: usize) -> Self {
        Self {
            version: "domtool.v1",
            truncated: true,
            total_nodes,
            tokens: 999_999,
            left_out: 999_999,
            next_page: Some(999),
            gaps: Vec::new(),
            query: None,
            modes: Vec::new(),
        }
    }
}
