//! The blanks of a mask (`dd/mm/yyyy`, `(___) ___-____`), which a field shows where nothing is filled in: pure functions
//! that tell them from a text.

/// Whether the text that a field shows after it was emptied is the blanks of a mask, and no text that stayed. `reads` is the value
/// that the page itself reads: masks may hide their blanks from scripts. Fixture: apps.html.
pub(super) fn are_blanks(before: &str, shows: &str, reads: Option<&str>) -> bool {
    // The code of a country, which the mask keeps, is no part of either.
    if let Some((before, shows)) = after_country(before).zip(after_country(shows))
        && before.0 == shows.0
    {
        return are_blanks(before.1, shows.1, None);
    }
    let solid = |text: &str| text.chars().any(char::is_alphanumeric);
    if reads == Some("") || !solid(shows) && (solid(before) || before == shows) {
        return true;
    }
    // Letters stand for the digits that were there, between the same marks, one letter for each group of them.
    let digits = |text: &str| text.chars().any(|c| c.is_ascii_digit());
    let marks = |text: &str| -> Vec<Option<char>> {
        text.chars().map(|c| (!c.is_alphanumeric()).then_some(c)).collect()
    };
    digits(before) && !digits(shows) && marks(before) == marks(shows) && stand_for_digits(before, shows)
}

/// The code of a country that a phone number begins with, and what comes after it.
fn after_country(number: &str) -> Option<(&str, &str)> {
    let digits = number.strip_prefix('+')?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    (1..=3).contains(&end).then(|| digits.split_at(end))
}

/// Whether only digits became something else, each group of them one letter; both texts have the same marks.
fn stand_for_digits(before: &str, shows: &str) -> bool {
    let mut letter = None;
    before.chars().zip(shows.chars()).all(|(was, is)| {
        if was == is {
            letter = letter.filter(|_| is.is_alphanumeric());
            return true;
        }
        was.is_ascii_digit() && *letter.get_or_insert(is) == is
    })
}

/// Whether a text was written into the blanks that a field showed, and nothing else.
pub(super) fn written_in(blanks: &str, shows: &str, text: &str) -> bool {
    if blanks.chars().count() != shows.chars().count() {
        return false;
    }
    let solid = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let written: Vec<(char, char)> =
        blanks.chars().zip(shows.chars()).filter(|(was, is)| was != is).collect();
    let new: String = written.iter().map(|(_, is)| *is).collect();
    let overwritten = written.iter().any(|(was, _)| was.is_ascii_digit());
    !new.is_empty() && !overwritten && solid(&new) == solid(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_no_text() {
        for (before, shows, reads, expected) in [
            ("04/03/2026", "dd/mm/yyyy", None, true),
            ("(555) 123-4567", "(___) ___-____", None, true),
            ("(___) ___-____", "(___) ___-____", None, true),
            ("1,234.50", "0.00", Some(""), true),
            ("1,234.50", "0.00", Some("0.00"), false),
            ("0.00", "0.00", None, false),
            ("04/03/2026", "04/03/2026", None, false),
            ("locked", "locked", Some("locked"), false),
            ("https://a.b", "https://", None, false),
            ("Room 12", "Room nn", None, true),
            ("Room 12", "Room ab", None, false),
            ("Room 12", "Loft nn", None, false),
            ("12", "Anonymous", None, false),
            ("+1 (212) 555-0123", "+1 (___) ___-____", Some("+1 (___) ___-____"), true),
            ("+7 (912) 345", "+7", Some("+7"), true),
            ("+1 (212) 555-0123", "+1 (212) ___-____", None, false),
            ("+1 (212) 555-0123", "+7 (___) ___-____", None, false),
            ("123", "1__", None, false),
        ] {
            assert_eq!(are_blanks(before, shows, reads), expected, "{before:?} {shows:?} {reads:?}");
        }
    }

    #[test]
    fn what_is_written_into_blanks() {
        for (blanks, shows, text, expected) in [
            ("dd/mm/yyyy", "04/mm/yyyy", "04/", true),
            ("(___) ___-____", "(555) 1__-____", "5551", true),
            ("dd/mm/yyyy", "dd/mm/yyyy", "04", false),
            ("dd/mm/yyyy", "04/mm/yyyy", "05", false),
            ("0.00", "1.00", "1", false),
            ("ab", "abc", "c", false),
        ] {
            assert_eq!(written_in(blanks, shows, text), expected, "{blanks:?} {shows:?} {text:?}");
        }
    }
}
