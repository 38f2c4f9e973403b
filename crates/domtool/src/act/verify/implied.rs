//! What an action is held to by itself, when the caller expects nothing in particular.

use super::super::{Action, Button, gives_no_input};
use domtool_page::identity::ElementId;

/// What shows that an action was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// What was asked for was read back from the page: a value, a state, an address, a text.
    ReadBack,
    /// The input arrived at the element; what it was for is not known.
    Arrived,
}

/// What shows that it was done.
pub(crate) fn proof(action: &Action<ElementId>) -> Proof {
    match action {
        Action::Fill { .. }
        | Action::Clear { .. }
        | Action::Select { .. }
        | Action::Check { .. }
        | Action::Uncheck { .. }
        | Action::Submit { .. }
        | Action::Scroll { .. }
        | Action::Chunk { .. }
        | Action::Highlight { .. }
        | Action::SelectText { .. }
        | Action::Copy { .. }
        | Action::Cut { .. }
        | Action::Upload(_)
        | Action::Download { .. }
        | Action::Emulate { .. }
        | Action::Open { .. }
        | Action::Back
        | Action::Forward
        | Action::Reload
        | Action::Stop
        | Action::Dialog { .. }
        | Action::Wait(_) => Proof::ReadBack,
        Action::Type { target, .. } | Action::Paste { target, .. } if target.is_some() => Proof::ReadBack,
        _ => Proof::Arrived,
    }
}

/// Whether it sets a state, so that one that was so already is as good.
pub(crate) fn sets(action: &Action<ElementId>) -> bool {
    matches!(
        action,
        Action::Fill { .. }
            | Action::Clear { .. }
            | Action::Select { .. }
            | Action::Check { .. }
            | Action::Uncheck { .. }
            | Action::Scroll { .. }
    )
}

/// Whether it may be meant to scroll: others bring into view what they are about, which is not their doing.
pub(crate) fn scrolls(action: &Action<ElementId>) -> bool {
    matches!(
        action,
        Action::Scroll { .. }
            | Action::Chunk { .. }
            | Action::Wheel { .. }
            | Action::Press { .. }
            | Action::Drag(_)
    )
}

/// Whether it is input, or a way through the history, that a page's handlers hear: they may set timers for what is to come of it.
pub(crate) fn is_heard(action: &Action<ElementId>) -> bool {
    matches!(action, Action::Back | Action::Forward)
        || !gives_no_input(action) && !matches!(action, Action::Download { .. })
}

/// Whether it is a plain click on a link: that leads somewhere, or changes something.
pub(crate) fn follows_link(action: &Action<ElementId>, role: Option<&str>) -> bool {
    matches!(action, Action::Click(click) if click.button == Button::Left) && role == Some("link")
}
