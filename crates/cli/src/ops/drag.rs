//! `drag`: press on one thing, move, let go somewhere else.

use domtool::text::quoted;
use domtool::{Action, BoxPoint, DragPath, DragTo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ActionOperation, Environment, Operation, Target, Traits,
    click::{Button, Key, held},
};
use crate::failure::{Failure, Result};

/// Drag an element onto another, by an offset, to a place or along a path, and report who took it and where it stands.
///
/// Works for the browser's own drag and drop (with the data that the page gives along) and for pages that follow the
/// mouse: sliders, lists that are sorted, drawings. A drop that the target refuses gives NO_EFFECT.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Drag {
    /// What is dragged.
    pub(crate) id: Target,
    /// Onto which element; leave it out for --by, --to-point or --path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[arg(required_unless_present_any = ["by", "to_point", "path"], conflicts_with_all = ["by", "to_point"])]
    pub(crate) onto: Option<Target>,
    /// So many CSS pixels right and down instead, such as 120,0 or -40,10.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, conflicts_with = "to_point")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<String>,
    /// To a place of the window, in CSS pixels from its left and top, whatever stands there.
    #[arg(long, value_name = "X,Y")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) to_point: Option<String>,
    /// Way points in one press: 10%,80% or 30,40 (of the element's own box), e7, e7@10%,50%, by:40,0 or point:300,200.
    ///
    /// The button goes down at the first where that is of the element's own box, else at its middle, and comes up at the
    /// last, or at what --by, --to-point or another element says.
    #[arg(long, value_name = "POINTS")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
    /// The point of what is dragged where it is taken hold of, such as 10%,50% or (in pixels of its box) 4,20.
    #[arg(long, value_name = "X,Y")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    /// The point of the element it is dragged onto.
    #[arg(long, value_name = "X,Y", requires = "onto", conflicts_with_all = ["by", "to_point"])]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
    /// Which mouse button is down: maps and drawings are often moved by the right or the middle one.
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub(crate) button: Button,
    /// Keys to hold meanwhile.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KEY,...")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hold: Vec<Key>,
}

impl Drag {
    fn drag(&self) -> Result<domtool::Drag> {
        if self.at.is_some() && self.onto.is_none() {
            return Err(Failure::invalid("at is a point of the element it is dragged onto: name that, too"));
        }
        let end = match (&self.onto, self.by.as_deref(), self.to_point.as_deref()) {
            (Some(onto), None, None) => Some(match self.at.as_deref() {
                Some(at) => DragTo::point_of(onto.named(), at.parse()?),
                None => DragTo::element(onto.named()),
            }),
            (None, Some(by), None) => {
                let (x, y) = pixels(by)?;
                Some(DragTo::By(x, y))
            }
            (None, None, Some(place)) => {
                let (x, y) = pixels(place)?;
                Some(DragTo::Viewport(x, y))
            }
            (None, None, None) if self.path.is_some() => None,
            (None, None, None) => {
                return Err(Failure::invalid(
                    "name the element to drag it onto, or give by, to_point or path",
                ));
            }
            _ => return Err(Failure::invalid("give only one of another element, by and to_point")),
        };
        let start = self.from.as_deref().map(str::parse::<BoxPoint>).transpose()?.map(DragTo::Inside);
        let path = self.path.as_deref().map(str::parse::<DragPath>).transpose()?;
        let way = start.into_iter().chain(path.into_iter().flatten()).chain(end);
        let drag = domtool::Drag::along(self.id.named(), way)?;
        Ok(drag.with_button(self.button.into()).with_modifiers(held(&self.hold)))
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
        ("domtool drag e9 --path '10%,80% 50%,20% 90%,80%'", "a stroke on a canvas, in one press"),
        ("domtool drag e9 --path 'e4 by:0,40 e5' --hold shift", "by way of other elements"),
        ("domtool drag e3 --to-point 640,300", "to where nothing stands"),
        ("domtool drag e9 --by 80,20 --button right", "a map that the right button moves"),
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

    /// A drag of e1, by the arguments of the command line after its id.
    fn drag(line: &str) -> std::result::Result<domtool::Drag, String> {
        let command = <Drag as clap::Args>::augment_args(clap::Command::new("drag").no_binary_name(true));
        let words = std::iter::once("e1").chain(line.split('|')).filter(|word| !word.is_empty());
        let matches = command.try_get_matches_from(words).map_err(|error| error.to_string())?;
        let drag =
            <Drag as clap::FromArgMatches>::from_arg_matches(&matches).map_err(|error| error.to_string())?;
        drag.drag().map_err(|failure| failure.message)
    }

    #[test]
    fn where_to() {
        let e2 = domtool::ElementId(2);
        for (line, to) in [
            ("--by|120,-4", DragTo::By(120.0, -4.0)),
            ("--to-point|120,4", DragTo::Viewport(120.0, 4.0)),
            ("e2", DragTo::element(e2)),
            ("e2|--at|100%,0%", DragTo::point(e2, 1.0, 0.0)),
            ("e2|--at|3,4", DragTo::point_of(e2, BoxPoint::Pixels(3.0, 4.0))),
            ("--path|e2", DragTo::element(e2)),
            ("--path|e3 50%,20%", DragTo::Inside(BoxPoint::Share(0.5, 0.2))),
            ("--path|e2|--by|4,4", DragTo::By(4.0, 4.0)),
            ("e2|--path|e3", DragTo::element(e2)),
        ] {
            assert_eq!(drag(line).unwrap().to, to, "{line}");
        }
    }

    #[test]
    fn where_the_button_goes_down() {
        let corner = Some(BoxPoint::Share(0.1, 0.8));
        for (line, at, stops) in [
            ("--path|10%,80% 50%,20% 90%,80%", corner, 1),
            ("--path|10%,80%|--by|4,0", corner, 0),
            ("--from|10%,80%|--path|50%,20% 90%,80%", corner, 1),
            ("--from|3,4|e2", Some(BoxPoint::Pixels(3.0, 4.0)), 0),
            ("--path|by:4,0 e2", None, 1),
            ("e2", None, 0),
        ] {
            let drag = drag(line).unwrap();
            assert_eq!((drag.at, drag.way.len()), (at, stops), "{line}");
        }
        let held = drag("--by|4,0|--button|right|--hold|shift").unwrap();
        assert_eq!((held.button, held.modifiers), (domtool::Button::Right, domtool::Modifiers::SHIFT));
    }

    #[test]
    fn what_makes_no_sense() {
        for (line, says) in [
            ("", "required"),
            ("e2|--by|1,1", "cannot be used"),
            ("--by|1,1|--to-point|1,1", "cannot be used"),
            ("--by|1,1|--at|1,1", "--at"),
            ("--by|far", "is not X,Y in pixels"),
            ("--from|far|e2", "\"far\" is none of"),
            ("--path|10%,80%", "goes nowhere"),
            ("--path|10%,80% 5%", "way point 2 (\"5%\")"),
        ] {
            let why = drag(line).expect_err(line);
            assert!(why.contains(says), "{line}: {why}");
        }
    }
}
