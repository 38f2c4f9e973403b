//! Matches that nobody can see: in closed menus, in tabs behind others, in collapsed parts. They are counted by where they are: by the
//! control that shows them, as far as the page says which one that is, else by the nearest container that can be seen.

use domtool_cdp::protocol::TargetId;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{answer::named, name::Name};
use crate::{
    identity::{ElementId, Registry},
    snapshot::{NodeIndex, NodeKind, NodeRef, Snapshot},
    view::{
        Scope,
        escape::push_quoted,
        flatten::bounds,
        outline::{LineKind, Outline},
        wording::word,
    },
};

/// So many places are named.
const MOST_PLACES: usize = 3;
/// A name is cut here, characters.
const NAME: usize = 40;
/// Attributes by which a control names what it shows, with the sign before the id. Bootstrap has its own two.
const SHOWS: [(&str, &str); 5] = [
    ("aria-controls", ""),
    ("popovertarget", ""),
    ("data-bs-target", "#"),
    ("data-target", "#"),
    ("href", "#"),
];

/// Matches that nobody can see, in one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HiddenMatches {
    /// How many.
    pub count: usize,
    /// The control that shows them, where the page says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opener: Option<ElementId>,
    /// What that is, or the container that they are in; empty for the page itself.
    pub place: String,
}

impl HiddenMatches {
    pub(super) fn text_mut(&mut self) -> &mut String {
        let Self { count: _, opener: _, place } = self;
        place
    }
}

/// Texts that match and that nobody can see.
pub(super) fn hidden(
    snapshot: &Snapshot,
    scope: &Scope,
    mut matches: impl FnMut(&str) -> bool,
) -> Vec<NodeIndex> {
    let (start, end) = bounds(snapshot, scope);
    let mut found = Vec::new();
    let mut at = start;
    while at < end {
        let node = snapshot.node(at);
        at = NodeIndex(at.0 + 1);
        if matches!(node.tag(), "head" | "script" | "style" | "template" | "noscript" | "select") {
            at = node.end();
            continue;
        }
        if node.visible() || node.kind() == NodeKind::Pseudo {
            continue;
        }
        if matches(node.text()) {
            found.push(node.index());
        }
    }
    found
}

/// The hidden texts that a name fits best.
pub(super) fn hidden_by_name(snapshot: &Snapshot, name: &Name<'_>) -> Vec<NodeIndex> {
    let fit = |text: &str| Some(text.trim()).filter(|text| !text.is_empty()).and_then(|text| name.fits(text));
    let mut best = None;
    let all = hidden(snapshot, &Scope::default(), |text| {
        let fit = fit(text);
        best = [best, fit].into_iter().flatten().min();
        fit.is_some()
    });
    all.into_iter().filter(|node| fit(snapshot.node(*node).text()) == best).collect()
}

/// Where a hidden node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Whereabouts {
    /// This control shows it.
    Behind(NodeIndex),
    /// The container of this line holds it.
    In(u32),
    /// No line holds it.
    Page,
}

/// The places of these nodes, those that hold most first. Controls get an id.
pub(super) fn places(
    snapshot: &Snapshot,
    outline: &Outline,
    registry: &mut Registry,
    page: &TargetId,
    hidden: &[NodeIndex],
) -> Vec<HiddenMatches> {
    if hidden.is_empty() {
        return Vec::new();
    }
    let openers = openers(snapshot);
    let mut counts: Vec<(Whereabouts, usize)> = Vec::new();
    for node in hidden {
        let place = whereabouts(snapshot, outline, &openers, snapshot.node(*node));
        match counts.iter_mut().find(|(known, _)| *known == place) {
            Some((_, count)) => *count += 1,
            None => counts.push((place, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.truncate(MOST_PLACES);
    let told = counts.into_iter().map(|(place, count)| match place {
        Whereabouts::Behind(node) => HiddenMatches {
            count,
            opener: Some(registry.assign(page, snapshot, node)),
            place: described(snapshot.node(node)),
        },
        Whereabouts::In(line) => HiddenMatches { count, opener: None, place: named(snapshot, outline, line) },
        Whereabouts::Page => HiddenMatches { count, opener: None, place: String::new() },
    });
    told.collect()
}

/// Controls that can be seen, by the document and id of what they show.
fn openers(snapshot: &Snapshot) -> FxHashMap<(u32, &str), NodeIndex> {
    let mut openers = FxHashMap::default();
    for node in snapshot.nodes().filter(|node| node.operable() && node.visible()) {
        for (attribute, sign) in SHOWS {
            let ids = node.attribute(attribute).and_then(|value| value.strip_prefix(sign)).unwrap_or("");
            for id in ids.split_ascii_whitespace() {
                openers.entry((node.frame().0, id)).or_insert(node.index());
            }
        }
    }
    openers
}

fn whereabouts(
    snapshot: &Snapshot,
    outline: &Outline,
    openers: &FxHashMap<(u32, &str), NodeIndex>,
    node: NodeRef<'_>,
) -> Whereabouts {
    let mut outermost = None;
    for above in node.ancestors().filter(|above| above.kind() == NodeKind::Element) {
        if above.tag() == "details"
            && above.visible()
            && let Some(summary) = above.children().find(|child| child.tag() == "summary" && child.visible())
        {
            return Whereabouts::Behind(summary.index());
        }
        let opener = above.attribute("id").and_then(|id| openers.get(&(above.frame().0, id)));
        // A part that is shut by its height alone can be seen, as far as its styles tell.
        let is_shut = |opener: NodeIndex| snapshot.node(opener).states().expanded == Some(false);
        if let Some(opener) = opener.filter(|opener| !above.visible() || is_shut(**opener)) {
            return Whereabouts::Behind(*opener);
        }
        if !above.visible() {
            outermost = Some(above);
        }
    }
    if let Some(opener) = outermost.and_then(collapsed_before) {
        return Whereabouts::Behind(opener);
    }
    let mut line = outline.line_of(snapshot, node.index());
    while let Some(at) = line {
        let Some(holder) = outline.lines.get(at as usize) else { break };
        if holder.kind() == LineKind::Element {
            return Whereabouts::In(at);
        }
        line = Some(holder.parent);
    }
    Whereabouts::Page
}

/// The one collapsed control right before what is hidden, which does not say what it controls.
fn collapsed_before(hidden: NodeRef<'_>) -> Option<NodeIndex> {
    let is_before = |node: &NodeRef<'_>| node.index() < hidden.index() && node.kind() == NodeKind::Element;
    let before = hidden.parent()?.children().filter(is_before).last()?;
    let is_collapsed =
        |node: &NodeRef<'_>| node.visible() && node.operable() && node.states().expanded == Some(false);
    let mut collapsed = std::iter::once(before).chain(before.descendants()).filter(is_collapsed);
    collapsed.next().filter(|_| collapsed.next().is_none()).map(NodeRef::index)
}

/// `button "Menu"`.
fn described(node: NodeRef<'_>) -> String {
    let mut out = word(node).to_owned();
    if !node.name().is_empty() {
        out.push(' ');
        push_quoted(&mut out, node.name(), NAME);
    }
    out
}
