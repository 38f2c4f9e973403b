//! What a report could not confirm, as a caller's memory keeps it; the action's side reads it again before the next call.

use domtool_cdp::protocol::{BackendNodeId, FrameId};
use domtool_page::snapshot::PrivacyRules;
use tokio::time::Instant;

use crate::world::data::HeldFile;

/// What is to be so at the end.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// A field holds a text; `blanks` are what its mask shows where it is empty.
    Text { text: String, blanks: Option<String> },
    /// A text was added to what a field held; `now` is what it held then.
    Added { before: String, text: String, selected: bool, now: String },
    /// A row of boxes holds a code.
    Boxes(String),
    /// A file input holds these.
    Files(Vec<HeldFile>),
    /// A checkbox, radio or switch is on or off.
    Checked(bool),
    /// These options of a select are chosen, by their values.
    Chosen(Vec<String>),
    /// These options of a list that stands in the page are chosen, by their labels.
    Listed(Vec<String>),
    /// A slider or spinbutton is at this value.
    Turned(String),
    /// What opened a list shows the option that was chosen of it; `before` is what it showed until then.
    Shown { label: String, before: String },
    /// A dragged element is not where it was before the drag.
    Moved,
}

/// What a report could not confirm, or what a page may take back later, to be read again before the next call.
#[derive(Clone, Debug)]
pub(crate) struct Unconfirmed {
    pub(crate) frame: FrameId,
    pub(crate) backend: BackendNodeId,
    pub(crate) wanted: Wanted,
    pub(crate) privacy: PrivacyRules,
    /// The element, for sentences.
    pub(crate) words: String,
    /// The action, as `click e5`.
    pub(crate) action: String,
    /// Since when.
    pub(crate) at: Instant,
    /// Where it stood when it was reported: what labels the element and what stands in it, as another thing may be in its place by then. It is
    /// read before the next call, and no more.
    pub(crate) stood: Option<(Vec<String>, String)>,
}
