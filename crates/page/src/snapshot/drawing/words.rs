//! Elements that can be operated and have no word to be told by: their colour and size say which is which (a palette's fields, the
//! squares of a board). Fixture: drawings-looks.html.

use super::{AREA, INSIDE, Look, Paint, ShapeKind, StyleSet, is_operable};
use crate::snapshot::{
    Certainty, NodeIndex, NodeKind, Role, draft::Draft, known_names::Word, name::class_words,
};

/// Fills `looks` for elements of HTML, and notes when a session must be asked for their colours.
pub(super) fn look_at_wordless(draft: &mut Draft<'_>) {
    for at in 0..draft.len() {
        if !draft.is_element(at) || !is_operable(draft, at) || !is_wordless(draft, at) {
            continue;
        }
        let asked =
            draft.session(draft.source[at]).is_none_or(|session| session.styles.has(StyleSet::BACKGROUNDS));
        if !asked {
            draft.snapshot.backgrounds_matter = true;
        }
        let Some(rect) = draft.snapshot.columns.rect[at] else { continue };
        let paints = (at..draft.end(at))
            .filter(|inside| draft.is_element(*inside))
            .map(|inside| draft.style[inside].background);
        let colour = paints.filter(|paint| *paint != Paint::None).find_map(Paint::colour);
        if colour.is_some() {
            let look = Look { kind: ShapeKind::Box, colour, rect, radius: 0.0, font_size: 0.0, trace: None };
            draft.snapshot.looks.insert(NodeIndex(at as u32), look);
        }
    }
}

/// Whether an element of HTML has no name but words of its class, no text, and no picture.
fn is_wordless(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let Some(rect) = columns.rect[at].filter(|_| columns.visible[at]) else { return false };
    let small = rect.w <= AREA && rect.h <= AREA;
    let shown = matches!(
        draft.tag[at],
        Word::Html
            | Word::Body
            | Word::Iframe
            | Word::Frame
            | Word::Canvas
            | Word::Video
            | Word::Audio
            | Word::Img
            | Word::Input
            | Word::Select
            | Word::Textarea
            | Word::Object
            | Word::Embed
            | Word::Svg
            | Word::Area
            | Word::Option
    );
    if !small || shown || draft.end(at) - at > INSIDE || is_in_svg(draft, at) {
        return false;
    }
    let name = draft.text(columns.name[at]);
    let by_class = || {
        columns.name_certainty[at] == Certainty::Guessed && class_words(draft, at).as_deref() == Some(name)
    };
    if !name.is_empty() && !by_class() {
        return false;
    }
    !(at + 1..draft.end(at)).any(|inside| match columns.kind[inside] {
        NodeKind::Text | NodeKind::Pseudo => {
            columns.visible[inside] && !draft.text(columns.text[inside]).trim().is_empty()
        }
        NodeKind::Element => {
            is_operable(draft, inside)
                || columns.role[inside] == Role::Image
                || matches!(draft.tag[inside], Word::Svg | Word::Canvas | Word::Iframe | Word::Video)
        }
        _ => false,
    })
}

fn is_in_svg(draft: &Draft<'_>, at: usize) -> bool {
    draft
        .ancestors(at)
        .take_while(|a| draft.tag[*a] != Word::ForeignObject)
        .any(|a| draft.tag[a] == Word::Svg)
}
