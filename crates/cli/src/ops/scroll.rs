//! `scroll`: the page, or a scroll container.

use domtool::text::quoted;
use domtool::{Action, ScrollBy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits, drag::pixels};
use crate::failure::{Failure, Result};

/// Scroll the page or a scroll container, at once and to the pixel, and say how far it is then.
///
/// One screen down, unless told otherwise. Where the page itself does not scroll, the box that holds its content does.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[group(skip)]
pub(crate) struct Scroll {
    /// The container, or something in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Target>,
    /// So many screens down; negative goes up.
    #[arg(long, value_name = "N", allow_negative_numbers = true, group = "how")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pages: Option<f64>,
    /// So many CSS pixels right and down, such as 0,400.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, group = "how")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pixels: Option<String>,
    /// To top, bottom, left, right, or a share of the way down such as 50%.
    #[arg(long, value_name = "WHERE", group = "how")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<String>,
    /// To a share of the way to the right, such as 50%.
    #[arg(long, value_name = "N%", group = "how")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) across: Option<String>,
}

impl Scroll {
    fn by(&self) -> Result<ScrollBy> {
        if let Some(text) = &self.across {
            let alone = self.pages.is_none() && self.pixels.is_none() && self.to.is_none();
            return match share(text).filter(|_| alone) {
                Some(share) => Ok(ScrollBy::Across(share)),
                None if alone => Err(Failure::invalid(format!(
                    "across: {text} is no share such as 50%",
                    text = quoted(&text)
                ))),
                None => Err(Failure::invalid(ONE_OF)),
            };
        }
        match (self.pages, self.pixels.as_deref(), self.to.as_deref()) {
            (None, None, None) => Ok(ScrollBy::Pages(1.0)),
            (Some(pages), None, None) if pages.is_finite() => Ok(ScrollBy::Pages(pages)),
            (None, Some(text), None) => pixels(text).map(|(x, y)| ScrollBy::Pixels(x, y)),
            (None, None, Some("top")) => Ok(ScrollBy::Top),
            (None, None, Some("bottom")) => Ok(ScrollBy::Bottom),
            (None, None, Some("left")) => Ok(ScrollBy::Left),
            (None, None, Some("right")) => Ok(ScrollBy::Right),
            (None, None, Some(text)) => share(text).map(ScrollBy::Percent).ok_or_else(|| {
                Failure::invalid(format!(
                    "to: {text} is not top, bottom, left, right or a share such as 50%",
                    text = quoted(&text)
                ))
            }),
            _ => Err(Failure::invalid(ONE_OF)),
        }
    }
}

const ONE_OF: &str = "give one of pages, pixels, to and across";

/// `50%` as a number from 0 to 100.
fn share(text: &str) -> Option<f64> {
    text.trim_end_matches('%').parse().ok().filter(|share| (0.0..=100.0).contains(share))
}

impl Operation for Scroll {
    const NAME: &'static str = "scroll";
    const TRAITS: Traits = Traits { idempotent: false, ..Traits::SET };
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool scroll", "one screen down"),
        ("domtool scroll e20 --pages -1", "a list, one of its screens up"),
        ("domtool scroll --to bottom", "to the end of the page"),
    ];
}

impl ActionOperation for Scroll {
    fn action(self, _: &Environment) -> Result<Action> {
        let by = self.by()?;
        Ok(Action::scroll(self.id.as_ref().map(Target::named), by))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(id: bool, pages: Option<f64>, pixels: Option<&str>, to: Option<&str>) -> Result<ScrollBy> {
        let id = id.then(|| "e1".parse().unwrap());
        let across = None;
        Scroll { id, pages, pixels: pixels.map(str::to_owned), to: to.map(str::to_owned), across }.by()
    }

    #[test]
    fn how_far() {
        assert_eq!(by(false, None, None, None).unwrap(), ScrollBy::Pages(1.0));
        assert_eq!(by(true, None, None, None).unwrap(), ScrollBy::Pages(1.0));
        assert_eq!(by(true, None, None, Some("right")).unwrap(), ScrollBy::Right);
        assert_eq!(by(true, Some(-2.0), None, None).unwrap(), ScrollBy::Pages(-2.0));
        assert_eq!(by(false, None, Some("0,-40"), None).unwrap(), ScrollBy::Pixels(0.0, -40.0));
        assert_eq!(by(false, None, None, Some("50%")).unwrap(), ScrollBy::Percent(50.0));
        assert!(by(false, None, None, Some("half")).is_err());
        assert!(by(false, None, None, Some("101")).is_err());
        assert!(by(false, Some(1.0), Some("1,1"), None).is_err());
    }
}
