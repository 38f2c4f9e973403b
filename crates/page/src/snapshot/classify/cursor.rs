//! Reads `cursor: pointer` as evidence of a control. A page shows that cursor where a click does something. Children
//! inherit it, so only the element where it begins counts; and it is decoration where neither the element nor anything
//! around it listens to clicks (the caller checks that). Fixtures: discovery-cursor.js; discovery-decoration.js for
//! what is none.

use crate::snapshot::{
    NodeKind, Role, Why,
    draft::{Draft, Marks},
    known_names::Word,
};

/// By node: whether it has the pointer cursor and its parent has not.
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

/// Whether the pointer cursor, where it begins on this node, makes the node a control. It does not on a native control or a
/// `<label>` (`not-a-label`), inside of a control (`not-in-a-button`), or where the pointer falls through
/// (`not-through-pointer`).
pub(super) fn counts(draft: &Draft<'_>, at: usize, why: Why) -> bool {
    !draft.marks[at].has(Marks::NO_POINTER)
        && !why.has(Why::NATIVE)
        && draft.tag[at] != Word::Label
        && !inside_control(draft, at)
}

/// Whether it is inside of a label, a link, a button or another native control: a person sees both as one thing. Tree items,
/// list boxes, text boxes and combo boxes do not count, as they may contain controls that are operated by themselves.
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
