//! The snapshot: every node of every frame and shadow root at one moment, immutable, 1:1 with the DOM.
//!
//! A struct of arrays in document order. Frames and shadow trees stand in place: a frame's document is the child of
//! its `<iframe>`, a shadow root the first child of its host. A node's descendants are the indices after it up to its
//! [`NodeRef::end`], so a pass over the tree is a loop. [`build`] makes one; the passes are its files.

mod absence;
mod apart;
mod ask;
mod build;
mod classify;
mod clip;
mod coverer;
mod descriptions;
mod draft;
mod drawing;
mod editors;
mod formulas;
mod internals;
mod known_names;
mod layout;
mod left_out;
mod ligatures;
mod mapping;
mod masks;
mod measure;
mod merge;
mod name;
mod native;
mod nodes;
mod occlusion;
mod plane;
mod privacy;
mod refs;
mod role;
pub(crate) mod screens;
mod scrollers;
mod secret_words;
mod secrets;
mod state;
mod style;
mod tables;
#[cfg(test)]
pub(crate) mod testing;
mod tree_scopes;
mod typeset;
mod value;
mod visibility;
mod xpath;

pub use build::{Pass, build, build_watched};
pub use drawing::{Drawing, Look, Placement, PlainColour, Shape, ShapeKind, Trace};
pub use editors::DrawnLines;
pub use measure::frames_to_measure;
pub(crate) use name::is_left_out;

pub use crate::listener_kinds::ListenerKinds;
pub use nodes::{Columns, NodeIndex, NodeKind, NodeRef, ShadowMode, Strings, TextId};
pub use privacy::{Field, MASK, PrivacyRules, shorten_title, shorten_url, shorten_urls_in};
pub use role::Role;
pub use scrollers::{Axis, Scroller};
pub use typeset::Typeset;

use domtool_cdp::protocol::{BackendNodeId, FrameId, LoaderId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{capture::Viewport, geometry::Rect, secret_values::SecretValues, styles::StyleSet};

/// Everything that was seen.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// The columns of the nodes. Index 0 is the main document.
    pub columns: Columns,
    /// The main frame first, then in document order.
    pub frames: Vec<Frame>,
    /// The main frame's viewport.
    pub viewport: Viewport,
    /// The focused element.
    pub focus: Option<NodeIndex>,
    /// What could not be seen.
    pub gaps: Vec<Gap>,
    /// Why the page shows nothing, or little, where that is so.
    pub absence: Option<String>,
    /// What covers what depends on floats, and a session was not asked for them: its capture has to be taken again with
    /// [`crate::styles::StyleSet::FLOATS`].
    pub floats_matter: bool,
    /// Some element that can be operated has no word to be told by, and a session was not asked for its colour: its capture has to
    /// be taken again with [`crate::styles::StyleSet::BACKGROUNDS`].
    pub backgrounds_matter: bool,
    /// How many nodes Chrome was asked to name.
    pub asked: u32,
    /// By session and backend id.
    by_backend: FxHashMap<(u32, i32), NodeIndex>,
    /// By element that scrolls, and by document of a frame that does.
    scrollers: FxHashMap<NodeIndex, Scroller>,
    /// By node: its number among its likes, made when it is first asked for.
    numbers: std::sync::OnceLock<Vec<u32>>,
    /// The texts that stand apart from the one before, in document order.
    apart: Vec<NodeIndex>,
    /// The parts that are left out as their pages ask, and paint something.
    painted_parts: Vec<NodeIndex>,
    /// The texts of preformatted elements that begin a line by their boxes alone, in document order.
    lines: Vec<NodeIndex>,
    /// The texts that say something by how they are set, in document order.
    typeset: Vec<(NodeIndex, Typeset)>,
    /// The nodes that hold secrets, in document order.
    secret: Vec<NodeIndex>,
    /// By hidden control: the label that is there for it.
    stand_ins: FxHashMap<NodeIndex, NodeIndex>,
    /// By field: which lines of an editor that draws its text itself its value is.
    drawn_editors: FxHashMap<NodeIndex, DrawnLines>,
    /// The texts that such an editor's value tells.
    told_as_value: FxHashSet<NodeIndex>,
    /// By described node.
    descriptions: FxHashMap<NodeIndex, Description>,
    /// By outermost `<svg>` that is more than an icon.
    drawings: FxHashMap<NodeIndex, Drawing>,
    /// By element that can be operated: what it looks like, where its looks tell more than its words.
    looks: FxHashMap<NodeIndex, Look>,
    /// How many of these are lines.
    operable_lines: usize,
    /// What lies over controls, the largest first.
    pub(crate) screens: Vec<screens::Screen>,
    /// By element that can be operated and is not in the flow.
    placements: FxHashMap<NodeIndex, Placement>,
}

/// What is said of a node beyond its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// The text, white space collapsed.
    pub text: TextId,
    /// Whether it is what Chrome says.
    pub certainty: Certainty,
    /// Where a person finds it.
    pub told: DescribedWhere,
}

/// Where a person finds a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DescribedWhere {
    /// On the page: the element that says it is shown.
    Shown,
    /// Nowhere: it is for readers of screens.
    Unseen,
    /// Over it, as a tooltip.
    Tooltip,
}

impl Snapshot {
    /// How a scroll container stands: an element, or the document of a frame. `None` for what has nothing to scroll.
    #[must_use]
    pub fn scroller(&self, node: NodeIndex) -> Option<Scroller> {
        self.scrollers.get(&node).copied()
    }

    /// What fields held by origin, of the origins that the page has documents of: what the capture came with, and what the masked
    /// fields hold now. No string of such a document holds any of it.
    pub fn held_secrets(&self) -> impl Iterator<Item = (&str, &SecretValues)> {
        self.columns.strings.masks.held()
    }

    /// The fields that are secret, by their documents.
    pub fn secret_fields(&self) -> impl Iterator<Item = (&LoaderId, BackendNodeId)> {
        let fields = self.secret.iter().map(|index| self.node(*index));
        let fields = fields.filter(|node| matches!(node.tag(), "input" | "textarea" | "select"));
        fields.filter_map(|node| {
            let frame = self.frames.get(node.frame().0 as usize)?;
            Some((&frame.loader, node.backend()))
        })
    }

    /// What an `<svg>` shows, where it is more than an icon.
    #[must_use]
    pub fn drawing(&self, node: NodeIndex) -> Option<&Drawing> {
        self.drawings.get(&node)
    }

    /// What an element that can be operated looks like, where its looks tell more than its words: a shape, or a box without any text.
    #[must_use]
    pub fn look(&self, node: NodeIndex) -> Option<&Look> {
        self.looks.get(&node)
    }

    /// How many lines can be operated: the wires of a flow editor.
    #[must_use]
    pub fn operable_lines(&self) -> usize {
        self.operable_lines
    }

    /// How an element that can be operated comes to where it is.
    #[must_use]
    pub fn placement(&self, node: NodeIndex) -> Placement {
        self.placements.get(&node).copied().unwrap_or_default()
    }

    /// Which lines of an editor that draws its text itself a field holds: one that nobody sees, and that takes the editor's keys.
    #[must_use]
    pub fn drawn_lines(&self, field: NodeIndex) -> Option<DrawnLines> {
        self.drawn_editors.get(&field).copied()
    }

    /// Whether a text is a line of such an editor, which its field's value tells.
    pub(crate) fn is_told_as_value(&self, text: NodeIndex) -> bool {
        self.told_as_value.contains(&text)
    }

    /// The styles that a capture must have been asked for besides, as only the finished snapshot shows.
    #[must_use]
    pub fn styles_lacking(&self) -> Option<StyleSet> {
        let floats = self.floats_matter.then_some(StyleSet::FLOATS);
        let backgrounds = self.backgrounds_matter.then_some(StyleSet::BACKGROUNDS);
        match (floats, backgrounds) {
            (Some(one), Some(other)) => Some(one.with(other)),
            (one, other) => one.or(other),
        }
    }

    /// What is said of a node beyond its name (`aria-describedby`, `aria-description`, a tooltip).
    #[must_use]
    pub fn description(&self, node: NodeIndex) -> Option<Description> {
        self.descriptions.get(&node).copied()
    }
}

/// An index into [`Snapshot::frames`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameIndex(pub u32);

/// One frame with its document.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The protocol's id.
    pub id: FrameId,
    /// The document's identity: another one after a navigation.
    pub loader: LoaderId,
    /// Its address, shortened where it carried token-like values.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its document node.
    pub document: NodeIndex,
    /// The frame that holds it.
    pub parent: Option<FrameIndex>,
    /// Which of the capture's sessions it came from; 0 is the page's own.
    pub session: u32,
    /// What it shows, in the top viewport (its viewport before clipping by outer frames).
    pub viewport: Rect,
    /// How far it is scrolled, CSS pixels.
    pub scroll: (f64, f64),
    /// The size of what it scrolls, CSS pixels.
    pub content: (f64, f64),
    /// The box of all that it scrolls, in the top viewport.
    pub extent: Rect,
}

/// Something that could not be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The node that stands for it (such as the `<iframe>`), where there is one.
    pub node: Option<NodeIndex>,
    /// What and why, for the model.
    pub reason: String,
}

/// How a node counts: by meaning, by being operable, or as structure only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tier {
    /// Layout only; hoisted away in views.
    #[default]
    Structural,
    /// Has a role that means something, or is text that a person reads.
    Semantic,
    /// Has no such role but can be operated.
    Interactive,
}

/// Why a node is taken as operable: a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Why(pub u32);

impl Why {
    /// It is a control by its tag or role (link, button, field...).
    pub const NATIVE: Why = Why(1);
    /// A click, pointer, mouse, key or touch listener is on it.
    pub const LISTENER: Why = Why(1 << 1);
    /// An `on...` attribute.
    pub const HANDLER: Why = Why(1 << 2);
    /// `tabindex` of 0 or more.
    pub const TABINDEX: Why = Why(1 << 3);
    /// `contenteditable` in any of its kinds.
    pub const EDITABLE: Why = Why(1 << 4);
    /// `draggable`.
    pub const DRAGGABLE: Why = Why(1 << 5);
    /// A pointer cursor that the parent does not have.
    pub const CURSOR: Why = Why(1 << 6);
    /// A `<label>` of a control that cannot be seen.
    pub const LABEL: Why = Why(1 << 7);
    /// It scrolls what is inside it.
    pub const SCROLLS: Why = Why(1 << 8);
    /// A test id keeps it in the view.
    pub const TEST_ID: Why = Why(1 << 9);
    /// What it is in hears for it.
    pub const DELEGATED: Why = Why(1 << 10);

    /// Every reason with its word.
    pub const WORDS: &[(Why, &str)] = &[
        (Why::NATIVE, "native"),
        (Why::LISTENER, "listener"),
        (Why::HANDLER, "handler"),
        (Why::TABINDEX, "tabindex"),
        (Why::EDITABLE, "editable"),
        (Why::DRAGGABLE, "draggable"),
        (Why::CURSOR, "cursor"),
        (Why::LABEL, "label"),
        (Why::SCROLLS, "scrolls"),
        (Why::TEST_ID, "test-id"),
        (Why::DELEGATED, "delegated"),
    ];

    /// Whether it has all reasons of another set.
    #[must_use]
    pub const fn has(self, other: Why) -> bool {
        self.0 & other.0 == other.0
    }

    /// The reasons of both.
    #[must_use]
    pub const fn with(self, other: Why) -> Why {
        Why(self.0 | other.0)
    }

    /// The words of its reasons.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Self::WORDS.iter().filter(move |(why, _)| self.has(*why)).map(|(_, word)| *word)
    }
}

/// Yes, no, or in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tristate {
    /// No.
    Off,
    /// Yes.
    On,
    /// In between.
    Mixed,
}

/// The states of a node that a model needs; only what differs from the default is set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct States {
    /// Cannot be operated: native, `fieldset`, `aria-disabled`.
    pub disabled: bool,
    /// It is in an `inert` part, which people see and cannot operate.
    pub inert: bool,
    /// Its value cannot be changed.
    pub read_only: bool,
    /// Must be filled.
    pub required: bool,
    /// What it holds is not right: the browser or the page says so.
    pub invalid: bool,
    /// Why it is not, in the page's words (`aria-errormessage`, `aria-describedby`) or the browser's.
    pub error: Option<TextId>,
    /// Takes several values.
    pub multiple: bool,
    /// `aria-busy`.
    pub busy: bool,
    /// It is transparent until the pointer is there.
    pub on_hover: bool,
    /// Covers the rest and blocks it (`aria-modal`, an open modal dialog).
    pub modal: bool,
    /// The browser shows it above everything else, and why.
    pub top_layer: Option<TopLayer>,
    /// Checkboxes, radios, switches.
    pub checked: Option<Tristate>,
    /// Toggle buttons.
    pub pressed: Option<Tristate>,
    /// Disclosure: open or not.
    pub expanded: Option<bool>,
    /// Tabs, options, rows.
    pub selected: Option<bool>,
    /// `aria-current`, its value.
    pub current: Option<TextId>,
    /// Heading and tree levels.
    pub level: Option<u8>,
    /// How a column is sorted.
    pub sort: Option<Sort>,
    /// The limits of what shows a value on a scale, and the words for its value; the value itself is its value.
    pub range: Option<ValueRange>,
    /// How many options of a select are chosen, or files of a file field.
    pub chosen: Option<u32>,
}

/// `aria-sort`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
    /// In some other way.
    Other,
}

impl Sort {
    /// Its ARIA word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Sort::Ascending => "ascending",
            Sort::Descending => "descending",
            Sort::Other => "other",
        }
    }
}

/// The scale of a slider, spin button, progress bar, meter or scroll bar. All as the page writes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ValueRange {
    /// The least value, where the page gives one.
    pub min: Option<TextId>,
    /// The greatest value, where the page gives one.
    pub max: Option<TextId>,
    /// The value in words (`aria-valuetext`), where it has some.
    pub text: Option<TextId>,
}

/// Why the browser shows an element in its top layer, above everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TopLayer {
    /// A dialog opened with `showModal()`: what is outside of it is inert.
    Modal,
    /// An open popover.
    Popover,
    /// An element (or the `<iframe>` around it) that fills the screen.
    Fullscreen,
}

/// Where a node is, seen from the viewport.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Place {
    /// At least two thirds of it are in view.
    #[default]
    InView,
    /// Less of it is.
    Partial,
    /// Scroll up for it.
    Above,
    /// Scroll down for it.
    Below,
    /// Scroll left for it.
    Left,
    /// Scroll right for it.
    Right,
}

/// How sure a locally computed name or role is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// As Chrome computes it: a test holds every certain answer against Chrome's.
    #[default]
    Certain,
    /// Ask Chrome if it is shown.
    Uncertain,
    /// Chrome was asked, and this is its answer.
    Asked,
    /// There is no accessible name, unless the role is uncertain: this is the text that a person reads in it.
    Written,
    /// There is no accessible name, unless the role is uncertain; this is a hint in place of one, from something near it.
    Guessed,
}
