//! Takes bystanders out of the set of controls. A bystander has a listener (or the pointer cursor) only on behalf of the
//! controls inside it, or of the page as a whole.
//!
//! Cases: `not-around-*`, `not-hover-around`, `not-region` and `not-label-of-seen` in fixtures/discovery-listeners.js,
//! `heard-around` in discovery-decoration.js, `not-around-a-button` in discovery-cursor.js.

use super::parts::{Parts, has_a_skin};
use crate::snapshot::{
    ListenerKinds, NodeKind, Role, Why,
    draft::{Draft, Marks},
    known_names::Word,
};

/// The reasons that a bystander may have. An element with any other (a native tag or role, `tabindex`...) stays a control.
pub(super) const ONLY_HEARD: Why =
    Why(Why::LISTENER.0 | Why::HANDLER.0 | Why::DELEGATED.0 | Why::CURSOR.0 | Why::TEST_ID.0);
/// An element with text that fills at least this part of its frame's width and height stands for the page: its listener
/// watches all of it.
const PAGE_SHARE: f64 = 0.9;
/// A box is no more than what holds its controls while it is at most so many times as large.
const AROUND_CONTROLS: f64 = 2.0;

/// So many nodes of a table are looked at for a header.
const TO_HEADER: usize = 100;

/// What a node contains, at any depth.
#[derive(Clone, Copy, Default)]
struct Inside {
    /// Visible controls.
    controls: u32,
    /// The first of them in document order.
    first: u32,
    /// A visible landmark (`main`, `nav`...). A node around a landmark is a part of the page, not a control on it.
    landmark: bool,
    /// Visible text.
    text: bool,
    /// Visible text or a picture that is not part of a control.
    beside: bool,
    /// Visible text that is not part of a control.
    text_beside: bool,
    /// A control without a listener of its own (it has the pointer cursor, or a delegated handler). No element between
    /// listens either, so this node's listener, or one further out, serves it.
    deaf: bool,
    /// How much of the page its outermost controls take, those that only hovering shows too, square CSS pixels.
    area: f64,
}

/// Takes back the reasons of bystanders, all but the test id. One pass from the leaves up.
pub(super) fn drop_bystanders(draft: &mut Draft<'_>) {
    let mut inside = vec![Inside::default(); draft.len()];
    let parts = Parts::new(draft);
    for at in (0..draft.len()).rev() {
        let within = inside[at];
        let why = draft.snapshot.columns.why[at];
        let heard = why.0 & !Why::TEST_ID.0 != 0 && why.0 & !ONLY_HEARD.0 == 0;
        let drops = heard
            && (is_bystander(draft, at, within)
                || is_all_of_a_button(draft, at)
                || parts.has(draft, at, within.text));
        let takes_keys = is_plain_cell(draft, at) || parts.takes_keys(draft, at, within.text);
        if drops || takes_keys || wraps_a_button(draft, at, within) {
            draft.snapshot.columns.why[at] = Why(why.0 & Why::TEST_ID.0);
        }
        let columns = &draft.snapshot.columns;
        // What only hovering shows is not what its row listens for.
        let control = columns.visible[at] && columns.why[at].0 & !(Why::TEST_ID.0 | Why::SCROLLS.0) != 0;
        let operable = control && !draft.marks[at].has(Marks::ON_HOVER);
        let area = if control { columns.rect[at].map_or(0.0, |rect| rect.area()) } else { within.area };
        let Some(parent) = draft.parent(at) else { continue };
        let slot = &mut inside[parent];
        if operable || within.controls > 0 {
            slot.first = if operable { at as u32 } else { within.first };
        }
        slot.controls += within.controls + u32::from(operable);
        slot.area += area;
        slot.landmark |= within.landmark || (columns.visible[at] && columns.role[at].is_landmark());
        let listener_kinds = columns.listener_kinds[at].any(ListenerKinds::POINTED);
        let own = Why::LISTENER.0 | Why::HANDLER.0 | Why::NATIVE.0;
        let told = Why::CURSOR.0 | Why::DELEGATED.0;
        let deaf = operable && columns.why[at].0 & own == 0 && columns.why[at].0 & told != 0;
        slot.deaf |= deaf || (within.deaf && !listener_kinds);
        let text = columns.visible[at] && !draft.text(columns.text[at]).trim().is_empty();
        slot.text |= within.text || text;
        let picture = columns.visible[at] && matches!(draft.tag[at], Word::Img | Word::Svg | Word::Canvas);
        slot.beside |= !operable && (within.beside || text || picture);
        slot.text_beside |= !operable && (within.text_beside || text);
    }
}

/// Whether an element with only the reasons of [`ONLY_HEARD`] is a bystander.
fn is_bystander(draft: &Draft<'_>, at: usize, inside: Inside) -> bool {
    let columns = &draft.snapshot.columns;
    let (why, listener_kinds) = (columns.why[at], columns.listener_kinds[at]);
    if why.has(Why::CURSOR) {
        let first = inside.first as usize;
        return is_around_its_controls(draft, at, inside)
            || inside.controls == 1 && covers_the_same(draft, at, first)
            || is_all_of_its_control(draft, at, inside)
            || inside.controls > 0 && !inside.text_beside && has_a_skin(columns.role[first])
            || inside.controls > 0
                && columns.role[first] == Role::ComboBox
                && covers_the_same(draft, at, first);
    }
    let page =
        inside.landmark || columns.role[at].is_landmark() || (inside.text && fills_its_frame(draft, at));
    let drops = listener_kinds.any(ListenerKinds::DROP);
    if page || (inside.deaf && !why.has(Why::DELEGATED) && !drops) {
        return true;
    }
    if inside.controls == 0 || drops {
        return false;
    }
    // It listens to hovering, moves or keys, not to a mouse button: the pointer is over it whenever it is over a control inside.
    if !listener_kinds.any(ListenerKinds::POINTED) {
        return true;
    }
    inside.controls > 1
        || !inside.beside
        || covers_the_same(draft, at, inside.first as usize)
        || labels(draft, at)
}

/// Whether it has the pointer cursor alone, for the controls that are all that it shows: the corner of a code block, with what copies the
/// code on hovering (`not-around-on-hover`, mdBook).
fn is_around_its_controls(draft: &Draft<'_>, at: usize, inside: Inside) -> bool {
    let columns = &draft.snapshot.columns;
    columns.why[at].0 & ONLY_HEARD.0 & !Why::TEST_ID.0 == Why::CURSOR.0
        && !inside.beside
        && columns.rect[at].is_some_and(|rect| rect.area() <= inside.area * AROUND_CONTROLS)
}

/// Whether a slider or a tab is all that is shown in it: the rail under a thumb (MUI), the box of a tab beside its close button (Ant
/// Design's `editable-card`), a column's header around the button that sorts (DataTables, `not-around-a-sorter`). A press on it does
/// what one on the control does (`not-rail`, `not-box-of-a-tab`).
fn is_all_of_its_control(draft: &Draft<'_>, at: usize, inside: Inside) -> bool {
    let first = inside.first as usize;
    inside.controls > 0
        && !inside.beside
        && (matches!(draft.snapshot.columns.role[first], Role::Slider | Role::Tab)
            || (draft.tag[at] == Word::Th
                && inside.controls == 1
                && draft.snapshot.columns.role[first] == Role::Button))
}

/// Whether it is no more than the skin of the one button in it, as components draw themselves: the host of a shadow root takes
/// the focus and the click, the `<button>` in it has the same box (`not-host-of-a-button`, JupyterLab's toolbars).
fn wraps_a_button(draft: &Draft<'_>, at: usize, inside: Inside) -> bool {
    let columns = &draft.snapshot.columns;
    let why = columns.why[at];
    let apart = ListenerKinds(ListenerKinds::DOUBLE.0 | ListenerKinds::MENU.0 | ListenerKinds::DROP.0);
    why.has(Why::TABINDEX)
        && why.0 & !(ONLY_HEARD.0 | Why::TABINDEX.0) == 0
        && matches!(columns.role[at], Role::Generic | Role::ListItem)
        && inside.controls == 1
        && draft.tag[inside.first as usize] == Word::Button
        && !columns.listener_kinds[at].any(apart)
        && covers_the_same(draft, at, inside.first as usize)
}

/// Whether it is a cell that takes the focus for the arrow keys alone, in a table of named columns (Fluent UI's grids). A day of a
/// calendar may be chosen by a handler that nobody finds (`not-cell-of-a-grid`).
fn is_plain_cell(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let why = columns.why[at];
    if !why.has(Why::TABINDEX)
        || why.0 & !(Why::TABINDEX.0 | Why::TEST_ID.0) != 0
        || !matches!(columns.role[at], Role::Cell | Role::GridCell)
    {
        return false;
    }
    let is_table = |at: &usize| matches!(columns.role[*at], Role::Grid | Role::TreeGrid | Role::Table);
    let Some(table) = draft.ancestors(at).find(is_table) else { return false };
    let headed =
        (table..draft.end(table)).take(TO_HEADER).any(|header| columns.role[header] == Role::ColumnHeader);
    let text: String = (at..draft.end(at)).map(|inner| draft.text(columns.text[inner]).trim()).collect();
    headed && !text.is_empty() && !text.chars().any(char::is_numeric)
}

/// Whether it is in a button that shows nothing but what is in it, so that a press on either is the same (`not-all-of-a-button`, what
/// JupyterLab slots into its toolbar's buttons).
fn is_all_of_a_button(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let around = draft.ancestors(at).take_while(|above| columns.kind[*above] != NodeKind::Document);
    let Some(button) = around.into_iter().find(|above| draft.tag[*above] == Word::Button) else {
        return false;
    };
    let shows = |at: usize| {
        columns.visible[at]
            && (matches!(draft.tag[at], Word::Img | Word::Svg | Word::Canvas)
                || !draft.text(columns.text[at]).trim().is_empty())
    };
    (at..draft.end(at)).any(shows)
        && !(button + 1..draft.end(button)).any(|other| !(at..draft.end(at)).contains(&other) && shows(other))
}

/// Whether it is a `<label>` around its field that listens to clicks only: clicking the field does the same.
fn labels(draft: &Draft<'_>, at: usize) -> bool {
    draft.tag[at] == Word::Label
        && !draft.snapshot.columns.listener_kinds[at]
            .any(ListenerKinds(ListenerKinds::DOUBLE.0 | ListenerKinds::MENU.0))
}

fn fills_its_frame(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let frame = draft.snapshot.frames.get(columns.frame[at].0 as usize);
    draft.marks[at].has(Marks::LAID_OUT)
        && columns.rect[at].zip(frame).is_some_and(|(rect, frame)| {
            let (width, height) = (frame.viewport.w, frame.viewport.h);
            rect.w >= width * PAGE_SHARE && rect.h >= height * PAGE_SHARE
        })
}

/// Whether the outer box is at most 30% larger than the inner one, so that a click on either is the same to a person.
fn covers_the_same(draft: &Draft<'_>, outer: usize, inner: usize) -> bool {
    let columns = &draft.snapshot.columns;
    match (columns.rect[outer], columns.rect[inner]) {
        (Some(outer), Some(inner)) => outer.area() <= inner.area() * 1.3 + 1.0,
        _ => true,
    }
}
