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
pub(in crate::view) fn words(content: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut quoted = false;
    let mut escaped = false;
    for (at, c) in content.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            // The comma belongs to the item of a list that it comes before.
            ',' if !quoted && content[at..].starts_with(", \"") => {
                words.push(&content[start..at]);
                start = at;
            }
            ' ' if !quoted && &content[start..at] == "," => {}
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

/// Words as they stand in a line, with a space between two.
pub(super) fn join(words: &[&str]) -> String {
    let mut joined = String::new();
    for word in words {
        if !joined.is_empty() && !word.starts_with(", ") {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::{join, words};

    #[test]
    fn items_of_a_list_are_words_with_their_commas() {
        let list = r#"list "A, b", "C \", d" selected"#;
        assert_eq!(words(list), ["list", r#""A, b""#, r#", "C \", d""#, "selected"]);
        assert_eq!(join(&words(list)), list);
        assert_eq!(words("button not pressed"), ["button", "not pressed"]);
    }
}
