//! The profile directory: the caller's own, or a temporary one that is gone with its browser.
//!
//! A temporary one is named after its owner's process and holds a file that the owner keeps locked. At each launch
//! those whose owner is gone are swept away; the lock also tells of owners in other process namespaces.

use std::{
    fs::{self, File, TryLockError},
    hash::{BuildHasher, Hasher, RandomState},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use super::folder::make_private_folder;
use crate::error::{Error, ErrorKind, Result};

const PREFIX: &str = "domtool-profile-";
const LOCK: &str = "domtool.lock";
/// An unlocked directory younger than this may belong to an owner that is about to lock it.
const YOUNG: Duration = Duration::from_secs(60);

/// A profile directory.
#[derive(Debug)]
pub(super) struct Profile {
    path: PathBuf,
    temporary: bool,
    /// Held for as long as a temporary profile is in use.
    lock: Option<File>,
}

impl Profile {
    /// A temporary one: the name alone, so that whoever cleans up can be told of it before it is there.
    pub(super) fn temporary() -> Self {
        let random = RandomState::new().build_hasher().finish();
        let name = format!("{PREFIX}{}-{random:x}", std::process::id());
        Self { path: std::env::temp_dir().join(name), temporary: true, lock: None }
    }

    /// The caller's own, which is made if it is missing, for this user alone, and never removed.
    ///
    /// # Errors
    /// Profile when it is no folder, cannot be made or not be written to: Chromium (156) would quietly take the user's own profile
    /// instead of a file, and says of a folder that it cannot write to that another browser uses it.
    pub(super) fn kept(path: &Path) -> Result<Self> {
        let failed = |e| {
            Error::new(ErrorKind::Profile, format!("the profile {} cannot be used", path.display()))
                .caused_by(e)
        };
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        match make_private_folder(path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error)),
            _ => {}
        }
        // Chromium does not take a relative path.
        let path = path.canonicalize().map_err(failed)?;
        if !path.is_dir() {
            return Err(failed(io::ErrorKind::NotADirectory.into()));
        }
        check_writable(&path).map_err(failed)?;
        Ok(Self { path, temporary: false, lock: None })
    }

    /// Makes a temporary one's directory, for this user alone.
    pub(super) fn make(&mut self) -> Result<()> {
        if !self.temporary {
            return Ok(());
        }
        let lock = make_private_folder(&self.path).and_then(|()| File::create_new(self.path.join(LOCK)));
        let lock =
            lock.map_err(|e| Error::io(format!("no profile can be made at {}", self.path.display()), e))?;
        // Some network file systems know no locks; then the process id alone decides.
        if let Err(TryLockError::Error(error)) = lock.try_lock() {
            tracing::debug!(target: "domtool_cdp::chromium", %error, "the profile cannot be locked");
        }
        self.lock = Some(lock);
        Ok(())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn is_temporary(&self) -> bool {
        self.temporary
    }

    /// Removes a temporary one; true if nothing is left to remove. A browser that is still ending can make files
    /// while they are being removed, so a first try may fail where a second does not.
    pub(super) fn remove(&self) -> bool {
        if !self.temporary {
            return true;
        }
        match fs::remove_dir_all(&self.path) {
            Ok(()) => true,
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }
}

#[cfg(unix)]
fn check_writable(folder: &Path) -> io::Result<()> {
    use rustix::fs::{Access, access};
    Ok(access(folder, Access::WRITE_OK | Access::EXEC_OK)?)
}

/// Rights are lists there; Chromium itself finds out.
#[cfg(not(unix))]
fn check_writable(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn is_own(meta: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(meta) == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_meta: &fs::Metadata) -> bool {
    true
}

/// Removes this user's temporary profiles whose owners are gone. What cannot be removed is left for the next time.
///
/// Another user's directory by such a name is neither opened nor removed: its lock may be a pipe that never answers, and root
/// could remove what is in use.
pub(super) fn sweep() {
    let Ok(entries) = fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(owner) = name.to_str().and_then(owner_of) else { continue };
        // Of the entry itself: a link by this name is not followed.
        let own = entry.metadata().is_ok_and(|meta| meta.is_dir() && is_own(&meta));
        if own && is_abandoned(&entry.path(), owner) {
            tracing::debug!(target: "domtool_cdp::chromium", profile = %entry.path().display(), "sweeping");
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn owner_of(name: &str) -> Option<u32> {
    name.strip_prefix(PREFIX)?.split('-').next()?.parse().ok()
}

fn is_abandoned(path: &Path, owner: u32) -> bool {
    if owner == std::process::id() || super::process::is_alive(owner) {
        return false;
    }
    match File::open(path.join(LOCK)) {
        Ok(lock) => lock.try_lock().is_ok(),
        Err(_) => {
            let age =
                path.metadata().and_then(|meta| meta.modified()).map(|at| at.elapsed().unwrap_or_default());
            age.is_ok_and(|age| age > YOUNG)
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn owner_is_read_from_the_name() {
        assert_eq!(owner_of("domtool-profile-123-aBc"), Some(123));
        assert_eq!(owner_of("domtool-profile--aBc"), None);
        assert_eq!(owner_of("other-123-aBc"), None);
    }

    #[test]
    fn what_is_no_folder_is_refused_and_left_as_it_is() {
        let root = std::env::temp_dir().join(format!("domtool-kept-{}", std::process::id()));
        fs::create_dir(&root).unwrap();
        let file = root.join("file");
        fs::write(&file, "mine").unwrap();
        for path in [&file, &file.join("below")] {
            let error = Profile::kept(path).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Profile, "{error}");
            assert!(error.to_string().contains("file"), "{error}");
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
        assert!(Profile::kept(&root.join("new/deeper")).unwrap().path().is_dir());
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_profile_in_use_is_not_abandoned_whoever_owns_it() {
        let mut profile = Profile::temporary();
        profile.make().unwrap();
        let nobody = u32::try_from(i32::MAX).unwrap();
        assert!(!is_abandoned(profile.path(), nobody), "its lock is held");
        let path = profile.path().to_owned();
        drop(profile);
        assert!(is_abandoned(&path, nobody));
        fs::remove_dir_all(path).unwrap();
    }
}
