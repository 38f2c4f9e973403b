//! Random tables, drawn again and again as pages draw them: no id ever names a row other than the one it was given for,
//! and what a page leaves alone keeps its id.

#![cfg(test)]

use std::collections::{HashMap, HashSet};

use domtool_cdp::protocol::TargetId;
use proptest::{prelude::*, test_runner::TestCaseResult};

use super::{ElementId, Registry};
use crate::snapshot::{NodeIndex, Role, Snapshot, testing::SnapshotBuilder};

/// What a page does with its rows.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A new row with nodes of its own.
    Insert(usize, u8),
    /// A row goes with its nodes.
    Delete(usize),
    /// The rows change places, their nodes go along.
    Turn(usize),
    /// A row comes, and the nodes are given out anew from the top.
    InsertInPlace(usize, u8),
    /// A row goes, and the nodes are given out anew from the top.
    DeleteInPlace(usize),
    /// All nodes show other rows.
    Recycle(u8),
    /// All rows get new nodes.
    Redraw,
    /// Clocks go on.
    Tick,
    /// One row's state is another.
    State(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (any::<usize>(), 0_u8..60).prop_map(|(at, row)| Step::Insert(at, row)),
        any::<usize>().prop_map(Step::Delete),
        any::<usize>().prop_map(Step::Turn),
        (any::<usize>(), 0_u8..60).prop_map(|(at, row)| Step::InsertInPlace(at, row)),
        any::<usize>().prop_map(Step::DeleteInPlace),
        (0_u8..60).prop_map(Step::Recycle),
        Just(Step::Redraw),
        Just(Step::Tick),
        any::<usize>().prop_map(Step::State),
    ]
}

/// What tells the rows apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Make {
    Names,
    Numbers,
    Keys,
    NamesAndClocks,
    OwnNames,
    /// As `OwnNames`, and the row is the control, no item around it: one that was never seen beside others is no row to
    /// anybody, so two are always left.
    Bare,
}

fn make() -> impl Strategy<Value = Make> {
    prop_oneof![
        Just(Make::Names),
        Just(Make::Numbers),
        Just(Make::Keys),
        Just(Make::NamesAndClocks),
        Just(Make::OwnNames)
    ]
}

/// A page with a table; a row's number is its key.
struct Table {
    make: Make,
    rows: Vec<u8>,
    /// The first backend id of each row's nodes.
    nodes: Vec<i32>,
    done: HashSet<u8>,
    next: i32,
    time: u32,
}

impl Table {
    fn new(make: Make, rows: usize) -> Self {
        let mut table =
            Table { make, rows: Vec::new(), nodes: Vec::new(), done: HashSet::new(), next: 100, time: 0 };
        for row in 0..rows {
            table.rows.push(row as u8);
            let node = table.fresh();
            table.nodes.push(node);
        }
        table
    }

    fn fresh(&mut self) -> i32 {
        self.next += 10;
        self.next
    }

    fn take(&mut self, step: Step) {
        let len = self.rows.len();
        let least = if self.make == Make::Bare { 2 } else { 1 };
        match step {
            Step::Insert(at, row) if !self.rows.contains(&row) => {
                let node = self.fresh();
                self.rows.insert(at % (len + 1), row);
                self.nodes.insert(at % (len + 1), node);
            }
            Step::InsertInPlace(at, row) if !self.rows.contains(&row) => {
                let node = self.fresh();
                self.rows.insert(at % (len + 1), row);
                self.nodes.push(node);
            }
            Step::Delete(at) if len > least => {
                self.rows.remove(at % len);
                self.nodes.remove(at % len);
            }
            Step::DeleteInPlace(at) if len > least => {
                self.rows.remove(at % len);
                self.nodes.pop();
            }
            Step::Turn(at) => {
                self.rows.rotate_left(at % len);
                self.nodes.rotate_left(at % len);
            }
            Step::Recycle(from) => self.rows = (0..len).map(|at| (from + at as u8) % 60).collect(),
            Step::Redraw => self.nodes = (0..len).map(|_| self.fresh()).collect(),
            Step::Tick => self.time += 1,
            Step::State(at) => {
                self.done.insert(self.rows[at % len]);
            }
            _ => {}
        }
    }

    /// The snapshot, and each row's control.
    fn snapshot(&self) -> (Snapshot, Vec<NodeIndex>) {
        let mut b = SnapshotBuilder::new();
        let mut controls = Vec::new();
        b.open("ul", Role::List).backend(50);
        for (&row, &node) in self.rows.iter().zip(&self.nodes) {
            if self.make == Make::Bare {
                b.open("div", Role::Button).named(&name(row)).backend(node + 3);
                controls.push(b.last());
                b.text(&name(row)).backend(node + 8).close();
                continue;
            }
            b.open("li", Role::ListItem).backend(node);
            match self.make {
                Make::Names => _ = b.text(&name(row)).backend(node + 1),
                Make::Numbers => _ = b.text(&format!("Order {}", 1000 + u32::from(row))).backend(node + 1),
                Make::Keys => _ = b.attr("data-id", &format!("{}", 1000 + u32::from(row))),
                Make::NamesAndClocks => {
                    b.open("b", Role::Generic).backend(node + 4).text(&name(row)).backend(node + 1);
                    b.close();
                    b.open("i", Role::Generic).backend(node + 5);
                    let second = (self.time + u32::from(row)) % 60;
                    b.text(&format!("00:{second:02}")).backend(node + 2).close();
                }
                Make::OwnNames | Make::Bare => {}
            }
            if self.done.contains(&row) && self.make != Make::OwnNames && self.make != Make::Keys {
                b.open("em", Role::Generic).backend(node + 6).text("done").backend(node + 7).close();
            }
            let own = if self.make == Make::OwnNames { name(row) } else { "Delete".to_owned() };
            b.open("button", Role::Button).named(&own).backend(node + 3);
            controls.push(b.last());
            b.text(&own).backend(node + 8).close();
            b.close();
        }
        b.close();
        let mut snapshot = b.build();
        snapshot.note_backends();
        (snapshot, controls)
    }
}

/// Names of letters, each its own.
fn name(row: u8) -> String {
    let syllables = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti"];
    let (a, b) = (usize::from(row) / 8 % 8, usize::from(row) % 8);
    format!("Ms {}{}", syllables[a], syllables[b])
}

/// Draws a table, does the steps one by one, and looks after each what the ids name. The bits of `unseen` say which rows
/// are not shown when.
fn draw(make: Make, rows: usize, steps: &[Step], unseen: u16) -> TestCaseResult {
    let page = TargetId::from("T");
    let mut registry = Registry::default();
    let mut table = Table::new(make, rows);
    let mut given: HashMap<ElementId, u8> = HashMap::new();
    let mut before: HashMap<i32, ElementId> = HashMap::new();
    for (at, step) in std::iter::once(Step::Tick).chain(steps.iter().copied()).enumerate() {
        table.take(step);
        let (snapshot, controls) = table.snapshot();
        registry.reconcile(&page, &snapshot);
        for (at, control) in controls.iter().enumerate() {
            let id = registry.id_of(&page, &snapshot, *control);
            if let Some(id) = id {
                prop_assert_eq!(given.get(&id), Some(&table.rows[at]), "{} after {:?}", id, step);
            }
            if matches!(
                step,
                Step::Insert(..) | Step::Delete(_) | Step::Turn(_) | Step::Tick | Step::State(_)
            ) && let Some(known) = before.get(&table.nodes[at])
            {
                prop_assert_eq!(id, Some(*known), "lost by {:?}", step);
            }
        }
        if matches!(step, Step::Redraw) {
            let kept = controls
                .iter()
                .filter(|control| registry.id_of(&page, &snapshot, **control).is_some())
                .count();
            prop_assert_eq!(kept, before.len(), "lost by being drawn anew");
        }
        before.clear();
        for (row, control) in controls.iter().enumerate() {
            // Not all of a page is shown each time.
            let shown = (unseen >> ((row + at) % 16)) & 1 == 0;
            let id = registry.id_of(&page, &snapshot, *control);
            if shown || id.is_some() {
                let id = if shown {
                    registry.assign(&page, &snapshot, *control)
                } else {
                    id.unwrap_or(ElementId(0))
                };
                prop_assert_eq!(*given.entry(id).or_insert(table.rows[row]), table.rows[row]);
                before.insert(table.nodes[row], id);
            }
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn no_id_names_another_row(make in make(), rows in 2_usize..12, steps in prop::collection::vec(step(), 1..14), unseen in any::<u16>()) {
        draw(make, rows, &steps, unseen)?;
    }

    #[test]
    fn no_id_names_another_bare_row(rows in 2_usize..12, steps in prop::collection::vec(step(), 1..14), unseen in any::<u16>()) {
        draw(Make::Bare, rows, &steps, unseen)?;
    }
}

/// A row is the last of its list, its likes went or were never shown: another name is another row also there.
#[test]
fn the_last_row_of_a_list_is_another_when_its_name_is() -> TestCaseResult {
    draw(Make::OwnNames, 2, &[Step::DeleteInPlace(0)], 9194)?;
    draw(Make::OwnNames, 2, &[Step::Delete(0), Step::Recycle(2)], 26172)?;
    draw(Make::OwnNames, 2, &[Step::Delete(0), Step::Delete(0), Step::Recycle(2)], 0)
}

/// A control that was a row among others is one also when it is the last; one that always stood alone is itself whatever
/// it is called.
#[test]
fn a_bare_row_is_remembered_as_one() {
    let page = TargetId::from("T");
    let draw = |names: &[&str]| {
        let mut b = SnapshotBuilder::new();
        b.open("div", Role::Generic).backend(50);
        let mut first = None;
        for (name, at) in names.iter().zip(100..) {
            b.open("div", Role::Button).named(name).backend(at * 10);
            first = first.or(Some(b.last()));
            b.text(name).backend(at * 10 + 1).close();
        }
        b.close();
        let mut snapshot = b.build();
        snapshot.note_backends();
        (snapshot, first.unwrap_or(NodeIndex(0)))
    };
    for (before, kept) in [(&["Ann", "Bob"][..], false), (&["Save"], true)] {
        let mut registry = Registry::default();
        let (snapshot, first) = draw(before);
        let id = registry.assign(&page, &snapshot, first);
        let (snapshot, first) = draw(&before[..1]);
        registry.reconcile(&page, &snapshot);
        assert_eq!(registry.assign(&page, &snapshot, first), id);
        let (snapshot, first) = draw(&["Saving..."]);
        registry.reconcile(&page, &snapshot);
        assert_eq!(registry.id_of(&page, &snapshot, first).is_some(), kept, "{before:?}");
    }
}
