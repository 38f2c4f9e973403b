//! Makes sure that there is a Chromium to test with. Finding one exactly is `domtool`'s own affair; this only saves the
//! build of the command line where one is plainly there.

use std::{
    env,
    io::BufReader,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use cargo_metadata::{Artifact, Message};

use crate::cargo::{self, cargo};

/// What the program is asked for where there is no browser.
const INSTALL: &[&str] = &["browser", "install", "--yes"];

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
    if is_there() {
        return Ok(());
    }
    cargo(&[&["run", "--quiet", "--package", "domtool-cli", "--"], INSTALL].concat(), &[])
}

/// The same before tests: their build makes the program, too, which installs while the build goes on. A build of the program alone
/// comes to other features of its dependencies, so that the tests' build would make them once more.
///
/// `test` are cargo's words for the tests.
pub(crate) fn ensure_while_building(test: &[&str]) -> Result<(), String> {
    if is_there() {
        return Ok(());
    }
    let build = [test, &["--no-run", "--message-format", "json-render-diagnostics"]].concat();
    let mut command = cargo::command();
    command.args(&build).stdout(Stdio::piped());
    let mut install = None;
    let built = cargo::run_reading(command, &format!("cargo {}", build.join(" ")), |child| {
        let Some(out) = child.stdout.take() else { return };
        for message in Message::parse_stream(BufReader::new(out)).map_while(Result::ok) {
            if let Some(program) = program_in(message) {
                eprintln!("$ {program} {}", INSTALL.join(" "));
                install = Some(Command::new(program).args(INSTALL).spawn());
            }
        }
    });
    let installed = match install {
        None => Err("the build of the tests made no program `domtool`".to_owned()),
        Some(Err(error)) => Err(format!("the built program does not start: {error}")),
        Some(Ok(child)) => finished(child),
    };
    built.and(installed)
}

/// The path of the program, in the message that says it is built: not the one of its unit tests, which has the same name.
fn program_in(message: Message) -> Option<String> {
    let Message::CompilerArtifact(Artifact { target, profile, executable: Some(path), .. }) = message else {
        return None;
    };
    (target.name == "domtool" && target.is_bin() && !profile.test).then(|| path.into_string())
}

fn finished(mut install: Child) -> Result<(), String> {
    let status = install.wait().map_err(|error| format!("the installation cannot be waited for: {error}"))?;
    if status.success() { Ok(()) } else { Err("no browser could be installed".to_owned()) }
}

/// Installs Chromium's shell, too, which most tests of the library take where it is: with it they last half as long. That is tried where
/// Debian's package of Chromium is and nobody has to be asked; without it the tests run on the whole browser.
pub(crate) fn add_shell() {
    let (shell, whole) =
        (Path::new("/usr/lib/chromium/chromium-headless-shell"), Path::new("/usr/lib/chromium/chromium"));
    if shell.exists() || !whole.exists() || env::var_os("DOMTOOL_CHROME").is_some() {
        return;
    }
    // Of another version it would move what is installed.
    let Some(version) = cargo::installed("dpkg-query", &["-W", "-f", "${Version}", "chromium"]) else {
        return;
    };
    let package = format!("chromium-headless-shell={version}");
    let install = ["install", "-y", "--no-install-recommends", "--no-remove", "--no-upgrade", &package];
    let added = apt(&install).or_else(|_| apt(&["update"]).and_then(|()| apt(&install)));
    if let Err(why) = added {
        eprintln!("xtask: the tests run on the whole browser, which takes longer: {why}");
    }
}

/// Runs Debian's package manager, which waits for no server for long.
fn apt(words: &[&str]) -> Result<(), String> {
    let mut command = Command::new("apt-get");
    command.args(["-q", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20"]).args(words);
    command.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).stdout(Stdio::null());
    cargo::run(command, &format!("apt-get {}", words.join(" ")))
}

fn is_there() -> bool {
    env::var_os("DOMTOOL_CHROME").is_some()
        || on_path().is_some()
        || APPLICATIONS.iter().any(|app| Path::new(app).exists())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_told_from_its_unit_tests_and_from_the_library() {
        let message = |kind: &str, test: bool, executable: &str| {
            let text = format!(
                r#"{{"reason":"compiler-artifact","package_id":"p","manifest_path":"/p/Cargo.toml","target":{{"kind":["{kind}"],
                "crate_types":["{kind}"],"name":"domtool","src_path":"/p/src/main.rs","edition":"2024","doc":true,"doctest":false,
                "test":true}},"profile":{{"opt_level":"0","debuginfo":1,"debug_assertions":true,"overflow_checks":true,
                "test":{test}}},"features":[],"filenames":[],"executable":{executable},"fresh":false}}"#
            );
            let text = text.replace('\n', " ");
            Message::parse_stream(text.as_bytes()).next().unwrap().unwrap()
        };
        assert_eq!(program_in(message("bin", false, r#""/t/domtool""#)).as_deref(), Some("/t/domtool"));
        assert_eq!(program_in(message("bin", true, r#""/t/deps/domtool-1f""#)), None);
        assert_eq!(program_in(message("lib", false, "null")), None);
    }
}
