//! Controls that are transparent until the pointer is there: the actions of a row or a card, the boxes of a list. A press
//! lands on them whether they are seen or not, and the pointer that goes there shows them, so they count as visible, with the
//! state `on_hover`. Fixture: on-hover.html, after gentelella's "More options" and Wagtail's boxes of rows.
//!
//! What the page's own rules make transparent, and nothing for hovering visible, is none: a closed menu that fades in when something is
//! pressed (`not-a-menu`), the buttons beside gentelella's files, whose rule for the hovered file does not match them (`not-beside`).
//!
//! Others have no box, or none that is drawn, until a `:hover` rule for something around them shows them; a look into the page's
//! style sheets tells which (`.gone`, `.unseen`, after JupyterLab's anchors and rustdoc's). The pointer goes to what is hovered first.

use domtool_cdp::protocol::BackendNodeId;
use rustc_hash::FxHashSet;

use crate::{
    capture::FrameProbe,
    geometry::Rect,
    snapshot::{
        ListenerKinds, NodeIndex, Role, Why,
        draft::{Draft, Marks},
        known_names::Word,
        visibility::hidden_by_attributes,
    },
};

/// What is transparent fills at most this part of what it is in. More is a slide, or something that fades in as a whole
/// (`not-a-slide`).
const LARGEST_SHARE: f64 = 0.5;

/// Notes that the pointer begins where a rule for the hovered element says so: drawflow's wires (`wires`).
pub(super) fn point_on_hover(draft: &Draft<'_>, points: &mut [bool]) {
    for (session, look) in looks(draft) {
        for node in &look.pointed_on_hover {
            let Some(at) = draft.snapshot.by_backend.get(&(session, node.0)) else { continue };
            points[at.at()] = true;
        }
    }
}

/// At most so many levels above what is lit by hovering is what listens for it.
const LEVELS: usize = 6;

/// Takes what hovering lights, one of several in a box that hears presses, for what that box listens for: the headers of JupyterLab's file
/// list, which sort it (`lit-headers`). Cells and rows are lit to be read.
pub(super) fn light_up(draft: &mut Draft<'_>) {
    let lit: Vec<usize> = looks(draft)
        .flat_map(|(session, look)| look.lit_on_hover.iter().map(move |node| (session, node.0)))
        .filter_map(|key| Some(draft.snapshot.by_backend.get(&key)?.at()))
        .collect();
    for at in lit {
        let columns = &draft.snapshot.columns;
        let plain = |at: usize| columns.why[at].0 & !(Why::TEST_ID.0 | Why::SCROLLS.0) == 0;
        let one_of_several = draft.parent(at).is_some_and(|parent| draft.children(parent).nth(1).is_some());
        let read = matches!(draft.tag[at], Word::Tr | Word::Td | Word::Th | Word::Label)
            || draft.marks[at].has(Marks::NO_POINTER);
        if read || !one_of_several || !columns.visible[at] || !(at..draft.end(at)).all(plain) {
            continue;
        }
        let around = draft.ancestors(at).take(LEVELS).take_while(|above| {
            draft.is_element(*above)
                && columns.role[*above] != Role::Main
                && !matches!(draft.tag[*above], Word::Body | Word::Html)
        });
        let mut kinds = ListenerKinds::default();
        for above in around {
            kinds = ListenerKinds(columns.listener_kinds[above].0 & ListenerKinds::POINTED.0);
            let listens_only =
                columns.why[above].0 & !(Why::LISTENER.0 | Why::TEST_ID.0 | Why::SCROLLS.0) == 0;
            if kinds != ListenerKinds::default() {
                kinds = if listens_only { kinds } else { ListenerKinds::default() };
                break;
            }
            if !plain(above) {
                break;
            }
        }
        if kinds != ListenerKinds::default() {
            let columns = &mut draft.snapshot.columns;
            columns.listener_kinds[at] = columns.listener_kinds[at].with(kinds);
            columns.why[at] = columns.why[at].with(Why::DELEGATED);
        }
    }
}

/// Makes visible what the page's own rules show, and marks it. What has no box yet is where the hovered element is, and takes no
/// room.
pub(super) fn show_by_rules(draft: &mut Draft<'_>) {
    let shown: Vec<(usize, usize)> = looks(draft)
        .flat_map(|(session, look)| look.shown_on_hover.iter().map(move |pair| (session, pair)))
        .filter_map(|(session, pair)| {
            let index = |node: BackendNodeId| draft.snapshot.by_backend.get(&(session, node.0));
            Some((index(pair.shown)?.at(), index(pair.hovered)?.at()))
        })
        .collect();
    for (top, hovered) in shown {
        let columns = &draft.snapshot.columns;
        let inert = draft.marks[hovered].has(Marks::INERT);
        let Some(around) = columns.rect[hovered].filter(|_| columns.visible[hovered] && !inert) else {
            continue;
        };
        let spot = around.center();
        let mut at = top;
        while at < draft.end(top) {
            if hidden_by_attributes(draft, at) {
                at = draft.end(at);
                continue;
            }
            let boxed = draft.snapshot.columns.rect[at].is_some_and(|rect| rect.area() > 1.0);
            // Names are computed as if it were laid out.
            draft.marks[at].set(Marks::LAID_OUT);
            if draft.is_element(at) && !draft.snapshot.columns.visible[at] && is_pressed(draft, at) {
                draft.marks[at].set(Marks::ON_HOVER);
                let columns = &mut draft.snapshot.columns;
                columns.visible[at] = true;
                columns.place[at] = columns.place[hovered];
                if !boxed {
                    columns.rect[at] = Some(Rect::new(spot.0, spot.1, 0.0, 0.0));
                    columns.clipped[at] = None;
                }
            }
            at += 1;
        }
    }
}

/// The looks into all frames, each with its session.
fn looks<'d>(draft: &'d Draft<'_>) -> impl Iterator<Item = (u32, &'d FrameProbe)> {
    let sessions = draft.capture.sessions.iter().enumerate();
    sessions.flat_map(|(session, capture)| capture.looks.iter().map(move |look| (session as u32, look)))
}

/// Makes them visible, and marks them.
pub(super) fn show_on_hover(draft: &mut Draft<'_>) {
    let faded = looks(draft).flat_map(|(session, look)| look.faded.iter().map(move |node| (session, node.0)));
    let faded: FxHashSet<usize> =
        faded.filter_map(|key| Some(draft.snapshot.by_backend.get(&key)?.at())).collect();
    for at in 0..draft.len() {
        if draft.marks[at].has(Marks::FAINT)
            && !draft.snapshot.columns.visible[at]
            && is_pressed(draft, at)
            && is_small_part(draft, at, &faded)
        {
            draft.snapshot.columns.visible[at] = true;
            draft.marks[at].set(Marks::ON_HOVER);
        }
    }
}

/// Whether it is a control that a press operates. Transparent text fields are where editors and terminals take keys
/// (`not-a-field`).
fn is_pressed(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let (why, marks, role) = (columns.why[at], draft.marks[at], columns.role[at]);
    // Whoever gave it a title meant it for people: Monaco's marks that fold lines (`#fold`).
    let for_nobody = marks.has(Marks::ARIA_HIDDEN) && !draft.has(at, Word::Title);
    if marks.has(Marks::NO_POINTER) || for_nobody {
        return false;
    }
    let native = why.has(Why::NATIVE)
        && (role.is_toggle()
            || role.is_menu_item()
            || matches!(role, Role::Button | Role::Link | Role::Tab | Role::Summary)
            || draft.tag[at] == Word::Select)
        // Elsewhere than in a row or an item, a box that cannot be seen is a trap for bots (`Trap` in libraries.html).
        && (draft.tag[at] != Word::Input || in_a_row(draft, at));
    let listens = Why(why.0 & (Why::LISTENER.0 | Why::HANDLER.0 | Why::DELEGATED.0)) != Why::default()
        && columns.listener_kinds[at].any(ListenerKinds::CLICK.with(ListenerKinds::DOUBLE));
    let heard = (listens || why.has(Why::CURSOR)) && !matches!(draft.tag[at], Word::Input | Word::Textarea);
    native || heard
}

fn in_a_row(draft: &Draft<'_>, at: usize) -> bool {
    draft.ancestors(at).take_while(|above| draft.is_element(*above)).any(|above| {
        matches!(draft.tag[above], Word::Tr | Word::Li)
            || matches!(
                draft.snapshot.columns.role[above],
                Role::Row | Role::ListItem | Role::Option | Role::TreeItem
            )
    })
}

/// Whether what is transparent, it or something around it, is a small part of something that can be seen. It is so by an opacity
/// of 0 and no other, as what hovering shows is written (`faint` in pointer-boxes.html). No rule for what
/// is hovered changes the opacity of what is `faded`, so that only a listener can.
fn is_small_part(draft: &Draft<'_>, at: usize, faded: &FxHashSet<usize>) -> bool {
    let columns = &draft.snapshot.columns;
    let top =
        draft.ancestors(at).take_while(|above| draft.marks[*above].has(Marks::FAINT)).last().unwrap_or(at);
    // No `:hover` rule undoes what the element's own attribute says (`clear` in tiers-why.html).
    let style = draft.snapshot.node(NodeIndex(top as u32)).attribute("style").unwrap_or("");
    if draft.style[top].opacity > 0.0 || style.contains("opacity") {
        return false;
    }
    let Some(parent) = draft.parent(top).filter(|parent| columns.visible[*parent]) else { return false };
    let small = match (columns.rect[top], columns.rect[parent]) {
        (Some(top), Some(parent)) => top.area() <= parent.area() * LARGEST_SHARE,
        _ => false,
    };
    let hovered = |at: usize| columns.listener_kinds[at].any(ListenerKinds::HOVER);
    small && (!faded.contains(&top) || hovered(top) || hovered(parent))
}
