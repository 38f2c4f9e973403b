//! A file that was written: what `domtool pdf` prints.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Shape, done};
use crate::paint::Paint;

/// A file that was written.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SavedFile {
    /// Where it is.
    pub(crate) file: PathBuf,
    /// How large it is.
    pub(crate) bytes: usize,
}

impl Shape for SavedFile {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, paint: Paint) -> String {
        format!("{} {} {} bytes\n", paint.good("ok"), self.file.display(), self.bytes)
    }
}
