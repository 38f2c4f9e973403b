//! What of a text that was typed or pasted came to stand in a field: pure functions over what the field held before and holds now.

use super::{blanks::written_in, same_value::likeness};

/// What came of a text that was added to a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::act) enum Arrival {
    /// All of it stands there; the page may have formatted or completed it.
    Whole,
    /// A part of it, or nothing.
    Lost(String),
    /// Something else came of it.
    Otherwise(String),
}

/// What of a text is in a field now. `selected`: something was, which the text was to replace.
pub(in crate::act) fn arrival(kind: &str, before: &str, now: &str, text: &str, selected: bool) -> Arrival {
    if now == before && !(selected && now.contains(text)) {
        return Arrival::Lost(String::new());
    }
    // What editors break into lines and paragraphs is the same text.
    let plain = |text: &str| match kind {
        "editable" => text.chars().filter(|c| !is_blank(*c)).collect::<String>(),
        _ => text.to_owned(),
    };
    let (had, has, added) = (plain(before), plain(now), plain(text));
    // What stood before the caret stands there still, and so does what stood after it; the page may complete what was added.
    let stands = has.match_indices(&added).any(|(at, _)| {
        let (head, rest) =
            (has.get(..at).unwrap_or_default(), has.get(at + added.len()..).unwrap_or_default());
        had.strip_prefix(head).is_some_and(|tail| selected || rest.ends_with(tail))
    });
    let whole = format!("{before}{text}");
    if stands
        || written_in(before, now, text)
        || likeness(kind, now, &whole).is_some()
        || likeness(kind, now, text).is_some() && selected
    {
        return Arrival::Whole;
    }
    let new = new_part(&had, &has);
    let mut left = added.chars();
    let in_order = new.chars().all(|c| left.any(|other| other == c));
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    match in_order && letters(&new) < letters(&added) {
        true => Arrival::Lost(new),
        false => Arrival::Otherwise(new),
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}' | '\u{2060}')
}

/// What stands between the beginning and the end that two texts have in common.
fn new_part(before: &str, now: &str) -> String {
    let (before, now): (Vec<char>, Vec<char>) = (before.chars().collect(), now.chars().collect());
    let same = |pair: &(&char, &char)| pair.0 == pair.1;
    let head = before.iter().zip(&now).take_while(same).count();
    let most = before.len().min(now.len()) - head;
    let tail = before.iter().rev().zip(now.iter().rev()).take_while(same).count().min(most);
    now.get(head..now.len() - tail).unwrap_or_default().iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_of_a_text() {
        let whole = Arrival::Whole;
        let lost = |text: &str| Arrival::Lost(text.to_owned());
        let other = |text: &str| Arrival::Otherwise(text.to_owned());
        for (kind, before, now, text, selected, expected) in [
            ("text", "", "abc", "abc", false, whole.clone()),
            ("text", "abc", "abcDef", "Def", false, whole.clone()),
            ("text", "acme", "abcme", "bc", false, lost("b")),
            ("text", "xay", "xayay", "ya", false, whole.clone()),
            ("text", "", "Berlin", "Ber", false, whole.clone()),
            ("text", "old", "new", "new", true, whole.clone()),
            ("text", "same", "same", "same", true, whole.clone()),
            ("text", "same", "same", "same", false, lost("")),
            ("text", "", "(555) 123-4567", "5551234567", false, whole.clone()),
            ("text", "dd/mm/yyyy", "04/mm/yyyy", "04", false, whole.clone()),
            ("text", "", "abc", "abcdef", false, lost("abc")),
            ("text", "", "ABC", "abc", false, whole.clone()),
            ("editable", "Text", "Textaper", "Buy paper", false, lost("aper")),
            ("editable", "Text", "Text\nBuy paper", "Buy paper", false, whole.clone()),
            ("editable", "", "\u{1f642}", ":smile:", false, other("\u{1f642}")),
            ("editable", "", "foo()", "foo(", false, whole),
            ("editable", "", "bold", "**bold**", false, other("bold")),
            ("editable", "x", "x", "y", false, lost("")),
        ] {
            assert_eq!(
                arrival(kind, before, now, text, selected),
                expected,
                "{kind}: {before:?} became {now:?} by {text:?}"
            );
        }
    }
}
