//! Text of the page made safe to stand in a line: a page can forge no line, id, section or boundary.
//!
//! Page text always stands between double quotes, and inside them no quote, backslash, line break, control or
//! bidirectional character is left as it is. What a line says about its element is decided elsewhere.

use std::borrow::Cow;

use crate::limits::TEXT_CHARACTERS;

/// Writes a name or text in quotes: white space collapsed, invisible characters dropped, cut after `limit` characters.
pub(super) fn push_quoted(out: &mut String, text: &str, limit: usize) {
    out.push('"');
    if text.len() <= limit && is_plain(text) {
        out.push_str(text);
        out.push('"');
        return;
    }
    let mut written = 0;
    let mut all = 0;
    let mut space = false;
    let mut eye = Eye::default();
    for c in text.chars() {
        let seen = eye.sees(c);
        if c.is_whitespace() || is_break(c) {
            space = all > 0;
            continue;
        }
        if !seen {
            continue;
        }
        let wanted = 1 + usize::from(space);
        all += wanted;
        if all <= limit {
            if space {
                out.push(' ');
            }
            push_escaped(out, c);
            written = all;
        }
        space = false;
    }
    close(out, written < all, all);
}

/// Writes a text that was collapsed unless it is preformatted, and perhaps cut, before: `length` characters it had in all.
pub(super) fn push_text(out: &mut String, text: &str, limit: usize, length: usize) {
    out.push('"');
    if text.len() <= limit && text.len() == length && is_plain(text) {
        out.push_str(text);
        out.push('"');
        return;
    }
    let mut written = 0;
    let mut eye = Eye::default();
    for c in text.chars().take(limit) {
        written += 1;
        match c {
            // Only preformatted text has any left.
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if eye.sees(c) => push_escaped(out, if is_break(c) { ' ' } else { c }),
            _ => {}
        }
    }
    close(out, written < length, length);
}

/// Writes a field's value in quotes, verbatim but escaped: every character can be told from what is written.
pub(super) fn push_verbatim(out: &mut String, text: &str, limit: usize) {
    use std::fmt::Write as _;
    out.push('"');
    let all = each_of_first(text, limit, |eye, c| {
        let seen = eye.sees(c);
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if !seen || is_break(c) || (c.is_whitespace() && c != ' ') => {
                *eye = Eye::default();
                let _infallible = write!(out, "\\u{{{:x}}}", c as u32);
            }
            c => push_escaped(out, c),
        }
    });
    close(out, all > limit, all);
}

/// Hands over the first `limit` characters of a text, with the eye that reads along; gives how many there are in all.
pub(super) fn each_of_first(text: &str, limit: usize, mut take: impl FnMut(&mut Eye, char)) -> usize {
    let mut eye = Eye::default();
    let mut all = 0;
    for c in text.chars() {
        all += 1;
        if all <= limit {
            take(&mut eye, c);
        }
    }
    all
}

/// Writes text that stands without quotes outside the page's boundary, such as the title: collapsed, cut, no `|`.
pub(super) fn push_bare(out: &mut String, text: &str, limit: usize) {
    let mut written = 0;
    let mut space = false;
    let mut eye = Eye::default();
    for c in text.chars() {
        let seen = eye.sees(c);
        if c.is_whitespace() || is_break(c) {
            space = written > 0;
            continue;
        }
        if !seen {
            continue;
        }
        if written >= limit {
            out.push('…');
            return;
        }
        if space {
            out.push(' ');
            space = false;
        }
        out.push(if c == '|' { '/' } else { c });
        written += 1;
    }
}

/// One line of our own wording that may carry page text: breaks become spaces, unsafe characters go.
pub(super) fn push_line(out: &mut String, text: &str, limit: usize) {
    let mut eye = Eye::default();
    let safe = text.chars().filter(|c| eye.sees(*c) || c.is_whitespace());
    for (written, c) in safe.enumerate() {
        if written >= limit {
            out.push('…');
            return;
        }
        out.push(if c.is_whitespace() || is_break(c) { ' ' } else { c });
    }
}

/// A text of the page in quotes, as it stands in a sentence: verbatim but escaped, cut where it is long.
#[must_use]
pub fn quoted<T: AsRef<str> + ?Sized>(text: &T) -> String {
    let mut out = String::new();
    push_verbatim(&mut out, text.as_ref(), TEXT_CHARACTERS);
    out
}

/// A text on one line: breaks become spaces, and what nobody sees goes. Whatever comes from a page passes this before it
/// leaves the library, in reports and errors too; it changes nothing that it wrote itself.
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    push_line(&mut out, text, usize::MAX);
    Cow::Owned(out)
}

/// As [`one_line`], cut where it is long: a line of our own wording that may carry page text, as it stands in a view.
#[must_use]
pub fn short_line(text: &str) -> String {
    let mut out = String::new();
    push_line(&mut out, text, TEXT_CHARACTERS);
    out
}

/// Whether a text stands in quotes as it is: letters and signs of ASCII that need no escape, a space at a time between them.
fn is_plain(text: &str) -> bool {
    let mut before = b' ';
    let plain = text.bytes().all(|byte| {
        let twice = byte == b' ' && before == b' ';
        before = byte;
        matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\' && !twice
    });
    plain && before != b' '
}

fn close(out: &mut String, cut: bool, length: usize) {
    if cut {
        out.push_str("…\" (");
        push_number(out, length);
        out.push_str(" chars)");
    } else {
        out.push('"');
    }
}

fn push_escaped(out: &mut String, c: char) {
    if c == '"' || c == '\\' {
        out.push('\\');
    }
    out.push(c);
}

/// Line breaks that `char::is_whitespace` may not know.
pub(super) fn is_break(c: char) -> bool {
    matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Tells which characters of a text a person sees, or needs for what they see.
#[derive(Debug, Default)]
pub(super) struct Eye {
    before: Option<char>,
}

impl Eye {
    /// Whether the next character is seen. Joiners and selectors are as far as they can mean something: a run of them is
    /// a message for machines.
    pub(super) fn sees(&mut self, c: char) -> bool {
        if c.is_whitespace() || is_break(c) {
            self.before = None;
            return !is_unsafe(c);
        }
        let letter = self.before.is_some_and(|before| !before.is_ascii() && !is_joiner(before));
        let seen = match c {
            c if is_joiner(c) => letter,
            c if is_selector(c) => letter && !self.before.is_some_and(is_selector),
            c => !is_unsafe(c),
        };
        if seen {
            self.before = Some(c);
        }
        seen
    }
}

/// Joins or parts letters of connected scripts, and the parts of emoji.
pub(super) fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Says whether a sign is drawn as text or as emoji.
pub(super) fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}')
}

/// Controls, bidirectional marks and overrides, invisible fillers, other selectors, tags, noncharacters: a person does not
/// see them, a model might obey them.
pub(super) fn is_unsafe(c: char) -> bool {
    if c < '\u{ad}' {
        return c.is_control();
    }
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{13430}'..='\u{1345f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
        || c as u32 & 0xfffe == 0xfffe
}

/// A whole number with thousands separated.
pub(super) fn push_number(out: &mut String, number: usize) {
    let digits = number.to_string();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn quoted(text: &str, limit: usize) -> String {
        let mut out = String::new();
        push_quoted(&mut out, text, limit);
        out
    }

    fn verbatim(text: &str) -> String {
        let mut out = String::new();
        push_verbatim(&mut out, text, 500);
        out
    }

    #[test]
    fn collapses_and_escapes() {
        for (text, want) in [
            ("  a \n\t b ", r#""a b""#),
            (r#"say "hi" \ now"#, r#""say \"hi\" \\ now""#),
            ("x\u{202e}y\u{200b}z\u{2028}w", r#""xyz w""#),
            ("tag\u{e0041}\u{e0042}", r#""tag""#),
            ("❤\u{fe0f}\u{200d}🔥 می\u{200c}خواهم", "\"❤\u{fe0f}\u{200d}🔥 می\u{200c}خواهم\""),
            (
                "a\u{200d}b\u{fe0f}\u{fe00}c 🙂\u{fe0f}\u{fe0f}\u{fe0e}\u{200d}\u{200d}",
                "\"abc 🙂\u{fe0f}\u{200d}\"",
            ),
            ("", r#""""#),
        ] {
            assert_eq!(quoted(text, 100), want);
        }
        assert_eq!(quoted("abcdef", 3), "\"abc…\" (6 chars)");
        assert_eq!(verbatim("a\n\"b\"  \u{202e}"), r#""a\n\"b\"  \u{202e}""#);
    }

    proptest! {
        /// What stands between the quotes holds no bare quote and no break, and undoing the escapes gives the value.
        #[test]
        fn values_come_back(text in any::<String>()) {
            let out = verbatim(&text);
            let inner = &out[1..out.len() - 1];
            let mut back = String::new();
            let mut chars = inner.chars();
            while let Some(c) = chars.next() {
                prop_assert!(c != '"' && !c.is_control());
                if c != '\\' { back.push(c); continue; }
                match chars.next() {
                    Some('n') => back.push('\n'),
                    Some('r') => back.push('\r'),
                    Some('t') => back.push('\t'),
                    Some('u') => {
                        let hex: String = chars.by_ref().skip(1).take_while(|c| *c != '}').collect();
                        back.push(u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32).unwrap_or('?'));
                    }
                    Some(c) => back.push(c),
                    None => prop_assert!(false, "a lone backslash at the end"),
                }
            }
            prop_assert_eq!(back, text);
        }

        #[test]
        fn names_stay_in_their_quotes(text in any::<String>(), limit in 1usize..50) {
            let out = quoted(&text, limit);
            prop_assert!(!out.chars().any(|c| c.is_control() || is_break(c)));
            let mut escaped = false;
            let mut bare = 0;
            for c in out.chars() {
                if escaped { escaped = false; } else if c == '\\' { escaped = true; } else if c == '"' { bare += 1; }
            }
            prop_assert_eq!(bare, 2);
        }
    }
}
