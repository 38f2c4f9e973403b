//! What opens the relay, kept for the next start: the person pairs once, until they unpair. A file of this user's alone has it.

use std::{
    fs,
    io::{self, Read as _, Seek as _, Write as _},
    path::PathBuf,
};

use crate::{
    failure::{Failure, Result},
    limits::PAIRING_BYTES,
    place::Place,
    private,
    token::Token,
};

/// The first line of the file: one without it is not ours to read or to replace.
const TITLE: &str = "domtool relay pairing";

/// The two tokens: the extension's, and the end of the address that clients connect to.
pub(super) type Tokens = [Token; 2];

/// Those of an earlier start, or new ones, which are kept.
///
/// # Errors
/// `SECURITY_BLOCKED` or `INVALID_INPUT` for a file that is not ours alone, `INTERNAL` when it cannot be written.
pub(super) fn tokens() -> Result<Tokens> {
    let path = path()?;
    let failed = |error: io::Error| Failure::io(path.display(), &error);
    let mut file = private::open(&path, false)?;
    let mut text = String::new();
    (&file).take(PAIRING_BYTES).read_to_string(&mut text).map_err(failed)?;
    let mut lines = text.lines();
    if lines.next().is_some_and(|title| title != TITLE) {
        return Err(private::not_ours(&path, "a pairing of domtool's"));
    }
    private::close_to_others(&path, &file)?;
    let kept = lines.next().zip(lines.next());
    // One that was not written to its end is as good as none.
    if let Some((Ok(extension), Ok(client))) = kept.map(|(one, other)| (one.parse(), other.parse())) {
        return Ok([extension, client]);
    }
    let made = [Token::random()?, Token::random()?];
    file.set_len(0).map_err(failed)?;
    file.rewind().map_err(failed)?;
    let [extension, client] = &made;
    writeln!(file, "{TITLE}\n{}\n{}", extension.as_str(), client.as_str()).map_err(failed)?;
    Ok(made)
}

/// Forgets them: the next start has others. Whether there were any.
///
/// # Errors
/// As [`tokens`].
pub(super) fn forget() -> Result<bool> {
    let path = path()?;
    let failed = |error: io::Error| Failure::io(path.display(), &error);
    let Some(file) = private::open_existing(&path, false)? else { return Ok(false) };
    let mut text = String::new();
    file.take(PAIRING_BYTES).read_to_string(&mut text).map_err(failed)?;
    if text.lines().next().is_some_and(|title| title != TITLE) {
        return Err(private::not_ours(&path, "a pairing of domtool's"));
    }
    fs::remove_file(&path).map_err(failed)?;
    Ok(true)
}

/// Beside the socket where that is named, else in the user's folder for what programs keep.
fn path() -> Result<PathBuf> {
    let place = Place::find()?;
    match place.is_named() {
        true => Ok(place.relay()),
        false => {
            let Some(folder) = kept_folder() else { return Ok(place.relay()) };
            private::make_folder(&folder)?;
            Ok(folder.join("relay"))
        }
    }
}

#[cfg(not(windows))]
fn kept_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = named("XDG_STATE_HOME").or_else(|| Some(named("HOME")?.join(".local/state")))?;
    Some(state.join("domtool"))
}

/// There the socket's folder is kept.
#[cfg(windows)]
fn kept_folder() -> Option<PathBuf> {
    None
}
