//! The relay's extension as a file of its own, for whoever hands it out otherwise than by the program, which has it within.

use super::{Release, archive::printed, files, wheel::zipped};

pub(super) fn name(version: &str) -> String {
    format!("domtool-extension-{version}.zip")
}

/// The bytes of the zip. The binary itself writes the files.
pub(super) fn pack(release: &Release) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let path = folder.path().to_str().ok_or("the temporary folder's path is no text")?;
    printed(release, &["relay", "--extension", path])?;
    zipped(&files::below(folder.path(), "domtool-extension")?)
        .map_err(|error| format!("the extension: {error}"))
}
