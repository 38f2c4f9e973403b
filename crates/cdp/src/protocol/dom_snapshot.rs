//! `DOMSnapshot.captureSnapshot`: every same-process document at one moment, in flat arrays that index one table of strings.
//!
//! The answer reaches tens of megabytes, so it is decoded once, borrowed, straight into columns.

use std::{fmt, ops::Range};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, SeqAccess},
};

use super::{BackendNodeId, Command, Text, shapes};

shapes! {
    Command "DOMSnapshot.captureSnapshot" { computed_styles: Vec<String>;
        include_paint_order: bool, include_dom_rects as "includeDOMRects": bool }
    Reply "DOMSnapshot.captureSnapshot" { documents: Vec<DocumentSnapshot>, strings: Vec<String>; }
    Object "DOMSnapshot.DocumentSnapshot" { document_url as "documentURL": StringIndex, title: StringIndex,
        base_url as "baseURL": StringIndex, content_language: StringIndex, frame_id: StringIndex,
        nodes: NodeTreeSnapshot, layout: LayoutTreeSnapshot;
        scroll_offset_x: f64, scroll_offset_y: f64, content_width: f64, content_height: f64 }
    Object "DOMSnapshot.NodeTreeSnapshot" { ; parent_index: Vec<i32>, node_type: Vec<i32>,
        shadow_root_type: RareStringData, node_name: Vec<StringIndex>, node_value: Vec<StringIndex>,
        backend_node_id: Vec<BackendNodeId>, attributes: Vec<ArrayOfStrings>, text_value: RareStringData,
        input_value: RareStringData, input_checked: RareBooleanData, option_selected: RareBooleanData,
        content_document_index: RareIntegerData, pseudo_type: RareStringData, is_clickable: RareBooleanData }
    Object "DOMSnapshot.LayoutTreeSnapshot" { node_index: Vec<i32>, styles: Vec<ArrayOfStrings>, bounds: Vec<Rectangle>,
        text: Vec<StringIndex>; paint_orders: Vec<i32> }
    Object "DOMSnapshot.RareStringData" { index: Vec<i32>, value: Vec<StringIndex>; }
    Object "DOMSnapshot.RareIntegerData" { index: Vec<i32>, value: Vec<i32>; }
    Object "DOMSnapshot.RareBooleanData" { index: Vec<i32>; }
}

/// Asks for the snapshot.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptureSnapshot {
    /// The computed styles to include for each layout node, in this order.
    pub computed_styles: Vec<&'static str>,
    /// Whether to include the order of painting.
    pub include_paint_order: bool,
    /// Whether to include offset, scroll and client rectangles. It doubles the time.
    #[serde(rename = "includeDOMRects")]
    pub include_dom_rects: bool,
}

impl Command for CaptureSnapshot {
    const METHOD: &'static str = "DOMSnapshot.captureSnapshot";
    type Reply<'a> = CaptureSnapshotReply<'a>;
}

/// The snapshot of one session: its local root's document first, then every same-process document below it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct CaptureSnapshotReply<'a> {
    /// The documents.
    pub documents: Vec<DocumentSnapshot>,
    /// The strings that the columns index.
    #[serde(borrow)]
    pub strings: Vec<Text<'a>>,
}

/// An index into [`CaptureSnapshotReply::strings`]; -1 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(transparent)]
pub struct StringIndex(pub i32);

/// One document.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentSnapshot {
    /// Its address.
    #[serde(rename = "documentURL")]
    pub document_url: StringIndex,
    /// Its title.
    pub title: StringIndex,
    /// Its base address.
    #[serde(rename = "baseURL")]
    pub base_url: StringIndex,
    /// Its language.
    pub content_language: StringIndex,
    /// Its frame's id.
    pub frame_id: StringIndex,
    /// The DOM, in document order; index 0 is the document node.
    pub nodes: NodeTree,
    /// The layout, for those nodes that have any.
    pub layout: LayoutTree,
    /// How far it is scrolled, in document pixels.
    pub scroll_offset_x: Option<f64>,
    /// How far it is scrolled, in document pixels.
    pub scroll_offset_y: Option<f64>,
    /// The size of what it scrolls.
    pub content_width: Option<f64>,
    /// The size of what it scrolls.
    pub content_height: Option<f64>,
}

/// The columns of the DOM. All dense ones have the same length.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NodeTree {
    /// The parent's index, -1 for the document.
    pub parent_index: Vec<i32>,
    /// `Node.nodeType`.
    pub node_type: Vec<i32>,
    /// `open`, `closed` or `user-agent`, for shadow roots.
    pub shadow_root_type: SparseStrings,
    /// `Node.nodeName`.
    pub node_name: Vec<StringIndex>,
    /// `Node.nodeValue`.
    pub node_value: Vec<StringIndex>,
    /// The backend ids.
    pub backend_node_id: Vec<BackendNodeId>,
    /// Names and values of attributes, alternating.
    pub attributes: Ragged,
    /// What a `textarea` holds. Secrets in clear.
    pub text_value: SparseStrings,
    /// What an `input` holds. Secrets in clear.
    pub input_value: SparseStrings,
    /// Radios and checkboxes that are checked.
    pub input_checked: SparseFlags,
    /// Options that are chosen.
    pub option_selected: SparseFlags,
    /// The index of the document inside a frame's owner, in [`CaptureSnapshotReply::documents`].
    pub content_document_index: SparseIntegers,
    /// `::before`, `::after` and their like.
    pub pseudo_type: SparseStrings,
    /// Nodes that Chrome takes as clickable.
    pub is_clickable: SparseFlags,
}

/// The columns of the layout: one row a layout node, all of the same length.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LayoutTree {
    /// The node's index in [`NodeTree`].
    pub node_index: Vec<i32>,
    /// The asked-for styles, in the asked-for order; empty for text.
    pub styles: Ragged,
    /// x, y, width, height in *document* pixels (of the real device scale factor).
    pub bounds: Vec<Bounds>,
    /// The text, for text boxes.
    pub text: Vec<StringIndex>,
    /// Higher paints later.
    pub paint_orders: Vec<i32>,
}

/// x, y, width, height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds(pub [f64; 4]);

impl<'de> Deserialize<'de> for Bounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Bounds;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("up to four numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Bounds, A::Error> {
                let mut bounds = [0.0; 4];
                let mut at = 0;
                while let Some(number) = seq.next_element()? {
                    if let Some(slot) = bounds.get_mut(at) {
                        *slot = number;
                    }
                    at += 1;
                }
                Ok(Bounds(bounds))
            }
        }
        deserializer.deserialize_seq(Visitor)
    }
}

/// Rows of string indices of different lengths, in one allocation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ragged {
    values: Vec<StringIndex>,
    ends: Vec<u32>,
}

impl Ragged {
    /// How many rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One row; empty when there is none.
    #[must_use]
    pub fn row(&self, index: usize) -> &[StringIndex] {
        self.range(index).and_then(|range| self.values.get(range)).unwrap_or_default()
    }

    fn range(&self, index: usize) -> Option<Range<usize>> {
        let end = *self.ends.get(index)? as usize;
        let start = if index == 0 { 0 } else { *self.ends.get(index - 1)? as usize };
        Some(start..end)
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = StringIndex>) {
        self.values.extend(row);
        self.ends.push(self.values.len() as u32);
    }
}

impl<'de> Deserialize<'de> for Ragged {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Row<'r>(&'r mut Vec<StringIndex>);
        impl<'de> de::DeserializeSeed<'de> for Row<'_> {
            type Value = ();

            fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
                deserializer.deserialize_seq(self)
            }
        }
        impl<'de> de::Visitor<'de> for Row<'_> {
            type Value = ();

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of string indices")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
                while let Some(index) = seq.next_element()? {
                    self.0.push(index);
                }
                Ok(())
            }
        }
        struct Rows;
        impl<'de> de::Visitor<'de> for Rows {
            type Value = Ragged;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of lists of string indices")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Ragged, A::Error> {
                let mut rows = Ragged::default();
                while seq.next_element_seed(Row(&mut rows.values))?.is_some() {
                    rows.ends.push(rows.values.len() as u32);
                }
                Ok(rows)
            }
        }
        deserializer.deserialize_seq(Rows)
    }
}

/// `RareStringData`: values for some nodes, by ascending node index.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct SparseStrings {
    /// The nodes.
    pub index: Vec<i32>,
    /// Their values.
    pub value: Vec<StringIndex>,
}

/// `RareIntegerData`: values for some nodes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct SparseIntegers {
    /// The nodes.
    pub index: Vec<i32>,
    /// Their values.
    pub value: Vec<i32>,
}

/// `RareBooleanData`: the nodes for which it is true.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct SparseFlags {
    /// The nodes.
    pub index: Vec<i32>,
}
