//! Colours in plain words: what a computed paint is, and the nearest of a dozen words for it.

/// What a shape, a text or a box is painted with, as far as a computed style says it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::snapshot) enum Paint {
    /// Nothing, or a colour that cannot be seen.
    #[default]
    None,
    /// One colour.
    Plain(PlainColour),
    /// A gradient or pattern.
    Patterned,
}

impl Paint {
    /// Reads a computed `fill`, `stroke` or `background-color`.
    pub(in crate::snapshot) fn parse(value: &str) -> Paint {
        if value.starts_with("url(") {
            return Paint::Patterned;
        }
        let Some((function, rest)) = value.split_once('(') else { return Paint::None };
        let inside = rest.trim_end_matches(')').trim();
        let (inside, whole) = match function {
            "rgb" | "rgba" => (inside, 255.0),
            "color" => (inside.strip_prefix("srgb ").unwrap_or(""), 1.0),
            _ => ("", 1.0),
        };
        let mut numbers = inside
            .split([',', ' ', '/'])
            .filter(|word| !word.is_empty())
            .map(|word| word.parse::<f64>().ok().filter(|number| number.is_finite()));
        let (Some(Some(red)), Some(Some(green)), Some(Some(blue))) =
            (numbers.next(), numbers.next(), numbers.next())
        else {
            return Paint::None;
        };
        if numbers.next().flatten().is_some_and(|alpha| alpha <= f64::from(super::super::visibility::FAINT)) {
            return Paint::None;
        }
        Paint::Plain(PlainColour::nearest(red / whole, green / whole, blue / whole))
    }

    /// How much of what is behind it a computed `background-color` hides: from 0 to 1.
    pub(in crate::snapshot) fn opacity(value: &str) -> f32 {
        let Some((function, rest)) = value.split_once('(') else { return 0.0 };
        let inside = rest.trim_end_matches(')');
        // `rgba(0, 0, 0, 0.5)`; other functions have it behind a slash.
        let alpha =
            inside.rsplit_once('/').or_else(|| inside.rsplit_once(',').filter(|_| function == "rgba"));
        alpha.map_or(1.0, |(_, alpha)| alpha.trim().parse().unwrap_or(1.0))
    }

    pub(super) fn colour(self) -> Option<PlainColour> {
        match self {
            Paint::None => None,
            Paint::Plain(colour) => Some(colour),
            Paint::Patterned => Some(PlainColour::Patterned),
        }
    }
}

macro_rules! colours {
    ($($variant:ident $word:literal),* $(,)?) => {
        /// A colour as a person calls it at a glance.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum PlainColour {
            $($variant),*
        }

        impl PlainColour {
            /// Its word.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(PlainColour::$variant => $word),*
                }
            }
        }
    };
}

colours! {
    Black "black", Grey "grey", White "white", Red "red", Orange "orange", Yellow "yellow", Green "green", Teal "teal", Cyan "cyan",
    Blue "blue", Purple "purple", Pink "pink", Brown "brown", Patterned "patterned",
}

impl PlainColour {
    /// The nearest word, by hue, lightness and chroma. Red, green and blue go from 0 to 1.
    fn nearest(red: f64, green: f64, blue: f64) -> PlainColour {
        use PlainColour::{
            Black, Blue, Brown, Cyan, Green, Grey, Orange, Pink, Purple, Red, Teal, White, Yellow,
        };
        let most = red.max(green).max(blue);
        let least = red.min(green).min(blue);
        let (chroma, light) = (most - least, f64::midpoint(most, least));
        let saturation = chroma / (1.0 - (2.0 * light - 1.0).abs()).max(0.01);
        if chroma < 0.12 || saturation < 0.15 {
            return match light {
                light if light < 0.22 => Black,
                light if light > 0.9 => White,
                _ => Grey,
            };
        }
        if light < 0.1 {
            return Black;
        }
        let sixth = if most == red {
            ((green - blue) / chroma).rem_euclid(6.0)
        } else if most == green {
            (blue - red) / chroma + 2.0
        } else {
            (red - green) / chroma + 4.0
        };
        match sixth * 60.0 {
            hue if !(15.0..345.0).contains(&hue) => match (light, saturation) {
                (light, _) if light > 0.75 => Pink,
                (light, saturation) if light < 0.45 && saturation < 0.65 => Brown,
                _ => Red,
            },
            hue if hue < 45.0 => {
                if light < 0.42 {
                    Brown
                } else {
                    Orange
                }
            }
            hue if hue < 68.0 => {
                if light < 0.3 {
                    Green
                } else {
                    Yellow
                }
            }
            hue if hue < 165.0 => Green,
            hue if hue < 195.0 => {
                if light < 0.42 {
                    Teal
                } else {
                    Cyan
                }
            }
            hue if hue < 255.0 => Blue,
            hue if hue < 295.0 => Purple,
            _ => {
                if light < 0.42 {
                    Purple
                } else {
                    Pink
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_colours_as_people_do() {
        for (value, word) in [
            ("rgb(255, 0, 0)", "red"),
            ("rgb(139, 0, 0)", "red"),
            ("rgb(255, 165, 0)", "orange"),
            ("rgb(255, 215, 0)", "yellow"),
            ("rgb(0, 128, 0)", "green"),
            ("rgb(0, 128, 128)", "teal"),
            ("rgb(0, 255, 255)", "cyan"),
            ("rgb(70, 130, 180)", "blue"),
            ("rgb(0, 0, 128)", "blue"),
            ("rgb(148, 103, 189)", "purple"),
            ("rgb(255, 192, 203)", "pink"),
            ("rgb(227, 119, 194)", "pink"),
            ("rgb(139, 69, 19)", "brown"),
            ("rgb(165, 42, 42)", "brown"),
            ("rgb(51, 51, 51)", "black"),
            ("rgb(211, 211, 211)", "grey"),
            ("rgb(245, 245, 245)", "white"),
            ("rgba(0, 0, 255, 0.5)", "blue"),
            ("color(srgb 1 0 0 / 0.9)", "red"),
            ("url(\"#shade\")", "patterned"),
            ("url(\"#shade\") rgb(0, 0, 0)", "patterned"),
        ] {
            assert_eq!(Paint::parse(value).colour().map(PlainColour::word), Some(word), "{value}");
        }
        for value in ["none", "", "rgba(0, 0, 0, 0)", "rgb(", "rgb(x, y, z)", "color(xyz 1 1 1)"] {
            assert_eq!(Paint::parse(value), Paint::None, "{value}");
        }
    }
}
