//! Words that an icon font draws as one picture, as Material Icons and Framework7's do (`<i>chevron_right</i>`): nobody reads them.
//!
//! What gives one away is its box: it is about as wide as the font is high, where its letters would take more. Fixture: ligatures.html.

/// A shorter word would be as narrow as an icon anyway, a longer one is no icon's.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=40;
/// The box of an icon is so wide, in heights of the font: Framework7's chevrons are narrow.
const WIDTH: std::ops::RangeInclusive<f64> = 0.3..=1.35;
/// Letters are never set closer than this part of what they take: condensed fonts need about two thirds.
const NARROWEST: f64 = 0.6;
/// A box that is as wide as it is high, but for this part.
const SQUARE: f64 = 0.05;
/// A box lower than this, in heights of the font, is drawn smaller than it is set.
const LEAST_HEIGHT: f64 = 0.9;
/// A word in a box higher than this, in heights of the font, goes over two lines.
const LINE: f64 = 1.8;

/// Whether a text is written as the names of icons are: one word in small letters, with underscores.
fn is_icon_word(text: &str) -> bool {
    LENGTH.contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// About how wide a word is in a common font, in heights of the font.
fn width_of_letters(text: &str) -> f64 {
    let width = |c: char| match c {
        'f' | 'i' | 'j' | 'l' | 'r' | 't' | '1' => 0.25,
        'm' | 'w' => 0.75,
        _ => 0.5,
    };
    text.chars().map(width).sum()
}

/// Whether a text may be drawn as an icon, by its box alone: the font's size has to tell.
pub(crate) fn may_be_ligature(text: &str, w: f64, h: f64) -> bool {
    let text = text.trim();
    if !is_icon_word(text) || h <= 0.0 {
        return false;
    }
    let narrow = w < NARROWEST * width_of_letters(text) * h && w > h / 4.0;
    narrow || (w - h).abs() <= SQUARE * h
}

/// Whether a text in a box is drawn as an icon. `icons`: it is said to be set in an icon font.
pub(crate) fn is_ligature(text: &str, (w, h): (f64, f64), font_size: f64, icons: bool) -> bool {
    let text = text.trim();
    if font_size <= 0.0 || !is_icon_word(text) || !WIDTH.contains(&(w / font_size)) {
        return false;
    }
    let narrow = w < NARROWEST * width_of_letters(text) * font_size;
    // A page that is shown smaller has smaller boxes than its fonts say.
    let as_set = h >= LEAST_HEIGHT * font_size && h < LINE * font_size;
    as_set && (narrow || icons && (w - font_size).abs() <= SQUARE * font_size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_the_box_of_one_letter_is_an_icon() {
        for (text, w, h, font_size, icons, ligature) in [
            ("chevron_right", 24.0, 24.0, 24.0, false, true),
            ("search", 20.0, 20.0, 20.0, false, true),
            ("chevron_right_ios", 8.75, 14.0, 13.33, false, true),
            ("edit", 24.0, 24.0, 24.0, true, true),
            // As wide as its letters need, if only just.
            ("edit", 24.0, 28.0, 24.0, false, false),
            ("fill", 15.0, 18.0, 16.0, false, false),
            ("ill", 10.5, 18.0, 16.0, false, false),
            ("created_at", 70.0, 18.0, 16.0, false, false),
            // In a condensed font.
            ("menu", 23.0, 19.0, 16.0, false, false),
            // Broken over lines in a narrow column.
            ("created_at", 20.0, 72.0, 16.0, false, false),
            ("configuration", 18.0, 36.0, 16.0, false, false),
            ("Search", 20.0, 20.0, 20.0, false, false),
            ("a word", 20.0, 20.0, 20.0, true, false),
            // Half as large as it is set.
            ("users", 18.0, 9.0, 16.0, false, false),
        ] {
            assert_eq!(is_ligature(text, (w, h), font_size, icons), ligature, "{text} {w} {h}");
        }
    }

    #[test]
    fn what_may_be_an_icon_is_asked_for_its_size() {
        assert!(may_be_ligature("chevron_right", 24.0, 24.0) && may_be_ligature("edit", 24.0, 24.0));
        assert!(may_be_ligature("chevron_right_ios", 8.75, 14.0));
        assert!(!may_be_ligature("created_at", 70.0, 18.0) && !may_be_ligature("word", 34.0, 18.0));
    }
}
