//! The context of an element: its row, card or group, and the title above it. It tells one "Delete" from another. Fixture:
//! identity.html, whose makes of rows (`?kind=`) are named below.

use domtool_cdp::protocol::BackendNodeId;

use super::{
    column,
    facts::{self, Facts},
    keys,
    month::{self, Month},
    word_kinds,
};
use crate::snapshot::{Certainty, NodeIndex, NodeKind, NodeRef, Role, Snapshot};

/// At most so many ancestors of an element are looked at.
const ANCESTORS: usize = 10;
/// At most so many siblings are looked at: of the first ones, and of those after the node.
const SIBLINGS: usize = 6;
/// At most so many nodes of a row beside it are searched for the same control.
const LIKE_NODES: u32 = 120;
/// At most so many children are searched for the title above an element.
const ABOVE: usize = 64;

/// What a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum LevelKind {
    /// A row, card, item or dialog: it is about one thing, and all its texts say which.
    Row,
    /// A form, section or pane: its title says what it is about, the rest changes.
    Section,
    /// The calendar of a day, told by its caption.
    Month,
    /// The column of a table, told by its head.
    Column,
}

/// A row or section around an element.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) kind: LevelKind,
    /// The row or section.
    pub(super) node: BackendNodeId,
    /// The parent of the row, which has the rows beside it.
    pub(super) list: BackendNodeId,
    /// The node that must change before the facts can.
    pub(super) watch: BackendNodeId,
    pub(super) facts: Facts,
}

/// All levels, the innermost first. An element that is in no row or section has none.
#[derive(Clone, Debug, Default)]
pub(super) struct Context {
    pub(super) levels: Vec<Level>,
}

impl Context {
    /// Reads the context of an element, up to the first row or section that surely is one and has a name.
    pub(super) fn take(snapshot: &Snapshot, own: NodeRef<'_>) -> Context {
        let mut context = Context::default();
        let mut below = own;
        for group in own.ancestors().take(ANCESTORS) {
            if group.kind() == NodeKind::Document || matches!(group.tag(), "body" | "html") {
                break;
            }
            let level = level(snapshot, group, below, own);
            below = group;
            let Some((level, sure)) = level else { continue };
            let named = level.facts.named();
            context.levels.push(level);
            if named && sure {
                break;
            }
        }
        context.levels.extend(month(snapshot, own));
        context.levels.extend(column::head(own).and_then(|head| column(snapshot, head)));
        context
    }

    /// Reads the same rows and sections again, in another snapshot; or the context anew, where the element left one of them.
    pub(super) fn retake(&self, snapshot: &Snapshot, own: NodeRef<'_>) -> Context {
        let Some(frame) = snapshot.frames.get(own.frame().0 as usize) else { return Context::default() };
        let mut levels = Vec::with_capacity(self.levels.len());
        for known in &self.levels {
            if known.kind == LevelKind::Month {
                match month(snapshot, own) {
                    Some(month) => levels.push(month),
                    None => return Context::take(snapshot, own),
                }
                continue;
            }
            if known.kind == LevelKind::Column {
                let head = snapshot.find(&frame.id, known.node).map(|at| snapshot.node(at));
                let head = head.filter(|head| column::is_over(*head, own)).or_else(|| column::head(own));
                // Its text is kept to compare with: heads are drawn anew while rows stay.
                let none = || Level { facts: Facts::titled(""), ..known.clone() };
                levels.push(head.and_then(|head| column(snapshot, head)).unwrap_or_else(none));
                continue;
            }
            let group = snapshot.find(&frame.id, known.node).map(|at| snapshot.node(at));
            let Some(group) = group.filter(|g| g.contains(own.index()) && g.index() != own.index()) else {
                return Context::take(snapshot, own);
            };
            let list = group.parent().map_or(group.backend(), NodeRef::backend);
            let (facts, watch) = match known.kind {
                LevelKind::Row => {
                    let facts = Facts::of(snapshot, group, own);
                    let watch = row_watch(&facts, group, list);
                    (facts, watch)
                }
                LevelKind::Section | LevelKind::Month | LevelKind::Column => {
                    let below =
                        own.ancestors().take_while(|a| a.index() != group.index()).last().unwrap_or(own);
                    match section_title(snapshot, group, below, own) {
                        Some(title) => title,
                        None => (Facts::titled(""), group.backend()),
                    }
                }
            };
            levels.push(Level { kind: known.kind, node: known.node, list, watch, facts });
        }
        Context { levels }
    }

    /// The innermost level that has a name.
    pub(super) fn named(&self) -> Option<&Level> {
        self.levels.iter().find(|level| level.facts.named()).or(self.levels.first())
    }

    /// Whether a row or title with a name tells what the element is about.
    pub(super) fn is_named(&self) -> bool {
        self.levels.iter().any(|level| level.facts.named())
    }

    /// Whether the texts and keys of both are equal, and what their fields hold.
    pub(super) fn equals(&self, other: &Context) -> bool {
        self.levels.len() == other.levels.len()
            && self.levels.iter().zip(&other.levels).all(|(a, b)| {
                a.kind == b.kind && a.facts.hash == b.facts.hash && a.facts.held == b.facts.held
            })
    }
}

/// The calendar that a day is in.
fn month(snapshot: &Snapshot, own: NodeRef<'_>) -> Option<Level> {
    let Month { caption, node } = month::of_day(snapshot, own)?;
    let facts = Facts::titled(&caption);
    facts.tells().then_some(Level { kind: LevelKind::Month, node, list: node, watch: node, facts })
}

/// The column below a head.
fn column(snapshot: &Snapshot, head: NodeRef<'_>) -> Option<Level> {
    let (facts, node) = (Facts::titled(&text_of(snapshot, head)), head.backend());
    facts.tells().then_some(Level { kind: LevelKind::Column, node, list: node, watch: node, facts })
}

/// Reads one ancestor as a row or section, and says whether the search may end there. `None` where it is neither.
fn level(
    snapshot: &Snapshot,
    group: NodeRef<'_>,
    below: NodeRef<'_>,
    own: NodeRef<'_>,
) -> Option<(Level, bool)> {
    let list = group.parent().map_or(group.backend(), NodeRef::backend);
    if let Some(sure) = row(snapshot, group, own) {
        let facts = Facts::of(snapshot, group, own);
        // A label with its radio button is no row: it says what the button is called, not what it answers.
        if !sure && own.role().is_toggle() && facts.says_only(own.name()) {
            return None;
        }
        let watch = row_watch(&facts, group, list);
        let level = Level { kind: LevelKind::Row, node: group.backend(), list, watch, facts };
        return level.facts.tells().then_some((level, sure));
    }
    let (facts, watch) = section_title(snapshot, group, below, own)?;
    Some((Level { kind: LevelKind::Section, node: group.backend(), list, watch, facts }, true))
}

/// Where a row may be told by what its fields hold, no mutation in it need say that it was given to another: one of its list does.
fn row_watch(facts: &Facts, group: NodeRef<'_>, list: BackendNodeId) -> BackendNodeId {
    if facts.held.is_empty() { group.backend() } else { list }
}

/// Whether an ancestor is a row: `Some(true)` surely, `Some(false)` perhaps, as an element among siblings that are alike may be a
/// cell of the real row (`cells`).
fn row(snapshot: &Snapshot, group: NodeRef<'_>, own: NodeRef<'_>) -> Option<bool> {
    let cell = matches!(group.tag(), "td" | "th") || matches!(group.role(), Role::Cell | Role::GridCell);
    if cell || group.kind() != NodeKind::Element {
        return None;
    }
    if is_item(group)
        || matches!(group.role(), Role::Dialog | Role::AlertDialog)
        || group.tag() == "dialog"
        || group.attributes().any(|(name, value)| !value.is_empty() && tells_rows(name))
    {
        return Some(true);
    }
    let mut likes = likes(group).peekable();
    likes.peek()?;
    // Where a sibling that is alike has the same control in it, these are rows. Otherwise they may be cells.
    Some(likes.take(3).any(|like| has_like(snapshot, like, own)))
}

/// Rows and items by their tag or role.
pub(super) fn is_item(node: NodeRef<'_>) -> bool {
    matches!(node.tag(), "tr" | "li" | "article")
        || matches!(node.role(), Role::Row | Role::ListItem | Role::Article | Role::Option | Role::TreeItem)
}

/// Whether an element is a whole row by itself, so that its name is the row's (`names`, `clicks`). An item of a list counts
/// also without others beside it: these may have gone, or may never have been shown.
pub(super) fn is_whole_item(own: NodeRef<'_>) -> bool {
    let native = matches!(own.tag(), "button" | "input" | "a" | "select" | "textarea" | "summary");
    let twin = |other: NodeRef<'_>| {
        alike(own, other)
            || own.tag() == other.tag()
                && own.role() == other.role()
                && own.attribute("class") == other.attribute("class")
    };
    if !native && beside(own).any(twin) {
        return true;
    }
    let mut below = own;
    for above in own.ancestors().take(4) {
        let beside = above.children().filter(|c| c.kind() == NodeKind::Element && c.index() != below.index());
        if beside.count() > 0 {
            return false;
        }
        if is_item(above) {
            return true;
        }
        below = above;
    }
    false
}

fn tells_rows(name: &str) -> bool {
    keys::is_index(name) || keys::is_key(name)
}

/// The siblings of a row that are built like it.
pub(super) fn likes(group: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    beside(group).filter(move |other| alike(group, *other))
}

/// The next siblings after a node, and the first ones of its parent.
fn beside(node: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    let first = node.parent().into_iter().flat_map(|parent| parent.children().take(SIBLINGS));
    let behind = std::iter::successors(node.next_sibling(), |next| next.next_sibling()).take(SIBLINGS);
    first.filter(move |sibling| sibling.index() < node.index()).chain(behind)
}

/// Whether two elements are built alike: they have the same tag, and the same classes, or one in common (or none) and children of
/// the same tags.
fn alike(a: NodeRef<'_>, b: NodeRef<'_>) -> bool {
    if b.kind() != NodeKind::Element || a.tag() != b.tag() {
        return false;
    }
    match (a.attribute("class"), b.attribute("class")) {
        (Some(x), Some(y)) if x == y => true,
        (Some(x), Some(y)) => {
            x.split_whitespace().any(|c| y.split_whitespace().any(|d| c == d)) && same_build(a, b)
        }
        (None, None) => same_build(a, b),
        _ => false,
    }
}

fn same_build(a: NodeRef<'_>, b: NodeRef<'_>) -> bool {
    let tags = |node: NodeRef<'_>| -> Vec<String> {
        node.children()
            .filter(|n| n.kind() == NodeKind::Element)
            .take(8)
            .map(|n| n.tag().to_owned())
            .collect()
    };
    let (x, y) = (tags(a), tags(b));
    !x.is_empty() && x == y
}

/// Whether a row contains a control with the same tag, role and first word of its name.
fn has_like(snapshot: &Snapshot, group: NodeRef<'_>, own: NodeRef<'_>) -> bool {
    let first = |name: &'_ str| name.split_whitespace().next().unwrap_or_default().to_owned();
    let wanted = first(own.name());
    let end = group.end().0.min(group.index().0.saturating_add(LIKE_NODES));
    (group.index().0..end)
        .map(|at| snapshot.node(NodeIndex(at)))
        .any(|node| node.tag() == own.tag() && node.role() == own.role() && first(node.name()) == wanted)
}

/// Whether a field has a name that no such field in the rows beside its own has. "Size" and "Colour" are told apart by their
/// names, whatever is chosen in them (`combos` in identity-living.html).
pub(super) fn is_named_apart(own: NodeRef<'_>, group: BackendNodeId) -> bool {
    let sure = own.name_certainty() != Certainty::Uncertain && word_kinds::has_name(own.name());
    let Some(group) = own.ancestors().find(|above| above.backend() == group).filter(|_| sure) else {
        return false;
    };
    let mut others = likes(group)
        .flat_map(|like| like.descendants().take(LIKE_NODES as usize))
        .filter(|node| node.tag() == own.tag() && node.role() == own.role())
        .peekable();
    others.peek().is_some() && others.all(|other| !word_kinds::same_names(other.name(), own.name()))
}

/// The title of a form, section or pane for what is below it, and the node that holds it.
fn section_title(
    snapshot: &Snapshot,
    group: NodeRef<'_>,
    below: NodeRef<'_>,
    own: NodeRef<'_>,
) -> Option<(Facts, BackendNodeId)> {
    let section = matches!(group.tag(), "form" | "fieldset" | "section" | "table")
        || matches!(
            group.role(),
            Role::Form | Role::Group | Role::Region | Role::Table | Role::Grid | Role::Menu | Role::TabPanel
        );
    let title = if section { first_title(snapshot, group, own) } else { None };
    if let Some(title) = title.or_else(|| title_above(group, below)) {
        let facts = Facts::titled(&text_of(snapshot, title));
        return (!facts.units.is_empty()).then_some((facts, title.backend()));
    }
    if section && !group.name().is_empty() {
        let facts = Facts::titled(group.name());
        return (!facts.units.is_empty()).then_some((facts, group.backend()));
    }
    None
}

/// The first heading, legend or caption in a section.
fn first_title<'s>(snapshot: &'s Snapshot, group: NodeRef<'s>, own: NodeRef<'s>) -> Option<NodeRef<'s>> {
    let end = group.end().0.min(group.index().0.saturating_add(40));
    (group.index().0 + 1..end)
        .map(|at| snapshot.node(NodeIndex(at)))
        .find(|node| {
            node.kind() == NodeKind::Element && facts::is_title(*node) && !matches!(node.tag(), "th" | "dt")
        })
        // A title around the element (of an accordion) is the element's own text.
        .filter(|title| !title.contains(own.index()))
}

/// The last heading before an element among the children of a section. An `h1` is left out: it is about the whole page.
fn title_above<'s>(group: NodeRef<'s>, below: NodeRef<'s>) -> Option<NodeRef<'s>> {
    group
        .children()
        .take(ABOVE)
        .take_while(|child| child.index() < below.index())
        .filter_map(|child| {
            if child.kind() != NodeKind::Element {
                None
            } else if facts::is_title(child) {
                Some(child)
            } else if child.tag() == "header" {
                child.children().find(|inner| facts::is_title(*inner))
            } else {
                None
            }
        })
        .filter(|title| title.tag() != "h1" && title.tag() != "th")
        .last()
}

fn text_of(snapshot: &Snapshot, node: NodeRef<'_>) -> String {
    let mut text = String::new();
    for at in node.index().0 + 1..node.end().0.min(node.index().0.saturating_add(60)) {
        let inner = snapshot.node(NodeIndex(at));
        if inner.kind() == NodeKind::Text {
            text.push_str(inner.text());
        }
    }
    text
}
