//! Decides which nodes can be operated, for which reasons ([`Why`]), and of which tier each node is. Each file below looks
//! at one kind of evidence; here they come together. Fixtures: discovery.html (with discovery-*.js), tiers-why.html.

mod areas;
mod bystanders;
mod cursor;
mod delegation;
mod hover;
mod labels;
mod listeners;
mod parts;

pub(super) use labels::{is_choice, labelable};

use super::{
    NodeKind, Role, Tier, Why,
    draft::{Draft, Marks},
    known_names::Word,
    native::{editable_host, input_type},
};

/// Fills `listener_kinds`, `why` and `tier`.
pub(super) fn classify(draft: &mut Draft<'_>) {
    let count = draft.len();
    draft.snapshot.columns.why.resize(count, Why::default());
    draft.snapshot.columns.tier.resize(count, Tier::Structural);
    areas::place_areas(draft);
    let elsewhere = listeners::hear(draft);
    super::scrollers::find_scrollers(draft);
    let labels = labels::hidden_labels(draft);
    labels::show_overlaid(draft);
    let heard = listeners::heard(draft, &elsewhere);
    let mut points = cursor::introduce(draft);
    hover::point_on_hover(draft, &mut points);
    points.iter_mut().zip(&heard).for_each(|(points, heard)| *points &= heard);
    let dragged = cursor::introduce_dragged(draft);
    for at in 0..count {
        if draft.is_element(at) {
            let points = points[at] || dragged[at];
            draft.snapshot.columns.why[at] = reasons(draft, at, points, heard[at]);
        }
    }
    for label in labels {
        let why = &mut draft.snapshot.columns.why[label];
        *why = why.with(Why::LABEL);
    }
    hover::light_up(draft);
    hover::show_on_hover(draft);
    hover::show_by_rules(draft);
    delegation::hand_down(draft, &elsewhere, &points);
    bystanders::drop_bystanders(draft);
    for at in 0..count {
        draft.snapshot.columns.tier[at] = tier(draft, at);
    }
}

fn reasons(draft: &Draft<'_>, at: usize, points: bool, heard: bool) -> Why {
    let mut why = Why::default();
    let tag = draft.tag[at];
    let marks = draft.marks[at];
    if tag == Word::Input && input_type(draft, at).eq_ignore_ascii_case("hidden") {
        return why;
    }
    if matches!(tag, Word::Html | Word::Body) {
        return if edited_as_a_whole(draft, at) { Why::EDITABLE } else { why };
    }
    if is_control(draft, at) {
        why = why.with(Why::NATIVE);
    }
    if [Word::DataTestid, Word::DataTest, Word::DataCy].into_iter().any(|key| draft.has(at, key)) {
        why = why.with(Why::TEST_ID);
    }
    if draft.attribute(at, Word::Tabindex).is_some_and(|v| v.trim().parse::<i32>().is_ok_and(|i| i >= 0)) {
        why = why.with(Why::TABINDEX);
    }
    if editable_host(draft, at) && !inside_editor(draft, at) {
        why = why.with(Why::EDITABLE);
    }
    if draft.attribute(at, Word::Draggable).is_some_and(|v| v.trim().eq_ignore_ascii_case("true")) {
        why = why.with(Why::DRAGGABLE);
    }
    if marks.has(Marks::SCROLLER) {
        why = why.with(Why::SCROLLS);
    }
    why = why.with(listeners::reasons(draft, at, why));
    if heard && !marks.has(Marks::NO_POINTER) && is_marked(draft, at) {
        why = why.with(Why::DELEGATED);
    }
    if points && cursor::counts(draft, at, why) {
        why = why.with(Why::CURSOR);
    }
    why
}

/// Whether a page is edited as a whole: `html` or `body` is `contenteditable`, or the document is in design mode, in which
/// Chromium calls a `body` without listeners clickable.
fn edited_as_a_whole(draft: &Draft<'_>, at: usize) -> bool {
    editable_host(draft, at)
        || (draft.tag[at] == Word::Body
            && draft.marks[at].has(Marks::CLICKABLE)
            && draft.snapshot.columns.listener_kinds[at] == super::ListenerKinds::default())
}

/// Whether the nearest ancestor with `contenteditable` makes it editable: then it is a part of that editor.
fn inside_editor(draft: &Draft<'_>, at: usize) -> bool {
    draft
        .ancestors(at)
        .take_while(|a| draft.is_element(*a))
        .find(|a| draft.has(*a, Word::Contenteditable))
        .is_some_and(|a| editable_host(draft, a))
}

/// Whether it has an attribute by which a page-wide script finds what it is to act on: Bootstrap's `data-bs-...`, Google's
/// `jsaction`, Qwik's `on:click`, Phoenix' `phx-click`. Cases: `*-mark` in fixtures/discovery-cursor.js.
fn is_marked(draft: &Draft<'_>, at: usize) -> bool {
    use Word::{
        DataBsDismiss, DataBsSlide, DataBsSlideTo, DataBsToggle, DataDismiss, DataSlide, DataSlideTo,
        DataToggle, Jsaction, PhxClick, QwikClick,
    };
    let acts = |key| match (key, draft.attribute(at, key)) {
        // Bootstrap's tooltip opens by hovering, and shows the title that is known already (`not-tooltip-mark`).
        (DataToggle | DataBsToggle, Some(value)) => !matches!(value, "" | "tooltip" | "buttons"),
        (Jsaction, Some(value)) => value.contains("click:") || !value.contains(':'),
        (_, value) => value.is_some(),
    };
    [
        DataBsDismiss,
        DataBsSlide,
        DataBsSlideTo,
        DataBsToggle,
        DataDismiss,
        DataSlide,
        DataSlideTo,
        DataToggle,
        Jsaction,
        QwikClick,
        PhxClick,
    ]
    .into_iter()
    .any(acts)
}

fn is_control(draft: &Draft<'_>, at: usize) -> bool {
    match draft.tag[at] {
        Word::Button | Word::Select | Word::Textarea => return true,
        Word::Input => return !input_type(draft, at).eq_ignore_ascii_case("hidden"),
        Word::A | Word::Area if draft.has(at, Word::Href) || draft.has(at, Word::XlinkHref) => return true,
        Word::Audio | Word::Video => return draft.has(at, Word::Controls),
        Word::Option | Word::Optgroup | Word::Datalist => return false,
        _ => {}
    }
    let role = draft.snapshot.columns.role[at];
    role.takes_value()
        || role.is_toggle()
        || role.is_menu_item()
        || matches!(
            role,
            Role::Button
                | Role::Link
                | Role::Tab
                | Role::Option
                | Role::TreeItem
                | Role::ListBox
                | Role::ScrollBar
                | Role::Summary
        )
}

fn tier(draft: &Draft<'_>, at: usize) -> Tier {
    let columns = &draft.snapshot.columns;
    match columns.kind[at] {
        NodeKind::Text => {
            if draft.text(columns.text[at]).trim().is_empty() {
                Tier::Structural
            } else {
                Tier::Semantic
            }
        }
        NodeKind::Element if !matches!(columns.role[at], Role::Generic | Role::None | Role::Presentation) => {
            Tier::Semantic
        }
        NodeKind::Element if columns.why[at].0 & !Why::TEST_ID.0 != 0 => Tier::Interactive,
        _ => Tier::Structural,
    }
}
