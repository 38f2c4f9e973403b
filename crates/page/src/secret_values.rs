//! The values that are known to be secret: what masked fields held, and what was filled into them.
//!
//! A page shows such a value in other places too: an address that a form was sent to, a title, an error in the console, a
//! second field that "shows" it. [`SecretValues::scrub`] puts [`MASK`] in its place wherever it stands in a text.
//!
//! A value is looked for as it is and as addresses, quotes, HTML and names of files write it. One of [`LONG`] characters or more is found
//! anywhere; a shorter one only as a word of its own, so that the PIN `2024` leaves `120249` alone; one of less than
//! [`SHORTEST`] never, as texts would be destroyed by it (a card's security code is hidden in its field and by its name in
//! addresses). A number is found however its digits are grouped, as cards are. What may be any word (`admin`) is masked only where it is
//! all that a field holds, unless it was stored as a secret.
//!
//! Which values are secret in which document is what [`KnownSecrets`] knows: what a page puts into a field of its own hides nothing on
//! other sites.

use std::{borrow::Cow, fmt, ops::Range};

use crate::limits::SECRET_VALUES;

mod known;

pub use known::KnownSecrets;
pub(crate) use known::{is_opaque, scrub_apart};

/// Stands for the value of a secret field that is filled. An empty one has the empty value.
pub const MASK: &str = "••••••••";
/// Values with fewer characters than this are not looked for.
pub const SHORTEST: usize = 4;
/// Values of so many characters are found inside of words too.
pub const LONG: usize = 6;
/// Letters alone, up to so many, may be any word.
const WORD: usize = 10;
/// A number of so many digits is found in groups of digits too.
const GROUPED: usize = 8;
/// A text of this length or more, bytes, may have been cut in the middle of a secret, so its end is also held against the
/// beginnings of secrets.
const MAY_BE_CUT: usize = 200;

/// The values that are known, the newest last.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SecretValues {
    values: Vec<String>,
    /// So many of the first are never forgotten.
    kept: usize,
    /// What is looked for, the longest first.
    forms: Vec<Form>,
    /// The first two bytes of each form, as bits: most of a text is passed over by them.
    starts: Vec<u64>,
    /// The digits of values that are numbers.
    numbers: Vec<String>,
    /// The values with characters that addresses escape, and the bytes that these may begin with.
    escaped: Vec<String>,
    escaped_starts: Vec<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Form {
    text: String,
    /// Only as a word of its own.
    whole: bool,
}

/// Says how many there are.
impl fmt::Debug for SecretValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretValues({})", self.values.len())
    }
}

impl SecretValues {
    /// Learns a value; says whether it was new.
    pub fn add(&mut self, value: &str) -> bool {
        let new = self.learn(value);
        if new {
            self.make_forms();
        }
        new
    }

    /// Learns values. What is looked for is made of them once: a page may have thousands of fields.
    pub(crate) fn add_each<'v>(&mut self, values: impl IntoIterator<Item = &'v str>) {
        let mut new = false;
        for value in values {
            new |= self.learn(value);
        }
        if new {
            self.make_forms();
        }
    }

    fn learn(&mut self, value: &str) -> bool {
        let value = value.trim();
        if value.chars().count() < SHORTEST || value.contains(MASK) {
            return false;
        }
        if let Some(at) = self.values.iter().position(|known| known == value) {
            if at >= self.kept {
                let known = self.values.remove(at);
                self.values.push(known);
            }
            return false;
        }
        self.values.push(value.to_owned());
        if self.values.len() > self.kept + SECRET_VALUES {
            self.values.remove(self.kept);
        }
        true
    }

    /// Learns a value that is never forgotten, however many others follow.
    pub fn keep(&mut self, value: &str) {
        self.learn(value);
        let value = value.trim();
        if let Some(at) = self.values.iter().position(|known| known == value).filter(|at| *at >= self.kept) {
            let known = self.values.remove(at);
            self.values.insert(self.kept, known);
            self.kept += 1;
        }
        self.make_forms();
    }

    /// Whether a text is one of them, as a whole.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        let text = text.trim();
        self.values.iter().any(|value| value == text)
    }

    /// The values, the newest last.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(String::as_str)
    }

    /// Whether none is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// A text with [`MASK`] in the place of each secret.
    #[must_use]
    pub fn scrub<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut out = String::new();
        let mut copied = 0;
        for found in self.places(text) {
            out.push_str(&text[copied..found.start]);
            out.push_str(MASK);
            copied = found.end;
        }
        if copied == 0 { Cow::Borrowed(text) } else { Cow::Owned(out + &text[copied..]) }
    }

    /// Where secrets stand in a text, in order.
    pub(crate) fn places<'t>(&'t self, text: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
        let mut at = if self.forms.is_empty() { text.len() } else { 0 };
        std::iter::from_fn(move || {
            while at < text.len() {
                if let Some(end) = self.match_at(text, at) {
                    let start = std::mem::replace(&mut at, end);
                    return Some(start..end);
                }
                at += 1;
            }
            None
        })
    }

    /// Where the secret ends that begins here.
    fn match_at(&self, text: &str, at: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let start = start_of(bytes.get(at..at + 2)?);
        let begins = self.starts[start / 64] & (1 << (start % 64)) != 0;
        let escaped = self.escaped_starts[usize::from(bytes[at])];
        if !(begins || escaped || bytes[at].is_ascii_digit()) || !text.is_char_boundary(at) {
            return None;
        }
        let rest = &text[at..];
        let cut = text.len() >= MAY_BE_CUT && rest.len() >= SHORTEST;
        for Form { text: form, whole } in self.forms.iter().filter(|_| begins) {
            if rest.starts_with(form.as_str()) {
                let end = at + form.len();
                let alone = || {
                    let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                    !inside(text[..at].chars().next_back()) && !inside(text[end..].chars().next())
                };
                if !whole || alone() {
                    return Some(end);
                }
            } else if cut && !whole {
                let beginning = rest.trim_end_matches('…');
                if beginning.len() >= SHORTEST && form.starts_with(beginning) {
                    return Some(at + beginning.len());
                }
            }
        }
        self.number_at(text, at).or_else(|| {
            let values = self.escaped.iter().filter(|_| escaped);
            values.filter_map(|value| ends_escaped(text, at, value)).max()
        })
    }

    /// Where the number ends that begins here, its digits in groups.
    fn number_at(&self, text: &str, at: usize) -> Option<usize> {
        let digit_before = text[..at].bytes().next_back().is_some_and(|byte| byte.is_ascii_digit());
        if digit_before || !text.as_bytes().get(at)?.is_ascii_digit() {
            return None;
        }
        self.numbers.iter().filter_map(|number| ends_grouped(text, at, number)).max()
    }

    fn make_forms(&mut self) {
        let mut forms: Vec<Form> = Vec::new();
        let kept = self.kept;
        let told = || self.values.iter().enumerate().filter(|(at, value)| *at < kept || !is_word(value));
        for (_, value) in told() {
            let whole = value.chars().count() < LONG;
            let written = [
                value.clone(),
                value.split_whitespace().collect::<Vec<_>>().join(" "),
                value.replace('\\', "\\\\").replace('"', "\\\""),
                value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;"),
                // As the name of a file.
                value.replace(|c: char| "\"*/:<>?\\|~".contains(c), "_"),
            ];
            for text in written {
                if !forms.iter().any(|known| known.text == text) {
                    forms.push(Form { text, whole });
                }
            }
        }
        forms.sort_by_key(|form| std::cmp::Reverse(form.text.len()));
        self.starts = vec![0; 1024];
        for form in &forms {
            if let Some(first) = form.text.as_bytes().get(..2) {
                let start = start_of(first);
                self.starts[start / 64] |= 1 << (start % 64);
            }
        }
        self.forms = forms;
        let plain = |value: &&String| value.bytes().all(|byte| byte.is_ascii_alphanumeric());
        self.escaped = told().map(|(_, value)| value).filter(|value| !plain(value)).cloned().collect();
        self.escaped_starts = vec![false; 256];
        for byte in self.escaped.iter().filter_map(|value| value.bytes().next()).chain(*b"%+") {
            self.escaped_starts[usize::from(byte)] = true;
        }
        self.numbers = self.values.iter().filter_map(|value| digits_of(value)).collect();
    }
}

/// Whether a value may be any word, or an element id.
fn is_word(value: &str) -> bool {
    let letters = value.chars().all(char::is_alphabetic) && value.chars().count() <= WORD;
    let id = value.strip_prefix('e').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    letters || id
}

fn start_of(two: &[u8]) -> usize {
    usize::from(two[0]) << 8 | usize::from(two[1])
}

/// Where a value ends that begins here, any of its bytes written as `%XX`, a space as `+`: addresses, and what browsers make
/// of them to be read, escape some characters and leave others.
fn ends_escaped(text: &str, at: usize, value: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = at;
    for wanted in value.bytes() {
        let escape = || std::str::from_utf8(bytes.get(at + 1..at + 3)?).ok();
        at += match bytes.get(at)? {
            b'%' if escape().and_then(|hex| u8::from_str_radix(hex, 16).ok()) == Some(wanted) => 3,
            byte if *byte == wanted => 1,
            b'+' if wanted == b' ' => 1,
            _ => return None,
        };
    }
    text.is_char_boundary(at).then_some(at)
}

/// The digits of a value that is a number in groups.
fn digits_of(value: &str) -> Option<String> {
    let digits: String = value.chars().filter(char::is_ascii_digit).collect();
    let number = value.chars().all(|c| c.is_ascii_digit() || is_gap(c));
    (number && digits.len() >= GROUPED).then_some(digits)
}

fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '-' | '.' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '+')
}

fn ends_grouped(text: &str, at: usize, digits: &str) -> Option<usize> {
    let mut wanted = digits.chars();
    let mut gap = true;
    for (offset, c) in text[at..].char_indices() {
        if is_gap(c) && !gap {
            gap = true;
            continue;
        }
        gap = false;
        if Some(c) != wanted.next() {
            return None;
        }
        if wanted.as_str().is_empty() {
            return Some(at + offset + c.len_utf8());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(values: &[&str]) -> SecretValues {
        let mut known = SecretValues::default();
        for value in values {
            known.add(value);
        }
        known
    }

    #[test]
    fn a_value_is_found_as_it_is_written() {
        let values =
            known(&["hunter2!", "a \"b\" c&d", "4111 1111 1111 1111", "pä/ss wörd", "zq/+=%d", "2024", "x1"]);
        for (text, want) in [
            ("it is hunter2! here", "it is •••••••• here"),
            ("xhunter2!x", "x••••••••x"),
            ("/x?q=hunter2%21&b=1", "/x?q=••••••••&b=1"),
            (r#""a \"b\" c&d""#, r#""••••••••""#),
            ("a &quot;b&quot; c&amp;d", "••••••••"),
            ("card 4111111111111111, 4111-1111-1111-1111", "card ••••••••, ••••••••"),
            ("41111111111111112", "••••••••2"),
            ("?p=p%C3%A4%2Fss+w%C3%B6rd&", "?p=••••••••&"),
            ("?p=p%c3%a4%2fss%20w%c3%b6rd", "?p=••••••••"),
            ("?p=pä%2Fss wörd and a \"b\" c%26d", "?p=•••••••• and ••••••••"),
            ("a _b_ c&d.txt", "••••••••.txt"),
            ("?p=zq%2F%2B%3D%25d, zq/+=%d, zq%2f+%3D%d", "?p=••••••••, ••••••••, ••••••••"),
            ("in 2024 or 12024, a2024", "in •••••••• or 12024, a2024"),
            ("x1 stays, ends with 1111", "x1 stays, ends with 1111"),
            ("HUNTER2!", "HUNTER2!"),
            ("", ""),
        ] {
            assert_eq!(values.scrub(text), want);
        }
        assert_eq!(format!("{values:?}"), "SecretValues(6)");
    }

    #[test]
    fn what_may_be_any_word_is_masked_only_as_a_whole() {
        let mut values = known(&["admin", "letmein", "e1234", "adminadmin1"]);
        let text = "/admin?as=letmein e1234 adminadmin1";
        assert_eq!(values.scrub(text), "/admin?as=letmein e1234 ••••••••");
        assert!(values.is(" admin ") && values.is("e1234") && !values.is("admin 1"));
        // What a person stored is said nowhere.
        values.keep("admin");
        assert_eq!(values.scrub("/admin?as=letmein"), "/••••••••?as=letmein");
    }

    #[test]
    fn a_secret_that_a_cut_went_through_is_found() {
        let values = known(&["correct-horse"]);
        let text = format!("{}correct-h", "x".repeat(300));
        assert!(!values.scrub(&text).contains("correct"), "{}", values.scrub(&text));
        assert_eq!(values.scrub("correct-h"), "correct-h");
    }

    #[test]
    fn the_oldest_go_first() {
        let mut values = SecretValues::default();
        for number in 0..=SECRET_VALUES {
            assert!(values.add(&format!("secret-{number:03}")));
        }
        assert_eq!(values.scrub("secret-000 secret-001"), "secret-000 ••••••••");
        let mut values = SecretValues::default();
        values.keep("kept-for-ever");
        for number in 0..=SECRET_VALUES {
            values.add(&format!("secret-{number:03}"));
        }
        assert_eq!(values.scrub("kept-for-ever secret-000 secret-001"), "•••••••• secret-000 ••••••••");
    }

    /// What is looked for is made of all values once, not after each: as much as 400 single ones take would be for a tenth of these.
    #[test]
    fn thousands_of_values_are_learned_at_once() {
        let values: Vec<String> = (0..4_000).map(|number| format!("secret-{number}-word")).collect();
        let took = |learn: &dyn Fn(&mut SecretValues)| {
            let times = (0..3).map(|_| {
                let mut known = SecretValues::default();
                let begun = std::time::Instant::now();
                learn(&mut known);
                assert_eq!(known.values.len(), SECRET_VALUES);
                begun.elapsed()
            });
            times.min().unwrap_or_default()
        };
        let all = took(&|known| known.add_each(values.iter().map(String::as_str)));
        let singly = took(&|known| values[..400].iter().for_each(|value| assert!(known.add(value))));
        assert!(all < singly, "{all:?} and {singly:?}");
    }

    proptest::proptest! {
        /// No text is left that holds a secret, whatever stands around it. What may be any word is one where it was stored.
        #[test]
        fn no_secret_is_left(before: String, value in "[!-~]{6,20}", after: String) {
            let mut values = known(&[&value]);
            if is_word(&value) {
                values.keep(&value);
            }
            let scrubbed = values.scrub(&format!("{before}{value}{after}")).into_owned();
            proptest::prop_assert!(!scrubbed.contains(&value), "{scrubbed}");
        }
    }
}
