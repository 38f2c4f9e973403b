//! Editors that draw their text themselves, as boxes a line, and take keys by a field that nobody sees: Ace, CodeMirror 5, Monaco
//! (by its textarea, and by its element with an `EditContext`). Such an editor is one text box: the unseen field, at the place of the
//! box around it, with the drawn text for its value. Fixture: drawn-editors.html.
//!
//! Such a field alone proves nothing: pages have them for the clipboard, too. The box around it must have a column of line numbers, or
//! the field must say that code is written in it (no spelling is checked, several lines). Which text is a line, and which is a line's
//! number, is told by where they stand (`lines`).

mod lines;

use super::{
    NodeIndex, NodeKind, Role, Tier, Why,
    draft::{Draft, Marks},
    known_names::Word,
    native::{editable_host, input_type},
};
use crate::geometry::Rect;

/// The box of an editor is at most so many levels above its field.
const LEVELS: usize = 6;
/// A box that is smaller is none of an editor, CSS pixels.
const LEAST: (f64, f64) = (20.0, 10.0);
/// A field that is thinner along either side takes keys and is not for people to see, CSS pixels.
const SPECK: f64 = 4.0;
/// Boxes whose edges are so near each other have them in one place, CSS pixels.
const EDGE: f64 = 4.0;

/// Which part of an editor's text its value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawnLines {
    /// The numbers that the page draws beside the first line and the last one, where it draws any.
    pub numbers: Option<(u32, u32)>,
    /// Whether it is seen that there are no more lines than these. Editors draw only what is in view.
    pub whole: bool,
}

/// Makes each editor that draws its text one text box. Values are noted already.
pub(super) fn note_editors(draft: &mut Draft<'_>) {
    for at in 0..draft.len() {
        if takes_keys_unseen(draft, at) {
            if let Some(root) = box_around(draft, at) {
                note(draft, at, root);
            }
        } else if is_visible_editor(draft, at) {
            note_gutter(draft, at);
        }
    }
}

/// Whether it is laid out, can be written in, and yet nobody can see it: a speck, transparent, cut off, or under what is drawn, as
/// Monaco's is while it has the focus.
fn takes_keys_unseen(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let written_in = draft.is_element(at)
        && (draft.tag[at] == Word::Textarea
            || draft.tag[at] != Word::Input
                && (columns.role[at] == Role::TextBox || editable_host(draft, at)));
    if !written_in || !draft.marks[at].has(Marks::LAID_OUT) || draft.marks[at].has(Marks::INERT) {
        return false;
    }
    let is = |key, value: &str| draft.attribute(at, key).is_some_and(|given| given.trim() == value);
    let speck = columns.rect[at].is_some_and(|rect| rect.w <= SPECK || rect.h <= SPECK);
    draft.style[at].shown
        && (speck || !columns.visible[at] || draft.marks[at].has(Marks::BELOW))
        && !draft.has(at, Word::Disabled)
        && !is(Word::Tabindex, "-1")
        && !is(Word::AriaHidden, "true")
}

/// The nearest box around an unseen field that is large enough to write in.
fn box_around(draft: &Draft<'_>, field: usize) -> Option<usize> {
    let columns = &draft.snapshot.columns;
    let inside = |at: &usize| draft.is_element(*at) && !matches!(draft.tag[*at], Word::Body | Word::Html);
    let mut around = draft.ancestors(field).take(LEVELS).take_while(inside);
    around.find(|at| {
        columns.visible[*at] && columns.rect[*at].is_some_and(|rect| rect.w >= LEAST.0 && rect.h >= LEAST.1)
    })
}

/// Whether the field itself says that code is written in it.
fn is_for_code(draft: &Draft<'_>, field: usize) -> bool {
    let is = |key, value: &str| draft.attribute(field, key).is_some_and(|given| given.trim() == value);
    is(Word::Spellcheck, "false") || is(Word::AriaMultiline, "true")
}

fn note(draft: &mut Draft<'_>, field: usize, root: usize) {
    let parts = parts(draft, field, root);
    let drawn = lines::read(draft, root, &parts.texts);
    if drawn.text.is_none() && drawn.lines.numbers.is_none()
        || drawn.lines.numbers.is_none() && !is_for_code(draft, field)
    {
        return;
    }
    let secret = draft.marks[field].has(Marks::SECRET);
    let text = drawn.text.unwrap_or_default();
    let snapshot = &mut draft.snapshot;
    let columns = &mut snapshot.columns;
    if !secret {
        columns.value[field] = Some(columns.strings.push(columns.frame[field], &text));
    }
    columns.visible[field] = true;
    columns.rect[field] = columns.rect[root];
    columns.clipped[field] = columns.clipped[root];
    columns.place[field] = columns.place[root];
    columns.why[field] = columns.why[field].with(Why::NATIVE);
    if columns.role[field] == Role::Generic {
        columns.role[field] = Role::TextBox;
    }
    columns.tier[field] = Tier::Semantic;
    for part in parts.boxes {
        columns.why[part] = Why::default();
        columns.tier[part] = Tier::Structural;
    }
    for helper in parts.helpers {
        columns.visible[helper] = false;
    }
    snapshot.told_as_value.extend(parts.texts.iter().map(|text| NodeIndex(*text as u32)));
    snapshot.stand_ins.insert(NodeIndex(field as u32), NodeIndex(root as u32));
    snapshot.drawn_editors.insert(NodeIndex(field as u32), drawn.lines);
}

/// What an editor is made of, beside its field.
#[derive(Default)]
struct Parts {
    /// Its box, and those that hold its lines or nothing to read: cursors, layers, the tracks of scroll bars.
    boxes: Vec<usize>,
    /// Its lines and their numbers.
    texts: Vec<usize>,
    /// Fields for input methods and pictures of the text, which are hidden from readers of screens.
    helpers: Vec<usize>,
}

/// Sorts what is in the box of an editor: what people operate in it (a search bar, a list of completions) is no part of its text.
fn parts(draft: &Draft<'_>, field: usize, root: usize) -> Parts {
    let columns = &draft.snapshot.columns;
    let widgets = widgets(draft, field, root);
    // Boxes that it fills are the editor, too: what drops are for, `role=code`.
    let filled = |above: &usize| draft.is_element(*above) && fills(draft, root, *above);
    let around = draft.ancestors(root).take(LEVELS).take_while(filled);
    let mut parts = Parts { boxes: std::iter::once(root).chain(around).collect(), ..Parts::default() };
    let mut at = root + 1;
    while at < draft.end(root) {
        let apart = match columns.kind[at] {
            NodeKind::Element => {
                let own = folds(draft, at) || is_overview(draft, at, root);
                at == field || widgets.contains(&at) || !is_plain(draft, at) || own
            }
            NodeKind::Document => true,
            _ => false,
        };
        if at != field && is_helper(draft, at) {
            parts.helpers.push(at);
        }
        if apart {
            at = draft.end(at);
            continue;
        }
        match columns.kind[at] {
            NodeKind::Element => parts.boxes.push(at),
            NodeKind::Text if is_drawn(draft, at) => parts.texts.push(at),
            _ => {}
        }
        at += 1;
    }
    parts
}

/// Whether an editor's box takes all of a box around it.
fn fills(draft: &Draft<'_>, root: usize, around: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let near = |one: f64, other: f64| (one - other).abs() <= EDGE;
    !matches!(draft.tag[around], Word::Body | Word::Html | Word::Form)
        && matches!(
            columns.role[around],
            Role::Generic | Role::None | Role::Presentation | Role::Code | Role::Group
        )
        && columns.rect[root].zip(columns.rect[around]).is_some_and(|(inner, outer)| {
            near(inner.x, outer.x)
                && near(inner.y, outer.y)
                && near(inner.right(), outer.right())
                && near(inner.bottom(), outer.bottom())
        })
}

/// Whether neither readers of screens nor the Tab key come to it: Monaco's field for input methods, its overview of the text.
fn is_helper(draft: &Draft<'_>, at: usize) -> bool {
    let unreachable = || draft.attribute(at, Word::Tabindex).is_some_and(|index| index.trim() == "-1");
    draft.marks[at].has(Marks::ARIA_HIDDEN)
        && match draft.tag[at] {
            Word::Canvas => true,
            Word::Textarea => unreachable(),
            _ => false,
        }
}

/// Whether it is an editor of several lines that a person sees and the browser edits.
fn is_visible_editor(draft: &Draft<'_>, at: usize) -> bool {
    draft.is_element(at)
        && draft.snapshot.columns.role[at] == Role::TextBox
        && draft.snapshot.columns.visible[at]
        && editable_host(draft, at)
        && is_for_code(draft, at)
}

/// Takes the column of line numbers beside such an editor for a part of it: CodeMirror 6, which draws only the lines in view.
fn note_gutter(draft: &mut Draft<'_>, editor: usize) {
    let Some((rect, parent)) = draft.snapshot.columns.rect[editor].zip(draft.parent(editor)) else { return };
    let columns = &draft.snapshot.columns;
    let left_of = |at: &usize| {
        draft.is_element(*at)
            && draft.marks[*at].has(Marks::ARIA_HIDDEN)
            && columns.rect[*at].is_some_and(|beside| beside.right() <= rect.x + EDGE)
    };
    let Some(gutter) = draft.children(parent).find(left_of) else { return };
    let inside = gutter..draft.end(gutter);
    let is_number = |at: &usize| {
        let text = draft.text(columns.text[*at]).trim();
        columns.kind[*at] == NodeKind::Text
            && columns.visible[*at]
            && !text.is_empty()
            && text.bytes().all(|digit| digit.is_ascii_digit())
    };
    let texts: Vec<usize> = inside.clone().filter(is_number).collect();
    let drawn = lines::read(draft, gutter, &texts);
    let Some((first, last)) = drawn.lines.numbers else { return };
    let whole = first == 1 && rect.bottom() - drawn.bottom < drawn.height * 1.5;
    // A mark that folds has a title.
    let plain = |at: &usize| draft.is_element(*at) && !draft.has(*at, Word::Title);
    let boxes: Vec<usize> = inside.filter(plain).collect();
    for part in boxes {
        draft.snapshot.columns.why[part] = Why::default();
        draft.snapshot.columns.tier[part] = Tier::Structural;
    }
    draft.snapshot.told_as_value.extend(texts.iter().map(|text| NodeIndex(*text as u32)));
    let lines = DrawnLines { numbers: Some((first, last)), whole };
    draft.snapshot.drawn_editors.insert(NodeIndex(editor as u32), lines);
}

/// Whether it is a mark that folds lines: pressed, and with a title (Monaco's, which show when the pointer is on the gutter).
fn folds(draft: &Draft<'_>, at: usize) -> bool {
    draft.has(at, Word::Title) && draft.snapshot.columns.why[at] != Why::default()
}

/// Whether it is the picture of the whole text at its side, which scrolls where it is pressed (Monaco's minimap).
fn is_overview(draft: &Draft<'_>, at: usize, root: usize) -> bool {
    let columns = &draft.snapshot.columns;
    columns.why[at].has(Why::LISTENER)
        && (at + 1..draft.end(at)).any(|inside| draft.tag[inside] == Word::Canvas)
        && columns.rect[at].zip(columns.rect[root]).is_some_and(|(own, editor)| own.w * 2.0 < editor.w)
}

/// Whether a box means nothing by itself: not a list, a tooltip, a table; and is no hint in the place of text.
fn is_plain(draft: &Draft<'_>, at: usize) -> bool {
    let plain = matches!(
        draft.snapshot.columns.role[at],
        Role::Generic
            | Role::None
            | Role::Presentation
            | Role::Code
            | Role::Paragraph
            | Role::Group
            | Role::Image
            | Role::Canvas
    );
    // CodeMirror's hint is drawn as its lines are; nothing but the class tells it from them.
    plain && !draft.attribute(at, Word::Class).is_some_and(|class| class.contains("placeholder"))
}

/// The boxes that hold controls, such as CodeMirror's search bar: as far up as they are small beside the editor.
fn widgets(draft: &Draft<'_>, field: usize, root: usize) -> Vec<usize> {
    let columns = &draft.snapshot.columns;
    let height = |at: usize| columns.rect[at].map_or(0.0, |rect| rect.h);
    let is_control = |at: &usize| {
        *at != field
            && columns.visible[*at]
            && !is_helper(draft, *at)
            && match draft.tag[*at] {
                Word::Button | Word::Select | Word::Textarea => true,
                Word::Input => !input_type(draft, *at).eq_ignore_ascii_case("hidden"),
                _ => false,
            }
    };
    let mut widgets = Vec::new();
    for control in (root + 1..draft.end(root)).filter(is_control) {
        let small = |above: &usize| *above != root && height(*above) < height(root) / 2.0;
        widgets.extend(std::iter::once(control).chain(draft.ancestors(control).take_while(small)));
    }
    widgets
}

/// Whether a text is drawn: one without width (the blank that keeps an empty line open) is where its line is.
fn is_drawn(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let blank = || lines::plain(draft.text(columns.text[at])).trim().is_empty();
    columns.rect[at].is_some_and(is_sound)
        && (columns.visible[at] || draft.parent(at).is_some_and(|line| draft.style[line].shown) && blank())
}

fn is_sound(rect: Rect) -> bool {
    rect.x.is_finite() && rect.y.is_finite() && rect.h > 0.0
}
