//! Scroll containers: what clips and scrolls what is inside it, and has more than it shows.

use super::{
    NodeKind,
    draft::{Draft, Marks},
    style::Overflow,
};

/// Marks what scrolls and has more than it shows.
pub(super) fn find_scrollers(draft: &mut Draft<'_>) {
    let mut extent: Vec<(f64, f64)> = vec![(f64::NEG_INFINITY, f64::NEG_INFINITY); draft.len()];
    for at in (0..draft.len()).rev() {
        if draft.snapshot.columns.kind[at] == NodeKind::Document {
            continue;
        }
        let style = draft.style[at];
        let (right, bottom) = extent[at];
        let mut hands_up = extent[at];
        if let Some(rect) = draft.snapshot.columns.rect[at].filter(|_| draft.marks[at].has(Marks::LAID_OUT)) {
            let scrolls = (style.overflow_x == Overflow::Scrolled && right > rect.right() + 1.0)
                || (style.overflow_y == Overflow::Scrolled && bottom > rect.bottom() + 1.0);
            if scrolls && draft.is_element(at) {
                draft.marks[at].set(Marks::SCROLLER);
            }
            hands_up.0 =
                if style.overflow_x == Overflow::Shown { right.max(rect.right()) } else { rect.right() };
            hands_up.1 =
                if style.overflow_y == Overflow::Shown { bottom.max(rect.bottom()) } else { rect.bottom() };
        }
        if let Some(parent) = draft.parent(at) {
            let slot = &mut extent[parent];
            *slot = (slot.0.max(hands_up.0), slot.1.max(hands_up.1));
        }
    }
}
