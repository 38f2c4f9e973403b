//! `pdf`: the page printed into a file.

use std::path::PathBuf;

use clap::ValueEnum;
use domtool::{Paper, PdfOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Traits, screenshot::write_file};
use crate::{failure::Result, output::SavedFile};

/// Print the page into a PDF file, in the style that it has for paper.
///
/// To read a PDF that a tab shows: read.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pdf {
    /// Where to write it.
    #[arg(default_value = "page.pdf")]
    #[serde(default = "name")]
    pub(crate) file: PathBuf,
    /// Wider than high.
    #[arg(long)]
    #[serde(default)]
    pub(crate) landscape: bool,
    /// The size of a sheet; else what the page says, or A4.
    #[arg(long, value_enum)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) paper: Option<SheetSize>,
}

/// The sizes by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SheetSize {
    /// 297 x 420 mm.
    A3,
    /// 210 x 297 mm.
    A4,
    /// 148 x 210 mm.
    A5,
    /// 8.5 x 11 inches.
    Letter,
    /// 8.5 x 14 inches.
    Legal,
}

impl From<SheetSize> for Paper {
    fn from(size: SheetSize) -> Self {
        match size {
            SheetSize::A3 => Self::A3,
            SheetSize::A4 => Self::A4,
            SheetSize::A5 => Self::A5,
            SheetSize::Letter => Self::Letter,
            SheetSize::Legal => Self::Legal,
        }
    }
}

fn name() -> PathBuf {
    PathBuf::from("page.pdf")
}

impl Operation for Pdf {
    const NAME: &'static str = "pdf";
    const TRAITS: Traits = Traits::WRITE;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool pdf invoice.pdf", "the page, as it would be printed"),
        ("domtool pdf table.pdf --landscape --paper a3", "on large sheets, wider than high"),
    ];
}

impl RunOperation for Pdf {
    type Answer = SavedFile;

    async fn run(self, context: &Context) -> Result<SavedFile> {
        let mut options = PdfOptions::default();
        options.landscape = self.landscape;
        options.paper = self.paper.map(Paper::from);
        options.timeout = context.left();
        let printed = context.tab()?.pdf(&options).await?;
        let bytes = printed.len();
        let file = write_file(context, &self.file, printed).await?;
        Ok(SavedFile { file, bytes })
    }
}
