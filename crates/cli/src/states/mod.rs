//! Storage states on this disk: files that a caller names, and states that domtool keeps by a name in a folder of this user's own. What
//! is in a state is the library's matter; who may read the file, and whether it is encrypted, is this one's.
//!
//! A file is made under another name and moved, so that one of wider rights that stands there never holds a secret, and one that was
//! good is whole until then.

mod key;
mod keyring;
mod place;
#[cfg(feature = "encrypt")]
mod seal;
#[cfg(not(feature = "encrypt"))]
#[path = "no_seal.rs"]
mod seal;

use std::{
    fs::{self, File},
    io::{self, Read as _, Write as _},
    path::Path,
    time::UNIX_EPOCH,
};

use domtool::{ErrorKind, StorageState};

pub(crate) use key::{Keys, of_environment};
pub(crate) use place::StatePlace;

use crate::{
    failure::{Failure, Result},
    limits::STATE_BYTES,
    output::SavedState,
    private,
};

/// What the names of files end with that hold a state by name.
const ENDING: &str = ".json";

/// Saves a state. Whether it is encrypted: one that has a name is where there is a key, and a file where that is asked for.
///
/// # Errors
/// `INVALID_INPUT` when the file cannot be written, or there is no key though one is needed.
pub(crate) fn save(place: &StatePlace, state: &StorageState, keys: &Keys, encrypt: bool) -> Result<bool> {
    let path = place.path()?;
    let key = match place {
        StatePlace::File(_) if !encrypt => None,
        StatePlace::File(_) => Some(keys.any_or_made()?.ok_or_else(no_key)?),
        StatePlace::Named(_) => {
            own(private::make_folder(path.parent().unwrap_or(&path)))?;
            keys.any_or_made()?
        }
    };
    let is_named = matches!(place, StatePlace::Named(_));
    if key.is_none() && is_named && (encrypt || is_sealed_at(&path)?) {
        return Err(no_key());
    }
    let text = state.to_json();
    let text = match &key {
        Some(key) => seal::seal(text.as_bytes(), key)?,
        None => text,
    };
    if is_named {
        // A link or somebody else's file is not replaced.
        drop(own(private::open_existing(&path, false))?);
    }
    write(&path, text.as_bytes()).map_err(|error| unusable(&path, "written", &error))?;
    Ok(key.is_some())
}

/// Loads a state, and says whether it was encrypted.
///
/// # Errors
/// `NOT_FOUND` when there is no state of that name, `INVALID_INPUT` when the file cannot be read or is no state, `SECURITY_BLOCKED` when the
/// key is missing or another one, or the file was changed by somebody else.
pub(crate) fn load(place: &StatePlace, keys: &Keys) -> Result<(StorageState, bool)> {
    let path = place.path()?;
    let text = match place {
        StatePlace::File(_) => read(File::open(&path), &path)?,
        StatePlace::Named(name) => {
            let file = own(private::open_existing(&path, false))?.ok_or_else(|| no_such(name))?;
            read(Ok(file), &path)?
        }
    };
    let sealed = seal::is_sealed(&text);
    let text = if sealed { seal::open(&text, keys)? } else { text };
    Ok((StorageState::from_json(&text)?, sealed))
}

/// The states that have a name, in the order of these.
///
/// # Errors
/// `INTERNAL` when the folder cannot be read.
pub(crate) fn list() -> Result<Vec<SavedState>> {
    let folder = place::folder()?;
    let failed = |error: io::Error| Failure::io(folder.display(), &error);
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let mut states = Vec::new();
    for entry in entries {
        let entry = entry.map_err(failed)?;
        let file_name = entry.file_name();
        let Some(name) = file_name.to_str().and_then(|name| name.strip_suffix(ENDING)) else { continue };
        let meta = entry.path().symlink_metadata().map_err(failed)?;
        if place::check_name(name).is_err() || !meta.is_file() || !private::is_own(&meta) {
            continue;
        }
        let saved = meta.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        states.push(SavedState {
            name: name.to_owned(),
            encrypted: is_sealed_at(&entry.path())?,
            bytes: meta.len(),
            saved: saved.map_or(0, |since| since.as_secs()),
        });
    }
    states.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(states)
}

/// Deletes a state that has a name.
///
/// # Errors
/// `NOT_FOUND` when there is none, `SECURITY_BLOCKED` when a link or somebody else's file is there.
pub(crate) fn delete(place: &StatePlace) -> Result<()> {
    let StatePlace::Named(name) = place else {
        let failure = Failure::invalid("only a state that has a name is deleted here");
        return Err(Failure { hint: "a file is yours to delete".into(), ..failure });
    };
    let path = place.path()?;
    own(private::open_existing(&path, false))?.ok_or_else(|| no_such(name))?;
    match fs::remove_file(&path) {
        // Another call was faster.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(no_such(name)),
        removed => removed.map_err(|error| Failure::io(path.display(), &error)),
    }
}

/// Whether the file there is encrypted; `false` where there is none.
fn is_sealed_at(path: &Path) -> Result<bool> {
    let Some(mut file) = own(private::open_existing(path, false))? else { return Ok(false) };
    let mut head = [0; seal::BEGINNING.len()];
    Ok(file.read_exact(&mut head).is_ok() && head == *seal::BEGINNING.as_bytes())
}

fn read(file: io::Result<File>, path: &Path) -> Result<String> {
    let mut text = String::new();
    let read = file.and_then(|file| file.take(STATE_BYTES + 1).read_to_string(&mut text));
    let read = read.map_err(|error| unusable(path, "read", &error))?;
    if read as u64 > STATE_BYTES {
        return Err(Failure::invalid(format!("{} is too large: a state has 256 MB at most", path.display())));
    }
    Ok(text)
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    // Two calls may save at once, also in one process.
    name.push(format!(".{:016x}.new", getrandom::u64().map_err(io::Error::other)?));
    let fresh = path.with_file_name(name);
    let mut file = private::create(&fresh)?;
    let written =
        file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| fs::rename(&fresh, path));
    if written.is_err() {
        // The error that matters is the first one.
        drop(fs::remove_file(&fresh));
    }
    written
}

fn unusable(path: &Path, what: &str, error: &io::Error) -> Failure {
    Failure::invalid(format!("{} cannot be {what}: {error}", path.display()))
}

/// With what to do about something that is in the way in the folder of states.
fn own<T>(result: Result<T>) -> Result<T> {
    let hint = "see what it is; remove it, or make the folder yours alone (mode 700); or save into a file: a path with a / in it";
    result.map_err(|failure| Failure { hint: hint.into(), ..failure })
}

fn no_such(name: &str) -> Failure {
    Failure::new(
        ErrorKind::NotFound,
        format!("there is no state {name}"),
        "state list has those that there are; a file has a / in its path or ends in .json",
    )
}

fn no_key() -> Failure {
    Failure::new(
        ErrorKind::SecurityBlocked,
        "there is no key to encrypt the state with, and nothing was saved",
        "set DOMTOOL_STATE_KEY to a secret of 16 characters or more, or unlock the system's keyring",
    )
}
