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
    let typeset = matches!(kind, "editable" | "textarea") && typeset(holds) == typeset(wanted);
    let written = || match clock(holds).zip(clock(wanted)) {
        Some((held, asked)) => held == asked,
        None => typeset || written_alike(kind, holds, wanted) || covered(holds, wanted),
    };
    (text && lines && written()).then_some(Likeness::Formatted)
}

/// Whether a page wrote the same in its own way: with other signs between, and with large or small letters, as fields of codes and
/// names do. In a password these are others.
fn written_alike(kind: &str, holds: &str, wanted: &str) -> bool {
    let alike = |holds: &str, wanted: &str| formatted(holds, wanted) || has_affix(holds, wanted);
    if alike(holds, wanted) {
        return true;
    }
    let (holds, wanted) = (holds.to_lowercase(), wanted.to_lowercase());
    kind != "password" && (holds == wanted || alike(&holds, &wanted))
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

/// Whether it shows one sign in place of each letter, as fields do that hide what is written in them. Which letters the page has is not to
/// be seen.
pub(super) fn covered(holds: &str, wanted: &str) -> bool {
    let is_cover = |c: char| matches!(c, '•' | '●' | '∙' | '·' | '⬤' | '*' | '∗' | '＊');
    let first = holds.chars().next().filter(|first| is_cover(*first));
    let same = first.is_some_and(|first| holds.chars().all(|c| c == first));
    same && holds != wanted && holds.chars().count() == wanted.chars().count()
}

/// A text without what has no width: editors put such characters into lines that are empty.
fn drawn(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\u{200b}' | '\u{feff}' | '\u{2060}')).collect()
}

/// A text with plain quotes, dashes and dots, which editors write as a typesetter does.
fn typeset(text: &str) -> String {
    let mut plain = String::new();
    for c in drawn(text).chars() {
        match c {
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' => plain.push('"'),
            '\u{2018}' | '\u{2019}' | '\u{201a}' => plain.push('\''),
            '\u{2026}' => plain.push_str("..."),
            '-' | '\u{2013}' | '\u{2014}' if plain.ends_with('-') => {}
            '\u{2013}' | '\u{2014}' => plain.push('-'),
            c if c.is_whitespace() => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
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

/// A time of the day in seconds: `14:30`, `02:30 PM`, `2 pm`. Without its half of the day it counts from midnight.
fn clock(text: &str) -> Option<u32> {
    let text = text.trim().to_ascii_lowercase().replace("a.m.", "am").replace("p.m.", "pm");
    let halves = [("am", Some(0)), ("pm", Some(12))];
    let half = halves.iter().find_map(|(word, from)| {
        let rest = text.strip_suffix(word).or_else(|| text.strip_prefix(word))?;
        Some((rest.trim().to_owned(), *from))
    });
    let (digits, from) = half.unwrap_or((text, None));
    let mut parts = digits.split(':').map(|part| {
        let whole = matches!(part.len(), 1 | 2) && part.bytes().all(|b| b.is_ascii_digit());
        part.parse::<u32>().ok().filter(|_| whole)
    });
    let hour = parts.next()??;
    let minute = match parts.next() {
        Some(minute) => minute?,
        None if from.is_some() => 0,
        None => return None,
    };
    let second = parts.next().unwrap_or(Some(0))?;
    let hour = match from {
        Some(from) if (1..=12).contains(&hour) => hour % 12 + from,
        None if hour < 24 => hour,
        _ => return None,
    };
    (parts.next().is_none() && minute < 60 && second < 60).then_some((hour * 60 + minute) * 60 + second)
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
    if let Some(same) = same_numbers(holds, wanted) {
        return same;
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

/// Whether the numbers that slashes, colons or dashes part are the same: `1/29` is not `12/9`. `None` where nothing is parted so; long
/// numbers (telephones, cards) are parted as the page likes.
fn same_numbers(holds: &str, wanted: &str) -> Option<bool> {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    let inner = wanted.trim_matches(|c: char| !c.is_ascii_digit());
    let parted = inner.contains(['/', ':']) || inner.contains('-') && digits(wanted) <= 8;
    if !parted || wanted.contains(char::is_alphabetic) {
        return None;
    }
    let numbers = |text: &'_ str| -> Vec<String> {
        let groups = text.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty());
        groups.map(str::to_owned).collect()
    };
    let (held, asked) = (numbers(holds), numbers(wanted));
    if holds.contains(char::is_alphabetic) || sign(holds) != sign(wanted) {
        return Some(false);
    }
    // A field may keep the digits alone; those of `1/29` would then be those of `12/9`.
    if let [one] = held.as_slice() {
        return Some(asked.iter().all(|group| group.len() >= 2) && *one == asked.concat());
    }
    let value = |group: &String| group.trim_start_matches('0').to_owned();
    let alike = |a: &[String], b: &[String]| a.iter().map(value).eq(b.iter().map(value));
    if let ([a, b], [c, d]) = (held.as_slice(), asked.as_slice()) {
        let year = |text: &String| text.len() == 4;
        // A month: `2026-12` is `12/2026`, and `12/26`.
        let short = |long: &String, short: &String| year(long) && short.len() == 2 && long.ends_with(short);
        let turned = year(c) != year(d) && value(a) == value(d) && value(b) == value(c);
        return Some(
            alike(&held, &asked)
                || turned
                || value(a) == value(c) && short(d, b)
                || value(a) == value(d) && short(c, b),
        );
    }
    Some(alike(&held, &asked))
}

/// Whether the page only added a unit, a currency or a country's code to a number: `12 kg`, `USD 12`, `+1 212 555 0123`.
fn has_affix(holds: &str, wanted: &str) -> bool {
    let (holds, wanted) = (holds.trim(), wanted.trim());
    let digits = wanted.chars().filter(char::is_ascii_digit).count();
    if digits == 0 || wanted.contains(char::is_alphabetic) {
        return false;
    }
    if let Some(rest) = holds.strip_prefix('+').filter(|_| !wanted.starts_with('+') && digits >= 5) {
        // Within a country a telephone number begins with a zero.
        let national = [wanted, wanted.trim_start_matches('0')];
        return (1..=3).any(|code| {
            let Some((code, number)) = rest.split_at_checked(code) else { return false };
            let number = number.trim_start_matches([' ', '-', '\u{a0}']);
            code.bytes().all(|b| b.is_ascii_digit())
                && national.iter().any(|wanted| number == *wanted || formatted(number, wanted))
        });
    }
    let digit = |c: char| c.is_ascii_digit();
    let Some((first, last)) = holds.find(digit).zip(holds.rfind(digit)) else { return false };
    let first = if holds[..first].ends_with(['-', '\u{2212}']) {
        holds[..first].len() - holds[..first].chars().next_back().map_or(0, char::len_utf8)
    } else {
        first
    };
    let (before, number, after) = (&holds[..first], &holds[first..=last], &holds[last + 1..]);
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
    // A word that stands right before a number may be what the field held.
    let apart = letters(before) == 0 || !before.ends_with(char::is_alphabetic);
    letters(before) + letters(after) > 0
        && letters(before) <= 4
        && letters(after) <= 4
        && apart
        && (number == wanted || formatted(number, wanted))
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
    // A page may write its language's decimal mark; before three digits either mark may part thousands.
    if let ([(_, after)], Some((_, last))) = (asked.as_slice(), held.last())
        && after == last
        && *after != 3
    {
        return true;
    }
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
    fn times_of_12_and_24_hours() {
        let written = Some(Likeness::Formatted);
        check("text", "02:30 PM", "14:30", written);
        check("text", "14:30", "02:30 PM", written);
        check("text", "2:30 p.m.", "14:30", written);
        check("text", "PM 2:30", "14:30", written);
        check("text", "12:05 AM", "00:05", written);
        check("text", "12:05 PM", "12:05", written);
        check("text", "02:00 PM", "2pm", written);
        check("text", "14:30:00", "14:30", written);
        // The wrong half of the day.
        check("text", "02:30 AM", "14:30", None);
        check("text", "02:30", "14:30", None);
        check("text", "02:30 PM", "2:30", None);
        check("text", "02:30", "02:30 PM", None);
        check("text", "12:15 PM", "12:15 AM", None);
        // A time with a point is written with its digits, as anything is that only has other signs between them.
        check("text", "14.30", "14:30", written);
    }

    #[test]
    fn a_sign_for_each_letter() {
        check("text", "••••", "1234", Some(Likeness::Formatted));
        check("text", "•••", "1234", None);
        check("text", "••*•", "1234", None);
        check("text", "1234", "••••", None);
        check("number", "****", "1234", None);
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
        check(
            "editable",
            "\u{201c}so\u{201d} \u{2014} he\u{2019}s",
            "\"so\" -- he's",
            Some(Likeness::Formatted),
        );
        check("text", "\u{201c}so\u{201d}", "\"so\"", None);
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
            ("+1 (555) 123-4567", "5551234567"),
            ("+1 2125550123", "2125550123"),
            ("+12125550123", "2125550123"),
            ("+44 7911 123456", "07911123456"),
            ("12 kg", "12"),
            ("12px", "12"),
            ("USD 1,234.50", "1234.5"),
            ("R$ 12", "12"),
            ("-12 kg", "-12"),
            ("01/29", "1/29"),
            ("09:30", "9:30"),
            ("1229", "12/29"),
            ("12/26", "12/2026"),
            ("12/2026", "2026-12"),
            ("5551234", "555-1234"),
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
            ("1 234,5", "1234.5"),
            ("1.234,56", "1234.56"),
            ("ABC", "abc"),
            ("AB-12", "ab12"),
            ("John Smith", "john smith"),
        ] {
            check("text", holds, wanted, Some(Likeness::Formatted));
        }
    }

    #[test]
    fn what_a_page_changes_is_another_value() {
        for (holds, wanted) in [
            ("12.34", "1234"),
            ("123,456", "1234.56"),
            ("1,234", "1.234"),
            ("5", "-5"),
            ("-5", "5"),
            ("9/12", "9/21"),
            ("12/9", "1/29"),
            ("129", "1/29"),
            ("19/90/0705", "1990-07-05"),
            ("1:23", "12:3"),
            ("12/20", "12/2026"),
            ("abc12", "12"),
            ("item12 kg", "12"),
            ("12 kg", "-12"),
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
        check("password", "ABC", "abc", None);
        check("number", "12.34", "1234", None);
        check("url", "http://a/", "http://a", None);
    }
}
