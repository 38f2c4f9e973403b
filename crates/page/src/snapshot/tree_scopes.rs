//! Which tree each node of a capture is in, that of its document or a shadow tree: an `id` means something within its tree alone.
//!
//! A capture gives the flat tree (see [`super::merge`]), so that not every border shows. Where it is not sure that there is one, two
//! trees count as one: what is asked here is which label hides what a field holds. Fixture: shadow-ids.html.

use domtool_cdp::protocol::{
    BackendNodeId, FrameId,
    dom_snapshot::{DocumentSnapshot, StringIndex},
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::draft::string;
use crate::capture::SessionCapture;

/// The tree of the document.
const DOCUMENT: u32 = 0;

/// The hosts of a document's nested shadow roots, as far as its frame's world knows them.
pub(super) fn nested_hosts(
    session: &SessionCapture<'_>,
    document: &DocumentSnapshot,
) -> FxHashSet<BackendNodeId> {
    let frame = FrameId::from(string(session, document.frame_id));
    let looks = session.looks.iter().filter(|look| look.frame == frame);
    looks.flat_map(|look| &look.nested_hosts).copied().collect()
}

/// The trees of a document.
#[derive(Debug, Default)]
pub(super) struct TreeScopes {
    /// By node; nothing where there is no shadow tree.
    of: Vec<u32>,
    trees: Vec<Tree>,
}

#[derive(Clone, Copy, Debug)]
struct Tree {
    host: Option<usize>,
    /// The tree that its host is in.
    outer: u32,
    /// A tree that it cannot be told from, or itself.
    same: u32,
}

impl TreeScopes {
    pub(super) fn of(session: &SessionCapture<'_>, document: &DocumentSnapshot) -> Self {
        let nodes = &document.nodes;
        let shadowed = &nodes.shadow_root_type;
        if shadowed.index.is_empty() {
            return Self::default();
        }
        let hosts = nested_hosts(session, document);
        let mut modes = vec![StringIndex(-1); nodes.parent_index.len()];
        for (node, mode) in shadowed.index.iter().zip(&shadowed.value) {
            if let Some(slot) = usize::try_from(*node).ok().and_then(|at| modes.get_mut(at)) {
                *slot = *mode;
            }
        }
        let mut scopes = Self {
            of: Vec::with_capacity(modes.len()),
            trees: vec![Tree { host: None, outer: DOCUMENT, same: DOCUMENT }],
        };
        let mut hosted: FxHashMap<usize, u32> = FxHashMap::default();
        for (at, mode) in modes.iter().enumerate() {
            let parent = nodes.parent_index.get(at).and_then(|parent| usize::try_from(*parent).ok());
            let Some(parent) = parent.filter(|parent| *parent < at && mode.0 >= 0) else {
                scopes.of.push(DOCUMENT);
                continue;
            };
            let around = scopes.of[parent];
            let other = modes[parent] != *mode;
            let is_slot = nodes
                .node_name
                .get(parent)
                .is_some_and(|name| string(session, *name).eq_ignore_ascii_case("slot"));
            let is_host = other || nodes.backend_node_id.get(parent).is_some_and(|id| hosts.contains(id));
            let scope = if is_slot && other {
                scopes.trees[around as usize].outer
            } else if is_slot {
                // What a slot shows where nothing is put into it, or what is put into it from a tree of the same kind.
                scopes.join_outer(around, &modes);
                around
            } else if is_host {
                *hosted.entry(parent).or_insert_with(|| scopes.add(parent, around))
            } else {
                around
            };
            scopes.of.push(scope);
        }
        scopes
    }

    fn add(&mut self, host: usize, outer: u32) -> u32 {
        let tree = self.trees.len() as u32;
        self.trees.push(Tree { host: Some(host), outer, same: tree });
        tree
    }

    /// Has a tree count as one with the tree around it, where both are of one kind.
    fn join_outer(&mut self, tree: u32, modes: &[StringIndex]) {
        let Tree { host: Some(host), outer, .. } = self.trees[tree as usize] else { return };
        if modes.get(host).is_some_and(|mode| mode.0 >= 0) {
            self.trees[tree as usize].same = outer;
        }
    }

    /// The tree of a node, or the outermost of those that it cannot be told from.
    pub(super) fn tree_of(&self, node: usize) -> u32 {
        let mut tree = self.of.get(node).copied().unwrap_or(DOCUMENT);
        // Outer trees come first, so this ends.
        while let Some(same) = self.trees.get(tree as usize).map(|tree| tree.same).filter(|same| *same < tree)
        {
            tree = same;
        }
        tree
    }

    /// The trees of a node and of all that it is shown in, each once.
    pub(super) fn trees_around(&self, node: usize, parents: &[i32]) -> Vec<u32> {
        let up = |at: &usize| usize::try_from(*parents.get(*at)?).ok().filter(|above| above < at);
        let mut trees = vec![self.tree_of(node)];
        if self.trees.len() > 1 {
            let around = std::iter::successors(up(&node), up).map(|above| self.tree_of(above));
            for tree in around {
                if trees.last() != Some(&tree) {
                    trees.push(tree);
                }
            }
            trees.sort_unstable();
            trees.dedup();
        }
        trees
    }

    /// The hosts of the shadow trees that a node is in, the innermost first.
    pub(super) fn hosts_around(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let first = self.of.get(node).and_then(|tree| self.trees.get(*tree as usize));
        let outer = |tree: &&Tree| self.trees.get(tree.outer as usize);
        std::iter::successors(first, move |tree| tree.host.and_then(|_| outer(tree)))
            .filter_map(|tree| tree.host)
    }
}
