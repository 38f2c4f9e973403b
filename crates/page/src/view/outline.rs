//! The outline: a snapshot flattened into lines, without ids and without a budget.
//!
//! It is owned and outlives its snapshot, so that the next one can be diffed against it. [`super::flatten`] makes it;
//! [`super::budget`] decides what of it is shown, [`super::tree`] words it.

use std::{
    borrow::Cow,
    hash::{Hash as _, Hasher as _},
};

use domtool_cdp::protocol::TargetId;
use rustc_hash::{FxHashMap, FxHasher};

use super::{
    Scope, drawing::resolve, find::Wanted, flatten, left_out::ContentKind, looks::LineLook, weeks::Week,
};
use crate::{
    identity::{ElementId, Registry},
    snapshot::{NodeIndex, NodeRef, Place, Role, Snapshot},
};

/// No line.
pub(super) const NO_LINE: u32 = u32::MAX;

/// A flattened snapshot. Equal pages give equal outlines.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    pub(super) lines: Vec<Line>,
    /// What the lines say, one after the other.
    pub(super) contents: String,
    /// What the elements with ids look like.
    pub(super) looks: Vec<LineLook>,
    /// Their classes, one after the other.
    pub(super) classes: String,
    /// The weeks of calendars, in the order of their lines.
    pub(super) weeks: Vec<Week>,
}

/// What stays the same while a line stands for the same thing: the document, the node, and which of its lines it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct LineKey {
    /// Hash of the frame's loader.
    pub(super) document: u64,
    pub(super) backend: i32,
    pub(super) kind: LineKind,
}

/// What a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum LineKind {
    /// An element with its role, name and states.
    #[default]
    Element,
    /// Text that a person reads; its content is the bare text, quoted when it is written.
    Text,
    /// Says nothing itself: it holds together what belongs together, such as a card.
    Group,
}

/// One line. Its descendants are the lines after it up to `end`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) node: NodeIndex,
    pub(super) key: LineKey,
    pub(super) parent: u32,
    pub(super) end: u32,
    /// Levels of indentation.
    pub(super) depth: u32,
    /// Its range in [`Outline::contents`].
    pub(super) content: (u32, u32),
    /// Where the places in its content are counted from, CSS pixels of the top viewport.
    pub(super) origin: (f64, f64),
    /// Its place in [`Outline::looks`], or [`NO_LINE`].
    pub(super) look: u32,
    /// The characters of a text before it was cut.
    pub(super) length: u32,
    /// Shows the element's id.
    pub(super) carries_id: bool,
    /// It is or stands for a heading: it sets off what follows it.
    pub(super) titles: bool,
    /// A group whose first line starts with `- `, as it has nothing else to set it off.
    pub(super) bullet: bool,
    /// Not cut before all else is: dialogs, the focus, errors.
    pub(super) urgent: bool,
    pub(super) place: Place,
    /// Equal for lines of the same role and tag with the same kinds of lines in them.
    pub(super) shape: u64,
    /// Equal for lines of the same role and tag.
    pub(super) likeness: u64,
    /// What it is counted as where it has no room.
    pub(super) counts_as: ContentKind,
    /// The line that covers it.
    pub(super) covered_by: u32,
    /// It is covered, by whatever.
    pub(super) covered: bool,
    /// How many lines it covers.
    pub(super) covers: u32,
    /// The id that it was last shown with.
    pub(super) id: Option<ElementId>,
}

impl Outline {
    /// Adds a line: in no group and beside no other yet, and with nothing said of it but what its element is.
    pub(super) fn push(
        &mut self,
        node: NodeRef<'_>,
        key: LineKey,
        parent: u32,
        content: &str,
        length: usize,
    ) -> &mut Line {
        let start = self.contents.len() as u32;
        self.contents.push_str(content);
        let mut hasher = FxHasher::default();
        (node.tag(), node.role().word(), key.kind).hash(&mut hasher);
        let likeness = hasher.finish();
        let at = self.lines.len();
        self.lines.push(Line {
            node: node.index(),
            key,
            parent,
            end: at as u32 + 1,
            depth: 0,
            content: (start, self.contents.len() as u32),
            length: length as u32,
            carries_id: false,
            titles: false,
            bullet: false,
            urgent: false,
            place: Place::InView,
            shape: likeness,
            likeness,
            counts_as: ContentKind::of(node, key.kind),
            covered_by: NO_LINE,
            covered: false,
            covers: 0,
            origin: (0.0, 0.0),
            look: NO_LINE,
            id: None,
        });
        &mut self.lines[at]
    }

    /// How many lines it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.iter().filter(|line| line.kind() != LineKind::Group).count()
    }

    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All that it says, line after line.
    pub(super) fn text(&self) -> &str {
        &self.contents
    }

    /// How often its lines say a text, where nothing else is known of their page.
    #[must_use]
    pub fn count(&self, wanted: &Wanted) -> usize {
        let contents = self.lines.iter().map(|line| self.content(line));
        contents
            .filter(|content| !super::diff::is_on_hover(content))
            .map(|content| wanted.times(content))
            .sum()
    }

    /// Fills in the ids that the session has given out for its elements, so that a later diff can name what is gone.
    pub fn note_ids(&mut self, snapshot: &Snapshot, registry: &Registry, page: &TargetId) {
        for line in self.lines.iter_mut().filter(|line| line.carries_id) {
            line.id = registry.id_of(page, snapshot, line.node);
        }
    }

    pub(super) fn content(&self, line: &Line) -> &str {
        self.contents.get(line.content.0 as usize..line.content.1 as usize).unwrap_or("")
    }

    pub(super) fn look(&self, line: &Line) -> Option<&LineLook> {
        self.looks.get(line.look as usize)
    }

    pub(super) fn class(&self, look: &LineLook) -> &str {
        self.classes.get(look.class.0 as usize..look.class.1 as usize).unwrap_or("")
    }

    /// The week of a calendar that a line is a day of.
    pub(super) fn week_of(&self, line: usize) -> Option<&Week> {
        let next = self.weeks.partition_point(|week| week.lines.end <= line);
        self.weeks.get(next).filter(|week| week.lines.start <= line)
    }

    /// What a line says, with places of the viewport. [`Self::content`] has places that scrolling leaves as they are, to be compared.
    pub(super) fn wording(&self, line: &Line) -> Cow<'_, str> {
        resolve(self.content(line), line.origin)
    }

    /// The line of a node, or of its nearest ancestor that has one.
    pub(super) fn line_of(&self, snapshot: &Snapshot, node: NodeIndex) -> Option<u32> {
        let mut at = Some(snapshot.node(node));
        while let Some(here) = at {
            if let Some(line) = self.own_line(here.index()) {
                return Some(line);
            }
            at = here.parent();
        }
        None
    }

    /// The first line of a node itself. Lines are in the order of their nodes.
    pub(super) fn own_line(&self, node: NodeIndex) -> Option<u32> {
        let at = self.lines.partition_point(|line| line.node < node);
        self.lines.get(at).filter(|line| line.node == node).map(|_| at as u32)
    }
}

impl Line {
    pub(super) fn kind(&self) -> LineKind {
        self.key.kind
    }
}

/// Flattens a snapshot, or the part of it that the scope names.
#[must_use]
pub fn outline(snapshot: &Snapshot, scope: &Scope) -> Outline {
    let mut outline = flatten::flatten(snapshot, scope);
    note_covers(&mut outline, snapshot);
    outline
}

/// Finds for every covered line the one that covers it.
fn note_covers(outline: &mut Outline, snapshot: &Snapshot) {
    let mut coverers: FxHashMap<NodeIndex, u32> = FxHashMap::default();
    for at in 0..outline.lines.len() {
        if !outline.lines[at].carries_id {
            continue;
        }
        let Some(coverer) = snapshot.node(outline.lines[at].node).covered_by() else { continue };
        let line = match coverers.get(&coverer.index()) {
            Some(line) => *line,
            None => {
                let line = covering_line(outline, snapshot, coverer.index());
                coverers.insert(coverer.index(), line);
                line
            }
        };
        outline.lines[at].covered = true;
        // A coverer without a line of its own may sit in the same container as what it covers: that one covers nothing.
        let around = line != NO_LINE && line as usize <= at && at < outline.lines[line as usize].end as usize;
        if line != NO_LINE && !around {
            outline.lines[at].covered_by = line;
            outline.lines[line as usize].covers += 1;
        }
    }
}

/// The dialog that the coverer belongs to, or else the nearest line that can be named by an id.
fn covering_line(outline: &Outline, snapshot: &Snapshot, coverer: NodeIndex) -> u32 {
    let mut found = NO_LINE;
    let mut at = outline.line_of(snapshot, coverer).unwrap_or(NO_LINE);
    while let Some(line) = outline.lines.get(at as usize) {
        if line.carries_id {
            if is_dialog(snapshot.node(line.node).role()) {
                return at;
            }
            if found == NO_LINE {
                found = at;
            }
        }
        at = line.parent;
    }
    found
}

/// Whether a role is a dialog's.
pub(super) fn is_dialog(role: Role) -> bool {
    matches!(role, Role::Dialog | Role::AlertDialog)
}
