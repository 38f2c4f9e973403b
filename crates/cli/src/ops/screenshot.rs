//! `screenshot`: the page as a picture, with the ids drawn on it if wanted.

use std::path::PathBuf;

use domtool::ScreenshotOptions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, Traits};
use crate::{
    failure::{Failure, Result},
    output::{Output, Picture},
};

/// Save a picture of the page as PNG, with the elements' ids drawn on it if wanted.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
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
}

fn name() -> PathBuf {
    PathBuf::from("screenshot.png")
}

impl Operation for Screenshot {
    const NAME: &'static str = "screenshot";
    const TRAITS: Traits = Traits::LOOK;
    const ACTS: bool = false;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool screenshot page.png", "what is in view"),
        ("domtool screenshot --marks page.png", "with the ids that observe gives drawn on it"),
        ("domtool screenshot --full page.png", "the whole page"),
    ];

    async fn run(self, context: &mut Context) -> Result<Output> {
        let options = ScreenshotOptions { marks: self.marks, full_page: self.full };
        let shot = context.tab()?.screenshot(&options).await?;
        let file = context.path(&self.file);
        let (path, png) = (file.clone(), shot.png);
        tokio::task::spawn_blocking(move || std::fs::write(path, png))
            .await
            .map_err(|error| Failure::internal(error.to_string()))?
            .map_err(|error| Failure::invalid(format!("{} cannot be written: {error}", file.display())))?;
        Ok(Output::Picture(Picture { file, width: shot.width, height: shot.height, marks: shot.marks.len() }))
    }
}
