//! Descriptions: what is said of a node beyond its name (accname 1.2, "Accessible Description Computation"; HTML-AAM 1.0).

use super::{Certainty, Draft, Namer, Referred, Word, blank, collapse, said};
use crate::snapshot::{DescribedWhere, MASK, draft::Marks};

/// What one node is described by.
#[derive(Debug)]
pub(super) struct Described {
    pub(super) at: usize,
    pub(super) text: String,
    pub(super) certainty: Certainty,
    pub(super) told: DescribedWhere,
}

impl Namer<'_, '_> {
    /// The descriptions of all elements that have one. `named` tells of each element's name, in document order.
    pub(super) fn descriptions(&self, named: &[(usize, String, Certainty)]) -> Vec<Described> {
        let draft = self.draft;
        let mut found = Vec::new();
        let mut names = named.iter().peekable();
        for at in 0..draft.len() {
            while names.next_if(|(named, ..)| *named < at).is_some() {}
            if !draft.is_element(at) || !may_be_described(draft, at) {
                continue;
            }
            let name = names.peek().filter(|(named, ..)| *named == at).map_or("", |(_, name, _)| name);
            let Some(mut described) = self.described(at) else { continue };
            if described.text.is_empty() || described.text == name {
                continue;
            }
            // Chrome does not mask, so its description is another one.
            if described.text.contains(MASK) {
                described.certainty = Certainty::Uncertain;
            }
            found.push(described);
        }
        found
    }

    fn described(&self, at: usize) -> Option<Described> {
        let draft = self.draft;
        let said_here = |text: &str, told: DescribedWhere| {
            // Chrome's description of a `<summary>` by its tooltip follows no rule that is known here.
            let odd = draft.tag[at] == Word::Summary;
            let certainty = if odd { Certainty::Uncertain } else { Certainty::Certain };
            Described { at, text: collapse(text), certainty, told }
        };
        if let Some(referring) = self.described_by(at) {
            return Some(referring);
        }
        let text = draft.attribute(at, Word::AriaDescription).filter(|text| !text.is_empty());
        // A tooltip that repeats the element's own text says nothing more.
        let tooltip = || {
            said(draft, at, Word::Title)
                .filter(|title| collapse(title) != collapse(&self.content(at, None).text))
        };
        text.map(|text| said_here(text, DescribedWhere::Unseen))
            .or_else(|| Some(said_here(tooltip()?, DescribedWhere::Tooltip)))
    }

    /// What `aria-describedby` refers to; `None` where it is to nothing.
    fn described_by(&self, at: usize) -> Option<Described> {
        let draft = self.draft;
        let ids = said(draft, at, Word::AriaDescribedby)?;
        let mut described =
            Described { at, text: String::new(), certainty: Certainty::Certain, told: DescribedWhere::Shown };
        let mut any = false;
        for id in ids.split_ascii_whitespace() {
            match draft.by_id(at, id) {
                Referred::To(target) => {
                    any = true;
                    let part = self.referred(target, target == at);
                    let seen = draft.marks[target].has(Marks::LAID_OUT) && draft.style[target].shown;
                    if part.unsure || !seen {
                        described.certainty = Certainty::Uncertain;
                    }
                    if !seen && !blank(&part.text) {
                        described.told = DescribedWhere::Unseen;
                    }
                    described.text.push(' ');
                    described.text.push_str(&part.text);
                }
                Referred::Nothing => {}
                Referred::Unknown => {
                    any = true;
                    described.certainty = Certainty::Uncertain;
                }
            }
        }
        described.text = collapse(&described.text);
        any.then_some(described)
    }
}

/// Most elements have nothing that could describe them.
fn may_be_described(draft: &Draft<'_>, at: usize) -> bool {
    let (start, end) = draft.snapshot.columns.attributes[at];
    draft.keys[start as usize..end as usize]
        .iter()
        .any(|key| matches!(key, Word::AriaDescribedby | Word::AriaDescription | Word::Title))
}
