//! Prints a page into a PDF file, as its style sheets have it for paper.

use std::{sync::Arc, time::Duration};

use domtool_cdp::protocol::page;

use crate::{error::Result, setters::setters, tab::TabInner};

/// How to print a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PdfOptions {
    /// Wider than high.
    pub landscape: bool,
    /// The size of a sheet. `None`: what the page says (`@page { size }`), else A4.
    pub paper: Option<Paper>,
    /// The most time from the call to the answer. `None`: 60 s, and 10 s for a page that does not answer.
    pub timeout: Option<Duration>,
}

setters!(PdfOptions {
    /// Prints wider than high.
    with_landscape => landscape = bool;
    /// Prints on sheets of this size.
    with_paper => paper ? Paper;
    /// Takes at most so long, from the call to the answer.
    with_timeout => timeout ? Duration;
});

/// The size of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Paper {
    /// 297 x 420 mm.
    A3,
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 148 x 210 mm.
    A5,
    /// 8.5 x 11 inches.
    Letter,
    /// 8.5 x 14 inches.
    Legal,
}

impl Paper {
    /// Width and height of an upright sheet, inches.
    fn inches(self) -> (f64, f64) {
        const MM: f64 = 1.0 / 25.4;
        match self {
            Self::A3 => (297.0 * MM, 420.0 * MM),
            Self::A4 => (210.0 * MM, 297.0 * MM),
            Self::A5 => (148.0 * MM, 210.0 * MM),
            Self::Letter => (8.5, 11.0),
            Self::Legal => (8.5, 14.0),
        }
    }
}

/// Prints the page, backgrounds included.
pub(crate) async fn print(tab: &Arc<TabInner>, options: &PdfOptions) -> Result<Vec<u8>> {
    tab.gate()?;
    let channel = tab.main_channel()?;
    let (width, height) = options.paper.unwrap_or_default().inches();
    let command = page::PrintToPdf {
        landscape: Some(options.landscape),
        print_background: Some(true),
        paper_width: Some(width),
        paper_height: Some(height),
        prefer_css_page_size: Some(options.paper.is_none()),
    };
    tab.guard(tab.patience(), async { Ok(channel.call(&command).await?.data.0) }).await
}
