//! The manners of the source files that a compiler does not see: an opening paragraph, names, length, and nothing in
//! them that belongs to one machine.

use std::{fs, process::Command};

/// A file that is in the repository, or about to be.
pub(crate) struct Source {
    /// From the root of the repository, with `/`.
    pub(crate) path: String,
    text: String,
}

const LONG: usize = 500;
const NO_NAMES: &[&str] = &["utils", "util", "helpers", "helper", "common", "manager", "misc"];
/// Put together here, so that this file does not find itself.
const OF_A_MACHINE: &[&str] =
    &[concat!("/home", "/"), concat!("/Users", "/"), concat!("/wor", "k/"), concat!("C:", "\\Users")];
const BINARY: &[&str] = &["png", "jpg", "gif", "ico", "woff2", "pdf"];

impl Source {
    #[cfg(test)]
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.text.len() as u64
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines()
    }

    fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The lines before the unit tests, which by custom come last; a file of nothing but tests says so at its top.
    pub(crate) fn product(&self) -> impl Iterator<Item = &str> {
        let after = self.text.lines().skip(1).chain([""]);
        let begins_tests = |line: &str, next: &str| match line.trim() {
            "#![cfg(test)]" => true,
            "#[cfg(test)]" => next.starts_with("mod ") && next.ends_with('{'),
            _ => false,
        };
        let lines = self.text.lines().zip(after).take_while(move |(line, next)| !begins_tests(line, next));
        lines.map(|(line, _)| line)
    }
}

/// Every text file that git knows or would add.
pub(crate) fn read() -> Result<Vec<Source>, String> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .output()
        .map_err(|error| format!("git does not start: {error}"))?;
    if !listed.status.success() {
        return Err(format!("git ls-files: {}", String::from_utf8_lossy(&listed.stderr)));
    }
    let listed = String::from_utf8_lossy(&listed.stdout);
    let text = listed.lines().filter(|path| !BINARY.iter().any(|end| path.rsplit('.').next() == Some(end)));
    // Git goes on listing what was deleted but not yet committed so.
    Ok(text
        .filter_map(|path| Some(Source { path: path.to_owned(), text: fs::read_to_string(path).ok()? }))
        .collect())
}

/// What must not be.
pub(crate) fn breaches(sources: &[Source]) -> Vec<String> {
    let mut breaches = Vec::new();
    for source in sources {
        if source.is_rust() && !source.text.starts_with("//!") {
            breaches.push(format!("{}: open with a paragraph (//!) on what it is for", source.path));
        }
        let mut names = source.path.trim_end_matches(".rs").split('/');
        if source.is_rust() && names.any(|name| NO_NAMES.contains(&name)) {
            breaches.push(format!("{}: name it for what it does", source.path));
        }
        for (number, line) in source.text.lines().enumerate() {
            if let Some(path) = OF_A_MACHINE.iter().find(|path| names_path(line, path)) {
                breaches.push(format!("{}:{}: {path}... is a path of one machine", source.path, number + 1));
            }
        }
    }
    breaches
}

/// Whether a line names a path from the root, rather than a part of an address.
fn names_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| c.is_whitespace() || "\"'`=(:".contains(c))
    })
}

/// What should be thought about.
pub(crate) fn warnings(sources: &[Source]) -> Vec<String> {
    let rust = sources.iter().filter(|source| source.is_rust());
    let lengths = rust.map(|source| (&source.path, source.product().count()));
    let long = lengths.filter(|(_, lines)| *lines > LONG);
    long.map(|(path, lines)| format!("{path} has {lines} lines: is it one purpose?")).collect()
}
