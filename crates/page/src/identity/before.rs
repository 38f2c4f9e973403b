//! What stands before an element. It tells one lone "Delete" from the next that is drawn in its place, where neither row nor title does.
//! Fixture: evidence/identity.html (`record`).

use domtool_cdp::protocol::BackendNodeId;

use super::{facts, fingerprint, word_kinds};
use crate::snapshot::{NodeKind, NodeRef};

/// So many ancestors are searched, so many children of each, and so many nodes of each child.
const ABOVE: usize = 4;
const SIBLINGS: usize = 64;
const NODES: usize = 20;

/// The words before an element in the nearest container that says anything. Controls say what can be done, not what it is done to.
pub(super) fn words_before(own: NodeRef<'_>) -> Box<str> {
    let mut text = String::new();
    let mut below = own;
    for above in own.ancestors().take(ABOVE) {
        if above.kind() != NodeKind::Element || matches!(above.tag(), "body" | "html") {
            break;
        }
        let before = above.children().take(SIBLINGS).take_while(|child| child.index() < below.index());
        for part in before.flat_map(|child| std::iter::once(child).chain(child.descendants()).take(NODES)) {
            let controls = || part.ancestors().take(ABOVE).any(facts::is_control);
            if part.kind() == NodeKind::Text && text.len() < 100 && part.visible() && !controls() {
                let mut words = String::new();
                word_kinds::tidy(part.text(), &mut words);
                if word_kinds::has_name(&words) {
                    word_kinds::tidy(&words, &mut text);
                }
            }
        }
        if !text.is_empty() {
            break;
        }
        below = above;
    }
    text.into()
}

/// A container with more nodes is a part of the page, not one record.
const RECORD: u32 = 40;

/// The small container that says what a control is about, where neither row nor title does: a record that is shown in a `div`.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) node: BackendNodeId,
    texts: Vec<Box<str>>,
    /// Its container holds more controls that are called alike, each with texts of its own.
    one_of_several: bool,
    /// It is about a control that is answered or ticked, so that every sentence beside that says what for.
    answers: bool,
}

/// The names in a container, without those of its controls, and whether it holds several controls that are called as this one is. Each of those
/// has the names before it up to the one before, or those behind it where nothing stands before the first.
fn texts_beside(above: NodeRef<'_>, own: NodeRef<'_>) -> (Vec<Box<str>>, bool) {
    let twin = |part: NodeRef<'_>| {
        part.tag() == own.tag() && part.role() == own.role() && word_kinds::same(part.name(), own.name())
    };
    let mut pieces: Vec<Vec<Box<str>>> = vec![Vec::new()];
    let mut place = 0;
    for part in above.descendants() {
        if part.kind() == NodeKind::Element && (part.index() == own.index() || twin(part)) {
            if part.index() == own.index() {
                place = pieces.len() - 1;
            }
            pieces.push(Vec::new());
        }
        let in_control =
            || part.ancestors().take(ABOVE).any(|above| facts::is_control(above) || calls(above));
        if part.kind() != NodeKind::Text || !part.visible() || own.contains(part.index()) || in_control() {
            continue;
        }
        let mut words = String::new();
        word_kinds::tidy(part.text(), &mut words);
        if (word_kinds::has_name(&words) || word_kinds::numbered(&words))
            && let Some(piece) = pieces.last_mut()
        {
            piece.push(words.into());
        }
    }
    if pieces.len() <= 2 {
        return (pieces.into_iter().flatten().collect(), false);
    }
    let behind = pieces.first().is_some_and(Vec::is_empty);
    (pieces.into_iter().nth(place + usize::from(behind)).unwrap_or_default(), true)
}

/// Whether an element is the label of a control. One of nothing is a text (that of a to-do).
fn calls(label: NodeRef<'_>) -> bool {
    label.tag() == "label"
        && (label.attribute("for").is_some() || label.descendants().take(NODES).any(fingerprint::is_field))
}

impl Record {
    /// The nearest container that says a name. A field in which people write is told by its own.
    pub(super) fn around(own: NodeRef<'_>) -> Option<Record> {
        if fingerprint::is_field(own) && !own.role().is_toggle() {
            return None;
        }
        let small = |above: &NodeRef<'_>| {
            above.kind() == NodeKind::Element
                && !matches!(above.tag(), "body" | "html")
                && above.end().0 - above.index().0 <= RECORD
        };
        own.ancestors().take(ABOVE).take_while(small).find_map(|above| {
            let (texts, one_of_several) = texts_beside(above, own);
            (!texts.is_empty()).then(|| Record {
                node: above.backend(),
                texts,
                one_of_several,
                answers: own.role().is_toggle(),
            })
        })
    }

    /// What it is called.
    pub(super) fn lead(&self) -> &str {
        self.texts.first().map_or("", |lead| lead)
    }

    /// Whether another record is shown: by another name, and nothing that was said stays. One text alone has the
    /// form of a name, and is not how a thing goes on (`job` in evidence/identity.html).
    pub(super) fn is_other(&self, now: &Record) -> bool {
        let (was, is) = (self.lead(), now.lead());
        let same_lead = word_kinds::same_but_states(was, is)
            || word_kinds::same_names(was, is) && !word_kinds::numbered(was);
        let stays = self.texts.iter().any(|text| now.texts.iter().any(|other| word_kinds::same(text, other)));
        // A sentence is a message.
        let label =
            |text: &str| text.split(' ').count() <= 6 && !text.ends_with(['.', '!', '?', ':', '\u{2026}']);
        let name = |text: &str| {
            let mut words = text.split(' ');
            // Most scripts have no capitals; an address is a name however it is written.
            text.contains('@')
                || words.all(|word| {
                    word.starts_with(|c: char| !c.is_lowercase() && c.is_alphanumeric() || c == '#')
                })
        };
        let several = self.texts.len() > 1 && now.texts.len() > 1;
        let goes_on = self.node == now.node && word_kinds::is_progress(was) && word_kinds::is_progress(is);
        // What is asked is what is answered.
        let asks = was.ends_with('?') && is.ends_with('?');
        let named = label(was) && label(is) && (several || name(was) && name(is) && !goes_on);
        (named || asks || self.answers && !word_kinds::shares_a_word(was, is)) && !same_lead && !stays
    }

    /// Whether that is so beyond doubt, so that the caller who sees both is not to take the one for the other. One word may be how a
    /// thing is ("Draft", "Published"), and a small number how far ("Page 2").
    pub(super) fn is_surely_other(&self, now: &Record) -> bool {
        let (was, is) = (self.lead(), now.lead());
        let number = |text: &str| {
            text.split(' ')
                .any(|word| word.starts_with('#') || word.chars().filter(char::is_ascii_digit).count() >= 4)
        };
        let caseless = |text: &str| !text.contains(|c: char| c.is_lowercase() || c.is_uppercase());
        let words = |text: &str| word_kinds::names(text).count();
        let sure = if word_kinds::same_names(was, is) && word_kinds::has_name(was) {
            number(was)
        } else {
            self.one_of_several
                || self.answers
                || self.texts.len() > 1 && now.texts.len() > 1
                || was.contains(['@', '?', '#'])
                || caseless(was)
                || words(was) > 1 && words(is) > 1
        };
        sure && self.is_other(now)
    }
}
