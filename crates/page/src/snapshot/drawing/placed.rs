//! How elements that can be operated come to where they are: only what is placed by itself is told as moved. What is in the flow moves
//! with whatever is before it, and what is animated never rests. Fixture: drawings-looks.html.

use super::is_operable;
use crate::snapshot::{NodeIndex, Placement, draft::Draft, known_names::Word, style::Position};

/// Fills `placements`; what is not in it is in the flow.
pub(super) fn note_placements(draft: &mut Draft<'_>) {
    for at in 0..draft.len() {
        if !draft.is_element(at) || !is_operable(draft, at) || !draft.snapshot.columns.visible[at] {
            continue;
        }
        let style = draft.style[at];
        let placement = if style.animated {
            Placement::Animated
        } else if style.position == Position::Fixed {
            Placement::Fixed
        } else if style.position == Position::Absolute
            || style.transform.is_some()
            || draft.tag[at] == Word::G
        {
            Placement::Own
        } else {
            continue;
        };
        draft.snapshot.placements.insert(NodeIndex(at as u32), placement);
    }
}
