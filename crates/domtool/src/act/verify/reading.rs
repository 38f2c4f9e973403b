//! What a person can read of a page, for `wait` and for expectations: the text that observations tell and `find` searches; and
//! addresses against patterns.

use domtool_page::{
    matches_glob,
    snapshot::Snapshot,
    view::{self, Outline, Wanted},
};

use crate::{
    cpu::cpu_bound,
    error::{Error, Result},
    observe,
};

/// Reads what is looked for, spelled as for `find`: a text, or a regular expression between slashes.
///
/// # Errors
/// `INVALID_INPUT` for an empty text or a wrong expression.
pub(crate) fn wanted(text: &str) -> Result<Wanted> {
    Wanted::new(text).map_err(|why| Error::invalid_input(why.0))
}

/// In how many places of the page a person can read it.
pub(crate) fn count(snapshot: &Snapshot, wanted: &Wanted) -> usize {
    count_in(snapshot, &observe::outline_of(snapshot), wanted)
}

/// The same, of a page whose outline is known.
pub(crate) fn count_in(snapshot: &Snapshot, outline: &Outline, wanted: &Wanted) -> usize {
    cpu_bound(snapshot.len(), || view::count(snapshot, outline, wanted))
}

/// Whether a text has another in it, spelled as for `find`.
pub(crate) fn says(text: &str, wanted: &str) -> bool {
    Wanted::new(wanted).is_ok_and(|wanted| wanted.is_in(text))
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
        assert!(says("Order\n  re\u{ad}ceived!", "order Received"));
        assert!(!says("Order", "Order received"));
    }
}
