//! A file for the one picture of one call: the daemon writes it, this process reads it, and it is gone.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use base64::{Engine as _, prelude::BASE64_STANDARD};

use crate::{
    failure::{Failure, Result},
    place::Place,
    private,
};

/// The file, in a folder that is this user's alone. Both go when this is dropped.
#[derive(Debug)]
pub(super) struct PictureFile {
    folder: PathBuf,
    file: PathBuf,
}

impl PictureFile {
    /// What the picture is.
    pub(super) const KIND: &str = "image/png";

    /// Makes the folder; the file is not there yet.
    ///
    /// # Errors
    /// As [`private::make_folder`].
    pub(super) fn new() -> Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let folder = Place::find()?.picture_folder(NUMBER.fetch_add(1, Ordering::Relaxed));
        private::make_folder(&folder)?;
        let file = folder.join("picture.png");
        Ok(Self { folder, file })
    }

    /// Where it is to be written.
    pub(super) fn path(&self) -> &Path {
        &self.file
    }

    /// What was written, in base 64.
    ///
    /// # Errors
    /// `INTERNAL` when nothing can be read there.
    pub(super) fn read(&self) -> Result<String> {
        let bytes = fs::read(&self.file).map_err(|error| Failure::io("the picture", &error))?;
        Ok(BASE64_STANDARD.encode(bytes))
    }
}

impl Drop for PictureFile {
    fn drop(&mut self) {
        // A file that was not written is no file to remove.
        let _ = fs::remove_file(&self.file);
        if let Err(error) = fs::remove_dir(&self.folder) {
            tracing::debug!(%error, "the folder of a picture stays");
        }
    }
}
