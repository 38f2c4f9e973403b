//! Attributes in the HTML formats: those of a white list as the page has them, and what is so at the moment.

use crate::{
    limits::ATTRIBUTE_CHARACTERS,
    snapshot::{NodeRef, Snapshot, Tristate},
    view::escape::{each_of_first, is_break, push_number},
};

/// What a skeleton keeps of a page's attributes.
pub(super) const SKELETON: &[&str] = &[
    "type",
    "name",
    "href",
    "placeholder",
    "role",
    "alt",
    "min",
    "max",
    "step",
    "maxlength",
    "accept",
    "contenteditable",
    "draggable",
    "data-testid",
    "data-test",
    "data-cy",
    "aria-checked",
    "aria-current",
    "aria-expanded",
    "aria-haspopup",
    "aria-pressed",
    "aria-selected",
    "aria-sort",
];

/// What the full page keeps beside it.
pub(super) const FULL: &[&str] = &[
    "id",
    "title",
    "src",
    "for",
    "action",
    "method",
    "target",
    "colspan",
    "rowspan",
    "scope",
    "start",
    "datetime",
    "lang",
    "open",
    "label",
    "aria-label",
    "aria-level",
    "aria-live",
    "aria-valuemax",
    "aria-valuemin",
    "aria-valuenow",
    "aria-valuetext",
    "aria-describedby",
    "aria-labelledby",
    "aria-controls",
];

/// What it keeps of a drawing besides.
pub(super) const DRAWN: &[&str] = &[
    "viewbox",
    "width",
    "height",
    "x",
    "y",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "x1",
    "y1",
    "x2",
    "y2",
    "d",
    "points",
    "transform",
    "fill",
    "stroke",
];

/// Writes the page's own attributes that are on one of the lists, in the page's order.
pub(super) fn push_own(out: &mut String, node: NodeRef<'_>, lists: &[&[&str]]) {
    for (name, value) in node.attributes() {
        // What a field holds is told by what is in it now.
        let secret = node.masked() && name.starts_with("aria-value");
        if !secret && lists.iter().any(|list| list.contains(&name)) {
            push_attribute(out, name, value);
        }
    }
}

/// Writes what is so at the moment: what is in a field, what is checked, chosen, disabled.
pub(super) fn push_live(out: &mut String, snapshot: &Snapshot, node: NodeRef<'_>) {
    let states = node.states();
    if node.tag() == "input"
        && states.checked.is_none()
        && let Some(value) = node.value().filter(|value| !value.is_empty() && !node.masked())
    {
        push_attribute(out, "value", value);
    }
    let native = matches!(node.tag(), "input" | "option" | "select" | "textarea" | "button" | "fieldset");
    for (set, word) in [
        (node.tag() == "input" && states.checked == Some(Tristate::On), " checked"),
        (node.tag() == "option" && states.selected == Some(true), " selected"),
        (node.masked(), " data-filled"),
        (node.disabled() && native, " disabled"),
        (node.disabled() && !native, " aria-disabled=\"true\""),
        (states.read_only, " readonly"),
        (states.required, " required"),
        (states.multiple, " multiple"),
        (states.invalid, " aria-invalid=\"true\""),
        (snapshot.focus == Some(node.index()), " data-focused"),
        (node.covered_by().is_some(), " data-covered"),
    ] {
        if set {
            out.push_str(word);
        }
    }
}

/// ` name="value"`, escaped and cut.
pub(super) fn push_attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    // A name is a page's too, but only those of our lists come here.
    if value.is_empty() {
        return;
    }
    out.push_str("=\"");
    push_escaped(out, value, ATTRIBUTE_CHARACTERS, false);
    out.push('"');
}

/// Text as HTML, in which nothing of it is markup; cut after `limit` characters, with how many there were.
pub(super) fn push_escaped(out: &mut String, text: &str, limit: usize, keeps_lines: bool) {
    let all = each_of_first(text, limit, |eye, c| {
        let seen = eye.sees(c);
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' if keeps_lines => out.push(c),
            c if is_break(c) || c.is_whitespace() => out.push(' '),
            c if seen => out.push(c),
            _ => {}
        }
    });
    if all > limit {
        out.push_str("… (");
        push_number(out, all);
        out.push_str(" chars)");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_page_is_markup() {
        for (text, want) in [
            ("a <b> & \"c\"", "a &lt;b&gt; &amp; &quot;c&quot;"),
            ("--><button id=e3>", "--&gt;&lt;button id=e3&gt;"),
            ("x\u{202e}y\u{200b}\nz", "xy z"),
        ] {
            let mut out = String::new();
            push_escaped(&mut out, text, 100, false);
            assert_eq!(out, want);
        }
        let mut out = String::new();
        push_escaped(&mut out, "abcdef", 3, false);
        assert_eq!(out, "abc… (6 chars)");
    }
}
