//! Which elements an action can be done with, and which places lend their name to the one field in them.

use crate::{
    snapshot::{NodeIndex, NodeRef, Role, Snapshot, Why},
    view::text::inner_text,
};

/// A cell that names its row says no more than this, bytes.
const CELL: usize = 200;

/// What something is to be done with: of a link and a field of one name only the field can be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// To be acted on.
    Any,
    /// To be looked at: also what cannot be operated.
    Look,
    /// A text.
    Text,
    /// On and off.
    Toggle,
    /// One of several options.
    Choice,
    /// Files.
    File,
}

impl Takes {
    /// Whether only some kinds of elements take it.
    pub(super) const fn is_of_kind(self) -> bool {
        !matches!(self, Self::Any | Self::Look)
    }
}

/// Whether an element is of a kind that takes it.
pub(super) fn takes(node: NodeRef<'_>, wanted: Takes) -> bool {
    let role = node.role();
    let kind = node.attribute("type").unwrap_or_default();
    let is = |kinds: &[&str]| kinds.iter().any(|known| kind.eq_ignore_ascii_case(known));
    match wanted {
        Takes::Any | Takes::Look => true,
        Takes::Text => {
            let is_other = || is(&["checkbox", "radio", "file", "button", "submit", "reset", "image"]);
            role.takes_value()
                || node.tag() == "textarea"
                || node.tag() == "input" && !is_other()
                || role == Role::Generic && node.why().has(Why::EDITABLE)
        }
        Takes::Toggle => {
            role.is_toggle() || matches!(role, Role::MenuItemCheckbox | Role::MenuItemRadio | Role::Option)
        }
        Takes::Choice => {
            let lists = matches!(role, Role::ComboBox | Role::ListBox | Role::RadioGroup | Role::Tree);
            node.tag() == "select" || lists
        }
        Takes::File => node.tag() == "input" && is(&["file"]),
    }
}

/// Whether an element may take it, whatever its kind: a button may open a list, or a chooser of files. Links and headings do not.
pub(super) fn may_take(node: NodeRef<'_>, wanted: Takes) -> bool {
    match wanted {
        Takes::Choice | Takes::File => !matches!(node.role(), Role::Link | Role::Heading),
        _ => takes(node, wanted),
    }
}

/// The place that is called so by this node: itself, or the row of which it is a cell.
pub(super) fn place_called(
    snapshot: &Snapshot,
    node: NodeRef<'_>,
    is_called: &impl Fn(&str) -> bool,
) -> Option<NodeIndex> {
    match node.role() {
        Role::Region | Role::Group | Role::RadioGroup | Role::Form | Role::Search | Role::Row => {
            is_called(node.name()).then_some(node.index())
        }
        Role::Cell | Role::GridCell | Role::RowHeader if node.visible() => {
            let text = inner_text(snapshot, node, CELL);
            let row = node.ancestors().find(|above| above.role() == Role::Row);
            row.filter(|_| text.len() < CELL && is_called(&text)).map(NodeRef::index)
        }
        _ => None,
    }
}
