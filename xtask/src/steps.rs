//! Cargo's own commands, run in order, their output passed through.

use crate::{browser, builds, cargo::cargo, long_tests, packages, rerun};

/// Formatting, lints and docs, broken links in them included. With all features; the tests compile without them.
pub(crate) fn lint() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"], &[])?;
    // The binary has the library's name, so each would write over the other's pages.
    let strictly = [("RUSTDOCFLAGS", "-D warnings")];
    cargo(&["doc", "--package", "domtool-cli", "--no-deps"], &strictly)?;
    cargo(&["doc", "--workspace", "--exclude", "domtool-cli", "--no-deps"], &strictly)
}

/// What is published and where: other features, compilers and systems, the fuzz targets, the packages.
pub(crate) fn release() -> Result<(), String> {
    builds::without_features()?;
    builds::oldest_rust()?;
    builds::other_systems()?;
    builds::fuzz_targets()?;
    builds::deny()?;
    packages::check()
}

/// The flag that runs these, too.
const WITH_LONG: &str = "--long";

/// Tests: without arguments all but the long ones, with `--long` these too. The last lines are those of cargo's own summary.
pub(crate) fn test(args: &[String]) -> Result<(), String> {
    let parts = match args {
        [] => vec![long_tests::short()],
        [flag] if flag == WITH_LONG => long_tests::halves(),
        args => {
            browser::ensure()?;
            let mut words = vec!["test", "--workspace"];
            words.extend(args.iter().map(String::as_str));
            return cargo(&words, &[]);
        }
    };
    let all = ["test", "--workspace", "--no-fail-fast"];
    browser::ensure_while_building(&all)?;
    if parts.len() > 1 {
        browser::add_shell();
    }
    rerun::test(&all, &parts)
}

/// The same for what must pass before a merge.
pub(crate) fn test_all() -> Result<(), String> {
    test(&[WITH_LONG.to_owned()])
}

/// The bars against a real browser.
pub(crate) fn bench(args: &[String]) -> Result<(), String> {
    browser::ensure()?;
    let mut all = vec!["bench", "--package", "domtool", "--bench", "observe", "--"];
    all.extend(args.iter().map(String::as_str));
    cargo(&all, &[])
}

/// Chrome as judge over any pages.
pub(crate) fn judge(args: &[String]) -> Result<(), String> {
    example("domtool-page", "judge", args)
}

/// What is found on any pages, held against a list that each page makes itself.
pub(crate) fn recall(args: &[String]) -> Result<(), String> {
    example("domtool", "recall", args)
}

/// Requests in words over real pages.
pub(crate) fn query(args: &[String]) -> Result<(), String> {
    example("domtool-page", "query", args)
}

/// What every format costs over any pages.
pub(crate) fn payloads(args: &[String]) -> Result<(), String> {
    example("domtool-page", "payloads", args)
}

/// An example of a crate, on a real browser.
fn example(package: &str, name: &str, args: &[String]) -> Result<(), String> {
    browser::ensure()?;
    let mut all = vec!["run", "--quiet", "--package", package, "--example", name, "--"];
    all.extend(args.iter().map(String::as_str));
    cargo(&all, &[])
}
