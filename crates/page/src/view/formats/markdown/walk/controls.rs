//! What is not read: controls, and navigations of many links.

use super::{Open, SHORT, Walk, blocks::push_name};
use crate::{
    snapshot::{NodeRef, Role},
    view::{escape::push_number, text::inner_text, wording::is_field},
};

/// A list of more links than this to go elsewhere is told in one line.
const FEW_LINKS: usize = 5;

impl Walk<'_> {
    /// Whether it can only be operated. What a button says stays where it is a heading, or a part of the page.
    pub(super) fn is_control(&self, node: NodeRef<'_>) -> bool {
        let role = node.role();
        if node.masked() {
            return true;
        }
        if is_field(node) {
            return !(node.tag() != "textarea" && node.tag() != "input" && role == Role::Generic);
        }
        let presses =
            role.is_menu_item() || matches!(role, Role::Button | Role::Tab | Role::Option | Role::ScrollBar);
        let in_heading = self.open.iter().any(|(_, open)| matches!(open, Open::Heading));
        presses && node.operable() && !in_heading && inner_text(self.snapshot, node, SHORT + 1).len() <= SHORT
    }

    /// A navigation of many links is one line with a handle, unless it is what was asked for.
    pub(super) fn folds(&mut self, node: NodeRef<'_>) -> bool {
        let asked = self.scope.under.is_some_and(|under| under >= node.index() && under < node.end());
        if asked || self.expanded.contains(&node.index()) || self.in_row() || !self.is_wanted(node) {
            return false;
        }
        let links = node.descendants().filter(|d| d.role() == Role::Link && d.visible()).count();
        if links <= FEW_LINKS {
            return false;
        }
        let mut note = String::from("[navigation ");
        if !node.name().is_empty() {
            push_name(&mut note, node.name());
            note.push(' ');
        }
        push_number(&mut note, links);
        note.push_str(" links (expand )]");
        self.note(note, Some(node.index()));
        true
    }
}
