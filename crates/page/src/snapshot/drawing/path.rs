//! Where a line, polyline or path begins and ends, in its own coordinates, from what its attributes say (SVG 2, 9.3 and 10).

use crate::{geometry::Rect, limits::PATH_NUMBERS};

/// The ends of a line that is not closed, and the box around the points that its attributes name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Course {
    pub(super) start: (f64, f64),
    pub(super) end: (f64, f64),
    pub(super) bounds: Rect,
}

impl Course {
    /// The course through points; nothing for fewer than two.
    pub(super) fn through(points: &[(f64, f64)]) -> Option<Course> {
        let (&start, &end) = (points.first()?, points.get(1).and(points.last())?);
        let (mut left, mut top, mut right, mut bottom) = (start.0, start.1, start.0, start.1);
        for (x, y) in points {
            (left, right) = (left.min(*x), right.max(*x));
            (top, bottom) = (top.min(*y), bottom.max(*y));
        }
        let bounds = Rect::new(left, top, right - left, bottom - top);
        Some(Course { start, end, bounds })
    }
}

/// The points of a `points` attribute.
pub(super) fn points(text: &str) -> Vec<(f64, f64)> {
    let mut numbers = Tokens { rest: text };
    let mut points = Vec::new();
    while let (Some(x), Some(y)) = (numbers.number(), numbers.number()) {
        points.push((x, y));
        if points.len() * 2 > PATH_NUMBERS {
            break;
        }
    }
    points
}

/// The course of a path of one piece; nothing for a closed one, one of several pieces, and what cannot be read.
pub(super) fn course(data: &str) -> Option<Course> {
    let mut tokens = Tokens { rest: data };
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut at = (0.0, 0.0);
    let mut last = tokens.command()?;
    loop {
        let relative = last.is_ascii_lowercase();
        let (bx, by) = if relative { at } else { (0.0, 0.0) };
        match last.to_ascii_uppercase() {
            'M' if !points.is_empty() => return None,
            'M' | 'L' | 'T' => at = (tokens.number()? + bx, tokens.number()? + by),
            'H' => at.0 = tokens.number()? + bx,
            'V' => at.1 = tokens.number()? + by,
            'C' => {
                points.push((tokens.number()? + bx, tokens.number()? + by));
                points.push((tokens.number()? + bx, tokens.number()? + by));
                at = (tokens.number()? + bx, tokens.number()? + by);
            }
            'S' | 'Q' => {
                points.push((tokens.number()? + bx, tokens.number()? + by));
                at = (tokens.number()? + bx, tokens.number()? + by);
            }
            'A' => {
                for _ in 0..3 {
                    tokens.number()?;
                }
                tokens.flag()?;
                tokens.flag()?;
                at = (tokens.number()? + bx, tokens.number()? + by);
            }
            _ => return None,
        }
        points.push(at);
        if points.len() * 2 > PATH_NUMBERS {
            return None;
        }
        match tokens.command() {
            Some(command) => last = command,
            None if tokens.is_empty() => break,
            // Points after the first of a move are lines.
            None => {
                last = match last {
                    'M' => 'L',
                    'm' => 'l',
                    same => same,
                }
            }
        }
    }
    Course::through(&points)
}

struct Tokens<'t> {
    rest: &'t str,
}

impl Tokens<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
    }

    fn is_empty(&mut self) -> bool {
        self.skip();
        self.rest.is_empty()
    }

    fn command(&mut self) -> Option<char> {
        self.skip();
        let command = self.rest.chars().next().filter(char::is_ascii_alphabetic)?;
        self.rest = &self.rest[1..];
        Some(command)
    }

    /// The flags of an arc may stand without anything between them.
    fn flag(&mut self) -> Option<()> {
        self.skip();
        self.rest = self.rest.strip_prefix(['0', '1'])?;
        Some(())
    }

    fn number(&mut self) -> Option<f64> {
        self.skip();
        let bytes = self.rest.as_bytes();
        let mut end = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
        let (mut dot, mut exponent) = (false, false);
        while let Some(byte) = bytes.get(end) {
            match byte {
                b'0'..=b'9' => {}
                b'.' if !dot && !exponent => dot = true,
                b'e' | b'E' if !exponent && end > 0 => {
                    exponent = true;
                    if matches!(bytes.get(end + 1), Some(b'+' | b'-')) {
                        end += 1;
                    }
                }
                _ => break,
            }
            end += 1;
        }
        let number = self.rest.get(..end)?.parse::<f64>().ok().filter(|number| number.is_finite())?;
        self.rest = &self.rest[end..];
        Some(number.clamp(-1e7, 1e7))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_ends_of_paths() {
        for (data, start, end) in [
            ("M10 20L30 40", (10.0, 20.0), (30.0, 40.0)),
            ("M10,20 30,40 50,60", (10.0, 20.0), (50.0, 60.0)),
            ("m10 20 5 5l1-1", (10.0, 20.0), (16.0, 24.0)),
            ("M0 0h10v-5.5H2V.5", (0.0, 0.0), (2.0, 0.5)),
            ("M1 1C2 2 3 3 4 4S5 5 6 6", (1.0, 1.0), (6.0, 6.0)),
            ("M1 1c1 1 2 2 3 3s1 1 2 2q1 1 2 2t3 3", (1.0, 1.0), (11.0, 11.0)),
            ("M1 1A25 25 0 0150 60", (1.0, 1.0), (50.0, 60.0)),
            ("M 1e1 -2.5e-1 L -.5.5", (10.0, -0.25), (-0.5, 0.5)),
        ] {
            let course = course(data).map(|course| (course.start, course.end));
            assert_eq!(course, Some((start, end)), "{data}");
        }
        for data in ["", "10 20", "M10", "M0 0L1 1Z", "M0 0L1 1M2 2L3 3", "M0 0 L x", "M0 0Né"] {
            assert_eq!(course(data), None, "{data}");
        }
    }

    #[test]
    fn reads_points() {
        assert_eq!(points("0,1 2,3 4"), [(0.0, 1.0), (2.0, 3.0)]);
        assert!(points("none").is_empty());
    }
}
