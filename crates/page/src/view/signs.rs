//! Which short texts say something where they stand alone. A score's colon, a sum's plus, a dash for nothing do; a bullet, an icon's
//! glyph and what keeps two links apart do not. Fixture: lone-signs.html.

use super::text::block_of;
use crate::snapshot::{NodeIndex, NodeKind, NodeRef, Snapshot};

/// Signs that a person reads where they stand alone.
const READ: &str = "#+-–—?!%$@^=<>:.*~_&/";
/// Signs that say what a field beside them holds.
const UNITS: &str = "%$@=";
/// So many nodes before and after a sign are looked at for what it stands beside.
const NEAR: u32 = 16;
/// So far up a text's control is looked for.
const DEEP: usize = 6;

/// Whether a text that has a line of its own says nothing there. `node` is the text node, or one of them.
pub(super) fn is_left_out_alone(snapshot: &Snapshot, node: NodeIndex, text: &str) -> bool {
    if !is_decoration(text) {
        return false;
    }
    !text.contains(|c| READ.contains(c))
        || (!text.contains(|c| UNITS.contains(c)) && is_beside_controls(snapshot, snapshot.node(node)))
}

/// Whether a sign belongs to a control of its block (`* [name]`), or keeps two in one row apart (`Home > Docs`).
fn is_beside_controls(snapshot: &Snapshot, node: NodeRef<'_>) -> bool {
    let at = node.index().0;
    let before = (at.saturating_sub(NEAR)..at).rev();
    let behind = node.end().0..node.end().0.saturating_add(NEAR).min(snapshot.len() as u32);
    let (before, behind) = (control_of(snapshot, node, before), control_of(snapshot, node, behind));
    let row = |control: NodeRef<'_>| {
        node.ancestors().find(|above| above.contains(control.index())).map(NodeRef::index)
    };
    let in_block = |control: NodeRef<'_>| block_of(control) == block_of(node);
    match (before, behind) {
        (Some(before), Some(behind)) if row(before) == row(behind) => true,
        (before, behind) => before.is_some_and(in_block) || behind.is_some_and(in_block),
    }
}

/// The control that the first of these nodes with something to read is, or is in.
fn control_of<'s>(
    snapshot: &'s Snapshot,
    sign: NodeRef<'s>,
    mut nodes: impl Iterator<Item = u32>,
) -> Option<NodeRef<'s>> {
    let is_read = |node: &NodeRef<'_>| {
        node.visible()
            && (node.operable() || (node.kind() == NodeKind::Text && !node.text().trim().is_empty()))
    };
    let first = nodes.find_map(|at| {
        let node = snapshot.node(NodeIndex(at));
        (is_read(&node) && !node.contains(sign.index())).then_some(node)
    })?;
    let around = std::iter::once(first).chain(first.ancestors().take(DEEP));
    around.take_while(|node| !node.contains(sign.index())).find(|node| node.operable())
}

/// Whether a text would tell a person nothing that its surroundings don't: separators and icon glyphs.
pub(super) fn is_decoration(text: &str) -> bool {
    text.chars().count() <= 2
        && text.chars().all(|c| {
            c.is_whitespace()
                || c.is_ascii_punctuation()
                || matches!(
                    c,
                    '·' | '•'
                        | '›'
                        | '»'
                        | '‹'
                        | '«'
                        | '—'
                        | '–'
                        | '…'
                        | '●'
                        | '○'
                        | '▪'
                        | '▸'
                        | '▾'
                        | '▼'
                        | '▲'
                )
                || ('\u{e000}'..='\u{f8ff}').contains(&c)
        })
}
