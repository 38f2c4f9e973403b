//! The typed clients for Python and TypeScript, which travel in the packages of their languages, beside the binary.

use std::path::Path;

use super::files::{self, File};
use crate::js;

const PYTHON: &str = "clients/python/domtool";
const TYPESCRIPT: &str = "clients/typescript";

/// The Python package, as it is installed: below `domtool/`.
pub(super) fn python() -> Result<Vec<File>, String> {
    if !Path::new(PYTHON).is_dir() {
        return Ok(Vec::new());
    }
    let files = files::below(Path::new(PYTHON), "domtool")?;
    // What an interpreter left there.
    Ok(files.into_iter().filter(|file| !file.path.contains("/__pycache__/")).collect())
}

/// The compiled TypeScript and its types, below `dist/`; compiled where it has not been.
pub(super) fn typescript() -> Result<Vec<File>, String> {
    if !Path::new(TYPESCRIPT).join("tsconfig.json").is_file() {
        return Ok(Vec::new());
    }
    let compiled = Path::new(TYPESCRIPT).join("dist");
    if !compiled.is_dir() {
        js::compile(TYPESCRIPT)?;
    }
    files::below(&compiled, "dist")
}
