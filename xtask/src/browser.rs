//! Makes sure that there is a Chromium to test with. Finding one exactly is `domtool`'s own affair; this only saves the
//! build of the command line where one is plainly there.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::cargo::cargo;

const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "brave-browser",
];

const APPLICATIONS: &[&str] = &[
    "/Applications/Google Chrome.app",
    "/Applications/Chromium.app",
    "/Applications/Microsoft Edge.app",
    "/Applications/Brave Browser.app",
];

/// Installs a Chromium by the project's own means where none is seen.
pub(crate) fn ensure() -> Result<(), String> {
    if env::var_os("DOMTOOL_CHROME").is_some()
        || on_path().is_some()
        || APPLICATIONS.iter().any(|app| Path::new(app).exists())
    {
        return Ok(());
    }
    cargo(&["run", "--quiet", "--package", "domtool-cli", "--", "browser", "install", "--yes"], &[])
}

/// The browser for programs that have to be told which: the one of `DOMTOOL_CHROME`, or the first that is plainly there.
pub(crate) fn executable() -> Option<PathBuf> {
    env::var_os("DOMTOOL_CHROME").map(PathBuf::from).or_else(on_path)
}

fn on_path() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut candidates =
        env::split_paths(&path).flat_map(|folder| NAMES.iter().map(move |name| folder.join(name)));
    candidates.find(|candidate: &PathBuf| candidate.is_file())
}
