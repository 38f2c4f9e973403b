//! domtool's own browsers on this disk: `browsers/VERSION/`, where the finder looks, and beside it `downloads/`, where one is made. A
//! browser is unpacked there and then moved in one step, so what the finder sees is always whole.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use domtool::{ErrorKind, chromium};

use crate::failure::{Failure, Result};

/// What the names of folders begin with that are being unpacked or removed.
const UNFINISHED: &str = "unfinished-";

/// Where they are.
pub(crate) struct Cache {
    browsers: PathBuf,
    downloads: PathBuf,
}

impl Cache {
    /// This user's.
    ///
    /// # Errors
    /// `INVALID_INPUT` when this user has no folder for caches.
    pub(crate) fn find() -> Result<Self> {
        let browsers = chromium::cache_folder().ok_or_else(|| {
            let mut failure = Failure::invalid("this user has no folder for caches");
            failure.hint = "set HOME, or XDG_CACHE_HOME".into();
            failure
        })?;
        Ok(Self { downloads: browsers.with_file_name("downloads"), browsers })
    }

    pub(crate) fn browsers(&self) -> &Path {
        &self.browsers
    }

    /// The folder of one version.
    pub(super) fn version(&self, version: &str) -> PathBuf {
        self.browsers.join(version)
    }

    /// The versions that are there.
    ///
    /// # Errors
    /// `INTERNAL` when the folder cannot be read.
    pub(crate) fn versions(&self) -> Result<Vec<String>> {
        let begins_with_digit = |name: &String| name.starts_with(|c: char| c.is_ascii_digit());
        Ok(names(&self.browsers)?.into_iter().filter(begins_with_digit).collect())
    }

    /// What is left of installations that did not end: parts of downloads, which the next one goes on with, and folders.
    ///
    /// # Errors
    /// `INTERNAL` when the folder cannot be read.
    pub(crate) fn leftovers(&self) -> Result<Vec<PathBuf>> {
        let is_left = |name: &String| name.starts_with(UNFINISHED) || name.contains(".part");
        let left = names(&self.downloads)?.into_iter().filter(is_left);
        Ok(left.map(|name| self.downloads.join(name)).collect())
    }

    /// The right to change the cache, for as long as the file lives.
    ///
    /// # Errors
    /// `NO_BROWSER` when another process has it; `INTERNAL` when there can be no lock.
    pub(crate) fn lock(&self) -> Result<Locked<'_>> {
        for folder in [&self.browsers, &self.downloads] {
            fs::create_dir_all(folder).map_err(|error| Failure::io(folder.display(), &error))?;
        }
        let path = self.downloads.join("lock");
        let failed = |error: &io::Error| Failure::io(path.display(), error);
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| failed(&error))?;
        match file.try_lock() {
            Ok(()) => Ok(Locked { cache: self, _file: file }),
            Err(TryLockError::WouldBlock) => Err(Failure::new(
                ErrorKind::NoBrowser,
                "another domtool is installing a browser",
                "wait until it is done",
            )),
            Err(TryLockError::Error(error)) => Err(failed(&error)),
        }
    }
}

/// The cache while no other process changes it.
pub(crate) struct Locked<'a> {
    cache: &'a Cache,
    _file: File,
}

impl Locked<'_> {
    /// Where a download goes on from call to call.
    #[cfg(feature = "fetch")]
    pub(super) fn part(&self, name: &str) -> PathBuf {
        self.cache.downloads.join(format!("{name}.part"))
    }

    /// A new folder to make something in. It is removed when it is dropped, unless it was moved.
    ///
    /// # Errors
    /// `INTERNAL` when it cannot be made.
    #[cfg(feature = "fetch")]
    pub(super) fn unfinished(&self, name: &str) -> Result<Unfinished> {
        let path = self.cache.downloads.join(format!("{UNFINISHED}{name}"));
        remove(&path)?;
        fs::create_dir(&path).map_err(|error| Failure::io(path.display(), &error))?;
        Ok(Unfinished { path })
    }

    /// Takes a version out of the finder's sight, then removes it. Whether there was one.
    ///
    /// # Errors
    /// `INTERNAL` when it cannot be removed.
    pub(super) fn remove(&self, version: &str) -> Result<bool> {
        let from = self.cache.version(version);
        let to = self.cache.downloads.join(format!("{UNFINISHED}removal-of-{version}"));
        remove(&to)?;
        match fs::rename(&from, &to) {
            Ok(()) => remove(&to).map(|()| true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(Failure::io(from.display(), &error)),
        }
    }

    /// Removes what is left of installations that did not end.
    ///
    /// # Errors
    /// `INTERNAL` when something cannot be removed.
    pub(crate) fn sweep(&self) -> Result<()> {
        self.cache.leftovers()?.iter().try_for_each(|path| remove(path))
    }
}

/// A folder that something is being made in.
#[cfg(feature = "fetch")]
pub(super) struct Unfinished {
    path: PathBuf,
}

#[cfg(feature = "fetch")]
impl Unfinished {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Moves it to its place in one step.
    ///
    /// # Errors
    /// `INTERNAL` when it cannot be moved.
    pub(super) fn finish(self, to: &Path) -> Result<()> {
        fs::rename(&self.path, to).map_err(|error| Failure::io(to.display(), &error))
    }
}

#[cfg(feature = "fetch")]
impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Err(failure) = remove(&self.path) {
            tracing::warn!(%failure, "an unfinished folder stays; the next installation removes it");
        }
    }
}

/// Removes a file or folder, if it is there.
fn remove(path: &Path) -> Result<()> {
    let gone = match path.symlink_metadata() {
        Ok(meta) if meta.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    match gone {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Failure::io(path.display(), &error)),
        _ => Ok(()),
    }
}

/// What is in a folder; nothing where there is none.
fn names(folder: &Path) -> Result<Vec<String>> {
    let failed = |error: io::Error| Failure::io(folder.display(), &error);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        names.extend(entry.map_err(failed)?.file_name().into_string());
    }
    names.sort();
    Ok(names)
}
