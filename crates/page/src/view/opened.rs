//! Finds what opened between two outlines: menus, lists, dialogs, boxes of suggestions, with what can be chosen in them. Fixture:
//! effects.html ("Menu", "Dialog").

use rustc_hash::FxHashSet;

use super::{
    outline::{Line, LineKey, LineKind, Outline, is_dialog},
    wording::word,
};
use crate::snapshot::{NodeIndex, NodeRef, Role, Snapshot};

/// When more than this opened at once, the page was drawn anew.
const MOST: usize = 3;

/// Something that is open now and was not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// It.
    pub node: NodeIndex,
    /// What can be operated in it, in the order of the page.
    pub options: Vec<NodeIndex>,
}

/// Compares; the outermost of what opened within each other.
#[must_use]
pub fn opened(before: &Outline, after: &Outline, snapshot: &Snapshot) -> Vec<Opening> {
    let old: FxHashSet<LineKey> =
        before.lines.iter().filter(|line| line.kind() == LineKind::Element).map(|line| line.key).collect();
    let mut found = Vec::new();
    let mut end = 0;
    for (at, line) in after.lines.iter().enumerate() {
        if at < end || line.kind() != LineKind::Element {
            continue;
        }
        if old.contains(&line.key) {
            found.extend(picker(snapshot.node(line.node), line, before));
            continue;
        }
        let inside = after.lines.get(at + 1..line.end as usize).unwrap_or(&[]);
        let options: Vec<NodeIndex> = options(inside, snapshot);
        let node = snapshot.node(line.node);
        if opens(node, options.len()) && (!is_content(node.role()) || floats(node, after, &old)) {
            found.push(Opening { node: line.node, options });
            end = line.end as usize;
        }
    }
    if found.len() > MOST { Vec::new() } else { found }
}

/// A select whose options show in the page now and did not before.
fn picker(node: NodeRef<'_>, line: &Line, before: &Outline) -> Option<Opening> {
    let expanded = |content: &str| content.split(' ').any(|word| word == "expanded");
    if node.tag() != "select" || node.states().expanded != Some(true) {
        return None;
    }
    let was = before.lines.iter().find(|other| other.key == line.key)?;
    let options = node.descendants().filter(|inside| inside.role() == Role::Option);
    let options = options.filter(|option| !option.states().disabled).map(NodeRef::index).collect();
    (!expanded(before.content(was))).then_some(Opening { node: line.node, options })
}

/// The elements with ids, but for those that hold others: an option is what can be chosen, not the group that it is in.
fn options(inside: &[Line], snapshot: &Snapshot) -> Vec<NodeIndex> {
    let own = inside.iter().filter(|line| line.kind() == LineKind::Element && line.carries_id);
    own.map(|line| line.node).filter(|node| !holds(snapshot.node(*node).role())).collect()
}

fn holds(role: Role) -> bool {
    matches!(
        role,
        Role::Group
            | Role::List
            | Role::ListItem
            | Role::Menu
            | Role::ListBox
            | Role::Table
            | Role::Row
            | Role::Form
            | Role::Region
    )
}

fn opens(node: NodeRef<'_>, options: usize) -> bool {
    let role = node.role();
    is_dialog(role)
        || matches!(role, Role::Menu | Role::ListBox | Role::Tree)
        || node.attribute("popover").is_some()
        || is_content(role) && options > 1
}

/// What holds a page's content as well as choices.
fn is_content(role: Role) -> bool {
    matches!(role, Role::List | Role::Grid)
}

/// Whether a new box lies over the page, and so opened: more than half of it is outside of its parent, or it overlaps a sibling by
/// more than a fifth. A list in the flow of the page was added to it or drawn anew.
fn floats(node: NodeRef<'_>, after: &Outline, old: &FxHashSet<LineKey>) -> bool {
    let there = |parent: NodeRef<'_>| {
        after.lines.iter().any(|line| old.contains(&line.key) && parent.contains(line.node))
    };
    let mut inner = node;
    for parent in node.ancestors() {
        if let Some(rect) = inner.rect().filter(|rect| rect.area() > 0.0) {
            let shared =
                |other: NodeRef<'_>| other.rect().map_or(0.0, |other| rect.intersection(&other).area());
            let beside = |other: &NodeRef<'_>| other.index() != inner.index() && other.visible();
            if parent.rect().is_some() && shared(parent) < rect.area() / 2.0
                || parent.children().filter(beside).any(|other| shared(other) > rect.area() / 5.0)
            {
                return true;
            }
        }
        if there(parent) {
            return false;
        }
        inner = parent;
    }
    false
}

/// What it is called: `dialog`, `menu`, `listbox`, `list`...
#[must_use]
pub fn opening_word(node: NodeRef<'_>) -> &'static str {
    if node.attribute("popover").is_some() && matches!(node.role(), Role::Generic | Role::None) {
        return "popover";
    }
    word(node)
}
