//! Tables: rows between bars, under the row of headers.

use super::{Open, Walk};
use crate::{
    snapshot::{NodeRef, Role, Snapshot},
    view::formats::markdown::block::Kind,
};

impl Walk<'_> {
    pub(super) fn in_row(&self) -> bool {
        self.open.iter().any(|(_, open)| matches!(open, Open::Row { .. }))
    }

    pub(super) fn in_table(&self) -> bool {
        self.open.iter().any(|(_, open)| matches!(open, Open::Table { .. }))
    }

    pub(super) fn cell(&mut self, node: NodeRef<'_>) {
        let is_header = node.role() == Role::ColumnHeader;
        // A cell in a cell is its text.
        let in_cell = self.open.iter().any(|(_, open)| matches!(open, Open::Cell));
        let row = self.open.iter_mut().rev().find_map(|(_, open)| match open {
            Open::Row { headers, cells } if !in_cell => Some((headers, cells)),
            _ => None,
        });
        if let Some((headers, cells)) = row {
            *cells += 1;
            *headers += usize::from(is_header);
            self.line.start_cell();
            self.open.push((node.end(), Open::Cell));
        } else {
            self.line.space();
        }
    }

    pub(super) fn end_row(&mut self, headers: usize, cells: usize) {
        if cells == 0 || self.line.is_empty_row() {
            self.line.clear();
            return;
        }
        let heads = headers == cells;
        let at = self.reading.blocks.len();
        let table = self.open.iter_mut().rev().find_map(|(_, open)| match open {
            Open::Table { header } => Some(header),
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

/// Whether a table holds data: one that lays out a page holds tables, and headings where it has no headers.
pub(super) fn is_table(snapshot: &Snapshot, table: NodeRef<'_>) -> bool {
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
