//! Names: the accessible name of each node that is shown by one (accname 1.2, HTML-AAM 1.0), as Chrome computes it.
//!
//! A name that may differ from Chrome's is marked as uncertain, and the engine asks Chrome for it if the node is shown. A
//! control without a name gets the text in it, else a hint ([`hint`]). The steps of accname are the files: references and
//! `aria-label` here, the host language ([`host`]), embedded controls ([`value`]), content ([`content`]). Descriptions are in
//! [`describe`]. Fixtures: names-*.html, each held against Chrome's own names.

mod class_words;
mod content;
mod describe;
mod hint;
mod host;
mod near;
mod spaces;
mod telling;
mod value;

use rustc_hash::FxHashMap;

pub(super) use class_words::class_words;
use describe::Described;
use hint::Hint;
use spaces::blank;
pub(super) use spaces::collapse;
pub(crate) use spaces::is_left_out;
pub(super) use value::NOT_TYPED_IN;

use super::{
    Certainty, Description, NodeIndex, NodeKind, Role, Why,
    draft::{Draft, Marks},
    known_names::Word,
    native::{editable_host, focusable, in_grid},
    refs::Referred,
};

/// Fills `name`, `name_certainty` and the descriptions.
pub(super) fn name_all(draft: &mut Draft<'_>) {
    let count = draft.len();
    let namer = Namer::new(draft);
    let found = namer.names();
    let described = namer.descriptions(&found);
    let columns = &mut draft.snapshot.columns;
    columns.name.resize(count, super::TextId::EMPTY);
    columns.name_certainty.resize(count, Certainty::Certain);
    for (at, name, certainty) in found {
        columns.name[at] = columns.strings.push(columns.frame[at], &name);
        columns.name_certainty[at] = certainty;
    }
    let descriptions = &mut draft.snapshot.descriptions;
    for Described { at, text, certainty, told } in described {
        let text = columns.strings.push(columns.frame[at], &text);
        descriptions.insert(NodeIndex(at as u32), Description { text, certainty, told });
    }
    draft.snapshot.note_shown_descriptions();
}

/// A name while it is computed. `unsure` says that Chrome may compute another.
#[derive(Debug, Default)]
struct Found {
    text: String,
    unsure: bool,
}

impl Found {
    fn sure(text: &str) -> Self {
        Self { text: text.to_owned(), unsure: false }
    }

    fn unsure() -> Self {
        Self { text: String::new(), unsure: true }
    }
}

/// Computes the names of one snapshot.
struct Namer<'d, 'c> {
    draft: &'d Draft<'c>,
    /// By control: its labels, in document order.
    labels: FxHashMap<usize, Vec<usize>>,
    /// By node: whether it is a control.
    operable: Vec<bool>,
    /// By node: whether a visible control is below it.
    operable_below: Vec<bool>,
    /// By node: whether it is in an editor.
    edited: Vec<bool>,
}

impl<'d, 'c> Namer<'d, 'c> {
    fn new(draft: &'d Draft<'c>) -> Self {
        let count = draft.len();
        let columns = &draft.snapshot.columns;
        let operable: Vec<bool> =
            columns.why.iter().map(|why| why.0 & !(Why::TEST_ID.0 | Why::SCROLLS.0) != 0).collect();
        let mut operable_below = vec![false; count];
        for at in (1..count).rev() {
            if ((operable[at] && columns.visible[at]) || operable_below[at])
                && let Some(parent) = draft.parent(at)
            {
                operable_below[parent] = true;
            }
        }
        let mut edited = vec![false; count];
        for at in 0..count {
            edited[at] = match columns.kind[at] {
                NodeKind::Document => false,
                NodeKind::Element if draft.has(at, Word::Contenteditable) => editable_host(draft, at),
                _ => draft.parent(at).is_some_and(|parent| edited[parent]),
            };
        }
        let mut namer = Self { draft, labels: FxHashMap::default(), operable, operable_below, edited };
        namer.find_labels();
        namer
    }

    fn find_labels(&mut self) {
        let draft = self.draft;
        for label in (0..draft.len()).filter(|at| draft.tag[*at] == Word::Label && draft.is_element(*at)) {
            let control = match draft.attribute(label, Word::For) {
                Some(id) => match draft.by_id(label, id) {
                    Referred::To(control) => Some(control),
                    _ => None,
                },
                None => (label + 1..draft.end(label)).find(|at| super::classify::labelable(draft, *at)),
            };
            if let Some(control) = control {
                self.labels.entry(control).or_default().push(label);
            }
        }
    }

    fn names(&self) -> Vec<(usize, String, Certainty)> {
        let draft = self.draft;
        let mut names = Vec::new();
        // Which of them are hints in words for programs.
        let mut coded = Vec::new();
        for at in 0..draft.len() {
            if !draft.is_element(at) || !self.can_have_name(at) {
                continue;
            }
            let mut found = self.name(at);
            found.text = collapse(&found.text);
            let mut in_code = false;
            let mut certainty = if found.unsure { Certainty::Uncertain } else { Certainty::Certain };
            if found.text.is_empty() && self.operable[at] {
                let (hint, kind) = self.in_place_of_name(at);
                let hint = self.unless_repeated(&names, at, hint);
                in_code = hint.coded;
                found.text = hint.text;
                if certainty == Certainty::Certain && !found.text.is_empty() {
                    certainty = kind;
                }
            } else if self.is_decoration(at, &found.text)
                && let Some(hint) = self.hint(at)
            {
                // A name such as "✔" does not say what is ticked.
                found.text = hint.text;
                certainty = Certainty::Guessed;
            }
            // Internals may give it a role whose name is its content, or a name.
            let role = draft.snapshot.columns.role_certainty[at];
            if draft.tag[at] == Word::Custom
                && (role, certainty) == (Certainty::Uncertain, Certainty::Certain)
            {
                certainty = Certainty::Uncertain;
            }
            if !found.text.is_empty() || certainty != Certainty::Certain {
                if in_code {
                    coded.push(names.len());
                }
                names.push((at, found.text, certainty));
            }
        }
        self.tell_apart(&mut names, &coded);
        names
    }

    /// Whether an element may have a name. Most are boxes without one, and no more time is spent on them.
    fn can_have_name(&self, at: usize) -> bool {
        let draft = self.draft;
        let plain = matches!(
            draft.snapshot.columns.role[at],
            Role::Generic | Role::None | Role::Paragraph | Role::ListItem | Role::LabelText
        );
        let (start, end) = draft.snapshot.columns.attributes[at];
        !plain
            || self.operable[at]
            || draft.style[at].cell
            || matches!(draft.tag[at], Word::Td | Word::Th)
            || matches!(draft.tag[at], Word::G | Word::Circle | Word::Rect | Word::Path | Word::Polygon)
            || draft.keys[start as usize..end as usize].iter().any(|key| {
                matches!(key, Word::AriaLabel | Word::AriaLabelledby | Word::AriaLabeledby | Word::Title)
            })
    }

    /// What stands for the name of a control that has none: the text in it, its tooltip, or a hint.
    fn in_place_of_name(&self, at: usize) -> (Hint, Certainty) {
        let read = |text| Hint { text, coded: false };
        let role = self.draft.snapshot.columns.role[at];
        if shows_its_content(role) && !self.operable_below[at] {
            let text = collapse(&self.content(at, None).text);
            if !text.is_empty() {
                return (read(text), Certainty::Written);
            }
        }
        if let Some(title) = said(self.draft, at, Word::Title) {
            return (read(collapse(title)), Certainty::Written);
        }
        (self.hint(at).unwrap_or_else(|| read(String::new())), Certainty::Guessed)
    }

    /// Whether the name of a box to tick has no letter or digit in it.
    fn is_decoration(&self, at: usize, name: &str) -> bool {
        self.is_ticked(at) && !name.is_empty() && !name.chars().any(char::is_alphanumeric)
    }

    /// accname 1.2, in its order: labelledby, label, the host language's own, content, title, placeholder.
    fn name(&self, at: usize) -> Found {
        let draft = self.draft;
        let role = draft.snapshot.columns.role[at];
        if draft.tag[at] == Word::Slot && !draft.marks[at].has(Marks::LAID_OUT) {
            // It has no box and is no element of the accessibility tree.
            return Found::default();
        }
        if matches!(draft.tag[at], Word::Video | Word::Audio | Word::Embed | Word::Object) {
            // Chrome's name of a player tells its state.
            return Found { unsure: true, ..self.title(at, false) };
        }
        // Chrome gives these another role outside of their list or tree, and has rules of its own for roles of WAI-ARIA Graphics.
        let mut unsure = (matches!(role, Role::Option | Role::TreeItem | Role::ListItem)
            && draft.snapshot.columns.role_certainty[at] == Certainty::Uncertain)
            || draft.attribute(at, Word::Role).is_some_and(|role| role.starts_with("graphics-"))
            || draft.tag[at] == Word::Slot;
        if draft.has(at, Word::AriaLabelledby) || draft.has(at, Word::AriaLabeledby) {
            let found = self.labelled_by(at);
            if !blank(&found.text) {
                return found;
            }
            unsure |= found.unsure;
        }
        if let Some(label) = said(draft, at, Word::AriaLabel) {
            return Found { text: label.to_owned(), unsure };
        }
        let (host, last) = self.host(at);
        if last || !blank(&host.text) {
            return Found { unsure: unsure || host.unsure, ..host };
        }
        unsure |= host.unsure;
        if self.named_by_content(at, role) {
            let found = self.content(at, None);
            unsure |= found.unsure || draft.has(at, Word::AriaOwns);
            if !blank(&found.text) {
                return Found { unsure, ..found };
            }
        }
        let found = self.title(at, true);
        Found { unsure: unsure || found.unsure, ..found }
    }

    fn named_by_content(&self, at: usize, role: Role) -> bool {
        if self.edited[at] && self.draft.has(at, Word::Contenteditable) {
            return false;
        }
        match role {
            Role::Row => in_grid(self.draft, at),
            // Chrome also names the cells of tables that only lay out a page by their content.
            Role::Generic | Role::None => {
                let draft = self.draft;
                match draft.tag[at] {
                    Word::Td | Word::Th => {
                        let table = draft.ancestors(at).find(|a| draft.tag[*a] == Word::Table);
                        let said = |a: usize| draft.has(a, Word::Role);
                        !self.operable[at]
                            && table.is_some_and(|table| !said(table))
                            && !draft.parent(at).is_some_and(said)
                    }
                    // Those of a matrix are laid out as cells, too.
                    _ => {
                        draft.style[at].cell
                            && draft.parent(at).is_some_and(|parent| draft.style[parent].row)
                            && draft.snapshot.node(NodeIndex(at as u32)).tag() != "mtd"
                    }
                }
            }
            // The content of MathML is markup, not a text that could be a name.
            Role::Math => self.draft.tag[at] != Word::MathTag,
            _ => from_content(role),
        }
    }

    /// Step 2I: the tooltip, and what an empty field says.
    fn title(&self, at: usize, placeholders: bool) -> Found {
        let draft = self.draft;
        if let Some(title) = said(draft, at, Word::Title) {
            return match self.is_named_by_title(at) {
                // Chrome leaves some unnamed whose text says the same (Ant Design's page numbers, names-title.html).
                Some(true) => Found { text: title.to_owned(), unsure: self.reads(at, title) },
                Some(false) => Found::default(),
                None => Found { text: title.to_owned(), unsure: true },
            };
        }
        let summary = (draft.tag[at] == Word::Table).then(|| said(draft, at, Word::Summary)).flatten();
        let takes_text = placeholders
            && match draft.tag[at] {
                Word::Input => value::is_text_input(draft, at),
                Word::Textarea => true,
                _ => false,
            };
        let placeholder = takes_text.then(|| said(draft, at, Word::Placeholder)).flatten();
        if let Some(placeholder) = placeholder.filter(|text| text.contains(['\r', '\n'])) {
            // A field of one line shows a placeholder without its line breaks, a `<textarea>` with them. It is not certain what Chrome makes of the latter.
            let unsure = draft.tag[at] != Word::Input;
            let breaks = if unsure { " " } else { "" };
            let text = placeholder.replace("\r\n", breaks).replace(['\r', '\n'], breaks);
            return Found { text, unsure };
        }
        let text = summary.or(placeholder).or_else(|| said(draft, at, Word::AriaPlaceholder));
        Found::sure(text.unwrap_or(""))
    }

    /// Whether the text in it is this one.
    fn reads(&self, at: usize, text: &str) -> bool {
        let columns = &self.draft.snapshot.columns;
        let texts = (at + 1..self.draft.end(at)).filter(|inside| columns.kind[*inside] == NodeKind::Text);
        let said: String = texts.map(|inside| self.draft.text(columns.text[inside])).collect();
        collapse(&said) == collapse(text)
    }

    /// Whether the tooltip is an element's name. It only describes a plain box. `None` for a custom element: its class may give
    /// it a role that this snapshot does not know.
    fn is_named_by_title(&self, at: usize) -> Option<bool> {
        let draft = self.draft;
        let plain = matches!(
            draft.snapshot.columns.role[at],
            Role::Generic
                | Role::None
                | Role::Paragraph
                | Role::Emphasis
                | Role::Strong
                | Role::Code
                | Role::Insertion
                | Role::Deletion
                | Role::Suggestion
                | Role::Subscript
                | Role::Superscript
                | Role::Mark
                | Role::Time
                | Role::Definition
                | Role::Caption
        );
        if !plain
            || matches!(draft.tag[at], Word::Abbr | Word::Table | Word::Figcaption)
            || focusable(draft, at)
        {
            return Some(true);
        }
        // Chrome names a `<ruby>` by its tooltip, and describes it by its annotation.
        (!matches!(draft.tag[at], Word::Custom | Word::Ruby)).then_some(false)
    }

    /// Step 2B. A script that names an element by objects (`ariaLabelledByElements`) leaves the attribute empty (HTML, "reflecting
    /// content attributes in IDL attributes"), and only Chrome knows the objects.
    fn labelled_by(&self, at: usize) -> Found {
        let objects = self.draft.attribute(at, Word::AriaLabelledby).is_some_and(str::is_empty);
        let mut found = Found { text: String::new(), unsure: objects };
        for target in self.draft.labellers(at) {
            match target {
                Referred::To(target) => {
                    let part = self.referred(target, target == at);
                    found.text.push(' ');
                    found.text.push_str(&part.text);
                    found.unsure |= part.unsure;
                }
                Referred::Nothing => {}
                Referred::Unknown => found.unsure = true,
            }
        }
        found
    }

    /// The text that an element gives to another one which refers to it. Its own references are not followed (step 2B).
    fn referred(&self, target: usize, is_self: bool) -> Found {
        let draft = self.draft;
        let shown = draft.marks[target].has(Marks::LAID_OUT) && draft.style[target].shown;
        if draft.tag[target] == Word::Canvas {
            return Found::unsure();
        }
        if !is_self
            && let Some(value) = self.value(target)
            && (value.unsure || !blank(&value.text))
        {
            return Found { unsure: value.unsure || !shown, ..value };
        }
        if let Some(label) = said(draft, target, Word::AriaLabel) {
            return Found::sure(label);
        }
        let (host, last) = self.host(target);
        if last || !blank(&host.text) {
            return Found { unsure: host.unsure || !shown, ..host };
        }
        let own = if is_self && value::is_field(draft, target) {
            Found::default()
        } else {
            self.referred_content(target)
        };
        let unsure = host.unsure || own.unsure || !shown;
        if !blank(&own.text) {
            return Found { unsure, ..own };
        }
        if let Some(title) = said(draft, target, Word::Title) {
            return Found { text: title.to_owned(), unsure };
        }
        let title = self.title(target, true);
        Found { unsure: unsure || title.unsure, ..title }
    }
}

/// An attribute that is more than white space.
fn said<'d>(draft: &'d Draft<'_>, at: usize, key: Word) -> Option<&'d str> {
    draft.attribute(at, key).filter(|text| !blank(text))
}

/// The roles that accname names from content, also when nothing refers to them.
fn from_content(role: Role) -> bool {
    role.is_toggle()
        || role.is_menu_item()
        || matches!(
            role,
            Role::Button
                | Role::Link
                | Role::Heading
                | Role::Tab
                | Role::Option
                | Role::TreeItem
                | Role::Tooltip
                | Role::Cell
                | Role::GridCell
                | Role::ColumnHeader
                | Role::RowHeader
                | Role::Summary
                | Role::Term
                | Role::Math
        )
}

/// Whether the content of a role tells a person what it operates, though accname does not name the role from content.
fn shows_its_content(role: Role) -> bool {
    !from_content(role)
        && !matches!(
            role,
            Role::TextBox
                | Role::ComboBox
                | Role::ListBox
                | Role::Slider
                | Role::SpinButton
                | Role::SearchBox
                | Role::ProgressBar
                | Role::Meter
                | Role::ScrollBar
                | Role::Form
                | Role::Table
                | Role::Grid
                | Role::TreeGrid
                | Role::Tree
                | Role::Menu
                | Role::MenuBar
                | Role::TabList
        )
}
