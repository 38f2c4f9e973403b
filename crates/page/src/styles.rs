//! Which computed styles a capture asks for. Each costs the browser some two per cent of the whole answer, on every box,
//! and most pages use few of them; so what a capture shows by other means that nobody can have set is not asked for.
//!
//! The witness is the order of painting. A box to which `transform`, `opacity`, `position`, `z-index`, `clip-path`,
//! containment, the top layer or clipped overflow apply is a paint layer of its own (CSS 2, appendix E; Chromium's
//! `PaintLayer`), and a capture numbers the layers: where a box has its parent's number, none of these is at work on it.
//! Three things have no such number: the root and the body, which hand theirs to the viewport (a look into the frame
//! tells of them, see [`crate::capture::FrameProbe::plain_root`]), and what is inside an SVG picture.
//!
//! What text is painted with shows in no layer: the rules of style sheets and the `style` attributes tell whether any of it is
//! set. Nobody reads the sheets of shadow roots.
//!
//! A capture that shows more than it was asked for is taken again with all. So nothing is missed, at the price of
//! asking twice when a document begins to use what it did not.

use domtool_cdp::protocol::dom_snapshot::StringIndex;

/// A set of computed styles that are asked for together; those that every capture needs are in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StyleSet(u8);

impl Default for StyleSet {
    fn default() -> Self {
        Self::ALL
    }
}

impl StyleSet {
    /// Only what every capture needs: styles that are inherited or that no box shows.
    pub const PLAIN: StyleSet = StyleSet(0);
    /// What makes a paint layer.
    pub const LAYERS: StyleSet = StyleSet(1);
    /// `float`: needed where boxes of one layer lie over each other.
    pub const FLOATS: StyleSet = StyleSet(1 << 1);
    /// `content`: needed where there are pseudo-elements.
    pub const CONTENT: StyleSet = StyleSet(1 << 2);
    /// Paint and letters of drawings: needed where an SVG is larger than an icon, or a word may be drawn as one.
    pub const DRAWINGS: StyleSet = StyleSet(1 << 3);
    /// `background-color`: needed where an element that can be operated has no word to be told by.
    pub const BACKGROUNDS: StyleSet = StyleSet(1 << 4);
    /// What text is painted with: needed where it may be struck out, or so that nobody sees it.
    pub const INK: StyleSet = StyleSet(1 << 5);
    /// What is painted of what is turned over in space: needed where something is turned so.
    pub const PLANES: StyleSet = StyleSet(1 << 6);
    /// Everything that a snapshot can use.
    pub const ALL: StyleSet = StyleSet(0b111_1111);

    /// Whether all of another set is in it.
    #[must_use]
    pub const fn has(self, other: StyleSet) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets.
    #[must_use]
    pub const fn with(self, other: StyleSet) -> StyleSet {
        StyleSet(self.0 | other.0)
    }

    /// The properties, in the order in which a capture must be asked for them.
    #[must_use]
    pub fn names(self) -> Vec<&'static str> {
        self.known().map(|(_, name)| name).collect()
    }

    /// The properties that are in it: their place in [`TABLE`], and their names.
    pub(crate) fn known(self) -> impl Iterator<Item = (usize, &'static str)> {
        let known = TABLE.iter().enumerate().filter(move |(_, (_, set))| self.has(*set));
        known.map(|(at, (name, _))| (at, *name))
    }

    /// Where a property of [`TABLE`] stands in a row.
    pub(crate) fn column(self, property: usize) -> Option<usize> {
        self.known().position(|(at, _)| at == property)
    }
}

/// Every property, and the set that it belongs to. [`crate::snapshot`] knows them by their places.
pub(crate) const TABLE: [(&str, StyleSet); 31] = [
    ("visibility", StyleSet::PLAIN),
    ("pointer-events", StyleSet::PLAIN),
    ("cursor", StyleSet::PLAIN),
    ("-webkit-text-security", StyleSet::PLAIN),
    ("display", StyleSet::PLAIN),
    ("opacity", StyleSet::LAYERS),
    ("overflow", StyleSet::LAYERS),
    ("position", StyleSet::LAYERS),
    ("clip-path", StyleSet::LAYERS),
    ("clip", StyleSet::LAYERS),
    ("transform", StyleSet::LAYERS),
    ("contain", StyleSet::LAYERS),
    ("content-visibility", StyleSet::LAYERS),
    ("z-index", StyleSet::LAYERS),
    // `auto` for what the browser has put into the top layer, and only for that: no page can set it.
    ("overlay", StyleSet::LAYERS),
    ("float", StyleSet::FLOATS),
    // What a pseudo-element says in place of its glyph (`"x" / "alternative"`), and whether it counts.
    ("content", StyleSet::CONTENT),
    ("fill", StyleSet::DRAWINGS),
    ("stroke", StyleSet::DRAWINGS),
    ("font-size", StyleSet::DRAWINGS),
    ("background-color", StyleSet::BACKGROUNDS),
    // What is animated is never told as moved.
    ("animation-name", StyleSet::LAYERS),
    ("text-decoration-line", StyleSet::INK),
    // The colour of letters, `color` where nothing else is set.
    ("-webkit-text-fill-color", StyleSet::INK),
    ("-webkit-text-stroke-width", StyleSet::INK),
    ("text-shadow", StyleSet::INK),
    ("background-clip", StyleSet::INK),
    ("filter", StyleSet::INK),
    ("backface-visibility", StyleSet::PLANES),
    ("transform-style", StyleSet::PLANES),
    ("rotate", StyleSet::PLANES),
];

/// A property of a row, where the row has it.
pub(crate) fn value(row: &[StringIndex], column: Option<usize>) -> Option<StringIndex> {
    row.get(column?).copied()
}
