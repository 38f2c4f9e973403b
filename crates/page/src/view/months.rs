//! Finds calendars among what is new: a run of controls that show the days of a month, one after the other. Somebody is about to
//! choose one of them, so all are told. Fixture: library-parts.html.

use std::ops::Range;

use super::{outline::Outline, text::inner_text};
use crate::snapshot::Snapshot;

/// The shortest month.
const DAYS: u32 = 28;
/// The longest text of a day: weekdays and marks stand beside the number in some.
const DAY: usize = 12;

/// The ranges of lines that hold the days of a month, among those that `is_new` says are new.
pub(super) fn months(
    outline: &Outline,
    snapshot: &Snapshot,
    is_new: impl Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    // Where the run began, and the last day of it.
    let mut run: Option<(usize, u32)> = None;
    let mut end = 0;
    let controls = outline.lines.iter().enumerate().filter(|(at, line)| line.carries_id && is_new(*at));
    for (at, line) in controls {
        let day = inner_text(snapshot, snapshot.node(line.node), DAY).parse::<u32>().ok();
        let goes_on = run.filter(|(_, last)| day == Some(last + 1));
        if goes_on.is_none() {
            found.extend(month(run, end));
        }
        run = match (goes_on, day) {
            (Some((start, _)), Some(day)) => Some((start, day)),
            (_, Some(1)) => Some((at, 1)),
            _ => None,
        };
        end = at + 1;
    }
    found.extend(month(run, end));
    found
}

fn month(run: Option<(usize, u32)>, end: usize) -> Option<Range<usize>> {
    run.filter(|(_, last)| *last >= DAYS).map(|(start, _)| start..end)
}
