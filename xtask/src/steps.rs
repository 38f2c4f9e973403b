//! Cargo's own commands, run in order, their output passed through.

use std::{env, process::Command};

use crate::browser;

/// Formatting, lints and docs.
pub(crate) fn lint() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])?;
    cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])
}

/// All tests. The last lines are those of cargo's own summary.
pub(crate) fn test(args: &[String]) -> Result<(), String> {
    browser::ensure()?;
    let mut all = vec!["test", "--workspace"];
    if args.is_empty() {
        all.push("--no-fail-fast");
    }
    all.extend(args.iter().map(String::as_str));
    cargo(&all, &[])
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
    example("judge", args)
}

/// Requests in words over real pages.
pub(crate) fn query(args: &[String]) -> Result<(), String> {
    example("query", args)
}

/// What every format costs over any pages.
pub(crate) fn payloads(args: &[String]) -> Result<(), String> {
    example("payloads", args)
}

/// An example of the pure core, on a real browser.
fn example(name: &str, args: &[String]) -> Result<(), String> {
    browser::ensure()?;
    let mut all = vec!["run", "--quiet", "--package", "domtool-page", "--example", name, "--"];
    all.extend(args.iter().map(String::as_str));
    cargo(&all, &[])
}

/// Runs cargo, the one that runs us.
pub(crate) fn cargo(args: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    eprintln!("$ cargo {}", args.join(" "));
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(args)
        .envs(variables.iter().copied())
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {} failed", args.first().unwrap_or(&""))) }
}
