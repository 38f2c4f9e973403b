//! Notes which kinds of input each node listens to: from the browser's list of listeners, from `on...` attributes, and from
//! the delegated handlers that the engine found in the page's frameworks.
//!
//! Two kinds of listeners say nothing of the node they are on: those of a framework's root, which listens to every kind of
//! event for all that is in it, and those that a script puts on every element (an analytics probe, a logger of clicks).
//! Fixtures: discovery-listeners.js, discovery-frameworks.js; discovery-everywhere.js for the two kinds that say nothing.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::snapshot::{
    ListenerKinds, NodeIndex, NodeKind, Why,
    draft::{Draft, Marks},
    known_names::Word,
};

/// A node that listens to at least so many different input events is a framework's root (`not-a-root` listens to 20). No
/// control needs as many, but for what draws itself (a canvas, a video).
const ROOT_FROM: usize = 16;
/// A listener on fewer nodes than this was not put on every element by a script.
const EVERYWHERE_FROM: usize = 20;

/// The listeners of targets that are no node of the snapshot.
pub(super) struct Elsewhere {
    /// By session: what its shadow roots listen to. They have no ids in a capture, so it is not known which root does.
    pub(super) shadow_roots: Vec<ListenerKinds>,
    /// By session: what its windows listen to; every kind where that is not known.
    pub(super) windows: Vec<ListenerKinds>,
}

/// Fills `listener_kinds`; returns the listeners of targets that are no node.
pub(super) fn hear(draft: &mut Draft<'_>) -> Elsewhere {
    let capture = draft.capture;
    draft.snapshot.columns.listener_kinds.resize(draft.len(), ListenerKinds::default());
    let mut elsewhere = Elsewhere { shadow_roots: Vec::new(), windows: Vec::new() };
    for session in 0..capture.sessions.len() {
        elsewhere.shadow_roots.push(hear_session(draft, session));
        elsewhere
            .windows
            .push(capture.sessions[session].delegation.windows.unwrap_or(ListenerKinds(u16::MAX)));
    }
    hear_attributes(draft);
    for (session, capture) in capture.sessions.iter().enumerate() {
        for delegate in &capture.delegation.handlers {
            let found = draft.snapshot.by_backend.get(&(session as u32, delegate.node.0));
            if let Some(at) = found.map(|index| index.at()) {
                note_delegate(draft, at, delegate.listener_kinds);
            }
        }
    }
    elsewhere
}

/// A listener, as far as it can be told from others: its event, and where its function is written.
type Listener<'c> = (&'c str, &'c str, i32, i32);

/// Notes the listeners of a session on their nodes; returns the kinds of those on no node of the snapshot.
fn hear_session(draft: &mut Draft<'_>, session: usize) -> ListenerKinds {
    let capture = draft.capture;
    let listeners = &capture.sessions[session].listeners.listeners;
    if listeners.is_empty() {
        trust_the_browser(draft, session);
        return ListenerKinds::default();
    }
    let mut on: FxHashMap<Listener<'_>, Vec<usize>> = FxHashMap::default();
    let mut elsewhere = ListenerKinds::default();
    for listener in listeners {
        let kind: &str = &listener.kind;
        let (Some(backend), listener_kinds) = (listener.backend_node_id, ListenerKinds::of(kind)) else {
            continue;
        };
        if listener_kinds == ListenerKinds::default() {
            continue;
        }
        match draft.snapshot.by_backend.get(&(session as u32, backend.0)) {
            Some(index) => {
                let place = (kind, &*listener.script_id, listener.line_number, listener.column_number);
                on.entry(place).or_default().push(index.at());
            }
            None => elsewhere = elsewhere.with(listener_kinds),
        }
    }
    let mut kinds: FxHashMap<usize, FxHashSet<&str>> = FxHashMap::default();
    for ((kind, ..), nodes) in on {
        if is_everywhere(draft, &nodes) {
            continue;
        }
        for at in nodes {
            let slot = &mut draft.snapshot.columns.listener_kinds[at];
            *slot = slot.with(ListenerKinds::of(kind));
            kinds.entry(at).or_default().insert(kind);
        }
    }
    for (at, kinds) in kinds {
        let draws = matches!(draft.tag[at], Word::Canvas | Word::Svg | Word::Video | Word::Img);
        if kinds.len() >= ROOT_FROM && !draws {
            draft.marks[at].set(Marks::HEARS_FOR_OTHERS);
        }
    }
    elsewhere
}

/// Whether a script put a listener on every element: more than 60% of its nodes are children of another of its nodes. Nobody
/// nests controls like that (`not-text-among-all`).
fn is_everywhere(draft: &Draft<'_>, nodes: &[usize]) -> bool {
    if nodes.len() < EVERYWHERE_FROM {
        return false;
    }
    let on: FxHashSet<usize> = nodes.iter().copied().collect();
    let nested = on.iter().filter(|at| draft.parent(**at).is_some_and(|parent| on.contains(&parent))).count();
    nested * 5 > on.len() * 3
}

/// Takes what Chromium calls clickable (`isClickable`) as listening to clicks, where a session has no list of listeners.
fn trust_the_browser(draft: &mut Draft<'_>, session: usize) {
    for at in 0..draft.len() {
        let own = draft.source[at].session as usize == session && draft.is_element(at);
        // Chromium also calls labels clickable, and everything in an editor.
        let clickable = draft.marks[at].has(Marks::CLICKABLE) && draft.tag[at] != Word::Label;
        if own && clickable && !in_editor(draft, at) {
            draft.snapshot.columns.listener_kinds[at] = ListenerKinds::CLICK;
        }
    }
}

fn in_editor(draft: &Draft<'_>, at: usize) -> bool {
    std::iter::once(at).chain(draft.ancestors(at)).take_while(|a| draft.is_element(*a)).any(|a| {
        draft.has(a, Word::Contenteditable)
            || (draft.tag[a] == Word::Body && draft.marks[a].has(Marks::CLICKABLE))
    })
}

/// `on...` attributes count as listeners of their kind.
fn hear_attributes(draft: &mut Draft<'_>) {
    for at in 0..draft.len() {
        let (start, end) = draft.snapshot.columns.attributes[at];
        let mut said = ListenerKinds::default();
        for slot in start as usize..end as usize {
            if draft.keys[slot] == Word::Handler {
                let name = draft.text(draft.snapshot.columns.attribute_pool[slot].0);
                said = said.with(name.strip_prefix("on").map(ListenerKinds::of).unwrap_or_default());
            }
        }
        if said != ListenerKinds::default() {
            let slot = &mut draft.snapshot.columns.listener_kinds[at];
            *slot = slot.with(said);
            draft.marks[at].set(Marks::HANDLED);
        }
    }
}

/// Notes that a delegated handler serves this node. The nearest ancestor that listens to that input does so for others, and
/// is no control itself.
pub(super) fn note_delegate(draft: &mut Draft<'_>, at: usize, listener_kinds: ListenerKinds) {
    let own = draft.snapshot.columns.listener_kinds[at];
    draft.snapshot.columns.listener_kinds[at] = own.with(listener_kinds);
    draft.marks[at].set(Marks::DELEGATE);
    if own.any(listener_kinds) {
        return;
    }
    let listening =
        draft.ancestors(at).take_while(|a| draft.snapshot.columns.kind[*a] != NodeKind::Document).find(|a| {
            draft.snapshot.columns.listener_kinds[*a].any(listener_kinds)
                && !draft.marks[*a].has(Marks::DELEGATE)
        });
    if let Some(listening) = listening {
        draft.marks[listening].set(Marks::HEARS_FOR_OTHERS);
    }
}

/// By node: whether a click on it is heard by it or by anything around it.
pub(super) fn heard(draft: &Draft<'_>, elsewhere: &Elsewhere) -> Vec<bool> {
    let mut heard = vec![false; draft.len()];
    for at in 0..draft.len() {
        let session = draft.source[at].session as usize;
        let more = match draft.snapshot.columns.kind[at] {
            // Events do not bubble out of a frame; they reach its window.
            NodeKind::Document => {
                elsewhere.windows.get(session).is_some_and(|w| w.any(ListenerKinds::POINTED))
            }
            kind => {
                let above = draft.parent(at).is_some_and(|parent| heard[parent]);
                let rooted = matches!(kind, NodeKind::ShadowRoot(_));
                above
                    || (rooted
                        && elsewhere.shadow_roots.get(session).is_some_and(|r| r.any(ListenerKinds::POINTED)))
            }
        };
        heard[at] = more || draft.snapshot.columns.listener_kinds[at].any(ListenerKinds::POINTED);
    }
    heard
}

/// The reason that its listeners give a node: `DELEGATED`, `HANDLER`, `LISTENER` or none.
pub(super) fn reasons(draft: &Draft<'_>, at: usize, why: Why) -> Why {
    let marks = draft.marks[at];
    let listener_kinds = draft.snapshot.columns.listener_kinds[at];
    let delegate = marks.has(Marks::DELEGATE);
    if marks.has(Marks::HEARS_FOR_OTHERS) && !delegate {
        return Why::default();
    }
    let takes_keys = why.has(Why::TABINDEX) || why.has(Why::EDITABLE);
    // Tables hear the pointer come to every cell, to draw its row otherwise (`not-react-cells`, Ant Design's).
    let cell = matches!(draft.tag[at], Word::Td | Word::Th | Word::Tr);
    let hover = if cell { ListenerKinds::default() } else { ListenerKinds::HOVER };
    let moves = ListenerKinds::MOVE.with(ListenerKinds::WHEEL);
    let heard = listener_kinds.any(ListenerKinds::POINTED.with(hover).with(ListenerKinds::DROP))
        || (listener_kinds.any(ListenerKinds::KEY) && takes_keys)
        || (listener_kinds.any(ListenerKinds::EDIT) && why.has(Why::EDITABLE))
        // On a container such listeners watch what goes on in it (`not-watching`).
        || (listener_kinds.any(moves) && !cell && is_one_thing(draft, at));
    match (heard && !falls_through(draft, at), delegate, marks.has(Marks::HANDLED)) {
        (false, ..) => Why::default(),
        // A part of a button or a link is one with it.
        (true, true, _) if super::cursor::inside_control(draft, at) => Why::default(),
        (true, true, _) => Why::DELEGATED,
        // The browser lists an `on...` attribute as a listener too; the attribute says more.
        (true, _, true) => Why::HANDLER,
        (true, ..) => Why::LISTENER,
    }
}

/// Whether the pointer falls through it and all that is in it (`not-through`; not so `pointer-given-back`).
fn falls_through(draft: &Draft<'_>, at: usize) -> bool {
    draft.marks[at].has(Marks::NO_POINTER)
        && !(at + 1..draft.end(at)).any(|inside| {
            let (marks, columns) = (draft.marks[inside], &draft.snapshot.columns);
            marks.has(Marks::LAID_OUT) && !marks.has(Marks::NO_POINTER) && columns.visible[inside]
        })
}

/// Whether it has no elements in it, or draws its content itself.
fn is_one_thing(draft: &Draft<'_>, at: usize) -> bool {
    matches!(draft.tag[at], Word::Canvas | Word::Svg | Word::Img | Word::Video)
        || !(at + 1..draft.end(at)).any(|inside| draft.is_element(inside))
}

/// What a shadow root may listen to: what any shadow root of its session does, as the capture does not tell them apart.
pub(super) fn heard_by_root(draft: &Draft<'_>, elsewhere: &Elsewhere, root: NodeIndex) -> ListenerKinds {
    let session = draft.source[root.at()].session as usize;
    elsewhere.shadow_roots.get(session).copied().unwrap_or_default()
}
