//! Counts what had no room in a view by kind: an agent that needs a link knows by it whether to ask for more.
//!
//! What a line counts as is decided once, when the line is made ([`ContentKind::of`]); every format and the diff add up the same.

use std::fmt::{self, Display};

use serde::Serialize;

use super::{
    escape::push_number,
    kinds::{is_page_wide, is_widget},
    outline::{Line, LineKind},
    rank::speaks,
    wording::is_field,
};
use crate::snapshot::{NodeRef, Role};

/// What a line tells, as a reader counts things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ContentKind {
    Link,
    Button,
    /// It takes a value or a choice: text boxes, check boxes, selects, sliders.
    Field,
    /// Anything else that can be operated: tabs, options, menu items, what has a listener.
    Control,
    Heading,
    /// A row of a table that is one line.
    Row,
    Image,
    Text,
    /// Landmarks, lists, tables, frames, dialogs.
    #[default]
    Other,
}

impl ContentKind {
    /// Decides it for a line of a node. A control of a known role is that control, also while it is disabled.
    pub(super) fn of(node: NodeRef<'_>, kind: LineKind) -> Self {
        if kind == LineKind::Text {
            return Self::Text;
        }
        match node.role() {
            Role::Link => Self::Link,
            Role::Button => Self::Button,
            _ if is_field(node) => Self::Field,
            Role::Row => Self::Row,
            role if is_widget(role) || (node.operable() && !is_page_wide(node)) => Self::Control,
            Role::Heading => Self::Heading,
            Role::Image | Role::Canvas | Role::Video | Role::Audio => Self::Image,
            _ if node.drawing().is_some() => Self::Image,
            _ => Self::Other,
        }
    }
}

/// How many lines of a view, changes of a diff or blocks of Markdown had no room, by kind.
///
/// ```
/// let nothing = domtool_page::view::LeftOut::default();
/// assert_eq!((nothing.total(), nothing.to_string().as_str()), (0, "nothing"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LeftOut {
    /// Links.
    #[serde(skip_serializing_if = "is_zero")]
    pub links: u32,
    /// Buttons.
    #[serde(skip_serializing_if = "is_zero")]
    pub buttons: u32,
    /// What takes a value or a choice: text boxes, check boxes, selects, sliders.
    #[serde(skip_serializing_if = "is_zero")]
    pub fields: u32,
    /// Anything else that can be operated: tabs, options, menu items, what has a listener.
    #[serde(skip_serializing_if = "is_zero")]
    pub controls: u32,
    /// Headings.
    #[serde(skip_serializing_if = "is_zero")]
    pub headings: u32,
    /// Rows of tables that are one line each. The parts of other rows are counted by themselves.
    #[serde(skip_serializing_if = "is_zero")]
    pub rows: u32,
    /// Images, drawings, videos and sounds.
    #[serde(skip_serializing_if = "is_zero")]
    pub images: u32,
    /// Texts.
    #[serde(skip_serializing_if = "is_zero")]
    pub texts: u32,
    /// The lines of what holds others: landmarks, lists, tables, frames.
    #[serde(skip_serializing_if = "is_zero")]
    pub others: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl LeftOut {
    /// How many there are of all kinds.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.kinds().map(|(_, count)| count).sum()
    }

    /// Whether nothing was left out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Each kind, in the plural, with its count, in the order in which they are told.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, u32)> + use<> {
        let Self { links, buttons, fields, controls, headings, rows, images, texts, others } = *self;
        [
            ("links", links),
            ("buttons", buttons),
            ("fields", fields),
            ("controls", controls),
            ("headings", headings),
            ("rows", rows),
            ("images", images),
            ("texts", texts),
            ("others", others),
        ]
        .into_iter()
    }

    /// Counts these lines; groups say nothing and are not missed.
    pub(super) fn of<'l>(lines: impl IntoIterator<Item = &'l Line>) -> Self {
        let mut counts = Self::default();
        for line in lines.into_iter().filter(|line| speaks(line.kind())) {
            counts.add(line.counts_as, 1);
        }
        counts
    }

    pub(super) fn add(&mut self, kind: ContentKind, count: u32) {
        let slot = match kind {
            ContentKind::Link => &mut self.links,
            ContentKind::Button => &mut self.buttons,
            ContentKind::Field => &mut self.fields,
            ContentKind::Control => &mut self.controls,
            ContentKind::Heading => &mut self.headings,
            ContentKind::Row => &mut self.rows,
            ContentKind::Image => &mut self.images,
            ContentKind::Text => &mut self.texts,
            ContentKind::Other => &mut self.others,
        };
        *slot += count;
    }

    /// Both together.
    #[must_use]
    pub(super) fn with(mut self, other: &Self) -> Self {
        self.links += other.links;
        self.buttons += other.buttons;
        self.fields += other.fields;
        self.controls += other.controls;
        self.headings += other.headings;
        self.rows += other.rows;
        self.images += other.images;
        self.texts += other.texts;
        self.others += other.others;
        self
    }
}

/// `120 links, 4 buttons, 1 text`, or `nothing`.
impl Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = String::new();
        for (kind, count) in self.kinds().filter(|(_, count)| *count > 0) {
            words.push_str(if words.is_empty() { "" } else { ", " });
            push_number(&mut words, count as usize);
            words.push(' ');
            words.push_str(if count == 1 { kind.strip_suffix('s').unwrap_or(kind) } else { kind });
        }
        f.write_str(if words.is_empty() { "nothing" } else { &words })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_told_by_kind_and_add_up() {
        let mut counts = LeftOut::default();
        for (kind, count) in [
            (ContentKind::Text, 1),
            (ContentKind::Link, 1_200),
            (ContentKind::Other, 3),
            (ContentKind::Control, 2),
        ] {
            counts.add(kind, count);
        }
        assert_eq!(counts.to_string(), "1,200 links, 2 controls, 1 text, 3 others");
        assert_eq!((counts.total(), counts.with(&counts).total()), (1_206, 2_412));
        let json = serde_json::to_string(&counts).expect("it is plain data");
        assert_eq!(json, r#"{"links":1200,"controls":2,"texts":1,"others":3}"#);
    }
}
