//! Owners, modes and links, as Unix has them.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io,
    os::unix::fs::{FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _},
    path::Path,
};

use domtool::chromium::make_private_folder;
use rustix::fs::OFlags;

use super::{in_the_way, not_ours, unusable};
use crate::failure::Result;

/// Bits of a mode that let others in, that let others write, and the sticky one.
const OTHERS: u32 = 0o077;
const OTHERS_WRITE: u32 = 0o022;
const STICKY: u32 = 0o1000;
/// How often a file may come and go between looking for it and making it.
const TRIES: u32 = 10;

fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Whether a file is this user's.
pub(crate) fn is_own(meta: &Metadata) -> bool {
    meta.uid() == user()
}

/// Makes a folder that only this user can enter. One that is there already must be such a one.
///
/// # Errors
/// `SECURITY_BLOCKED` when somebody else's is there, or others can enter it; `INTERNAL` when it cannot be made.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    let failed = |error: io::Error| unusable(folder, &error);
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    match make_private_folder(folder) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(failed(error)),
    }
    let meta = fs::symlink_metadata(folder).map_err(failed)?;
    if meta.is_dir() && is_own(&meta) && meta.mode() & OTHERS == 0 {
        return Ok(());
    }
    let mut failure =
        in_the_way(folder, &format!("is not a folder of yours alone: it is {}", described(&meta)));
    failure.hint =
        "remove it or make it yours with mode 700, or name another socket in DOMTOOL_SOCKET".into();
    Err(failure)
}

/// Checks a folder that the user named: others cannot write to it, or can remove nothing there that is not theirs.
///
/// # Errors
/// `SECURITY_BLOCKED` when others could put their files in the place of ours.
pub(crate) fn check_folder(folder: &Path) -> Result<()> {
    let link = fs::symlink_metadata(folder).map_err(|error| unusable(folder, &error))?;
    if !trusted(&link) {
        return Err(in_the_way(folder, &format!("is {}", described(&link))));
    }
    let meta = fs::metadata(folder).map_err(|error| unusable(folder, &error))?;
    if !meta.is_dir() {
        return Err(in_the_way(folder, "is no folder"));
    }
    if !trusted(&meta) {
        return Err(in_the_way(folder, &format!("is {}, who could replace what is in it", described(&meta))));
    }
    if meta.mode() & OTHERS_WRITE != 0 && meta.mode() & STICKY == 0 {
        let mut failure = in_the_way(folder, "can be written to by others, who could replace what is in it");
        failure.hint =
            format!("chmod go-w {}, or name another path in DOMTOOL_SOCKET", folder.display()).into();
        return Err(failure);
    }
    Ok(())
}

/// Whether only this user, the system or a group of this user's could have written a file. (Where each user has a group of their own,
/// files are often the group's, too.)
pub(crate) fn is_trusted(meta: &Metadata) -> bool {
    trusted(meta) && meta.mode() & 0o002 == 0
}

/// The system's own folders and links are as good as ours.
fn trusted(meta: &Metadata) -> bool {
    is_own(meta) || meta.uid() == 0
}

fn described(meta: &Metadata) -> String {
    let kind = meta.file_type();
    let what = if kind.is_symlink() {
        "a link"
    } else if kind.is_dir() {
        "a folder"
    } else if kind.is_socket() {
        "a socket"
    } else if kind.is_fifo() {
        "a pipe"
    } else {
        "a file"
    };
    match is_own(meta) {
        true if kind.is_symlink() => what.to_owned(),
        true => format!("{what} with mode {:o}", meta.mode() & 0o7777),
        false => format!("{what} of another user ({})", meta.uid()),
    }
}

/// Opens a file that is this user's alone, to read and write; it is made where there is none.
///
/// # Errors
/// `SECURITY_BLOCKED` when a link, somebody else's file or no plain file is there; `INTERNAL` when it cannot be opened.
pub(crate) fn open(path: &Path, append: bool) -> Result<File> {
    for _ in 0..TRIES {
        if let Some(file) = open_existing(path, append)? {
            return Ok(file);
        }
        match OpenOptions::new().read(true).write(true).append(append).create_new(true).mode(0o600).open(path)
        {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map_err(|error| unusable(path, &error)),
        }
    }
    Err(in_the_way(path, "comes and goes"))
}

/// The same for a file that is there; `None` when there is none.
///
/// # Errors
/// As [`open`].
pub(crate) fn open_existing(path: &Path, append: bool) -> Result<Option<File>> {
    let meta = match fs::symlink_metadata(path) {
        Ok(meta) => meta,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unusable(path, &error)),
    };
    // Before it is opened, to say what it is; and once more what was opened, as it may have been replaced in between.
    check(path, &meta)?;
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
    let opened =
        OpenOptions::new().read(true).write(true).append(append).custom_flags(flags.cast_signed()).open(path);
    let file = match opened {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unusable(path, &error)),
    };
    let meta = file.metadata().map_err(|error| unusable(path, &error))?;
    check(path, &meta)?;
    Ok(Some(file))
}

/// Takes a file that is known to be domtool's from everybody else.
///
/// # Errors
/// `INTERNAL` when its mode cannot be changed.
pub(crate) fn close_to_others(path: &Path, file: &File) -> Result<()> {
    let mode = file.metadata().map_err(|error| unusable(path, &error))?.mode();
    if mode & OTHERS == 0 {
        return Ok(());
    }
    file.set_permissions(fs::Permissions::from_mode(0o600)).map_err(|error| unusable(path, &error))
}

/// A second name of a file may be in somebody's folder: what is written here would be written there.
fn check(path: &Path, meta: &Metadata) -> Result<()> {
    if meta.is_file() && is_own(meta) && meta.nlink() <= 1 {
        return Ok(());
    }
    let names =
        if meta.is_file() && is_own(meta) { "a file with several names".to_owned() } else { described(meta) };
    Err(in_the_way(path, &format!("is {names}, where domtool has a file of its own")))
}

/// Makes a file that is not there yet.
///
/// # Errors
/// AlreadyExists when anything is there, a link too.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// Checks that a socket can be made or called at a path: nothing is there, or a socket of this user.
///
/// # Errors
/// `INVALID_INPUT` when a file of this user's is there, `SECURITY_BLOCKED` when somebody else's is. It is left as it is.
pub(crate) fn check_socket(path: &Path) -> Result<()> {
    let meta = match fs::symlink_metadata(path) {
        Ok(meta) => meta,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unusable(path, &error)),
    };
    if !is_own(&meta) {
        return Err(in_the_way(path, &format!("is {}, where domtool has its socket", described(&meta))));
    }
    if !meta.file_type().is_socket() {
        return Err(not_ours(path, &format!("a socket but {}", described(&meta))));
    }
    Ok(())
}
