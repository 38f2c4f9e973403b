//! Chooses the nodes whose name, role or states Chrome's accessibility tree is to be asked for, and takes in its answers. What scripts
//! set by objects (`ElementInternals`, `ariaDescribedByElements`) only Chrome knows. Fixture: by-objects.html.

use domtool_cdp::protocol::{BackendNodeId, FrameId, accessibility::AxNode};

use super::{Certainty, NodeIndex, NodeKind, NodeRef, Place, Role, Snapshot, Tier};

impl Snapshot {
    /// A node by its frame and backend id.
    #[must_use]
    pub fn find(&self, frame: &FrameId, backend: BackendNodeId) -> Option<NodeIndex> {
        let session = self.frames.iter().find(|f| f.id == *frame)?.session;
        self.by_backend.get(&(session, backend.0)).copied()
    }

    /// Makes a snapshot that was written down by hand findable.
    #[cfg(test)]
    pub(crate) fn note_backends(&mut self) {
        self.by_backend = self.nodes().map(|node| ((0, node.backend().0), node.index())).collect();
    }

    /// What is there for a control that cannot be seen, to be clicked: the `<label>` of one that styling hides, the box of an editor that
    /// draws its text itself.
    #[must_use]
    pub fn stand_in(&self, control: NodeIndex) -> Option<NodeIndex> {
        self.stand_ins.get(&control).copied()
    }

    /// The nodes that a view would show and whose name or role is not certain: in document order, and where there are more
    /// than `limit` those in view first.
    #[must_use]
    pub fn uncertain(&self, limit: usize) -> Vec<NodeIndex> {
        let mut nodes: Vec<NodeRef<'_>> =
            self.nodes().filter(|node| worth_asking(*node) && !self.near_secret(*node)).collect();
        if nodes.len() > limit {
            nodes.sort_by_key(|node| (!matches!(node.place(), Place::InView | Place::Partial), node.index()));
            nodes.truncate(limit);
            nodes.sort_by_key(|node| node.index());
        }
        nodes.into_iter().map(NodeRef::index).collect()
    }

    /// Whether Chrome's name for a node might hold a secret: it makes names of what fields hold, and masks none of it.
    fn near_secret(&self, node: NodeRef<'_>) -> bool {
        let first = self.secret.partition_point(|secret| *secret < node.index());
        self.secret.get(first).is_some_and(|secret| node.contains(*secret))
            || (!self.secret.is_empty() && node.attribute("aria-labelledby").is_some())
    }

    /// Takes in Chrome's answers. A node that Chrome's accessibility tree leaves out keeps its role, as a snapshot is complete.
    pub fn enrich(&mut self, answers: &[(NodeIndex, &AxNode)]) {
        for (node, answer) in answers {
            let at = node.at();
            if at >= self.len() {
                continue;
            }
            self.asked += 1;
            if answer.ignored {
                settle(&mut self.columns.role_certainty[at]);
                settle(&mut self.columns.name_certainty[at]);
                continue;
            }
            if let Some(role) = answer.role.as_ref().and_then(|r| r.as_text()).and_then(Role::from_chrome) {
                self.columns.role[at] = role;
                if self.columns.tier[at] == Tier::Structural
                    && !matches!(role, Role::Generic | Role::None | Role::Presentation)
                {
                    self.columns.tier[at] = Tier::Semantic;
                }
            }
            settle(&mut self.columns.role_certainty[at]);
            let name = super::name::collapse(answer.name.as_ref().and_then(|n| n.as_text()).unwrap_or(""));
            let hinted = self.columns.name_certainty[at] == Certainty::Guessed;
            if name.is_empty() || (hinted && !name.chars().any(char::is_alphanumeric)) {
                // Chrome has no name, or one without a letter (a tick mark): a hint, or the text found here, says more.
                settle(&mut self.columns.name_certainty[at]);
            } else {
                self.columns.name[at] = self.columns.strings.push(self.columns.frame[at], &name);
                self.columns.name_certainty[at] = Certainty::Asked;
            }
            self.take_states(*node, answer);
        }
        self.take_descriptions(answers);
    }
}

fn settle(certainty: &mut Certainty) {
    if *certainty == Certainty::Uncertain {
        *certainty = Certainty::Asked;
    }
}

fn worth_asking(node: NodeRef<'_>) -> bool {
    node.kind() == NodeKind::Element
        && node.visible()
        && node.tier() != Tier::Structural
        && (node.name_certainty() == Certainty::Uncertain
            || (node.role_certainty() == Certainty::Uncertain && role_matters(node))
            || (node.operable() && is_described_by_objects(node)))
}

/// As for names: a script that describes an element by objects leaves the attribute empty.
pub(super) fn is_described_by_objects(node: NodeRef<'_>) -> bool {
    node.attribute("aria-describedby").is_some_and(str::is_empty)
}

/// Whether a view differs by this node's role. The role of a table's part follows from its table, and a list item is shown
/// the same in a list and outside of one, unless it can be operated.
fn role_matters(node: NodeRef<'_>) -> bool {
    node.operable()
        || !matches!(
            node.role(),
            Role::Row | Role::RowGroup | Role::Cell | Role::ColumnHeader | Role::RowHeader | Role::ListItem
        )
}
