//! Controls that are transparent until the pointer is there: the actions of a row or a card, the boxes of a list. A press
//! lands on them whether they are seen or not, and the pointer that goes there shows them, so they count as visible, with the
//! state `on_hover`. Fixture: on-hover.html, after gentelella's "More options" and Wagtail's boxes of rows.

use crate::snapshot::{
    ListenerKinds, NodeIndex, Role, Why,
    draft::{Draft, Marks},
    known_names::Word,
};

/// What is transparent fills at most this part of what it is in. More is a slide, or something that fades in as a whole
/// (`not-a-slide`).
const LARGEST_SHARE: f64 = 0.5;

/// Makes them visible, and marks them.
pub(super) fn show_on_hover(draft: &mut Draft<'_>) {
    for at in 0..draft.len() {
        if draft.marks[at].has(Marks::FAINT)
            && !draft.snapshot.columns.visible[at]
            && is_pressed(draft, at)
            && is_small_part(draft, at)
        {
            draft.snapshot.columns.visible[at] = true;
            draft.marks[at].set(Marks::ON_HOVER);
        }
    }
}

/// Whether it is a control that a press operates. Transparent text fields are where editors and terminals take keys
/// (`not-a-field`).
fn is_pressed(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let (why, marks, role) = (columns.why[at], draft.marks[at], columns.role[at]);
    if marks.has(Marks::NO_POINTER) || marks.has(Marks::ARIA_HIDDEN) {
        return false;
    }
    let native = why.has(Why::NATIVE)
        && (role.is_toggle()
            || role.is_menu_item()
            || matches!(role, Role::Button | Role::Link | Role::Tab | Role::Summary)
            || draft.tag[at] == Word::Select)
        // Elsewhere than in a row or an item, a box that cannot be seen is a trap for bots (`Trap` in libraries.html).
        && (draft.tag[at] != Word::Input || in_a_row(draft, at));
    let heard = Why(why.0 & (Why::LISTENER.0 | Why::HANDLER.0 | Why::DELEGATED.0)) != Why::default()
        && columns.listener_kinds[at].any(ListenerKinds::CLICK.with(ListenerKinds::DOUBLE))
        && !matches!(draft.tag[at], Word::Input | Word::Textarea);
    native || heard
}

fn in_a_row(draft: &Draft<'_>, at: usize) -> bool {
    draft.ancestors(at).take_while(|above| draft.is_element(*above)).any(|above| {
        matches!(draft.tag[above], Word::Tr | Word::Li)
            || matches!(
                draft.snapshot.columns.role[above],
                Role::Row | Role::ListItem | Role::Option | Role::TreeItem
            )
    })
}

/// Whether what is transparent, it or something around it, is a small part of something that can be seen. It is so by an opacity
/// of 0 and no other, as what hovering shows is written (`faint` in pointer-boxes.html).
fn is_small_part(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let top =
        draft.ancestors(at).take_while(|above| draft.marks[*above].has(Marks::FAINT)).last().unwrap_or(at);
    // No `:hover` rule undoes what the element's own attribute says (`clear` in tiers-why.html).
    let style = draft.snapshot.node(NodeIndex(top as u32)).attribute("style").unwrap_or("");
    if draft.style[top].opacity > 0.0 || style.contains("opacity") {
        return false;
    }
    let Some(parent) = draft.parent(top).filter(|parent| columns.visible[*parent]) else { return false };
    match (columns.rect[top], columns.rect[parent]) {
        (Some(top), Some(parent)) => top.area() <= parent.area() * LARGEST_SHARE,
        _ => false,
    }
}
