//! XPaths for people: where a node is within its frame.

use rustc_hash::FxHashMap;

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
                NodeKind::Text => self.numbered(node.index(), "text()"),
                NodeKind::Pseudo => "::pseudo".to_owned(),
                NodeKind::Element => self.numbered(node.index(), node.tag()),
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

    fn numbered(&self, node: NodeIndex, word: &str) -> String {
        match self.numbers.get_or_init(|| self.number_likes()).get(node.at()) {
            None | Some(0) => word.to_owned(),
            Some(number) => format!("{word}[{number}]"),
        }
    }

    /// Of every text and element which one of its kind it is under its parent, from 1; 0 when it is the only one. One pass,
    /// so that a parent of very many children costs no more than they are.
    fn number_likes(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.len()];
        // By parent and word: the first of them, and how many so far.
        let mut likes: FxHashMap<(NodeIndex, &str), (usize, u32)> = FxHashMap::default();
        for node in self.nodes() {
            let word = match node.kind() {
                NodeKind::Text => "text()",
                NodeKind::Element => node.tag(),
                _ => continue,
            };
            let Some(parent) = node.parent() else { continue };
            let (first, count) = likes.entry((parent.index(), word)).or_insert((node.index().at(), 0));
            *count += 1;
            if *count > 1 {
                numbers[*first] = 1;
                numbers[node.index().at()] = *count;
            }
        }
        numbers
    }
}
