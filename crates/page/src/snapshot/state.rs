//! States: what is checked, chosen, disabled, open, invalid, sorted, as it is now and not as the page was written. They come
//! from the browser's record and from a look into each frame; from attributes only where these always reflect the state.
//! Fixtures: states.html, live-states.html.

use rustc_hash::FxHashMap;

use super::{
    NodeIndex, NodeKind, Role, Sort, States, TextId, TopLayer, Tristate,
    draft::{Draft, Marks},
    known_names::Word,
    native::input_type,
    value::{chosen_options, is_scale, range},
    visibility::FAINT,
};
use crate::limits::ERROR_CHARACTERS;

/// Fills `states`.
pub(super) fn note_states(draft: &mut Draft<'_>) {
    let count = draft.len();
    draft.snapshot.columns.states.resize_with(count, || None);
    let disabled = Around { by_fieldset: disabled_by_fieldset(draft), said: said_disabled(draft) };
    let mut referring = Vec::new();
    for at in 0..count {
        if !draft.is_element(at) {
            continue;
        }
        // Most elements have neither attributes nor a native state.
        let (start, end) = draft.snapshot.columns.attributes[at];
        let role = draft.snapshot.columns.role[at];
        let plain = start == end
            && !disabled.by_fieldset[at]
            && !disabled.said[at]
            && !draft.style[at].top_layer
            && draft.marks[at].0 & (Marks::INERT.0 | Marks::CHECKED.0 | Marks::SELECTED.0) == 0
            && !can_be_checked(role)
            && !is_scale(role)
            && draft.tag[at] != Word::Select
            && !draft.looks.contains_key(&at)
            && !matches!(role, Role::Heading | Role::Details | Role::Summary | Role::Option);
        if plain {
            continue;
        }
        let states = states(draft, at, &disabled);
        if states.invalid || opener_of(draft, at).is_some() {
            referring.push(at);
        }
        if states != States::default() {
            draft.snapshot.columns.states[at] = Some(Box::new(states));
        }
    }
    if !referring.is_empty() {
        follow_references(draft, &referring);
    }
}

/// By node: whether a disabled `<fieldset>` around it disables it. What is in the first legend of the fieldset stays enabled (HTML,
/// 4.10.15).
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
        // The content of a frame or shadow root in it is of another tree.
        let same_tree = |inside: &usize| draft.scope[*inside] == draft.scope[at];
        for inside in (at + 1..draft.end(at)).filter(same_tree).filter(|inside| !free.contains(inside)) {
            disabled[inside] = true;
        }
    }
    disabled
}

/// By node: what around it disables it.
struct Around {
    by_fieldset: Vec<bool>,
    /// `aria-disabled`, its own too.
    said: Vec<bool>,
}

/// By node: whether `aria-disabled` says so of it, or of what it is in: it holds for all that takes the focus in an element (WAI-ARIA 1.2,
/// `aria-disabled`), up to one that says `false` of itself.
fn said_disabled(draft: &Draft<'_>) -> Vec<bool> {
    let mut said = vec![false; draft.len()];
    for at in 0..draft.len() {
        let around = draft.parent(at).filter(|_| draft.snapshot.columns.kind[at] != NodeKind::Document);
        said[at] = match draft.attribute(at, Word::AriaDisabled).map(str::trim) {
            Some(own) if own.eq_ignore_ascii_case("true") => true,
            Some(own) if own.eq_ignore_ascii_case("false") => false,
            _ => around.is_some_and(|around| said[around]),
        };
    }
    said
}

fn states(draft: &mut Draft<'_>, at: usize, around: &Around) -> States {
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
    let takes_focus = control
        || matches!(tag, Word::A | Word::Summary)
        || draft.has(at, Word::Role)
        || draft.has(at, Word::Tabindex);
    let top = top_layer(draft, at);
    let look = draft.looks.get(&at).copied();
    let mut states = States {
        disabled: (control && (draft.has(at, Word::Disabled) || around.by_fieldset[at]))
            || flag(Word::AriaDisabled)
            || takes_focus && around.said[at]
            || in_disabled_group(draft, at),
        inert: marks.has(Marks::INERT),
        read_only: (takes_read_only(draft, at) && draft.has(at, Word::Readonly)) || flag(Word::AriaReadonly),
        required: (matches!(tag, Word::Input | Word::Textarea | Word::Select)
            && draft.has(at, Word::Required))
            || flag(Word::AriaRequired),
        invalid: look.is_some_and(|look| look.invalid.is_some()) || says_invalid(draft, at),
        multiple: (matches!(tag, Word::Select | Word::Input) && draft.has(at, Word::Multiple))
            || flag(Word::AriaMultiselectable),
        busy: flag(Word::AriaBusy),
        on_hover: marks.has(Marks::ON_HOVER),
        modal: flag(Word::AriaModal) || top == Some(TopLayer::Modal),
        top_layer: top,
        ..States::default()
    };
    let kind = if tag == Word::Input { input_type(draft, at).to_ascii_lowercase() } else { String::new() };
    states.checked = match kind.as_str() {
        "checkbox" if look.is_some_and(|look| look.mixed) => Some(Tristate::Mixed),
        "checkbox" | "radio" => said_of_hidden(draft, at).or(Some(if marks.has(Marks::CHECKED) {
            Tristate::On
        } else {
            Tristate::Off
        })),
        // ARIA takes such a box for unchecked, but what a person sees may be a tick that the page only paints.
        _ if role.is_toggle() => tristate(draft.attribute(at, Word::AriaChecked)),
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
        Word::Select if has_open_picker(draft, at) => Some(true),
        _ => boolean(draft.attribute(at, Word::AriaExpanded)),
    };
    states.selected = match tag {
        Word::Option => (marks.has(Marks::SELECTED) && !marks.has(Marks::SECRET)).then_some(true),
        _ => boolean(draft.attribute(at, Word::AriaSelected)),
    };
    states.current = draft
        .attribute_id(at, Word::AriaCurrent)
        .filter(|id| !matches!(draft.text(*id).trim(), "" | "false"));
    states.level = level(draft, at, role);
    states.sort = draft.attribute(at, Word::AriaSort).and_then(sort);
    states.range = range(draft, at);
    states.chosen = match kind.as_str() {
        _ if marks.has(Marks::SECRET) => None,
        _ if tag == Word::Select && states.multiple => Some(chosen_options(draft, at).len() as u32),
        "file" => look.filter(|look| !look.files.is_empty()).map(|look| look.files.len() as u32),
        _ => None,
    };
    // The browser's words may repeat what the field holds.
    let words = look.and_then(|look| look.invalid.as_deref()).filter(|_| !marks.has(Marks::SECRET));
    states.error = words.map(str::to_owned).and_then(|words| error_text(draft, at, &words));
    states
}

/// Whether a select shows its options in a picker that is of the page (CSS Forms 1, "base appearance"). Fixture: evidence/pickers.html.
fn has_open_picker(draft: &Draft<'_>, at: usize) -> bool {
    let drops = !draft.has(at, Word::Multiple)
        && draft.snapshot.node(NodeIndex(at as u32)).attribute("size").is_none_or(|size| size.trim() == "1");
    let columns = &draft.snapshot.columns;
    let drawn = |inside: usize| columns.rect[inside].is_some_and(|rect| rect.area() > 0.0);
    drops && (at + 1..draft.end(at)).any(|inside| draft.tag[inside] == Word::Option && drawn(inside))
}

fn says_invalid(draft: &Draft<'_>, at: usize) -> bool {
    draft.attribute(at, Word::AriaInvalid).is_some_and(|v| !matches!(v.trim(), "" | "false"))
}

/// `readonly` means nothing to boxes, buttons, sliders and files.
fn takes_read_only(draft: &Draft<'_>, at: usize) -> bool {
    draft.tag[at] == Word::Textarea
        || (draft.tag[at] == Word::Input
            && !matches!(
                input_type(draft, at).to_ascii_lowercase().as_str(),
                "checkbox"
                    | "radio"
                    | "button"
                    | "submit"
                    | "reset"
                    | "image"
                    | "hidden"
                    | "range"
                    | "color"
                    | "file"
            ))
}

fn sort(value: &str) -> Option<Sort> {
    [Sort::Ascending, Sort::Descending, Sort::Other].into_iter().find(|sort| sort.word() == value.trim())
}

fn error_text(draft: &mut Draft<'_>, at: usize, text: &str) -> Option<TextId> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = text.chars().take(ERROR_CHARACTERS).collect();
    (!text.is_empty()).then(|| draft.push(at, &text))
}

/// The id of the popover that a button opens and closes.
fn opener_of<'d>(draft: &'d Draft<'_>, at: usize) -> Option<&'d str> {
    if !matches!(draft.tag[at], Word::Button | Word::Input) {
        return None;
    }
    draft.attribute(at, Word::Popovertarget).or_else(|| {
        let command = draft.attribute(at, Word::Command)?.to_ascii_lowercase();
        let popover = matches!(command.as_str(), "toggle-popover" | "show-popover" | "hide-popover");
        draft.attribute(at, Word::Commandfor).filter(|_| popover)
    })
}

/// Fills in the states that come from another element, which is referred to by its id: an open popover, the text of an error.
fn follow_references(draft: &mut Draft<'_>, referring: &[usize]) {
    let mut ids: FxHashMap<(NodeIndex, String), usize> = FxHashMap::default();
    for at in 0..draft.len() {
        if draft.is_element(at)
            && let Some(id) = draft.attribute(at, Word::Id)
        {
            ids.entry((draft.scope[at], id.to_owned())).or_insert(at);
        }
    }
    let target = |draft: &Draft<'_>, at: usize, id: &str| ids.get(&(draft.scope[at], id.to_owned())).copied();
    for &at in referring {
        let popover = opener_of(draft, at).and_then(|id| target(draft, at, id));
        let open = popover
            .filter(|popover| draft.has(*popover, Word::Popover))
            .map(|popover| top_layer(draft, popover) == Some(TopLayer::Popover));
        let mut error = None;
        if says_invalid(draft, at) {
            // A description may also be advice, so it counts as the error only where no other text does.
            let native = draft.snapshot.columns.states[at].as_ref().and_then(|states| states.error);
            for key in [Word::AriaErrormessage, Word::AriaDescribedby] {
                let words: Vec<String> = draft
                    .attribute(at, key)
                    .filter(|_| error.is_none() && (key == Word::AriaErrormessage || native.is_none()))
                    .into_iter()
                    .flat_map(str::split_ascii_whitespace)
                    .filter_map(|id| target(draft, at, id))
                    .map(|target| shown_text(draft, target))
                    .collect();
                error = error.or_else(|| error_text(draft, at, &words.join(" ")));
            }
        }
        let states = draft.snapshot.columns.states[at].get_or_insert_default();
        states.expanded = states.expanded.or(open);
        states.error = error.or(states.error);
    }
}

/// The text that is shown in an element.
fn shown_text(draft: &Draft<'_>, at: usize) -> String {
    let mut text = String::new();
    for inside in at..draft.end(at) {
        let columns = &draft.snapshot.columns;
        if matches!(columns.kind[inside], NodeKind::Text | NodeKind::Pseudo)
            && columns.visible[inside]
            && text.len() < 4 * ERROR_CHARACTERS
        {
            text.push_str(draft.text(columns.text[inside]));
            text.push(' ');
        }
    }
    text
}

/// The `aria-checked` of an unseen checkbox or radio button that has a role: what the page draws in its place shows that state.
/// The checkbox itself may hold another, as a cancelled click resets it after the page has set it (HTML,
/// "legacy-canceled-activation steps"). Without a role, `aria-checked` is a leftover that no script keeps up to date.
fn said_of_hidden(draft: &Draft<'_>, at: usize) -> Option<Tristate> {
    let unseen = draft.style[at].opacity <= FAINT
        || !draft.snapshot.columns.visible[at]
        || draft.snapshot.stand_ins.contains_key(&NodeIndex(at as u32));
    boolean(draft.attribute(at, Word::AriaChecked).filter(|_| unseen && draft.has(at, Word::Role)))
        .map(|on| if on { Tristate::On } else { Tristate::Off })
}

fn can_be_checked(role: Role) -> bool {
    role.is_toggle() || matches!(role, Role::MenuItemCheckbox | Role::MenuItemRadio)
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
