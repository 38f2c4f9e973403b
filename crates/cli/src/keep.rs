//! Files that a caller names: each is written whole or left as it was ([`write_whole`]); those of other programs are copied before that.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use crate::{
    failure::{Failure, Result},
    limits::COPIES_OF_FILE,
};

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
    write_whole(path, text.as_bytes()).map_err(failed)?;
    Ok(copy)
}

/// Writes a file whole or not at all: beside it first, so that a full disk leaves what was there. It keeps its rights, and a link to it
/// stays one. What is no plain file (a pipe, a device) is written to as it is.
///
/// # Errors
/// Those of the system; nothing is left beside it then.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, |file| file.write_all(bytes))
}

fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let (path, rights) = match fs::metadata(path) {
        Ok(meta) if !meta.is_file() => return write(&mut OpenOptions::new().write(true).open(path)?),
        Ok(meta) => (path.canonicalize()?, Some(meta.permissions())),
        Err(_) => (path.to_owned(), None),
    };
    // Who may not write to the file may not replace it either.
    if rights.is_some() {
        drop(OpenOptions::new().write(true).open(&path)?);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{:016x}.new", getrandom::u64().map_err(io::Error::other)?));
    let fresh = path.with_file_name(name);
    let mut file = OpenOptions::new().write(true).create_new(true).open(&fresh)?;
    let written = write(&mut file)
        .and_then(|()| file.sync_all())
        .and_then(|()| rights.map_or(Ok(()), |rights| file.set_permissions(rights)))
        .and_then(|()| fs::rename(&fresh, &path));
    if written.is_err() {
        // The error that matters is the first one.
        drop(fs::remove_file(&fresh));
    }
    written
}

/// Copies a file, with its rights, beside itself under a name that nothing has.
fn copy(path: &Path) -> io::Result<PathBuf> {
    for number in 0..COPIES_OF_FILE {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().flatten();
        entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_that_is_cut_short_leaves_what_was_there_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.png");
        let cut = |file: &mut File| {
            file.write_all(b"half of")?;
            Err(io::ErrorKind::StorageFull.into())
        };
        assert_eq!(replace(&path, cut).unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(names(folder.path()), [""; 0]);
        write_whole(&path, b"old").unwrap();
        replace(&path, cut).unwrap_err();
        assert_eq!((fs::read(&path).unwrap().as_slice(), names(folder.path()).len()), (&b"old"[..], 1));
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn links_rights_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("page.png"), folder.path().join("link.png"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        write_whole(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
