//! `id`: the id of an element that another tool names.

use domtool::{Identified, IdentifyOptions, Selector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Target, Traits};
use crate::failure::{Failure, Result};

/// Give the id of the one element that a CSS selector or an XPath matches.
///
/// One document is asked, the page's own unless a frame is named; CSS also matches in its shadow roots, closed ones too. Several
/// matches are an error that lists them. What is hidden or not operable gets an id, too, and is said to be so.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Identify {
    /// The CSS selector; ` >>>> ` leads on into a shadow root.
    #[arg(long, value_name = "SELECTOR", required_unless_present = "xpath", conflicts_with = "xpath")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) css: Option<String>,
    /// The XPath.
    #[arg(long, value_name = "PATH")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) xpath: Option<String>,
    /// The frame element whose document it is in.
    #[arg(long, value_name = "ELEMENT")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) frame: Option<Target>,
}

impl Operation for Identify {
    const NAME: &'static str = "id";
    const TRAITS: Traits = Traits::LOOK;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool id --css '#save'", "the id of what a selector names"),
        ("domtool id --xpath '//button[2]' --frame e5", "in a frame"),
    ];
}

impl RunOperation for Identify {
    type Answer = Identified;

    async fn run(self, context: &Context) -> Result<Identified> {
        let selector = match (self.css, self.xpath) {
            (Some(css), None) => Selector::Css(css),
            (None, Some(path)) => Selector::XPath(path),
            _ => return Err(Failure::invalid("give either a CSS selector or an XPath")),
        };
        let mut options = IdentifyOptions::new(selector);
        options.frame = context.element(self.frame.as_ref()).await?;
        options.timeout = context.left();
        Ok(context.tab()?.identify(&options).await?)
    }
}
