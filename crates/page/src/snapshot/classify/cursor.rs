//! The pointer cursor: a page shows it where a click does something, and children inherit it, so only where it begins
//! does it tell anything. Where nothing around hears a click it is decoration.

use crate::snapshot::{
    NodeKind, Role, Why,
    draft::{Draft, Marks},
    words::Word,
};

/// By node: whether it has a pointer cursor that what it is in does not have.
pub(super) fn introduce(draft: &Draft<'_>) -> Vec<bool> {
    let mut pointer = vec![false; draft.len()];
    let mut introduces = vec![false; draft.len()];
    for at in 0..draft.len() {
        let above = draft
            .parent(at)
            .filter(|_| draft.snapshot.columns.kind[at] != NodeKind::Document)
            .is_some_and(|parent| pointer[parent]);
        pointer[at] =
            if draft.marks[at].has(Marks::LAID_OUT) { draft.style[at].pointer_cursor } else { above };
        introduces[at] = pointer[at] && !above && draft.is_element(at);
    }
    introduces
}

/// Whether the cursor of a node that introduces it says more than its other reasons do.
pub(super) fn counts(draft: &Draft<'_>, at: usize, why: Why) -> bool {
    !draft.marks[at].has(Marks::NO_POINTER)
        && !why.has(Why::NATIVE)
        && draft.tag[at] != Word::Label
        && !inside_control(draft, at)
}

/// Whether it is a part of a link, a button or another control that is one thing to a person.
pub(super) fn inside_control(draft: &Draft<'_>, at: usize) -> bool {
    draft.ancestors(at).take_while(|a| draft.is_element(*a)).any(|a| {
        draft.tag[a] == Word::Label
            || (draft.snapshot.columns.why[a].has(Why::NATIVE)
                && !matches!(
                    draft.snapshot.columns.role[a],
                    Role::TreeItem | Role::ListBox | Role::TextBox | Role::ComboBox
                ))
    })
}
