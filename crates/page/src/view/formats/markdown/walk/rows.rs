//! Tables: rows between bars, under the row of headers.

use std::collections::VecDeque;

use super::{Open, Walk};
use crate::{
    snapshot::{NodeIndex, NodeRef, Role},
    view::{
        formats::markdown::block::Kind,
        tables::{Part, Slot},
    },
};

/// A row that is being read.
#[derive(Default)]
pub(super) struct OpenRow {
    headers: usize,
    cells: usize,
    /// The places that are left, where cells of its table span several.
    slots: VecDeque<Slot>,
}

impl Walk<'_> {
    pub(super) fn in_row(&self) -> bool {
        self.open.iter().any(|(_, open)| matches!(open, Open::Row(_)))
    }

    pub(super) fn in_table(&self) -> bool {
        self.open.iter().any(|(_, open)| matches!(open, Open::Table { .. }))
    }

    pub(super) fn open_row(&mut self, node: NodeRef<'_>) {
        let mut row = OpenRow::default();
        for (_, open) in &mut self.open {
            if let Open::Table { spread, .. } = open {
                row.slots.extend(spread.remove(&node.index()).unwrap_or_default());
            }
        }
        self.open.push((node.end(), Open::Row(row)));
    }

    pub(super) fn cell(&mut self, node: NodeRef<'_>) {
        let is_header = node.role() == Role::ColumnHeader;
        // A cell in a cell is its text.
        let in_cell = self.open.iter().any(|(_, open)| matches!(open, Open::Cell));
        let row = self.open.iter_mut().rev().find_map(|(_, open)| match open {
            Open::Row(row) if !in_cell => Some(row),
            _ => None,
        });
        let Some(mut row) = row.map(std::mem::take) else {
            self.line.space();
            return;
        };
        self.fill(&mut row, Some(node.index()));
        row.cells += 1;
        row.headers += usize::from(is_header);
        self.line.start_cell();
        for (_, open) in self.open.iter_mut().rev() {
            if let Open::Row(open) = open {
                *open = row;
                break;
            }
        }
        self.open.push((node.end(), Open::Cell));
    }

    /// Writes the places of a row up to one of its cells, or up to its end, that cells span which began before.
    fn fill(&mut self, row: &mut OpenRow, until: Option<NodeIndex>) {
        while let Some(slot) = row.slots.pop_front() {
            if slot.part == Part::Own && Some(slot.cell) == until {
                break;
            }
            row.cells += 1;
            row.headers += usize::from(self.snapshot.node(slot.cell).role() == Role::ColumnHeader);
            self.line.start_cell();
            // A cell of its own that is not come to has nothing to see in it.
            if slot.part == Part::Again {
                self.line.push(&slot.text(self.snapshot), false, true);
            }
            self.line.end_cell();
        }
    }

    pub(super) fn end_row(&mut self, mut row: OpenRow) {
        if row.cells > 0 {
            self.fill(&mut row, None);
        }
        let cells = row.cells;
        if cells == 0 || self.line.is_empty_row() {
            self.line.clear();
            return;
        }
        let heads = row.headers == cells;
        let at = self.reading.blocks.len();
        let table = self.open.iter_mut().rev().find_map(|(_, open)| match open {
            Open::Table { header, .. } => Some(header),
            _ => None,
        });
        let mut header = None;
        if let Some(known) = table {
            header = *known;
            if heads && known.is_none() {
                *known = Some(at);
            }
        }
        // A table has one rule: headers at its foot are a row like others.
        if heads && header.is_none() {
            self.line.push_rule(cells);
        }
        self.kind = Kind::Row { header };
        self.flush();
        self.kind = Kind::Paragraph;
    }
}
