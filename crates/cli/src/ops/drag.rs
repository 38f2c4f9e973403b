//! `drag`: press on one thing, move, let go somewhere else.

use domtool::text::quoted;
use domtool::{Action, DragTo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ActionOperation, Environment, Id, Operation, Traits,
    click::{Key, held, point},
};
use crate::failure::{Failure, Result};

/// Drag an element onto another, to a point of it, or by an offset, and report who took it.
///
/// Works for the browser's own drag and drop (with the data that the page gives along) and for pages that follow the
/// mouse: sliders, lists that are sorted, drawings. A drop that the target refuses gives NO_EFFECT.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Drag {
    /// What is dragged.
    pub(crate) id: Id,
    /// Onto which element; leave it out and give --by for an offset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[arg(required_unless_present = "by", conflicts_with = "by")]
    pub(crate) onto: Option<Id>,
    /// So many CSS pixels right and down instead, such as 120,0 or -40,10.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<String>,
    /// The point of what is dragged where it is taken hold of, such as 10%,50%.
    #[arg(long, value_name = "X%,Y%")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    /// The point of the element it is dragged onto.
    #[arg(long, value_name = "X%,Y%", conflicts_with = "by")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
    /// Keys to hold meanwhile.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KEY,...")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hold: Vec<Key>,
}

impl Drag {
    fn drag(&self) -> Result<domtool::Drag> {
        let to = match (&self.onto, self.by.as_deref()) {
            (Some(onto), None) => match self.at.as_deref().map(point).transpose()? {
                Some((x, y)) => DragTo::point(onto.element(), x, y),
                None => DragTo::element(onto.element()),
            },
            (None, Some(by)) => {
                let (x, y) = pixels(by)?;
                DragTo::By(x, y)
            }
            _ => return Err(Failure::invalid("name the element to drag it onto, or give by")),
        };
        let drag = domtool::Drag::to(self.id.element(), to).with_modifiers(held(&self.hold));
        Ok(match self.from.as_deref().map(point).transpose()? {
            Some((x, y)) => drag.with_point(x, y),
            None => drag,
        })
    }
}

/// `X,Y` in CSS pixels.
pub(super) fn pixels(text: &str) -> Result<(f64, f64)> {
    text.split_once(',')
        .and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)))
        .filter(|(x, y): &(f64, f64)| x.is_finite() && y.is_finite())
        .ok_or_else(|| {
            Failure::invalid(format!("{text} is not X,Y in pixels, such as 120,-40", text = quoted(&text)))
        })
}

impl Operation for Drag {
    const NAME: &'static str = "drag";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool drag e7 e12", "a card onto a list"),
        ("domtool drag e7 --by 120,0", "the thumb of a slider"),
        ("domtool drag e9 e9 --from 10%,10% --at 90%,90%", "a line on a canvas"),
    ];
}

impl ActionOperation for Drag {
    fn action(self, _: &Environment) -> Result<Action> {
        Ok(self.drag()?.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_to() {
        let drag = |onto: Option<&str>, by: Option<&str>, at: Option<&str>| {
            let owned = |text: Option<&str>| text.map(str::to_owned);
            let onto = onto.map(|id| id.parse().unwrap());
            Drag { id: "e1".parse().unwrap(), onto, by: owned(by), from: None, at: owned(at), hold: vec![] }
                .drag()
        };
        assert_eq!(drag(None, Some("120,-4"), None).unwrap().to, DragTo::By(120.0, -4.0));
        let target = "e2".parse().unwrap();
        let corner = DragTo::point(target, 1.0, 0.0);
        assert_eq!(drag(Some("e2"), None, Some("100%,0%")).unwrap().to, corner);
        assert!(drag(None, None, None).is_err());
        assert!(drag(Some("e2"), Some("1,1"), None).is_err());
        assert!(drag(None, Some("far"), None).is_err());
    }
}
