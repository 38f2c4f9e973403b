//! The actions, as plain data: about elements that are named by their ids or by words, and inside of the engine by their ids.

use std::{ops::BitOr, path::PathBuf, time::Duration};

use super::{keyboard::Keys, named::TargetRef};
use crate::{emulation::Emulation, limits::TYPING_TAKES};

/// One thing to do on a tab.
///
/// Each kind has a constructor, so that a kind can get more to say later. What is expected of one is said by
/// [`Action::expect`].
///
/// ```
/// use domtool::{Action, Click, Outcome};
///
/// # fn example(id: domtool::ElementId) -> Result<(), domtool::Error> {
/// let fill = Action::fill(id, "Ada Lovelace");
/// let press = Action::press(None, "Control+Enter".parse()?);
/// let double = Action::from(Click::new(id).with_count(2));
/// let save = Action::click(id).expect(Outcome::Appears("Saved".to_owned()));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Action<T = TargetRef> {
    /// Press and release a mouse button on an element.
    Click(Click<T>),
    /// Press on one thing, move, and let go somewhere else.
    Drag(Drag<T>),
    /// Turn the wheel over an element or the middle of the page.
    Wheel(Wheel<T>),
    /// Scroll on or back by a screen less an overlap, and say which of how many it is.
    #[non_exhaustive]
    Chunk {
        /// The container (or something in it); when none is given the page, or the box that holds its content.
        target: Option<T>,
        /// On, or back.
        forward: bool,
    },
    /// Send a `click` event that is not trusted, without any pointer: for what nothing else reaches.
    #[non_exhaustive]
    SendClickEvent {
        /// The element.
        target: T,
    },
    /// Mark an element for people who look on, until the next action or observation.
    #[non_exhaustive]
    Highlight {
        /// The element; nothing takes the mark away.
        target: Option<T>,
    },
    /// Move the mouse onto an element.
    #[non_exhaustive]
    Hover {
        /// The element.
        target: T,
        /// A point of it in fractions of its width and height; its middle, or where it is free, when none is given.
        at: Option<(f64, f64)>,
    },
    /// Replace what a field holds.
    #[non_exhaustive]
    Fill {
        /// The field.
        target: T,
        /// What it is to hold: dates as `YYYY-MM-DD`, colours as `#rrggbb`, numbers as digits.
        text: String,
    },
    /// Add text key by key, at the end of an element or where the focus is.
    #[non_exhaustive]
    Type {
        /// The field; the focused element when none is given.
        target: Option<T>,
        /// The text. A line break is `Enter`.
        text: String,
        /// What passes between two keys.
        delay: Duration,
    },
    /// Empty a field.
    #[non_exhaustive]
    Clear {
        /// The field.
        target: T,
    },
    /// Press keys and chords.
    #[non_exhaustive]
    Press {
        /// What gets the focus first; the focused element when none is given.
        target: Option<T>,
        /// The keys.
        keys: Keys,
    },
    /// Choose options by label (`Group / Label` where several are called so), value or `#index` (from 1): of a select, a
    /// listbox, a menu, a radio group, or of what a combobox or a button opens.
    #[non_exhaustive]
    Select {
        /// What offers the options, or opens them.
        target: T,
        /// What to choose; exactly one unless it takes several.
        options: Vec<String>,
    },
    /// Send the form that an element is, or is in: with Enter in the element, else with the form's default button.
    #[non_exhaustive]
    Submit {
        /// The form, or a field or button of it.
        target: T,
    },
    /// Turn a checkbox, radio or switch on.
    #[non_exhaustive]
    Check {
        /// It, or its label.
        target: T,
    },
    /// Turn a checkbox or switch off.
    #[non_exhaustive]
    Uncheck {
        /// It, or its label.
        target: T,
    },
    /// Select text, as a drag of the mouse over it does.
    #[non_exhaustive]
    SelectText {
        /// The element; the page when none is given.
        target: Option<T>,
        /// Which part of its text.
        part: TextPart,
    },
    /// Copy all of an element's text, or what is selected. Each session has a clipboard of its own.
    #[non_exhaustive]
    Copy {
        /// The element; what is selected when none is given.
        target: Option<T>,
    },
    /// Cut all of a field's text, or what is selected.
    #[non_exhaustive]
    Cut {
        /// The field; what is selected when none is given.
        target: Option<T>,
    },
    /// Paste a text, or what the session copied last, with a trusted `paste` event.
    #[non_exhaustive]
    Paste {
        /// The field; where the focus is when none is given.
        target: Option<T>,
        /// The text; what was copied last when none is given.
        text: Option<String>,
    },
    /// Give files to a file input, to the chooser that a button opens, or to a place to drop them on.
    Upload(Upload<T>),
    /// Click what downloads something, and wait until it is whole.
    #[non_exhaustive]
    Download {
        /// The link or button.
        target: T,
    },
    /// Make the tab's pages believe in another device, person or place.
    #[non_exhaustive]
    Emulate {
        /// What they are to believe.
        emulation: Emulation,
        /// Whether what was said before is undone first.
        anew: bool,
    },
    /// Scroll the page or a scroll container.
    #[non_exhaustive]
    Scroll {
        /// The container (or something in it); the page when none is given.
        target: Option<T>,
        /// How far.
        by: ScrollBy,
    },
    /// Go to an address.
    #[non_exhaustive]
    Open {
        /// `https://...`; a host alone gets `https://` (`http://` on this machine).
        url: String,
    },
    /// Go back in the history.
    Back,
    /// Go forward in the history.
    Forward,
    /// Load the page again.
    Reload,
    /// Stop loading.
    Stop,
    /// Answer an open dialog.
    #[non_exhaustive]
    Dialog {
        /// OK or Cancel.
        accept: bool,
        /// What to write into a prompt.
        text: Option<String>,
    },
    /// Wait for something.
    Wait(WaitFor<T>),
}

impl<T> Action<T> {
    /// How long it waits on purpose.
    pub(crate) fn waits(&self) -> Duration {
        match self {
            Action::Wait(WaitFor::Time(time)) => *time,
            Action::Type { text, delay, .. } => delay
                .saturating_mul(u32::try_from(text.chars().count()).unwrap_or(u32::MAX))
                .min(TYPING_TAKES),
            _ => Duration::ZERO,
        }
    }

    /// The elements that it names.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &T> {
        let onto = match self {
            Action::Drag(Drag { to: DragTo::Element { target, .. }, .. }) => Some(target),
            _ => None,
        };
        self.target().into_iter().chain(onto)
    }

    /// The element that it is about, where it names one.
    #[must_use]
    pub fn target(&self) -> Option<&T> {
        match self {
            Action::Click(click) => Some(&click.target),
            Action::Upload(upload) => Some(&upload.target),
            Action::Drag(drag) => Some(&drag.source),
            Action::Wheel(wheel) => wheel.target.as_ref(),
            Action::Hover { target, .. }
            | Action::SendClickEvent { target }
            | Action::Fill { target, .. }
            | Action::Clear { target }
            | Action::Select { target, .. }
            | Action::Submit { target }
            | Action::Check { target }
            | Action::Download { target }
            | Action::Uncheck { target } => Some(target),
            Action::Type { target, .. }
            | Action::Press { target, .. }
            | Action::SelectText { target, .. }
            | Action::Copy { target }
            | Action::Cut { target }
            | Action::Paste { target, .. }
            | Action::Chunk { target, .. }
            | Action::Highlight { target }
            | Action::Scroll { target, .. } => target.as_ref(),
            Action::Wait(WaitFor::Element(target) | WaitFor::Options(target)) => Some(target),
            Action::Open { .. }
            | Action::Back
            | Action::Forward
            | Action::Reload
            | Action::Stop
            | Action::Dialog { .. }
            | Action::Emulate { .. }
            | Action::Wait(_) => None,
        }
    }
}

/// A part of a text. White space counts as one space outside of fields, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextPart {
    /// All of it.
    All,
    /// These words.
    #[non_exhaustive]
    Phrase {
        /// The words; letters' case matters only where it decides.
        text: String,
        /// Which of several, from 1.
        nth: u32,
    },
    /// Characters, by their numbers.
    #[non_exhaustive]
    Range {
        /// The first, from 0.
        from: u32,
        /// After the last.
        to: u32,
    },
}

/// What to upload.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Upload<T = TargetRef> {
    /// The file input, the button that opens a file chooser, or the place to drop files on.
    pub target: T,
    /// The files; one folder for an input that takes a folder.
    pub files: Vec<PathBuf>,
    /// Whether they are dropped on it.
    pub drop: bool,
}

/// How to click.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Click<T = TargetRef> {
    /// The element.
    pub target: T,
    /// Which button.
    pub button: Button,
    /// 1, or 2 for a double click, or 3.
    pub count: u8,
    /// Keys that are held.
    pub modifiers: Modifiers,
    /// A point of the element in fractions of its width and height, for canvases, maps and sliders.
    pub at: Option<(f64, f64)>,
}

/// From where to where to drag.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Drag<T = TargetRef> {
    /// What is dragged.
    pub source: T,
    /// Where it is taken hold of; its middle, or where it is free, when not given.
    pub at: Option<BoxPoint>,
    /// Where it goes in between, in one press.
    pub way: Vec<DragTo<T>>,
    /// Where it is let go of.
    pub to: DragTo<T>,
    /// Which button is down meanwhile.
    pub button: Button,
    /// Keys that are held: many pages copy instead of moving while control is.
    pub modifiers: Modifiers,
}

/// How far to turn the wheel, and where.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Wheel<T = TargetRef> {
    /// What the mouse is over; the middle of the page when none is given.
    pub target: Option<T>,
    /// CSS pixels to the right; negative is left.
    pub x: f64,
    /// CSS pixels down; negative is up.
    pub y: f64,
    /// Keys that are held: control zooms maps and drawings.
    pub modifiers: Modifiers,
    /// A point of the element in fractions of its width and height: maps zoom about it.
    pub at: Option<(f64, f64)>,
}

/// A point of an element's box, from its left and top.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum BoxPoint {
    /// In fractions of its width and height, each 0 to 1.
    Share(f64, f64),
    /// In CSS pixels.
    Pixels(f64, f64),
}

/// Where a drag goes: its end, and each of its way points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum DragTo<T = TargetRef> {
    /// On an element.
    #[non_exhaustive]
    Element {
        /// The element.
        target: T,
        /// The point of it; its middle, or where it is free, when not given.
        at: Option<BoxPoint>,
    },
    /// A point of the box that the dragged element has when it is taken hold of: lines on a canvas, places on a track.
    Inside(BoxPoint),
    /// So many CSS pixels of the top viewport to the right and down from the way point before, or from where it began.
    By(f64, f64),
    /// A place of the top viewport, in CSS pixels, whatever stands there.
    Viewport(f64, f64),
}

/// A mouse button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Button {
    /// The first.
    #[default]
    Left,
    /// The wheel.
    Middle,
    /// The second: the context menu.
    Right,
}

/// Keys that are held during a click or another key.
///
/// ```
/// use domtool::Modifiers;
///
/// assert!((Modifiers::CONTROL | Modifiers::SHIFT).shift);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Modifiers {
    /// Alt or Option.
    pub alt: bool,
    /// Control.
    pub control: bool,
    /// Command, or the Windows key.
    pub meta: bool,
    /// Shift.
    pub shift: bool,
}

impl Modifiers {
    /// No key.
    pub const NONE: Self = Self { alt: false, control: false, meta: false, shift: false };
    /// Alt or Option alone.
    pub const ALT: Self = Self { alt: true, ..Self::NONE };
    /// Control alone.
    pub const CONTROL: Self = Self { control: true, ..Self::NONE };
    /// Command, or the Windows key, alone.
    pub const META: Self = Self { meta: true, ..Self::NONE };
    /// Shift alone.
    pub const SHIFT: Self = Self { shift: true, ..Self::NONE };

    /// These and others: as `|`, where a constant is made.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            alt: self.alt || other.alt,
            control: self.control || other.control,
            meta: self.meta || other.meta,
            shift: self.shift || other.shift,
        }
    }

    /// As the protocol counts them.
    pub(crate) fn bits(self) -> i32 {
        i32::from(self.alt)
            | i32::from(self.control) << 1
            | i32::from(self.meta) << 2
            | i32::from(self.shift) << 3
    }
}

impl BitOr for Modifiers {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.and(other)
    }
}

/// How far to scroll.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ScrollBy {
    /// Screens of the container, down; negative goes up.
    Pages(f64),
    /// CSS pixels, right and down.
    Pixels(f64, f64),
    /// To a share of the whole way down, 0 to 100.
    Percent(f64),
    /// To a share of the whole way to the right, 0 to 100.
    Across(f64),
    /// To the top.
    Top,
    /// To the end.
    Bottom,
    /// To the left end.
    Left,
    /// To the right end.
    Right,
    /// Until the target itself is in view.
    IntoView,
}

/// What to wait for.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WaitFor<T = TargetRef> {
    /// A text that a person can see, anywhere in the page; or a regular expression between slashes (`/order \d+/i`).
    Text(String),
    /// No such text any more.
    Gone(String),
    /// In so many places a person can see the text, or what matches the expression.
    #[non_exhaustive]
    Count {
        /// The text or expression.
        text: String,
        /// The least number.
        least: usize,
        /// The greatest, where there is one.
        most: Option<usize>,
    },
    /// What an element offers has options that can be chosen, other than what was typed: a select, a list, or the list that a
    /// combobox opened.
    Options(T),
    /// The address matches; `*` stands for anything.
    Url(String),
    /// The element is there and can be seen.
    Element(T),
    /// No request has run for half a second; what the page asks for over and over does not count.
    Network,
    /// A time has passed, at most a minute. Nearly always something better can be waited for.
    Time(Duration),
}
