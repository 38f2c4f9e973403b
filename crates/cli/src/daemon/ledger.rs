//! Which sessions the daemon has and how far their ids go, in a file beside its socket: a daemon that follows a killed
//! one can say what was lost, and goes on counting. Removed when the daemon ends in order.

use std::{collections::BTreeMap, fs, io, path::Path};

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
    /// The number of the next id of every session that gave any out, closed ones too.
    #[serde(default)]
    ids: BTreeMap<String, u32>,
}

/// A session that the daemon before this one had.
pub(super) struct Earlier {
    /// Its name.
    pub(super) name: String,
    /// What was lost, if it was running.
    pub(super) lost: Option<Lost>,
    /// The number after its highest id; 0 when it gave out none.
    pub(super) next_id: u32,
}

/// What the daemon before this one had. Nothing when it ended in order.
pub(super) fn read(path: &Path) -> Vec<Earlier> {
    let Ok(text) = fs::read_to_string(path) else { return Vec::new() };
    // Half a ledger, from a full disk, is as good as none.
    let Ok(Ledger { pid, sessions, mut ids }) = serde_json::from_str(&text) else { return Vec::new() };
    let why = format!("the daemon (process {pid}) was killed");
    let mut earlier: Vec<Earlier> = sessions
        .into_iter()
        .map(|entry| Earlier {
            next_id: ids.remove(&entry.name).unwrap_or_default(),
            name: entry.name,
            lost: Some(Lost { why: why.clone(), urls: entry.urls, launch: entry.launch }),
        })
        .collect();
    earlier.extend(ids.into_iter().map(|(name, next_id)| Earlier { name, lost: None, next_id }));
    earlier
}

/// Writes down the running sessions and the numbers of all sessions' next ids, where that differs from what is written.
pub(super) fn write(path: &Path, sessions: &[SessionInfo], ids: BTreeMap<String, u32>) {
    let running: Vec<Entry> = sessions
        .iter()
        .filter(|session| session.lost.is_none())
        .map(|session| Entry {
            name: session.name.clone(),
            urls: session.tabs.iter().map(|tab| tab.url.clone()).collect(),
            launch: session.launch.clone(),
        })
        .collect();
    if running.is_empty() && ids.is_empty() {
        return remove(path);
    }
    if let Err(error) = replace(path, &Ledger { pid: std::process::id(), sessions: running, ids }) {
        warn!(%error, "the ledger of sessions cannot be written");
    }
}

/// Removes it: the daemon ends in order, so that nothing is lost.
pub(super) fn remove(path: &Path) {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            warn!(%error, "the ledger of sessions cannot be removed");
        }
        _ => {}
    }
}

fn replace(path: &Path, ledger: &Ledger) -> io::Result<()> {
    let text = serde_json::to_string(ledger)?;
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
