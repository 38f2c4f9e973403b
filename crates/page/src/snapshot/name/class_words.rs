//! Words of an element's class, the last hint of what it is: those that a person gave it, less what style sheets and frameworks need.
//! Fixture: drawings-looks.html ("reply", "retweet button").

use super::{hint::words_of, telling::class_tells};
use crate::snapshot::{NodeKind, draft::Draft, known_names::Word};

/// What holds more nodes than this is a part of the page: a word of its class says little of it.
const LARGE: usize = 200;
/// The parts of a thing are in it, so many levels down.
const PART_OF: usize = 2;

/// The words of the first class of an element without any text that is neither generic, nor a utility of a style sheet, nor made by
/// a program.
pub(in crate::snapshot) fn class_words(draft: &Draft<'_>, at: usize) -> Option<String> {
    let columns = &draft.snapshot.columns;
    if draft.end(at) - at > LARGE {
        return None;
    }
    let texts = (at + 1..draft.end(at)).filter(|inside| columns.kind[*inside] != NodeKind::Element);
    if texts.clone().any(|text| !draft.text(columns.text[text]).trim().is_empty()) {
        return None;
    }
    let classes = draft.attribute(at, Word::Class)?.split_ascii_whitespace();
    let by_hand = classes.filter(|class| {
        class.len() <= 30 && class.chars().all(|c| c.is_ascii_alphabetic() || c == '-' || c == '_')
    });
    let around = draft.ancestors(at).take(PART_OF).filter_map(|a| draft.attribute(a, Word::Class));
    let around: Vec<String> = around.flat_map(str::split_ascii_whitespace).map(words_of).collect();
    let around = around.join(" ");
    let words = by_hand.map(words_of).find(|words| class_tells(words, &around))?;
    // What it is in is told there: `todo delete` in `todo` is a `delete`.
    let is_around = |word: &&str| around.split(' ').any(|other| other == *word);
    Some(words.split(' ').skip_while(is_around).collect::<Vec<_>>().join(" "))
}
