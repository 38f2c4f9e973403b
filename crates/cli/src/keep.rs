//! Files of other programs that a caller asked to have changed: each is copied before it is overwritten.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use crate::failure::{Failure, Result};

/// More copies of one file than anybody keeps.
const MOST_COPIES: u32 = 1000;

/// The user's home folder.
///
/// # Errors
/// `INVALID_INPUT` when the environment names none.
pub(crate) fn home() -> Result<PathBuf> {
    std::env::home_dir().filter(|path| path.is_absolute()).ok_or_else(|| {
        let mut failure = Failure::invalid("there is no home folder to write to");
        failure.hint = "set HOME, or name a file".to_owned().into();
        failure
    })
}

/// The text of a file, where there is one.
///
/// # Errors
/// `INTERNAL` when it cannot be read, or is no text.
pub(crate) fn read(path: &Path) -> Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::io(path.display(), &error)),
    }
}

/// Writes a file, and gives where what it held before is kept now.
///
/// # Errors
/// `INTERNAL` when that fails; the file is as it was unless its copy could be made.
pub(crate) fn write_with_copy(path: &Path, text: &str) -> Result<Option<PathBuf>> {
    let failed = |error: io::Error| Failure::io(path.display(), &error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let copy = match path.try_exists().map_err(failed)? {
        true => Some(copy(path).map_err(failed)?),
        false => None,
    };
    fs::write(path, text).map_err(failed)?;
    Ok(copy)
}

/// Copies a file, with its rights, beside itself under a name that nothing has.
fn copy(path: &Path) -> io::Result<PathBuf> {
    for number in 0..MOST_COPIES {
        let mut name = OsString::from(path);
        name.push(if number == 0 {
            ".before-domtool".to_owned()
        } else {
            format!(".before-domtool-{number}")
        });
        let to = PathBuf::from(name);
        match fs::OpenOptions::new().write(true).create_new(true).open(&to) {
            Ok(_) => return fs::copy(path, &to).map(|_| to),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there are too many copies of it"))
}
