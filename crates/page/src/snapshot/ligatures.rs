//! Takes the words that an icon font draws as pictures out of the texts: they are hints of what a control is for, no more. Fixture:
//! ligatures.html.

use super::{NodeKind, TextId, draft::Draft, known_names::Word};
use crate::capture::is_ligature;

/// Empties such texts, and keeps their words.
pub(super) fn take_ligatures(draft: &mut Draft<'_>) {
    let columns = &draft.snapshot.columns;
    let mut found = Vec::new();
    for at in 0..draft.len() {
        let from = match columns.kind[at] {
            NodeKind::Text => draft.parent(at),
            // One that says something else than it draws is told by that (`content: "★" / "star"`).
            NodeKind::Pseudo if !draft.style[at].instead => Some(at),
            _ => None,
        };
        let (Some(from), Some(rect)) = (from, columns.rect[at]) else { continue };
        let text = draft.text(columns.text[at]);
        let icons = || {
            draft
                .attribute(from, Word::Class)
                .is_some_and(|class| class.split_ascii_whitespace().any(is_icon_font))
        };
        let font_size = f64::from(draft.style[from].font_size);
        if is_ligature(text, (rect.w, rect.h), font_size, true)
            && is_ligature(text, (rect.w, rect.h), font_size, icons())
        {
            found.push((at, text.trim().to_owned()));
        }
    }
    for (at, words) in found {
        draft.snapshot.columns.text[at] = TextId::EMPTY;
        draft.ligatures.insert(at, words);
    }
}

/// Whether a class says that its element is set in an icon font: `material-icons`, `material-symbols-outlined`, `f7-icons`.
fn is_icon_font(class: &str) -> bool {
    class.ends_with("icons")
        || class.contains("-icons-")
        || class.contains("material-symbols")
        || class == "mat-icon"
}
