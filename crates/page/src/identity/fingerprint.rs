//! Fingerprints: what makes a node this one and not another, when its place in the DOM no longer can.
//!
//! Role, tag and name, the attributes that authors keep stable, and the text around it: its row, card or group. The text
//! around decides between the "Delete" of one row and that of another. Where a node stands never decides.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::snapshot::{NodeKind, NodeRef, Role};

/// Names and texts around are compared by so many bytes.
const TEXT_AROUND: usize = 300;
/// So many ancestors are looked at for a row, card or group.
const ANCESTORS: usize = 8;

/// See the file's paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fingerprint {
    /// Role, tag, name, stable attributes.
    pub(super) own: u64,
    /// The text of its row, card or group without its own; 0 where it stands in none.
    pub(super) around: u64,
    /// Whether there is anything to tell it by: a name, an identifying attribute or text around.
    pub(super) telling: bool,
}

/// Takes a node's fingerprint.
pub(super) fn take(node: NodeRef<'_>) -> Fingerprint {
    let mut own = FxHasher::default();
    (node.role(), node.tag(), node.name()).hash(&mut own);
    let mut named = !node.name().is_empty();
    for (name, value) in node.attributes() {
        if matches!(
            name,
            "id" | "name"
                | "type"
                | "href"
                | "for"
                | "placeholder"
                | "aria-label"
                | "data-testid"
                | "data-test"
                | "data-cy"
        ) {
            (name, value).hash(&mut own);
            named |= !matches!(name, "type");
        }
    }
    let around = groups(node).map(|group| text_around(group, node)).find(|text| *text != 0).unwrap_or(0);
    Fingerprint { own: own.finish(), around, telling: named || around != 0 }
}

/// The rows, cards and groups a node is in, nearest first: ancestors that are one by tag or role, or that stand among
/// their likes. One without any text (a cell with nothing but the button) tells nothing, so the next decides.
fn groups(node: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    node.ancestors().take(ANCESTORS).take_while(|a| a.kind() != NodeKind::Document).filter(|ancestor| {
        matches!(
            ancestor.tag(),
            "tr" | "li" | "article" | "form" | "fieldset" | "dialog" | "section" | "dd" | "td" | "th"
        ) || matches!(
            ancestor.role(),
            Role::Row
                | Role::ListItem
                | Role::Article
                | Role::Group
                | Role::Dialog
                | Role::AlertDialog
                | Role::Option
                | Role::TreeItem
                | Role::Region
        ) || among_likes(*ancestor)
    })
}

/// Whether the next or the previous element beside it has its tag and class.
fn among_likes(node: NodeRef<'_>) -> bool {
    let (Some(parent), Some(class)) = (node.parent(), node.attribute("class")) else { return false };
    parent.children().take(64).any(|other| {
        other.index() != node.index() && other.tag() == node.tag() && other.attribute("class") == Some(class)
    })
}

fn text_around(group: NodeRef<'_>, without: NodeRef<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    let mut taken = 0;
    for node in group.descendants() {
        if taken >= TEXT_AROUND {
            break;
        }
        if node.kind() == NodeKind::Text && !without.contains(node.index()) {
            for word in node.text().split_whitespace() {
                word.hash(&mut hasher);
                taken += word.len();
            }
        }
    }
    if taken == 0 { 0 } else { hasher.finish() | 1 }
}
