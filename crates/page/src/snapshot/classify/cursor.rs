//! Reads `cursor: pointer` as evidence of a control. A page shows that cursor where a click does something. Children
//! inherit it, so only the element where it begins counts; and it is decoration where neither the element nor anything
//! around it listens to clicks (the caller checks that). Fixtures: discovery-cursor.js; discovery-decoration.js for
//! what is none.
//!
//! Cursors for dragging (`move`, `grab`, `crosshair`) say the same of what is moved or connected: the nodes and connectors of
//! drawflow, whose container alone listens (`dragged-nodes`). `...-resize` does not: the edges of a page's panes have it.

use crate::snapshot::{
    ListenerKinds, NodeKind, Role, Why,
    draft::{Draft, Marks},
    known_names::Word,
    style::Style,
};

/// What is larger than this part of its frame is not dragged but a ground that moves under what is on it (a map, a canvas).
const GROUND: f64 = 0.5;

/// By node: whether it has the pointer cursor and its parent has not.
pub(super) fn introduce(draft: &Draft<'_>) -> Vec<bool> {
    begins(draft, |style| style.pointer_cursor.then_some(()))
}

/// By node: whether a cursor for dragging begins on it.
pub(super) fn introduce_dragged(draft: &Draft<'_>) -> Vec<bool> {
    let mut begins = begins(draft, |style| style.drag_cursor);
    // By node: whether an element around it, other than the page, hears presses.
    let mut held = vec![false; draft.len()];
    for at in 0..draft.len() {
        let page = matches!(draft.tag[at], Word::Html | Word::Body) || !draft.is_element(at);
        let Some(parent) = draft.parent(at) else { continue };
        held[at] =
            held[parent] || (!page && draft.snapshot.columns.listener_kinds[at].any(ListenerKinds::PRESS));
    }
    for (at, begins) in begins.iter_mut().enumerate().filter(|(_, begins)| **begins) {
        let columns = &draft.snapshot.columns;
        let frame = draft.snapshot.frames.get(columns.frame[at].0 as usize);
        *begins = held[at]
            && columns.rect[at]
                .zip(frame)
                .is_some_and(|(rect, frame)| rect.area() < frame.viewport.w * frame.viewport.h * GROUND);
    }
    begins
}

/// By node: whether it has a cursor that its parent has not.
fn begins<Cursor: Copy + PartialEq>(draft: &Draft<'_>, cursor: fn(&Style) -> Option<Cursor>) -> Vec<bool> {
    let mut cursors: Vec<Option<Cursor>> = Vec::with_capacity(draft.len());
    let mut begins = vec![false; draft.len()];
    for (at, begins) in begins.iter_mut().enumerate() {
        let above = draft
            .parent(at)
            .filter(|_| draft.snapshot.columns.kind[at] != NodeKind::Document)
            .and_then(|parent| cursors[parent]);
        let own = if draft.marks[at].has(Marks::LAID_OUT) { cursor(&draft.style[at]) } else { above };
        *begins = own.is_some() && own != above && draft.is_element(at);
        cursors.push(own);
    }
    begins
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
