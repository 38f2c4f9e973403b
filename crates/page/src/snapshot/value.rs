//! Values: what fields hold now (masked where that is secret), which options are chosen, and the values of sliders, meters and other
//! scales. A value is verbatim, line breaks included. Fixtures: states.html, live-states.html.

use domtool_cdp::protocol::dom_snapshot::SparseFlags;

use super::{
    NodeIndex, NodeKind, Role, TextId, ValueRange,
    classify::is_choice,
    draft::{Draft, Marks, string},
    known_names::Word,
    native::input_type,
    visibility::FAINT,
};
use crate::limits::NODES_OF_NAME;

/// What browsers put before a file's name in place of its directory.
const FAKE_PATH: &str = "C:\\fakepath\\";

/// Reads what the capture holds beside the tree: live values, what is checked, chosen, or clickable to Chrome, and what
/// was told by a look into each frame.
pub(super) fn read_live(draft: &mut Draft<'_>) {
    let count = draft.len();
    draft.snapshot.columns.value.resize(count, None);
    let capture = draft.capture;
    for (at_session, session) in capture.sessions.iter().enumerate() {
        for field in session.looks.iter().flat_map(|look| &look.fields) {
            if let Some(node) = draft.snapshot.by_backend.get(&(at_session as u32, field.node.0)) {
                draft.looks.insert(node.at(), field);
            }
        }
        for (at_document, document) in session.snapshot.documents.iter().enumerate() {
            let nodes = &document.nodes;
            mark(draft, (at_session, at_document), &nodes.is_clickable, Marks::CLICKABLE);
            mark(draft, (at_session, at_document), &nodes.input_checked, Marks::CHECKED);
            mark(draft, (at_session, at_document), &nodes.option_selected, Marks::SELECTED);
            for values in [&nodes.input_value, &nodes.text_value] {
                for (node, value) in values.index.iter().zip(&values.value) {
                    if let Some(node) = placed(draft, (at_session, at_document), *node) {
                        put_value(draft, node, string(session, *value));
                    }
                }
            }
        }
    }
}

fn placed(draft: &Draft<'_>, (session, document): (usize, usize), node: i32) -> Option<usize> {
    let index = draft.placed.get(session)?.get(document)?.get(usize::try_from(node).ok()?)?;
    index.some().map(NodeIndex::at)
}

fn mark(draft: &mut Draft<'_>, document: (usize, usize), flags: &SparseFlags, mark: Marks) {
    for node in &flags.index {
        if let Some(at) = placed(draft, document, *node) {
            draft.marks[at].set(mark);
        }
    }
}

fn put_value(draft: &mut Draft<'_>, at: usize, value: &str) {
    let kind =
        if draft.tag[at] == Word::Input { input_type(draft, at).to_ascii_lowercase() } else { String::new() };
    let id = match kind.as_str() {
        // What a button or a box would send is no value of its own.
        "checkbox" | "radio" | "button" | "submit" | "reset" | "image" | "hidden" => return,
        "file" => match draft.looks.get(&at).filter(|look| !look.files.is_empty()) {
            Some(look) => text_id(draft, at, &look.files.join(", ")),
            None => text_id(draft, at, value.strip_prefix(FAKE_PATH).unwrap_or(value)),
        },
        _ => text_id(draft, at, value),
    };
    draft.snapshot.columns.value[at] = Some(id);
}

/// A value as text, masked where it is secret.
fn text_id(draft: &mut Draft<'_>, at: usize, value: &str) -> TextId {
    if value.is_empty() {
        TextId::EMPTY
    } else if draft.marks[at].has(Marks::SECRET) {
        TextId::MASK
    } else {
        let columns = &mut draft.snapshot.columns;
        columns.strings.push_value(columns.frame[at], value)
    }
}

/// Fills the values that are made of other nodes or of attributes: selects, editable elements, scales. Roles are known.
pub(super) fn note_values(draft: &mut Draft<'_>) {
    for at in 0..draft.len() {
        if !draft.is_element(at) {
            continue;
        }
        let value = if draft.tag[at] == Word::Select {
            Some(chosen(draft, at))
        } else if is_scale(draft.snapshot.columns.role[at]) {
            scale_value(draft, at)
        } else if is_painted_over(draft, at) {
            painted_value(draft, at)
        } else {
            let text = draft.looks.get(&at).and_then(|look| look.text.as_deref());
            text.map(|text| text_id(draft, at, text))
        };
        if value.is_some() {
            draft.snapshot.columns.value[at] = value;
        }
    }
}

/// Whether it is a combobox that nobody writes in, transparent below the values that are chosen: it holds nothing itself (Shoelace's
/// selects of several). Fixture: drawn-controls.html.
fn is_painted_over(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    is_choice(draft, at)
        && columns.visible[at]
        && draft.style[at].opacity <= FAINT
        && draft.has(at, Word::Readonly)
        && columns.value[at].is_none_or(|value| value == TextId::EMPTY)
}

/// The texts that stand in its box, joined with `, `.
fn painted_value(draft: &mut Draft<'_>, at: usize) -> Option<TextId> {
    let around = draft.parent(at)?;
    let columns = &draft.snapshot.columns;
    let is_of_other = |text: usize| {
        let inside = draft.ancestors(text).take_while(|above| *above != around);
        inside.into_iter().any(|above| {
            matches!(draft.tag[above], Word::Label | Word::Button)
                || matches!(
                    columns.role[above],
                    Role::ListBox | Role::Option | Role::Menu | Role::MenuItem | Role::Alert | Role::Status
                )
        })
    };
    let field = columns.rect[at]?;
    let lies_in = |text: usize| columns.rect[text].is_some_and(|rect| rect.intersection(&field).area() > 0.0);
    let texts = (around + 1..draft.end(around))
        .take(NODES_OF_NAME)
        .filter(|text| columns.kind[*text] == NodeKind::Text && columns.visible[*text] && !is_of_other(*text))
        .filter(|text| lies_in(*text))
        .map(|text| draft.text(columns.text[text]).trim())
        .filter(|text| !text.is_empty());
    let value = texts.collect::<Vec<_>>().join(", ");
    Some(text_id(draft, at, &value))
}

/// The labels of the chosen options, joined with `, `.
fn chosen(draft: &mut Draft<'_>, select: usize) -> TextId {
    let mut labels = String::new();
    for at in chosen_options(draft, select) {
        if !labels.is_empty() {
            labels.push_str(", ");
        }
        labels.push_str(&option_label(draft, at));
    }
    text_id(draft, select, &labels)
}

/// The options of a select that are chosen.
pub(super) fn chosen_options(draft: &Draft<'_>, select: usize) -> Vec<usize> {
    let options = select + 1..draft.end(select);
    options.filter(|at| draft.tag[*at] == Word::Option && draft.marks[*at].has(Marks::SELECTED)).collect()
}

/// What a person reads on an option.
pub(super) fn option_label(draft: &Draft<'_>, at: usize) -> String {
    let node = draft.snapshot.node(NodeIndex(at as u32));
    if let Some(label) = node.attribute("label").filter(|label| !label.is_empty()) {
        return label.to_owned();
    }
    let mut label = String::new();
    for text in node.descendants() {
        label.push_str(text.text());
    }
    label.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a role shows a value on a scale.
pub(super) fn is_scale(role: Role) -> bool {
    matches!(role, Role::Slider | Role::SpinButton | Role::ProgressBar | Role::Meter | Role::ScrollBar)
}

/// A native field's own value; else what the page says by ARIA; a native gauge says it by its attribute.
fn scale_value(draft: &mut Draft<'_>, at: usize) -> Option<TextId> {
    let now = match draft.tag[at] {
        Word::Input => return None,
        Word::Progress | Word::Meter => draft.attribute(at, Word::Value),
        _ => [Word::AriaValuenow, Word::AriaValuetext]
            .into_iter()
            .find_map(|key| draft.attribute(at, key).filter(|now| !now.trim().is_empty())),
    };
    let now = now?.to_owned();
    Some(text_id(draft, at, &now))
}

/// The scale itself.
pub(super) fn range(draft: &Draft<'_>, at: usize) -> Option<ValueRange> {
    if !is_scale(draft.snapshot.columns.role[at]) {
        return None;
    }
    let native = matches!(draft.tag[at], Word::Input | Word::Progress | Word::Meter);
    let (min, max) = if native { (Word::Min, Word::Max) } else { (Word::AriaValuemin, Word::AriaValuemax) };
    let given = |key| draft.attribute_id(at, key).filter(|id| !draft.text(*id).trim().is_empty());
    let text = given(Word::AriaValuetext);
    Some(ValueRange { min: given(min), max: given(max), text })
}
