//! Systems without owners and modes in their files' metadata: the user's own folders are nobody else's there.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io,
    path::Path,
};

use super::unusable;
use crate::failure::Result;

/// See `unix`.
pub(crate) fn is_own(_meta: &Metadata) -> bool {
    true
}

/// See `unix`.
pub(crate) fn is_trusted(_meta: &Metadata) -> bool {
    true
}

/// See `unix`.
///
/// # Errors
/// `INTERNAL` when it cannot be made.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| unusable(folder, &error))
}

/// See `unix`.
///
/// # Errors
/// None here.
pub(crate) fn check_folder(_folder: &Path) -> Result<()> {
    Ok(())
}

/// See `unix`.
///
/// # Errors
/// `INTERNAL` when it cannot be opened.
pub(crate) fn open(path: &Path, append: bool) -> Result<File> {
    let opened =
        OpenOptions::new().read(true).write(true).append(append).create(true).truncate(false).open(path);
    opened.map_err(|error| unusable(path, &error))
}

/// See `unix`.
///
/// # Errors
/// `INTERNAL` when it cannot be opened.
pub(crate) fn open_existing(path: &Path, append: bool) -> Result<Option<File>> {
    match OpenOptions::new().read(true).write(true).append(append).open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unusable(path, &error)),
    }
}

/// See `unix`.
///
/// # Errors
/// None here.
pub(crate) fn close_to_others(_path: &Path, _file: &File) -> Result<()> {
    Ok(())
}

/// See `unix`.
///
/// # Errors
/// AlreadyExists when anything is there.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// See `unix`. A pipe's name is no file.
///
/// # Errors
/// None here.
pub(crate) fn check_socket(_path: &Path) -> Result<()> {
    Ok(())
}
