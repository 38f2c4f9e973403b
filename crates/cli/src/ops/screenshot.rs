//! `screenshot`: the page as a picture, with the ids drawn on it if wanted.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use domtool::{ImageKind, ScreenshotOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Target, Traits};
use crate::{
    failure::{Failure, Result},
    keep,
    output::Picture,
};

/// Save a picture of the page, with the elements' ids drawn on it if wanted: PNG, or what the file's name says (.jpg, .webp).
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Screenshot {
    /// Where to write it.
    #[arg(default_value = "screenshot.png")]
    #[serde(default = "name")]
    pub(crate) file: PathBuf,
    /// Draw the ids of the elements in view.
    #[arg(long)]
    #[serde(default)]
    pub(crate) marks: bool,
    /// The whole page instead of what is in view.
    #[arg(long)]
    #[serde(default)]
    pub(crate) full: bool,
    /// This element alone, also where it is out of view.
    #[arg(long, value_name = "ELEMENT", conflicts_with = "full")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) of: Option<Target>,
    /// The most pixels of its longer side; models take no more than about 1568.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) longest_side: Option<u32>,
    /// The most bytes of the file: its quality goes first, then its size.
    #[arg(long, value_name = "BYTES")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_bytes: Option<usize>,
}

fn name() -> PathBuf {
    PathBuf::from("screenshot.png")
}

impl Operation for Screenshot {
    const NAME: &'static str = "screenshot";
    const TRAITS: Traits = Traits::WRITE;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool screenshot page.png", "what is in view"),
        ("domtool screenshot --marks page.png", "with the ids that observe gives drawn on it"),
        ("domtool screenshot --full page.jpg", "the whole page, as JPEG"),
        ("domtool screenshot --of e12 part.png", "one element: a chart, a canvas, a row"),
        ("domtool screenshot --longest-side 1024 --max-bytes 200000 page.jpg", "small enough for a model"),
    ];
}

impl RunOperation for Screenshot {
    type Answer = Picture;

    async fn run(self, context: &Context) -> Result<Picture> {
        let mut options = ScreenshotOptions::default();
        options.marks = self.marks;
        options.full_page = self.full;
        options.of = context.element(self.of.as_ref()).await?;
        options.kind = kind_of(&self.file);
        options.longest_side = self.longest_side;
        options.max_bytes = self.max_bytes;
        options.timeout = context.left();
        let shot = context.tab()?.screenshot(&options).await?;
        save(context, &self.file, shot).await
    }
}

/// The kind of picture that a file's name says.
pub(super) fn kind_of(file: &Path) -> ImageKind {
    ImageKind::of(&file.extension().unwrap_or_default().to_string_lossy())
}

/// Writes a picture to a file of the caller's.
pub(super) async fn save(context: &Context, file: &Path, shot: domtool::Screenshot) -> Result<Picture> {
    let (width, height, marks, left_out) = (shot.width, shot.height, shot.marks.len(), shot.left_out);
    let file = write_file(context, file, shot.bytes).await?;
    Ok(Picture { file, width, height, marks, left_out })
}

/// Writes a file of the caller's, whole or not at all, and gives its whole path.
pub(super) async fn write_file(context: &Context, file: &Path, bytes: Vec<u8>) -> Result<PathBuf> {
    let file = context.environment().path(file)?;
    let path = file.clone();
    tokio::task::spawn_blocking(move || keep::write_whole(&path, &bytes))
        .await
        .map_err(|error| Failure::internal(error.to_string()))?
        .map_err(|error| unwritten(&file, &error))?;
    Ok(file)
}

fn unwritten(file: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Failure {
            hint: "make room there, or name a file on another disk; what the file held before is as it was"
                .into(),
            ..Failure::io(file.display(), error)
        },
        _ => Failure::invalid(format!("{} cannot be written: {error}", file.display())),
    }
}
