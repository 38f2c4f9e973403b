//! Controls that are transparent until the pointer is there: the actions of a row or a card, the boxes of a list. A press
//! lands on them whether they are seen or not, and the pointer that goes there shows them, so they count as visible, with the
//! state `on_hover`. Fixture: on-hover.html, after gentelella's "More options" and Wagtail's boxes of rows.

use crate::snapshot::{
    ListenerKinds, Role, Why,
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
            || draft.tag[at] == Word::Select);
    let heard = Why(why.0 & (Why::LISTENER.0 | Why::HANDLER.0 | Why::DELEGATED.0)) != Why::default()
        && columns.listener_kinds[at].any(ListenerKinds::CLICK.with(ListenerKinds::DOUBLE))
        && !matches!(draft.tag[at], Word::Input | Word::Textarea);
    native || heard
}

/// Whether what is transparent, it or something around it, is a small part of something that can be seen.
fn is_small_part(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let top =
        draft.ancestors(at).take_while(|above| draft.marks[*above].has(Marks::FAINT)).last().unwrap_or(at);
    let Some(parent) = draft.parent(top).filter(|parent| columns.visible[*parent]) else { return false };
    match (columns.rect[top], columns.rect[parent]) {
        (Some(top), Some(parent)) => top.area() <= parent.area() * LARGEST_SHARE,
        _ => false,
    }
}
