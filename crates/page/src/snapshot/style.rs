//! The computed styles of a layout row, parsed: [`crate::capture::STYLES`] in, a small copyable struct out.

use domtool_cdp::protocol::dom_snapshot::StringIndex;
use rustc_hash::FxHashMap;

use super::draft::string;
use crate::capture::SessionCapture;

const VISIBILITY: usize = 0;
const OPACITY: usize = 1;
const POINTER_EVENTS: usize = 2;
const CURSOR: usize = 3;
const OVERFLOW: usize = 4;
const POSITION: usize = 5;
pub(super) const TEXT_SECURITY: usize = 6;
const DISPLAY: usize = 7;
const OVERLAY: usize = 8;
const COUNT: usize = 9;

/// What happens to content that is larger than its box, along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Overflow {
    #[default]
    Shown,
    /// Out of reach: `hidden`, `clip`.
    Cut,
    /// A person can scroll to it: `auto`, `scroll`.
    Scrolled,
}

/// `position`, as far as it decides who clips whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Position {
    #[default]
    Static,
    /// `relative`, `sticky`.
    Relative,
    Absolute,
    Fixed,
}

/// `display`, as far as it decides where a name has a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Display {
    /// `inline`, `contents`, and what is not laid out.
    #[default]
    Inline,
    /// `inline-block` and its like: in the line, but a box of its own.
    Atomic,
    Block,
}

/// The styles of one node. The default is that of a node without layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    pub(super) shown: bool,
    pub(super) opacity: f32,
    pub(super) takes_pointer: bool,
    pub(super) pointer_cursor: bool,
    pub(super) overflow_x: Overflow,
    pub(super) overflow_y: Overflow,
    pub(super) position: Position,
    pub(super) display: Display,
    /// The browser shows it above everything else: a modal dialog, a popover, a full screen.
    pub(super) top_layer: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            shown: true,
            opacity: 1.0,
            takes_pointer: true,
            pointer_cursor: false,
            overflow_x: Overflow::Shown,
            overflow_y: Overflow::Shown,
            position: Position::Static,
            display: Display::Inline,
            top_layer: false,
        }
    }
}

/// Parses rows; a row seen before is not parsed again (a page has few different ones).
#[derive(Default)]
pub(super) struct StyleReader {
    seen: FxHashMap<[StringIndex; COUNT], Style>,
}

impl StyleReader {
    /// The styles of one row of one session; rows of different sessions must not meet in one reader.
    pub(super) fn read(&mut self, session: &SessionCapture<'_>, row: &[StringIndex]) -> Style {
        let Some(key) = row.first_chunk::<COUNT>() else { return Style::default() };
        *self.seen.entry(*key).or_insert_with(|| parse(|slot| string(session, key[slot])))
    }
}

fn parse<'s>(value: impl Fn(usize) -> &'s str) -> Style {
    let mut axes = value(OVERFLOW).split_ascii_whitespace().map(|word| match word {
        "hidden" | "clip" => Overflow::Cut,
        "auto" | "scroll" | "overlay" => Overflow::Scrolled,
        _ => Overflow::Shown,
    });
    let overflow_x = axes.next().unwrap_or_default();
    Style {
        shown: !matches!(value(VISIBILITY), "hidden" | "collapse"),
        opacity: value(OPACITY).parse().unwrap_or(1.0),
        takes_pointer: value(POINTER_EVENTS) != "none",
        pointer_cursor: value(CURSOR) == "pointer",
        overflow_x,
        overflow_y: axes.next().unwrap_or(overflow_x),
        position: match value(POSITION) {
            "relative" | "sticky" => Position::Relative,
            "absolute" => Position::Absolute,
            "fixed" => Position::Fixed,
            _ => Position::Static,
        },
        display: match value(DISPLAY) {
            "" | "inline" | "contents" | "none" | "ruby" | "ruby-text" => Display::Inline,
            display if display.starts_with("inline-") => Display::Atomic,
            _ => Display::Block,
        },
        top_layer: value(OVERLAY) == "auto",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_axes_of_overflow() {
        let style = parse(|slot| if slot == OVERFLOW { "hidden scroll" } else { "" });
        assert_eq!((style.overflow_x, style.overflow_y), (Overflow::Cut, Overflow::Scrolled));
    }
}
