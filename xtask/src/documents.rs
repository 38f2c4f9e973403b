//! What the documents say of files: each path that stands in backticks in a Markdown file must be one of the repository's.
//! A newcomer who follows ARCHITECTURE.md to a file that was renamed is lost at the first step.

use crate::sources::Source;

/// Where a path may begin: at the root, at a crate, or in the sources of one.
const STARTS: &[&str] =
    &["", "crates/", "crates/cdp/src/", "crates/page/src/", "crates/domtool/src/", "crates/cli/src/"];
const ENDS: &[&str] = &[".rs", ".js", ".html", ".md", ".toml"];

/// Every path in a document that leads nowhere.
pub(crate) fn breaches(sources: &[Source]) -> Vec<String> {
    let documents = sources.iter().filter(|source| source.path.ends_with(".md"));
    let named = documents.flat_map(|document| {
        document.lines().enumerate().flat_map(move |(at, line)| {
            let quoted = line.split('`').skip(1).step_by(2);
            quoted.filter(|word| is_path(word)).map(move |path| (document, at + 1, path))
        })
    });
    named
        .filter(|(_, _, path)| {
            let there = |start: &&str| sources.iter().any(|source| source.path == format!("{start}{path}"));
            !STARTS.iter().any(there)
        })
        .map(|(document, line, path)| format!("{}:{line}: there is no `{path}`", document.path))
        .collect()
}

/// Whether a word is the path of one file. Capitals stand for a name that the reader puts in (`ops/NAME.rs`).
fn is_path(word: &str) -> bool {
    let file = word.contains('/') && ENDS.iter().any(|end| word.ends_with(end));
    let plain = word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "/._-".contains(c));
    file && plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_lead_nowhere_are_found() {
        let there = Source::new("crates/page/src/view/escape.rs", "");
        let text = "see `page/src/view/escape.rs`\nand `view/escape.rs`, `view/gone.rs`, `ops/NAME.rs`, `a/*.rs`, `x.rs`\n";
        let found = breaches(&[there, Source::new("ARCHITECTURE.md", text)]);
        assert_eq!(found, ["ARCHITECTURE.md:2: there is no `view/gone.rs`"]);
    }
}
