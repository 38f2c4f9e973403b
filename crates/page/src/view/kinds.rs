//! Sorts nodes for a view: which have a line whatever is around them, which are urgent, where each is.

use super::{outline::is_dialog, wording::is_field};
use crate::snapshot::{NodeKind, NodeRef, Place, Role, Snapshot, Why};

/// Whether a node has a line whatever is around it: it can be operated, or holds what can't be told as text.
pub(super) fn is_solid(node: NodeRef<'_>) -> bool {
    node.kind() == NodeKind::Element
        && node.visible()
        && ((node.operable() && !is_page_wide(node))
            || matches!(
                node.role(),
                Role::Iframe
                    | Role::Canvas
                    | Role::Video
                    | Role::Audio
                    | Role::Table
                    | Role::Grid
                    | Role::TreeGrid
            )
            || node.drawing().is_some())
        && !is_optional(node)
}

/// Options of a select are told by the select.
pub(super) fn is_optional(node: NodeRef<'_>) -> bool {
    matches!(node.tag(), "option" | "optgroup")
}

/// A listener on the whole page makes it no control.
pub(super) fn is_page_wide(node: NodeRef<'_>) -> bool {
    matches!(node.tag(), "html" | "body" | "frameset") && !node.why().has(Why::EDITABLE)
}

/// Whether a role has a line also when its element cannot be operated.
pub(super) fn is_widget(role: Role) -> bool {
    role.takes_value()
        || role.is_toggle()
        || role.is_menu_item()
        || matches!(role, Role::Button | Role::Link | Role::Tab | Role::TreeItem | Role::Option)
}

/// Whether a line is cut only after all others: a dialog, the focus, an error.
pub(super) fn is_urgent(snapshot: &Snapshot, node: NodeRef<'_>) -> bool {
    is_dialog(node.role())
        || matches!(node.role(), Role::Alert | Role::Status)
        || snapshot.focus == Some(node.index())
        || (is_field(node) && node.states().invalid)
}

pub(super) fn has_two_elements(node: NodeRef<'_>) -> bool {
    node.children().filter(|child| child.kind() == NodeKind::Element).nth(1).is_some()
}

/// Where a node is; text without a box of its own is where its element is.
pub(super) fn place_of(node: NodeRef<'_>) -> Place {
    match node.parent() {
        Some(parent) if node.rect().is_none() => parent.place(),
        _ => node.place(),
    }
}

/// Places where a person need not scroll.
pub(super) fn in_view(place: Place) -> bool {
    matches!(place, Place::InView | Place::Partial)
}
