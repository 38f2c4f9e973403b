//! The order in which a field wants a date, as its labels, placeholder or blanks say it (`DD/MM/YYYY`, `TT.MM.JJJJ`). Pure functions.

/// A date (`YYYY-MM-DD`) as a field wants it; `None` where the text is none, or the field does not say its order, or wants it so.
pub(super) fn in_field_order<'h>(text: &str, hints: impl Iterator<Item = &'h str>) -> Option<String> {
    let date = parse(text.trim())?;
    let (parts, signs) = hints.filter_map(order).next()?;
    let mut written = String::new();
    for (at, (part, width)) in parts.iter().enumerate() {
        let number = match part {
            Part::Year if *width < 4 => date[0] % 100,
            part => date[*part as usize],
        };
        written.push_str(&format!("{number:0width$}"));
        written.push_str(signs.get(at).map_or("", String::as_str));
    }
    (written != text.trim()).then_some(written)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Year = 0,
    Month = 1,
    Day = 2,
}

fn parse(text: &str) -> Option<[u32; 3]> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return None };
    let number = |text: &str, width: usize| {
        let plain = text.len() == width && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse::<u32>().ok()).flatten()
    };
    let date = [number(year, 4)?, number(month, 2)?, number(day, 2)?];
    ((1..=12).contains(&date[1]) && (1..=31).contains(&date[2])).then_some(date)
}

type Order = ([(Part, usize); 3], [String; 2]);

/// Three words of one letter each, with one sign between them, stand for the parts of a date.
fn order(hint: &str) -> Option<Order> {
    let hint: Vec<char> = hint.to_lowercase().chars().collect();
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while let Some(c) = hint.get(at) {
        let begin = at;
        while hint.get(at).is_some_and(|other| other.is_alphabetic()) {
            at += 1;
        }
        if c.is_alphabetic() { words.push((begin, at)) } else { at += 1 }
    }
    words.windows(3).find_map(|words| {
        let [first, second, third] = words else { return None };
        let between = |a: &(usize, usize), b: &(usize, usize)| -> Option<String> {
            let sign: String = hint.get(a.1..b.0)?.iter().collect();
            ["/", ".", "-", " ", ". ", " / "].contains(&sign.as_str()).then_some(sign)
        };
        let signs = [between(first, second)?, between(second, third)?];
        let letters = [first, second, third].map(|(from, to)| {
            let word = hint.get(*from..*to).unwrap_or_default();
            let letter = *word.first().unwrap_or(&' ');
            (letter, if word.iter().all(|c| *c == letter) { word.len() } else { 0 })
        });
        parts(letters).map(|parts| (parts, signs))
    })
}

/// The month has its letter, the year four letters or its own; what is left is the day.
fn parts(letters: [(char, usize); 3]) -> Option<[(Part, usize); 3]> {
    let one = |found: &dyn Fn(&(char, usize)) -> bool| {
        let mut places = letters.iter().enumerate().filter(|(_, letter)| found(letter)).map(|(at, _)| at);
        places.next().filter(|_| places.next().is_none())
    };
    let month = one(&|(letter, width)| matches!(letter, 'm' | 'м') && matches!(width, 1 | 2))?;
    let year =
        one(&|(_, width)| *width == 4).or_else(|| one(&|(letter, width)| *letter == 'y' && *width == 2))?;
    let day = (0..3).find(|at| *at != month && *at != year)?;
    let (letter, width) = letters[day];
    if !matches!(letter, 'd' | 'j' | 't' | 'g' | 'д') || !matches!(width, 1 | 2) {
        return None;
    }
    let mut parts = [(Part::Day, width); 3];
    parts[month] = (Part::Month, letters[month].1);
    parts[year] = (Part::Year, letters[year].1);
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_in_the_order_of_a_field() {
        for (hint, expected) in [
            ("DD/MM/YYYY", Some("05/07/1990")),
            ("Date of birth (mm-dd-yyyy)", Some("07-05-1990")),
            ("TT.MM.JJJJ", Some("05.07.1990")),
            ("jj/mm/aaaa", Some("05/07/1990")),
            ("gg/mm/aaaa", Some("05/07/1990")),
            ("дд.мм.гггг", Some("05.07.1990")),
            ("d/m/yy", Some("5/7/90")),
            ("yyyy/mm/dd", Some("1990/07/05")),
            ("YYYY-MM-DD", None),
            ("When did you come?", None),
            ("mm/yyyy", None),
            ("mm dd", None),
            ("", None),
        ] {
            assert_eq!(in_field_order("1990-07-05", [hint].into_iter()).as_deref(), expected, "{hint}");
        }
    }

    #[test]
    fn what_is_no_date_stays() {
        for text in ["05/07/1990", "1990-13-05", "1990-7-5", "Bob"] {
            assert_eq!(in_field_order(text, ["DD/MM/YYYY"].into_iter()), None, "{text}");
        }
    }
}
