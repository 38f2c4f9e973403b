//! What a person can read of a page, for `wait` and for expectations; and addresses against patterns.

use domtool_page::{
    matches_glob,
    snapshot::{NodeKind, Snapshot},
    view::{self, Wanted},
};

use crate::error::{Error, Result};

/// Reads what is looked for, spelled as for `find`: a text, or a regular expression between slashes.
///
/// # Errors
/// `INVALID_INPUT` for an empty text or a wrong expression.
pub(crate) fn wanted(text: &str) -> Result<Wanted> {
    Wanted::new(text).map_err(|why| Error::invalid_input(why.0))
}

/// Whether a person can read it somewhere in the page: a text as [`contains`] has it, an expression in a line of the page.
pub(crate) fn shows(snapshot: &Snapshot, wanted: &Wanted) -> bool {
    if wanted.is_pattern() { view::count(snapshot, wanted) > 0 } else { contains(snapshot, wanted.given()) }
}

/// Whether a person can read the text somewhere in the page: in a text, a name or a value.
pub(crate) fn contains(snapshot: &Snapshot, wanted: &str) -> bool {
    count(snapshot, wanted) > 0
}

/// How often. A name and the text that it is made of are two places; what counts is whether it becomes more.
pub(crate) fn count(snapshot: &Snapshot, wanted: &str) -> usize {
    let wanted = squeeze(wanted);
    if wanted.is_empty() {
        return 0;
    }
    let mut found = 0;
    let mut block = String::new();
    for node in snapshot.nodes().filter(|node| node.visible()) {
        found += usize::from(squeeze(node.name()).contains(&wanted));
        found += usize::from(node.value().is_some_and(|value| squeeze(value).contains(&wanted)));
        if node.kind() == NodeKind::Text {
            block.push_str(node.text());
            block.push(' ');
        }
    }
    // Words of one sentence often stand in several nodes.
    found + times(&block, &wanted)
}

/// How often one text has another in it.
pub(crate) fn times(text: &str, wanted: &str) -> usize {
    let wanted = squeeze(wanted);
    if wanted.is_empty() { 0 } else { squeeze(text).matches(&wanted).count() }
}

/// Whether one text has another in it; letters' case and the width of spaces do not matter.
pub(crate) fn says(text: &str, wanted: &str) -> bool {
    squeeze(text).contains(&squeeze(wanted))
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether an address is one that is asked for: by a pattern with `*` for any text, or by any part of it.
pub(crate) fn is_address(asked: &str, url: &str) -> bool {
    if asked.contains('*') { matches_glob(asked, url) } else { url.contains(asked) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_by_a_pattern_or_a_part() {
        for (pattern, text, expected) in [
            ("*/cart", "https://a.example/cart", true),
            ("*/cart", "https://a.example/cart?x", false),
            ("/item/", "https://a.example/item/7", true),
            ("/items/", "https://a.example/item/7", false),
        ] {
            assert_eq!(is_address(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn texts_as_people_read_them() {
        assert!(says("Order\n  received!", "order Received"));
        assert!(!says("Order", "Order received"));
    }
}
