//! Labels of controls that cannot be seen: a person operates the label, so it stands in for its control. Cases: `label-*` in
//! fixtures/discovery-attributes.js.

use rustc_hash::FxHashMap;

use crate::snapshot::{
    NodeIndex, Role,
    draft::{Draft, Marks},
    known_names::Word,
    native::input_type,
    visibility::FAINT,
};

/// The visible labels of controls that styling hides. What a click on its label operates (a checkbox, a radio, a file
/// input, a button that is laid out) is then reachable through the label, and counts as visible where the label is: the
/// label tells no state (Carbon's toggles, Ionic's selects).
pub(super) fn hidden_labels(draft: &mut Draft<'_>) -> Vec<usize> {
    let mut found = Vec::new();
    for (label, control) in pairs(draft) {
        let kind = input_type(draft, control).to_ascii_lowercase();
        let input = draft.tag[control] == Word::Input;
        let toggled = input && matches!(kind.as_str(), "file" | "checkbox" | "radio")
            || draft.snapshot.columns.role[control].is_toggle();
        let pressed = draft.tag[control] == Word::Button
            || input && matches!(kind.as_str(), "button" | "submit" | "reset" | "image" | "color");
        // Quasar's selects draw their value in a label around a combobox of one pixel. A label apart from what it names draws nothing.
        let chosen = is_choice(draft, control) && (label..draft.end(label)).contains(&control);
        if toggled || pressed || chosen {
            found.push(label);
        }
        let laid_out = draft.marks[control].has(Marks::LAID_OUT) && !draft.marks[control].has(Marks::INERT);
        if toggled || chosen || pressed && laid_out {
            stand_in(draft, label, control);
        }
    }
    for control in 0..draft.len() {
        if let Some(drawn) = drawn_box_of(draft, control).or_else(|| choice_over(draft, control)) {
            stand_in(draft, drawn, control);
        }
    }
    found
}

/// Lets one element be seen in the place of a control.
fn stand_in(draft: &mut Draft<'_>, shown: usize, control: usize) {
    let columns = &mut draft.snapshot.columns;
    columns.visible[control] = true;
    columns.rect[control] = columns.rect[shown];
    columns.clipped[control] = columns.clipped[shown];
    columns.place[control] = columns.place[shown];
    draft.snapshot.stand_ins.insert(NodeIndex(control as u32), NodeIndex(shown as u32));
}

/// The visible parent that is drawn in the place of a box to tick, and takes the clicks for it: Element Plus' switch has an input
/// without a size in it. Fixture: library-lines.html.
fn drawn_box_of(draft: &Draft<'_>, at: usize) -> Option<usize> {
    let columns = &draft.snapshot.columns;
    if draft.tag[at] != Word::Input || columns.visible[at] || !draft.is_element(at) {
        return None;
    }
    let kind = input_type(draft, at).to_ascii_lowercase();
    let hidden = draft.marks[at].has(Marks::LAID_OUT) && !draft.marks[at].has(Marks::INERT);
    let parent = draft.parent(at).filter(|_| hidden && matches!(kind.as_str(), "checkbox" | "radio"))?;
    let alone = || (parent + 1..draft.end(parent)).filter(|i| labelable(draft, *i)).count() == 1;
    let clicked = draft.marks[parent].has(Marks::CLICKABLE) && draft.tag[parent] != Word::Label;
    (columns.visible[parent] && clicked && alone()).then_some(parent)
}

/// How far around the input of a combobox the box stands that shows what is chosen.
const BOX_AROUND: usize = 4;
/// How much higher than the input that box may be where the input stands elsewhere: else it may be the box of anything.
const HIGHEST_BOX: f64 = 2.5;

/// The visible box around the input of a combobox that is transparent, or out of sight, as long as nobody writes in it: the box shows what
/// is chosen, or what to choose, in its place (react-select, Element Plus, Tom Select). Else the combobox would go from the page with its
/// choice. Fixture: evidence/choices.html, `transparent`.
fn choice_over(draft: &Draft<'_>, at: usize) -> Option<usize> {
    let columns = &draft.snapshot.columns;
    let marks = draft.marks[at];
    let hidden = is_choice(draft, at)
        && !columns.visible[at]
        && marks.has(Marks::LAID_OUT)
        && !marks.has(Marks::INERT)
        && draft.style[at].shown;
    if !hidden {
        return None;
    }
    let around = draft.ancestors(at).take(BOX_AROUND).find(|above| columns.visible[*above])?;
    let (field, shown) = (columns.rect[at]?, columns.rect[around]?);
    let within = marks.has(Marks::FAINT) && field.intersection(&shown).area() > 0.0;
    let fields = |i: &usize| labelable(draft, *i) && draft.tag[*i] != Word::Button;
    let alone = (around + 1..draft.end(around)).filter(fields).count() == 1;
    (alone && (within || shown.h <= HIGHEST_BOX * field.h)).then_some(around)
}

/// Boxes, file inputs, selects and comboboxes that are made transparent and laid over what is drawn in their place: a person's
/// click lands on them, so they count as visible. Those that a label stands in for are done already.
pub(super) fn show_overlaid(draft: &mut Draft<'_>) {
    for at in 0..draft.len() {
        if is_overlaid(draft, at) {
            draft.snapshot.columns.visible[at] = true;
        }
        if let Some(thumb) = thumb_of(draft, at) {
            let columns = &mut draft.snapshot.columns;
            columns.visible[at] = true;
            columns.rect[at] = columns.rect[thumb];
            columns.clipped[at] = columns.clipped[thumb];
            columns.place[at] = columns.place[thumb];
        }
    }
}

/// The visible parent of a native slider that styling hides: the thumb that is drawn in its place, as MUI's sliders have it. The
/// slider itself takes the focus and the keys.
fn thumb_of(draft: &Draft<'_>, at: usize) -> Option<usize> {
    let columns = &draft.snapshot.columns;
    if draft.tag[at] != Word::Input || columns.visible[at] || !draft.is_element(at) {
        return None;
    }
    let slider = input_type(draft, at).eq_ignore_ascii_case("range")
        && draft.style[at].shown
        && draft.marks[at].has(Marks::LAID_OUT)
        && !draft.marks[at].has(Marks::INERT);
    draft.parent(at).filter(|parent| slider && columns.visible[*parent])
}

/// Whether it is transparent, nothing else hides it, and its box covers half of its visible parent's and more.
fn is_overlaid(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    if !matches!(draft.tag[at], Word::Input | Word::Select) || columns.visible[at] || !draft.is_element(at) {
        return false;
    }
    let kind = input_type(draft, at).to_ascii_lowercase();
    let chooses = draft.tag[at] == Word::Select || is_choice(draft, at);
    let style = draft.style[at];
    let (Some(parent), Some(rect)) = (draft.parent(at), columns.rect[at]) else { return false };
    let Some(around) = columns.rect[parent].filter(|_| columns.visible[parent]) else { return false };
    (chooses || matches!(kind.as_str(), "file" | "checkbox" | "radio" | "range"))
        && style.shown
        && style.takes_pointer
        && style.opacity <= FAINT
        && rect.w > 1.0
        && rect.h > 1.0
        && rect.intersection(&around).area() >= around.area() / 2.0
}

/// Whether it is a field that a list opens at: what is chosen is often drawn beside it.
pub(in crate::snapshot) fn is_choice(draft: &Draft<'_>, at: usize) -> bool {
    draft.tag[at] == Word::Input && draft.snapshot.columns.role[at] == Role::ComboBox
}

/// Visible labels, each with its control, where that cannot be seen.
fn pairs(draft: &Draft<'_>) -> Vec<(usize, usize)> {
    let visible = &draft.snapshot.columns.visible;
    let labels: Vec<usize> = (0..draft.len())
        .filter(|at| draft.tag[*at] == Word::Label && draft.is_element(*at) && visible[*at])
        .collect();
    if labels.is_empty() {
        return Vec::new();
    }
    let mut ids: FxHashMap<(NodeIndex, &str), usize> = FxHashMap::default();
    for at in 0..draft.len() {
        if draft.is_element(at)
            && let Some(id) = draft.attribute(at, Word::Id)
        {
            ids.entry((draft.scope[at], id)).or_insert(at);
        }
    }
    let control_of = |label: usize| match draft.attribute(label, Word::For) {
        Some(id) => ids.get(&(draft.scope[label], id)).copied(),
        None => (label + 1..draft.end(label)).find(|at| labelable(draft, *at)),
    };
    labels
        .into_iter()
        .filter_map(|label| Some((label, control_of(label)?)))
        .filter(|(_, control)| labelable(draft, *control) && !visible[*control])
        .collect()
}

/// Whether a `<label>` can be for it.
pub(in crate::snapshot) fn labelable(draft: &Draft<'_>, at: usize) -> bool {
    draft.is_element(at)
        && match draft.tag[at] {
            Word::Button | Word::Select | Word::Textarea | Word::Meter | Word::Output | Word::Progress => {
                true
            }
            Word::Input => !input_type(draft, at).eq_ignore_ascii_case("hidden"),
            _ => false,
        }
}
