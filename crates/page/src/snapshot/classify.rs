//! Classifying: which nodes can be operated, why, and how each counts.

use rustc_hash::FxHashMap;

use super::{
    NodeIndex, NodeKind, Role, Tier, Why,
    draft::{Draft, Marks},
    native::{editable_host, input_type},
    words::Word,
};

/// From so many kinds of listeners on one node it is a framework's root that hears for others.
const DELEGATES_FROM: u32 = 16;

/// Fills `why` and `tier`.
pub(super) fn classify(draft: &mut Draft<'_>) {
    let count = draft.len();
    draft.snapshot.columns.why.resize(count, Why::default());
    draft.snapshot.columns.tier.resize(count, Tier::Structural);
    hear(draft);
    super::scrollers::find_scrollers(draft);
    let labels = hidden_labels(draft);
    let mut pointer = vec![false; count];
    for at in 0..count {
        let above = draft
            .parent(at)
            .filter(|_| draft.snapshot.columns.kind[at] != NodeKind::Document)
            .is_some_and(|p| pointer[p]);
        pointer[at] =
            if draft.marks[at].has(Marks::LAID_OUT) { draft.style[at].pointer_cursor } else { above };
        if draft.is_element(at) {
            let introduces = pointer[at] && !above;
            draft.snapshot.columns.why[at] = reasons(draft, at, introduces);
        }
    }
    for label in labels {
        let why = &mut draft.snapshot.columns.why[label];
        *why = why.with(Why::LABEL);
    }
    drop_bystanders(draft);
    for at in 0..count {
        draft.snapshot.columns.tier[at] = tier(draft, at);
    }
}

/// Marks the nodes that have listeners.
fn hear(draft: &mut Draft<'_>) {
    for (session, capture) in draft.capture.sessions.iter().enumerate() {
        let mut heard: FxHashMap<i32, (Marks, u32)> = FxHashMap::default();
        for listener in &capture.listeners.listeners {
            let Some(backend) = listener.backend_node_id else { continue };
            let slot = heard.entry(backend.0).or_default();
            slot.0.set(kind_of(&listener.kind));
            slot.1 += 1;
        }
        for (backend, (marks, kinds)) in heard {
            let Some(&node) = draft.snapshot.by_backend.get(&(session as u32, backend)) else { continue };
            if kinds < DELEGATES_FROM {
                draft.marks[node.at()].set(marks);
            }
        }
    }
}

fn kind_of(event: &str) -> Marks {
    match event {
        "click" | "dblclick" | "mousedown" | "mouseup" | "pointerdown" | "pointerup" | "touchstart"
        | "touchend" | "contextmenu" | "auxclick" | "dragstart" => Marks::POINTER_LISTENER,
        "keydown" | "keyup" | "keypress" => Marks::KEY_LISTENER,
        "input" | "change" | "beforeinput" => Marks::EDIT_LISTENER,
        _ => Marks::default(),
    }
}

fn reasons(draft: &Draft<'_>, at: usize, introduces_pointer: bool) -> Why {
    let mut why = Why::default();
    let tag = draft.tag[at];
    let marks = draft.marks[at];
    if tag == Word::Input && input_type(draft, at).eq_ignore_ascii_case("hidden") {
        return why;
    }
    if matches!(tag, Word::Html | Word::Body) {
        return if editable_host(draft, at) { Why::EDITABLE } else { why };
    }
    if is_control(draft, at) {
        why = why.with(Why::NATIVE);
    }
    if [Word::DataTestid, Word::DataTest, Word::DataCy].into_iter().any(|key| draft.has(at, key)) {
        why = why.with(Why::TEST_ID);
    }
    let tabindex =
        draft.attribute(at, Word::Tabindex).is_some_and(|v| v.trim().parse::<i32>().is_ok_and(|i| i >= 0));
    if tabindex {
        why = why.with(Why::TABINDEX);
    }
    let editable = editable_host(draft, at);
    if editable {
        why = why.with(Why::EDITABLE);
    }
    if draft.attribute(at, Word::Draggable).is_some_and(|v| v.trim().eq_ignore_ascii_case("true")) {
        why = why.with(Why::DRAGGABLE);
    }
    if marks.has(Marks::SCROLLER) {
        why = why.with(Why::SCROLLS);
    }
    let heard = marks.has(Marks::POINTER_LISTENER)
        || (marks.has(Marks::KEY_LISTENER) && (tabindex || editable))
        || (marks.has(Marks::EDIT_LISTENER) && editable)
        || (marks.has(Marks::CLICKABLE) && !why.has(Why::NATIVE) && !editable && tag != Word::Label);
    let no_pointer = marks.has(Marks::NO_POINTER);
    if !no_pointer && has_handler(draft, at) {
        why = why.with(Why::HANDLER);
    }
    // A handler is heard of as a listener too.
    if !no_pointer && heard && !why.has(Why::HANDLER) {
        why = why.with(Why::LISTENER);
    }
    if !no_pointer
        && introduces_pointer
        && !why.has(Why::NATIVE)
        && tag != Word::Label
        && !inside_control(draft, at)
    {
        why = why.with(Why::CURSOR);
    }
    why
}

fn is_control(draft: &Draft<'_>, at: usize) -> bool {
    match draft.tag[at] {
        Word::Button | Word::Select | Word::Textarea => return true,
        Word::Input => return !input_type(draft, at).eq_ignore_ascii_case("hidden"),
        Word::A | Word::Area if draft.has(at, Word::Href) => return true,
        Word::Audio | Word::Video => return draft.has(at, Word::Controls),
        Word::Option | Word::Optgroup | Word::Datalist => return false,
        _ => {}
    }
    matches!(
        draft.snapshot.columns.role[at],
        Role::Button
            | Role::Link
            | Role::Checkbox
            | Role::Radio
            | Role::TextBox
            | Role::ComboBox
            | Role::SearchBox
            | Role::Slider
            | Role::SpinButton
            | Role::Switch
            | Role::Tab
            | Role::MenuItem
            | Role::MenuItemCheckbox
            | Role::MenuItemRadio
            | Role::Option
            | Role::TreeItem
            | Role::ListBox
            | Role::ScrollBar
            | Role::Summary
    )
}

/// Whether one of the attributes that hear a pointer or key is there.
fn has_handler(draft: &Draft<'_>, at: usize) -> bool {
    let (start, end) = draft.snapshot.columns.attributes[at];
    (start as usize..end as usize).any(|slot| {
        draft.keys[slot] == Word::Handler
            && draft.text(draft.snapshot.columns.attribute_pool[slot].0).strip_prefix("on").is_some_and(
                |event| {
                    let kind = kind_of(event);
                    kind.has(Marks::POINTER_LISTENER)
                        || (kind.has(Marks::KEY_LISTENER) && super::native::focusable(draft, at))
                },
            )
    })
}

/// Whether it is a part of a link, a button or another control that is one thing to a person.
fn inside_control(draft: &Draft<'_>, at: usize) -> bool {
    draft.ancestors(at).take_while(|a| draft.is_element(*a)).any(|a| {
        draft.tag[a] == Word::Label
            || (draft.snapshot.columns.why[a].has(Why::NATIVE)
                && !matches!(
                    draft.snapshot.columns.role[a],
                    Role::TreeItem | Role::ListBox | Role::TextBox | Role::ComboBox
                ))
    })
}

/// Takes back what only hears for the controls inside it.
fn drop_bystanders(draft: &mut Draft<'_>) {
    // By node: controls at or below it, and the last one's index.
    let mut inside: Vec<(u32, u32)> = vec![(0, 0); draft.len()];
    for at in (0..draft.len()).rev() {
        let columns = &draft.snapshot.columns;
        let (controls, last) = inside[at];
        let mut why = columns.why[at];
        let only_heard = why.0 & !(Why::LISTENER.0 | Why::HANDLER.0 | Why::CURSOR.0 | Why::TEST_ID.0) == 0;
        if controls > 0 && only_heard && why.0 & !Why::TEST_ID.0 != 0 {
            let around_many = controls > 1 && !why.has(Why::CURSOR);
            let same_place = controls == 1 && covers_the_same(draft, at, last as usize);
            if around_many || same_place {
                why = Why(why.0 & Why::TEST_ID.0);
            }
        }
        draft.snapshot.columns.why[at] = why;
        let operable = draft.snapshot.columns.visible[at] && why.0 & !(Why::TEST_ID.0 | Why::SCROLLS.0) != 0;
        let own = if operable { (controls + 1, at as u32) } else { (controls, last) };
        if let Some(parent) = draft.parent(at) {
            let slot = &mut inside[parent];
            *slot = (slot.0 + own.0, if own.0 > 0 { own.1 } else { slot.1 });
        }
    }
}

fn covers_the_same(draft: &Draft<'_>, outer: usize, inner: usize) -> bool {
    let columns = &draft.snapshot.columns;
    match (columns.rect[outer], columns.rect[inner]) {
        (Some(outer), Some(inner)) => outer.area() <= inner.area() * 1.3 + 1.0,
        _ => true,
    }
}

/// The visible labels of controls that styling hides. A file input, checkbox or radio is then reachable through its label.
fn hidden_labels(draft: &mut Draft<'_>) -> Vec<usize> {
    let mut found = Vec::new();
    let mut labels = Vec::new();
    for at in 0..draft.len() {
        if draft.tag[at] == Word::Label && draft.is_element(at) && draft.snapshot.columns.visible[at] {
            labels.push(at);
        }
    }
    if labels.is_empty() {
        return found;
    }
    let mut ids: FxHashMap<(NodeIndex, &str), usize> = FxHashMap::default();
    for at in 0..draft.len() {
        if draft.is_element(at)
            && let Some(id) = draft.attribute(at, Word::Id)
        {
            ids.entry((draft.scope[at], id)).or_insert(at);
        }
    }
    let mut pairs = Vec::new();
    for label in labels {
        let control = match draft.attribute(label, Word::For) {
            Some(id) => ids.get(&(draft.scope[label], id)).copied(),
            None => (label + 1..draft.end(label)).find(|at| labelable(draft, *at)),
        };
        if let Some(control) = control.filter(|c| labelable(draft, *c) && !draft.snapshot.columns.visible[*c])
        {
            pairs.push((label, control));
        }
    }
    for (label, control) in pairs {
        found.push(label);
        let kind = input_type(draft, control).to_ascii_lowercase();
        if draft.tag[control] == Word::Input && matches!(kind.as_str(), "file" | "checkbox" | "radio") {
            let columns = &mut draft.snapshot.columns;
            columns.visible[control] = true;
            columns.rect[control] = columns.rect[label];
            columns.clipped[control] = columns.clipped[label];
            columns.place[control] = columns.place[label];
            draft.snapshot.stand_ins.insert(NodeIndex(control as u32), NodeIndex(label as u32));
        }
    }
    found
}

/// Whether a `<label>` can be for it.
pub(super) fn labelable(draft: &Draft<'_>, at: usize) -> bool {
    draft.is_element(at)
        && match draft.tag[at] {
            Word::Button | Word::Select | Word::Textarea | Word::Meter | Word::Output | Word::Progress => {
                true
            }
            Word::Input => !input_type(draft, at).eq_ignore_ascii_case("hidden"),
            _ => false,
        }
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
