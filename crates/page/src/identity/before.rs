//! What stands before an element. It tells one lone "Delete" from the next that is drawn in its place, where neither row nor title does.
//! Fixture: evidence/identity.html (`record`).

use super::{facts, word_kinds};
use crate::snapshot::{NodeKind, NodeRef};

/// So many ancestors are searched, so many children of each, and so many nodes of each child.
const ABOVE: usize = 4;
const SIBLINGS: usize = 64;
const NODES: usize = 20;

/// The words before an element in the nearest container that says anything. Controls say what can be done, not what it is done to.
pub(super) fn words_before(own: NodeRef<'_>) -> Box<str> {
    let mut text = String::new();
    let mut below = own;
    for above in own.ancestors().take(ABOVE) {
        if above.kind() != NodeKind::Element || matches!(above.tag(), "body" | "html") {
            break;
        }
        let before = above.children().take(SIBLINGS).take_while(|child| child.index() < below.index());
        for part in before.flat_map(|child| std::iter::once(child).chain(child.descendants()).take(NODES)) {
            let controls = || part.ancestors().take(ABOVE).any(facts::is_control);
            if part.kind() == NodeKind::Text && text.len() < 100 && part.visible() && !controls() {
                let mut words = String::new();
                word_kinds::tidy(part.text(), &mut words);
                if word_kinds::has_name(&words) {
                    word_kinds::tidy(&words, &mut text);
                }
            }
        }
        if !text.is_empty() {
            break;
        }
        below = above;
    }
    text.into()
}
