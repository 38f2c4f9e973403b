//! Makes a folder for this user alone, such as the one of a daemon's socket.

use std::{fs, path::Path};

/// Makes it; one that is there already is an error, as it may be another's.
pub(crate) fn make(path: &Path) -> Result<(), String> {
    #[cfg(unix)]
    let made = {
        let mut folder = fs::DirBuilder::new();
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        folder.create(path)
    };
    #[cfg(not(unix))]
    let made = fs::create_dir(path);
    made.map_err(|error| format!("{}: {error}", path.display()))
}
