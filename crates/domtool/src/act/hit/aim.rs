//! What of an element is aimed at, and so which part of it has to be in view. Fixture: gestures.html (a canvas that is higher
//! than the window).

use domtool_cdp::protocol::dom;

use crate::act::{action::BoxPoint, resolve::ResolvedElement};

/// At most so much around a point is brought into view with it, CSS pixels: a smaller element comes into view as a whole.
const AROUND: (f64, f64) = (400.0, 300.0);

/// Which point of an element is to be hit, and which others are to be in view with it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Aim<'a> {
    /// The point; where the element is free when not given.
    pub(super) at: Option<BoxPoint>,
    with: &'a [BoxPoint],
    /// Whether points where it is hit itself go before those of what has an id of its own in it.
    pub(super) itself: bool,
    /// Whether it may be hit while it moves.
    pub(super) moving: bool,
}

impl From<Option<BoxPoint>> for Aim<'_> {
    fn from(at: Option<BoxPoint>) -> Self {
        Self { at, with: &[], itself: false, moving: false }
    }
}

impl<'a> Aim<'a> {
    /// With other points of the element in view.
    pub(crate) fn with(at: Option<BoxPoint>, with: &'a [BoxPoint]) -> Self {
        Self { at, with, itself: false, moving: false }
    }

    /// For a press: a caller who means a part that has an id of its own names that one (the two carets in a sort button of
    /// Element Plus, which sort one way each).
    pub(crate) fn itself(at: Option<BoxPoint>) -> Self {
        Self { at, with: &[], itself: true, moving: false }
    }

    /// Also where it does not come to rest.
    pub(crate) fn moving(self) -> Self {
        Self { moving: true, ..self }
    }

    /// The part of the element that has to be in view, in its own pixels; `None` stands for all of it.
    pub(super) async fn part(self, subject: &ResolvedElement) -> Option<dom::Rect> {
        let points: Vec<BoxPoint> = self.at.into_iter().chain(self.with.iter().copied()).collect();
        if points.is_empty() {
            return None;
        }
        // What has no such box (a shape of an SVG) is small enough to come as a whole.
        let model = dom::GetBoxModel { backend_node_id: Some(subject.backend) };
        let model = subject.handle.channel.call(&model).await.ok()?.model;
        let (width, height) = (f64::from(model.width), f64::from(model.height));
        let (across, down): (Vec<f64>, Vec<f64>) = points
            .into_iter()
            .map(|point| match point {
                BoxPoint::Share(u, v) => (u * width, v * height),
                BoxPoint::Pixels(x, y) => (x, y),
            })
            .unzip();
        let (x, w) = stretch(&across, width, AROUND.0);
        let (y, h) = stretch(&down, height, AROUND.1);
        Some(dom::Rect { x, y, width: w, height: h })
    }
}

/// From the least of some numbers to the greatest, made at least so long within a whole: where it begins, and its length.
fn stretch(of: &[f64], whole: f64, least: f64) -> (f64, f64) {
    let from = of.iter().copied().fold(f64::INFINITY, f64::min);
    let to = of.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let missing = (least - (to - from)).max(0.0) / 2.0;
    let length = (to - from).max(least).min(whole);
    let start = (from - missing).min(whole - length).max(0.0);
    (start, length)
}

#[cfg(test)]
mod tests {
    use super::stretch;

    #[test]
    fn the_part_around_points() {
        for (of, whole, wanted) in [
            (&[50.0][..], 200.0, (0.0, 200.0)),
            (&[50.0], 2000.0, (0.0, 300.0)),
            (&[1000.0], 2000.0, (850.0, 300.0)),
            (&[1990.0], 2000.0, (1700.0, 300.0)),
            (&[100.0, 700.0], 2000.0, (100.0, 600.0)),
            (&[500.0, 600.0], 2000.0, (400.0, 300.0)),
        ] {
            assert_eq!(stretch(of, whole, 300.0), wanted, "{of:?} of {whole}");
        }
    }
}
