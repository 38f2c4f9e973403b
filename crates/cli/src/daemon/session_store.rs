//! Which sessions the daemon has and how far their ids go, in a file beside its socket: a daemon that follows a killed
//! one can say what was lost, and goes on counting. Removed when the daemon ends in order.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs, io,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use tracing::warn;

use super::session_slot::Lost;
use crate::{
    failure::{Failure, Result},
    launch::Launch,
    limits::SESSION_STORE_BYTES,
    output::SessionInfo,
    private,
};

/// How every session store begins: a file that begins with something else is not ours to replace.
const BEGINNING: &str = "{\"pid\":";

#[derive(Serialize, Deserialize)]
struct Entry {
    name: String,
    urls: Vec<String>,
    launch: Launch,
    /// The flags that it was started with and that are not in `launch`.
    #[serde(default)]
    unkept: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct SessionStore {
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
///
/// # Errors
/// `SECURITY_BLOCKED` when somebody else's file is there, `INVALID_INPUT` when another of this user's is.
pub(super) fn read(path: &Path) -> Result<Vec<Earlier>> {
    let Some(text) = text(path)? else { return Ok(Vec::new()) };
    // Half a session store, from a full disk, is as good as none.
    let Ok(SessionStore { pid, sessions, mut ids }) = serde_json::from_str(&text) else {
        return Ok(Vec::new());
    };
    let why = format!("the daemon (process {pid}) was killed");
    let mut earlier: Vec<Earlier> = sessions
        .into_iter()
        .map(|entry| Earlier {
            next_id: ids.remove(&entry.name).unwrap_or_default(),
            name: entry.name,
            lost: Some(Lost {
                why: why.clone(),
                urls: entry.urls,
                goes_on: entry.launch.cdp.is_some(),
                launch: entry.launch,
                unkept: entry.unkept,
            }),
        })
        .collect();
    earlier.extend(ids.into_iter().map(|(name, next_id)| Earlier { name, lost: None, next_id }));
    Ok(earlier)
}

/// Writes down the running sessions and the numbers of all sessions' next ids, where that differs from what is written.
pub(super) fn write(path: &Path, sessions: &[SessionInfo], ids: BTreeMap<String, u32>) {
    let running: Vec<Entry> = sessions
        .iter()
        .filter(|session| session.lost.is_none())
        .map(|session| Entry {
            name: session.name.clone(),
            // A tab that was taken is its person's, and is not lost with us.
            urls: session
                .tabs
                .iter()
                .filter(|tab| !tab.attached || session.launch.cdp.is_none())
                .map(|tab| tab.url.clone())
                .collect(),
            launch: session.launch.without_secrets(),
            unkept: session.launch.secrets_given(),
        })
        .collect();
    if running.is_empty() && ids.is_empty() {
        return remove(path);
    }
    if let Err(error) = replace(path, &SessionStore { pid: std::process::id(), sessions: running, ids }) {
        warn!(%error, "the session store cannot be written");
    }
}

/// The text of a session store; `None` when there is no file.
///
/// # Errors
/// As [`read`]: what is no session store of ours is neither read nor replaced.
fn text(path: &Path) -> Result<Option<String>> {
    let Some(file) = private::open_existing(path, false)? else { return Ok(None) };
    let mut text = String::new();
    let read = file.take(SESSION_STORE_BYTES).read_to_string(&mut text);
    if read.is_err() || !(text.is_empty() || text.starts_with(BEGINNING)) {
        return Err(private::not_ours(path, "a list of domtool's sessions"));
    }
    Ok(Some(text))
}

/// Removes it: the daemon ends in order, so that nothing is lost.
pub(super) fn remove(path: &Path) {
    let removed = match text(path) {
        Ok(None) => Ok(()),
        Ok(Some(_)) => fs::remove_file(path).map_err(|error| Failure::io(path.display(), &error)),
        Err(failure) => Err(failure),
    };
    if let Err(error) = removed {
        warn!(%error, "the session store cannot be removed");
    }
}

fn replace(path: &Path, session_store: &SessionStore) -> Result<()> {
    let failed = |error: io::Error| Failure::io(path.display(), &error);
    let text = serde_json::to_string(session_store).map_err(|error| failed(error.into()))?;
    if self::text(path)?.is_some_and(|before| before == text) {
        return Ok(());
    }
    let fresh = path_of_fresh(path);
    write_private(&fresh, &text)?;
    fs::rename(&fresh, path).map_err(failed)
}

fn path_of_fresh(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!("-{}", std::process::id()));
    PathBuf::from(name)
}

/// Into a file that was not there. One that is there is of an earlier daemon with our process id, that was killed in the middle
/// of this; or somebody else's, and then nothing is written.
fn write_private(path: &Path, text: &str) -> Result<()> {
    let failed = |error: io::Error| Failure::io(path.display(), &error);
    let mut file = match private::create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let left = private::open_existing(path, false)?.ok_or_else(|| failed(error))?;
            left.set_len(0).map_err(failed)?;
            left
        }
        made => made.map_err(failed)?,
    };
    file.write_all(text.as_bytes()).map_err(failed)
}
