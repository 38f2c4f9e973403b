//! The columns of a snapshot and [`NodeRef`], the way to read one node.

use std::borrow::Cow;

use domtool_cdp::protocol::BackendNodeId;

use super::{
    Certainty, FrameIndex, ListenerKinds, Place, Role, Snapshot, States, Tier, Typeset, Why, masks::Masks,
};
use crate::geometry::Rect;

/// A node's place in the arena: its position in document order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeIndex(pub u32);

impl NodeIndex {
    /// No node.
    pub const NONE: NodeIndex = NodeIndex(u32::MAX);

    /// As an index of a column.
    #[must_use]
    pub const fn at(self) -> usize {
        self.0 as usize
    }

    /// Itself, unless it is [`NodeIndex::NONE`].
    #[must_use]
    pub fn some(self) -> Option<NodeIndex> {
        (self != Self::NONE).then_some(self)
    }
}

/// A string of the snapshot's table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextId(pub u32);

impl TextId {
    /// The empty string.
    pub const EMPTY: TextId = TextId(0);
    /// Stands for a secret: [`super::MASK`], the first string that a snapshot is given.
    pub const MASK: TextId = TextId(1);
}

/// All strings of a snapshot in one buffer. Index 0 is the empty string.
#[derive(Debug)]
pub struct Strings {
    buffer: String,
    ends: Vec<u32>,
    /// What no string may hold.
    pub(super) masks: Masks,
}

impl Default for Strings {
    fn default() -> Self {
        Self { buffer: String::new(), ends: vec![0], masks: Masks::default() }
    }
}

impl Strings {
    /// Adds a string of a frame's document, with every value in it masked that is secret there. Equal strings are not joined.
    pub(super) fn push(&mut self, frame: FrameIndex, text: &str) -> TextId {
        match self.masks.scrub(frame, text) {
            Cow::Borrowed(text) => self.push_word(text),
            Cow::Owned(text) => self.push_word(&text),
        }
    }

    /// Adds what a field holds: it is masked also where all of it is a secret that may be any word elsewhere.
    pub(super) fn push_value(&mut self, frame: FrameIndex, text: &str) -> TextId {
        if self.masks.is(frame, text) { TextId::MASK } else { self.push(frame, text) }
    }

    /// Adds a word of HTML's or ARIA's, which is no text of a person's whatever they chose for a secret.
    pub(super) fn push_word(&mut self, text: &str) -> TextId {
        if text.is_empty() {
            return TextId::EMPTY;
        }
        self.buffer.push_str(text);
        self.ends.push(self.buffer.len() as u32);
        TextId(self.ends.len() as u32 - 1)
    }

    /// The string; empty for an id of another snapshot.
    #[must_use]
    pub fn get(&self, id: TextId) -> &str {
        let at = id.0 as usize;
        let (Some(&end), Some(start)) =
            (self.ends.get(at), at.checked_sub(1).map_or(Some(0), |i| self.ends.get(i).copied()))
        else {
            return "";
        };
        self.buffer.get(start as usize..end as usize).unwrap_or("")
    }
}

/// What a node is in the DOM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The document of a frame.
    Document,
    /// An author's shadow root (those of the browser's own controls are not in the snapshot).
    ShadowRoot(ShadowMode),
    /// An element.
    #[default]
    Element,
    /// A text node.
    Text,
    /// `::before`, `::after`, `::marker`: its value is the text of its content.
    Pseudo,
}

/// Whether a page's scripts can reach into a shadow root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShadowMode {
    /// They can.
    Open,
    /// They cannot.
    Closed,
}

/// The columns, all of one length. Only `snapshot` writes them.
#[derive(Debug, Default)]
pub struct Columns {
    pub(crate) strings: Strings,
    pub(crate) parent: Vec<NodeIndex>,
    /// One past the last descendant.
    pub(crate) end: Vec<NodeIndex>,
    pub(crate) kind: Vec<NodeKind>,
    /// Lower-case local name; empty for what is no element.
    pub(crate) tag: Vec<TextId>,
    pub(crate) frame: Vec<FrameIndex>,
    pub(crate) backend: Vec<BackendNodeId>,
    /// Range in `attribute_pool`.
    pub(crate) attributes: Vec<(u32, u32)>,
    pub(crate) attribute_pool: Vec<(TextId, TextId)>,
    /// The text of text nodes and pseudo-elements, as rendered where it is rendered.
    pub(crate) text: Vec<TextId>,
    /// What a field holds, masked.
    pub(crate) value: Vec<Option<TextId>>,
    /// Before clipping.
    pub(crate) rect: Vec<Option<Rect>>,
    /// After clipping by ancestors; the part that could be seen by scrolling the page.
    pub(crate) clipped: Vec<Option<Rect>>,
    pub(crate) paint_order: Vec<u32>,
    pub(crate) visible: Vec<bool>,
    pub(crate) place: Vec<Place>,
    /// Who covers it at all sample points.
    pub(crate) covered_by: Vec<NodeIndex>,
    pub(crate) tier: Vec<Tier>,
    pub(crate) why: Vec<Why>,
    pub(crate) listener_kinds: Vec<ListenerKinds>,
    pub(crate) role: Vec<Role>,
    pub(crate) role_certainty: Vec<Certainty>,
    /// White space collapsed.
    pub(crate) name: Vec<TextId>,
    pub(crate) name_certainty: Vec<Certainty>,
    /// `None` for all default.
    pub(crate) states: Vec<Option<Box<States>>>,
}

impl Snapshot {
    /// How many nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.parent.len()
    }

    /// Whether there is none: the page could not be read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One node. An index of another snapshot gives a node that has nothing.
    #[must_use]
    pub fn node(&self, index: NodeIndex) -> NodeRef<'_> {
        NodeRef { snapshot: self, index }
    }

    /// What the focused element says is current in it, an option or a cell (WAI-ARIA, `aria-activedescendant`).
    #[must_use]
    pub fn current(&self) -> Option<NodeIndex> {
        let focused = self.node(self.focus?);
        let id = focused.attribute("aria-activedescendant").filter(|id| !id.is_empty())?;
        let named = |node: &NodeRef<'_>| node.attribute("id") == Some(id) && node.root() == focused.root();
        self.nodes().find(named).map(NodeRef::index)
    }

    /// Every node, in document order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeRef<'_>> {
        (0..self.len() as u32).map(|i| self.node(NodeIndex(i)))
    }
}

/// One node of a snapshot.
#[derive(Clone, Copy)]
pub struct NodeRef<'s> {
    snapshot: &'s Snapshot,
    index: NodeIndex,
}

macro_rules! column {
    ($self:ident . $name:ident or $default:expr) => {
        $self.snapshot.columns.$name.get($self.index.at()).copied().unwrap_or($default)
    };
}

impl<'s> NodeRef<'s> {
    /// Its place in the arena.
    #[must_use]
    pub fn index(self) -> NodeIndex {
        self.index
    }

    /// One past its last descendant.
    #[must_use]
    pub fn end(self) -> NodeIndex {
        column!(self.end or NodeIndex(self.index.0.saturating_add(1)))
    }

    /// Its parent; a frame's document has its `<iframe>`, a shadow root its host.
    #[must_use]
    pub fn parent(self) -> Option<NodeRef<'s>> {
        column!(self.parent or NodeIndex::NONE).some().map(|index| NodeRef { index, ..self })
    }

    /// The tree that it is in: its document, or its shadow root.
    fn root(self) -> Option<NodeIndex> {
        let is_root =
            |node: &NodeRef<'_>| matches!(node.kind(), NodeKind::Document | NodeKind::ShadowRoot(_));
        self.ancestors().find(is_root).map(|root| root.index)
    }

    /// Its ancestors, nearest first.
    pub fn ancestors(self) -> impl Iterator<Item = NodeRef<'s>> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// Its children, in order.
    pub fn children(self) -> impl Iterator<Item = NodeRef<'s>> {
        let end = self.end();
        let first = NodeRef { index: NodeIndex(self.index.0 + 1), ..self };
        std::iter::successors(Some(first), |node| Some(NodeRef { index: node.end(), ..*node }))
            .take_while(move |node| node.index < end)
    }

    /// The sibling behind it.
    #[must_use]
    pub fn next_sibling(self) -> Option<NodeRef<'s>> {
        let next = self.end();
        self.parent().filter(|parent| next < parent.end()).map(|_| NodeRef { index: next, ..self })
    }

    /// Its descendants, in document order, frames and shadow trees included.
    pub fn descendants(self) -> impl Iterator<Item = NodeRef<'s>> {
        (self.index.0 + 1..self.end().0).map(move |i| NodeRef { index: NodeIndex(i), ..self })
    }

    /// Whether another node is itself or below it.
    #[must_use]
    pub fn contains(self, other: NodeIndex) -> bool {
        self.index <= other && other < self.end()
    }

    /// What it is in the DOM.
    #[must_use]
    pub fn kind(self) -> NodeKind {
        column!(self.kind or NodeKind::Element)
    }

    /// Lower-case local name; empty for what is no element.
    #[must_use]
    pub fn tag(self) -> &'s str {
        self.string(column!(self.tag or TextId::EMPTY))
    }

    /// The frame whose document it is in.
    #[must_use]
    pub fn frame(self) -> FrameIndex {
        column!(self.frame or FrameIndex(0))
    }

    /// Its backend id, unique within its frame's process.
    #[must_use]
    pub fn backend(self) -> BackendNodeId {
        column!(self.backend or BackendNodeId(0))
    }

    /// Its attributes, in order. URLs may be shortened, values of secret fields are masked.
    pub fn attributes(self) -> impl Iterator<Item = (&'s str, &'s str)> {
        let (start, end) = column!(self.attributes or (0, 0));
        self.snapshot
            .columns
            .attribute_pool
            .get(start as usize..end as usize)
            .unwrap_or_default()
            .iter()
            .map(move |&(name, value)| (self.string(name), self.string(value)))
    }

    /// One attribute.
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<&'s str> {
        self.attributes().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// The text of a text node or pseudo-element, white space as it is.
    #[must_use]
    pub fn text(self) -> &'s str {
        self.string(column!(self.text or TextId::EMPTY))
    }

    /// Whether it is a text that a person sees apart from the one before, though no white space is between them.
    #[must_use]
    pub fn is_apart(self) -> bool {
        self.snapshot.apart.binary_search(&self.index).is_ok()
    }

    /// Whether there is such a text among what is in it.
    #[must_use]
    pub fn holds_apart(self) -> bool {
        let apart = &self.snapshot.apart;
        let first = apart.partition_point(|text| *text <= self.index);
        apart.get(first).is_some_and(|text| *text < self.end())
    }

    /// Whether it is a text of a `<pre>` that begins a line, though no character of the page does.
    #[must_use]
    pub fn begins_line(self) -> bool {
        self.snapshot.lines.binary_search(&self.index).is_ok()
    }

    /// How it is set, where it is a text that says something by that.
    #[must_use]
    pub fn typeset(self) -> Typeset {
        let typeset = &self.snapshot.typeset;
        let found = typeset.binary_search_by_key(&self.index, |(node, _)| *node);
        found.map_or_else(|_| Typeset::default(), |at| typeset[at].1)
    }

    /// Whether there is such a text among what is in it.
    #[must_use]
    pub fn holds_typeset(self) -> bool {
        let typeset = &self.snapshot.typeset;
        let first = typeset.partition_point(|(text, _)| *text <= self.index);
        typeset.get(first).is_some_and(|(text, _)| *text < self.end())
    }

    /// What a field holds (verbatim, masked where secret); the labels of the chosen options of a select.
    #[must_use]
    pub fn value(self) -> Option<&'s str> {
        column!(self.value or None).map(|id| self.string(id))
    }

    /// Whether what it holds is secret: its value is [`super::MASK`], or empty.
    #[must_use]
    pub fn masked(self) -> bool {
        column!(self.value or None) == Some(TextId::MASK)
    }

    /// Its border box before clipping, CSS pixels of the top viewport.
    #[must_use]
    pub fn rect(self) -> Option<Rect> {
        column!(self.rect or None)
    }

    /// What is left of it after clipping by its ancestors (not by the viewport).
    #[must_use]
    pub fn clipped(self) -> Option<Rect> {
        column!(self.clipped or None)
    }

    /// Whether a person could see it, by scrolling if need be.
    #[must_use]
    pub fn visible(self) -> bool {
        column!(self.visible or false)
    }

    /// Where it is.
    #[must_use]
    pub fn place(self) -> Place {
        column!(self.place or Place::InView)
    }

    /// Who covers it, when nothing of it can be hit.
    #[must_use]
    pub fn covered_by(self) -> Option<NodeRef<'s>> {
        column!(self.covered_by or NodeIndex::NONE).some().map(|index| NodeRef { index, ..self })
    }

    /// When it is painted: of two boxes at one place, the later one is over the other.
    #[must_use]
    pub fn paint_order(self) -> u32 {
        column!(self.paint_order or 0)
    }

    /// How it counts.
    #[must_use]
    pub fn tier(self) -> Tier {
        column!(self.tier or Tier::Structural)
    }

    /// Why it is taken as operable.
    #[must_use]
    pub fn why(self) -> Why {
        column!(self.why or Why(0))
    }

    /// What it listens to, or what is listened to for it.
    #[must_use]
    pub fn listener_kinds(self) -> ListenerKinds {
        column!(self.listener_kinds or ListenerKinds(0))
    }

    /// Whether it can be operated: an element that gets an id.
    #[must_use]
    pub fn operable(self) -> bool {
        self.why() != Why(0) && self.why() != Why::TEST_ID
    }

    /// Whether it says that it cannot be operated: it is disabled, or in an `inert` part for another reason than a dialog in front of
    /// it, which is said once.
    #[must_use]
    pub fn disabled(self) -> bool {
        let states = self.states();
        states.disabled || states.inert && self.operable() && self.covered_by().is_none()
    }

    /// Its role.
    #[must_use]
    pub fn role(self) -> Role {
        column!(self.role or Role::Generic)
    }

    /// How sure the role is.
    #[must_use]
    pub fn role_certainty(self) -> Certainty {
        column!(self.role_certainty or Certainty::Certain)
    }

    /// Its accessible name, white space collapsed; empty for none.
    #[must_use]
    pub fn name(self) -> &'s str {
        self.string(column!(self.name or TextId::EMPTY))
    }

    /// How sure the name is.
    #[must_use]
    pub fn name_certainty(self) -> Certainty {
        column!(self.name_certainty or Certainty::Certain)
    }

    /// Its states.
    #[must_use]
    pub fn states(self) -> States {
        self.snapshot
            .columns
            .states
            .get(self.index.at())
            .and_then(|s| s.as_deref())
            .cloned()
            .unwrap_or_default()
    }

    /// What it shows, if it is an `<svg>` that is more than an icon.
    #[must_use]
    pub fn drawing(self) -> Option<&'s super::Drawing> {
        self.snapshot.drawing(self.index)
    }

    /// A string of its snapshot.
    #[must_use]
    pub fn string(self, id: TextId) -> &'s str {
        self.snapshot.columns.strings.get(id)
    }
}
