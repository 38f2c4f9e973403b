//! Finds what a page has in common with the one that its reader saw before it: the menus, heads and feet that a site has on each of its
//! pages.
//!
//! The tree tells a run of such lines in one, as its reader knows as much of them as before. What a page is for is told again: its main
//! part, forms and dialogs, fields anywhere but in a landmark. Fixture: site.html.
//!
//! Of a page at an address that was read before, as a list is that one comes back to after a form, also rows are told in one: those that
//! say the same as then, and follow each other as then. The first and the last of them are told, so that it is clear which they are, and
//! what is new, gone or moved parts them. Fixture: list-back.html.

use std::{
    hash::{Hash as _, Hasher as _},
    ops::Range,
};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::{
    ViewOptions,
    left_out::ContentKind,
    outline::{Line, Outline},
    rank::{expanded, speaks},
    rows::items,
};
use crate::{
    limits::READ_LINES,
    snapshot::{NodeIndex, NodeRef, Role, Snapshot},
};

/// Fewer lines are told one by one.
const LEAST: usize = 4;

/// The lines of a page that a view was made of, without ids: its reader was told each, or that there is more like those that it told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadLines {
    /// How often each was there, by the hash of what it says.
    lines: FxHashMap<u64, u32>,
}

impl ReadLines {
    /// All of them.
    pub(super) fn of(outline: &Outline) -> Self {
        let mut read = Self::default();
        for line in outline.lines.iter().filter(|line| speaks(line.kind())).take(READ_LINES) {
            *read.lines.entry(said(outline, line)).or_default() += 1;
        }
        read
    }

    /// Adds those of another view of the same page.
    pub fn add(&mut self, other: Self) {
        for (line, count) in other.lines {
            let known = self.lines.entry(line).or_default();
            *known = count.max(*known);
        }
    }
}

/// The rows of a page that a reader was shown, and which of them followed which.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadRows {
    /// By the hashes of what they say.
    rows: FxHashSet<u64>,
    /// A row and the one right after it.
    pairs: FxHashSet<(u64, u64)>,
    /// Rows that say what another one says: of these nobody knows which is which, and how many there were.
    alike: FxHashSet<u64>,
}

impl ReadRows {
    /// Those of which every line was told.
    pub(super) fn of(outline: &Outline, snapshot: &Snapshot, is_told: impl Fn(usize) -> bool) -> Self {
        let mut read = Self::default();
        let mut before: Option<(usize, u64)> = None;
        for at in starts_of_rows(outline, snapshot).take(READ_LINES) {
            let end = outline.lines[at].end as usize;
            if !(at..end).all(|line| !speaks(outline.lines[line].kind()) || is_told(line)) {
                continue;
            }
            let row = row(outline, at);
            if !read.rows.insert(row) {
                read.alike.insert(row);
            }
            if let Some((beside, said)) = before.replace((at, row))
                && follows(outline, beside, at)
            {
                read.pairs.insert((said, row));
            }
        }
        read
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds those of another view of the same page.
    pub fn add(&mut self, other: Self) {
        self.rows.extend(other.rows);
        self.alike.extend(other.alike);
        self.pairs.extend(other.pairs);
    }
}

/// The lines that rows begin with, but for rows in rows.
fn starts_of_rows(outline: &Outline, snapshot: &Snapshot) -> impl Iterator<Item = usize> {
    let ends: Vec<usize> = outline.lines.iter().map(|line| line.end as usize).collect();
    let mut end = 0;
    items(outline, snapshot).into_iter().enumerate().filter(|(_, is_row)| *is_row).filter_map(
        move |(at, _)| {
            let outer = at >= end;
            end = end.max(ends[at]);
            outer.then_some(at)
        },
    )
}

/// Whether a line stands right after another in the same parent.
fn follows(outline: &Outline, before: usize, at: usize) -> bool {
    let before = &outline.lines[before];
    before.end as usize == at && before.parent == outline.lines[at].parent
}

/// The hash of what a row says.
fn row(outline: &Outline, at: usize) -> u64 {
    let mut hasher = FxHasher::default();
    for (nth, line) in outline.lines[at..outline.lines[at].end as usize].iter().enumerate() {
        let above = if nth == 0 { 0 } else { at + nth - line.parent as usize };
        (above, said(outline, line), line.length).hash(&mut hasher);
    }
    hasher.finish()
}

/// Which lines the reader knows from a page before: runs of siblings with all that is in them, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Again {
    runs: Vec<Range<usize>>,
    /// How many rows they are, of those that are rows: by the first line.
    rows: FxHashMap<usize, usize>,
}

impl Again {
    pub(super) fn of(outline: &Outline, snapshot: &Snapshot, options: &ViewOptions) -> Self {
        let (before, rows) = (options.before.as_deref(), options.before_rows.as_deref());
        let (before, rows) =
            (before.filter(|read| !read.lines.is_empty()), rows.filter(|read| !read.pairs.is_empty()));
        if before.is_none() && rows.is_none() {
            return Self::default();
        }
        let expanded = expanded(outline, snapshot, &options.expand);
        let mut again = before.map(|read| Self::lines_of(outline, snapshot, read, &expanded));
        if let Some(read) = rows {
            again.get_or_insert_default().add_rows(outline, snapshot, read, &expanded);
        }
        again.unwrap_or_default()
    }

    /// What pages have in common.
    fn lines_of(outline: &Outline, snapshot: &Snapshot, before: &ReadLines, expanded: &[bool]) -> Self {
        let mut known = known(outline, snapshot, before);
        for (known, expanded) in known.iter_mut().zip(expanded) {
            *known &= !expanded;
        }
        // A line stands for all that is in it.
        for (at, line) in outline.lines.iter().enumerate().rev() {
            if !known[at]
                && let Some(above) = known.get_mut(line.parent as usize)
            {
                *above = false;
            }
        }
        let mut again = Self::default();
        let mut at = 0;
        while at < known.len() {
            let end = run(outline, &known, at);
            let lines = outline.lines[at..end].iter();
            if lines.filter(|line| speaks(line.kind())).count() >= LEAST {
                again.runs.push(at..end);
            }
            at = end.max(at + 1);
        }
        again
    }

    /// Adds the rows between the first and the last of those that are as they were.
    fn add_rows(&mut self, outline: &Outline, snapshot: &Snapshot, read: &ReadRows, expanded: &[bool]) {
        let tells = |at: usize| {
            let line = &outline.lines[at];
            !line.urgent
                && !line.covered
                && !expanded[at]
                && snapshot.focus != Some(line.node)
                && !self.hides(at)
        };
        let is_known = |at: usize| {
            let end = outline.lines[at].end as usize;
            (at..end).all(tells).then(|| row(outline, at)).filter(|row| read.rows.contains(row))
        };
        let mut rows: Vec<(usize, u64)> =
            starts_of_rows(outline, snapshot).filter_map(|at| Some((at, is_known(at)?))).collect();
        let mut times: FxHashMap<u64, u32> = FxHashMap::default();
        rows.iter().for_each(|(_, row)| *times.entry(*row).or_default() += 1);
        rows.retain(|(_, row)| times.get(row) == Some(&1) && !read.alike.contains(row));
        let runs = rows.chunk_by(|(before, said), (at, row)| {
            follows(outline, *before, *at) && read.pairs.contains(&(*said, *row))
        });
        let mut found = Vec::new();
        for run in runs {
            let [_, between @ .., (last, _)] = run else { continue };
            let Some((first, _)) = between.first() else { continue };
            let lines = &outline.lines[*first..*last];
            if between.len() > 1 && lines.iter().filter(|line| speaks(line.kind())).count() >= LEAST {
                found.push((*first..*last, between.len()));
            }
        }
        for (lines, count) in found {
            self.rows.insert(lines.start, count);
            self.runs.push(lines);
        }
        self.runs.sort_unstable_by_key(|run| run.start);
    }

    /// How many rows the run of a line is; `None` where it is of other lines.
    pub(super) fn rows_from(&self, at: usize) -> Option<usize> {
        self.rows.get(&self.run_of(at)?.start).copied()
    }

    /// Whether a line is told with others in one.
    pub(super) fn hides(&self, at: usize) -> bool {
        self.run_of(at).is_some()
    }

    /// The run that a line is part of.
    pub(super) fn run_of(&self, at: usize) -> Option<&Range<usize>> {
        let next = self.runs.partition_point(|run| run.end <= at);
        self.runs.get(next).filter(|run| run.start <= at)
    }

    /// All lines that are told with others.
    pub(super) fn lines(&self) -> impl Iterator<Item = usize> + '_ {
        self.runs.iter().flat_map(Range::clone)
    }
}

/// One past the last of the siblings from this one on that are marked.
fn run(outline: &Outline, marked: &[bool], at: usize) -> usize {
    let parent = outline.lines[at].parent;
    let mut end = at;
    while outline.lines.get(end).is_some_and(|line| line.parent == parent) && marked[end] {
        end = outline.lines[end].end as usize;
    }
    end
}

/// By line: the reader was told it, as often as it is there.
fn known(outline: &Outline, snapshot: &Snapshot, before: &ReadLines) -> Vec<bool> {
    let mut left = before.lines.clone();
    let mut parts = vec![Part::Other; outline.lines.len()];
    let mut known = Vec::with_capacity(parts.len());
    for (at, line) in outline.lines.iter().enumerate() {
        let above = outline.lines.get(line.parent as usize);
        let around = above.map_or(Part::Other, |_| parts[line.parent as usize]);
        parts[at] = around.or(snapshot, line.node, above.map(|above| above.node));
        if !speaks(line.kind()) {
            known.push(true);
            continue;
        }
        let count = left.get_mut(&said(outline, line)).filter(|count| **count > 0);
        let told = count.map(|count| *count -= 1).is_some();
        let may = match parts[at] {
            Part::Own => false,
            Part::Landmark => true,
            Part::Other => line.counts_as != ContentKind::Field,
        };
        known.push(told && may && !line.urgent && snapshot.focus != Some(line.node));
    }
    known
}

/// Which part of a page a line is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// What the page is for.
    Own,
    /// What goes with it.
    Landmark,
    Other,
}

impl Part {
    /// That of a node below `top`, which is in `self`.
    fn or(self, snapshot: &Snapshot, node: NodeIndex, top: Option<NodeIndex>) -> Self {
        let node = snapshot.node(node);
        let between = node.ancestors().take_while(|above| Some(above.index()) != top);
        let own = |node: &NodeRef<'_>| {
            matches!(node.role(), Role::Main | Role::Form | Role::Dialog | Role::AlertDialog)
        };
        let goes_with = |node: &NodeRef<'_>| {
            matches!(
                node.role(),
                Role::Banner | Role::ContentInfo | Role::Complementary | Role::Navigation | Role::Search
            )
        };
        let found =
            std::iter::once(node).chain(between).find_map(|node| match (own(&node), goes_with(&node)) {
                (true, _) => Some(Self::Own),
                (_, true) => Some(Self::Landmark),
                _ => None,
            });
        match (self, found) {
            (Self::Own, Some(Self::Landmark)) | (_, None) => self,
            // The search of a site's head is a form, too.
            (Self::Landmark, Some(Self::Own)) if node.role() == Role::Form => self,
            (_, Some(found)) => found,
        }
    }
}

/// The hash of what a line says, wherever it stands.
fn said(outline: &Outline, line: &Line) -> u64 {
    let mut hasher = FxHasher::default();
    (line.likeness, outline.content(line)).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::view::{
        View,
        testing::{SnapshotBuilder, render},
    };

    fn page(build: impl FnOnce(&mut SnapshotBuilder)) -> Snapshot {
        let mut b = SnapshotBuilder::new();
        build(&mut b);
        b.build()
    }

    /// What is told of a page to a reader of the one before.
    fn next(before: &Snapshot, now: &Snapshot) -> View {
        let read = render(before, &ViewOptions { budget: None, ..ViewOptions::default() }).read;
        render(now, &ViewOptions { budget: None, before: Some(Arc::new(read)), ..ViewOptions::default() })
    }

    fn links(b: &mut SnapshotBuilder, count: usize) {
        for at in 0..count {
            b.leaf("a", Role::Link, &format!("Link {at}"));
        }
    }

    #[test]
    fn what_goes_with_a_page_is_told_once_and_what_it_is_for_each_time() {
        for (role, tag, folds) in [
            (Role::Navigation, "nav", true),
            (Role::Banner, "header", true),
            (Role::Generic, "div", true),
            (Role::Main, "main", false),
            (Role::Form, "form", false),
            (Role::Dialog, "dialog", false),
        ] {
            let one = page(|b| {
                b.open(tag, role);
                links(b, 5);
                b.close();
            });
            let text = next(&one, &one).text;
            assert_eq!(text.contains("as before: "), folds, "{role:?}: {text}");
            assert_eq!(text.contains("Link 3"), !folds, "{role:?}: {text}");
        }
    }

    #[test]
    fn a_field_is_told_again_but_in_a_landmark() {
        for (role, tag, folds) in [(Role::Search, "search", true), (Role::Generic, "div", false)] {
            let one = page(|b| {
                b.open(tag, role);
                links(b, 4);
                b.leaf("input", Role::TextBox, "Words");
                b.close();
            });
            let text = next(&one, &one).text;
            assert_eq!(!text.contains("\"Words\""), folds, "{role:?}: {text}");
        }
    }

    #[test]
    fn a_line_is_known_as_often_as_it_was_there_and_a_few_are_told() {
        let before = page(|b| links(b, 5));
        let twice = page(|b| {
            links(b, 5);
            b.open("nav", Role::Navigation).named("More");
            links(b, 5);
            b.close();
        });
        let text = next(&before, &twice).text;
        assert_eq!((text.matches("as before").count(), text.matches("Link 3").count()), (1, 1), "{text}");
        let few = page(|b| links(b, LEAST - 1));
        assert!(!next(&few, &few).text.contains("as before"));
    }

    /// What is not compared is told.
    #[test]
    fn so_many_lines_are_remembered() {
        let one = page(|b| links(b, READ_LINES + 10));
        let text = next(&one, &one).text;
        assert!(
            text.contains(&format!("Link {}", READ_LINES + 5)) && !text.contains("\"Link 5\""),
            "{}",
            &text[..400]
        );
    }

    /// A list of notes, each with what can be done with it.
    fn notes(names: &[&str]) -> Snapshot {
        page(|b| {
            b.open("main", Role::Main).open("ul", Role::List);
            for name in names {
                b.open("li", Role::ListItem);
                b.leaf("input", Role::Checkbox, name);
                b.leaf("button", Role::Button, "Edit");
                b.leaf("button", Role::Button, "Delete");
                b.close();
            }
            b.close().close();
        })
    }

    /// What is told of a page to a reader of an earlier one at its address.
    fn back(before: &Snapshot, now: &Snapshot) -> View {
        let read = render(before, &ViewOptions { budget: None, ..ViewOptions::default() }).read_rows;
        let before_rows = Some(Arc::new(read));
        render(now, &ViewOptions { budget: None, before_rows, ..ViewOptions::default() })
    }

    /// Which rows a text tells, and what it says of the others.
    #[track_caller]
    fn check_back(before: &[&str], now: &[&str], expected: &[&str]) {
        let text = back(&notes(before), &notes(now)).text;
        let told = text.lines().filter_map(|line| {
            let folded = line.trim().strip_prefix("as before: ").map(|rest| rest.split(" (").next().unwrap());
            folded.or_else(|| line.trim().strip_prefix("- ")?.split('"').nth(1))
        });
        assert_eq!(told.collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn rows_that_follow_each_other_as_before_are_told_by_the_first_and_the_last() {
        let all = ["a", "b", "c", "d", "e", "f", "g", "h"];
        check_back(&all, &all, &["a", "6 items", "h"]);
        check_back(
            &all,
            &["a", "b", "c", "d", "new", "e", "f", "g", "h"],
            &["a", "2 items", "d", "new", "e", "2 items", "h"],
        );
        // One is gone.
        check_back(&all, &["a", "b", "c", "d", "f", "g", "h"], &["a", "2 items", "d", "f", "g", "h"]);
        // In another order nothing is as it was.
        check_back(
            &all,
            &["h", "g", "f", "e", "d", "c", "b", "a"],
            &["h", "g", "f", "e", "d", "c", "b", "a"],
        );
        check_back(&all[..3], &all[..3], &all[..3]);
        // Of those that say the same nobody knows how many there were.
        let more = ["x", "x", "x", "x", "x", "y", "z", "w"];
        check_back(&more[2..], &more, &more);
    }

    /// Of rows that had no room it is not known what they said.
    #[test]
    fn rows_that_were_not_told_are_told() {
        let names: Vec<String> = (0..60).map(|at| format!("Note {at}")).collect();
        let one = notes(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let small = ViewOptions { budget: Some(400), ..ViewOptions::default() };
        let read = render(&one, &small).read_rows;
        let all = ViewOptions { budget: None, before_rows: Some(Arc::new(read)), ..ViewOptions::default() };
        let text = render(&one, &all).text;
        assert!(text.contains("\"Note 40\"") && !text.contains("\"Note 1\""), "{text}");
    }
}
