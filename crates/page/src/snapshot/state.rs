//! States and values: what is checked, chosen, disabled, open, and what a field holds (masked where it is secret).

use domtool_cdp::protocol::dom_snapshot::SparseFlags;

use super::{
    NodeIndex, Role, States, TextId, TopLayer, Tristate,
    draft::{Draft, Marks, string},
    native::input_type,
    words::Word,
};

/// Fills `states`, and what selects hold.
pub(super) fn note_states(draft: &mut Draft<'_>) {
    let count = draft.len();
    draft.snapshot.columns.states.resize_with(count, || None);
    let disabled = disabled_by_fieldset(draft);
    for at in 0..count {
        if !draft.is_element(at) {
            continue;
        }
        if draft.tag[at] == Word::Select {
            let value = chosen(draft, at);
            draft.snapshot.columns.value[at] = Some(value);
        }
        // Most elements have neither attributes nor a native state.
        let (start, end) = draft.snapshot.columns.attributes[at];
        let role = draft.snapshot.columns.role[at];
        let plain = start == end
            && !disabled[at]
            && !draft.style[at].top_layer
            && draft.marks[at].0 & (Marks::INERT.0 | Marks::CHECKED.0 | Marks::SELECTED.0) == 0
            && !can_be_checked(role)
            && !matches!(role, Role::Heading | Role::Details | Role::Summary | Role::Option);
        if plain {
            continue;
        }
        let states = states(draft, at, &disabled);
        if states != States::default() {
            draft.snapshot.columns.states[at] = Some(Box::new(states));
        }
    }
}

/// Reads what the capture holds beside the tree: live values, and what is checked, chosen, or clickable to Chrome.
pub(super) fn read_live(draft: &mut Draft<'_>) {
    let count = draft.len();
    draft.snapshot.columns.value.resize(count, None);
    let capture = draft.capture;
    for (at_session, session) in capture.sessions.iter().enumerate() {
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
    let kind = input_type(draft, at).to_ascii_lowercase();
    // What a button or a box would send is no value of its own.
    if draft.tag[at] == Word::Input
        && matches!(kind.as_str(), "checkbox" | "radio" | "button" | "submit" | "reset" | "image" | "hidden")
    {
        return;
    }
    let id = if value.is_empty() {
        TextId::EMPTY
    } else if draft.marks[at].has(Marks::SECRET) {
        TextId::MASK
    } else {
        draft.snapshot.columns.strings.push(value)
    };
    draft.snapshot.columns.value[at] = Some(id);
}

/// The labels of the chosen options, joined with `, `.
fn chosen(draft: &mut Draft<'_>, select: usize) -> TextId {
    let mut labels = String::new();
    let mut first: Option<usize> = None;
    let mut any = false;
    for at in select + 1..draft.end(select) {
        if draft.tag[at] != Word::Option {
            continue;
        }
        first = first.or(Some(at));
        if draft.marks[at].has(Marks::SELECTED) {
            if any {
                labels.push_str(", ");
            }
            any = true;
            labels.push_str(&option_label(draft, at));
        }
    }
    if draft.marks[select].has(Marks::SECRET) {
        return if labels.is_empty() { TextId::EMPTY } else { TextId::MASK };
    }
    draft.snapshot.columns.strings.push(&labels)
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

/// By node: disabled by a `fieldset` around it, of which it is not in the first legend.
fn disabled_by_fieldset(draft: &Draft<'_>) -> Vec<bool> {
    let mut disabled = vec![false; draft.len()];
    for at in 0..draft.len() {
        if draft.tag[at] != Word::Fieldset || !draft.has(at, Word::Disabled) {
            continue;
        }
        let free = draft
            .children(at)
            .find(|child| draft.tag[*child] == Word::Legend)
            .map_or(0..0, |legend| legend..draft.end(legend));
        for inside in (at + 1..draft.end(at)).filter(|inside| !free.contains(inside)) {
            disabled[inside] = true;
        }
    }
    disabled
}

fn states(draft: &mut Draft<'_>, at: usize, disabled: &[bool]) -> States {
    let tag = draft.tag[at];
    let role = draft.snapshot.columns.role[at];
    let marks = draft.marks[at];
    let control = matches!(
        tag,
        Word::Button
            | Word::Input
            | Word::Select
            | Word::Textarea
            | Word::Fieldset
            | Word::Option
            | Word::Optgroup
    );
    let flag = |key| draft.attribute(at, key).is_some_and(|v| v.trim().eq_ignore_ascii_case("true"));
    let top = top_layer(draft, at);
    let mut states = States {
        disabled: (control && (draft.has(at, Word::Disabled) || disabled[at]))
            || flag(Word::AriaDisabled)
            || marks.has(Marks::INERT)
            || in_disabled_group(draft, at),
        read_only: (matches!(tag, Word::Input | Word::Textarea) && draft.has(at, Word::Readonly))
            || flag(Word::AriaReadonly),
        required: (matches!(tag, Word::Input | Word::Textarea | Word::Select)
            && draft.has(at, Word::Required))
            || flag(Word::AriaRequired),
        invalid: draft.attribute(at, Word::AriaInvalid).is_some_and(|v| !matches!(v.trim(), "" | "false")),
        multiple: (matches!(tag, Word::Select | Word::Input) && draft.has(at, Word::Multiple))
            || flag(Word::AriaMultiselectable),
        busy: flag(Word::AriaBusy),
        modal: flag(Word::AriaModal) || top == Some(TopLayer::Modal),
        top_layer: top,
        ..States::default()
    };
    let kind = if tag == Word::Input { input_type(draft, at).to_ascii_lowercase() } else { String::new() };
    states.checked = match kind.as_str() {
        "checkbox" | "radio" => Some(if marks.has(Marks::CHECKED) { Tristate::On } else { Tristate::Off }),
        _ if can_be_checked(role) => {
            Some(tristate(draft.attribute(at, Word::AriaChecked)).unwrap_or(Tristate::Off))
        }
        _ => None,
    };
    states.pressed = tristate(draft.attribute(at, Word::AriaPressed)).filter(|_| role == Role::Button);
    states.expanded = match tag {
        Word::Details => Some(draft.has(at, Word::Open)),
        Word::Summary if role == Role::Summary => {
            draft.parent(at).map(|details| draft.has(details, Word::Open))
        }
        _ => boolean(draft.attribute(at, Word::AriaExpanded)),
    };
    states.selected = match tag {
        Word::Option => {
            let secret = draft
                .ancestors(at)
                .find(|a| draft.tag[*a] == Word::Select)
                .is_some_and(|s| draft.marks[s].has(Marks::SECRET));
            (marks.has(Marks::SELECTED) && !secret).then_some(true)
        }
        _ => boolean(draft.attribute(at, Word::AriaSelected)),
    };
    states.current = draft
        .attribute_id(at, Word::AriaCurrent)
        .filter(|id| !matches!(draft.text(*id).trim(), "" | "false"));
    states.level = level(draft, at, role);
    states
}

fn can_be_checked(role: Role) -> bool {
    matches!(role, Role::Checkbox | Role::Radio | Role::Switch | Role::MenuItemCheckbox | Role::MenuItemRadio)
}

/// An option of a disabled group.
fn in_disabled_group(draft: &Draft<'_>, at: usize) -> bool {
    draft.tag[at] == Word::Option
        && draft
            .parent(at)
            .is_some_and(|group| draft.tag[group] == Word::Optgroup && draft.has(group, Word::Disabled))
}

fn tristate(value: Option<&str>) -> Option<Tristate> {
    match value?.trim() {
        "true" => Some(Tristate::On),
        "false" => Some(Tristate::Off),
        "mixed" => Some(Tristate::Mixed),
        _ => None,
    }
}

fn boolean(value: Option<&str>) -> Option<bool> {
    match value?.trim() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

fn level(draft: &Draft<'_>, at: usize, role: Role) -> Option<u8> {
    if let Some(level) =
        draft.attribute(at, Word::AriaLevel).and_then(|v| v.trim().parse::<u8>().ok()).filter(|l| *l > 0)
    {
        return Some(level);
    }
    if role != Role::Heading {
        return None;
    }
    Some(match draft.tag[at] {
        Word::H1 => 1,
        Word::H3 => 3,
        Word::H4 => 4,
        Word::H5 => 5,
        Word::H6 => 6,
        _ => 2,
    })
}

/// Why an element is in the browser's top layer, if it is. Known after layout. The browser's own record decides (the
/// computed `overlay`, which no page can set), so it holds in closed shadow roots too.
pub(super) fn top_layer(draft: &Draft<'_>, at: usize) -> Option<TopLayer> {
    if !draft.style[at].top_layer || !draft.is_element(at) {
        return None;
    }
    // `showModal()` sets `open`; a dialog that is shown as a popover has none. Dialogs never fill the screen, and one
    // without either is on its way out.
    match draft.tag[at] {
        Word::Dialog if draft.has(at, Word::Open) => Some(TopLayer::Modal),
        _ if draft.has(at, Word::Popover) => Some(TopLayer::Popover),
        Word::Dialog => None,
        _ => Some(TopLayer::Fullscreen),
    }
}
