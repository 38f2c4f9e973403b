//! Roles of tables: tells tables of data from tables that only lay out a page, as Chrome does, and gives their parts roles. Fixture:
//! roles-tables.html.

use super::{Certainty, Role, draft::Draft, known_names::Word};

/// A table with this many rows or more has data, whatever it looks like.
const MANY_ROWS: usize = 20;

/// A `<table>`. One for layout is nothing to a reader.
pub(super) fn table(draft: &Draft<'_>, at: usize) -> (Role, Certainty) {
    match is_data(draft, at) {
        Some(true) => (Role::Table, Certainty::Certain),
        Some(false) => (Role::Generic, Certainty::Certain),
        // Chrome decides by borders and colours, which are not in the snapshot.
        None => (Role::Table, Certainty::Uncertain),
    }
}

fn is_data(draft: &Draft<'_>, table: usize) -> Option<bool> {
    let says = |at, key| draft.attribute(at, key).is_some_and(|value| !value.is_empty());
    if draft.attribute(table, Word::Contenteditable).is_some() {
        return None;
    }
    if says(table, Word::Summary) || says(table, Word::Rules) || says(table, Word::Role) {
        return Some(true);
    }
    let mut rows = Vec::new();
    for child in draft.children(table) {
        match draft.tag[child] {
            Word::Caption | Word::Thead | Word::Tfoot | Word::Col | Word::Colgroup => return Some(true),
            Word::Tbody => rows.extend(draft.children(child).filter(|row| draft.tag[*row] == Word::Tr)),
            Word::Tr => rows.push(child),
            _ => {}
        }
    }
    if rows.len() >= MANY_ROWS {
        return Some(true);
    }
    let cells =
        |row: usize| draft.children(row).filter(|cell| matches!(draft.tag[*cell], Word::Td | Word::Th));
    let Some(first) = rows.first() else { return Some(false) };
    if rows.len() == 1 && cells(*first).count() == 1 {
        return Some(false);
    }
    let told = rows.iter().flat_map(|row| cells(*row)).any(|cell| {
        draft.tag[cell] == Word::Th
            || [Word::Headers, Word::Abbr, Word::Axis, Word::Scope].into_iter().any(|key| says(cell, key))
    });
    told.then_some(true)
}

fn table_of(draft: &Draft<'_>, at: usize) -> Option<usize> {
    draft.ancestors(at).find(|a| draft.tag[*a] == Word::Table)
}

/// A row group, row or cell: what it is goes by its table.
pub(super) fn part(draft: &Draft<'_>, at: usize, role: Role) -> (Role, Certainty) {
    let Some(table) = table_of(draft, at) else { return (Role::Generic, Certainty::Uncertain) };
    let columns = &draft.snapshot.columns;
    let certainty = columns.role_certainty[table];
    // A row without its role takes the roles of its cells along.
    let whole = draft.ancestors(at).take_while(|a| *a != table).all(|a| match draft.tag[a] {
        Word::Tr => columns.role[a] == Role::Row,
        Word::Thead | Word::Tbody | Word::Tfoot => columns.role[a] == Role::RowGroup,
        _ => false,
    });
    let certainty = if whole { certainty } else { Certainty::Uncertain };
    if columns.role[table] == Role::Generic && !draft.has(table, Word::Role) {
        return (Role::Generic, columns.role_certainty[table]);
    }
    match columns.role[table] {
        Role::Table => (role, certainty),
        Role::Grid | Role::TreeGrid => (if role == Role::Cell { Role::GridCell } else { role }, certainty),
        Role::None => (Role::Generic, Certainty::Certain),
        _ => (Role::Generic, Certainty::Uncertain),
    }
}

/// A `<th>`: of a column or a row by its `scope`, else by what stands beside it.
pub(super) fn header_cell(draft: &Draft<'_>, at: usize) -> (Role, Certainty) {
    let (part, certainty) = part(draft, at, Role::Cell);
    if part == Role::Generic {
        return (part, certainty);
    }
    let scope = draft.attribute(at, Word::Scope).unwrap_or("").to_ascii_lowercase();
    match scope.as_str() {
        "col" | "colgroup" => (Role::ColumnHeader, certainty),
        "row" | "rowgroup" => (Role::RowHeader, certainty),
        _ => beside(draft, at, certainty),
    }
}

/// A cell of data after it in its row makes it the head of the row; Chrome looks at more where there is one before it only.
fn beside(draft: &Draft<'_>, at: usize, certainty: Certainty) -> (Role, Certainty) {
    let Some(row) = draft.parent(at) else { return (Role::ColumnHeader, Certainty::Uncertain) };
    let mut before = false;
    for cell in draft.children(row).filter(|child| draft.tag[*child] == Word::Td) {
        if cell > at {
            return (Role::RowHeader, certainty);
        }
        before = true;
    }
    (Role::ColumnHeader, if before { Certainty::Uncertain } else { certainty })
}
