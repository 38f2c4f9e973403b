//! Finds the attributes and hidden fields that name the thing which a row or form shows (keys), and weighs each of them.
//!
//! An attribute such as `data-user-id` tells one user's row from another's (`ids`, `hidden` in identity.html). An `id` may be a
//! place in a list (`slots`), and forms that save themselves renew tokens, revisions and ids of their own while everything in
//! them stays (`autosave` in identity-living.html): these weigh little or nothing.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// What follows from the value of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Weight {
    /// Another value means another thing only where no text tells the row from others.
    Weak,
    /// Another value means another thing.
    Strong,
    /// Another value means another thing, and an equal value the same thing, whatever its texts are: no position in a list looks
    /// like such a value.
    Proof,
}

/// One attribute or hidden field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// Hash of its name.
    name: u64,
    value: Box<str>,
    weight: Weight,
}

impl Key {
    pub(super) fn new(name: &str, value: &str, weight: Weight) -> Key {
        let mut hasher = FxHasher::default();
        name.hash(&mut hasher);
        Key { name: hasher.finish(), value: value.chars().take(120).collect::<String>().into(), weight }
    }

    pub(super) fn same_name(&self, other: &Key) -> bool {
        self.name == other.name
    }
}

/// How the keys of a row differ from what they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Difference {
    /// A strong key or a proof has another value.
    pub(super) strong: bool,
    /// A weak key has another value.
    pub(super) weak: bool,
    /// A proof has the same value.
    pub(super) proven: bool,
}

/// Compares the keys that both have.
pub(super) fn compare(old: &[Key], new: &[Key]) -> Difference {
    let mut difference = Difference::default();
    for key in old {
        if let Some(now) = new.iter().find(|now| now.same_name(key)) {
            let differs = key.value != now.value;
            difference.weak |= differs && key.weight == Weight::Weak;
            difference.strong |= differs && key.weight != Weight::Weak;
            difference.proven |= !differs && key.weight == Weight::Proof;
        }
    }
    difference
}

/// Last words in the names of attributes and hidden fields that name a thing.
const NAMING: &[&str] = &[
    "id", "key", "uuid", "guid", "pk", "slug", "sku", "asin", "isbn", "code", "ref", "href", "url", "item",
    "user", "product", "order", "name", "person", "email", "entry", "record",
];

/// Words in the names of attributes and hidden fields whose values change while the thing stays the same.
const RENEWED: &[&str] = &[
    "authenticity",
    "autosave",
    "build",
    "captcha",
    "csrf",
    "etag",
    "form",
    "hash",
    "lock",
    "modified",
    "nonce",
    "render",
    "request",
    "rev",
    "revision",
    "session",
    "signature",
    "state",
    "time",
    "timestamp",
    "token",
    "trace",
    "updated",
    "version",
    "viewstate",
    "wpnonce",
    "xsrf",
];

/// Whether an attribute names the thing that an element shows, by what authors call it.
pub(super) fn is_key(name: &str) -> bool {
    let Some(data) = name.strip_prefix("data-") else { return false };
    // React, Vue and Radix write values of their own, which change with each drawing.
    if data.starts_with("react") || data.starts_with("v-") || data.starts_with("radix") {
        return false;
    }
    NAMING.contains(&data.rsplit('-').next().unwrap_or_default())
        && !data.split('-').any(|word| RENEWED.contains(&word))
}

/// Whether an attribute gives the position in a list.
pub(super) fn is_index(name: &str) -> bool {
    matches!(
        name,
        "aria-rowindex"
            | "aria-posinset"
            | "data-index"
            | "data-row-index"
            | "data-rowindex"
            | "data-item-index"
    )
}

/// The weight of a hidden field such as `<input type=hidden name=id value=17>`; `None` for one whose value forms renew.
pub(super) fn of_hidden_field(name: &str, value: &str) -> Option<Weight> {
    let lower = name.to_ascii_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
    if words.iter().any(|word| RENEWED.contains(word)) {
        return None;
    }
    let naming = words.last().is_some_and(|word| NAMING.contains(word) || word.ends_with("id"));
    Some(match naming {
        true if value.len() >= 4 => Weight::Proof,
        true => Weight::Strong,
        false => Weight::Weak,
    })
}

/// The beginnings of ids that component libraries generate by counting.
const COUNTED: &[&str] = &[
    "mui-",
    "react-select-",
    "react-aria",
    "downshift-",
    "radix-",
    "headlessui-",
    "rc_select_",
    "el-id-",
    "mat-",
    "cdk-",
    "ember",
    "ext-gen",
    "yui_",
    "chakra-",
    "mantine-",
    "field-r",
    "tippy-",
    "ui-id-",
    "select2-",
];

/// Whether a library generated an id while drawing: React's `:r5:` and `_r_5_`, `mui-17`.
pub(super) fn is_generated(id: &str) -> bool {
    id.contains([':', '«'])
        || id.split_once("_r_").is_some_and(|(_, rest)| rest.contains('_'))
        || COUNTED.iter().any(|start| {
            id.strip_prefix(start).is_some_and(|rest| rest.contains(|c: char| c.is_ascii_digit()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_things_are_told_from_what_is_renewed() {
        for (name, is) in [
            ("data-id", true),
            ("data-user-id", true),
            ("data-revision-id", false),
            ("data-form-key", false),
            ("data-radix-collection-item", false),
            ("data-state", false),
            ("id", false),
        ] {
            assert_eq!(is_key(name), is, "{name}");
        }
        for (name, value, expected) in [
            ("id", "17", Some(Weight::Strong)),
            ("post_id", "1701", Some(Weight::Proof)),
            ("itemId", "1701", Some(Weight::Proof)),
            ("form_build_id", "form-a8Qz", None),
            ("csrf_token", "a8Qz", None),
            ("__VIEWSTATE", "a8Qz", None),
            ("_wpnonce", "a8Qz", None),
            ("step", "2", Some(Weight::Weak)),
        ] {
            assert_eq!(of_hidden_field(name, value), expected, "{name}");
        }
        for (id, is) in [
            (":r5:", true),
            ("«r5»", true),
            ("_r_5_", true),
            ("mui-17", true),
            ("mute", false),
            ("title", false),
        ] {
            assert_eq!(is_generated(id), is, "{id}");
        }
    }
}
