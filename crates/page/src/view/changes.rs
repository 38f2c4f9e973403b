//! Words what changed for a caller: as a diff, or as the whole view where that takes fewer tokens and leaves nothing out.

use super::{Acted, Diff, LeftOut, Outline, Surroundings, ViewOptions, diff::diff, tokens::estimate, write};
use crate::{identity::Registry, snapshot::Snapshot};

/// A diff of no more tokens than this is used without comparing it with the whole view.
const FEW: u32 = 200;
/// What comes before a whole view that is told in place of a diff.
const WHOLE: &str = "much changed; the whole page costs less than what did:\n";

/// Compares, and writes what changed within a budget in tokens (0 for none), or the whole view of the outline after, which
/// must be that of the whole page, where it is cheaper and leaves nothing out. The counts are those of the diff in either case. The
/// line of an element that only says what was `set` is not told: the reader has set it.
pub fn changes(
    before: &Outline,
    after: &Outline,
    snapshot: &Snapshot,
    registry: &mut Registry,
    around: &Surroundings<'_>,
    budget: u32,
    acted: Acted<'_>,
) -> Diff {
    let diff = diff(before, after, snapshot, registry, around.page, budget, acted);
    if diff.tokens <= FEW && diff.left_out.is_empty() {
        return diff;
    }
    let most = if !diff.left_out.is_empty() { budget } else { diff.tokens };
    let room = most.saturating_sub(estimate(WHOLE) + 1);
    let options = ViewOptions { budget: Some(room), ..ViewOptions::default() };
    let whole = write(snapshot, after.clone(), registry, &options, around);
    if room == 0 || !whole.left_out.is_empty() || whole.text.is_empty() {
        return diff;
    }
    let text = format!("{WHOLE}{}", whole.text);
    let reads = after.text().to_owned();
    Diff { tokens: estimate(&text), text, shown: whole.shown, left_out: LeftOut::default(), reads, ..diff }
}
