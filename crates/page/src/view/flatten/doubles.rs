//! Finds controls that are one to a person although the page has two elements for them, so that they have one line: a tab and the link
//! that fills it, a box to tick and the button drawn in its label, a combobox around the field that is one. Fixture:
//! library-lines.html.

use super::Flattener;
use crate::{
    snapshot::{Certainty, ListenerKinds, NodeKind, NodeRef, Role, Why},
    view::text::is_same_text,
};

/// A box that is at most so much larger than another is the same to a person who clicks.
const SAME_BOX: f64 = 1.3;
/// How far inside of its label the button of a box to tick stands.
const IN_LABEL: usize = 3;

impl<'s> Flattener<'s> {
    /// Whether the line of another control, which a click on this one operates too, tells all of it.
    pub(super) fn is_told_twice(&self, node: NodeRef<'s>) -> bool {
        match node.role() {
            Role::ComboBox => is_around_its_field(node),
            Role::Image => is_in_a_picture(node),
            Role::Button if self.draws_a_toggle(node) => true,
            Role::Checkbox | Role::Radio | Role::Switch => self.is_in_its_toggle(node),
            Role::Button | Role::Link | Role::Generic | Role::None | Role::Presentation => {
                self.fills_its_line(node)
            }
            _ => false,
        }
    }

    /// A box to tick in a component that is that box, too: of the same kind and state (Ionic's toggles).
    fn is_in_its_toggle(&self, node: NodeRef<'s>) -> bool {
        let Some((line, _)) = self.open.last() else { return false };
        let line = self.outline.lines[*line as usize];
        let outer = self.snapshot.node(line.node);
        let (one, other) = (outer.states(), node.states());
        // A card to tick may hold several of its own kind.
        let alone = || outer.descendants().filter(|inner| inner.role() == node.role()).count() == 1;
        line.carries_id
            && outer.role() == node.role()
            && (one.checked, one.disabled) == (other.checked, other.disabled)
            && alone()
    }

    /// A link or a box that fills the tab, menu item, option or row that it is in, and is called the same or nothing.
    fn fills_its_line(&self, node: NodeRef<'s>) -> bool {
        let Some((line, _)) = self.open.last() else { return false };
        let line = self.outline.lines[*line as usize];
        let outer = self.snapshot.node(line.node);
        let one = matches!(
            outer.role(),
            Role::Tab | Role::Option | Role::TreeItem | Role::ListItem | Role::ColumnHeader
        ) || outer.role().is_menu_item()
            || outer.role().is_toggle();
        let own = node.why().has(Why::EDITABLE)
            || node.why().has(Why::DRAGGABLE)
            || node.why().has(Why::SCROLLS)
            || node.listener_kinds().any(ListenerKinds::DOUBLE);
        if !one || own || !line.carries_id || node.states().disabled != outer.states().disabled {
            return false;
        }
        let named = node.name_certainty() != Certainty::Guessed && !node.name().is_empty();
        let has_text = || node.descendants().any(|inner| inner.kind() == NodeKind::Text && inner.visible());
        let same =
            if named && has_text() { is_same_text(node.name(), outer.name()) } else { !has_text() || !named };
        // A hint on hovering over the words of a header.
        let hovers = outer.role() == Role::ColumnHeader
            && named
            && !node.listener_kinds().any(ListenerKinds::CLICK.with(ListenerKinds::PRESS))
            && !node.why().has(Why::CURSOR)
            && node.role() == Role::Generic;
        // What a box to tick is drawn with is no control of its own (WAI-ARIA 1.2, "Presentational Children").
        let drawn = outer.role().is_toggle() && node.role() == Role::Generic && !is_sign(node);
        same && !outer.name().is_empty() && (hovers || drawn || has_the_box_of(node, outer))
    }

    /// A button that is all there is of the label of a box to tick elsewhere, which is called as that is: Vuetify's rating has a radio
    /// button for each star. Another button in a label, such as one for help, is a control of its own.
    fn draws_a_toggle(&self, node: NodeRef<'s>) -> bool {
        let Some(label) = node.ancestors().take(IN_LABEL).find(|above| above.tag() == "label") else {
            return false;
        };
        let drawn = |field: &NodeRef<'_>| {
            let outside = !label.contains(field.index());
            let same = !node.name().is_empty() && field.name().replace(node.name(), "").trim().is_empty();
            field.role().is_toggle() && field.visible() && outside && same && has_the_box_of(node, *field)
        };
        self.field_of(label).is_some_and(|field| drawn(&field))
    }
}

/// A combobox without a name around one that is a field: the one that people write in, or that has the focus.
fn is_around_its_field(node: NodeRef<'_>) -> bool {
    let named = !node.name().is_empty() && node.name_certainty() != Certainty::Guessed;
    let is_field =
        |inner: &NodeRef<'_>| inner.role() == Role::ComboBox && inner.visible() && inner.tag() == "input";
    node.tag() != "input" && !named && node.descendants().filter(is_field).count() == 1
}

/// A drawing without a name in a picture that has one: React's handlers of a field are handed down to it (Ant Design's icons).
fn is_in_a_picture(node: NodeRef<'_>) -> bool {
    let heard =
        [Why::LISTENER, Why::HANDLER, Why::TABINDEX, Why::CURSOR].into_iter().any(|w| node.why().has(w));
    node.tag() == "svg"
        && !heard
        && node.name().is_empty()
        && node.parent().is_some_and(|parent| parent.role() == Role::Image)
}

/// A picture that hears clicks or keys itself: a sign for help in a card to tick.
fn is_sign(node: NodeRef<'_>) -> bool {
    let hears = node.listener_kinds().any(ListenerKinds::CLICK.with(ListenerKinds::PRESS))
        || node.why().has(Why::TABINDEX);
    let is_picture = |node: NodeRef<'_>| matches!(node.tag(), "svg" | "img");
    hears && (is_picture(node) || node.descendants().any(is_picture))
}

fn has_the_box_of(inner: NodeRef<'_>, outer: NodeRef<'_>) -> bool {
    match (inner.rect(), outer.rect()) {
        (Some(inner), Some(outer)) => outer.area() <= inner.area() * SAME_BOX + 1.0,
        _ => false,
    }
}
