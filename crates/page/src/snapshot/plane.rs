//! Which way the plane of a box faces: one that is turned over with `backface-visibility: hidden` is not painted
//! (CSS Transforms 2, 5.3). Fixture: turned-over.html.

use super::clip::arguments;

/// Nearer to its edge than this (the sine of the angle) it depends on the perspective which side shows: it is taken to face the viewer.
const EDGE: f64 = 0.3;

/// Where the axes of a box point to, from its own coordinates to those of the plane that all is painted on. By column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane([[f64; 3]; 3]);

impl Plane {
    /// As it is painted on.
    pub(super) const FLAT: Plane = Plane([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);

    /// That of computed `transform` and `rotate` properties; `None` where they leave it as it is, or cannot be read.
    pub(super) fn parse(transform: &str, rotate: &str) -> Option<Self> {
        let (transform, rotate) = (transformed(transform), rotated(rotate));
        match (rotate, transform) {
            (Some(rotate), Some(transform)) => Some(rotate.around(transform)),
            (one, other) => one.or(other),
        }
    }

    /// What a plane is that stands in this one.
    pub(super) fn around(self, inner: Plane) -> Plane {
        Plane(inner.0.map(|[x, y, z]| {
            let along = |axis: usize| self.0[0][axis] * x + self.0[1][axis] * y + self.0[2][axis] * z;
            [along(0), along(1), along(2)]
        }))
    }

    /// Whether its back is what a viewer would see. A mirrored box still shows its front.
    pub(super) fn is_turned_away(self) -> bool {
        let [x, y, z] = self.0;
        let shown = x[0] * y[1] - y[0] * x[1];
        let volume = x[0] * (y[1] * z[2] - z[1] * y[2]) - y[0] * (x[1] * z[2] - z[1] * x[2])
            + z[0] * (x[1] * y[2] - y[1] * x[2]);
        let length = |axis: [f64; 3]| axis.iter().map(|part| part * part).sum::<f64>().sqrt();
        volume.abs() > f64::EPSILON && shown * volume.signum() < -EDGE * length(x) * length(y)
    }
}

fn numbers<const N: usize>(list: &str, by: char) -> Option<[f64; N]> {
    let mut numbers = list.split(by).map(|number| number.trim().parse().ok().filter(|n: &f64| n.is_finite()));
    let mut read = [0.0; N];
    for number in &mut read {
        *number = numbers.next()??;
    }
    Some(read)
}

fn transformed(transform: &str) -> Option<Plane> {
    if let Some(flat) = arguments(transform, "matrix") {
        let [a, b, c, d] = numbers(flat, ',')?;
        return Some(Plane([[a, b, 0.0], [c, d, 0.0], [0.0, 0.0, 1.0]]));
    }
    let [xx, xy, xz, _, yx, yy, yz, _, zx, zy, zz] = numbers(arguments(transform, "matrix3d")?, ',')?;
    Some(Plane([[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]]))
}

/// `30deg`, `y 180deg`, `1 1 0 180deg`.
fn rotated(rotate: &str) -> Option<Plane> {
    let (axis, angle) = rotate.rsplit_once(' ').unwrap_or(("z", rotate));
    let angle: f64 = angle.strip_suffix("deg")?.parse().ok()?;
    let [x, y, z] = match axis {
        "x" => [1.0, 0.0, 0.0],
        "y" => [0.0, 1.0, 0.0],
        "z" => [0.0, 0.0, 1.0],
        axis => numbers(axis, ' ')?,
    };
    let length = (x * x + y * y + z * z).sqrt();
    let [x, y, z] = [x, y, z].map(|part| part / length);
    let (sin, cos) = angle.to_radians().sin_cos();
    let rest = 1.0 - cos;
    let columns = [
        [x * x * rest + cos, y * x * rest + z * sin, z * x * rest - y * sin],
        [x * y * rest - z * sin, y * y * rest + cos, z * y * rest + x * sin],
        [x * z * rest + y * sin, y * z * rest - x * sin, z * z * rest + cos],
    ];
    columns.as_flattened().iter().all(|part| part.is_finite()).then_some(Plane(columns))
}

#[cfg(test)]
mod tests {
    use super::Plane;

    fn away(transform: &str, rotate: &str) -> Option<bool> {
        Plane::parse(transform, rotate).map(Plane::is_turned_away)
    }

    #[test]
    fn what_is_turned_over_is_told_from_what_is_turned_and_mirrored() {
        let over = "matrix3d(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1)";
        assert_eq!(away(over, "none"), Some(true));
        assert_eq!(away("none", "y 180deg"), Some(true));
        assert_eq!(away("none", "1 1 0 180deg"), Some(true));
        // Twice is once around.
        assert_eq!(away(over, "x 180deg"), Some(false));
        assert_eq!(away("none", "180deg"), Some(false));
        assert_eq!(away("matrix(-1, 0, 0, 1, 0, 0)", "none"), Some(false));
        assert_eq!(away("matrix(1, 0, 0, -1, 4, 5)", ""), Some(false));
        for (angle, turned) in
            [("60deg", false), ("95deg", false), ("120deg", true), ("-120deg", true), ("300deg", false)]
        {
            assert_eq!(away("none", &format!("x {angle}")), Some(turned), "{angle}");
        }
        for unknown in ["", "none", "matrix(1, 0)", "matrix3d(1)"] {
            assert_eq!(away(unknown, "none"), None);
        }
        assert_eq!(away("none", "0 0 0 180deg"), None);
    }

    #[test]
    fn a_side_turns_with_what_it_stands_on() {
        let over = Plane::parse("none", "y 180deg").expect("it is a turn");
        assert!(over.around(Plane::FLAT).is_turned_away());
        assert!(!over.around(over).is_turned_away());
    }
}
