//! Finds calendars in an outline: runs of controls that show the days of a month, laid out in rows of seven. A row of them is told
//! in one line, `week of "April _, 2026": e40:13 e41:14 selected ...`, with the id before each day and what the days have in common
//! said once. Fixture: calendars.html, which has the markup of seven libraries.
//!
//! Each day keeps its own line in the outline, so that diffs, searches and the formats for programs know it as any other control.

mod names;

use std::{fmt::Write as _, ops::Range};

use rustc_hash::FxHashMap;

use super::{
    diff::words::words,
    kinds::in_view,
    outline::{Line, LineKind, Outline},
    text::inner_text,
    wording::is_field,
};
use crate::{
    geometry::Rect,
    identity::ElementId,
    snapshot::{NodeRef, Snapshot},
};
use names::{DayWords, Said};

/// Less days than this in a row after each other are no calendar: pages of a list, seats, keys.
const LEAST_DAYS: usize = 14;
const COLUMNS: usize = 7;
/// The longest text of a day: weekdays and marks stand beside the number in some.
const DAY_TEXT: usize = 12;

/// A row of days that is told in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Week {
    /// The lines of its days, one after the other.
    pub(super) lines: Range<usize>,
    /// How many columns before its first day are empty.
    blanks: usize,
    /// What all days of the calendar have in common beside their names: ` double-click`.
    shared: Box<str>,
    days: Vec<Said>,
}

/// What the line of the week before said of all its days, so that it need not be said again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LastLead {
    /// Of the names of the days.
    lead: Option<Box<str>>,
    /// Beside their names.
    shared: Box<str>,
}

impl Week {
    /// What is said of the day of a line.
    fn day(&self, line: usize) -> Option<&Said> {
        self.days.get(line.checked_sub(self.lines.start)?)
    }

    /// What the line of a day adds to that of its week.
    pub(super) fn words(&self, line: usize) -> &str {
        self.day(line).map_or("", |day| &day.words)
    }

    /// Writes some of its days; `push_id` and `push_moment` write what is known of a line only when it is written.
    pub(super) fn push(
        &self,
        out: &mut String,
        lines: &[usize],
        last: &mut LastLead,
        mut push_id: impl FnMut(&mut String, usize),
        push_moment: impl Fn(&mut String, usize),
    ) {
        out.push_str("week");
        if last.shared != self.shared {
            out.push_str(&self.shared);
            last.shared = self.shared.clone();
        }
        for (nth, line) in lines.iter().enumerate() {
            let Some(day) = self.day(*line) else { continue };
            let is_new = day.lead.is_some() && last.lead != day.lead;
            if let Some(lead) = day.lead.as_deref().filter(|_| is_new) {
                out.push_str(lead);
                last.lead = day.lead.clone();
            }
            if nth == 0 || is_new {
                out.push(':');
            }
            if nth == 0 && *line == self.lines.start {
                (0..self.blanks).for_each(|_| out.push_str(" -"));
            }
            out.push(' ');
            push_id(out, *line);
            out.push(':');
            out.push_str(&day.words);
            push_moment(out, *line);
        }
    }
}

/// `e40`, where it has been given out.
pub(super) fn push_id(out: &mut String, id: Option<ElementId>) {
    if let Some(id) = id {
        let _infallible = write!(out, "{id}");
    }
}

/// A control that shows a number from 1 to 31.
struct Day<'s> {
    line: usize,
    number: u32,
    rect: Rect,
    node: NodeRef<'s>,
}

/// The weeks of all calendars, in the order of their lines.
pub(super) fn weeks(outline: &Outline, snapshot: &Snapshot) -> Vec<Week> {
    let days: Vec<Day<'_>> =
        outline.lines.iter().enumerate().filter_map(|(at, line)| day(outline, snapshot, at, line)).collect();
    let mut weeks = Vec::new();
    let mut start = 0;
    for end in 1..=days.len() {
        if end < days.len() && follows(&days[end - 1], &days[end]) {
            continue;
        }
        weeks.extend(calendar(outline, snapshot, &days[start..end]));
        start = end;
    }
    weeks
}

fn day<'s>(outline: &Outline, snapshot: &'s Snapshot, at: usize, line: &Line) -> Option<Day<'s>> {
    if !line.carries_id || line.kind() != LineKind::Element || line.end as usize != at + 1 {
        return None;
    }
    // Most lines of a page say no number in few letters.
    let content = outline.content(line);
    if !content.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let node = snapshot.node(line.node);
    let number = inner_text(snapshot, node, DAY_TEXT).parse::<u32>().ok()?;
    let rect = node.rect().filter(|rect| rect.area() > 0.0)?;
    let named = words(content).get(1).is_some_and(|name| name.starts_with('"'));
    let is_day = (1..=31).contains(&number) && named && !is_field(node);
    is_day.then_some(Day { line: at, number, rect, node })
}

/// Whether a day comes right after another: it stands beside it, or in a row below.
fn follows(one: &Day<'_>, other: &Day<'_>) -> bool {
    let next = other.number == one.number + 1 || (other.number == 1 && one.number >= 28);
    // The month of another calendar stands below its title and weekdays.
    let below = other.rect.y > one.rect.y && other.rect.y < one.rect.bottom() + one.rect.h;
    next && (in_one_row(one, other) || below)
}

fn in_one_row(one: &Day<'_>, other: &Day<'_>) -> bool {
    let ((_, one_y), (_, other_y)) = (one.rect.center(), other.rect.center());
    (one_y - other_y).abs() < one.rect.h / 2.0
}

/// The weeks of a run of days, where they are laid out as a calendar is: all rows but the first and the last have seven.
fn calendar(outline: &Outline, snapshot: &Snapshot, days: &[Day<'_>]) -> Vec<Week> {
    let rows: Vec<&[Day<'_>]> = days.chunk_by(in_one_row).collect();
    let inner = rows.get(1..rows.len().saturating_sub(1)).unwrap_or(&[]);
    let fits = days.len() >= LEAST_DAYS
        && !inner.is_empty()
        && inner.iter().all(|row| row.len() == COLUMNS)
        && rows.iter().all(|row| row.len() <= COLUMNS);
    if !fits {
        return Vec::new();
    }
    let words: Vec<DayWords<'_>> = days
        .iter()
        .map(|day| DayWords::new(snapshot, day.node, day.number, outline.content(&outline.lines[day.line])))
        .collect();
    let (shared, said) = names::in_common(&words);
    let mut said = said.into_iter();
    let columns = inner[0];
    rows.iter()
        .filter_map(|row| {
            let said: Vec<Said> = said.by_ref().take(row.len()).collect();
            let lines = row[0].line..row[0].line + row.len();
            let in_one_place = |day: &Day<'_>| place(outline, day) == place(outline, &row[0]);
            let adjacent = row.iter().zip(lines.clone()).all(|(day, line)| day.line == line);
            let blanks = columns.iter().take_while(|day| !same_column(day, &row[0])).count();
            let blanks = if blanks == COLUMNS { 0 } else { blanks };
            let joins = adjacent && row.iter().all(in_one_place);
            joins.then_some(Week { lines, blanks, shared: shared.clone(), days: said })
        })
        .collect()
}

fn place(outline: &Outline, day: &Day<'_>) -> (Option<crate::snapshot::Place>, u32) {
    let line = &outline.lines[day.line];
    ((!in_view(line.place)).then_some(line.place), line.parent)
}

fn same_column(one: &Day<'_>, other: &Day<'_>) -> bool {
    let ((one_x, _), (other_x, _)) = (one.rect.center(), other.rect.center());
    (one_x - other_x).abs() < one.rect.w / 2.0
}

/// Words of classes that say of a few days of a calendar what they are, and the word for each: libraries mark days by colours alone.
/// flatpickr has `selected today inRange`, jQuery UI `ui-datepicker-current-day`, bootstrap-datepicker `active`, Ant Design
/// `ant-picker-cell-today`.
const MARKS: [(&str, &str); 12] = [
    ("selected", "selected"),
    ("active", "selected"),
    ("chosen", "selected"),
    ("picked", "selected"),
    ("current", "selected"),
    ("today", "today"),
    ("now", "today"),
    ("range", "in-range"),
    ("between", "in-range"),
    ("disabled", "disabled"),
    ("unavailable", "disabled"),
    ("blocked", "disabled"),
];

/// The marks that the classes of a day, and of the cell that holds nothing else, say.
fn marks(node: NodeRef<'_>) -> Vec<&'static str> {
    let cell = node.parent().filter(|parent| {
        parent.children().filter(|child| child.kind() == crate::snapshot::NodeKind::Element).count() == 1
    });
    let mut found = Vec::new();
    for class in [Some(node), cell].into_iter().flatten().filter_map(|node| node.attribute("class")) {
        for word in class_words(class) {
            let mark = MARKS.iter().find(|(known, _)| *known == word).map(|(_, mark)| *mark);
            found.extend(mark.filter(|mark| !found.contains(mark)));
        }
    }
    found
}

/// `startRange is-today` has the words `start`, `range`, `is` and `today`.
fn class_words(class: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in class.chars() {
        if !letter.is_ascii_alphabetic() || letter.is_ascii_uppercase() {
            words.push(String::new());
        }
        if let Some(last) = words.last_mut().filter(|_| letter.is_ascii_alphabetic()) {
            last.push(letter.to_ascii_lowercase());
        }
    }
    words
}

/// The marks of each day that tell it from the others: those that less than half of them have.
fn telling_marks(days: &[DayWords<'_>]) -> Vec<Vec<&'static str>> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    let marks: Vec<Vec<&'static str>> = days.iter().map(|day| marks(day.node)).collect();
    for mark in marks.iter().flatten() {
        *counts.entry(mark).or_default() += 1;
    }
    let most = days.len();
    let telling = |mark: &&'static str| counts.get(mark).is_some_and(|count| *count * 2 < most);
    marks.into_iter().map(|marks| marks.into_iter().filter(telling).collect()).collect()
}

#[cfg(test)]
mod tests {
    use crate::{
        snapshot::{NodeIndex, Role},
        view::{
            ViewOptions,
            testing::{SnapshotBuilder, render},
        },
    };

    fn body(build: impl FnOnce(&mut SnapshotBuilder)) -> String {
        let mut b = SnapshotBuilder::new();
        build(&mut b);
        let text = render(&b.build(), &ViewOptions::default()).text;
        let lines = text.lines().filter(|line| line.contains("week") || line.contains(" button"));
        lines.map(|line| format!("{line}\n")).collect()
    }

    #[test]
    fn a_month_is_a_line_a_week() {
        let text = body(|b| {
            b.month(3, 30, |day| day.to_string());
        });
        insta::assert_snapshot!(text, @r"
        week: - - - e1:1 e2:2 e3:3 e4:4
        week: e5:5 e6:6 e7:7 e8:8 e9:9 e10:10 e11:11
        week: e12:12 e13:13 e14:14 e15:15 e16:16 e17:17 e18:18
        week: e19:19 e20:20 e21:21 e22:22 e23:23 e24:24 e25:25
        week: e26:26 e27:27 e28:28 e29:29 e30:30
        ");
    }

    #[test]
    fn what_names_have_in_common_is_said_once_and_the_chosen_day_is_marked() {
        let text = body(|b| {
            b.month(0, 20, |day| format!("April {day}, 2026"));
            b.open("button", Role::Button).named("Today, April 21, 2026").cell_at(240.0, 60.0);
            b.attr("class", "day is-today").text("21").close();
            b.open("button", Role::Button).named("April 22, 2026").cell_at(0.0, 90.0);
            b.states(|states| states.selected = Some(true)).text("22").close();
        });
        insta::assert_snapshot!(text, @r#"
        week of "April _, 2026": e1:1 e2:2 e3:3 e4:4 e5:5 e6:6 e7:7
        week: e8:8 e9:9 e10:10 e11:11 e12:12 e13:13 e14:14
        week: e15:15 e16:16 e17:17 e18:18 e19:19 e20:20 e21:21 "Today, April 21, 2026" ~today
        week: e22:22 selected
        "#);
    }

    #[test]
    fn pages_of_a_list_are_no_calendar() {
        let pages = |b: &mut SnapshotBuilder| {
            for page in 1..=30 {
                b.leaf("button", Role::Button, &page.to_string()).cell_at(40.0 * f64::from(page), 0.0);
            }
        };
        assert!(!body(pages).contains("week"));
        let short = |b: &mut SnapshotBuilder| {
            b.month(0, 12, |day| day.to_string());
        };
        assert!(!body(short).contains("week"));
    }

    #[test]
    fn a_budget_cuts_whole_weeks() {
        for budget in 60..400 {
            let mut b = SnapshotBuilder::new();
            b.leaf("button", Role::Button, "Next month");
            b.open("div", Role::Generic).month(2, 31, |day| format!("Choose March {day}, 2026")).close();
            let snapshot = b.build();
            let view = render(&snapshot, &ViewOptions { budget: Some(budget), ..ViewOptions::default() });
            assert!(view.tokens <= budget, "{budget}: {}", view.text);
            assert!(!view.text.contains("button \"Choose"), "{budget}: {}", view.text);
            for (id, node) in &view.shown {
                let day = snapshot.node(NodeIndex(node.0 + 1)).text();
                let told =
                    view.text.contains(&format!("{id}:{day}")) || view.text.contains(&format!("{id} "));
                assert!(told || view.text.contains(&format!("(expand {id})")), "{id} {day}: {}", view.text);
            }
        }
    }
}
