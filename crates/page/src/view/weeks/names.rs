//! What the days of a calendar have in common, and what each adds: names are read as a pattern, `April _, 2026`, in which the day
//! stands open.

use rustc_hash::FxHashMap;

use super::{telling_marks, words};
use crate::{
    limits::NAME_CHARACTERS,
    snapshot::{NodeRef, Snapshot},
    view::escape::push_quoted,
};

/// What is said of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// What it has in common with others: ` of "April _, 2026"`; nothing where its name is another and stands beside the day.
    pub(super) lead: Option<Box<str>>,
    /// The day, with its states: `14 selected`.
    pub(super) words: Box<str>,
}

/// The words of a day's line.
pub(super) struct DayWords<'s> {
    pub(super) node: NodeRef<'s>,
    number: u32,
    /// Its name, or the description of a day whose name is the number alone.
    name: &'s str,
    /// What its line says beside its role and name.
    rest: Vec<String>,
}

impl<'s> DayWords<'s> {
    pub(super) fn new(snapshot: &'s Snapshot, node: NodeRef<'s>, number: u32, content: &str) -> Self {
        let mut rest: Vec<String> = words(content).into_iter().skip(2).map(str::to_owned).collect();
        let mut name = node.name();
        if name.parse() == Ok(number) || name.is_empty() {
            let note = rest.iter().position(|word| word == "note");
            let described =
                snapshot.description(node.index()).map(|description| node.string(description.text));
            if let (Some(at), Some(text)) = (note, described)
                && parts(text).any(|part| part.parse() == Ok(number))
            {
                rest.drain(at..(at + 2).min(rest.len()));
                name = text;
            } else {
                name = "";
            }
        }
        Self { node, number, name, rest }
    }
}

/// A name's runs of digits, of letters, and of what is neither.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    let kind = |c: char| (c.is_ascii_digit(), c.is_alphabetic());
    let mut rest = name;
    std::iter::from_fn(move || {
        let first = kind(rest.chars().next()?);
        let end = rest.find(|c| kind(c) != first).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after;
        Some(part)
    })
}

/// What stands in one place of the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The same in all days of a month.
    Shared,
    Day,
    /// A weekday, the ending of an ordinal number.
    Varies,
}

/// What is said of all days, ` double-click`, and of each.
pub(super) fn in_common(days: &[DayWords<'_>]) -> (Box<str>, Vec<Said>) {
    let pattern = pattern(days);
    let shared: Vec<&String> = days.first().map_or(Vec::new(), |first| {
        let by_all = |word: &&String| days.iter().all(|day| day.rest.contains(word));
        first.rest.iter().filter(|word| !word.contains('"')).filter(by_all).collect()
    });
    let marks = telling_marks(days);
    let said: Vec<Said> = days
        .iter()
        .zip(marks)
        .map(|(day, marks)| {
            let mut lead = String::new();
            let mut words = day.number.to_string();
            let mut own_name = false;
            match lead_of(day, &pattern) {
                Some(name) => {
                    lead = String::from(" of ");
                    push_quoted(&mut lead, &name, NAME_CHARACTERS);
                }
                None if !day.name.is_empty() => {
                    own_name = true;
                    words.push(' ');
                    push_quoted(&mut words, day.name, NAME_CHARACTERS);
                }
                None => {}
            }
            let rest: String = day
                .rest
                .iter()
                .filter(|word| !shared.contains(word))
                .map(|word| format!(" {word}"))
                .collect();
            words.push_str(&rest);
            for mark in marks {
                // What its own states say is no hint.
                let known = match mark {
                    "today" => rest.contains(" current"),
                    mark => rest.contains(mark),
                };
                if !known {
                    words.push_str(" ~");
                    words.push_str(mark);
                }
            }
            Said { lead: (!own_name).then(|| lead.into()), words: words.into() }
        })
        .collect();
    let shared: String = shared.iter().map(|word| format!(" {word}")).collect();
    (shared.into(), said)
}

/// What the names of the longest month have in one place each; nothing where they have no day.
fn pattern(days: &[DayWords<'_>]) -> Vec<Part> {
    let months = days.chunk_by(|one, other| other.number == one.number + 1);
    let month = months.max_by_key(|month| month.len()).unwrap_or(&[]);
    let split: Vec<(u32, Vec<&str>)> =
        month.iter().map(|day| (day.number, parts(day.name).collect())).collect();
    let mut lengths: FxHashMap<usize, usize> = FxHashMap::default();
    for (_, parts) in &split {
        *lengths.entry(parts.len()).or_default() += 1;
    }
    let Some((length, _)) = lengths.into_iter().max_by_key(|(length, count)| (*count, *length)) else {
        return Vec::new();
    };
    let names: Vec<&(u32, Vec<&str>)> = split.iter().filter(|(_, parts)| parts.len() == length).collect();
    let pattern: Vec<Part> = (0..length)
        .map(|at| {
            let is_day = names.iter().all(|(day, parts)| parts[at].parse() == Ok(*day));
            let is_shared = names.iter().all(|(_, parts)| parts[at] == names[0].1[at]);
            match (is_day, is_shared) {
                (true, _) => Part::Day,
                (_, true) => Part::Shared,
                _ => Part::Varies,
            }
        })
        .collect();
    if pattern.contains(&Part::Day) { pattern } else { Vec::new() }
}

/// `April _, 2026`: a day's name by the pattern, if it has it.
fn lead_of(day: &DayWords<'_>, pattern: &[Part]) -> Option<String> {
    let parts: Vec<&str> = parts(day.name).collect();
    if parts.len() != pattern.len() || pattern.is_empty() {
        return None;
    }
    let mut lead = String::new();
    for (part, place) in parts.iter().zip(pattern) {
        match place {
            Part::Shared => lead.push_str(part),
            Part::Day if part.parse() == Ok(day.number) => lead.push('_'),
            Part::Day => return None,
            Part::Varies => lead.push('…'),
        }
    }
    Some(lead)
}

#[cfg(test)]
mod tests {
    use super::{DayWords, lead_of, pattern};
    use crate::snapshot::{NodeIndex, Snapshot};

    /// What the days of 26 to 30 April and 1 and 2 May say in common, by how a library names them.
    fn leads(name: impl Fn(u32, &str, &str) -> String) -> Vec<Option<String>> {
        let snapshot = Snapshot::default();
        let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
        let days = (26..=30).map(|day| (day, "April")).chain([(1, "May"), (2, "May")]);
        let names: Vec<(u32, String)> =
            days.zip(weekdays).map(|((day, month), weekday)| (day, name(day, month, weekday))).collect();
        let node = snapshot.node(NodeIndex(0));
        let days: Vec<DayWords<'_>> = names
            .iter()
            .map(|(number, name)| DayWords { node, number: *number, name, rest: Vec::new() })
            .collect();
        let pattern = pattern(&days);
        days.iter().map(|day| lead_of(day, &pattern)).collect()
    }

    #[test]
    fn names_leave_the_day_open() {
        let first = |name: fn(u32, &str, &str) -> String| leads(name)[0].clone();
        let last = |name: fn(u32, &str, &str) -> String| leads(name)[6].clone();
        let long = |day: u32, month: &str, weekday: &str| format!("{weekday}, {month} {day}, 2026");
        assert_eq!(first(long).as_deref(), Some("…, April _, 2026"));
        assert_eq!(last(long).as_deref(), Some("…, May _, 2026"));
        let choose = |day: u32, month: &str, _: &str| format!("Choose {month} {day}th");
        assert_eq!(first(choose).as_deref(), Some("Choose April _th"));
        let signs =
            |day: u32, month: &str, _: &str| format!("2026年{}月{day}日", if month == "May" { 5 } else { 4 });
        assert_eq!(first(signs).as_deref(), Some("2026年4月_日"));
        assert_eq!(last(signs).as_deref(), Some("2026年5月_日"));
        let bare = |day: u32, _: &str, _: &str| format!("{day:02}");
        assert_eq!(first(bare).as_deref(), Some("_"));
        let without = |_: u32, _: &str, weekday: &str| weekday.to_owned();
        assert_eq!(first(without), None);
    }

    #[test]
    fn a_name_of_another_kind_stays_whole() {
        let named =
            leads(
                |day, month, _| {
                    if day == 27 { format!("Today, {month} {day}, chosen") } else { format!("{month} {day}") }
                },
            );
        assert_eq!(named[0].as_deref(), Some("April _"));
        assert_eq!(named[1], None);
    }
}
