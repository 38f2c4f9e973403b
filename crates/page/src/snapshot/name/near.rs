//! Texts near a control that has no name: its label, what stands beside it, the text of its row or card, what it lies over. They are
//! what a person tells it by. Fixtures: hints.html, names-labels.html.

use super::{Namer, spaces::collapse};
use crate::snapshot::{NodeKind, Role, draft::Marks, known_names::Word, refs::Referred};

/// How many nodes beside a control are looked at for text.
const BESIDE: usize = 24;
/// A text with a control among this many of its ancestors belongs to that control.
const AROUND: usize = 4;
/// Longer text beside a control is no label of it.
pub(super) const LONGEST: usize = 60;
/// A row is at most so many levels up,
const TO_ROW: usize = 6;
/// and has at most so many nodes: what is larger is a part of the page.
const ROW: usize = 60;
/// The card that a transparent cover belongs to is at most so many levels up.
const TO_CARD: usize = 3;
/// A text on the line after a control is nearer to it than this, CSS pixels.
const NEXT_LINE: f64 = 8.0;
/// So many siblings of a row are looked at for another like it: of the first ones, and of those after it.
const LIKES: usize = 8;
/// What lies under a cover may stand out so far, CSS pixels: boxes are told in whole pixels.
const SLACK: f64 = 2.0;

impl Namer<'_, '_> {
    /// The text of the first visible `<label>` inside it (a group of fields has one).
    pub(super) fn label_inside(&self, at: usize) -> Option<String> {
        let draft = self.draft;
        let columns = &draft.snapshot.columns;
        let inside = (at + 1..draft.end(at)).take(BESIDE * 2);
        let label = inside.filter(|i| draft.tag[*i] == Word::Label).find(|i| columns.visible[*i])?;
        let texts = (label + 1..draft.end(label)).filter(|i| columns.kind[*i] == NodeKind::Text);
        let text = collapse(&texts.map(|i| draft.text(columns.text[i])).collect::<String>());
        (!text.is_empty() && text.len() <= LONGEST).then(|| trimmed(&text))
    }

    /// The text right before a field, or right after a box to tick, as far as no other control comes between.
    pub(super) fn beside(&self, at: usize) -> Option<String> {
        let draft = self.draft;
        let block = draft
            .ancestors(at)
            .take(3)
            .find(|a| draft.end(*a) - *a > draft.end(at) - at + 1 && draft.is_element(*a));
        let after = || self.run_of_text(at, (draft.end(at)..draft.end(block?)).take(BESIDE));
        let before = || {
            let from = at.saturating_sub(BESIDE).max(block? + 1);
            self.run_of_text(at, (from..at).rev())
        };
        if self.is_ticked(at) {
            // Before a switch stand the title of its row and what it does, in this order.
            after().or_else(|| self.text_of_row(at)).or_else(before)
        } else {
            // Nothing after a list is its label: it is the next thing of the page, or what another control is described by.
            let list = draft.snapshot.columns.role[at] == Role::ListBox;
            before().or_else(|| if list { None } else { after() })
        }
    }

    /// The first text of a walk, unless a control comes first. What the control that asks is in counts as none.
    fn run_of_text(&self, own: usize, walk: impl Iterator<Item = usize>) -> Option<String> {
        let draft = self.draft;
        let is_other =
            |a: usize| self.operable[a] && draft.tag[a] != Word::Label && !(a < own && own < draft.end(a));
        for at in walk {
            if is_other(at) {
                return None;
            }
            if draft.snapshot.columns.kind[at] == NodeKind::Text && draft.marks[at].has(Marks::LAID_OUT) {
                let text = collapse(draft.text(draft.snapshot.columns.text[at]));
                if text.chars().any(char::is_alphanumeric) {
                    if text.chars().count() < 2
                        || draft.ancestors(at).take(AROUND).any(is_other)
                        || self.is_anothers(own, at)
                    {
                        return None;
                    }
                    return (text.len() <= LONGEST).then(|| trimmed(&text));
                }
            }
        }
        None
    }

    /// Whether a text is no label of what is near it: the header of another column, the label of another control, or what is chosen in
    /// the list box that both are in. Fixture: hints.html (a box in a header row, a search field in a combobox, a select below a file).
    fn is_anothers(&self, own: usize, text: usize) -> bool {
        let draft = self.draft;
        let holds_own = |a: &usize| *a < own && own < draft.end(*a);
        let labels_other = |a: usize| {
            draft.attribute(a, Word::For).is_some_and(|id| match draft.by_id(a, id) {
                Referred::To(control) => control != own && self.operable[control],
                _ => false,
            })
        };
        draft.ancestors(text).take(TO_ROW).any(|a| match draft.snapshot.columns.role[a] {
            _ if draft.tag[a] == Word::Label => !holds_own(&a) && labels_other(a),
            Role::ColumnHeader => !holds_own(&a),
            Role::ComboBox => holds_own(&a),
            _ => false,
        })
    }

    /// The text of the first cell of its table row, where it is in another cell.
    pub(super) fn head_of_row(&self, at: usize) -> Option<String> {
        let draft = self.draft;
        let cell = draft.ancestors(at).take(6).find(|a| matches!(draft.tag[*a], Word::Td | Word::Th))?;
        let row = draft.parent(cell)?;
        let head = draft.children(row).find(|child| matches!(draft.tag[*child], Word::Td | Word::Th))?;
        if head == cell {
            return None;
        }
        self.run_of_text(at, head + 1..draft.end(head).min(head + BESIDE))
    }

    /// The first text of the row or card that it is the only control of: an item, or a box beside one that is built like it. A box to
    /// tick is about its whole item, whatever else can be operated there.
    pub(super) fn text_of_row(&self, at: usize) -> Option<String> {
        let (row, text) = self.texts_around(at)?;
        (self.is_item(row) || self.has_like(row)).then(|| self.short_text(text)).flatten()
    }

    /// The same of a lone box, where the text stands on one line with the control, or on the next one.
    pub(super) fn text_on_line(&self, at: usize) -> Option<String> {
        let (_, text) = self.texts_around(at)?;
        let columns = &self.draft.snapshot.columns;
        let (own, said) = (columns.rect[at]?, columns.rect[text]?);
        // A small box that is a block has its text right below it.
        let gap = (said.y - own.bottom()).max(own.y - said.bottom());
        let on_line = gap < own.h.min(NEXT_LINE) && own.intersection(&said).area() <= 0.0;
        on_line.then(|| self.short_text(text)).flatten()
    }

    /// The nearest box around a control that has a text outside of it, and the first such text; nothing where another control is in
    /// that box.
    fn texts_around(&self, at: usize) -> Option<(usize, usize)> {
        let draft = self.draft;
        let own = at..draft.end(at);
        for row in draft.ancestors(at).take(TO_ROW) {
            if matches!(draft.tag[row], Word::Body | Word::Html | Word::Form | Word::Main)
                || draft.snapshot.columns.kind[row] == NodeKind::Document
                || draft.end(row) - row > ROW + own.len()
            {
                return None;
            }
            let outside =
                || (row + 1..draft.end(row)).filter(|o| draft.end(*o) <= own.start || *o >= own.end);
            let Some(text) = outside().find(|o| self.reads_text(*o)) else { continue };
            if self.is_anothers(at, text) {
                return None;
            }
            let whole = self.is_ticked(at) && self.is_item(row);
            let is_rival = |o: usize| {
                self.operable[o]
                    && draft.snapshot.columns.visible[o]
                    && if whole { self.is_ticked(o) } else { draft.tag[o] != Word::Label }
            };
            return (!outside().any(is_rival)).then_some((row, text));
        }
        None
    }

    /// The first text that an empty control is painted over: a transparent cover makes a whole card operable, and what is read there
    /// is the card's.
    pub(super) fn lies_over(&self, at: usize) -> Option<String> {
        let draft = self.draft;
        let columns = &draft.snapshot.columns;
        let rect = columns.rect[at].filter(|_| draft.end(at) == at + 1)?;
        let covers = |text: usize| {
            let Some(own) = columns.rect[text] else { return false };
            // A text may have no order of its own.
            let order =
                columns.paint_order[text].max(draft.parent(text).map_or(0, |a| columns.paint_order[a]));
            order < columns.paint_order[at]
                && own.x >= rect.x - SLACK
                && own.y >= rect.y - SLACK
                && own.right() <= rect.right() + SLACK
                && own.bottom() <= rect.bottom() + SLACK
        };
        let around = draft.ancestors(at).take(TO_CARD);
        let cards = around.take_while(|a| !matches!(draft.tag[*a], Word::Body | Word::Html));
        for card in cards {
            let is_others =
                |text: usize| draft.ancestors(text).take_while(|a| *a != card).any(|a| self.operable[a]);
            let mut texts = (card + 1..draft.end(card)).take(ROW).filter(|text| self.reads_text(*text));
            if let Some(text) = texts.find(|text| covers(*text) && !is_others(*text)) {
                return self.short_text(text);
            }
        }
        None
    }

    /// Whether a node is a text that can be read.
    fn reads_text(&self, at: usize) -> bool {
        let columns = &self.draft.snapshot.columns;
        columns.kind[at] == NodeKind::Text
            && columns.visible[at]
            && self.draft.text(columns.text[at]).chars().filter(|c| c.is_alphanumeric()).nth(1).is_some()
    }

    fn short_text(&self, text: usize) -> Option<String> {
        let text = collapse(self.draft.text(self.draft.snapshot.columns.text[text]));
        (text.len() <= LONGEST).then(|| trimmed(&text))
    }

    /// Rows and items by their tag or role.
    fn is_item(&self, at: usize) -> bool {
        matches!(self.draft.tag[at], Word::Tr | Word::Li | Word::Article)
            || matches!(
                self.draft.snapshot.columns.role[at],
                Role::Row | Role::ListItem | Role::Article | Role::Option | Role::TreeItem
            )
    }

    /// Whether a sibling has the same tag, the same classes and as many children.
    fn has_like(&self, at: usize) -> bool {
        let draft = self.draft;
        let Some(parent) = draft.parent(at) else { return false };
        let first = draft.children(parent).take(LIKES).filter(|child| *child < at);
        let end = draft.end(parent);
        let within = move |next: usize| Some(next).filter(|next| *next < end);
        let after = std::iter::successors(within(draft.end(at)), |next| within(draft.end(*next)));
        let size = |node: usize| draft.children(node).take(LIKES).count();
        let is_like = |other: &usize| {
            draft.tag[*other] == draft.tag[at]
                && draft.attribute(*other, Word::Class) == draft.attribute(at, Word::Class)
                && size(*other) == size(at)
        };
        first.chain(after.take(LIKES)).filter(|other| draft.is_element(*other)).any(|other| is_like(&other))
    }
}

fn trimmed(text: &str) -> String {
    text.trim_end_matches([':', '*', ' ']).to_owned()
}
