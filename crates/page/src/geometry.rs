//! Points and rectangles. Unless a name says otherwise all are CSS pixels of the top-level viewport.

use serde::Serialize;

/// A rectangle: left, top, width, height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rect {
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// Width, never negative.
    pub w: f64,
    /// Height, never negative.
    pub h: f64,
}

impl Rect {
    /// A rectangle from its left, top, width and height.
    #[must_use]
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w, h }
    }

    /// The right edge.
    #[must_use]
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// The bottom edge.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// Its area.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.w * self.h
    }

    /// The part that both have; empty (zero width or height) when there is none.
    #[must_use]
    pub fn intersection(&self, other: &Rect) -> Rect {
        let x = self.x.max(other.x);
        let y = self.y.max(other.y);
        Rect {
            x,
            y,
            w: (self.right().min(other.right()) - x).max(0.0),
            h: (self.bottom().min(other.bottom()) - y).max(0.0),
        }
    }

    /// Whether a point is inside; the right and bottom edges are not.
    #[must_use]
    pub fn contains(&self, x: f64, y: f64) -> bool {
        x >= self.x && x < self.right() && y >= self.y && y < self.bottom()
    }

    /// Whether at least half of the lower of two boxes is beside the other.
    #[must_use]
    pub fn is_beside(&self, other: &Rect) -> bool {
        let lower = self.h.min(other.h);
        lower > 0.0 && self.bottom().min(other.bottom()) - self.y.max(other.y) >= lower / 2.0
    }

    /// Moved by an offset.
    #[must_use]
    pub fn translated(&self, dx: f64, dy: f64) -> Rect {
        Rect { x: self.x + dx, y: self.y + dy, ..*self }
    }
}

impl Rect {
    /// Its middle.
    #[must_use]
    pub fn center(&self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }
}

/// Four corners, clockwise from the top left of what was laid out, wherever a transform has put them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quad(pub [(f64, f64); 4]);

impl Quad {
    /// From the eight numbers of the protocol; nothing when they are not eight or not finite.
    #[must_use]
    pub fn from_numbers(numbers: &[f64]) -> Option<Quad> {
        let [a, b, c, d, e, f, g, h] = *numbers else { return None };
        numbers.iter().all(|n| n.is_finite()).then_some(Quad([(a, b), (c, d), (e, f), (g, h)]))
    }

    /// The smallest upright rectangle around it.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let (mut left, mut top, mut right, mut bottom) = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
        for (x, y) in self.0 {
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        Rect::new(left, top, right - left, bottom - top)
    }

    /// The point at fractions of its width and height: bilinear, so exact for any affine transform.
    #[must_use]
    pub fn at(&self, u: f64, v: f64) -> (f64, f64) {
        let [p, q, r, s] = self.0;
        let mix = |a: f64, b: f64, c: f64, d: f64| {
            a * (1.0 - u) * (1.0 - v) + b * u * (1.0 - v) + c * u * v + d * (1.0 - u) * v
        };
        (mix(p.0, q.0, r.0, s.0), mix(p.1, q.1, r.1, s.1))
    }

    /// Its area (shoelace).
    #[must_use]
    pub fn area(&self) -> f64 {
        let p = self.0;
        let sum: f64 = (0..4).map(|i| p[i].0 * p[(i + 1) % 4].1 - p[(i + 1) % 4].0 * p[i].1).sum();
        sum.abs() / 2.0
    }

    /// The lengths of its top and left edges.
    #[must_use]
    pub fn sides(&self) -> (f64, f64) {
        let [p, q, _, s] = self.0;
        ((q.0 - p.0).hypot(q.1 - p.1), (s.0 - p.0).hypot(s.1 - p.1))
    }
}

/// An affine map: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// Column of x.
    pub a: f64,
    /// Column of x.
    pub b: f64,
    /// Column of y.
    pub c: f64,
    /// Column of y.
    pub d: f64,
    /// Offset.
    pub e: f64,
    /// Offset.
    pub f: f64,
}

impl Affine {
    /// Changes nothing.
    pub const IDENTITY: Affine = Affine { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: 0.0, f: 0.0 };

    /// Moves.
    #[must_use]
    pub const fn translation(x: f64, y: f64) -> Self {
        Affine { e: x, f: y, ..Self::IDENTITY }
    }

    /// Scales about the origin.
    #[must_use]
    pub const fn scaling(x: f64, y: f64) -> Self {
        Affine { a: x, d: y, ..Self::IDENTITY }
    }

    /// Another map first, then this one.
    #[must_use]
    pub fn after(&self, first: &Affine) -> Affine {
        let (a, b) = self.turn(first.a, first.b);
        let (c, d) = self.turn(first.c, first.d);
        let (e, f) = self.map(first.e, first.f);
        Affine { a, b, c, d, e, f }
    }

    /// Where a point goes.
    #[must_use]
    pub fn map(&self, x: f64, y: f64) -> (f64, f64) {
        let (dx, dy) = self.turn(x, y);
        (dx + self.e, dy + self.f)
    }

    /// Where a direction goes.
    #[must_use]
    pub fn turn(&self, x: f64, y: f64) -> (f64, f64) {
        (self.a * x + self.c * y, self.b * x + self.d * y)
    }

    /// Whether upright rectangles stay upright and are not mirrored.
    #[must_use]
    pub fn is_upright(&self) -> bool {
        self.b.abs() < 1e-6 && self.c.abs() < 1e-6 && self.a > 0.0 && self.d > 0.0
    }

    /// The smallest upright rectangle around what a rectangle becomes.
    #[must_use]
    pub fn bounds(&self, rect: Rect) -> Rect {
        if self.is_upright() {
            let (x, y) = self.map(rect.x, rect.y);
            return Rect::new(x, y, rect.w * self.a, rect.h * self.d);
        }
        let corners = [
            (rect.x, rect.y),
            (rect.right(), rect.y),
            (rect.right(), rect.bottom()),
            (rect.x, rect.bottom()),
        ];
        Quad(corners.map(|(x, y)| self.map(x, y))).bounds()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_follow_each_other() {
        let quarter = Affine { a: 0.0, b: 1.0, c: -1.0, d: 0.0, e: 0.0, f: 0.0 };
        let both = quarter.after(&Affine::translation(10.0, 0.0));
        assert_eq!(both.map(1.0, 2.0), (-2.0, 11.0));
        assert_eq!(both.bounds(Rect::new(0.0, 0.0, 4.0, 2.0)), Rect::new(-2.0, 10.0, 2.0, 4.0));
        assert!(!both.is_upright() && Affine::scaling(2.0, 3.0).is_upright());
    }
}
