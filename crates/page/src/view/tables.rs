//! Tables in lines: a row of plain text is one line, a table says its size. Cells that span several rows or columns stand in each, so
//! that every value is under its header.

use rustc_hash::FxHashMap;

use super::{
    escape::push_quoted,
    text::{BLOCK_MARK, inner_text},
};
use crate::{
    limits::{SPANNED_PLACES, TEXT_CHARACTERS},
    snapshot::{NodeIndex, NodeRef, Role, Snapshot},
};

/// A longer text is not repeated where its cell spans several places, bytes.
const REPEATED: usize = 60;
/// So many levels are between a text and its cell and row, or a row and its table.
const TO_CELL: usize = 10;
/// So many nodes of a table are looked at for a header.
const TO_HEADER: usize = 100;
/// More columns than this are not counted for one cell.
const MOST_COLUMNS: u32 = 50;

/// One place of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) cell: NodeIndex,
    pub(super) part: Part,
}

/// What of a cell stands in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The cell itself.
    Own,
    /// It spans this place, too, and its text counts here as well.
    Again,
    /// It spans this place: what begins a row, such as "Total", is said once.
    Empty,
}

impl Slot {
    /// What is said at this place.
    pub(super) fn text(self, snapshot: &Snapshot) -> String {
        let cell = snapshot.node(self.cell);
        match self.part {
            Part::Own => {
                let text = inner_text(snapshot, cell, TEXT_CHARACTERS);
                if text.is_empty() { cell.name().to_owned() } else { text }
            }
            Part::Again => {
                let text = inner_text(snapshot, cell, REPEATED + 1);
                if text.len() > REPEATED { String::new() } else { text }
            }
            Part::Empty => String::new(),
        }
    }
}

/// The places of every row of a table, by row; nothing where no cell spans several (HTML, 4.9.12, "Forming a table").
pub(super) fn spread(snapshot: &Snapshot, table: NodeRef<'_>) -> FxHashMap<NodeIndex, Vec<Slot>> {
    let mut rows = FxHashMap::default();
    let mut spans = false;
    // By column: the cell that still spans it, and for how many rows.
    let mut held: Vec<(NodeIndex, u32)> = Vec::new();
    let mut group = None;
    let mut places = 0;
    let mut at = NodeIndex(table.index().0 + 1);
    while at < table.end() {
        let row = snapshot.node(at);
        at = NodeIndex(at.0 + 1);
        if is_table(row.role()) {
            at = row.end();
        }
        if row.role() != Role::Row || row.rect().is_none() {
            continue;
        }
        at = row.end();
        let its = row.parent().map(NodeRef::index);
        if group != its {
            held.clear();
            group = its;
        }
        let slots = slots_of(snapshot, row, &mut held, &mut spans);
        places += slots.iter().filter(|slot| slot.part != Part::Own).count();
        if places > SPANNED_PLACES {
            return FxHashMap::default();
        }
        rows.insert(row.index(), slots);
    }
    if spans { rows } else { FxHashMap::default() }
}

fn slots_of(
    snapshot: &Snapshot,
    row: NodeRef<'_>,
    held: &mut Vec<(NodeIndex, u32)>,
    spans: &mut bool,
) -> Vec<Slot> {
    let cells: Vec<NodeRef<'_>> = cells(snapshot, row).filter(|cell| cell.rect().is_some()).collect();
    let mut slots: Vec<Slot> = Vec::new();
    for cell in &cells {
        while let Some(above) = take_held(held, slots.len()) {
            slots.push(Slot { cell: above, part: Part::Again });
        }
        let (columns, rows) = (span(*cell, "col").clamp(1, MOST_COLUMNS), span(*cell, "row"));
        *spans |= columns > 1 || rows != 1;
        let begins = slots.is_empty() && (cells.len() == 1 || cell.role() != Role::ColumnHeader);
        let beside = if begins { Part::Empty } else { Part::Again };
        for nth in 0..columns {
            let column = slots.len();
            slots.push(Slot { cell: cell.index(), part: if nth == 0 { Part::Own } else { beside } });
            if rows != 1 {
                held.resize(held.len().max(column + 1), (NodeIndex::NONE, 0));
                held[column] = (cell.index(), if rows == 0 { u32::MAX } else { rows - 1 });
            }
        }
    }
    while let Some(above) = take_held(held, slots.len()) {
        slots.push(Slot { cell: above, part: Part::Again });
    }
    slots
}

/// The cell of a row above that spans this column of the next one, too.
fn take_held(held: &mut [(NodeIndex, u32)], column: usize) -> Option<NodeIndex> {
    let (cell, rows) = held.get_mut(column).filter(|(_, rows)| *rows > 0)?;
    *rows -= 1;
    Some(*cell)
}

/// How many rows or columns a cell spans; 0 for all rows that follow.
fn span(cell: NodeRef<'_>, of: &str) -> u32 {
    let native = matches!(cell.tag(), "td" | "th");
    let value = cell.attribute(&format!("{}{of}span", if native { "" } else { "aria-" }));
    value.and_then(|value| value.trim().parse().ok()).unwrap_or(1)
}

pub(super) fn cells<'s>(snapshot: &'s Snapshot, row: NodeRef<'s>) -> impl Iterator<Item = NodeRef<'s>> {
    let mut at = row.index().0 + 1;
    std::iter::from_fn(move || {
        while at < row.end().0 {
            let cell = snapshot.node(NodeIndex(at));
            let found = is_cell(cell.role());
            at = if found { cell.end().0 } else { at + 1 };
            if found {
                return Some(cell);
            }
        }
        None
    })
}

/// The cell that a node is in, and the row of that.
pub(super) fn cell_of<'s>(node: NodeRef<'s>) -> Option<(NodeRef<'s>, NodeRef<'s>)> {
    let mut around = node.ancestors().take(TO_CELL);
    let cell = around.find(|a| is_cell(a.role()))?;
    Some((cell, around.find(|a| a.role() == Role::Row)?))
}

/// Whether columns of a row's table have headers, under which its values must stand.
pub(super) fn has_headers(row: NodeRef<'_>) -> bool {
    let table = row.ancestors().take(TO_CELL).find(|a| is_table(a.role()));
    let is_header = |node: NodeRef<'_>| node.role() == Role::ColumnHeader;
    row.role() == Role::Row && table.is_some_and(|table| table.descendants().take(TO_HEADER).any(is_header))
}

/// The cells of a row that something is in, by how many empty ones stand right before each. `is_empty` says which are.
pub(super) fn empty_before(
    snapshot: &Snapshot,
    row: NodeRef<'_>,
    is_empty: impl Fn(NodeRef<'_>) -> bool,
) -> FxHashMap<NodeIndex, usize> {
    let mut found = FxHashMap::default();
    let mut empty = 0;
    for cell in cells(snapshot, row).filter(|cell| cell.rect().is_some()) {
        if is_empty(cell) {
            empty += 1;
        } else if empty > 0 {
            found.insert(cell.index(), std::mem::take(&mut empty));
        }
    }
    found
}

pub(super) fn is_cell(role: Role) -> bool {
    matches!(role, Role::ColumnHeader | Role::Cell | Role::GridCell | Role::RowHeader)
}

pub(super) fn is_table(role: Role) -> bool {
    matches!(role, Role::Table | Role::Grid | Role::TreeGrid)
}

/// Whether a table holds data: one that lays out a page holds tables, and headings where it has no headers.
pub(super) fn holds_data(snapshot: &Snapshot, table: NodeRef<'_>) -> bool {
    let (mut headers, mut headings) = (false, false);
    for role in table.descendants().map(|d| snapshot.node(d.index()).role()) {
        match role {
            Role::Table | Role::Grid | Role::TreeGrid | Role::Main => return false,
            Role::ColumnHeader | Role::RowHeader => headers = true,
            Role::Heading => headings = true,
            _ => {}
        }
    }
    headers || !headings
}

/// `row "a | b | c"`. `spread` has its places where cells of its table span several.
pub(super) fn push_row(
    content: &mut String,
    snapshot: &Snapshot,
    node: NodeRef<'_>,
    spread: Option<&[Slot]>,
) {
    let own = |cell: NodeRef<'_>| Slot { cell: cell.index(), part: Part::Own };
    let mut slots = spread.map_or_else(|| cells(snapshot, node).map(own).collect(), <[Slot]>::to_vec);
    slots.truncate(slots.iter().rposition(|slot| slot.part != Part::Empty).map_or(0, |last| last + 1));
    let mut cells = String::new();
    let mut headers = !slots.is_empty();
    let mut sorted = Vec::new();
    for (at, slot) in slots.iter().enumerate() {
        let cell = snapshot.node(slot.cell);
        cells.push_str(if at > 0 { BLOCK_MARK } else { "" });
        headers &= cell.role() == Role::ColumnHeader;
        let text = slot.text(snapshot);
        cells.push_str(&text);
        if slot.part == Part::Own {
            sorted.extend(cell.states().sort.map(|sort| (text, sort)));
        }
    }
    if slots.is_empty() {
        cells = inner_text(snapshot, node, TEXT_CHARACTERS);
    }
    content.push_str(if headers { "header " } else { "row " });
    push_quoted(content, &cells, TEXT_CHARACTERS);
    for (text, sort) in sorted {
        content.push_str(" sorted by ");
        push_quoted(content, &text, 60);
        content.push(' ');
        content.push_str(sort.word());
    }
    if node.states().selected == Some(true) {
        content.push_str(" selected");
    }
}

/// Rows, and the cells of the first one, or of the longest where cells span several.
pub(super) fn table_size(
    snapshot: &Snapshot,
    table: NodeRef<'_>,
    spread: &FxHashMap<NodeIndex, Vec<Slot>>,
) -> (usize, usize) {
    let mut rows = 0;
    let mut columns = spread.values().map(Vec::len).max().unwrap_or(0);
    let mut at = table.index().0 + 1;
    while at < table.end().0 {
        let node = snapshot.node(NodeIndex(at));
        at += 1;
        match node.role() {
            role if is_table(role) => at = node.end().0,
            Role::Row => rows += 1,
            Role::Cell | Role::GridCell | Role::ColumnHeader | Role::RowHeader
                if rows == 1 && spread.is_empty() =>
            {
                columns += 1;
            }
            _ => {}
        }
    }
    (rows, columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::testing::SnapshotBuilder;

    /// A table whose first row has cells that span all rows, and the places of its rows.
    fn places(wide: usize, rows: usize) -> Vec<usize> {
        let mut b = SnapshotBuilder::new();
        b.open("table", Role::Table);
        let table = b.last();
        b.open("tr", Role::Row);
        for _ in 0..wide {
            b.open("td", Role::Cell).attr("rowspan", "0").attr("colspan", "50").close();
        }
        b.close();
        for _ in 1..rows {
            b.open("tr", Role::Row).leaf("td", Role::Cell, "x").close();
        }
        let snapshot = b.close().build();
        let spread = spread(&snapshot, snapshot.node(table));
        let mut places: Vec<_> = spread.into_iter().map(|(row, slots)| (row, slots.len())).collect();
        places.sort_unstable();
        places.into_iter().map(|(_, count)| count).collect()
    }

    #[test]
    fn a_table_of_too_many_places_is_told_as_it_is_written() {
        assert_eq!(places(2, 3), [100, 101, 101]);
        assert_eq!(places(200, 400), [0; 0]);
    }
}
