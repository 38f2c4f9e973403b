//! The words of a line, and which of them are others than before.

use std::ops::Range;

/// Where two lines differ: between the words that are the same at their starts and those that are at their ends.
pub(super) fn changed(old: &[&str], new: &[&str]) -> (Range<usize>, Range<usize>) {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    (head..old.len() - tail, head..new.len() - tail)
}

/// The words of a line; what stands in quotes is one, with what is said of its length.
pub(super) fn words(content: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut quoted = false;
    let mut escaped = false;
    for (at, c) in content.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            // "not pressed" is one thing.
            ' ' if !quoted && &content[start..at] != "not" => {
                words.push(&content[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    words.push(&content[start..]);
    words
}
