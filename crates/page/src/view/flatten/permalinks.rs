//! Finds permalinks: links that show a sign alone and lead to the very part of the page that they stand in, such as the `§` of each
//! heading of rustdoc. A line of its own says nothing of one that its heading does not say. Fixture: permalinks.html, after rustdoc's
//! page of `Vec`, which has 520.

use crate::snapshot::{NodeRef, Role, shorten_url};

/// The part that it leads to is at most so many levels above: Sphinx's stand in the heading of a section.
const LEVELS: usize = 4;
/// A sign has at most so many characters: a picture character may be followed by a variation selector.
const SIGN: usize = 2;

/// Whether a link is a permalink, shown by hovering or always: where the pointer is decides nothing, as that would be news with every
/// move of it. Whether it listens decides nothing either: rustdoc's do, and unfold the part that they lead to.
pub(super) fn is_permalink(node: NodeRef<'_>) -> bool {
    if node.role() != Role::Link || !is_sign(node.name()) {
        return false;
    }
    let Some(href) = node.attribute("href").filter(|href| href.starts_with('#')) else { return false };
    // What looks like a token in an address was shortened: the ids of rustdoc's longer headings do.
    let leads_to = |id: &str| !id.is_empty() && *href == *shorten_url(&format!("#{id}"));
    node.ancestors().take(LEVELS).any(|above| above.attribute("id").is_some_and(leads_to))
}

fn is_sign(name: &str) -> bool {
    let name = name.trim();
    !name.is_empty()
        && name.chars().count() <= SIGN
        && !name.chars().any(|c| c.is_alphanumeric() || c.is_whitespace())
}
