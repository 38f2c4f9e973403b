//! XPaths for people: where a node is within its frame.

use super::{NodeIndex, NodeKind, ShadowMode, Snapshot};

impl Snapshot {
    /// The XPath of a node within its frame. A shadow root is a step of its own, `/#shadow-root(open)`: XPath cannot go
    /// through it, a person can. What a slot shows is written under the slot.
    #[must_use]
    pub fn xpath(&self, node: NodeIndex) -> String {
        let mut steps = Vec::new();
        let mut at = Some(self.node(node));
        while let Some(node) = at {
            let step = match node.kind() {
                NodeKind::Document => break,
                NodeKind::ShadowRoot(ShadowMode::Open) => "#shadow-root(open)".to_owned(),
                NodeKind::ShadowRoot(ShadowMode::Closed) => "#shadow-root(closed)".to_owned(),
                NodeKind::Text => numbered(node, "text()", |other| other.kind() == NodeKind::Text),
                NodeKind::Pseudo => "::pseudo".to_owned(),
                NodeKind::Element => {
                    let tag = node.tag();
                    numbered(node, tag, |other| other.kind() == NodeKind::Element && other.tag() == tag)
                }
            };
            steps.push(step);
            at = node.parent();
        }
        let mut path = String::new();
        for step in steps.iter().rev() {
            path.push('/');
            path.push_str(step);
        }
        if path.is_empty() { "/".to_owned() } else { path }
    }
}

fn numbered(node: super::NodeRef<'_>, word: &str, like: impl Fn(&super::NodeRef<'_>) -> bool) -> String {
    let Some(parent) = node.parent() else { return word.to_owned() };
    let (mut before, mut after) = (0, 0);
    for sibling in parent.children().filter(like) {
        if sibling.index() < node.index() {
            before += 1;
        } else if sibling.index() > node.index() {
            after += 1;
        }
    }
    if before + after == 0 { word.to_owned() } else { format!("{word}[{}]", before + 1) }
}
