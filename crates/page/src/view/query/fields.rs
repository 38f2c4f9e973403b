//! What a line of an outline says and what stands behind it: its name, its text beyond where the line is cut, its value,
//! its options, its attributes. Read by queries and by `find`.
//!
//! Only what a person can see is read, and no secret: the values of masked fields are not in a snapshot.

use std::borrow::Cow;

use super::super::{
    outline::{Line, LineKind, Outline},
    text::{push_collapsed, push_told, told_text},
};
use crate::{
    limits::LINE_BYTES,
    snapshot::{MASK, NodeIndex, NodeKind, NodeRef, Snapshot},
};

/// Which part of a line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::view) enum Field {
    /// What it is called, or a text of the page itself.
    Name,
    /// The text in it.
    Text,
    /// What a field holds.
    Value,
    /// An option of a select.
    Option,
    /// What is said of it beyond its name.
    Description,
    /// An attribute of this name.
    Attribute(&'static str),
}

/// Attributes that people and programs know an element by.
const ATTRIBUTES: &[&str] = &[
    "id",
    "name",
    "title",
    "alt",
    "placeholder",
    "aria-label",
    "data-testid",
    "data-test",
    "data-cy",
    "href",
];

/// Calls `take` with all that a line says.
pub(in crate::view) fn each_field<'a>(
    snapshot: &'a Snapshot,
    outline: &'a Outline,
    at: usize,
    take: &mut impl FnMut(Field, Cow<'a, str>),
) {
    let Some(line) = outline.lines.get(at) else { return };
    let next = outline.lines.get(at + 1).map_or(NodeIndex(snapshot.len() as u32), |next| next.node);
    match line.kind() {
        LineKind::Group => {}
        LineKind::Text => take(Field::Name, whole_text(snapshot, outline, line, next)),
        LineKind::Element => element(snapshot, snapshot.node(line.node), next, take),
    }
}

/// The text of a line that is text, also where the line is cut.
fn whole_text<'a>(
    snapshot: &'a Snapshot,
    outline: &'a Outline,
    line: &Line,
    next: NodeIndex,
) -> Cow<'a, str> {
    let content = outline.content(line);
    let mut text = String::new();
    let mut space = false;
    if content.chars().count() >= line.length as usize {
        // Preformatted text is searched for as any other.
        if content.contains(['\n', '\t']) {
            push_collapsed(&mut text, content, &mut space);
            return Cow::Owned(text);
        }
        return Cow::Borrowed(content);
    }
    for at in line.node.0..next.0 {
        let node = snapshot.node(NodeIndex(at));
        if node.kind() == NodeKind::Text && node.visible() {
            space |= node.is_apart();
            push_told(&mut text, node, &mut space);
        } else if node.kind() == NodeKind::Element {
            space |= !super::super::text::is_inline(node.tag());
        }
        if text.len() > LINE_BYTES {
            break;
        }
    }
    Cow::Owned(text)
}

fn element<'a>(
    snapshot: &'a Snapshot,
    node: NodeRef<'a>,
    next: NodeIndex,
    take: &mut impl FnMut(Field, Cow<'a, str>),
) {
    if !node.name().is_empty() {
        take(Field::Name, Cow::Borrowed(node.name()));
    }
    if node.tag() == "select" {
        for option in node.descendants().filter(|d| d.tag() == "option" && !node.masked()) {
            let text = if option.name().is_empty() {
                let mut text = String::new();
                let mut space = false;
                option.descendants().for_each(|d| push_collapsed(&mut text, d.text(), &mut space));
                Cow::Owned(text)
            } else {
                Cow::Borrowed(option.name())
            };
            take(Field::Option, text);
        }
    } else if node.end() <= next {
        // What holds other lines is read with those.
        let text = told_text(snapshot, node, LINE_BYTES);
        if !text.is_empty() && text != node.name() {
            take(Field::Text, Cow::Owned(text));
        }
    }
    if let Some(value) = node.value().filter(|value| !value.is_empty() && *value != MASK) {
        take(Field::Value, Cow::Borrowed(value));
    }
    if let Some(described) = snapshot.description(node.index()) {
        take(Field::Description, Cow::Borrowed(node.string(described.text)));
    }
    for (name, value) in node.attributes() {
        let known = ATTRIBUTES.iter().find(|known| **known == name);
        if let Some(known) = known.filter(|_| !value.trim().is_empty() && value != node.name()) {
            take(Field::Attribute(known), Cow::Borrowed(value));
        }
    }
}
