//! White space in names, and the characters that nobody sees.

/// Whether a name leaves a character out: icon fonts' private-use ones, soft hyphens, joints without width.
pub(crate) fn is_left_out(c: char) -> bool {
    matches!(
        c,
        '\u{e000}'..='\u{f8ff}'
            | '\u{f0000}'..='\u{ffffd}'
            | '\u{100000}'..='\u{10fffd}'
            | '\u{200b}'
            | '\u{feff}'
            | '\u{ad}'
    )
}

/// White space collapsed and trimmed, without what [`is_left_out`] of a name.
pub(in crate::snapshot) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        if is_left_out(c) {
            continue;
        }
        if c.is_whitespace() {
            gap = !out.is_empty();
            continue;
        }
        if gap {
            out.push(' ');
            gap = false;
        }
        out.push(c);
    }
    out
}

/// Whether a name would be empty: white space alone.
pub(super) fn blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Adds what an attribute says, set off by spaces.
pub(super) fn add_apart(text: &mut String, said: &str) {
    if !blank(said) {
        text.push(' ');
        text.push_str(said);
        text.push(' ');
    }
}
