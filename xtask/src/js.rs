//! The JavaScript of the parts: its types and its format, by the tools of `xtask/js`.
//!
//! They need Node and npm, which nothing else here does: where these are not there, `ci` says so and goes on.

use std::{fs, path::Path, process::Command, time::SystemTime};

use crate::{calls, cargo};

const FOLDER: &str = "xtask/js";
/// What is formatted; the compiler has its own lists, in each `tsconfig.json`.
const FORMATTED: &[&str] = &[
    "crates/domtool/src/world/**/*.{js,d.ts}",
    "crates/domtool/src/observe/*.js",
    "crates/domtool/src/session/**/*.js",
    "crates/cli/extension/*.js",
    "!**/calls.d.ts",
];

/// `cargo xtask js`: checks; with `--write` it makes the types of the calls anew and formats first.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let write = match args {
        [] => false,
        [arg] if arg == "--write" => true,
        _ => return Err("the only argument is --write".to_owned()),
    };
    if write {
        calls::write()?;
    }
    install()?;
    let formatted = prettier(if write { "--write" } else { "--check" });
    formatted.map_err(|why| format!("{why} (cargo xtask js --write formats)"))?;
    tool("typescript/bin/tsc", &["--project", "crates/domtool"])?;
    tool("typescript/bin/tsc", &["--project", "crates/cli/extension"])
}

/// Compiles the TypeScript of a folder, as its own configuration says.
pub(crate) fn compile(folder: &str) -> Result<(), String> {
    install()?;
    tool("typescript/bin/tsc", &["--project", folder])
}

/// What `run` checks, in `ci`, where there is npm.
pub(crate) fn check_where_possible() -> Result<(), String> {
    if !has_npm() {
        eprintln!("the types and the format of the JavaScript are left out: there is no npm");
        return Ok(());
    }
    run(&[])
}

/// Whether the tools can be had.
pub(crate) fn has_npm() -> bool {
    Command::new(npm()).arg("--version").output().is_ok()
}

/// Installs the tools unless they are there as the lock file has them.
pub(crate) fn install() -> Result<(), String> {
    let written = |path: &str| -> Option<SystemTime> {
        fs::metadata(Path::new(FOLDER).join(path)).and_then(|file| file.modified()).ok()
    };
    let installed = written("node_modules/.package-lock.json");
    if installed.is_some() && installed >= written("package-lock.json") {
        return Ok(());
    }
    let arguments = ["ci", "--prefix", FOLDER, "--no-audit", "--no-fund", "--ignore-scripts"];
    started(Command::new(npm()).args(arguments), "npm ci")
}

/// Copies scripts and their list of packages from one folder to another, and installs there what the lock file has. No script of a package
/// runs.
pub(crate) fn install_apart(from: &str, to: &str, files: &[&str]) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|error| format!("{to}: {error}"))?;
    for file in files {
        fs::copy(Path::new(from).join(file), Path::new(to).join(file))
            .map_err(|error| format!("{file}: {error}"))?;
    }
    let mut npm = Command::new(npm());
    npm.args(["ci", "--prefix", to, "--no-audit", "--no-fund", "--ignore-scripts"]);
    cargo::run(npm, "npm ci")
}

fn prettier(what: &str) -> Result<(), String> {
    let config = format!("{FOLDER}/prettier.json");
    let mut arguments = vec!["--config", &config, "--log-level", "warn", what];
    arguments.extend(FORMATTED);
    tool("prettier/bin/prettier.cjs", &arguments)
}

/// Runs one of the tools, by the path of its script.
pub(crate) fn tool(path: &str, arguments: &[&str]) -> Result<(), String> {
    node(&format!("{FOLDER}/node_modules/{path}"), arguments)
}

/// Runs a script.
pub(crate) fn node(script: &str, arguments: &[&str]) -> Result<(), String> {
    started(Command::new("node").arg(script).args(arguments), &format!("node {script}"))
}

fn started(command: &mut Command, name: &str) -> Result<(), String> {
    eprintln!("$ {name}");
    let status = command.status().map_err(|error| format!("{name} does not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed")) }
}

pub(crate) fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}
