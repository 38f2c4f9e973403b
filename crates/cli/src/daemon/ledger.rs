//! Which sessions the daemon has, in a file beside its socket: a daemon that follows a killed one can say what was
//! lost. Removed when all sessions are closed.

use std::{fs, io, path::Path};

use serde::{Deserialize, Serialize};
use tracing::warn;

use super::{registry::SessionInfo, room::Lost};
use crate::launch::Launch;

#[derive(Serialize, Deserialize)]
struct Entry {
    name: String,
    urls: Vec<String>,
    launch: Launch,
}

#[derive(Serialize, Deserialize)]
struct Ledger {
    pid: u32,
    sessions: Vec<Entry>,
}

/// What the daemon before this one had, by name. Nothing when it ended in order.
pub(super) fn read(path: &Path) -> Vec<(String, Lost)> {
    let Ok(text) = fs::read_to_string(path) else { return Vec::new() };
    // Half a ledger, from a full disk, is as good as none.
    let Ok(ledger) = serde_json::from_str::<Ledger>(&text) else { return Vec::new() };
    let why = format!("the daemon (process {}) was killed", ledger.pid);
    let lost = |entry: Entry| (entry.name, Lost { why: why.clone(), urls: entry.urls, launch: entry.launch });
    ledger.sessions.into_iter().map(lost).collect()
}

/// Writes down the running sessions, where that differs from what is written.
pub(super) fn write(path: &Path, sessions: &[SessionInfo]) {
    let running: Vec<Entry> = sessions
        .iter()
        .filter(|session| session.lost.is_none())
        .map(|session| Entry {
            name: session.name.clone(),
            urls: session.tabs.iter().map(|tab| tab.url.clone()).collect(),
            launch: session.launch.clone(),
        })
        .collect();
    if let Err(error) = replace(path, running) {
        warn!(%error, "the ledger of sessions cannot be written");
    }
}

fn replace(path: &Path, running: Vec<Entry>) -> io::Result<()> {
    if running.is_empty() {
        return match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
    }
    let text = serde_json::to_string(&Ledger { pid: std::process::id(), sessions: running })?;
    if fs::read_to_string(path).is_ok_and(|before| before == text) {
        return Ok(());
    }
    let fresh = path.with_extension("sessions-new");
    write_private(&fresh, &text)?;
    fs::rename(&fresh, path)
}

#[cfg(unix)]
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    use std::{io::Write as _, os::unix::fs::OpenOptionsExt};
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())
}

#[cfg(not(unix))]
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text)
}
