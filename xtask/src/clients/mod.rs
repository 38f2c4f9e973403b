//! The typed clients for Python and TypeScript, made from `domtool schema`: `cargo xtask clients`.
//!
//! What is generated is checked in, so that a client can be read and packed without this. A file that is not what the schema gives is
//! a finding. What needs npm (the compiler of TypeScript, whose output is checked in, too) is left out where there is none.

mod model;
mod prose;
mod python;
mod typescript;

use std::{env, fs, path::PathBuf, process::Command};

use crate::{cargo::cargo, js};
use model::Model;

/// The client for TypeScript.
const TYPESCRIPT: &str = "clients/typescript";
/// What its compiler writes.
const COMPILED: &str = "clients/typescript/dist";

/// `cargo xtask clients`: checks; with `--write` it makes the generated files anew.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    cargo(&["build", "--package", "domtool-cli"], &[])?;
    match args {
        [] => check(),
        [arg] if arg == "--write" => write(),
        _ => Err("the only argument is --write".to_owned()),
    }
}

/// The same in `ci`, with the binary that the tests use: it is built for them anyway.
pub(crate) fn check_in_ci() -> Result<(), String> {
    cargo(&["test", "--workspace", "--no-run", "--quiet"], &[])?;
    check()
}

fn check() -> Result<(), String> {
    let stale: Vec<_> =
        generated()?.into_iter().filter(|(path, text)| read(path) != *text).map(|(path, _)| path).collect();
    if !stale.is_empty() {
        return Err(format!("{} not as the schema has it: cargo xtask clients --write", stale.join(", ")));
    }
    if !js::has_npm() {
        eprintln!("the types of the TypeScript client are left out: there is no npm");
        return Ok(());
    }
    let fresh = scratch("dist");
    compile(&fresh.to_string_lossy())?;
    let stale = differing(&fresh)?;
    fs::remove_dir_all(&fresh).map_err(|error| format!("{}: {error}", fresh.display()))?;
    if stale.is_empty() {
        return Ok(());
    }
    Err(format!("{COMPILED}: {} not as compiled: cargo xtask clients --write", stale.join(", ")))
}

fn write() -> Result<(), String> {
    for (path, text) in generated()? {
        fs::write(&path, text).map_err(|error| format!("{path}: {error}"))?;
    }
    if !js::has_npm() {
        return Err(format!("{COMPILED} is as it was: there is no npm to compile it with"));
    }
    let fresh = scratch("dist");
    compile(&fresh.to_string_lossy())?;
    if fs::exists(COMPILED).unwrap_or(false) {
        fs::remove_dir_all(COMPILED).map_err(|error| format!("{COMPILED}: {error}"))?;
    }
    fs::rename(&fresh, COMPILED).map_err(|error| format!("{COMPILED}: {error}"))
}

/// Every generated file, with the text that it is to have.
fn generated() -> Result<Vec<(String, String)>, String> {
    let program = target().join("debug").join(format!("domtool{}", env::consts::EXE_SUFFIX));
    let printed = Command::new(&program)
        .arg("schema")
        .output()
        .map_err(|error| format!("{} does not start: {error}", program.display()))?;
    if !printed.status.success() {
        return Err(format!("domtool schema failed: {}", String::from_utf8_lossy(&printed.stderr)));
    }
    let schema =
        serde_json::from_slice(&printed.stdout).map_err(|error| format!("domtool schema: {error}"))?;
    let model = Model::read(&schema)?;
    let mut files = python::files(&model)?;
    files.extend(typescript::files(&model)?);
    Ok(files)
}

/// Compiles the TypeScript client into a folder.
fn compile(into: &str) -> Result<(), String> {
    js::install()?;
    js::tool("typescript/bin/tsc", &["--project", TYPESCRIPT, "--outDir", into])
}

/// The names of the compiled files that differ, are not there, or are there in vain.
fn differing(fresh: &std::path::Path) -> Result<Vec<String>, String> {
    let names = |folder: &std::path::Path| -> Result<Vec<String>, String> {
        let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
    };
    let mut all = names(fresh)?;
    all.extend(names(COMPILED.as_ref()).unwrap_or_default());
    all.sort_unstable();
    all.dedup();
    all.retain(|name| {
        let text = |folder: &std::path::Path| read(&folder.join(name).to_string_lossy());
        text(fresh) != text(COMPILED.as_ref())
    });
    Ok(all)
}

/// A file's text; nothing where there is no such file.
fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}

fn scratch(name: &str) -> PathBuf {
    target().join("clients").join(name)
}
