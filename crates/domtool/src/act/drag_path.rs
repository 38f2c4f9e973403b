//! The words for where a drag goes: `10%,80% e7 by:40,0 point:300,200`. Parsing touches no page; whether a way point can be
//! reached is decided when the drag is done (`pointer/drag_way.rs`).

use std::{fmt, str::FromStr, vec};

use domtool_page::{identity::ElementId, view::quoted};

use super::action::{BoxPoint, DragTo};
use crate::{error::Error, limits::DRAG_POINTS};

/// Characters of a way point that an error repeats.
const LONGEST: usize = 40;

/// The spellings of way points.
const KINDS: &str =
    "10%,80% or 30,40 (of the dragged element's box), e7, e7@10%,80%, by:40,0 or point:300,200";

/// Places that a drag goes through, in one press.
///
/// ```
/// use domtool::{BoxPoint, DragPath, DragTo};
///
/// let path: DragPath = "10%,80% 30,40 by:40,-5 point:300,200".parse()?;
/// assert_eq!(path.to_string(), "10%,80% 30,40 by:40,-5 point:300,200");
/// let wanted = [
///     DragTo::Inside(BoxPoint::Share(0.1, 0.8)),
///     DragTo::Inside(BoxPoint::Pixels(30.0, 40.0)),
///     DragTo::By(40.0, -5.0),
///     DragTo::Viewport(300.0, 200.0),
/// ];
/// assert!(path.into_iter().eq(wanted));
/// # Ok::<(), domtool::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DragPath(Vec<DragTo>);

impl IntoIterator for DragPath {
    type Item = DragTo;
    type IntoIter = vec::IntoIter<DragTo>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl FromStr for DragPath {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        // A space after a comma is none between way points.
        let joined = text.split_whitespace().fold(String::new(), |joined, word| match joined.as_str() {
            "" => word.to_owned(),
            before if before.ends_with(',') => joined + word,
            _ => joined + " " + word,
        });
        let words: Vec<&str> = joined.split_whitespace().collect();
        if words.is_empty() {
            return Err(Error::invalid_input(format!("a path has at least one way point: {KINDS}")));
        }
        if words.len() > DRAG_POINTS {
            let message =
                format!("a path has at most {DRAG_POINTS} way points, this one has {}", words.len());
            return Err(Error::invalid_input(message).with_hint("draw it in several strokes"));
        }
        let points = words.iter().enumerate().map(|(at, word)| {
            way_point(word).map_err(|why| {
                Error::invalid_input(format!("way point {} ({}) {why}", at + 1, quoted(&short(word))))
            })
        });
        points.collect::<Result<_, _>>().map(Self)
    }
}

impl FromStr for BoxPoint {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        box_point(text).map_err(|why| Error::invalid_input(format!("{} {why}", quoted(&short(text)))))
    }
}

impl From<(f64, f64)> for BoxPoint {
    /// Fractions of its width and height.
    fn from((x, y): (f64, f64)) -> Self {
        Self::Share(x, y)
    }
}

/// Reads one way point; what is wrong with it as the rest of a sentence.
fn way_point(word: &str) -> Result<DragTo, String> {
    if let Some(step) = word.strip_prefix("by:") {
        let (x, y) = numbers(step).ok_or("is no step: write by:DX,DY in pixels, such as by:40,-5")?;
        return Ok(DragTo::By(x, y));
    }
    if let Some(place) = word.strip_prefix("point:") {
        let (x, y) = numbers(place).ok_or("is no place: write point:X,Y in pixels of the window")?;
        if x < 0.0 || y < 0.0 {
            return Err("is outside of the window: its left and top are 0".to_owned());
        }
        return Ok(DragTo::Viewport(x, y));
    }
    if word.starts_with('e') {
        let (id, at) = word.split_once('@').map_or((word, None), |(id, at)| (id, Some(at)));
        let target: ElementId = id.parse().map_err(|_| "is no id: they are written e7")?;
        return Ok(DragTo::Element { target: target.into(), at: at.map(box_point).transpose()? });
    }
    box_point(word).map(DragTo::Inside)
}

/// Reads `10%,80%` or `30,40`.
fn box_point(word: &str) -> Result<BoxPoint, String> {
    let (x, y) = word.split_once(',').ok_or_else(|| format!("is none of {KINDS}"))?;
    let (x, y) = (x.trim(), y.trim());
    match (x.strip_suffix('%'), y.strip_suffix('%')) {
        (Some(x), Some(y)) => {
            let (x, y) = pair(x, y).ok_or("is no point: write it as 10%,80%")?;
            let within = (0.0..=100.0).contains(&x) && (0.0..=100.0).contains(&y);
            let shares = BoxPoint::Share(x / 100.0, y / 100.0);
            within.then_some(shares).ok_or_else(|| "is outside of the element: 0% to 100%".to_owned())
        }
        (None, None) => {
            let (x, y) = pair(x, y).ok_or_else(|| format!("is none of {KINDS}"))?;
            if x < 0.0 || y < 0.0 {
                return Err("is left of or above the element's box: use by: for a step".to_owned());
            }
            Ok(BoxPoint::Pixels(x, y))
        }
        _ => Err("is half in per cent and half in pixels: give both in one".to_owned()),
    }
}

fn numbers(text: &str) -> Option<(f64, f64)> {
    let (x, y) = text.split_once(',')?;
    pair(x, y)
}

fn pair(x: &str, y: &str) -> Option<(f64, f64)> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number(x).zip(number(y))
}

fn short(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// As it is parsed.
impl fmt::Display for DragPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, point) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{point}")?;
        }
        Ok(())
    }
}

/// As it is parsed.
impl<T: fmt::Display> fmt::Display for DragTo<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DragTo::Element { target, at: None } => write!(f, "{target}"),
            DragTo::Element { target, at: Some(at) } => write!(f, "{target}@{at}"),
            DragTo::Inside(at) => write!(f, "{at}"),
            DragTo::By(x, y) => write!(f, "by:{x},{y}"),
            DragTo::Viewport(x, y) => write!(f, "point:{x},{y}"),
        }
    }
}

/// As it is parsed.
impl fmt::Display for BoxPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A share that was read is told as it was written: 10%, not 10.000000000000002%.
        let cents = |share: f64| (share * 1e6).round() / 1e4;
        match self {
            BoxPoint::Share(x, y) => write!(f, "{}%,{}%", cents(*x), cents(*y)),
            BoxPoint::Pixels(x, y) => write!(f, "{x},{y}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Result<String, String> {
        text.parse::<DragPath>().map(|path| path.to_string()).map_err(|error| error.message().to_owned())
    }

    #[test]
    fn way_points_are_read_and_told() {
        for (text, wanted) in [
            ("10%,80% 50%,20% 90%,80%", "10%,80% 50%,20% 90%,80%"),
            (" 10%, 80%\n50%,20% ", "10%,80% 50%,20%"),
            ("0%,100%", "0%,100%"),
            ("33.3%,66.6%", "33.3%,66.6%"),
            ("30,40 0,0 1.5,2", "30,40 0,0 1.5,2"),
            ("e5 e12", "e5 e12"),
            ("e5@10%,90% e6@3,4", "e5@10%,90% e6@3,4"),
            ("by:40,0 by:-40,-0.5", "by:40,0 by:-40,-0.5"),
            ("by:40, 0 e5", "by:40,0 e5"),
            ("point:300,200", "point:300,200"),
        ] {
            assert_eq!(told(text).as_deref(), Ok(wanted), "{text:?}");
        }
    }

    #[test]
    fn errors_say_what_is_wrong_with_which_way_point() {
        for (text, says) in [
            ("", "at least one way point: 10%,80%"),
            ("  ", "at least one way point"),
            ("10%,80% far", "way point 2 (\"far\") is none of 10%,80% or 30,40"),
            ("10%,80% 50%", "way point 2 (\"50%\") is none of"),
            ("150%,20%", "way point 1 (\"150%,20%\") is outside of the element: 0% to 100%"),
            ("-1%,20%", "is outside of the element"),
            ("10%,x%", "is no point: write it as 10%,80%"),
            ("10%,80", "is half in per cent and half in pixels"),
            ("NaN%,1%", "is no point"),
            ("1,inf", "is none of"),
            ("5,5 -4,5", "way point 2 (\"-4,5\") is left of or above the element's box: use by:"),
            ("e5 ex", "way point 2 (\"ex\") is no id"),
            ("e5@", "way point 1 (\"e5@\") is none of"),
            ("e5@200%,0%", "is outside of the element"),
            ("by:4", "is no step: write by:DX,DY"),
            ("e5 by:a,b", "way point 2 (\"by:a,b\") is no step"),
            ("point:1", "is no place: write point:X,Y"),
            ("point:-1,4", "is outside of the window"),
            ("10%,80%,5%", "is no point"),
        ] {
            let message = told(text).expect_err(text);
            assert!(message.contains(says), "{text:?}: {message}");
        }
        let long = "1,1 ".repeat(DRAG_POINTS + 1);
        assert!(told(&long).expect_err("too long").contains("at most 100 way points, this one has 101"));
    }
}
