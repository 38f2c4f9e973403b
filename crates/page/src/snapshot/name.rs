//! Names: the accessible name of each node that is shown by one (accname 1.2, HTML-AAM 1.0), as Chrome computes it.
//!
//! What this does not know for certain is marked so, and Chrome is asked if the node is shown. A control without any
//! name gets a hint in place of one.

use rustc_hash::FxHashMap;

use super::{
    Certainty, NodeIndex, NodeKind, Role, Why,
    draft::{Draft, Marks},
    native::input_type,
    style::Display,
    value::option_label,
    words::Word,
};

/// A name gathered from content stops here, in bytes.
const LONGEST: usize = 4_000;

/// Fills `name` and `name_certainty`.
pub(super) fn name_all(draft: &mut Draft<'_>) {
    let count = draft.len();
    let found = Namer::new(draft).names();
    let columns = &mut draft.snapshot.columns;
    columns.name.resize(count, super::TextId::EMPTY);
    columns.name_certainty.resize(count, Certainty::Certain);
    for (at, name, certainty) in found {
        columns.name[at] = columns.strings.push(&name);
        columns.name_certainty[at] = certainty;
    }
}

/// A name on its way.
#[derive(Default)]
struct Found {
    text: String,
    unsure: bool,
}

struct Namer<'d, 'c> {
    draft: &'d Draft<'c>,
    ids: FxHashMap<(NodeIndex, &'d str), usize>,
    labels: FxHashMap<usize, Vec<usize>>,
    /// By node: how many operable nodes are below it.
    operable_below: Vec<bool>,
}

impl<'d, 'c> Namer<'d, 'c> {
    fn new(draft: &'d Draft<'c>) -> Self {
        let mut ids = FxHashMap::default();
        for at in 0..draft.len() {
            if draft.is_element(at)
                && let Some(id) = draft.attribute(at, Word::Id)
            {
                ids.entry((draft.scope[at], id)).or_insert(at);
            }
        }
        let mut operable_below = vec![false; draft.len()];
        for at in (1..draft.len()).rev() {
            let operable = draft.snapshot.columns.visible[at]
                && draft.snapshot.columns.why[at].0 & !(Why::TEST_ID.0 | Why::SCROLLS.0) != 0;
            if (operable || operable_below[at])
                && let Some(parent) = draft.parent(at)
            {
                operable_below[parent] = true;
            }
        }
        let mut namer = Self { draft, ids, labels: FxHashMap::default(), operable_below };
        namer.find_labels();
        namer
    }

    fn find_labels(&mut self) {
        for label in 0..self.draft.len() {
            if self.draft.tag[label] != Word::Label || !self.draft.is_element(label) {
                continue;
            }
            let control = match self.draft.attribute(label, Word::For) {
                Some(id) => self.ids.get(&(self.draft.scope[label], id)).copied(),
                None => {
                    (label + 1..self.draft.end(label)).find(|at| super::classify::labelable(self.draft, *at))
                }
            };
            if let Some(control) = control {
                self.labels.entry(control).or_default().push(label);
            }
        }
    }

    fn names(&self) -> Vec<(usize, String, Certainty)> {
        let mut names = Vec::new();
        for at in 0..self.draft.len() {
            if !self.draft.is_element(at) {
                continue;
            }
            let why = self.draft.snapshot.columns.why[at];
            let role = self.draft.snapshot.columns.role[at];
            let operable = why.0 & !(Why::TEST_ID.0 | Why::SCROLLS.0) != 0;
            if !operable && matches!(role, Role::Generic | Role::None | Role::Paragraph) {
                continue;
            }
            let mut found = self.name(at, role, operable);
            found.text = collapse(&found.text);
            let mut certainty = if found.unsure { Certainty::Uncertain } else { Certainty::Certain };
            if found.text.is_empty()
                && operable
                && let Some(hint) = self.hint(at)
            {
                found.text = hint;
                certainty = if found.unsure { Certainty::Uncertain } else { Certainty::Guessed };
            }
            if !found.text.is_empty() || certainty != Certainty::Certain {
                names.push((at, found.text, certainty));
            }
        }
        names
    }

    /// accname 1.2, in its order: labelledby, label, the host language's own, content, title, placeholder.
    fn name(&self, at: usize, role: Role, operable: bool) -> Found {
        let draft = self.draft;
        if let Some(found) = self.labelled_by(at) {
            return found;
        }
        if let Some(label) = draft.attribute(at, Word::AriaLabel).filter(|l| !l.trim().is_empty()) {
            return Found { text: label.to_owned(), unsure: false };
        }
        let mut unsure = false;
        if let Some(found) = self.native(at) {
            if !found.text.trim().is_empty() {
                return found;
            }
            unsure = found.unsure;
        }
        if from_content(role) || (operable && shows_its_content(role) && !self.operable_below[at]) {
            let found = self.content(at);
            if !found.text.trim().is_empty() {
                return found;
            }
            unsure |= found.unsure;
        }
        let text = [Word::Title, Word::Placeholder]
            .into_iter()
            .filter(|key| *key != Word::Placeholder || matches!(draft.tag[at], Word::Input | Word::Textarea))
            .find_map(|key| draft.attribute(at, key).filter(|text| !text.trim().is_empty()));
        Found { text: text.unwrap_or("").to_owned(), unsure }
    }

    fn labelled_by(&self, at: usize) -> Option<Found> {
        let draft = self.draft;
        let ids =
            draft.attribute(at, Word::AriaLabelledby).or_else(|| draft.attribute(at, Word::AriaLabeledby))?;
        let mut found = Found::default();
        for id in ids.split_ascii_whitespace() {
            // Not there: perhaps in a part of the tree that is not rendered.
            let Some(&target) = self.ids.get(&(draft.scope[at], id)) else {
                found.unsure = true;
                continue;
            };
            found.text.push(' ');
            if let Some(label) = draft.attribute(target, Word::AriaLabel).filter(|l| !l.trim().is_empty()) {
                found.text.push_str(label);
            } else if target == at {
                let own = self
                    .native(at)
                    .filter(|own| !own.text.trim().is_empty())
                    .unwrap_or_else(|| self.content(at));
                found.text.push_str(&own.text);
                found.unsure |= own.unsure;
            } else {
                let own = self
                    .native(target)
                    .filter(|own| !own.text.trim().is_empty())
                    .unwrap_or_else(|| self.content(target));
                found.text.push_str(&own.text);
                found.unsure |=
                    own.unsure || !draft.marks[target].has(Marks::LAID_OUT) || is_embedded(draft, target);
            }
        }
        (!found.text.trim().is_empty() || found.unsure).then_some(found)
    }

    /// What HTML names an element by.
    fn native(&self, at: usize) -> Option<Found> {
        let draft = self.draft;
        let attribute =
            |key| draft.attribute(at, key).map(|text| Found { text: text.to_owned(), unsure: false });
        match draft.tag[at] {
            Word::Input => {
                let kind = input_type(draft, at).to_ascii_lowercase();
                let by_label = self.by_labels(at);
                match kind.as_str() {
                    "button" => by_label.or_else(|| attribute(Word::Value)),
                    "submit" => by_label
                        .or_else(|| attribute(Word::Value))
                        .or(Some(Found { text: "Submit".into(), unsure: true })),
                    "reset" => by_label
                        .or_else(|| attribute(Word::Value))
                        .or(Some(Found { text: "Reset".into(), unsure: true })),
                    "image" => by_label
                        .or_else(|| attribute(Word::Alt))
                        .or_else(|| attribute(Word::Value))
                        .or(Some(Found { text: "Submit".into(), unsure: true })),
                    // Chrome says what its button says, in the browser's language.
                    "file" => Some(Found { unsure: true, ..by_label.unwrap_or_default() }),
                    _ => by_label,
                }
            }
            Word::Button | Word::Select | Word::Textarea | Word::Meter | Word::Output | Word::Progress => {
                self.by_labels(at)
            }
            Word::Img | Word::Area => attribute(Word::Alt),
            Word::Fieldset => self.by_child(at, Word::Legend),
            Word::Table => self.by_child(at, Word::Caption),
            Word::Figure => self.by_child(at, Word::Figcaption).map(|found| Found { unsure: true, ..found }),
            Word::Svg => self.by_child(at, Word::Title).map(|found| Found { unsure: true, ..found }),
            Word::Video | Word::Audio => Some(Found { text: String::new(), unsure: true }),
            Word::Option => Some(Found { text: option_label(draft, at), unsure: false }),
            Word::Optgroup => draft
                .snapshot
                .node(NodeIndex(at as u32))
                .attribute("label")
                .map(|l| Found { text: l.to_owned(), unsure: false }),
            _ => None,
        }
    }

    fn by_labels(&self, at: usize) -> Option<Found> {
        let labels = self.labels.get(&at)?;
        let mut found = Found::default();
        for &label in labels {
            if !found.text.is_empty() {
                found.text.push(' ');
            }
            if let Some(text) = self.draft.attribute(label, Word::AriaLabel).filter(|l| !l.trim().is_empty())
            {
                found.text.push_str(text);
                continue;
            }
            let content = self.content_without(label, Some(at));
            found.text.push_str(&content.text);
            found.unsure |= content.unsure || self.draft.has(label, Word::AriaLabelledby);
        }
        Some(found)
    }

    fn by_child(&self, at: usize, tag: Word) -> Option<Found> {
        let child = self.draft.children(at).find(|child| self.draft.tag[*child] == tag)?;
        Some(self.content(child))
    }

    fn content(&self, root: usize) -> Found {
        self.content_without(root, None)
    }

    /// The text below a node (accname 1.2, step 2F): a loop over its descendants, boxes set off by spaces.
    fn content_without(&self, root: usize, without: Option<usize>) -> Found {
        let draft = self.draft;
        let columns = &draft.snapshot.columns;
        let rendered = draft.marks[root].has(Marks::LAID_OUT) || columns.visible[root];
        let mut found = Found::default();
        let mut boxes: Vec<usize> = Vec::new();
        let mut at = root + 1;
        let end = draft.end(root);
        while at < end && found.text.len() < LONGEST {
            while boxes.last().is_some_and(|end| *end <= at) {
                boxes.pop();
                found.text.push(' ');
            }
            match columns.kind[at] {
                NodeKind::Text => {
                    if !rendered || (draft.marks[at].has(Marks::LAID_OUT) && draft.style[at].shown) {
                        found.text.push_str(draft.text(columns.text[at]));
                    }
                    at += 1;
                }
                NodeKind::Pseudo => {
                    if draft.tag[at] != Word::Marker && draft.style[at].shown {
                        found.text.push_str(draft.text(columns.text[at]));
                    }
                    at = draft.end(at);
                }
                NodeKind::Document => at = draft.end(at),
                NodeKind::ShadowRoot(_) => at += 1,
                NodeKind::Element => at = self.content_of_element(at, without, &mut found, &mut boxes),
            }
        }
        found
    }

    /// Adds what one element in the content gives itself; returns where to go on.
    fn content_of_element(
        &self,
        at: usize,
        without: Option<usize>,
        found: &mut Found,
        boxes: &mut Vec<usize>,
    ) -> usize {
        let draft = self.draft;
        let after = draft.end(at);
        if draft.attribute(at, Word::AriaHidden).is_some_and(|v| v.trim() == "true") {
            return after;
        }
        let laid_out = draft.marks[at].has(Marks::LAID_OUT);
        if without == Some(at) {
            found.text.push(' ');
            return after;
        }
        if draft.tag[at] == Word::Br {
            found.text.push(' ');
            return after;
        }
        if laid_out && draft.style[at].display != Display::Inline {
            found.text.push(' ');
            boxes.push(after);
        }
        if laid_out && is_embedded(draft, at) {
            found.unsure = true;
            return after;
        }
        if let Some(label) = draft.attribute(at, Word::AriaLabel).filter(|l| laid_out && !l.trim().is_empty())
        {
            add_apart(&mut found.text, label);
            found.unsure |= draft.has(at, Word::AriaLabelledby);
            return after;
        }
        if draft.has(at, Word::AriaLabelledby) || draft.has(at, Word::AriaOwns) {
            found.unsure = true;
        }
        match draft.tag[at] {
            Word::Img | Word::Area if laid_out => {
                add_apart(
                    &mut found.text,
                    draft.attribute(at, Word::Alt).or_else(|| draft.attribute(at, Word::Title)).unwrap_or(""),
                );
                after
            }
            Word::Svg => {
                if let Some(title) = self.by_child(at, Word::Title) {
                    found.text.push_str(&title.text);
                    found.unsure = true;
                }
                after
            }
            Word::Input if input_type(draft, at).eq_ignore_ascii_case("hidden") => after,
            Word::Iframe | Word::Object | Word::Embed | Word::Canvas | Word::Video | Word::Audio => {
                found.unsure |= laid_out;
                after
            }
            _ => at + 1,
        }
    }

    /// Something near it that can stand for a name: icon words, an image's file, a test id.
    fn hint(&self, at: usize) -> Option<String> {
        let draft = self.draft;
        let test_id = [Word::DataTestid, Word::DataTest, Word::DataCy]
            .into_iter()
            .find_map(|key| draft.attribute(at, key));
        let icon =
            (at..draft.end(at).min(at + 12)).filter(|i| draft.is_element(*i)).find_map(|i| self.icon(i));
        icon.or_else(|| test_id.map(words_of).filter(|words| !words.is_empty()))
    }

    fn icon(&self, at: usize) -> Option<String> {
        let draft = self.draft;
        match draft.tag[at] {
            Word::Img => {
                let src = draft.attribute(at, Word::Src)?;
                let file = src.split(['?', '#']).next()?.rsplit('/').next()?;
                let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
                let words = words_of(stem);
                (!words.is_empty() && !src.starts_with("data:")).then_some(words)
            }
            Word::Use => {
                let link =
                    draft.attribute(at, Word::Href).or_else(|| draft.attribute(at, Word::XlinkHref))?;
                let words = words_of(link.rsplit_once('#')?.1);
                (!words.is_empty()).then_some(words)
            }
            _ => {
                let class = draft.attribute(at, Word::Class)?;
                class.split_ascii_whitespace().find_map(icon_word)
            }
        }
    }
}

/// The word of an icon class such as `fa-trash`, `icon-close`, `bi-x`, `lucide-pencil`, `closeIcon`.
fn icon_word(class: &str) -> Option<String> {
    const PREFIXES: &[&str] = &[
        "fa-",
        "icon-",
        "ico-",
        "bi-",
        "mdi-",
        "glyphicon-",
        "lucide-",
        "ri-",
        "ti-",
        "feather-",
        "octicon-",
        "codicon-",
        "ph-",
        "las-",
        "la-",
        "pi-",
        "anticon-",
        "tabler-icon-",
        "i-",
        "icon_",
        "material-icons-",
        "heroicon-",
        "uil-",
        "bx-",
        "dashicons-",
        "oi-",
        "eva-",
        "cil-",
    ];
    const NOT_WORDS: &[&str] = &[
        "lg",
        "sm",
        "xs",
        "xl",
        "2x",
        "3x",
        "fw",
        "spin",
        "solid",
        "regular",
        "brands",
        "light",
        "duotone",
        "button",
        "btn",
        "wrapper",
        "container",
        "only",
    ];
    let lower = class.to_ascii_lowercase();
    let rest = PREFIXES
        .iter()
        .find_map(|prefix| lower.strip_prefix(prefix))
        .or_else(|| lower.strip_suffix("-icon"))
        .or_else(|| lower.strip_suffix("icon"))?;
    let words = words_of(rest);
    (!words.is_empty() && !NOT_WORDS.contains(&words.as_str())).then_some(words)
}

/// The words of an identifier: letters only, parted at hyphens, underscores, dots and humps.
fn words_of(identifier: &str) -> String {
    let mut words = String::new();
    let mut lower_before = false;
    for c in identifier.chars().take(60) {
        let hump = c.is_uppercase() && lower_before;
        if (!c.is_alphanumeric() || hump) && !words.ends_with(' ') {
            words.push(' ');
        }
        if c.is_alphanumeric() {
            words.extend(c.to_lowercase());
        }
        lower_before = c.is_lowercase();
    }
    let trimmed = words.trim();
    if trimmed.chars().any(char::is_alphabetic) { trimmed.to_owned() } else { String::new() }
}

fn from_content(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::Link
            | Role::Heading
            | Role::Checkbox
            | Role::Radio
            | Role::Switch
            | Role::Tab
            | Role::MenuItem
            | Role::MenuItemCheckbox
            | Role::MenuItemRadio
            | Role::Option
            | Role::TreeItem
            | Role::Tooltip
            | Role::ColumnHeader
            | Role::RowHeader
            | Role::Summary
            | Role::Term
            | Role::Math
    )
}

/// Roles that accname gives no name from content, but whose content tells a person what they operate.
fn shows_its_content(role: Role) -> bool {
    !from_content(role)
        && !is_field(role)
        && !matches!(
            role,
            Role::Form
                | Role::Table
                | Role::Grid
                | Role::TreeGrid
                | Role::Tree
                | Role::Menu
                | Role::MenuBar
                | Role::TabList
        )
}

fn is_field(role: Role) -> bool {
    matches!(
        role,
        Role::TextBox
            | Role::ComboBox
            | Role::ListBox
            | Role::Slider
            | Role::SpinButton
            | Role::SearchBox
            | Role::ProgressBar
            | Role::Meter
    )
}

/// Adds what an attribute says, set off by spaces.
fn add_apart(text: &mut String, label: &str) {
    if !label.trim().is_empty() {
        text.push(' ');
        text.push_str(label);
        text.push(' ');
    }
}

/// A control inside another's content: it gives its value, which only Chrome knows for sure.
fn is_embedded(draft: &Draft<'_>, at: usize) -> bool {
    matches!(draft.tag[at], Word::Input | Word::Select | Word::Textarea | Word::Meter | Word::Progress)
        || is_field(draft.snapshot.columns.role[at])
}

/// White space collapsed and trimmed; private-use characters (icon fonts) left out.
pub(super) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        if matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}' | '\u{200b}' | '\u{feff}' | '\u{ad}')
        {
            continue;
        }
        if c.is_whitespace() {
            gap = !out.is_empty();
            continue;
        }
        if gap {
            out.push(' ');
            gap = false;
        }
        out.push(c);
    }
    out
}
