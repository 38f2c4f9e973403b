//! Folders that only this user can enter: for profiles, and for whoever keeps a user's files beside them.

use std::{fs::DirBuilder, io, path::Path};

/// Makes a folder that only this user can enter.
///
/// It is never one that was there before, so nobody else can have put anything in it. Its parent must be there. Systems other
/// than Unix have no modes: the folder is as private as its parent.
///
/// # Errors
/// `AlreadyExists` when anything is at the path, a link that leads nowhere too.
///
/// ```
/// use domtool_cdp::chromium::make_private_folder;
///
/// # fn main() -> std::io::Result<()> {
/// let folder = std::env::temp_dir().join(format!("example-{}", std::process::id()));
/// make_private_folder(&folder)?;
/// assert!(make_private_folder(&folder).is_err());
/// std::fs::remove_dir(&folder)
/// # }
/// ```
pub fn make_private_folder(path: &Path) -> io::Result<()> {
    private().create(path)
}

#[cfg(unix)]
fn private() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn private() -> DirBuilder {
    DirBuilder::new()
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::{
        fs,
        os::unix::fs::{PermissionsExt, symlink},
    };

    use super::*;

    #[test]
    fn a_folder_is_this_users_alone_and_never_one_that_was_there() {
        let root = std::env::temp_dir().join(format!("domtool-folder-{}", std::process::id()));
        make_private_folder(&root).unwrap();
        assert_eq!(fs::metadata(&root).unwrap().permissions().mode() & 0o777, 0o700);
        let (link, elsewhere) = (root.join("link"), root.join("elsewhere"));
        symlink(&elsewhere, &link).unwrap();
        for taken in [&root, &link] {
            assert_eq!(make_private_folder(taken).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        }
        assert!(!elsewhere.exists());
        fs::remove_dir_all(root).unwrap();
    }
}
