//! Points and rectangles. Unless a name says otherwise all are CSS pixels of the top-level viewport.

use serde::Serialize;

/// A rectangle: left, top, width, height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
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

    /// Moved by an offset.
    #[must_use]
    pub fn translated(&self, dx: f64, dy: f64) -> Rect {
        Rect { x: self.x + dx, y: self.y + dy, ..*self }
    }
}
