//! Text of a page inside Markdown: what would read as structure gets a backslash, what nobody sees goes.

use super::super::super::escape::{Eye, is_break};

/// A number this long or longer is none of a list.
const LONGEST_NUMBER: usize = 9;

/// Appends one word of a page's text. `line` is where the current line of `out` starts; `next` is what comes after a `<`.
pub(super) fn push_word(out: &mut String, word: &str, line: usize, in_cell: bool) {
    let mut rest = word.chars().peekable();
    let mut eye = Eye::default();
    while let Some(c) = rest.next() {
        if !eye.sees(c) && !is_break(c) {
            continue;
        }
        let at_start = out.len() == line;
        let special = match c {
            '\\' | '`' | '[' | ']' => true,
            '<' => rest.peek().is_some_and(|next| next.is_alphabetic() || matches!(next, '/' | '!' | '?')),
            '|' => in_cell || at_start,
            // Two are around what is struck.
            '~' => at_start || rest.peek() == Some(&'~') || out.ends_with('~'),
            '#' | '>' | '-' | '+' | '*' | '=' | ':' => at_start,
            // An item of a list has a space after its number; `12.50` is none.
            '.' | ')' => {
                !rest.peek().is_some_and(char::is_ascii_alphanumeric)
                    && is_number(out.get(line..).unwrap_or(""))
            }
            _ => false,
        };
        if special {
            out.push('\\');
        }
        out.push(if is_break(c) { ' ' } else { c });
    }
}

fn is_number(text: &str) -> bool {
    (1..=LONGEST_NUMBER).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Appends a word in backticks, as many as tell it apart.
pub(super) fn push_code(out: &mut String, word: &str) {
    let fence = longest_run(word) + 1;
    let pad = word.contains('`');
    let ticks = |out: &mut String| (0..fence).for_each(|_| out.push('`'));
    ticks(out);
    out.push_str(if pad { " " } else { "" });
    let mut eye = Eye::default();
    let seen = word.chars().filter(|c| is_break(*c) || eye.sees(*c));
    out.extend(seen.map(|c| if is_break(c) { ' ' } else { c }));
    out.push_str(if pad { " " } else { "" });
    ticks(out);
}

/// The backticks that fence a block of code: more than any run of them in it.
pub(super) fn fence_of(code: &str) -> usize {
    (longest_run(code) + 1).max(3)
}

fn longest_run(text: &str) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// A line of code: verbatim but for what nobody sees.
pub(super) fn push_code_text(out: &mut String, text: &str) {
    let mut eye = Eye::default();
    for c in text.chars() {
        let seen = eye.sees(c);
        match c {
            '\n' | '\t' => out.push(c),
            c if is_break(c) => out.push('\n'),
            c if seen => out.push(c),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut out = String::new();
        push_word(&mut out, text, 0, false);
        out
    }

    #[test]
    fn structure_cannot_be_forged() {
        for (text, want) in [
            ("[x](e3)", r"\[x\](e3)"),
            ("# a", r"\# a"),
            ("- a - b", r"\- a - b"),
            ("12. a", r"12\. a"),
            ("12.\u{200b} a", r"12\. a"),
            ("12.50", "12.50"),
            ("v1.2", "v1.2"),
            ("<button id=e4>", r"\<button id=e4>"),
            ("a < b", "a < b"),
            (r"\[", r"\\\["),
            ("```", r"\`\`\`"),
            ("a~~b~~ ~5", r"a\~\~b\~\~ ~5"),
            ("| a |", r"\| a |"),
            ("\u{202e}a\u{200b}", "a"),
        ] {
            assert_eq!(escaped(text), want);
        }
        let mut out = String::new();
        push_code(&mut out, "a`b");
        assert_eq!(out, "`` a`b ``");
        assert_eq!(fence_of("```"), 4);
    }
}
