//! Whether what a field holds is what was asked for: the same, or the same value as the page writes it.

/// How what a field holds is like what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    /// The same.
    Same,
    /// The same letters and digits in the same order; only separators, or a unit's sign, stand between them.
    Formatted,
}

/// Compares what a field of a kind holds with what was asked for.
pub(super) fn likeness(kind: &str, holds: &str, wanted: &str) -> Option<Likeness> {
    if same(kind, holds, wanted) {
        return Some(Likeness::Same);
    }
    let text = matches!(kind, "text" | "tel" | "search" | "password" | "editable" | "textarea");
    // A page that makes one line of two changes what was written.
    let lines = kind != "textarea" || holds.lines().count() == wanted.lines().count();
    (text && lines && formatted(holds, wanted)).then_some(Likeness::Formatted)
}

fn same(kind: &str, holds: &str, wanted: &str) -> bool {
    if holds == wanted {
        return true;
    }
    let lines = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n").trim_end_matches('\n').to_owned();
    match kind {
        "textarea" => lines(holds) == lines(wanted),
        // Rich editors make paragraphs of lines; what counts is what can be read.
        "editable" => {
            let (holds, wanted) = (drawn(holds), drawn(wanted));
            holds.split_whitespace().eq(wanted.split_whitespace())
        }
        "number" | "range" => {
            holds.parse::<f64>().ok().zip(wanted.parse::<f64>().ok()).is_some_and(|(a, b)| a == b)
        }
        "color" => holds.eq_ignore_ascii_case(wanted),
        "time" | "datetime-local" => seconds(holds) == seconds(wanted),
        // Both strip white space from their ends (HTML, value sanitization).
        "email" | "url" => holds == wanted.trim(),
        _ => false,
    }
}

/// A text without what has no width: editors put such characters into lines that are empty.
fn drawn(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\u{200b}' | '\u{feff}' | '\u{2060}')).collect()
}

/// A time without the seconds that are none.
fn seconds(text: &str) -> String {
    let text = text.replace(' ', "T");
    let text = match text.split_once('.') {
        Some((whole, part)) if part.chars().all(|c| c == '0') => whole.to_owned(),
        _ => text,
    };
    match text.strip_suffix(":00") {
        Some(short) if short.matches(':').count() == 1 => short.to_owned(),
        _ => text,
    }
}

/// Whether only separators were added, or put in the place of others.
///
/// No letter or digit may come, go or change its place. What stands before the first one (a sign) and a decimal point
/// change the value: a sign must stay, and what may be one must have been asked for.
fn formatted(holds: &str, wanted: &str) -> bool {
    if padded(holds, wanted) {
        return true;
    }
    // `1/12/2026` and `11/2/2026` have the same digits.
    if let Some((held, asked)) = date_parts(holds).zip(date_parts(wanted)) {
        return same_date(held, asked);
    }
    let solid = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    if solid(wanted).is_empty() || solid(holds) != solid(wanted) {
        return false;
    }
    let parted = wanted.chars().any(char::is_alphabetic);
    (!parted || gaps(wanted).iter().all(|gap| gaps(holds).contains(gap)))
        && kept(holds, wanted)
        && sign(holds) == sign(wanted)
        && points_fit(holds, wanted)
}

/// The three numbers of a text that is written like a date, as they stand in it.
fn date_parts(text: &str) -> Option<[u32; 3]> {
    let text = text.trim();
    let parting = |c: char| matches!(c, '/' | '.' | '-' | '\u{2013}' | ' ');
    if !text.chars().all(|c| c.is_ascii_digit() || parting(c)) {
        return None;
    }
    let mut parts = text.split(parting).filter(|part| !part.is_empty());
    let mut part = || parts.next().filter(|part| matches!(part.len(), 1 | 2 | 4))?.parse::<u32>().ok();
    let date = [part()?, part()?, part()?];
    let years = date.iter().filter(|part| **part > 31).count();
    (parts.next().is_none() && years <= 1).then_some(date)
}

/// Whether two dates are the same: in the same order, or with the year at the other end where day and month cannot be taken for
/// each other.
fn same_date(held: [u32; 3], asked: [u32; 3]) -> bool {
    // A field may show two digits of a year.
    let year = |a: u32, b: u32| a == b || a.min(b) < 100 && a.max(b) >= 1_000 && a % 100 == b % 100;
    let part = |a: u32, b: u32| a == b || a.max(b) > 31 && year(a, b);
    if held.iter().zip(asked).all(|(a, b)| part(*a, b)) {
        return true;
    }
    let around = |first: [u32; 3], last: [u32; 3]| {
        let ([y, month, day], [a, b, z]) = (first, last);
        let swapped = a == month && b == day || a == day && b == month;
        y >= 1_000 && year(y, z) && swapped && (day > 12 || day == month)
    };
    around(held, asked) || around(asked, held)
}

/// Whether a field holds the same number with zeros after its decimal point.
fn padded(holds: &str, wanted: &str) -> bool {
    let (whole, part) = wanted.split_once('.').unwrap_or((wanted, ""));
    let whole = whole.strip_prefix('-').unwrap_or(whole);
    let numeric = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    if whole.is_empty() || !numeric(whole) || !numeric(part) || holds.chars().any(char::is_alphabetic) {
        return false;
    }
    let marks = points(holds);
    let Some((point, after)) = marks.last().copied() else { return false };
    // Three digits after the only mark may as well be a group of thousands.
    let alone = marks.iter().filter(|(mark, _)| *mark == point).count() == 1;
    let grouped =
        marks.iter().rev().skip(1).all(|(mark, after_it)| *mark != point && (after_it - after) % 3 == 0);
    if !alone || !grouped || after == 3 || after <= part.len() {
        return false;
    }
    let digits: String = holds.chars().filter(char::is_ascii_digit).collect();
    digits == format!("{whole}{part:0<after$}") && sign(holds) == sign(wanted)
}

/// Between which letters or digits of a text something stands, counted from the first. Words stay words.
fn gaps(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut count, mut parted) = (0, false);
    for c in text.chars() {
        if c.is_alphanumeric() {
            if parted && count > 0 {
                found.push(count);
            }
            count += 1;
        }
        parted = !c.is_alphanumeric();
    }
    found
}

/// Characters that only part what stands beside them.
const PARTING: &[char] = &[' ', '\u{a0}', '\u{202f}', '-', '(', ')', '/', '.', ',', '\''];

/// Whether all that was asked for and is no mere separator is still there, in order.
fn kept(holds: &str, wanted: &str) -> bool {
    let mut held = holds.chars();
    wanted.chars().filter(|c| !PARTING.contains(c)).all(|c| held.any(|h| h == c))
}

fn sign(text: &str) -> bool {
    let first = text.find(char::is_alphanumeric).unwrap_or(0);
    text.get(..first).is_some_and(|before| before.contains(['-', '−']))
}

/// Whether what may be a decimal point stands where it was asked for, and nowhere else.
fn points_fit(holds: &str, wanted: &str) -> bool {
    let (held, asked) = (points(holds), points(wanted));
    if !asked.iter().all(|point| held.contains(point)) {
        return false;
    }
    // One that was added parts groups of three digits, or is one of several alike.
    match held.last() {
        Some((mark, after)) if !asked.contains(&(*mark, *after)) => {
            *after == 3 || held.iter().filter(|(other, _)| other == mark).count() > 1
        }
        _ => true,
    }
}

/// The dots and commas between digits, each with the number of digits after it.
fn points(text: &str) -> Vec<(char, usize)> {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let marks = text.char_indices().filter(|(_, c)| matches!(c, '.' | ','));
    marks
        .filter_map(|(at, mark)| {
            let (before, after) = (text.get(..at)?, text.get(at + 1..)?);
            let between = digit(before.chars().next_back()) && digit(after.chars().next());
            between.then(|| (mark, after.chars().filter(char::is_ascii_digit).count()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: &str, holds: &str, wanted: &str, expected: Option<Likeness>) {
        assert_eq!(likeness(kind, holds, wanted), expected, "{kind}: holds {holds:?}, wanted {wanted:?}");
    }

    #[test]
    fn the_same_by_kind() {
        let same = Some(Likeness::Same);
        check("text", "a b", "a b", same);
        check("textarea", "a\nb", "a\r\nb\n", same);
        check("textarea", "a\nb", "a b", None);
        check("editable", "a\n\nb", "a\nb", same);
        check("editable", "\u{200b}", "", same);
        check("number", "1.50", "1.5", same);
        check("number", "15", "1.5", None);
        check("time", "09:30:00", "09:30", same);
        check("time", "09:30", "09:30:00.000", same);
        check("time", "09:30:01", "09:30", None);
        check("datetime-local", "2026-03-04T09:30", "2026-03-04 09:30", same);
        check("color", "#FF8800", "#ff8800", same);
        check("email", "a@b.c", " a@b.c ", same);
        check("text", "a", " a ", Some(Likeness::Formatted));
    }

    #[test]
    fn dates_are_compared_as_dates() {
        let same = Some(Likeness::Formatted);
        check("text", "12/01/2026", "12/1/2026", same);
        check("text", "31.12.2026", "31-12-2026", same);
        check("text", "31.12.26", "31.12.2026", same);
        check("text", "12/31/2026", "2026-12-31", same);
        check("text", "31.12.2026", "2026-12-31", same);
        check("text", "2026-12-31", "31.12.2026", same);
        check("text", "11/2/2026", "1/12/2026", None);
        check("text", "02/01/2026", "01/02/2026", None);
        check("text", "03/04/2026", "2026-03-04", None);
        check("text", "31.12.27", "31.12.2026", None);
    }

    #[test]
    fn what_a_page_formats_is_the_same_value() {
        for (holds, wanted) in [
            ("(555) 123-4567", "5551234567"),
            ("(555) 123-4567", "555-123-4567"),
            ("(555) 123-____", "555123"),
            ("4111 1111 1111 1111", "4111111111111111"),
            ("1,234", "1234"),
            ("1,234,567", "1234567"),
            ("1,234.56", "1234.56"),
            ("$1,234.56", "1234.56"),
            ("1 234,56 €", "1234,56"),
            ("-1,234", "-1234"),
            ("12/31/2026", "12312026"),
            ("31.12.2026", "31122026"),
            ("123.456.789-01", "12345678901"),
            ("50%", "50"),
            ("AB-12", "AB12"),
            ("AB-12", "AB 12"),
            ("5551234", "555 1234"),
            ("1234.00", "1234"),
            ("1,234.50", "1234.5"),
            ("$ 1.234,50", "1234.5"),
            ("-0.50", "-0.5"),
        ] {
            check("text", holds, wanted, Some(Likeness::Formatted));
        }
    }

    #[test]
    fn what_a_page_changes_is_another_value() {
        for (holds, wanted) in [
            ("12.34", "1234"),
            ("123,456", "1234.56"),
            ("5", "-5"),
            ("-5", "5"),
            ("+1 (555) 123-4567", "5551234567"),
            ("ABC", "abc"),
            ("abcde", "abcdefgh"),
            ("1234", "12ab34"),
            ("abc", "a@bc"),
            ("", "--"),
            ("1.000", "1"),
            ("12.50", "125"),
            ("1,5.00", "15"),
            ("1.50", "-1.5"),
            ("JohnSmith", "John Smith"),
            ("", "x"),
        ] {
            check("text", holds, wanted, None);
        }
        check("number", "12.34", "1234", None);
        check("url", "http://a/", "http://a", None);
    }
}
