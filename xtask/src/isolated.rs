//! No part of the isolated world reads a property of a node raw: a page's field of that name takes its place (see `isolated/dom.js`).
//!
//! A crude reading of each line: `word.property` and `word?.property`, where the property is one of nodes. A word that always names
//! something else, and never a node, is listed here.

use std::{collections::HashSet, sync::LazyLock};

use crate::sources::Source;

const FOLDER: &str = "crates/domtool/src/world/isolated/";
/// The one part that reads nodes.
const READER: &str = "dom.js";

/// Names of the properties and methods of event targets, nodes, elements, forms, fields and documents, as Chromium 156 has them,
/// but for those that arrays, maps and boxes have as well.
static NAMES: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("dom_names.txt").split_ascii_whitespace().collect());

/// What is no node, by the words that name nothing else: events, records of changes, files, animations' effects, and our own data.
const NO_NODES: &[&str] = &[
    "Math",
    "Object",
    "beside",
    "clipped",
    "dataTransfer",
    "dom",
    "dropWatch",
    "effect",
    "event",
    "fact",
    "file",
    "fileWatch",
    "dragMove",
    "heard",
    "media",
    "other",
    "own",
    "place",
    "proof",
    "put",
    "read",
    "record",
    "sending",
    "told",
    "window",
];

/// What a window has from its last prototype, where elements with an id come before it.
const OF_EVERY_TARGET: &[&str] = &["addEventListener", "removeEventListener", "dispatchEvent"];

/// Every raw read.
pub(crate) fn breaches(sources: &[Source]) -> Vec<String> {
    let mut breaches = Vec::new();
    for source in sources {
        let Some(part) = source.path.strip_prefix(FOLDER).filter(|part| *part != READER) else { continue };
        if !part.ends_with(".js") {
            continue;
        }
        for (number, line) in source.product().enumerate() {
            for (object, name) in raw_reads(line) {
                breaches.push(format!(
                    "{}:{}: `{object}.{name}` may be a field of the page's: read it by `dom.{name}`",
                    source.path,
                    number + 1
                ));
            }
        }
    }
    breaches
}

/// The raw reads of a line: of what, and which property.
fn raw_reads(line: &str) -> Vec<(&str, &str)> {
    let line = match line.find("// ") {
        Some(at) if line[..at].trim().is_empty() || line[..at].ends_with(' ') => &line[..at],
        _ => line,
    };
    let mut found = Vec::new();
    for (at, _) in line.match_indices('.') {
        let before = line[..at].trim_end_matches('?');
        // A list that is spread.
        if before.ends_with('.') || line[..at].ends_with("..") {
            continue;
        }
        let name = word_at(&line[at + 1..]);
        let object = word_before(before);
        if NAMES.contains(name) && !NO_NODES.contains(&object) && !in_string(&line[..at]) {
            found.push((object, name));
        }
    }
    for name in OF_EVERY_TARGET {
        for (at, _) in line.match_indices(name) {
            let before = &line[..at];
            let whole = !before.ends_with(|c: char| c.is_alphanumeric() || "._$".contains(c));
            if whole && line[at + name.len()..].starts_with('(') && !in_string(before) {
                found.push(("", name));
            }
        }
    }
    if let Some((names, rest)) = line.split_once("const { ").and_then(|(_, rest)| rest.split_once(" } = ")) {
        let taken = names.split(',').map(|name| name.split(':').next().unwrap_or_default().trim());
        let object = word_at(rest);
        found.extend(
            taken
                .filter(|name| NAMES.contains(name) && !NO_NODES.contains(&object))
                .map(|name| (object, name)),
        );
    }
    found
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn word_at(text: &str) -> &str {
    &text[..text.find(|c| !is_of_word(c)).unwrap_or(text.len())]
}

fn word_before(text: &str) -> &str {
    &text[text.trim_end_matches(is_of_word).len()..]
}

/// Whether a string begins in a text and does not end in it.
fn in_string(text: &str) -> bool {
    let mut open = None;
    let mut escaped = false;
    for c in text.chars() {
        match open {
            _ if escaped => escaped = false,
            _ if c == '\\' => escaped = true,
            Some(quote) if c == quote => open = None,
            None if c == '"' => open = Some(c),
            _ => {}
        }
    }
    open.is_some()
}

#[cfg(test)]
mod tests {
    use super::{NAMES, raw_reads};

    #[test]
    fn raw_reads_are_found() {
        for (line, expected) in [
            ("for (; node; node = node.parentNode) {", &["parentNode"][..]),
            ("return element?.isConnected && form.elements;", &["isConnected", "elements"]),
            ("for (const field of formOf(element).elements) {", &["elements"]),
            ("const all = [...form.querySelectorAll(\"a\")];", &["querySelectorAll"]),
            ("const all = [...dom.querySelectorAll(form, \"a\")];", &[]),
            ("addEventListener(\"click\", hear);", &["addEventListener"]),
            ("dom.addEventListener(window, \"click\", hear);", &[]),
            ("if (event.type === \"click\" && record.target) told.value = 1;", &[]),
            ("const { parentNode, at } = node;", &["parentNode"]),
            ("const { target } = record;", &[]),
            ("// A form.elements in a comment.", &[]),
            ("dom.matches(element, \"li.value\");", &[]),
            ("list.length + boxes.map(area)", &[]),
        ] {
            let found: Vec<_> = raw_reads(line).into_iter().map(|(_, name)| name).collect();
            assert_eq!(found, expected, "{line}");
        }
    }

    /// A part that reads what the reader lacks fails on every page.
    #[test]
    fn the_reader_has_what_the_parts_read() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/domtool/src/world/isolated");
        let reader = include_str!("../../crates/domtool/src/world/isolated/dom.js");
        let mut names = 0;
        for entry in std::fs::read_dir(folder).expect("the parts are there") {
            let text = std::fs::read_to_string(entry.expect("a part").path()).expect("a part is text");
            for (at, found) in text.match_indices("dom.") {
                let whole = !text[..at].ends_with(|c: char| super::is_of_word(c) || c == '.');
                let name = super::word_at(&text[at + found.len()..]);
                if whole && text[at + found.len() + name.len()..].starts_with('(') {
                    let has = [format!("\"{name}\""), format!("  {name}: "), format!("dom.{name} = ")];
                    assert!(has.iter().any(|has| reader.contains(has)), "dom.{name} is not there");
                    names += 1;
                }
            }
        }
        assert!(names > 200, "the parts were not read: {names}");
    }

    /// What the reader reads of nodes is forbidden elsewhere.
    #[test]
    fn every_name_of_the_reader_is_known() {
        let reader = include_str!("../../crates/domtool/src/world/isolated/dom.js");
        let lists = reader.split("const declared").next().unwrap_or_default();
        let mut names = 0;
        for line in lists.lines().filter(|line| line.starts_with("  \"")) {
            for name in line.split('"').skip(1).step_by(2) {
                assert!(NAMES.contains(name), "{name} is not in dom_names.txt");
                names += 1;
            }
        }
        assert!(names > 60, "the lists were not read: {names}");
    }
}
