//! `click`: a mouse button on an element.

use clap::ValueEnum;
use domtool::text::quoted;
use domtool::{Action, Modifiers};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Target, Traits};
use crate::failure::{Failure, Result};

/// Click an element with real mouse input, and report what that did.
///
/// The click is sent only when it reaches the element: something in front gives COVERED and names it.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Click {
    /// The element.
    pub(crate) id: Target,
    /// Which mouse button.
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub(crate) button: Button,
    /// How many times in a row: 1, 2 or 3.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    #[serde(default = "once")]
    pub(crate) count: u8,
    /// Keys to hold meanwhile.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KEY,...")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hold: Vec<Key>,
    /// A point of the element instead of its middle, such as 30%,50% from its left and top: for canvases and sliders.
    #[arg(long, value_name = "X%,Y%")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
}

/// A mouse button.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Button {
    /// The first.
    #[default]
    Left,
    /// The wheel.
    Middle,
    /// The context menu's.
    Right,
}

/// A key that is held during a click.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Key {
    /// Alt or Option.
    Alt,
    /// Control.
    Control,
    /// Command, or the Windows key.
    Meta,
    /// Shift.
    Shift,
}

impl From<Button> for domtool::Button {
    fn from(button: Button) -> Self {
        match button {
            Button::Left => Self::Left,
            Button::Middle => Self::Middle,
            Button::Right => Self::Right,
        }
    }
}

/// Keys as the engine takes them.
pub(super) fn held(keys: &[Key]) -> Modifiers {
    keys.iter().fold(Modifiers::NONE, |held, key| {
        held | match key {
            Key::Alt => Modifiers::ALT,
            Key::Control => Modifiers::CONTROL,
            Key::Meta => Modifiers::META,
            Key::Shift => Modifiers::SHIFT,
        }
    })
}

/// A click at a point such as `30%,50%`, where one is given.
///
/// # Errors
/// As [`point`].
pub(super) fn at_point(click: domtool::Click, at: Option<&str>) -> Result<domtool::Click> {
    let Some(at) = at else { return Ok(click) };
    let (x, y) = point(at)?;
    Ok(click.with_point(x, y))
}

fn once() -> u8 {
    1
}

/// `30%,50%` as fractions.
pub(super) fn point(text: &str) -> Result<(f64, f64)> {
    let share = |part: &str| {
        let number: f64 = part.trim().strip_suffix('%')?.parse().ok()?;
        (0.0..=100.0).contains(&number).then_some(number / 100.0)
    };
    text.split_once(',').and_then(|(x, y)| Some((share(x)?, share(y)?))).ok_or_else(|| {
        Failure::invalid(format!("{text} is no point; write it as 30%,50%", text = quoted(&text)))
    })
}

impl Operation for Click {
    const NAME: &'static str = "click";
    const TRAITS: Traits = Traits::INPUT;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool click e7", "a plain click"),
        ("domtool click e7 --count 3", "select a paragraph"),
        ("domtool click e9 --hold control", "a link in a new tab"),
        ("domtool click e12 --at 30%,50%", "a point of a canvas, map or slider"),
    ];
}

impl ActionOperation for Click {
    fn action(self, _: &Environment) -> Result<Action> {
        if !(1..=3).contains(&self.count) {
            return Err(Failure::invalid("count is 1, 2 or 3"));
        }
        let click = domtool::Click::new(self.id.named())
            .with_button(self.button.into())
            .with_count(self.count)
            .with_modifiers(held(&self.hold));
        Ok(at_point(click, self.at.as_deref())?.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points() {
        assert_eq!(point("30%,50%").unwrap(), (0.3, 0.5));
        assert_eq!(point("0%, 100%").unwrap(), (0.0, 1.0));
        for bad in ["", "30,50", "101%,0%", "-1%,0%", "30%", "NaN%,1%"] {
            assert!(point(bad).is_err(), "{bad}");
        }
    }
}
