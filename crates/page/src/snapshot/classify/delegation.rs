//! Finds the elements that a listener on their container is meant for (event delegation). They have no listener of their
//! own; what gives them away is that siblings are alike: the items of a list, the rows or cells of a table, a run of boxes
//! with `data-` attributes. Fixture: discovery-delegation.js, whose rows are named below; its `not-` rows must stay out.

use crate::snapshot::{
    ListenerKinds, NodeIndex, NodeKind, Role, Why,
    draft::{Draft, Marks},
    known_names::Word,
};

use super::listeners::{Elsewhere, heard_by_root};

/// At most so many levels of wrappers may lie between the container and the siblings that are alike (`through-a-wrapper`).
const DEEPEST: usize = 3;
/// Boxes that only share a class are controls where none has more text than this, bytes (`stars`, `tabs`); longer ones are
/// content.
const SHORT: usize = 80;
/// The cells of a board (a calendar, a game) have no more text than this on average, bytes (`board`).
const BOARD_TEXT: usize = 4;

/// Gives the elements that are alike in each delegating container the reason `DELEGATED`, and takes from the container the
/// reasons that its listener and cursor gave it.
pub(super) fn hand_down(draft: &mut Draft<'_>, elsewhere: &Elsewhere, points: &[bool]) {
    let controls = count_controls(draft);
    for at in 0..draft.len() {
        let Some(listener_kinds) = delegated(draft, elsewhere, points, at) else { continue };
        let mut likes = likes_in(draft, &controls, at);
        if likes.is_empty() {
            continue;
        }
        likes.retain(|like| !in_a_button(draft, *like));
        for like in likes {
            let columns = &mut draft.snapshot.columns;
            columns.listener_kinds[like] = columns.listener_kinds[like].with(listener_kinds);
            columns.why[like] = columns.why[like].with(Why::DELEGATED);
        }
        let columns = &mut draft.snapshot.columns;
        let left = Why(columns.why[at].0 & !(Why::LISTENER.0 | Why::HANDLER.0 | Why::CURSOR.0));
        columns.why[at] = left;
    }
}

/// The pointer input that a node may listen to on behalf of what is in it; `None` where the listener is its own, or the page's.
fn delegated(draft: &Draft<'_>, elsewhere: &Elsewhere, points: &[bool], at: usize) -> Option<ListenerKinds> {
    let columns = &draft.snapshot.columns;
    let (why, marks) = (columns.why[at], draft.marks[at]);
    let listener_kinds = match columns.kind[at] {
        NodeKind::ShadowRoot(_) => heard_by_root(draft, elsewhere, NodeIndex(at as u32)),
        NodeKind::Element if !why.has(Why::NATIVE) && !why.has(Why::EDITABLE) => columns.listener_kinds[at],
        _ => return None,
    };
    let holds_items = matches!(
        draft.tag[at],
        Word::Ul | Word::Ol | Word::Menu | Word::Dl | Word::Table | Word::Tbody | Word::Thead | Word::Tr
    );
    // With the pointer cursor all over it a container is one control itself, unless its tag holds items (`pointer-list`).
    if points[at] && !holds_items {
        return None;
    }
    let page_wide = matches!(draft.tag[at], Word::Html | Word::Body) || marks.has(Marks::HEARS_FOR_OTHERS);
    let listener_kinds = ListenerKinds(listener_kinds.0 & ListenerKinds::POINTED.0);
    if page_wide || (listener_kinds == ListenerKinds::default() && !points[at]) {
        return None;
    }
    Some(if listener_kinds == ListenerKinds::default() { ListenerKinds::CLICK } else { listener_kinds })
}

/// All elements in a container that are alike with their siblings, on every level down to [`DEEPEST`].
fn likes_in(draft: &Draft<'_>, controls: &[u32], container: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut pending = vec![(container, 0)];
    while let Some((parent, depth)) = pending.pop() {
        let children: Vec<usize> = draft
            .children(parent)
            .filter(|child| draft.is_element(*child) && draft.snapshot.columns.visible[*child])
            .collect();
        // A shadow root with several children may hold a whole page, whose listener says nothing; a list component's has one.
        let rooted = matches!(draft.snapshot.columns.kind[parent], NodeKind::ShadowRoot(_));
        if rooted && children.len() > 1 {
            return Vec::new();
        }
        let mut likes = likes_of(draft, controls, parent, &children);
        // What `main` hears is the page's (rustdoc closes its menu), unless its items say that they are meant (`not-items-of-main`).
        if draft.snapshot.columns.role[container] == Role::Main && !carry_data(draft, &likes)
            || are_columns(draft, container, &likes)
            || are_texts_among_links(draft, controls, container, &likes)
        {
            likes.clear();
        }
        for child in children {
            let columns = &draft.snapshot.columns;
            let taken = likes.contains(&child);
            let reasons = columns.why[child].0 & !Why::TEST_ID.0;
            let own = reasons != 0 && reasons != Why::SCROLLS.0 && !only_takes_drops(draft, child);
            let nested = taken && !holds_list(draft, child);
            if !nested && !own && depth < DEEPEST {
                // A list inside of an item counts its levels anew (`named-leaves`).
                pending.push((child, if taken { 0 } else { depth + 1 }));
            }
        }
        found.extend(likes);
    }
    found
}

/// Whether they are the heads of columns: the value that marks each of them marks cells of several rows with other texts, too
/// (`not-heads-of-columns`, Cloud Commander's).
fn are_columns(draft: &Draft<'_>, container: usize, likes: &[usize]) -> bool {
    let marks_cells = |like: &usize| {
        let own = text_of(draft, *like);
        data_of(draft, *like).next().is_some_and(|mark| {
            let elsewhere = (container + 1..draft.end(container))
                .filter(|at| {
                    draft.is_element(*at) && draft.tag[*at] == draft.tag[*like] && !likes.contains(at)
                })
                .filter(|at| data_of(draft, *at).any(|data| data == mark) && text_of(draft, *at) != own);
            elsewhere.take(2).count() == 2
        })
    };
    // The first may be an icon's, without a text.
    likes.iter().take(2).filter(|at| is_box(draft.tag[**at])).any(marks_cells)
}

/// Whether they are items without data in a container most of whose items hold controls: its listener is for those (rustdoc's lists of
/// links, `not-texts-among-links`).
fn are_texts_among_links(draft: &Draft<'_>, controls: &[u32], container: usize, likes: &[usize]) -> bool {
    if likes.first().is_none_or(|first| draft.tag[*first] != Word::Li) || carry_data(draft, likes) {
        return false;
    }
    let items = (container + 1..draft.end(container)).filter(|at| draft.tag[*at] == Word::Li);
    let (mut all, mut holding) = (0, 0);
    for item in items {
        all += 1;
        holding += usize::from(controls[draft.end(item)] > controls[item + 1]);
    }
    holding * 2 > all
}

fn text_of(draft: &Draft<'_>, at: usize) -> String {
    let columns = &draft.snapshot.columns;
    let texts = (at + 1..draft.end(at)).filter(|inside| columns.kind[*inside] == NodeKind::Text);
    texts.map(|inside| draft.text(columns.text[inside])).collect()
}

/// Whether all that it does is take what is dropped on it: a click in it is heard further out, so its items are that
/// container's (`under-a-drop-target`, a list of files).
fn only_takes_drops(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let listener_kinds = columns.listener_kinds[at];
    columns.why[at].0 & !(Why::LISTENER.0 | Why::HANDLER.0 | Why::SCROLLS.0 | Why::TEST_ID.0) == 0
        && listener_kinds.any(ListenerKinds::DROP)
        && !listener_kinds.any(ListenerKinds::POINTED)
}

/// Whether a button is around it: HTML allows no control in a button, so what is alike in it are its parts
/// (`not-parts-of-buttons`).
fn in_a_button(draft: &Draft<'_>, at: usize) -> bool {
    draft
        .ancestors(at)
        .take_while(|a| draft.snapshot.columns.kind[*a] != NodeKind::Document)
        .any(|a| draft.tag[a] == Word::Button)
}

fn holds_list(draft: &Draft<'_>, at: usize) -> bool {
    (at + 1..draft.end(at)).any(|inside| matches!(draft.tag[inside], Word::Ul | Word::Ol))
}

/// The children of one parent that are alike and have no control in them. None where less than four fifths of all children
/// have the same tag, where most of these have controls, or where nothing says that the listener is meant for them.
fn likes_of(draft: &Draft<'_>, controls: &[u32], parent: usize, children: &[usize]) -> Vec<usize> {
    let Some(tag) = usual_tag(draft, children) else { return Vec::new() };
    let alike: Vec<usize> = children.iter().copied().filter(|child| draft.tag[*child] == tag).collect();
    let holds_control = |at: usize| controls[draft.end(at)] > controls[at];
    let free: Vec<usize> = alike.iter().copied().filter(|child| !holds_control(*child)).collect();
    if free.len() * 2 < alike.len() || alike.len() * 5 < children.len() * 4 {
        return Vec::new();
    }
    let data = carry_data(draft, &free);
    let meant = match tag {
        Word::Li | Word::Dt | Word::Dd => free.len() > 1 || data,
        Word::Tr => draft.tag[parent] != Word::Thead && (free.len() > 1 || data) && !is_board(draft, &free),
        Word::Td => data || is_board(draft, &[parent]),
        Word::Th => data || draft.ancestors(parent).take(1).any(|a| draft.tag[a] == Word::Thead),
        // Without data attributes, several shapes are one drawing.
        tag if is_shape(tag) => data,
        tag if is_box(tag) => {
            let short = free.iter().all(|at| text_length(draft, *at) <= SHORT);
            data || (short && free.len() > 2 && share_a_class(draft, &free))
        }
        _ => false,
    };
    if meant { free } else { Vec::new() }
}

/// The tag that most of them have, judged by the first and the middle one.
fn usual_tag(draft: &Draft<'_>, children: &[usize]) -> Option<Word> {
    let middle = draft.tag[*children.get(children.len() / 2)?];
    let first = draft.tag[children[0]];
    let count = |tag: Word| children.iter().filter(|child| draft.tag[**child] == tag).count();
    let tag = if count(first) > count(middle) { first } else { middle };
    (tag != Word::Other).then_some(tag)
}

fn is_shape(tag: Word) -> bool {
    matches!(
        tag,
        Word::G
            | Word::Path
            | Word::Circle
            | Word::Rect
            | Word::Polygon
            | Word::Polyline
            | Word::Line
            | Word::Ellipse
            | Word::Image
            | Word::TextTag
    )
}

/// Tags that mean nothing by themselves, or a picture.
fn is_box(tag: Word) -> bool {
    matches!(
        tag,
        Word::Div
            | Word::Span
            | Word::Custom
            | Word::Img
            | Word::I
            | Word::B
            | Word::Em
            | Word::Strong
            | Word::Figure
            | Word::Article
            | Word::Section
            | Word::A
            | Word::Svg
            | Word::Code
            | Word::Small
            | Word::Mark
    )
}

/// How many controls there are before each node.
fn count_controls(draft: &Draft<'_>) -> Vec<u32> {
    let columns = &draft.snapshot.columns;
    let mut count = 0;
    let mut before = Vec::with_capacity(draft.len() + 1);
    for at in 0..draft.len() {
        before.push(count);
        let control = columns.visible[at] && columns.why[at].0 & !(Why::TEST_ID.0 | Why::SCROLLS.0) != 0;
        count += u32::from(control);
    }
    before.push(count);
    before
}

/// Whether all of them have the same `data-` attribute, with values that differ (one by itself: any).
fn carry_data(draft: &Draft<'_>, likes: &[usize]) -> bool {
    let Some((&first, rest)) = likes.split_first() else { return false };
    data_of(draft, first).any(|(name, value)| {
        let mut differs = rest.is_empty();
        let all = rest.iter().all(|other| {
            data_of(draft, *other).find(|(n, _)| *n == name).is_some_and(|(_, v)| {
                differs |= v != value;
                true
            })
        });
        all && differs
    })
}

fn data_of<'d>(draft: &'d Draft<'_>, at: usize) -> impl Iterator<Item = (&'d str, &'d str)> {
    let (start, end) = draft.snapshot.columns.attributes[at];
    (start as usize..end as usize)
        .filter(|slot| {
            !matches!(draft.keys[*slot], Word::DataTestid | Word::DataTest | Word::DataCy | Word::DataNoAi)
        })
        .map(|slot| draft.snapshot.columns.attribute_pool[slot])
        .map(|(name, value)| (draft.text(name), draft.text(value)))
        // Icons have their own name there (`sorting-icons`: Ant Design, Font Awesome, JupyterLab).
        .filter(|(name, value)| {
            let icon = name.starts_with("data-icon") || *name == "data-prefix";
            name.starts_with("data-") && !value.is_empty() && !icon
        })
}

fn share_a_class(draft: &Draft<'_>, likes: &[usize]) -> bool {
    let classes = |at: &usize| draft.attribute(*at, Word::Class).unwrap_or("").split_ascii_whitespace();
    likes.first().is_some_and(|first| {
        classes(first).any(|class| likes.iter().all(|like| classes(like).any(|other| other == class)))
    })
}

fn text_length(draft: &Draft<'_>, at: usize) -> usize {
    let columns = &draft.snapshot.columns;
    (at + 1..draft.end(at))
        .filter(|inside| columns.kind[*inside] == NodeKind::Text)
        .map(|inside| draft.text(columns.text[inside]).trim().len())
        .sum()
}

/// Whether the cells of these rows are the controls, not the rows: they have `data-` attributes (`cells-with-data`), or
/// there are more than two a row with next to no text in them (`board`).
fn is_board(draft: &Draft<'_>, rows: &[usize]) -> bool {
    let cells: Vec<usize> = rows
        .iter()
        .flat_map(|row| draft.children(*row))
        .filter(|cell| matches!(draft.tag[*cell], Word::Td))
        .collect();
    if cells.len() < 2 {
        return false;
    }
    let text: usize = cells.iter().map(|cell| text_length(draft, *cell)).sum();
    carry_data(draft, &cells) || (cells.len() > rows.len() * 2 && text <= cells.len() * BOARD_TEXT)
}
