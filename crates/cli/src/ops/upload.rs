//! `upload`: files into the page.

use std::path::PathBuf;

use domtool::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::Result;

/// Give files to a file input, to the button that opens a file chooser, or (--drop) to a place to drop them on.
///
/// The files are looked at first: nothing is sent when one is missing. The report says what the page got, by name and size.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Upload {
    /// The file input, the button, or the place to drop them on.
    pub(crate) id: Target,
    /// The files; one folder for an input that takes a folder.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Drop them on it, as from the desktop.
    #[arg(long)]
    #[serde(default)]
    pub(crate) drop: bool,
}

impl Operation for Upload {
    const NAME: &'static str = "upload";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool upload e5 photo.png", "into a file input, or by the button that opens a chooser"),
        ("domtool upload e5 a.pdf b.pdf", "several at once"),
        ("domtool upload e9 --drop photo.png", "dropped on a place that takes them"),
    ];
}

impl ActionOperation for Upload {
    fn action(self, environment: &Environment) -> Result<Action> {
        let files = self.files.iter().map(|file| environment.path(file)).collect::<Result<_>>()?;
        let target = self.id.named();
        let upload = if self.drop {
            domtool::Upload::dropped(target, files)
        } else {
            domtool::Upload::new(target, files)
        };
        Ok(upload.into())
    }
}
