//! The head of the column that a control stands in, where its row holds several that are called alike: a slot of a timetable is
//! told by its hour and its day. Fixture: evidence/identity.html (`columns`, `sorted`).

use super::word_kinds;
use crate::snapshot::{NodeKind, NodeRef, Role};

/// So many ancestors of a control are searched for its cell, its row and its table.
const ABOVE: usize = 10;
/// So many nodes of a row are searched for another control, and so many of a table for its heads.
const ROW: usize = 400;
const HEADS: usize = 200;

/// The head of its column, the nearest where there are several above one another; `None` where its row tells it from all others.
pub(super) fn head(own: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let cell = cell(own)?;
    let row = cell.ancestors().take(ABOVE).find(|above| above.tag() == "tr" || above.role() == Role::Row)?;
    let twin = |other: &NodeRef<'_>| {
        !cell.contains(other.index())
            && other.tag() == own.tag()
            && other.role() == own.role()
            && word_kinds::same(other.name(), own.name())
    };
    row.descendants().take(ROW).find(twin)?;
    let table = row.ancestors().take(ABOVE).find(|above| {
        above.tag() == "table" || matches!(above.role(), Role::Table | Role::Grid | Role::TreeGrid)
    })?;
    let above = table.descendants().take(HEADS).take_while(|node| node.index() < row.index());
    above.filter(|node| is_head(*node) && stands_over(*node, cell)).last()
}

/// Whether a head that is known is still that of its column.
pub(super) fn is_over(head: NodeRef<'_>, own: NodeRef<'_>) -> bool {
    cell(own).is_some_and(|cell| stands_over(head, cell))
}

fn cell(own: NodeRef<'_>) -> Option<NodeRef<'_>> {
    own.ancestors()
        .take(ABOVE)
        .find(|above| above.tag() == "td" || matches!(above.role(), Role::Cell | Role::GridCell))
}

fn is_head(node: NodeRef<'_>) -> bool {
    node.kind() == NodeKind::Element && (node.tag() == "th" || node.role() == Role::ColumnHeader)
}

/// Whether the middle of a cell is below a head, whichever columns either spans.
fn stands_over(head: NodeRef<'_>, cell: NodeRef<'_>) -> bool {
    head.rect().zip(cell.rect()).is_some_and(|(head, cell)| {
        let middle = cell.x + cell.w / 2.0;
        head.x <= middle && middle < head.x + head.w && head.y < cell.y + cell.h
    })
}
