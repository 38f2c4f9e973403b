//! `locate`: how other tools find an element.

use clap::ValueEnum;
use domtool::ErrorKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Target, Traits};
use crate::{
    failure::{Failure, Result},
    output::{Located, done},
};

/// Say how other tools find an element: as an expression of Playwright, a CSS selector or an XPath.
///
/// Each was tried in the page and matches that element alone. In open shadow roots the steps of a CSS selector are joined by
/// ` >>>> ` (Puppeteer's); nothing leads into a closed one.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Locate {
    /// The element.
    pub(crate) id: Target,
    /// Only this one; all when left out.
    #[arg(long = "as", value_name = "KIND")]
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<LocatorKind>,
}

/// What a locator is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LocatorKind {
    /// An expression on Playwright's `page`
    Playwright,
    /// A CSS selector within its frame
    Css,
    /// An XPath within its frame
    #[value(name = "xpath")]
    XPath,
    /// All, as JSON
    Json,
}

impl Operation for Locate {
    const NAME: &'static str = "locate";
    const TRAITS: Traits = Traits::LOOK;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool locate e3", "every way to it"),
        ("domtool locate e3 --as playwright", "an expression for a Playwright script"),
    ];
}

impl RunOperation for Locate {
    type Answer = Located;

    async fn run(self, context: &Context) -> Result<Located> {
        let found = {
            let tab = context.tab()?;
            let id = tab.named(&self.id.named(), context.left()).await?;
            tab.locate(id, context.left()).await?
        };
        let only = match self.kind {
            Some(LocatorKind::Playwright) => found.playwright.clone(),
            Some(LocatorKind::Css) => found.css_text(),
            Some(LocatorKind::XPath) => found.xpath.clone(),
            Some(LocatorKind::Json) => Some(done(&found)),
            None => return Ok(Located { found, only: None }),
        };
        if only.is_none() {
            let (why, hint) = match (found.closed, found.css.is_empty()) {
                (true, _) => (
                    "it is in a closed shadow root, which no selector enters",
                    "use --as json: a tool that speaks the protocol takes its backend_node_id",
                ),
                (false, true) => ("no selector was found that matches it alone", "use --as json"),
                (false, false) => {
                    ("it is in a shadow root, where this does not lead to it alone", "use --as css")
                }
            };
            return Err(Failure::new(ErrorKind::WrongKind, why, hint));
        }
        Ok(Located { found, only })
    }
}
