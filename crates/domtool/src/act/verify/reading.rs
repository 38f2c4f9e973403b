//! What a person can read of a page, for `wait` and for expectations; and addresses against patterns.

use domtool_page::snapshot::{NodeKind, Snapshot};

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

/// `*` stands for anything, also nothing; a pattern without one may be any part of the address.
pub(crate) fn matches_glob(pattern: &str, text: &str) -> bool {
    if !pattern.contains('*') {
        return text.contains(pattern);
    }
    let parts: Vec<&str> = pattern.split('*').collect();
    let [first, middle @ .., last] = parts.as_slice() else { return false };
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.len() >= last.len() && rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs() {
        for (pattern, text, expected) in [
            ("*/cart", "https://a.example/cart", true),
            ("*/cart", "https://a.example/cart?x", false),
            ("https://*/item/*", "https://a.example/item/7", true),
            ("/item/", "https://a.example/item/7", true),
            ("https://b*", "https://a.example/", false),
            ("*", "", true),
            ("a*a", "a", false),
        ] {
            assert_eq!(matches_glob(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn texts_as_people_read_them() {
        assert!(says("Order\n  received!", "order Received"));
        assert!(!says("Order", "Order received"));
    }
}
