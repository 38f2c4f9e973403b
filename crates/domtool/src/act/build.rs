//! Making actions: a constructor for each kind, and setters for what may be said besides.

use std::{path::PathBuf, time::Duration};

use super::{
    Action, BoxPoint, Button, Click, Drag, DragTo, Expect, Keys, Modifiers, ScrollBy, Step, TargetRef,
    TextPart, Upload, WaitFor, Wheel,
};
use crate::{emulation::Emulation, error::Error};

impl Action {
    /// Clicks an element once with the left button; [`Click`] has the other ways.
    #[must_use]
    pub fn click(target: impl Into<TargetRef>) -> Self {
        Click::new(target).into()
    }

    /// Moves the mouse onto an element.
    #[must_use]
    pub fn hover(target: impl Into<TargetRef>) -> Self {
        Self::Hover { target: target.into(), at: None }
    }

    /// Moves the mouse onto a point of an element, in fractions of its width and height.
    #[must_use]
    pub fn hover_at(target: impl Into<TargetRef>, x: f64, y: f64) -> Self {
        Self::Hover { target: target.into(), at: Some((x, y)) }
    }

    /// Drags one element onto another; [`Drag`] has the other ways.
    #[must_use]
    pub fn drag(source: impl Into<TargetRef>, target: impl Into<TargetRef>) -> Self {
        Drag::new(source, target).into()
    }

    /// Sends a `click` event that is not trusted, for what nothing else reaches.
    #[must_use]
    pub fn send_click_event(target: impl Into<TargetRef>) -> Self {
        Self::SendClickEvent { target: target.into() }
    }

    /// Marks an element for people who look on; `None` takes the mark away.
    #[must_use]
    pub fn highlight(target: Option<TargetRef>) -> Self {
        Self::Highlight { target }
    }

    /// Replaces what a field holds: dates as `YYYY-MM-DD`, colours as `#rrggbb`, numbers as digits.
    #[must_use]
    pub fn fill(target: impl Into<TargetRef>, text: impl Into<String>) -> Self {
        Self::Fill { target: target.into(), text: text.into() }
    }

    /// Adds text key by key, at the end of a field or, with `None`, where the focus is.
    #[must_use]
    pub fn type_text(target: Option<TargetRef>, text: impl Into<String>) -> Self {
        Self::Type { target, text: text.into(), delay: Duration::ZERO }
    }

    /// The same, with a time between two keys, for pages that cannot keep up with more.
    #[must_use]
    pub fn type_slowly(target: Option<TargetRef>, text: impl Into<String>, delay: Duration) -> Self {
        Self::Type { target, text: text.into(), delay }
    }

    /// Empties a field.
    #[must_use]
    pub fn clear(target: impl Into<TargetRef>) -> Self {
        Self::Clear { target: target.into() }
    }

    /// Presses keys, on an element or, with `None`, where the focus is.
    #[must_use]
    pub fn press(target: Option<TargetRef>, keys: Keys) -> Self {
        Self::Press { target, keys }
    }

    /// Chooses options by label (`Group / Label` where several are called so), value or `#index` (from 1).
    pub fn select<T: Into<String>>(
        target: impl Into<TargetRef>,
        options: impl IntoIterator<Item = T>,
    ) -> Self {
        Self::Select { target: target.into(), options: options.into_iter().map(Into::into).collect() }
    }

    /// Sends the form that an element is, or is in.
    #[must_use]
    pub fn submit(target: impl Into<TargetRef>) -> Self {
        Self::Submit { target: target.into() }
    }

    /// Turns a checkbox, radio or switch on.
    #[must_use]
    pub fn check(target: impl Into<TargetRef>) -> Self {
        Self::Check { target: target.into() }
    }

    /// Turns a checkbox or switch off.
    #[must_use]
    pub fn uncheck(target: impl Into<TargetRef>) -> Self {
        Self::Uncheck { target: target.into() }
    }

    /// Selects text of an element or, with `None`, of the page.
    #[must_use]
    pub fn select_text(target: Option<TargetRef>, part: TextPart) -> Self {
        Self::SelectText { target, part }
    }

    /// Copies all of an element's text or, with `None`, what is selected.
    #[must_use]
    pub fn copy(target: Option<TargetRef>) -> Self {
        Self::Copy { target }
    }

    /// Cuts all of a field's text or, with `None`, what is selected.
    #[must_use]
    pub fn cut(target: Option<TargetRef>) -> Self {
        Self::Cut { target }
    }

    /// Pastes a text or, with `None`, what the session copied last; into a field, or where the focus is.
    #[must_use]
    pub fn paste(target: Option<TargetRef>, text: Option<String>) -> Self {
        Self::Paste { target, text }
    }

    /// Gives files to a file input or to the chooser that a button opens; [`Upload`] also drops them.
    #[must_use]
    pub fn upload(target: impl Into<TargetRef>, files: Vec<PathBuf>) -> Self {
        Upload::new(target, files).into()
    }

    /// Clicks what downloads something, and waits until it is whole.
    #[must_use]
    pub fn download(target: impl Into<TargetRef>) -> Self {
        Self::Download { target: target.into() }
    }

    /// Makes the tab's pages believe in another device, person or place, besides what was said before.
    #[must_use]
    pub fn emulate(emulation: Emulation) -> Self {
        Self::Emulate { emulation, anew: false }
    }

    /// The same, after all that was said before is undone.
    #[must_use]
    pub fn emulate_anew(emulation: Emulation) -> Self {
        Self::Emulate { emulation, anew: true }
    }

    /// Turns the wheel over the middle of the page, by CSS pixels right and down; [`Wheel`] has the other ways.
    #[must_use]
    pub fn wheel(x: f64, y: f64) -> Self {
        Wheel::new(x, y).into()
    }

    /// Scrolls the page or the container that an element is, or is in.
    #[must_use]
    pub fn scroll(target: Option<TargetRef>, by: ScrollBy) -> Self {
        Self::Scroll { target, by }
    }

    /// Scrolls on by a screen less an overlap, and says which of how many it is.
    #[must_use]
    pub fn next_chunk(target: Option<TargetRef>) -> Self {
        Self::Chunk { target, forward: true }
    }

    /// Scrolls back by a screen less an overlap, and says which of how many it is.
    #[must_use]
    pub fn prev_chunk(target: Option<TargetRef>) -> Self {
        Self::Chunk { target, forward: false }
    }

    /// Goes to an address: `https://...`; a host alone gets `https://` (`http://` on this machine).
    #[must_use]
    pub fn open(url: impl Into<String>) -> Self {
        Self::Open { url: url.into() }
    }

    /// Answers an open dialog with OK; the text goes into a prompt.
    #[must_use]
    pub fn accept_dialog(text: Option<String>) -> Self {
        Self::Dialog { accept: true, text }
    }

    /// Answers an open dialog with Cancel.
    #[must_use]
    pub fn dismiss_dialog() -> Self {
        Self::Dialog { accept: false, text: None }
    }

    /// Waits for something.
    #[must_use]
    pub fn wait(what: WaitFor) -> Self {
        Self::Wait(what)
    }

    /// Says what is to come of it.
    #[must_use]
    pub fn expect(self, expect: impl Into<Expect>) -> Step {
        Step::from(self).expect(expect)
    }
}

impl<T> Click<T> {
    /// One click with the left button, where the element is free.
    pub(crate) fn plain(target: T) -> Self {
        Self { target, button: Button::Left, count: 1, modifiers: Modifiers::NONE, at: None }
    }
}

impl Click {
    /// One click with the left button, where the element is free.
    #[must_use]
    pub fn new(target: impl Into<TargetRef>) -> Self {
        Self::plain(target.into())
    }

    /// With another button.
    #[must_use]
    pub fn with_button(self, button: Button) -> Self {
        Self { button, ..self }
    }

    /// So many times in a row, 1 to 3.
    #[must_use]
    pub fn with_count(self, count: u8) -> Self {
        Self { count, ..self }
    }

    /// With keys held.
    #[must_use]
    pub fn with_modifiers(self, modifiers: Modifiers) -> Self {
        Self { modifiers, ..self }
    }

    /// At a point of the element, in fractions of its width and height.
    #[must_use]
    pub fn with_point(self, x: f64, y: f64) -> Self {
        Self { at: Some((x, y)), ..self }
    }
}

impl Drag {
    /// From the middle of one element onto another.
    #[must_use]
    pub fn new(source: impl Into<TargetRef>, target: impl Into<TargetRef>) -> Self {
        Self::to(source, DragTo::Element { target: target.into(), at: None })
    }

    /// From the middle of an element to somewhere.
    #[must_use]
    pub fn to(source: impl Into<TargetRef>, to: DragTo) -> Self {
        Self {
            source: source.into(),
            at: None,
            way: Vec::new(),
            to,
            button: Button::Left,
            modifiers: Modifiers::NONE,
        }
    }

    /// Along a path, in one press: pressed at its first way point where that is one of the element's own box (else at the
    /// element's middle), let go of at its last.
    ///
    /// ```
    /// use domtool::{Drag, DragPath};
    ///
    /// # fn example(canvas: domtool::ElementId) -> Result<(), domtool::Error> {
    /// let path: DragPath = "10%,80% 50%,20% 90%,80%".parse()?;
    /// let stroke = Drag::along(canvas, path)?;
    /// assert_eq!(stroke.way.len(), 1);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// `INVALID_INPUT` for a path that goes nowhere: one without a way point after the press.
    pub fn along(
        source: impl Into<TargetRef>,
        path: impl IntoIterator<Item = DragTo>,
    ) -> Result<Self, Error> {
        let mut way: Vec<DragTo> = path.into_iter().collect();
        let at = match way.first() {
            Some(DragTo::Inside(at)) => Some(*at),
            _ => None,
        };
        if at.is_some() {
            way.remove(0);
        }
        let to = way.pop().ok_or_else(|| {
            Error::invalid_input("the path goes nowhere: the button goes down at its only way point")
                .with_hint("add the way point at which it comes up")
        })?;
        Ok(Self { at, way, ..Self::to(source, to) })
    }

    /// Takes hold of it at a point, in fractions of its width and height.
    #[must_use]
    pub fn with_point(self, x: f64, y: f64) -> Self {
        self.with_start(BoxPoint::Share(x, y))
    }

    /// Takes hold of it at a point of its box.
    #[must_use]
    pub fn with_start(self, at: BoxPoint) -> Self {
        Self { at: Some(at), ..self }
    }

    /// Goes by these places before its end.
    #[must_use]
    pub fn with_way(self, way: impl IntoIterator<Item = DragTo>) -> Self {
        Self { way: way.into_iter().collect(), ..self }
    }

    /// With another button: many maps and drawings move by the right or the middle one.
    #[must_use]
    pub fn with_button(self, button: Button) -> Self {
        Self { button, ..self }
    }

    /// With keys held.
    #[must_use]
    pub fn with_modifiers(self, modifiers: Modifiers) -> Self {
        Self { modifiers, ..self }
    }
}

impl DragTo {
    /// The middle of an element, or where it is free.
    #[must_use]
    pub fn element(target: impl Into<TargetRef>) -> Self {
        Self::Element { target: target.into(), at: None }
    }

    /// A point of an element, in fractions of its width and height.
    #[must_use]
    pub fn point(target: impl Into<TargetRef>, x: f64, y: f64) -> Self {
        Self::point_of(target, BoxPoint::Share(x, y))
    }

    /// A point of an element's box.
    #[must_use]
    pub fn point_of(target: impl Into<TargetRef>, at: BoxPoint) -> Self {
        Self::Element { target: target.into(), at: Some(at) }
    }
}

impl Wheel {
    /// So many CSS pixels right and down, over the middle of the page.
    #[must_use]
    pub fn new(x: f64, y: f64) -> Self {
        Self { target: None, x, y, modifiers: Modifiers::NONE, at: None }
    }

    /// Over an element.
    #[must_use]
    pub fn over(self, target: impl Into<TargetRef>) -> Self {
        Self { target: Some(target.into()), ..self }
    }

    /// At a point of that element, in fractions of its width and height.
    #[must_use]
    pub fn with_point(self, x: f64, y: f64) -> Self {
        Self { at: Some((x, y)), ..self }
    }

    /// With keys held.
    #[must_use]
    pub fn with_modifiers(self, modifiers: Modifiers) -> Self {
        Self { modifiers, ..self }
    }
}

impl Upload {
    /// Gives files to a file input, or to the chooser that a button opens.
    #[must_use]
    pub fn new(target: impl Into<TargetRef>, files: Vec<PathBuf>) -> Self {
        Self { target: target.into(), files, drop: false }
    }

    /// Drops files on a place.
    #[must_use]
    pub fn dropped(target: impl Into<TargetRef>, files: Vec<PathBuf>) -> Self {
        Self { target: target.into(), files, drop: true }
    }
}

impl TextPart {
    /// The nth place (from 1) of these words.
    #[must_use]
    pub fn phrase(text: impl Into<String>, nth: u32) -> Self {
        Self::Phrase { text: text.into(), nth }
    }

    /// Characters from a number (the first is 0) to before another.
    #[must_use]
    pub fn range(from: u32, to: u32) -> Self {
        Self::Range { from, to }
    }
}

impl WaitFor {
    /// In exactly so many places a text can be seen, or what matches an expression between slashes.
    #[must_use]
    pub fn count(text: impl Into<String>, count: usize) -> Self {
        Self::Count { text: text.into(), least: count, most: Some(count) }
    }

    /// In so many places or more a text can be seen, or what matches an expression between slashes.
    #[must_use]
    pub fn at_least(text: impl Into<String>, count: usize) -> Self {
        Self::Count { text: text.into(), least: count, most: None }
    }
}

impl Step {
    /// Says what is to come of it.
    #[must_use]
    pub fn expect(self, expect: impl Into<Expect>) -> Self {
        Self { expect: Some(expect.into()), ..self }
    }

    /// Says how long that is waited for, from when the input is through.
    #[must_use]
    pub fn within(self, within: Duration) -> Self {
        Self { within: Some(within), ..self }
    }
}

impl From<Action> for Step {
    fn from(action: Action) -> Self {
        Self { action, expect: None, within: None }
    }
}

impl From<&Action> for Step {
    fn from(action: &Action) -> Self {
        action.clone().into()
    }
}

impl From<&Step> for Step {
    fn from(step: &Step) -> Self {
        step.clone()
    }
}

/// What a kind of action with choices of its own becomes.
macro_rules! is_action {
    ($($kind:ident),*) => {
        $(
            impl From<$kind> for Action {
                fn from(it: $kind) -> Self {
                    Self::$kind(it)
                }
            }

            impl From<$kind> for Step {
                fn from(it: $kind) -> Self {
                    Action::from(it).into()
                }
            }
        )*
    };
}

is_action!(Click, Drag, Upload, Wheel);
