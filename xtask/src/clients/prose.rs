//! The schema's descriptions as comments of a program: paragraphs without the line breaks of their source, flags of the command line as
//! arguments, lines of a given width.

/// A description in which each paragraph is one line, and `--to-point` is `to_point`.
pub(super) fn prose(text: &str) -> String {
    let line =
        |paragraph: &str| paragraph.split_whitespace().map(flags_as_arguments).collect::<Vec<_>>().join(" ");
    text.split("\n\n").map(line).collect::<Vec<_>>().join("\n\n")
}

/// A word in which a flag is an argument in backticks.
fn flags_as_arguments(word: &str) -> String {
    let Some((before, flag)) = word.split_once("--") else { return word.to_owned() };
    let length = flag.bytes().take_while(|byte| byte.is_ascii_lowercase() || *byte == b'-').count();
    let (name, after) = flag.split_at(length);
    let quoted = before.ends_with('`') && after.starts_with('`');
    if name.is_empty() || !(before.is_empty() || quoted || before.ends_with('(')) {
        return word.to_owned();
    }
    let name = name.replace('-', "_");
    if quoted { format!("{before}{name}{after}") } else { format!("{before}`{name}`{after}") }
}

/// The text in lines of at most `width` characters, where words allow that.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, paragraph) in text.split("\n\n").enumerate() {
        if at > 0 {
            lines.push(String::new());
        }
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_become_arguments_and_paragraphs_lines() {
        for (given, becomes) in [
            ("leave it out for --by, --to-point\nor --path.", "leave it out for `by`, `to_point` or `path`."),
            ("with `--allow-eval` (--all)", "with `allow_eval` (`all`)"),
            ("One.\n\nTwo -- three a--b", "One.\n\nTwo -- three a--b"),
        ] {
            assert_eq!(prose(given), becomes);
        }
    }

    #[test]
    fn lines_are_no_wider_than_they_may_be() {
        assert_eq!(wrapped("one two three\n\nfour", 8), ["one two", "three", "", "four"]);
        assert_eq!(wrapped("unbreakable", 3), ["unbreakable"]);
        assert!(wrapped("", 10).is_empty());
    }
}
