//! Hints: what stands in place of a name where a control has none at all. A hint is always marked as guessed, and no id is
//! recognised by it. Fixtures: hints.html, tiers-why.html ("trash", "Copy it", "shopping cart", "open menu"), identity-names.html.
//!
//! Texts that people read come first ([`super::near`]): a field takes its label, the text beside it, the text of its row; any other
//! control a tooltip, the name of a part that shows only under the pointer, and the text that it lies over. Then come an icon (image
//! file, sprite, class), the words of a test id, name or id, where a link leads, and the text of its row. What has no text at all
//! takes a word of its class that is no word of style sheets (`reply` in drawings-looks.html).
//!
//! Words of identifiers and classes only count where they tell one control from another: not those that a program or a library made
//! ([`super::telling`]), and not those that controls beside each other share.

use rustc_hash::FxHashMap;

use super::{
    Certainty, Namer,
    class_words::class_words,
    near::LONGEST,
    spaces::collapse,
    telling::{is_machine_made, tells},
};
use crate::snapshot::{NodeIndex, NodeKind, Role, draft::Draft, known_names::Word};

/// How much of a control's own content is looked at for an icon.
const INSIDE: usize = 12;
/// How much of a control is searched for a text of its own.
const OWN: usize = 200;
/// At most so many levels are between a control and the control that it is in.
const TO_CONTROL: usize = 6;
/// At most so many levels are between a control and the list that it is in.
const TO_LIST: usize = 4;

/// What stands in place of a name.
#[derive(Debug)]
pub(super) struct Hint {
    pub(super) text: String,
    /// It is made of an identifier or a class, which are written for programs.
    pub(super) coded: bool,
}

impl Namer<'_, '_> {
    /// Something near it that can stand for a name.
    pub(super) fn hint(&self, at: usize) -> Option<Hint> {
        let read = |text| Hint { text, coded: false };
        let coded = |text| Hint { text, coded: true };
        let draft = self.draft;
        if self.is_field(at) {
            let before = self.beside_field(at).or_else(|| self.icon_of(at)).map(read);
            return before
                .or_else(|| identifier(draft, at).map(coded))
                .or_else(|| destination(draft, at).map(read));
        }
        // What has texts of its own is told by these, and what holds a control by that.
        let holds = self.operable_below[at] || self.has_text(at);
        let alone = |text: Option<String>| text.filter(|_| !holds);
        tooltip(draft, at)
            .or_else(|| self.called_unseen(at))
            .or_else(|| alone(self.lies_over(at)))
            .or_else(|| alone(self.icon_of(at)))
            .map(read)
            .or_else(|| identifier(draft, at).map(coded))
            .or_else(|| destination(draft, at).map(read))
            .or_else(|| self.head_of_row(at).or_else(|| said(draft, at)).map(read))
            .or_else(|| alone(self.text_of_row(at)).map(read))
            .or_else(|| class_words(draft, at).map(coded))
            .or_else(|| alone(self.text_on_line(at)).map(read))
    }

    /// A hint that does not repeat the name of the control that it is in: a tab's cross is no second tab. In place of it the words of its
    /// class, if they say anything. A box to tick is about the whole item that it is in.
    pub(super) fn unless_repeated(
        &self,
        names: &[(usize, String, Certainty)],
        at: usize,
        hint: Hint,
    ) -> Hint {
        if self.is_ticked(at) || !self.repeats_control(names, at, &hint.text) {
            return hint;
        }
        let words = class_words(self.draft, at).filter(|words| !self.repeats_control(names, at, words));
        Hint { text: words.unwrap_or_default(), coded: true }
    }

    /// Whether the name of the nearest control around an element begins with a text. `names` has those of what comes before.
    fn repeats_control(&self, names: &[(usize, String, Certainty)], at: usize, text: &str) -> bool {
        let mut around = self.draft.ancestors(at).take(TO_CONTROL);
        let Some(control) = around.find(|a| self.operable[*a] && self.draft.snapshot.columns.visible[*a])
        else {
            return false;
        };
        let Ok(slot) = names.binary_search_by_key(&control, |(named, ..)| *named) else { return false };
        let rest = names[slot].1.strip_prefix(text);
        !text.is_empty() && rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    }

    /// Takes back the hints from identifiers and classes that other controls share: a row's text tells these apart, and beside each
    /// other they say nothing. Where a row has several controls, such words still say which is which.
    pub(super) fn tell_apart(&self, names: &mut [(usize, String, Certainty)], coded: &[usize]) {
        let mut shared: FxHashMap<&str, u32> = FxHashMap::default();
        let mut in_list: FxHashMap<(usize, &str), u32> = FxHashMap::default();
        for &slot in coded {
            let (at, text, _) = &names[slot];
            *shared.entry(text).or_default() += 1;
            *in_list.entry((self.list_of(*at), text)).or_default() += 1;
        }
        let mut others = Vec::new();
        for &slot in coded {
            let (at, text, _) = &names[slot];
            if shared[text.as_str()] < 2 {
                continue;
            }
            let holds = self.operable_below[*at] || self.has_text(*at);
            let row = (!holds).then(|| self.text_of_row(*at)).flatten();
            let row = row.filter(|row| self.is_ticked(*at) || !self.repeats_control(names, *at, row));
            if row.is_some() || in_list[&(self.list_of(*at), text.as_str())] > 1 {
                others.push((slot, row.unwrap_or_default()));
            }
        }
        for (slot, text) in others {
            names[slot].1 = text;
        }
    }

    /// The nearest box around it that holds more than one element.
    fn list_of(&self, at: usize) -> usize {
        let draft = self.draft;
        let mut around = draft.ancestors(at).take(TO_LIST);
        let many =
            |a: &usize| draft.children(*a).filter(|child| draft.is_element(*child)).take(2).count() > 1;
        around.find(many).unwrap_or(at)
    }

    /// What a field is called by that people read near it.
    fn beside_field(&self, at: usize) -> Option<String> {
        let draft = self.draft;
        // The field of an editor that draws its text is called by what stands beside the editor.
        let placed = draft.snapshot.drawn_editors.contains_key(&NodeIndex(at as u32));
        let root = draft.snapshot.stand_ins.get(&NodeIndex(at as u32)).filter(|_| placed);
        let drawn = root.map_or(at, |root| root.at());
        self.label_inside(at)
            .or_else(|| self.beside(drawn))
            .or_else(|| self.head_of_row(at))
            .or_else(|| tooltip(draft, at))
            .or_else(|| said(draft, at))
    }

    /// The name of a part of it that nobody sees: one that shows under the pointer.
    fn called_unseen(&self, at: usize) -> Option<String> {
        let end = self.draft.end(at).min(at + INSIDE);
        let mut unseen = (at + 1..end).filter(|i| !self.draft.snapshot.columns.visible[*i]);
        unseen.find_map(|i| called(self.draft, i))
    }

    /// The words of the first icon in it. An icon in a control inside it is that control's.
    fn icon_of(&self, at: usize) -> Option<String> {
        let draft = self.draft;
        let end = draft.end(at).min(at + INSIDE);
        let ticked = self.is_ticked(at) || draft.attribute(at, Word::Class).is_some_and(names_a_toggle);
        let mut next = at;
        while next < end {
            let inside = next;
            next += 1;
            // A link whose only icon has no glyph has no size: the cell around it is what is seen and pressed.
            if inside > at && self.operable[inside] && draft.snapshot.columns.visible[inside] {
                next = draft.end(inside);
            } else if let Some(words) = self.ligature(inside, end).or_else(|| icon(draft, inside))
                // The tick in a box is its state.
                && !(ticked && TICKS.contains(&words.as_str()))
            {
                return Some(words);
            }
        }
        None
    }

    /// The words that an icon font draws as a picture, of a text or of the text that an element begins with.
    fn ligature(&self, at: usize, end: usize) -> Option<String> {
        let texts = [Some(at), Some(at + 1).filter(|inside| *inside < end)].into_iter().flatten();
        texts.filter_map(|text| self.draft.ligatures.get(&text)).map(|word| words_of(word)).next()
    }

    /// Whether a text that can be seen is in it.
    fn has_text(&self, at: usize) -> bool {
        let columns = &self.draft.snapshot.columns;
        (at + 1..self.draft.end(at)).take(OWN).any(|inside| {
            columns.kind[inside] == NodeKind::Text
                && columns.visible[inside]
                && self.draft.text(columns.text[inside]).chars().any(char::is_alphanumeric)
        })
    }

    /// Whether it is a box to tick.
    pub(super) fn is_ticked(&self, at: usize) -> bool {
        matches!(self.draft.snapshot.columns.role[at], Role::Checkbox | Role::Radio | Role::Switch)
    }

    fn is_field(&self, at: usize) -> bool {
        matches!(self.draft.tag[at], Word::Input | Word::Select | Word::Textarea)
            || matches!(
                self.draft.snapshot.columns.role[at],
                Role::TextBox
                    | Role::ComboBox
                    | Role::Checkbox
                    | Role::Radio
                    | Role::Switch
                    | Role::Slider
                    | Role::SpinButton
                    | Role::SearchBox
                    | Role::ListBox
            )
    }
}

/// What a script shows as its tooltip.
fn tooltip(draft: &Draft<'_>, at: usize) -> Option<String> {
    const KEPT_IN: &[&str] = &[
        "data-original-title",
        "data-bs-original-title",
        "data-title",
        "data-tooltip",
        "data-tippy-content",
    ];
    data_text(draft, at, KEPT_IN)
}

/// What a `data-` attribute for style sheets or tooltips says, on the control or on its parent (`td data-label=...`).
fn said(draft: &Draft<'_>, at: usize) -> Option<String> {
    const NAMES: &[&str] = &["data-label", "data-title", "data-original-title", "data-tooltip", "data-name"];
    [Some(at), draft.parent(at)].into_iter().flatten().find_map(|at| data_text(draft, at, NAMES))
}

fn data_text(draft: &Draft<'_>, at: usize, names: &[&str]) -> Option<String> {
    let node = draft.snapshot.node(NodeIndex(at as u32));
    let text = collapse(names.iter().find_map(|name| node.attribute(name))?);
    (!text.is_empty() && text.len() <= LONGEST).then_some(text)
}

/// The words of its test id, name or id. A test id is written to tell what it is on, whatever its words; the buttons of a radio group
/// share their name.
fn identifier(draft: &Draft<'_>, at: usize) -> Option<String> {
    let radio = draft.snapshot.columns.role[at] == Role::Radio;
    [Word::DataTestid, Word::DataTest, Word::DataCy, Word::Name, Word::Id]
        .into_iter()
        .filter(|key| !(radio && *key == Word::Name))
        .filter_map(|key| draft.attribute(at, key).map(|id| (key, id)))
        // An id with three digits or a colon was made by a program: it says nothing, and is another one the next time.
        .filter(|(_, id)| id.chars().filter(char::is_ascii_digit).count() < 3 && !id.contains(':'))
        .map(|(key, id)| (key, words_of(id)))
        .find(|(key, words)| words.len() > 2 && (!matches!(key, Word::Name | Word::Id) || tells(words)))
        .map(|(_, words)| words)
}

/// The last part of where a link leads.
fn destination(draft: &Draft<'_>, at: usize) -> Option<String> {
    let address = draft.attribute(at, Word::Href)?;
    if address.starts_with("javascript:") || address.starts_with("data:") {
        return None;
    }
    let path = address.split(['?', '#']).next()?;
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let last = path.trim_end_matches('/').rsplit('/').next()?;
    let last = last.strip_suffix(".html").unwrap_or(last);
    let words = if is_machine_made(last) { String::new() } else { words_of(last) };
    let anchor = || address.rsplit_once('#').map(|(_, anchor)| words_of(anchor));
    Some(words).filter(|w| w.len() > 1).or_else(anchor).filter(|w| w.len() > 1)
}

/// The `aria-label` or `title` of an unseen part of a control. A part that is seen has a line of its own.
fn called(draft: &Draft<'_>, at: usize) -> Option<String> {
    let texts = [Word::AriaLabel, Word::Title].into_iter().filter_map(|key| draft.attribute(at, key));
    texts.map(collapse).find(|text| !text.is_empty() && text.len() <= LONGEST)
}

/// The words of an icon that is an element: of the file of an image, the sprite of a `<use>`, or a class as icon fonts have them.
fn icon(draft: &Draft<'_>, at: usize) -> Option<String> {
    match draft.tag[at] {
        _ if !draft.is_element(at) => None,
        Word::Img => {
            let src = draft.attribute(at, Word::Src)?;
            let file = src.split(['?', '#']).next()?.rsplit('/').next()?;
            let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
            let words = words_of(stem);
            (!words.is_empty() && !src.starts_with("data:") && !is_machine_made(stem)).then_some(words)
        }
        Word::Use => {
            let link = draft.attribute(at, Word::Href).or_else(|| draft.attribute(at, Word::XlinkHref))?;
            let words = words_of(link.rsplit_once('#')?.1);
            (!words.is_empty()).then_some(words)
        }
        _ => {
            let class = draft.attribute(at, Word::Class)?;
            let classes = || class.split_ascii_whitespace();
            // What other classes begin with is the name of the library: `el-icon el-tree-node__expand-icon`, `anticon anticon-star`.
            let is_library =
                |word: &str| classes().any(|other| other.len() > word.len() + 4 && other.starts_with(word));
            classes().find_map(icon_word).or_else(|| {
                let mut ends = classes().filter_map(word_before_icon);
                ends.find(|word| word.len() > 2 && !is_library(word))
            })
        }
    }
}

/// What the icons of boxes to tick show.
const TICKS: &[&str] = &["check", "checked", "checkmark", "done", "ok", "tick"];

/// Whether a class says that an element is a box to tick.
fn names_a_toggle(class: &str) -> bool {
    let lower = class.to_ascii_lowercase();
    ["checkbox", "radio", "switch"].iter().any(|kind| lower.contains(kind))
}

/// Sizes, families and parts of icons, which say nothing of what one shows.
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
    "svg",
    "icon",
    "inverse",
    "stack",
    "root",
    "slot",
    "thumb",
    "expanded",
    "collapsed",
];

/// The word of an icon class such as `fa-trash`, `icon-close`, `bi-x`, `lucide-pencil`, `is-icon-close`.
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
    let lower = class.to_ascii_lowercase();
    let rest = PREFIXES
        .iter()
        .find_map(|prefix| lower.strip_prefix(prefix))
        .or_else(|| lower.split_once("-icon-").map(|(_, rest)| rest))?;
    let words = words_of(rest);
    (!words.is_empty() && !NOT_WORDS.contains(&words.as_str())).then_some(words)
}

/// The words of a class that ends as icons do: `close-icon`, `closeIcon`.
fn word_before_icon(class: &str) -> Option<String> {
    let lower = class.to_ascii_lowercase();
    let rest = lower.strip_suffix("icon")?;
    let words = words_of(rest);
    (!words.is_empty() && !NOT_WORDS.contains(&words.as_str())).then_some(words)
}

/// The words of an identifier: letters only, parted at hyphens, underscores, dots and humps.
pub(super) fn words_of(identifier: &str) -> String {
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
