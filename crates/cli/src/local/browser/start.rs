//! Whether a program that was just installed starts at all: Chrome for Testing brings no libraries of the system's.

use std::{path::Path, process::Stdio};

use domtool::ErrorKind;
use tokio::process::Command;

use crate::{
    failure::{Failure, Result},
    limits::FETCHED_BROWSER_STARTS,
    local::runtime,
    print,
};

/// Has it say its version. On Windows Chrome says none and opens a window instead, so nothing is tried there.
///
/// # Errors
/// `NO_BROWSER` with its own words when it does not start.
pub(super) fn check(program: &Path) -> Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    let failed = |why: String| {
        let message = format!("{} is in place, but does not start: {why}", program.display());
        let hint = "install the libraries that it names, or a Chromium that brings them: domtool browser install --from system";
        Failure::new(ErrorKind::NoBrowser, message, hint)
    };
    let output = async {
        let mut command = Command::new(program);
        command.arg("--version").stdin(Stdio::null()).kill_on_drop(true);
        tokio::time::timeout(FETCHED_BROWSER_STARTS, command.output()).await
    };
    let output = match runtime()?.block_on(output) {
        Ok(output) => output.map_err(|error| failed(error.to_string()))?,
        Err(_) => return Err(failed(format!("it says nothing in {} s", FETCHED_BROWSER_STARTS.as_secs()))),
    };
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr);
        return Err(failed(words.lines().next().unwrap_or("it says nothing").to_owned()));
    }
    print::aside(&format!("it starts: {}", String::from_utf8_lossy(&output.stdout).trim()));
    Ok(())
}
