//! `table`: a table as data: what stands in each cell, by its column's header, and the ids of what can be operated in a row. A list is one,
//! too: an item a row. Fixture: table-data.html.

use std::{fmt::Write as _, ops::Range};

use serde::Serialize;

use super::{
    Scope, Surroundings,
    escape::{push_number, push_quoted},
    outline::{Outline, outline},
    query::{Field, each_field},
    tables::{self, Part, Slot, cells, is_cell, is_table},
    text::{BLOCK_MARK, inner_text},
    tokens::{TokenEstimate, token_estimate},
    wording::{line_name, word},
};
use crate::{
    identity::{ElementId, Registry},
    snapshot::{NodeIndex, NodeKind, NodeRef, Role, Snapshot, Tristate},
};

/// What a cell says is cut here, bytes.
const CELL: usize = 4_000;
/// What a cell or a name says is cut here in the text for a model, characters.
const PRINTED: usize = 120;
/// A table without a name is told by so many characters of its first row.
const BEGINS: usize = 40;
/// Room for saying what is left out.
const FOOTER: TokenEstimate = TokenEstimate(16_000);
/// So many of several tables are named.
const MOST_NAMED: usize = 8;

/// A table, or a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableData {
    /// Its rows as lines for a model, as many as the budget has room for.
    pub text: String,
    /// Its id.
    pub id: ElementId,
    /// Its name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What its columns are called, in order; nothing where it has no headers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<String>,
    /// Its rows, all that the page holds.
    pub rows: Vec<TableRow>,
    /// How many rows it has as the page says, where it holds a part of them: scrolling or its own pages bring others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<usize>,
}

/// A row of a table, or an item of a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableRow {
    /// Its id.
    pub id: ElementId,
    /// Its cells, one a column.
    pub cells: Vec<TableCell>,
    /// What can be operated in it, in order.
    pub elements: Vec<TableElement>,
}

/// What stands in a place of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableCell {
    /// What its column is called.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub header: String,
    /// What it says; of a field its value.
    pub text: String,
}

/// Something in a row that can be operated.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableElement {
    /// Its id.
    pub id: ElementId,
    /// What it is: `button`, `checkbox`.
    pub role: String,
    /// Its name.
    pub name: String,
    /// What its column is called.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub column: String,
    /// What it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether it is ticked or pressed, where it can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
}

/// Why there is no one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTable {
    /// None is there.
    None,
    /// Several are: each in words, with its id.
    Several(Vec<String>),
}

impl TableData {
    /// Its lines, and each of its other strings, which are of one line: for who writes all text of a page anew. The types are taken apart
    /// field by field, so that a new field does not compile until it stands here.
    pub fn texts_mut(&mut self) -> (&mut String, Vec<&mut String>) {
        let Self { text, id: _, name, headers, rows, total: _ } = self;
        let rows = rows.iter_mut().flat_map(|TableRow { id: _, cells, elements }| {
            let cells = cells.iter_mut().flat_map(|TableCell { header, text }| [header, text]);
            let elements = elements.iter_mut().flat_map(
                |TableElement { id: _, role, name, column, value, checked: _ }| {
                    [role, name, column].into_iter().chain(value)
                },
            );
            cells.chain(elements)
        });
        (text, std::iter::once(name).chain(headers).chain(rows).collect())
    }
}

/// Reads a table: `within` itself, or the one that is in it or that it is in; of the whole page the one that it has. Ids are given out to
/// its rows and what is in them. `budget` is of its text, tokens; `None` and 0 for no limit.
///
/// # Errors
/// Where there is none, or several.
pub fn table(
    snapshot: &Snapshot,
    registry: &mut Registry,
    within: Option<NodeIndex>,
    budget: Option<u32>,
    around: &Surroundings<'_>,
) -> Result<TableData, NoTable> {
    let node = match &places(snapshot, within)[..] {
        [] => return Err(NoTable::None),
        [one] => snapshot.node(*one),
        several => {
            let named = several.iter().take(MOST_NAMED).map(|at| {
                let id = registry.assign(around.page, snapshot, *at);
                named(snapshot, snapshot.node(*at), id)
            });
            return Err(NoTable::Several(named.collect()));
        }
    };
    let outline = outline(snapshot, &Scope { under: Some(node.index()), ..Scope::default() });
    let lines = outline.lines.iter().enumerate();
    let mut by_node: Vec<_> = lines.map(|(at, line)| (line.node, at)).collect();
    by_node.sort_unstable();
    let mut reading = Reading { snapshot, outline, by_node, registry, around, headers: Vec::new() };
    let mut data = TableData {
        text: String::new(),
        id: reading.id(node.index()),
        name: node.name().to_owned(),
        rows: if is_table(node.role()) { reading.rows(node) } else { reading.items(node) },
        headers: std::mem::take(&mut reading.headers),
        total: None,
    };
    let said = node.attribute("aria-rowcount").and_then(|count| count.trim().parse::<usize>().ok());
    data.total = said
        .map(|count| count.saturating_sub(usize::from(!data.headers.is_empty())))
        .filter(|total| *total > data.rows.len());
    data.text = text(&data, word(node), budget.filter(|budget| *budget > 0), around.nonce);
    Ok(data)
}

/// `e5 table "Orders"`; one without a name by what it begins with.
fn named(snapshot: &Snapshot, node: NodeRef<'_>, id: ElementId) -> String {
    let mut line = format!("{id} {} ", word(node));
    if node.name().is_empty() {
        line.push_str("of ");
        let first = node.descendants().find(|below| matches!(below.role(), Role::Row | Role::ListItem));
        push_quoted(
            &mut line,
            &first.map_or_else(String::new, |row| inner_text(snapshot, row, PRINTED)),
            BEGINS,
        );
    } else {
        push_quoted(&mut line, node.name(), PRINTED);
    }
    line
}

/// Where the tables are that may be meant; lists only where there is no table, and one is asked for.
fn places(snapshot: &Snapshot, within: Option<NodeIndex>) -> Vec<NodeIndex> {
    let Some(within) = within else {
        let all = snapshot.nodes().filter(|node| is_table(node.role()));
        return all.filter(|node| is_read(snapshot, *node)).map(NodeRef::index).collect();
    };
    let within = snapshot.node(within);
    if is_table(within.role()) || is_list(within.role()) {
        return vec![within.index()];
    }
    let part = under(snapshot, within);
    let inside = |is: fn(Role) -> bool| -> Vec<NodeIndex> {
        let all = nearest(snapshot, &part, |node| is(node.role()) && is_read(snapshot, node), |_| false);
        all.into_iter().map(NodeRef::index).collect()
    };
    let around = |is: fn(Role) -> bool| -> Vec<NodeIndex> {
        within.ancestors().find(|node| is(node.role())).map(NodeRef::index).into_iter().collect()
    };
    let ways = [inside(is_table), around(is_table), inside(is_list), around(is_list)];
    ways.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// What a node stands for: itself and what is in it; a heading for what is below it in its section, until the next that is as high.
fn under(snapshot: &Snapshot, node: NodeRef<'_>) -> Range<NodeIndex> {
    let after = NodeIndex(node.index().0 + 1);
    if node.role() != Role::Heading {
        return after..node.end();
    }
    let level = |node: NodeRef<'_>| node.states().level;
    let sections = |above: &NodeRef<'_>| {
        matches!(above.tag(), "section" | "article" | "aside" | "main" | "dialog")
            || above.kind() != NodeKind::Element
    };
    let until = node.ancestors().find(sections).map_or(NodeIndex(snapshot.len() as u32), NodeRef::end);
    let mut rest = snapshot.nodes().skip(node.end().at()).take_while(|one| one.index() < until);
    let next = rest
        .find(|one| one.frame() == node.frame() && one.role() == Role::Heading && level(*one) <= level(node));
    after..next.map_or(until, NodeRef::index)
}

fn is_list(role: Role) -> bool {
    matches!(role, Role::List | Role::ListBox)
}

/// Whether there is something to read in it, and it is no table that lays out others.
fn is_read(snapshot: &Snapshot, node: NodeRef<'_>) -> bool {
    node.rect().is_some() && (is_list(node.role()) || tables::holds_data(snapshot, node))
}

struct Reading<'a> {
    snapshot: &'a Snapshot,
    outline: Outline,
    /// Its lines by their nodes, in the order of these.
    by_node: Vec<(NodeIndex, usize)>,
    registry: &'a mut Registry,
    around: &'a Surroundings<'a>,
    headers: Vec<String>,
}

impl Reading<'_> {
    fn id(&mut self, node: NodeIndex) -> ElementId {
        self.registry.assign(self.around.page, self.snapshot, node)
    }

    /// The rows below the headers, which it notes. Rows of a table in a cell are text of that.
    fn rows(&mut self, table: NodeRef<'_>) -> Vec<TableRow> {
        let mut spread = tables::spread(self.snapshot, table);
        let mut rows = Vec::new();
        for row in nearest(
            self.snapshot,
            &under(self.snapshot, table),
            |node| node.role() == Role::Row,
            |node| is_table(node.role()),
        ) {
            let own = |cell: NodeRef<'_>| Slot { cell: cell.index(), part: Part::Own };
            let slots = spread.remove(&row.index()).unwrap_or_else(|| {
                cells(self.snapshot, row).filter(|cell| cell.rect().is_some()).map(own).collect()
            });
            let is_header = |slot: &Slot| self.snapshot.node(slot.cell).role() == Role::ColumnHeader;
            // The corner over the heads of rows is often an empty cell.
            let heads = slots.iter().all(|slot| is_header(slot) || self.text_of(slot.cell).is_empty());
            if rows.is_empty() && heads && slots.iter().any(is_header) {
                self.headers = slots.iter().map(|slot| self.text_of(slot.cell)).collect();
                continue;
            }
            rows.extend(self.row(row, &slots));
        }
        rows
    }

    fn items(&mut self, list: NodeRef<'_>) -> Vec<TableRow> {
        let is_item = |node: NodeRef<'_>| matches!(node.role(), Role::ListItem | Role::Option);
        let items = nearest(self.snapshot, &under(self.snapshot, list), is_item, |node| is_list(node.role()));
        items.into_iter().filter_map(|item| self.row(item, &[])).collect()
    }

    /// A row of these places; without any its cells are the texts in it. `None` where nothing is in it.
    fn row(&mut self, row: NodeRef<'_>, slots: &[Slot]) -> Option<TableRow> {
        let elements = self.elements(row, slots);
        let header = |at: usize| self.headers.get(at).cloned().unwrap_or_default();
        let cell = |(at, slot): (usize, &Slot)| {
            let mut text = self.text_of(slot.cell);
            if text.is_empty() {
                text = self.held(slot.cell);
            }
            TableCell { header: header(at), text }
        };
        let mut cells: Vec<TableCell> = slots.iter().enumerate().map(cell).collect();
        if slots.is_empty() {
            cells
                .extend(self.texts_in(row).into_iter().map(|text| TableCell { header: String::new(), text }));
        }
        let is_empty = elements.is_empty() && cells.iter().all(|cell| cell.text.is_empty());
        (!is_empty).then(|| TableRow { id: self.id(row.index()), cells, elements })
    }

    fn text_of(&self, cell: NodeIndex) -> String {
        let cell = self.snapshot.node(cell);
        let text = inner_text(self.snapshot, cell, CELL);
        // A cell that is named by others than its text holds a picture or a sign.
        if text.is_empty() && is_cell(cell.role()) { cell.name().to_owned() } else { text }
    }

    /// The texts of an item, block by block, but for what its elements are called; all as one where no line has one alone.
    fn texts_in(&self, item: NodeRef<'_>) -> Vec<String> {
        let lines: Vec<String> =
            self.lines_in(item, false).filter_map(|line| self.field(line, Field::Name)).collect();
        let blocks = lines.iter().flat_map(|line| line.split(BLOCK_MARK)).filter(|text| !text.is_empty());
        let mut texts: Vec<String> = blocks.map(str::to_owned).collect();
        if texts.is_empty() {
            texts.push(self.text_of(item.index()));
        }
        texts
    }

    /// What the fields in a cell hold.
    fn held(&self, cell: NodeIndex) -> String {
        let values: Vec<String> =
            self.lines_in(self.snapshot.node(cell), true).filter_map(|line| self.value(line)).collect();
        values.join(BLOCK_MARK)
    }

    /// The lines of what is in a node, in its order: of what can be operated, or of all else.
    fn lines_in(&self, node: NodeRef<'_>, operable: bool) -> impl Iterator<Item = usize> + '_ {
        let from = self.by_node.partition_point(|(at, _)| *at < node.index());
        let until = self.by_node.partition_point(|(at, _)| *at < node.end());
        let lines = self.by_node[from..until].iter().map(|(_, line)| *line);
        lines.filter(move |line| self.outline.lines[*line].carries_id == operable)
    }

    fn value(&self, line: usize) -> Option<String> {
        self.field(line, Field::Value)
    }

    fn field(&self, line: usize, wanted: Field) -> Option<String> {
        let mut found = None;
        each_field(self.snapshot, &self.outline, line, &mut |field, text| {
            if field == wanted {
                found = Some(text.into_owned());
            }
        });
        found
    }

    fn elements(&mut self, row: NodeRef<'_>, slots: &[Slot]) -> Vec<TableElement> {
        let lines: Vec<usize> =
            self.lines_in(row, true).filter(|line| self.outline.lines[*line].node != row.index()).collect();
        lines
            .into_iter()
            .map(|line| {
                let node = self.snapshot.node(self.outline.lines[line].node);
                let holds = |slot: &Slot| self.snapshot.node(slot.cell).contains(node.index());
                let column = slots.iter().position(holds).and_then(|at| self.headers.get(at));
                let states = node.states();
                TableElement {
                    role: word(node).to_owned(),
                    name: line_name(self.snapshot, node).into_owned(),
                    column: column.cloned().unwrap_or_default(),
                    value: self.value(line),
                    checked: states.checked.or(states.pressed).map(|state| state == Tristate::On),
                    id: self.id(node.index()),
                }
            })
            .collect()
    }
}

/// The outermost nodes of a kind in a part of the page that are seen, and not in one of another kind.
fn nearest<'s>(
    snapshot: &'s Snapshot,
    part: &Range<NodeIndex>,
    is: impl Fn(NodeRef<'s>) -> bool,
    is_other: impl Fn(NodeRef<'s>) -> bool,
) -> Vec<NodeRef<'s>> {
    let mut found = Vec::new();
    let mut at = part.start;
    while at < part.end {
        let one = snapshot.node(at);
        at = NodeIndex(at.0 + 1);
        if is(one) && one.rect().is_some() {
            found.push(one);
            at = one.end();
        } else if is_other(one) {
            at = one.end();
        }
    }
    found
}

/// ```text
/// e5 table "Orders": 2 rows
/// [page 7f3a]
/// columns "Order | Customer"
/// e12 "1001 | Ada", e13 button "Delete"
/// [/page 7f3a]
/// ```
fn text(data: &TableData, word: &str, budget: Option<u32>, nonce: &str) -> String {
    let mut out = format!("{} {word}", data.id);
    if !data.name.is_empty() {
        out.push(' ');
        push_quoted(&mut out, &data.name, PRINTED);
    }
    out.push_str(": ");
    push_number(&mut out, data.rows.len());
    out.push_str(if data.rows.len() == 1 { " row" } else { " rows" });
    if let Some(total) = data.total {
        out.push_str(" here of ");
        push_number(&mut out, total);
    }
    let _infallible = writeln!(out, "\n[page {nonce}]");
    if !data.headers.is_empty() {
        out.push_str("columns ");
        push_cells(&mut out, data.headers.iter().map(String::as_str));
        out.push('\n');
    }
    let foot = format!("[/page {nonce}]\n");
    let room = budget.map_or(u64::MAX, |tokens| {
        let frame = token_estimate(&out).0 + token_estimate(&foot).0 + FOOTER.0;
        (u64::from(tokens) * 1000).saturating_sub(frame)
    });
    let mut spent = 0;
    for (at, row) in data.rows.iter().enumerate() {
        let line = row_line(row);
        spent += token_estimate(&line).0;
        if spent > room {
            let _infallible = writeln!(out, "left out: {} rows (--budget 0 shows all)", data.rows.len() - at);
            break;
        }
        out.push_str(&line);
    }
    out.push_str(&foot);
    out
}

fn row_line(row: &TableRow) -> String {
    let mut line = format!("{} ", row.id);
    push_cells(&mut line, row.cells.iter().map(|cell| cell.text.as_str()));
    for element in &row.elements {
        push_element(&mut line, element);
    }
    line.push('\n');
    line
}

fn push_cells<'t>(out: &mut String, texts: impl Iterator<Item = &'t str>) {
    let texts: Vec<String> = texts.map(|text| text.chars().take(PRINTED).collect()).collect();
    push_quoted(out, &texts.join(BLOCK_MARK), usize::MAX);
}

fn push_element(out: &mut String, element: &TableElement) {
    let _infallible = write!(out, ", {} {}", element.id, element.role);
    if !element.name.is_empty() {
        out.push(' ');
        push_quoted(out, &element.name, PRINTED);
    }
    if let Some(value) = &element.value {
        out.push('=');
        push_quoted(out, value, PRINTED);
    }
    match element.checked {
        Some(true) => out.push_str(" on"),
        Some(false) => out.push_str(" off"),
        None => {}
    }
}
