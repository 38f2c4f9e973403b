//! Installs the libraries below `target` as the lock file has them, and bundles those pages that import modules.

use std::{fs, path::Path, process::Command};

use crate::{cargo, js};

/// Where the libraries are installed. It is not in the sources: they are half a gigabyte.
pub(super) const INSTALLED: &str = "target/libraries";
/// The pages, and the modules that are bundled for them.
pub(super) const PAGES: &str = "xtask/libraries/pages";
const LISTS: [&str; 2] = ["package.json", "package-lock.json"];

/// Installs what the lock file lists, unless it is there already.
pub(super) fn install() -> Result<(), String> {
    let from = Path::new("xtask/libraries");
    let to = Path::new(INSTALLED);
    let read = |folder: &Path, list: &str| fs::read(folder.join(list)).ok();
    let same = LISTS.iter().all(|list| read(from, list) == read(to, list));
    if same && to.join("node_modules/esbuild").is_dir() {
        return Ok(());
    }
    fs::create_dir_all(to).map_err(|error| format!("{INSTALLED}: {error}"))?;
    for list in LISTS {
        fs::copy(from.join(list), to.join(list)).map_err(|error| format!("{list}: {error}"))?;
    }
    let mut npm = Command::new(js::npm());
    npm.args([
        "ci",
        "--prefix",
        INSTALLED,
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--legacy-peer-deps",
    ]);
    cargo::run(npm, "npm ci")
}

/// Bundles each module beside the pages into one script of the same name.
pub(super) fn bundle() -> Result<(), String> {
    let entries = fs::read_dir(PAGES).map_err(|error| format!("{PAGES}: {error}"))?;
    let modules = entries.flatten().map(|entry| entry.path());
    let modules: Vec<_> = modules.filter(|path| path.extension().is_some_and(|kind| kind == "jsx")).collect();
    let mut esbuild = Command::new("node");
    // Modules are outside of the folder that has the packages, so that it is named as a path of Node.
    esbuild.env("NODE_PATH", format!("{INSTALLED}/node_modules"));
    esbuild.arg(format!("{INSTALLED}/node_modules/esbuild/bin/esbuild")).args(modules).args([
        "--bundle",
        "--jsx=automatic",
        "--define:process.env.NODE_ENV=\"production\"",
        "--loader:.woff=empty",
        "--loader:.woff2=empty",
        "--loader:.ttf=empty",
        "--loader:.eot=empty",
        "--log-level=warning",
        "--outdir=target/libraries/bundles",
    ]);
    cargo::run(esbuild, "esbuild")
}
