//! Reads `clip-path` and `clip` as the rectangle in which a box and all that is in it are painted.
//!
//! Values come as Chromium computes them: pixels, percentages, and sums of the two.

use crate::geometry::Rect;

/// The edges of what is painted of a box, each as pixels and a part of the box's size, from its left or top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clip {
    left: Length,
    top: Length,
    right: Length,
    bottom: Length,
}

/// Pixels, and a part of the box's width or height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Length {
    pixels: f64,
    part: f64,
}

impl Length {
    const END: Length = Length { pixels: 0.0, part: 1.0 };

    /// `12px`, `50%`, and `calc()` sums of the two, as computed values are written.
    fn parse(text: &str) -> Option<Length> {
        let text = text.trim();
        let sum = arguments(text, "calc").unwrap_or(text);
        let mut length = Length::default();
        let mut sign = 1.0;
        for word in sum.split_ascii_whitespace() {
            match word {
                "+" => sign = 1.0,
                "-" => sign = -1.0,
                _ => {
                    if let Some(pixels) = word.strip_suffix("px") {
                        length.pixels += sign * pixels.parse::<f64>().ok()?;
                    } else if let Some(percent) = word.strip_suffix('%') {
                        length.part += sign * percent.parse::<f64>().ok()? / 100.0;
                    } else {
                        // Only 0 has no unit.
                        (word.parse::<f64>().ok()? == 0.0).then_some(())?;
                    }
                }
            }
        }
        Some(length)
    }

    /// The same distance, from the other end.
    fn flipped(self) -> Length {
        Length { pixels: -self.pixels, part: 1.0 - self.part }
    }

    fn of(self, size: f64) -> f64 {
        self.pixels + self.part * size
    }
}

impl Clip {
    /// What is left of a box.
    pub(super) fn cut(&self, rect: Rect) -> Rect {
        let (left, top) = (self.left.of(rect.w).max(0.0), self.top.of(rect.h).max(0.0));
        let right = self.right.of(rect.w).min(rect.w);
        let bottom = self.bottom.of(rect.h).min(rect.h);
        Rect::new(rect.x + left, rect.y + top, (right - left).max(0.0), (bottom - top).max(0.0))
    }
}

/// The inside of `function(...)`.
pub(super) fn arguments<'t>(text: &'t str, function: &str) -> Option<&'t str> {
    text.trim().strip_prefix(function)?.strip_prefix('(')?.strip_suffix(')')
}

/// CSS Masking 1, `clip-path`: insets, and the box around circles, ellipses and polygons. Paths and references are not read.
pub(super) fn clip_path(value: &str) -> Option<Clip> {
    if matches!(value, "" | "none") {
        return None;
    }
    if let Some(inside) = arguments(value, "inset") {
        let edges = inside.split(" round ").next().unwrap_or(inside);
        let edges: Vec<Length> = words(edges).into_iter().map(Length::parse).collect::<Option<_>>()?;
        let top = *edges.first()?;
        let right = edges.get(1).copied().unwrap_or(top);
        let bottom = edges.get(2).copied().unwrap_or(top);
        let left = edges.get(3).copied().unwrap_or(right);
        return Some(Clip { left, top, right: right.flipped(), bottom: bottom.flipped() });
    }
    if let Some(inside) = arguments(value, "circle").or_else(|| arguments(value, "ellipse")) {
        // Only a shape of no size is read: it paints nothing. Another leaves something to see, and is taken as no clip.
        let radii = inside.split("at ").next().unwrap_or("");
        let none = words(radii).into_iter().any(|radius| Length::parse(radius) == Some(Length::default()));
        let nothing = Length::default();
        return none.then_some(Clip { left: nothing, top: nothing, right: nothing, bottom: nothing });
    }
    let inside = arguments(value, "polygon")?;
    let mut points = Vec::new();
    for point in inside.split(',') {
        let pair = words(point);
        if matches!(pair.as_slice(), ["nonzero" | "evenodd"]) {
            continue;
        }
        let [x, y] = pair.as_slice() else { return None };
        points.push((Length::parse(x)?, Length::parse(y)?));
    }
    // Points in percent and points in pixels cannot be compared without the box: percentages are compared first.
    let least = |lengths: &mut dyn Iterator<Item = Length>| {
        lengths.reduce(|a, b| if (b.part, b.pixels) < (a.part, a.pixels) { b } else { a })
    };
    let most = |lengths: &mut dyn Iterator<Item = Length>| {
        lengths.reduce(|a, b| if (b.part, b.pixels) > (a.part, a.pixels) { b } else { a })
    };
    Some(Clip {
        left: least(&mut points.iter().map(|p| p.0))?,
        top: least(&mut points.iter().map(|p| p.1))?,
        right: most(&mut points.iter().map(|p| p.0))?,
        bottom: most(&mut points.iter().map(|p| p.1))?,
    })
}

/// CSS 2, `clip: rect(top, right, bottom, left)`: all from the box's left and top.
pub(super) fn clip_rect(value: &str) -> Option<Clip> {
    let inside = arguments(value, "rect")?;
    let edges: Vec<&str> = inside.split([',', ' ']).filter(|edge| !edge.is_empty()).collect();
    let [top, right, bottom, left] = edges.as_slice() else { return None };
    let edge = |text: &str, auto: Length| if text == "auto" { Some(auto) } else { Length::parse(text) };
    Some(Clip {
        left: edge(left, Length::default())?,
        top: edge(top, Length::default())?,
        right: edge(right, Length::END)?,
        bottom: edge(bottom, Length::END)?,
    })
}

/// Words at the outer level; what is in brackets stays together.
fn words(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0, None);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if c.is_ascii_whitespace() && depth == 0 {
            found.extend(start.take().and_then(|from: usize| text.get(from..at)));
        } else if start.is_none() {
            start = Some(at);
        }
    }
    found.extend(start.and_then(|from| text.get(from..)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clipped(clip_path: &str, clip: &str) -> Option<[f64; 4]> {
        let clip = super::clip_path(clip_path).or_else(|| clip_rect(clip))?;
        let rect = clip.cut(Rect::new(10.0, 20.0, 100.0, 50.0));
        Some([rect.x, rect.y, rect.w, rect.h])
    }

    #[test]
    fn reads_what_clips() {
        assert_eq!(clipped("none", "auto"), None);
        assert_eq!(clipped("inset(10px)", ""), Some([20.0, 30.0, 80.0, 30.0]));
        assert_eq!(clipped("inset(10% 5px 0px 50% round 3px)", ""), Some([60.0, 25.0, 45.0, 45.0]));
        assert_eq!(clipped("inset(calc(50% - 5px) 0px)", ""), Some([10.0, 40.0, 100.0, 10.0]));
        assert_eq!(clipped("inset(100%)", "").map(|r| r[2] * r[3]), Some(0.0));
        assert_eq!(clipped("circle(0px at 50% 50%)", ""), Some([10.0, 20.0, 0.0, 0.0]));
        assert_eq!(clipped("circle(40px at 50% 50%)", ""), None);
        assert_eq!(clipped("polygon(0% 0%, 50% 0%, 50% 100%)", ""), Some([10.0, 20.0, 50.0, 50.0]));
        assert_eq!(clipped("path(\"M0 0\")", ""), None);
        assert_eq!(clipped("none", "rect(0px, 0px, 0px, 0px)"), Some([10.0, 20.0, 0.0, 0.0]));
        assert_eq!(clipped("none", "rect(auto, 30px, auto, auto)"), Some([10.0, 20.0, 30.0, 50.0]));
    }
}
