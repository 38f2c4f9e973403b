//! Finds the texts that stand apart from the one before: a person sees two words where the page has no space between them
//! (`2,500` and `12%` in a flex row). Fixture: texts-apart.html.
//!
//! Two texts are apart where the nearer end of either is in a box of its own (a block, a flex or grid item, an inline block, a
//! cell), or where their boxes leave a gap on one line. `un<b>break</b>able` stays one word.

use super::{NodeIndex, NodeKind, draft::Draft, known_names::Word, style::Display};
use crate::geometry::Rect;

/// A gap of more than this part of a text's height is a space. A text is about 1.2 times as high as its font, and a fifth of
/// the font's size is what the narrowest spaces take.
const GAP: f64 = 1.0 / 6.0;
/// Boxes that are closer than this part of their height touch.
const TOUCH: f64 = 1.0 / 16.0;

/// Notes the texts that are apart, in document order.
pub(super) fn note_apart(draft: &mut Draft<'_>) {
    let columns = &draft.snapshot.columns;
    let mut apart = Vec::new();
    let mut before = None;
    for at in 0..columns.kind.len() {
        let text = matches!(columns.kind[at], NodeKind::Text | NodeKind::Pseudo);
        if !text || !columns.visible[at] || draft.text(columns.text[at]).trim().is_empty() {
            continue;
        }
        if before.is_some_and(|before| stand_apart(draft, before, at)) {
            apart.push(NodeIndex(at as u32));
        }
        before = Some(at);
    }
    draft.snapshot.apart = apart;
}

/// Notes the texts of each `<pre>` that begin a line though no character does: highlighters put each line into a `span` that is
/// a block by style. Cells and items of one line are blocks, too, so it counts whether the two are beside each other; and what
/// an inline block or a narrow box wraps is no line of the code.
pub(super) fn note_lines(draft: &mut Draft<'_>) {
    let columns = &draft.snapshot.columns;
    let mut lines = Vec::new();
    let (mut before, mut until) = (None, 0);
    for at in 0..columns.kind.len() {
        if at >= until && draft.tag[at] == Word::Pre {
            (before, until) = (None, draft.end(at));
        }
        let text = matches!(columns.kind[at], NodeKind::Text | NodeKind::Pseudo);
        if !text || at >= until || !columns.visible[at] || draft.text(columns.text[at]).trim().is_empty() {
            continue;
        }
        if before.is_some_and(|before| is_below(draft, before, at)) {
            lines.push(NodeIndex(at as u32));
        }
        before = Some(at);
    }
    draft.snapshot.lines = lines;
}

/// Whether a block begins or ends between two texts, and they are not beside each other.
fn is_below(draft: &Draft<'_>, before: usize, at: usize) -> bool {
    let rects = draft.snapshot.columns.rect[before].zip(draft.snapshot.columns.rect[at]);
    rects.is_some_and(|(before, at)| !before.is_beside(&at))
        && (boxed(draft, at, before) == Display::Block || boxed(draft, before, at) == Display::Block)
}

/// Whether a text stands apart from the one before it.
fn stand_apart(draft: &Draft<'_>, before: usize, at: usize) -> bool {
    let [ours, theirs] = [boxed(draft, at, before), boxed(draft, before, at)];
    if ours == Display::Block || theirs == Display::Block {
        return true;
    }
    let rects = draft.snapshot.columns.rect[before].zip(draft.snapshot.columns.rect[at]);
    let gap = rects.and_then(|(before, at)| gap_on_a_line(before, at));
    if ours == Display::Atomic || theirs == Display::Atomic {
        // Headings that are animated letter by letter have a box for each.
        let letters = is_letter(draft, before) || is_letter(draft, at);
        return !(letters && gap.is_some_and(|gap| gap.abs() <= TOUCH));
    }
    gap.is_some_and(|gap| gap > GAP) && !clings(draft, before, at)
}

/// Whether punctuation joins two texts whatever is between them: inline code has padding, as in the summaries of rustdoc
/// (`Vec<T>`, then a comma), and nobody reads a space there.
fn clings(draft: &Draft<'_>, before: usize, at: usize) -> bool {
    let text = |at: usize| draft.text(draft.snapshot.columns.text[at]);
    let opens = |c: char| matches!(c, '(' | '[' | '{' | '«' | '“' | '‘');
    let ends = |c: char| matches!(c, ',' | '.' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '»' | '”' | '’');
    text(before).ends_with(opens) || text(at).starts_with(ends)
}

/// The strongest box that begins or ends between a text and another: one around the text that is not around the other.
fn boxed(draft: &Draft<'_>, at: usize, other: usize) -> Display {
    let columns = &draft.snapshot.columns;
    let holds = |node: usize| node <= other && other < draft.end(node);
    let mut found = match columns.kind[at] {
        NodeKind::Pseudo => draft.style[at].display,
        _ => Display::Inline,
    };
    let mut above = columns.parent[at];
    while above != NodeIndex::NONE && !holds(above.at()) {
        match draft.style[above.at()].display {
            Display::Block => return Display::Block,
            Display::Atomic => found = Display::Atomic,
            Display::Inline => {}
        }
        above = columns.parent[above.at()];
    }
    found
}

/// How far a text is from the one before on the same line, as part of their height; under 0 where they overlap. `None` where
/// they are not on one line, or go over several.
fn gap_on_a_line(before: Rect, at: Rect) -> Option<f64> {
    let height = before.h.min(at.h);
    if height <= 0.0 || !before.is_beside(&at) {
        return None;
    }
    // The later one may stand before the other: right to left.
    let gap = (at.x - before.right()).max(before.x - at.right());
    Some(gap / height)
}

fn is_letter(draft: &Draft<'_>, at: usize) -> bool {
    draft.text(draft.snapshot.columns.text[at]).trim().chars().nth(1).is_none()
}
