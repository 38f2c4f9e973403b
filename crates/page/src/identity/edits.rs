//! Uses what the caller wrote last as evidence. A form that still holds the text is the same form, though its heading repeats
//! the title that was written, or says "Saved" where it said "Draft". Fixture: identity-living.html (`mirror`, `legend`,
//! `renamed`, `status`, `results`, `combos`).
//!
//! A click may lead from one record to another whose fields hold the same, so after it the form proves nothing any more. A
//! combobox that shows the words which were put into it only proves that it is the same combobox.

use domtool_cdp::protocol::TargetId;

use super::{
    ElementId,
    context::Level,
    registry::{Document, Registry},
    word_kinds,
};
use crate::{
    limits::REMEMBERED_EDITS,
    snapshot::{NodeIndex, NodeRef, Role, Snapshot},
};

/// A field, and what the caller wrote into it.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    page: TargetId,
    id: ElementId,
    text: Box<str>,
    /// The caller did nothing but write since.
    fresh: bool,
}

/// An edit, as a snapshot shows its field.
pub(super) struct EditedField {
    node: NodeIndex,
    written: String,
    holds: String,
    fresh: bool,
    /// It looks something up, so its text decides what the page shows around it.
    searches: bool,
}

impl Registry {
    /// The caller writes into a field. Call it before the input, so that what the page makes of it is not taken for
    /// another form.
    pub fn note_edit(&mut self, id: ElementId, text: &str) {
        let Some(entry) = self.entries.get(&id) else { return };
        let page = entry.page.clone();
        self.edits.retain(|edit| edit.id != id);
        if self.edits.len() == REMEMBERED_EDITS {
            self.edits.remove(0);
        }
        let text = text.chars().take(1_000).collect::<String>().into();
        self.edits.push(Edit { page, id, text, fresh: true });
    }

    /// The caller does something else in a page, which may show another thing from now on.
    pub fn end_edits(&mut self, page: &TargetId) {
        self.edits.iter_mut().filter(|edit| edit.page == *page).for_each(|edit| edit.fresh = false);
    }

    /// The fields of a document that the caller wrote into and that still are there.
    pub(super) fn edited(&self, document: &Document, snapshot: &Snapshot) -> Vec<EditedField> {
        let field = |edit: &Edit| -> Option<EditedField> {
            let entry = self.entries.get(&edit.id)?;
            document.live.get(&entry.backend).filter(|id| **id == edit.id)?;
            let at = snapshot.find(&document.frame, entry.backend)?;
            let node = snapshot.node(at);
            let holds = if node.masked() { String::new() } else { plain(node.value().unwrap_or_default()) };
            Some(EditedField {
                node: at,
                written: plain(&edit.text),
                holds,
                fresh: edit.fresh,
                searches: searches(node),
            })
        };
        self.edits.iter().filter_map(field).collect()
    }
}

/// Whether what the caller wrote shows that an element is still in the same row or section, whose texts changed.
pub(super) fn show_same(
    edited: &[EditedField],
    snapshot: &Snapshot,
    own: NodeRef<'_>,
    levels: (&Level, &Level),
    in_list: bool,
) -> bool {
    let title = |level: &Level| level.facts.lead().map(|unit| plain(&unit.text)).unwrap_or_default();
    let (was, now) = (title(levels.0), title(levels.1));
    edited.iter().any(|field| {
        let node = snapshot.node(field.node);
        let Some(group) = node.ancestors().find(|above| above.backend() == levels.1.node) else {
            return false;
        };
        // A combobox that shows what was chosen in it.
        let chooses = field.node == own.index() || node.role() == Role::ComboBox;
        if chooses && !field.written.is_empty() && now.contains(&field.written) {
            return true;
        }
        if !field.fresh || !field.still_holds() {
            return false;
        }
        if repeats(&now, &field.holds) {
            // "3 results for cat": apart from the words that are looked up, the title has no new name.
            let mut others = word_kinds::names(&now).filter(|word| !has_word(&field.holds, word));
            return !field.searches || others.all(|word| has_word(&was, word));
        }
        let one_form = is_form(group) || form_of(own).is_some_and(|form| form_of(node) == Some(form));
        !in_list && !field.searches && one_form
    })
}

impl EditedField {
    pub(super) fn node(&self) -> NodeIndex {
        self.node
    }

    /// Whether it holds what was written, as far as the field took it.
    pub(super) fn still_holds(&self) -> bool {
        let (written, holds) = (&self.written, &self.holds);
        if written.is_empty() || holds.is_empty() {
            return written == holds;
        }
        holds.contains(written.as_str()) || written.starts_with(holds.as_str())
    }
}

/// Whether a title says what a field holds: all of it, its first words, or a line of it.
fn repeats(title: &str, value: &str) -> bool {
    if title.is_empty() || value.is_empty() {
        return false;
    }
    has_word(title, value) || value.strip_prefix(title).is_some_and(|rest| rest.starts_with(' '))
}

fn has_word(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, found)| {
        let end = at + found.len();
        (at == 0 || text.as_bytes()[at - 1] == b' ') && (end == text.len() || text.as_bytes()[end] == b' ')
    })
}

/// Letters and digits alone, words apart by one space.
fn plain(text: &str) -> String {
    let lower: String = text
        .chars()
        .flat_map(char::to_lowercase)
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_form(group: NodeRef<'_>) -> bool {
    matches!(group.tag(), "form" | "fieldset" | "dialog" | "article")
        || matches!(group.role(), Role::Form | Role::Dialog | Role::AlertDialog | Role::Article)
}

fn form_of(node: NodeRef<'_>) -> Option<NodeIndex> {
    node.ancestors().find(|above| above.tag() == "form").map(NodeRef::index)
}

/// Whether a field looks something up, by its role or by words in its name and attributes.
fn searches(node: NodeRef<'_>) -> bool {
    let says = |text: &str| {
        let plain = plain(text);
        ["search", "find", "filter", "query", "lookup", "q"].iter().any(|word| has_word(&plain, word))
    };
    matches!(node.role(), Role::SearchBox | Role::ComboBox)
        || says(node.name())
        || ["type", "name", "id", "placeholder", "class"]
            .iter()
            .any(|name| node.attribute(name).is_some_and(says))
}
