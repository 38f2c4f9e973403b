//! Patterns with `*`, as people write them for addresses and for the names of fields.

/// Whether a pattern matches the whole text; `*` stands for any text, also for none.
///
/// Letters' case counts: whoever wants it ignored folds both.
///
/// ```
/// use domtool_page::matches_glob;
///
/// assert!(matches_glob("https://*/item/*", "https://shop.example/item/7"));
/// assert!(!matches_glob("*/item", "https://shop.example/item/7"));
/// ```
#[must_use]
pub fn matches_glob(pattern: &str, text: &str) -> bool {
    let Some((first, pattern)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let (middle, last) = pattern.rsplit_once('*').unwrap_or(("", pattern));
    // The first place of each part leaves the most room for those after it.
    for part in middle.split('*') {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches_glob;

    #[test]
    fn patterns_match_whole_texts() {
        for (pattern, text, expected) in [
            ("*/cart", "https://a.example/cart", true),
            ("*/cart", "https://a.example/cart?x", false),
            ("https://*/item/*", "https://a.example/item/7", true),
            ("https://b*", "https://a.example/", false),
            ("/item/", "/item/", true),
            ("/item/", "https://a.example/item/7", false),
            ("*iban*", "my-iban-2", true),
            ("*iban*", "IBAN", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("a**c", "abc", true),
            ("ab*bc", "abc", false),
            ("a*a", "a", false),
            ("*", "", true),
            ("**", "", true),
            ("", "", true),
            ("", "a", false),
            ("ü*é", "über alles café", true),
        ] {
            assert_eq!(matches_glob(pattern, text), expected, "{pattern} {text}");
        }
    }
}
