//! Sorts the words of a text by what they can prove: names tell one row from another; numbers, times and words for states
//! change while the row stays the same. Fixtures: identity.html (`auctions`, `timers`, `likes`, `states`),
//! identity-living.html (`status`, `counter`).

/// Words of times, so that "1 minute ago" is a value, as "59 seconds ago" is.
const TIME: &[&str] = &[
    "a", "ago", "am", "an", "d", "day", "days", "few", "h", "hour", "hours", "hr", "hrs", "in", "just",
    "left", "m", "min", "mins", "minute", "minutes", "ms", "now", "pm", "s", "sec", "second", "seconds",
    "secs", "today", "week", "weeks",
];

/// Words for a state or a count: they say how something is at the moment, not what it is ("Saving...", "3 results").
const STATE: &[&str] = &[
    "active",
    "character",
    "characters",
    "checked",
    "choose",
    "disabled",
    "enabled",
    "for",
    "found",
    "inactive",
    "loading",
    "match",
    "matches",
    "no",
    "none",
    "of",
    "off",
    "on",
    "pending",
    "remaining",
    "result",
    "results",
    "saved",
    "saving",
    "select",
    "selected",
    "synced",
    "syncing",
    "unchecked",
    "unsaved",
    "updated",
    "updating",
    "word",
    "words",
];

/// Words that tell by themselves how far something is. In a list they may be all that tells its rows apart, so they count as names.
const PROGRESS: &[&str] = &[
    "aborted",
    "canceled",
    "cancelled",
    "complete",
    "completed",
    "connected",
    "connecting",
    "disconnected",
    "done",
    "failed",
    "finished",
    "idle",
    "offline",
    "online",
    "paused",
    "pausing",
    "processing",
    "queued",
    "restarting",
    "running",
    "starting",
    "stopped",
    "stopping",
    "succeeded",
    "uploaded",
    "uploading",
    "waiting",
];

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Letters, or letters with digits behind them (`A12`): part of a name.
    Name,
    /// Begins with a digit: `12`, `$5.90`, `00:31`, `4h`, `(3)`.
    Number,
    /// A word that goes with times.
    Time,
    /// A word for a state.
    State,
    /// Neither letters nor digits.
    Punctuation,
}

fn kind(word: &str) -> Kind {
    let mut letters = 0;
    let mut first_digit = None;
    for c in word.chars() {
        if c.is_numeric() {
            first_digit = first_digit.or(Some(true));
        } else if is_letter(c) {
            letters += 1;
            first_digit = first_digit.or(Some(false));
        }
    }
    match first_digit {
        None => Kind::Punctuation,
        Some(true) if letters <= 2 => Kind::Number,
        Some(_) => {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            let is_in = |list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(bare));
            if is_in(TIME) {
                Kind::Time
            } else if is_in(STATE) {
                Kind::State
            } else {
                Kind::Name
            }
        }
    }
}

/// Whether a character is part of a word: a letter, or an emoji that stands for a word; not the glyph of an icon font.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() || c >= '\u{1f000}' && !('\u{f0000}'..='\u{10ffff}').contains(&c)
}

/// White space collapsed, without the characters that cannot be seen.
pub(super) fn tidy(text: &str, out: &mut String) {
    for word in text.split_whitespace() {
        if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
        out.extend(
            word.chars()
                .filter(|c| !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')),
        );
    }
}

/// Whether two texts are the same to a reader.
pub(super) fn same(a: &str, b: &str) -> bool {
    a == b || lower(a).eq(lower(b))
}

/// A text's characters without regard to case.
pub(super) fn lower(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(char::to_lowercase)
}

/// Whether a text has a name in it, not numbers and times alone.
pub(super) fn has_name(text: &str) -> bool {
    text.split(' ').any(|word| kind(word) == Kind::Name)
}

/// Whether a text has a letter or digit.
pub(super) fn says(text: &str) -> bool {
    text.split(' ').any(|word| kind(word) != Kind::Punctuation)
}

/// Whether it tells a state and nothing else: "On", "Saving...", "Saved 12:31".
pub(super) fn is_state(text: &str) -> bool {
    !has_name(text) && text.split(' ').any(|word| kind(word) == Kind::State)
}

/// Whether a text is one word for how far something is: "Running", "Failed".
pub(super) fn is_progress(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    PROGRESS.iter().any(|known| known.eq_ignore_ascii_case(bare))
}

/// The names in a text, in order: what is left when counters and clocks are taken away.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter(|word| kind(word) == Kind::Name)
}

/// Whether two texts differ in numbers and times alone.
pub(super) fn same_names(a: &str, b: &str) -> bool {
    // Most are equal, and a name may be megabytes long.
    if a == b {
        return true;
    }
    let (mut a, mut b) = (names(a), names(b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(x), Some(y)) if same(x, y) => {}
            _ => return false,
        }
    }
}

/// Whether a name in the one begins as one in the other does ("Uploading file", "File uploaded"). The short ones ("is", "the") tell nothing.
pub(super) fn shares_a_word(a: &str, b: &str) -> bool {
    let begin = |name: &str| lower(name).filter(|c| c.is_alphanumeric()).take(4).collect::<String>();
    fn long<'t>(text: &'t str, begin: impl Fn(&str) -> String + 't) -> impl Iterator<Item = String> + 't {
        names(text).map(begin).filter(|begin| begin.chars().count() == 4)
    }
    long(a, begin).any(|x| long(b, begin).any(|y| x == y))
}

/// Whether two texts are the same but for what has the form of a clock (`12:31`, `00:00:59`).
pub(super) fn same_but_clocks(a: &str, b: &str) -> bool {
    same_words(a, b, |word| !is_clock(word) && kind(word) != Kind::Time)
}

/// Whether they are the same but for clocks and the words of a state.
pub(super) fn same_but_states(a: &str, b: &str) -> bool {
    same_words(a, b, |word| {
        !is_clock(word) && !matches!(kind(word), Kind::Time | Kind::State | Kind::Punctuation)
    })
}

fn same_words(a: &str, b: &str, counts: impl Fn(&str) -> bool) -> bool {
    let (mut a, mut b) = (a.split(' ').filter(|word| counts(word)), b.split(' ').filter(|word| counts(word)));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(x), Some(y)) if same(x, y) => {}
            _ => return false,
        }
    }
}

/// Digits on both sides of a colon, or digits with the letter of a unit behind them.
pub(super) fn is_clock(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let colons = bare.contains(':') && bare.split(':').all(digits);
    let unit = bare.strip_suffix(['s', 'm', 'h', 'd']).is_some_and(digits);
    colons || unit || word.ends_with('%') && digits(bare)
}

/// Whether a number in the text is part of a name, as far as its form tells: `Order 1001`, `#7`, `Page 2`.
pub(super) fn numbered(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    words.iter().enumerate().any(|(at, word)| {
        // `May 10, 2026`
        let bare = word.trim_end_matches([',', '.', ':']);
        let Some(digits) =
            bare.strip_prefix('#').or(Some(bare)).filter(|d| d.bytes().all(|b| b.is_ascii_digit()))
        else {
            return false;
        };
        let after_name = at.checked_sub(1).is_some_and(|before| kind(words[before]) == Kind::Name);
        !digits.is_empty()
            && (word.starts_with('#')
                || after_name && (digits.len() >= 3 || at + 1 == words.len() || bare != *word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_what_ticks() {
        for (text, has) in [
            ("Bob", true),
            ("12:31", false),
            ("3 min ago", false),
            ("4h 12m 3s", false),
            ("$12.99", false),
            ("(3)", false),
            ("INV-1001", true),
            ("A12", true),
            ("\u{f1f8}", false),
            ("Vase 12:31", true),
            ("★★", false),
        ] {
            assert_eq!(has_name(text), has, "{text}");
        }
        for (text, is) in [
            ("On", true),
            ("Saving...", true),
            ("Saved 12:31", true),
            ("No results", true),
            ("1 of 3", true),
            ("Save", false),
            ("12:31", false),
        ] {
            assert_eq!(is_state(text), is, "{text}");
        }
        assert!(same_names("Mail (active)", "Mail") && !same_names("Save", "Saving..."));
        assert!(same_names("Vase 00:12:31 left", "Vase 00:12:30 left"));
        assert!(same_names("59 seconds ago", "1 minute ago"));
        assert!(same_names("Inbox (3)", "Inbox (4)"));
        assert!(!same_names("Bob 3", "Cid 3"));
        assert!(!same_names("INV-1001", "INV-1002"));
        assert!(same_but_clocks("Bob 12:31", "Bob 12:32") && !same_but_clocks("Bob 31", "Bob 32"));
        for (text, is) in [
            ("Order 1001", true),
            ("#5", true),
            ("Page 2", true),
            ("May 10, 2026", true),
            ("Inbox (3)", false),
            ("3 items", false),
            ("12:31", false),
        ] {
            assert_eq!(numbered(text), is, "{text}");
        }
    }
}
