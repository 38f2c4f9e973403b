//! Hints: what stands in place of a name where a control has none at all. A hint is always marked as guessed, and no id is
//! recognised by it. Fixtures: tiers-why.html ("trash", "Copy it", "shopping cart", "open menu"), identity-names.html.
//!
//! A field takes the label inside it, the text beside it, the head of its table row, or a tooltip in a `data-` attribute. A
//! field without these, and any other control, takes the name of a part that shows only under the pointer, an icon (image
//! file, sprite, class), the words of a test id, name or id, or where a link leads. A control that is no field takes the head
//! of its row or a tooltip last: the text beside it is more likely another control's. What has no text at all takes a word of its
//! class that is no word of style sheets (`reply` in drawings-looks.html).

use super::{Namer, class_words::class_words, spaces::collapse};
use crate::snapshot::{NodeIndex, NodeKind, Role, draft::Draft, draft::Marks, known_names::Word};

/// How much of a control's own content is looked at for an icon.
const INSIDE: usize = 12;
/// How many nodes beside it are looked at for text.
const BESIDE: usize = 24;
/// A text with a control among this many of its ancestors belongs to that control.
const AROUND: usize = 4;
/// Longer text beside a control is no label of it.
const LONGEST: usize = 60;

impl Namer<'_, '_> {
    /// Something near it that can stand for a name.
    pub(super) fn hint(&self, at: usize) -> Option<String> {
        let draft = self.draft;
        let field = self.is_field(at);
        // The field of an editor that draws its text is called by what stands beside the editor.
        let placed = draft.snapshot.drawn_editors.contains_key(&NodeIndex(at as u32));
        let root = draft.snapshot.stand_ins.get(&NodeIndex(at as u32)).filter(|_| placed);
        let drawn = root.map_or(at, |root| root.at());
        let near = || {
            self.label_inside(at)
                .or_else(|| self.beside(drawn))
                .or_else(|| self.head_of_row(at))
                .or_else(|| said(draft, at))
        };
        let icon = || {
            let end = draft.end(at).min(at + INSIDE);
            let mut unseen = (at + 1..end).filter(|i| !draft.snapshot.columns.visible[*i]);
            let called = unseen.find_map(|i| called(draft, i));
            called.or_else(|| (at..end).filter(|i| draft.is_element(*i)).find_map(|i| icon(draft, i)))
        };
        // The text beside a field is its label; the text beside a button is another control's.
        let first = if field { near().or_else(icon) } else { icon() };
        first
            .or_else(|| identifier(draft, at))
            .or_else(|| destination(draft, at))
            .or_else(|| if field { None } else { self.head_of_row(at).or_else(|| said(draft, at)) })
            .or_else(|| if field { None } else { class_words(draft, at) })
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

    /// The text of the first visible `<label>` inside it (a group of fields has one).
    fn label_inside(&self, at: usize) -> Option<String> {
        let draft = self.draft;
        let columns = &draft.snapshot.columns;
        let inside = (at + 1..draft.end(at)).take(BESIDE * 2);
        let label = inside.filter(|i| draft.tag[*i] == Word::Label).find(|i| columns.visible[*i])?;
        let texts = (label + 1..draft.end(label)).filter(|i| columns.kind[*i] == NodeKind::Text);
        let text = collapse(&texts.map(|i| draft.text(columns.text[i])).collect::<String>());
        (!text.is_empty() && text.len() <= LONGEST).then(|| text.trim_end_matches([':', '*', ' ']).to_owned())
    }

    /// The text right before a field, or right after a box to tick, as far as no other control comes between.
    fn beside(&self, at: usize) -> Option<String> {
        let draft = self.draft;
        let ticked = matches!(draft.snapshot.columns.role[at], Role::Checkbox | Role::Radio | Role::Switch);
        let block = draft
            .ancestors(at)
            .take(3)
            .find(|a| draft.end(*a) - *a > draft.end(at) - at + 1 && draft.is_element(*a))?;
        let after = || self.run_of_text((draft.end(at)..draft.end(block)).take(BESIDE));
        let before = || {
            let from = at.saturating_sub(BESIDE).max(block + 1);
            self.run_of_text((from..at).rev())
        };
        if ticked { after().or_else(before) } else { before().or_else(after) }
    }

    /// The first text of a walk, unless a control comes first.
    fn run_of_text(&self, walk: impl Iterator<Item = usize>) -> Option<String> {
        let draft = self.draft;
        for at in walk {
            if self.operable[at] && draft.tag[at] != Word::Label {
                return None;
            }
            if draft.snapshot.columns.kind[at] == NodeKind::Text && draft.marks[at].has(Marks::LAID_OUT) {
                let text = collapse(draft.text(draft.snapshot.columns.text[at]));
                if text.chars().any(char::is_alphanumeric) {
                    let mut around = draft.ancestors(at).take(AROUND);
                    if text.chars().count() < 2
                        || around.any(|a| self.operable[a] && draft.tag[a] != Word::Label)
                    {
                        return None;
                    }
                    return (text.len() <= LONGEST)
                        .then(|| text.trim_end_matches([':', '*', ' ']).to_owned());
                }
            }
        }
        None
    }

    /// The text of the first cell of its table row, where it is in another cell.
    fn head_of_row(&self, at: usize) -> Option<String> {
        let draft = self.draft;
        let cell = draft.ancestors(at).take(6).find(|a| matches!(draft.tag[*a], Word::Td | Word::Th))?;
        let row = draft.parent(cell)?;
        let head = draft.children(row).find(|child| matches!(draft.tag[*child], Word::Td | Word::Th))?;
        if head == cell {
            return None;
        }
        self.run_of_text(head + 1..draft.end(head).min(head + BESIDE))
    }
}

/// What a `data-` attribute for tooltips or style sheets says, on the control or on its parent (`td data-label=...`).
fn said(draft: &Draft<'_>, at: usize) -> Option<String> {
    [Some(at), draft.parent(at)].into_iter().flatten().find_map(|at| {
        let node = draft.snapshot.node(crate::snapshot::NodeIndex(at as u32));
        let text = ["data-label", "data-title", "data-original-title", "data-tooltip", "data-name"]
            .into_iter()
            .find_map(|name| node.attribute(name))?;
        let text = collapse(text);
        (!text.is_empty() && text.len() <= LONGEST).then_some(text)
    })
}

/// The words of its test id, name or id.
fn identifier(draft: &Draft<'_>, at: usize) -> Option<String> {
    [Word::DataTestid, Word::DataTest, Word::DataCy, Word::Name, Word::Id]
        .into_iter()
        .filter_map(|key| draft.attribute(at, key))
        // An id with three digits or a colon was made by a program: it says nothing, and is another one the next time.
        .filter(|id| id.chars().filter(char::is_ascii_digit).count() < 3 && !id.contains(':'))
        .map(words_of)
        .find(|words| words.len() > 2)
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
    let words = words_of(last.strip_suffix(".html").unwrap_or(last));
    let anchor = || address.rsplit_once('#').map(|(_, anchor)| words_of(anchor));
    Some(words).filter(|w| w.len() > 1).or_else(anchor).filter(|w| w.len() > 1)
}

/// The `aria-label` or `title` of an unseen part of a control. A part that is seen has a line of its own.
fn called(draft: &Draft<'_>, at: usize) -> Option<String> {
    let texts = [Word::AriaLabel, Word::Title].into_iter().filter_map(|key| draft.attribute(at, key));
    texts.map(collapse).find(|text| !text.is_empty() && text.len() <= LONGEST)
}

/// The words of an icon: of the file of an image, the sprite of a `<use>`, or a class as icon fonts have them.
fn icon(draft: &Draft<'_>, at: usize) -> Option<String> {
    match draft.tag[at] {
        Word::Img => {
            let src = draft.attribute(at, Word::Src)?;
            let file = src.split(['?', '#']).next()?.rsplit('/').next()?;
            let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
            let words = words_of(stem);
            (!words.is_empty() && !src.starts_with("data:")).then_some(words)
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
