//! Words the line of an element: its word, name, value, limits and states. The id and what depends on the moment (focus, coverer,
//! place) are left out, so that equal elements have equal words.

use std::{borrow::Cow, fmt::Write as _};

use super::{
    drawing::push_own_look,
    escape::{push_number, push_quoted, push_verbatim},
    kinds::is_solid,
    position::push_position,
    text::{held_text, inner_text, is_same_text, plain_text},
};
use crate::{
    limits::{NAME_CHARACTERS, OPTION_CHARACTERS, TEXT_CHARACTERS},
    snapshot::{
        Certainty, ListenerKinds, MASK, NodeRef, Role, Scroller, Snapshot, States, TextId, TopLayer,
        Tristate, Why, is_left_out,
    },
};

/// How many options of a select are named.
const OPTIONS_NAMED: usize = 4;
/// An element that is clickable only by its listener, with more text than this, is a part of the page and not a button, bytes.
const CLICKABLE_TEXT: usize = 240;

/// The word for an element that has a line, in as few letters as are clear.
#[must_use]
pub fn word(node: NodeRef<'_>) -> &'static str {
    let role = node.role();
    match (node.tag(), role) {
        ("select", _) => "select",
        ("svg", Role::Image | Role::Document | Role::Group)
            if !node.operable() && node.drawing().is_some() =>
        {
            "svg"
        }
        ("input", _) => input_word(node).unwrap_or(role.word()),
        (_, Role::Banner) => "banner",
        (_, Role::ContentInfo) => "footer",
        (_, Role::Complementary) => "aside",
        (_, Role::LabelText) => "label",
        (_, Role::Generic | Role::None | Role::Presentation) => generic_word(node),
        _ => role.word(),
    }
}

/// The kind of an input that its role does not tell.
fn input_word(node: NodeRef<'_>) -> Option<&'static str> {
    let kind = node.attribute("type")?;
    ["date", "time", "datetime-local", "month", "week", "color", "file"]
        .into_iter()
        .find(|known| kind.eq_ignore_ascii_case(known))
}

fn generic_word(node: NodeRef<'_>) -> &'static str {
    let why = node.why();
    let has = |w: Why| why.has(w);
    if has(Why::EDITABLE) {
        "editable"
    } else if has(Why::CURSOR) || has(Why::LABEL) || has(Why::NATIVE) {
        "clickable"
    } else if has(Why::LISTENER) || has(Why::HANDLER) || has(Why::DELEGATED) {
        heard_word(node)
    } else if has(Why::DRAGGABLE) {
        "draggable"
    } else if has(Why::SCROLLS) {
        "scroller"
    } else if has(Why::TABINDEX) {
        "focusable"
    } else {
        "element"
    }
}

/// The word of an element that only its listeners make a control: what must be done to it.
fn heard_word(node: NodeRef<'_>) -> &'static str {
    let (listener_kinds, why) = (node.listener_kinds(), node.why());
    if listener_kinds == ListenerKinds::default()
        || listener_kinds.any(ListenerKinds::CLICK.with(ListenerKinds::PRESS))
    {
        "clickable"
    } else if listener_kinds.any(ListenerKinds::DOUBLE) {
        "double-clickable"
    } else if listener_kinds.any(ListenerKinds::MENU) {
        "right-clickable"
    } else if listener_kinds.any(ListenerKinds::DROP) {
        "drop target"
    } else if why.has(Why::DRAGGABLE) {
        "draggable"
    } else if listener_kinds.any(ListenerKinds::HOVER) {
        "hoverable"
    } else if why.has(Why::TABINDEX) {
        "focusable"
    } else {
        "pointer area"
    }
}

/// Adds the input that an element reacts to because of its listeners alone, where neither its word nor a click says it: a list item
/// that is double-clicked.
fn push_doing(out: &mut String, node: NodeRef<'_>) {
    let (listener_kinds, why) = (node.listener_kinds(), node.why());
    let found = why.has(Why::LISTENER) || why.has(Why::HANDLER) || why.has(Why::DELEGATED);
    if !found || why.has(Why::NATIVE) || why.has(Why::EDITABLE) {
        return;
    }
    let generic = matches!(node.role(), Role::Generic | Role::None | Role::Presentation);
    let word = heard_word(node);
    if listener_kinds.any(ListenerKinds::DOUBLE) && !(generic && word == "double-clickable") {
        out.push_str(" double-click");
    } else if !generic && word != "clickable" && word != "focusable" {
        out.push(' ');
        out.push_str(match word {
            "right-clickable" => "right-click",
            "hoverable" => "hover",
            word => word,
        });
    }
}

/// Whether a person puts something into it: its content is a value and never text of the page.
pub(super) fn is_field(node: NodeRef<'_>) -> bool {
    node.role().takes_value()
        || node.role().is_toggle()
        || matches!(node.tag(), "select" | "input" | "textarea")
        || (node.role() == Role::Generic && node.why().has(Why::EDITABLE))
}

/// Writes the line of an element, but for its note.
pub(super) fn push_element(out: &mut String, snapshot: &Snapshot, node: NodeRef<'_>, name: &str) {
    let states = node.states();
    out.push_str(word(node));
    if node.role() == Role::Heading {
        let _infallible = write!(out, "{}", states.level.unwrap_or(2));
    }
    // What is written in an editor without a name is its value, and no name besides.
    if !(node.why().has(Why::EDITABLE) && node.value().is_some_and(|value| is_same_text(name, value))) {
        push_name(out, node, &as_seen(snapshot, node, name));
    }
    push_value(out, snapshot, node, name);
    push_drawn_lines(out, snapshot, node);
    push_limits(out, node);
    push_own_look(out, snapshot, node);
    push_position(out, node);
    push_states(out, node, &states);
    push_doing(out, node);
    push_scroll(out, snapshot.scroller(node.index()));
    if node.role() == Role::Canvas {
        out.push_str(" (only a screenshot shows it)");
    }
}

/// What its line calls an element: its name as a person reads it; of what has none and holds no line of its own, its text; of a link
/// without either, the end of its path. Words are compared with it (`find`), and errors print it.
pub(super) fn line_name<'s>(snapshot: &'s Snapshot, node: NodeRef<'s>) -> Cow<'s, str> {
    if !node.name().is_empty() {
        return as_seen(snapshot, node, node.name());
    }
    if !node.operable() || is_field(node) || node.drawing().is_some() || node.role() == Role::Row {
        return Cow::Borrowed("");
    }
    let is_alone = !node.descendants().any(is_solid);
    match is_alone.then(|| text_as_name(snapshot, node)).flatten() {
        Some(text) if !text.is_empty() => Cow::Owned(text),
        _ if node.role() == Role::Link => Cow::Borrowed(path_end(node.attribute("href").unwrap_or_default())),
        _ => Cow::Borrowed(""),
    }
}

/// The text of a control without a name that nothing else stands in; `None` for more than a control says. The letter of an icon font is
/// no text, the words of its ligature are (`<i aria-hidden="true">menu</i>`).
pub(super) fn text_as_name(snapshot: &Snapshot, node: NodeRef<'_>) -> Option<String> {
    let mut text = inner_text(snapshot, node, CLICKABLE_TEXT + 1);
    if text.chars().all(is_left_out) {
        text.clear();
    }
    (text.len() <= CLICKABLE_TEXT).then_some(text)
}

/// A name as a person reads it: `Inbox 12` where accname joins the texts of two spans that stand apart to `Inbox12`, and
/// `~~50~~ 30` where a price is struck.
fn as_seen<'a>(snapshot: &Snapshot, node: NodeRef<'_>, name: &'a str) -> Cow<'a, str> {
    if name.is_empty() || !(node.holds_apart() || node.holds_typeset()) {
        return Cow::Borrowed(name);
    }
    let seen = plain_text(snapshot, node, name.len() * 2);
    if node.holds_typeset() && is_same_text(name, &seen) {
        return Cow::Owned(inner_text(snapshot, node, usize::MAX));
    }
    let adds_spaces = seen.len() > name.len() && is_same_text(name, &seen);
    if adds_spaces { Cow::Owned(seen) } else { Cow::Borrowed(name) }
}

/// How a scroll container stands: ` 40 % down`, ` 10 % right`, and ` virtual` where there is likely more than is listed.
pub(super) fn push_scroll(out: &mut String, scroller: Option<Scroller>) {
    let Some(scroller) = scroller else { return };
    for (axis, word) in [(scroller.y, "down"), (scroller.x, "right")] {
        if let Some(axis) = axis {
            let _infallible = write!(out, " {} % {word}", axis.percent());
        }
    }
    if scroller.likely_virtual {
        out.push_str(" virtual");
    }
}

fn push_name(out: &mut String, node: NodeRef<'_>, name: &str) {
    if name.is_empty() {
        if node.role() == Role::Link {
            push_path_hint(out, node.attribute("href").unwrap_or(""));
        }
    } else if node.name_certainty() == Certainty::Guessed && name == node.name() {
        push_hint(out, name);
    } else {
        out.push(' ');
        push_quoted(out, name, NAME_CHARACTERS);
    }
}

/// A hint in place of a name: `~trash`.
fn push_hint(out: &mut String, hint: &str) {
    out.push_str(" ~");
    let plain = hint.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') && hint.len() <= 40;
    if plain {
        out.push_str(hint);
    } else {
        push_quoted(out, hint, 60);
    }
}

/// Where a link without a name leads: the end of its path.
fn push_path_hint(out: &mut String, href: &str) {
    let end = path_end(href);
    if !end.is_empty() {
        out.push_str(" ~");
        push_quoted(out, end, 40);
    }
}

/// The last two parts of an address's path.
fn path_end(href: &str) -> &str {
    let path = href.split(['?', '#']).next().unwrap_or("").trim_end_matches('/');
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    match path.char_indices().rev().filter(|(_, c)| *c == '/').nth(1) {
        Some((at, _)) => path.get(at..).unwrap_or(path),
        None => path,
    }
}

fn push_value(out: &mut String, snapshot: &Snapshot, node: NodeRef<'_>, name: &str) {
    if node.tag() == "select" {
        push_select(out, snapshot, node);
        return;
    }
    if matches!(node.role(), Role::Checkbox | Role::Radio | Role::Switch) {
        return;
    }
    let secret = node.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("password"));
    match node.value() {
        Some(value) if value == MASK => out.push_str(" = (filled)"),
        Some("") | None if secret => out.push_str(" = (empty)"),
        Some(value) if !value.is_empty() => {
            push_equals(out, value);
            push_value_words(out, node, value);
        }
        Some(_) | None if is_field(node) => {
            let text = content_of(snapshot, node).unwrap_or_default();
            if !text.is_empty() && text != name {
                push_equals(out, &text);
            } else if let Some(placeholder) =
                node.attribute("placeholder").filter(|p| !p.trim().is_empty() && !is_same_text(p, name))
            {
                out.push_str(" placeholder ");
                push_quoted(out, placeholder, NAME_CHARACTERS);
            }
        }
        _ => {}
    }
}

/// What is in a field, or the value of what has one: of what can be edited in the page, its text.
pub(super) fn content_of<'s>(snapshot: &'s Snapshot, node: NodeRef<'s>) -> Option<Cow<'s, str>> {
    match node.value() {
        Some(value) => Some(Cow::Borrowed(value)),
        None if node.masked() || matches!(node.tag(), "input" | "select") || !is_field(node) => None,
        None => Some(Cow::Owned(held_text(snapshot, node, 4 * TEXT_CHARACTERS))),
    }
}

/// What a value is in words, where it has some; how many files there are.
fn push_value_words(out: &mut String, node: NodeRef<'_>, value: &str) {
    let states = node.states();
    if let Some(words) = states.range.and_then(|range| range.text).map(|id| node.string(id))
        && words != value
    {
        out.push_str(" (");
        push_quoted(out, words, NAME_CHARACTERS);
        out.push(')');
    }
    if let Some(count) = states.chosen {
        let _infallible = write!(out, " {count} files");
    }
}

/// Which lines of an editor its value is: ` lines 12-40, more may follow or stand before them`.
fn push_drawn_lines(out: &mut String, snapshot: &Snapshot, node: NodeRef<'_>) {
    let Some(lines) = snapshot.drawn_lines(node.index()) else { return };
    match lines.numbers {
        Some((first, last)) if first == last => {
            let _infallible = write!(out, " line {first}");
        }
        Some((first, last)) => {
            let _infallible = write!(out, " lines {first}-{last}");
        }
        None => {}
    }
    if !lines.whole {
        out.push_str(" (only the lines that are drawn)");
    }
}

fn push_equals(out: &mut String, value: &str) {
    out.push_str(" = ");
    push_verbatim(out, value, TEXT_CHARACTERS);
}

/// ` = "Germany" of 37: "Austria", "Belgium", ...`; of several that are chosen, how many: ` = "One, Two" 2 of 3`; with their groups:
/// ` of 3: group "Swedish": "Volvo", "Saab"; group "German": "BMW"`.
fn push_select(out: &mut String, snapshot: &Snapshot, node: NodeRef<'_>) {
    let masked = node.masked();
    if masked {
        out.push_str(" = (filled)");
    } else if let Some(value) = node.value().filter(|v| !v.is_empty()) {
        push_equals(out, value);
    }
    if let Some(chosen) = node.states().chosen.filter(|chosen| *chosen > 1) {
        let _infallible = write!(out, " {chosen}");
    }
    let options = node.descendants().filter(|d| d.tag() == "option");
    let mut count = 0;
    let mut named = Vec::new();
    for option in options {
        count += 1;
        if named.len() <= OPTIONS_NAMED && !masked {
            let name = option.name();
            let name = if name.is_empty() { option_text(snapshot, option) } else { name.to_owned() };
            let group = option.parent().filter(|parent| parent.tag() == "optgroup");
            named.push((name, option.states().disabled, group));
        }
    }
    let _infallible = write!(out, " of {count}");
    // One more than are named costs no more than saying that there is more.
    let shown = if count > OPTIONS_NAMED + 1 { OPTIONS_NAMED.min(named.len()) } else { named.len() };
    let mut before = None;
    for (at, (name, disabled, group)) in named.iter().take(shown).enumerate() {
        let group = group.filter(|group| !group.name().is_empty());
        let goes_on = before == group.map(NodeRef::index);
        out.push_str(if at == 0 {
            ": "
        } else if goes_on {
            ", "
        } else {
            "; "
        });
        if let Some(group) = group.filter(|_| !goes_on) {
            out.push_str("group ");
            push_quoted(out, group.name(), OPTION_CHARACTERS);
            out.push_str(": ");
        }
        before = group.map(NodeRef::index);
        let beside =
            |at: Option<usize>| at.and_then(|at| named.get(at)).map_or("", |(name, ..)| name.as_str());
        push_option(out, beside(at.checked_sub(1)), name, beside(Some(at + 1)));
        // Where all of it is disabled, that is said once.
        if *disabled && !node.states().disabled {
            out.push_str(" disabled");
        }
    }
    if shown < count && shown > 0 {
        out.push_str(", ...");
    }
}

/// Names that have so much in common are told by what differs, bytes.
pub(super) const ALIKE: usize = 16;

/// `"Authentication and Authorization | group | Can add group"`, then `"…change group"`: a name that has to be cut keeps what it does not
/// have in common with the one before it. Fixture: economy.html, "Permission", as in Django's list of permissions.
fn push_option(out: &mut String, before: &str, name: &str, next: &str) {
    if name.len() <= OPTION_CHARACTERS {
        push_quoted(out, name, OPTION_CHARACTERS);
        return;
    }
    let shared = shared_words(before, name);
    if shared >= ALIKE {
        push_quoted(out, &format!("…{}", &name[shared..]), 2 * OPTION_CHARACTERS);
        return;
    }
    let begins_alike = shared_words(name, next) >= ALIKE;
    push_quoted(out, name, if begins_alike { NAME_CHARACTERS } else { OPTION_CHARACTERS });
}

/// How many bytes two texts have in common from their start, up to the start of a word.
pub(super) fn shared_words(one: &str, other: &str) -> usize {
    let pairs = one.char_indices().zip(other.chars());
    let mut shared = 0;
    for ((at, c), other) in pairs {
        if c != other {
            break;
        }
        if c == ' ' {
            shared = at + 1;
        }
    }
    shared
}

/// The text of an option, also where it is not laid out.
pub(super) fn option_text(snapshot: &Snapshot, option: NodeRef<'_>) -> String {
    let mut out = String::new();
    let mut space = false;
    for child in option.descendants() {
        super::text::push_collapsed(&mut out, snapshot.node(child.index()).text(), &mut space);
    }
    out
}

/// The largest whole number of JavaScript, which libraries give as the limit of a field that has none (Element Plus).
const NO_LIMIT: &str = "9007199254740991";

/// How to fill it: formats, ranges, lengths.
fn push_limits(out: &mut String, node: NodeRef<'_>) {
    let attribute = |name: &str| node.attribute(name).filter(|v| !v.is_empty() && v.len() <= 40);
    if node.tag() == "input" {
        match input_word(node) {
            Some("date") => out.push_str(" YYYY-MM-DD"),
            Some("time") => out.push_str(" HH:MM"),
            Some("datetime-local") => out.push_str(" YYYY-MM-DDTHH:MM"),
            Some("month") => out.push_str(" YYYY-MM"),
            Some("week") => out.push_str(" YYYY-Www"),
            Some("color") => out.push_str(" #rrggbb"),
            Some("file") => {
                if let Some(accept) = attribute("accept") {
                    out.push_str(" accepts ");
                    push_quoted(out, accept, 40);
                }
            }
            _ => {}
        }
    }
    let range = node.states().range;
    if range.is_some() || input_word(node).is_some() {
        let given = |id: Option<TextId>| id.map(|id| node.string(id)).filter(|v| v.len() <= 40);
        let low = range.map_or_else(|| attribute("min"), |range| given(range.min));
        let high = range.map_or_else(|| attribute("max"), |range| given(range.max));
        for (word, limit) in [("min", low), ("max", high), ("step", attribute("step"))] {
            if let Some(limit) = limit.filter(|l| {
                l.trim_start_matches('-') != NO_LIMIT
                    && l.chars().all(|c| c.is_ascii_alphanumeric() || ".:-".contains(c))
            }) {
                let _infallible = write!(out, " {word} {limit}");
            }
        }
    } else if let Some(limit) =
        attribute("maxlength").and_then(|m| m.parse::<u32>().ok()).filter(|m| *m < 5000)
    {
        let _infallible = write!(out, " max {limit} chars");
    }
}

pub(super) fn push_states(out: &mut String, node: NodeRef<'_>, states: &States) {
    let switch = |value: Tristate| match value {
        Tristate::On => " on",
        Tristate::Off => " off",
        Tristate::Mixed => " mixed",
    };
    if let Some(checked) = states.checked {
        out.push_str(switch(checked));
    }
    match states.pressed {
        Some(Tristate::On) => out.push_str(" pressed"),
        Some(Tristate::Mixed) => out.push_str(" partly pressed"),
        Some(Tristate::Off) => out.push_str(" not pressed"),
        None => {}
    }
    match states.expanded {
        Some(true) => out.push_str(" expanded"),
        Some(false) => out.push_str(" collapsed"),
        None => {}
    }
    let generic = matches!(node.role(), Role::Generic | Role::None | Role::Presentation);
    for (set, word) in [
        (states.selected == Some(true), " selected"),
        (node.disabled(), " disabled"),
        (states.read_only, " read-only"),
        (states.required, " required"),
        (states.invalid, " invalid"),
        (states.multiple, " multiple"),
        (states.busy, " busy"),
        (states.on_hover, " on hover"),
        (states.modal, " modal"),
        (states.top_layer == Some(TopLayer::Popover), " popover"),
        (states.top_layer == Some(TopLayer::Fullscreen), " fullscreen"),
        (node.why().has(Why::DRAGGABLE) && !(generic && generic_word(node) == "draggable"), " draggable"),
    ] {
        if set {
            out.push_str(word);
        }
        if word == " invalid"
            && let Some(error) = states.error
        {
            out.push(' ');
            push_quoted(out, node.string(error), TEXT_CHARACTERS);
        }
    }
    // What sorts a column stands in its header.
    let header =
        || node.ancestors().take(6).find(|a| matches!(a.role(), Role::ColumnHeader | Role::RowHeader));
    let inherits = states.sort.is_none() && matches!(node.role(), Role::Button | Role::Link | Role::Generic);
    let sort = states.sort.or_else(|| header().filter(|_| inherits && node.operable())?.states().sort);
    if let Some(sort) = sort {
        out.push_str(" sorted ");
        out.push_str(sort.word());
    }
    if let Some(current) = states.current {
        match node.string(current) {
            "" | "false" => {}
            "page" | "step" | "location" | "date" | "time" => {
                out.push_str(" current ");
                out.push_str(node.string(current));
            }
            _ => out.push_str(" current"),
        }
    }
}

/// A table's size.
pub(super) fn push_table_size(out: &mut String, rows: usize, columns: usize) {
    out.push(' ');
    push_number(out, columns);
    out.push_str(if columns == 1 { " column, " } else { " columns, " });
    push_number(out, rows);
    out.push_str(if rows == 1 { " row" } else { " rows" });
}

/// The host of an address, if it is plain; `srcdoc` for a document without one.
pub(super) fn host_of(url: &str) -> &str {
    if let Some(about) = url.strip_prefix("about:") {
        return if about == "srcdoc" { "srcdoc" } else { "" };
    }
    // The browser's own pages are of no host.
    let rest = url
        .split_once("://")
        .map_or("", |(scheme, rest)| if scheme.starts_with("chrome-") { "" } else { rest });
    let host = rest.split(['/', '?', '#']).next().unwrap_or("");
    let host = host.rsplit('@').next().unwrap_or(host);
    let plain = host.chars().all(|c| c.is_ascii_alphanumeric() || ".-:[]".contains(c));
    if plain && host.len() <= 100 { host } else { "" }
}
