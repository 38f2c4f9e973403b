//! Tables in lines: a row of plain text is one line, a table says its size.

use super::{
    escape::push_quoted,
    text::{BLOCK_MARK, inner_text},
};
use crate::{
    limits::TEXT_CHARACTERS,
    snapshot::{NodeIndex, NodeRef, Role, Snapshot},
};

/// `row "a | b | c"`.
pub(super) fn push_row(content: &mut String, snapshot: &Snapshot, node: NodeRef<'_>) {
    let mut cells = String::new();
    let mut headers = true;
    let mut seen = false;
    let mut sorted = Vec::new();
    let mut at = node.index().0 + 1;
    while at < node.end().0 {
        let cell = snapshot.node(NodeIndex(at));
        let is_header = matches!(cell.role(), Role::ColumnHeader);
        if !(is_header || matches!(cell.role(), Role::Cell | Role::GridCell | Role::RowHeader)) {
            at += 1;
            continue;
        }
        if seen {
            cells.push_str(BLOCK_MARK);
        }
        seen = true;
        headers &= is_header;
        let text = inner_text(snapshot, cell, TEXT_CHARACTERS);
        let text = if text.is_empty() { cell.name() } else { &text };
        cells.push_str(text);
        sorted.extend(cell.states().sort.map(|sort| (text.to_owned(), sort)));
        at = cell.end().0;
    }
    if !seen {
        cells = inner_text(snapshot, node, TEXT_CHARACTERS);
        headers = false;
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

/// Rows, and the cells of the first one.
pub(super) fn table_size(snapshot: &Snapshot, table: NodeRef<'_>) -> (usize, usize) {
    let mut rows = 0;
    let mut columns = 0;
    let mut at = table.index().0 + 1;
    while at < table.end().0 {
        let node = snapshot.node(NodeIndex(at));
        at += 1;
        match node.role() {
            Role::Table | Role::Grid | Role::TreeGrid => at = node.end().0,
            Role::Row => rows += 1,
            Role::Cell | Role::GridCell | Role::ColumnHeader | Role::RowHeader if rows == 1 => columns += 1,
            _ => {}
        }
    }
    (rows, columns)
}
