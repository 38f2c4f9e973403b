//! Finds the browsers that are installed, in the order in which domtool prefers them. It reads files only, and starts nothing.

use std::path::{Path, PathBuf};

use super::surroundings::{is_program, on_path};
use crate::error::{Error, ErrorKind, Result};

/// The variable that names the browser to use.
const VARIABLE: &str = "DOMTOOL_CHROME";

/// A browser that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installation {
    /// What to start.
    pub path: PathBuf,
    /// What it is, such as `Chromium`.
    pub name: String,
    /// Where it was found.
    pub source: Source,
    /// What a user should know about this kind of package.
    pub note: Option<&'static str>,
}

/// Where a browser was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// Named by the environment variable `DOMTOOL_CHROME`.
    Environment,
    /// On the `PATH`.
    Path,
    /// Where installers put it.
    Standard,
    /// In domtool's own cache.
    Cache,
}

const PROGRAMS: &[(&str, &str)] = &[
    ("google-chrome-stable", "Google Chrome"),
    ("google-chrome", "Google Chrome"),
    ("chrome", "Google Chrome"),
    ("chromium", "Chromium"),
    ("chromium-browser", "Chromium"),
    ("microsoft-edge-stable", "Microsoft Edge"),
    ("microsoft-edge", "Microsoft Edge"),
    ("brave-browser", "Brave"),
    ("brave", "Brave"),
];

#[cfg(target_os = "macos")]
const STANDARD: &[(&str, &str)] = &[
    ("Google Chrome.app/Contents/MacOS/Google Chrome", "Google Chrome"),
    ("Chromium.app/Contents/MacOS/Chromium", "Chromium"),
    ("Microsoft Edge.app/Contents/MacOS/Microsoft Edge", "Microsoft Edge"),
    ("Brave Browser.app/Contents/MacOS/Brave Browser", "Brave"),
];
#[cfg(windows)]
const STANDARD: &[(&str, &str)] = &[
    (r"Google\Chrome\Application\chrome.exe", "Google Chrome"),
    (r"Chromium\Application\chrome.exe", "Chromium"),
    (r"Microsoft\Edge\Application\msedge.exe", "Microsoft Edge"),
    (r"BraveSoftware\Brave-Browser\Application\brave.exe", "Brave"),
];
#[cfg(not(any(target_os = "macos", windows)))]
const STANDARD: &[(&str, &str)] = &[
    ("/opt/google/chrome/chrome", "Google Chrome"),
    ("/usr/lib/chromium/chromium", "Chromium"),
    ("/usr/lib64/chromium-browser/chromium-browser", "Chromium"),
    ("/opt/microsoft/msedge/msedge", "Microsoft Edge"),
    ("/opt/brave.com/brave/brave", "Brave"),
    ("/snap/bin/chromium", "Chromium (snap)"),
    ("/var/lib/flatpak/exports/bin/com.google.Chrome", "Google Chrome (flatpak)"),
    ("/var/lib/flatpak/exports/bin/org.chromium.Chromium", "Chromium (flatpak)"),
];

/// Every browser that is installed, the one to prefer first: what `DOMTOOL_CHROME` names, what the `PATH` has, what
/// lies where installers put it, domtool's own.
#[must_use]
pub fn installed() -> Vec<Installation> {
    let mut found: Vec<Installation> = Vec::new();
    let mut real = Vec::new();
    let named =
        named_by_environment().map(|path| (path, "chosen by DOMTOOL_CHROME".to_owned(), Source::Environment));
    let on_path =
        PROGRAMS.iter().filter_map(|(file, name)| Some((on_path(file)?, (*name).to_owned(), Source::Path)));
    let standard = standard_paths().into_iter().map(|(path, name)| (path, name, Source::Standard));
    let cached = cached()
        .into_iter()
        .map(|(path, version)| (path, format!("Chrome for Testing {version}"), Source::Cache));
    for (path, name, source) in named.into_iter().chain(on_path).chain(standard).chain(cached) {
        if !is_program(&path) {
            continue;
        }
        let target = path.canonicalize().unwrap_or_else(|_| path.clone());
        if !real.contains(&target) {
            let note = confinement(&path, &target);
            found.push(Installation { path, name, source, note });
            real.push(target);
        }
    }
    // A confined browser sees neither our temporary files nor our pipes; any other is better.
    found.sort_by_key(|installation| {
        installation.note.is_some() && installation.source != Source::Environment
    });
    found
}

/// The executable to start, and what a user should know about it.
pub(super) fn choose(asked: Option<&Path>) -> Result<(PathBuf, Option<&'static str>)> {
    let chosen = match (asked, named_by_environment()) {
        (Some(path), _) => existing(path, "the browser to start")?,
        (None, Some(path)) => existing(&path, "the browser that DOMTOOL_CHROME names")?,
        (None, None) => installed().into_iter().next().map(|first| first.path).ok_or_else(none_installed)?,
    };
    let target = chosen.canonicalize().unwrap_or_else(|_| chosen.clone());
    let note = confinement(&chosen, &target);
    Ok((chosen, note))
}

fn none_installed() -> Error {
    let advice = match super::install::plan() {
        Some(plan) => format!("`{}` gets one", plan.describe()),
        None => "install Chromium or Google Chrome".to_owned(),
    };
    Error::new(
        ErrorKind::NoBrowser,
        format!("no Chromium is installed here; {advice}, or name one in {VARIABLE}"),
    )
}

fn existing(path: &Path, what: &str) -> Result<PathBuf> {
    let found = if path.components().count() == 1 { path.to_str().and_then(on_path) } else { None };
    let path = found.unwrap_or_else(|| path.to_owned());
    if is_program(&path) {
        return Ok(path);
    }
    let why = if path.exists() { "is not a program" } else { "does not exist" };
    Err(Error::new(ErrorKind::NoBrowser, format!("{what}, {}, {why}", path.display())))
}

fn named_by_environment() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn confinement(path: &Path, target: &Path) -> Option<&'static str> {
    let within = |part: &str| path.iter().chain(target.iter()).any(|name| name == part);
    if within("snap") {
        Some(
            "a snap: it sees only a part of the file system; a Chromium from another source is more reliable",
        )
    } else if within("flatpak") {
        Some("a flatpak: it cannot be reached by pipes and sees only a part of the file system")
    } else {
        None
    }
}

fn standard_paths() -> Vec<(PathBuf, String)> {
    let roots: Vec<PathBuf> = if cfg!(windows) {
        ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"]
            .iter()
            .filter_map(std::env::var_os)
            .map(PathBuf::from)
            .collect()
    } else if cfg!(target_os = "macos") {
        let own = std::env::home_dir().map(|home| home.join("Applications"));
        std::iter::once(PathBuf::from("/Applications")).chain(own).collect()
    } else {
        vec![PathBuf::from("/")]
    };
    let at = |(file, name): &(&str, &str)| -> Vec<(PathBuf, String)> {
        roots.iter().map(|root| (root.join(file), (*name).to_owned())).collect()
    };
    STANDARD.iter().flat_map(at).collect()
}

/// Where domtool keeps browsers of its own, each in a folder named for its version; `None` where this user has no folder for caches.
/// It need not be there.
#[must_use]
pub fn cache_folder() -> Option<PathBuf> {
    let home = std::env::home_dir;
    let base = if cfg!(windows) {
        std::env::var_os("LocalAppData").map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Caches"))
    } else {
        std::env::var_os("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .or_else(|| home().map(|home| home.join(".cache")))
    };
    // The standard of these variables has a relative path ignored.
    let base = base.filter(|base| base.is_absolute());
    base.map(|base| base.join("domtool").join("browsers"))
}

/// `<cache>/<version>/<archive's folder>/<program>` and its version, the newest first.
fn cached() -> Vec<(PathBuf, String)> {
    const INSIDE: &[&str] =
        &["chrome", "chrome.exe", "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"];
    let folders = |path: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let named = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.to_owned();
        name.starts_with(|c: char| c.is_ascii_digit()).then_some((path, name))
    };
    let cache = cache_folder().map(|cache| folders(&cache)).unwrap_or_default();
    let mut versions: Vec<_> = cache.into_iter().filter_map(named).collect();
    versions.sort_by_key(|(_, name)| std::cmp::Reverse(numbers(name)));
    let programs = |(path, name): (PathBuf, String)| {
        let archives = folders(&path).into_iter();
        let programs = |archive: PathBuf| INSIDE.iter().map(move |file| archive.join(file));
        archives.flat_map(programs).map(move |program| (program, name.clone()))
    };
    versions.into_iter().flat_map(programs).collect()
}

/// The numbers of a version, to put versions in order.
fn numbers(version: &str) -> Vec<u32> {
    version.split('.').map(|part| part.parse().unwrap_or(0)).collect()
}
