//! Names what covers a control. Of the box that was hit and the boxes around it, it takes the one that a person would say is
//! in the way. Fixture: covered.html, whose buttons are named below.

use super::{NodeIndex, NodeRef, Role, Snapshot, draft::Draft};
use crate::geometry::Rect;

/// An empty box over at least this part of the viewport is the scrim of a dialog.
const SCRIM: f64 = 0.9;

/// The visible dialogs and named regions, in document order: what a coverer without a name of its own is named by.
#[derive(Debug, Default)]
pub(super) struct Named {
    dialogs: Vec<NodeIndex>,
    regions: Vec<NodeIndex>,
}

/// As [`Snapshot::coverer`], while the snapshot is built, for one point of the covered control.
pub(super) fn telling(
    draft: &Draft<'_>,
    known: &Named,
    by: usize,
    target: usize,
    (x, y): (f64, f64),
) -> usize {
    let at = Rect::new(x - 0.5, y - 0.5, 1.0, 1.0);
    draft.snapshot.coverer_at(NodeIndex(by as u32), NodeIndex(target as u32), at, known).at()
}

impl Snapshot {
    /// What a person would say covers `target`, when `hit` was hit in its place: the dialog around it, also when its scrim
    /// was hit; else the menu, list or tooltip around it; else the outermost box that is over the target.
    #[must_use]
    pub fn coverer(&self, hit: NodeIndex, target: NodeIndex) -> NodeIndex {
        let node = self.node(target);
        self.coverer_at(hit, target, node.clipped().or(node.rect()).unwrap_or_default(), &self.named())
    }

    /// The dialogs and regions that can be seen.
    pub(super) fn named(&self) -> Named {
        let mut named = Named::default();
        for node in self.nodes().filter(|node| node.visible()) {
            if is_dialog(&node) {
                named.dialogs.push(node.index());
            } else if node.role() == Role::Region && !node.name().is_empty() {
                named.regions.push(node.index());
            }
        }
        named
    }

    fn coverer_at(&self, hit: NodeIndex, target: NodeIndex, at: Rect, known: &Named) -> NodeIndex {
        let apart = |node: &NodeRef<'_>| !node.contains(target);
        let hit = self.node(hit);
        let chain: Vec<NodeRef<'_>> = std::iter::once(hit).chain(hit.ancestors()).take_while(apart).collect();
        let dialog = chain.iter().rfind(|node| is_dialog(node));
        let popup = || chain.iter().find(|node| is_popup(node));
        let over = || {
            let over = |node: &&NodeRef<'_>| {
                !node.tag().is_empty()
                    && node.clipped().is_some_and(|rect| rect.intersection(&at).area() > 0.0)
            };
            chain.iter().rfind(over)
        };
        let found = dialog
            .copied()
            .or_else(|| self.behind_scrim(&chain, &known.dialogs))
            .or_else(|| popup().copied());
        let found = found.or_else(|| over().copied()).or_else(|| chain.first().copied()).unwrap_or(hit);
        if found.role() == Role::Generic && !found.operable() {
            // A box without a role is named by the only region in it ("Shaded").
            return self.only(&known.regions, found).unwrap_or(found).index();
        }
        found.index()
    }

    /// The one of these that is below a node; nothing when there are several.
    fn only(&self, of: &[NodeIndex], below: NodeRef<'_>) -> Option<NodeRef<'_>> {
        let mut found = of.iter().filter(|node| below.contains(**node));
        found.next().filter(|_| found.next().is_none()).map(|node| self.node(*node))
    }

    /// The dialog that a scrim belongs to: the only dialog in the outermost box that was hit ("Veiled", and frames-behind.html with
    /// `?kind=scrim`); or, where the box that was hit is empty and lies over most of the viewport, the only one beside it.
    fn behind_scrim<'s>(&'s self, chain: &[NodeRef<'s>], dialogs: &[NodeIndex]) -> Option<NodeRef<'s>> {
        let outermost = *chain.last()?;
        if let Some(dialog) = self.only(dialogs, outermost) {
            return Some(dialog);
        }
        let scrim = chain.first()?.clipped()?;
        let whole = self.viewport.width * self.viewport.height;
        if scrim.area() < whole * SCRIM || chain.first()?.descendants().next().is_some() {
            return None;
        }
        // Beside it: in the nearest element around both the scrim and the covered control.
        self.only(dialogs, outermost.parent()?)
    }
}

fn is_dialog(node: &NodeRef<'_>) -> bool {
    matches!(node.role(), Role::Dialog | Role::AlertDialog)
}

fn is_popup(node: &NodeRef<'_>) -> bool {
    matches!(
        node.role(),
        Role::Menu | Role::ListBox | Role::Tooltip | Role::Tree | Role::Alert | Role::Status
    ) || node.states().top_layer.is_some()
        || (node.role() == Role::Region && !node.name().is_empty())
}
