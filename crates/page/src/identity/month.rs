//! The month that a day of a calendar is in, and the year that a month is in. "1" of October is not "1" of September, whether the page
//! draws the days anew or writes other numbers into them. Fixture: evidence/identity.html (`calendar`, `months`).

use domtool_cdp::protocol::BackendNodeId;

use super::word_kinds;
use crate::snapshot::{NodeIndex, NodeKind, NodeRef, Snapshot};

/// A month has at least so many days.
const DAYS: usize = 28;
/// A year has so many months.
const MONTHS: usize = 12;
/// So many ancestors of a day are looked at for the month, and so many of that for its caption.
const ABOVE: usize = 8;
/// A calendar has no more nodes than this.
const NODES: u32 = 1_500;
/// A caption is read up to so many bytes.
const CAPTION: usize = 120;
/// A day that is written alone has no more characters (`31日`, `31st`, `31 $120`), and the name of a month no more bytes.
const DAY: usize = 12;
const MONTH: usize = 40;

/// The caption of the month that a day stands in, or of the year that a month does, and the element that holds both.
pub(super) struct Month {
    pub(super) caption: String,
    pub(super) node: BackendNodeId,
}

/// `None` for what is no day of a month and no month of a year, and where no caption says which.
pub(super) fn of_day(snapshot: &Snapshot, own: NodeRef<'_>) -> Option<Month> {
    if day(own.name()).is_some() {
        let month = around(own).find(|above| {
            let days = inside(snapshot, *above).filter(|node| is_day(*node));
            days.take(DAYS).count() == DAYS
        })?;
        let first = inside(snapshot, month).find(|node| is_day(*node))?.index();
        captioned(snapshot, month, first, true)
    } else if is_word(own.name()) {
        let year = year_around(snapshot, own)?;
        captioned(snapshot, year, year.index(), false)
    } else {
        None
    }
}

/// The ancestors that may be a calendar's.
fn around<'s>(own: NodeRef<'s>) -> impl Iterator<Item = NodeRef<'s>> {
    own.ancestors().take(ABOVE).take_while(|above| is_part(*above))
}

/// The element around it whose texts are twelve words, its own among them: the months of a year.
fn year_around<'s>(snapshot: &'s Snapshot, own: NodeRef<'s>) -> Option<NodeRef<'s>> {
    let read = |node: &NodeRef<'_>| {
        node.kind() == NodeKind::Text && node.visible() && word_kinds::says(node.text().trim())
    };
    for above in around(own) {
        let mut months = 0;
        for text in inside(snapshot, above).filter(read) {
            months += 1;
            // What is around it holds this text too.
            if months > MONTHS || !is_word(text.text()) {
                return None;
            }
        }
        if months == MONTHS {
            return Some(above);
        }
    }
    None
}

/// What stands before a part of a page and has a year in it; where `any` is asked for, also a name alone.
fn captioned(snapshot: &Snapshot, part: NodeRef<'_>, first: NodeIndex, any: bool) -> Option<Month> {
    let around = std::iter::once(part).chain(part.ancestors()).take(ABOVE);
    let mut named = None;
    for above in around.take_while(|above| is_part(*above) || above.tag() == "body") {
        let texts = texts_before(snapshot, above, first);
        let node = above.backend();
        if let Some(caption) = with_year(&texts) {
            return Some(Month { caption, node });
        }
        // Numbers alone are the days of another month.
        let names: Vec<String> = texts.into_iter().filter(|text| word_kinds::has_name(text)).collect();
        if any && named.is_none() && above.tag() != "table" && !names.is_empty() {
            named = Some(Month { caption: names.join(" "), node });
        }
    }
    named
}

fn is_part(above: NodeRef<'_>) -> bool {
    above.kind() != NodeKind::Document
        && !matches!(above.tag(), "body" | "html")
        && above.end().0 - above.index().0 <= NODES
}

/// The last text with a year in it, as what is chosen may stand above, and the names of the weekdays come between. A year that stands alone has
/// its month beside it.
fn with_year(texts: &[String]) -> Option<String> {
    let at = texts.iter().rposition(|text| has_year(text))?;
    let alone = texts[at].chars().filter(|c| c.is_alphanumeric()).count() <= 5;
    let around = if alone { at.saturating_sub(1)..(at + 2).min(texts.len()) } else { at..at + 1 };
    Some(texts[around].join(" "))
}

/// Four digits that no other follows: `2026`, `05/2026`, `2026-05`, `2026年5月`.
fn has_year(caption: &str) -> bool {
    caption.split(|c: char| digit(c).is_none()).any(|digits| digits.chars().count() == 4)
}

/// The digits of ASCII, of Arabic and Persian, and of Devanagari.
fn digit(c: char) -> Option<u32> {
    let zeros = ['0', '\u{660}', '\u{6f0}', '\u{966}'];
    zeros.into_iter().find_map(|zero| (c as u32).checked_sub(zero as u32).filter(|digit| *digit <= 9))
}

/// The day that a name begins with: `12`, `12日`, `12th`, `12 $80`; not `12:30`, `12.5` or `12 %`.
fn day(name: &str) -> Option<u32> {
    let name = name.trim();
    let digits: Vec<u32> = name.chars().map_while(digit).take(3).collect();
    let mut rest = name.chars().skip(digits.len());
    let alone = match rest.next() {
        None => true,
        Some(' ') => !matches!(rest.next(), Some('%' | '/' | '-' | '\u{2013}')),
        Some(c) => c.is_alphabetic(),
    };
    let day = digits.iter().fold(0, |day, digit| day * 10 + digit);
    ((1..=2).contains(&digits.len()) && alone && (1..=31).contains(&day)).then_some(day)
}

fn is_day(node: NodeRef<'_>) -> bool {
    node.kind() == NodeKind::Text && node.text().trim().chars().count() <= DAY && day(node.text()).is_some()
}

/// A short text without a digit, or a month as it is written in East Asia (`5月`).
fn is_word(text: &str) -> bool {
    let text = text.trim();
    let numbers = text.chars().filter(|c| digit(*c).is_some()).count();
    (1..=MONTH).contains(&text.len())
        && text.contains(char::is_alphabetic)
        && (numbers == 0 || text.starts_with(|c| digit(c).is_some()) && text.chars().count() == numbers + 1)
}

fn inside<'s>(snapshot: &'s Snapshot, node: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'s>> {
    let end = node.end().0.min(node.index().0 + NODES).min(snapshot.len() as u32);
    (node.index().0 + 1..end).map(|at| snapshot.node(NodeIndex(at)))
}

/// What stands in an element before a day: texts, and what fields hold, as some calendars let a person choose month and year there.
fn texts_before(snapshot: &Snapshot, above: NodeRef<'_>, day: NodeIndex) -> Vec<String> {
    let mut texts = Vec::new();
    let (mut bytes, mut skipped) = (0, NodeIndex(0));
    for node in inside(snapshot, above).take_while(|node| node.index() < day) {
        if bytes > CAPTION {
            break;
        }
        if node.index() < skipped || !node.visible() {
            continue;
        }
        let text = match node.kind() {
            NodeKind::Text => node.text(),
            NodeKind::Element if matches!(node.tag(), "select" | "input") => {
                skipped = node.end();
                node.value().unwrap_or_default()
            }
            _ => continue,
        };
        let mut tidy = String::new();
        word_kinds::tidy(text, &mut tidy);
        if word_kinds::says(&tidy) {
            bytes += tidy.len();
            texts.push(tidy);
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_years_are_read_in_any_script() {
        for (text, is) in [
            ("12", Some(12)),
            (" 1 ", Some(1)),
            ("12日", Some(12)),
            ("12th", Some(12)),
            ("12 $80", Some(12)),
            ("\u{661}\u{662}", Some(12)),
            ("12:30", None),
            ("12.5", None),
            ("12 %", None),
            ("1 - 5", None),
            ("32", None),
            ("123", None),
            ("May 12", None),
        ] {
            assert_eq!(day(text), is, "{text}");
        }
        for (text, is) in [
            ("May 2026", true),
            ("05/2026", true),
            ("2026-05", true),
            ("2026年5月", true),
            ("May", false),
            ("12 of 31", false),
            ("10000 rows", false),
        ] {
            assert_eq!(has_year(text), is, "{text}");
        }
        assert!(is_word("Jan") && is_word("5月") && !is_word("1:00") && !is_word("2026") && !is_word(""));
    }
}
