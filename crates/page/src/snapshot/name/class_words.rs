//! Words of an element's class, the last hint of what it is: those that a person gave it, less what style sheets and frameworks need.
//! Fixture: drawings-looks.html ("reply", "retweet button").

use super::hint::words_of;
use crate::snapshot::{NodeKind, draft::Draft, known_names::Word};

/// What holds more nodes than this is a part of the page: a word of its class says little of it.
const LARGE: usize = 200;

/// What a box is, how it looks, or that it can be operated: words that tell nothing of what it is for.
const GENERIC: &str = "absolute active animated area badge base block body bordered bottom box btn button card cell center centered \
    circle class clickable clear clearfix column component container content control controls custom dark default \
    disabled div element enabled fade fill fixed float focus focusable full group hidden icon img image inline \
    inner interactive item js large layer layout lazy left lg light link list main md medium node none outer \
    outline panel path position primary react rect relative right root round row secondary section select selected \
    selectable shape show shrink size sm small span svg top transform ui unselectable view visible wrap wrapper xl \
    xs";
/// The first words of utilities (`mt-2`, `bg-white`): style sheets of Tailwind and Bootstrap.
const UTILITIES: &str = "align css display divide jsx leading no order place sc svelte tracking whitespace";
/// Words of both kinds.
const EITHER: &str = "animate bg border col cursor d duration ease flex font gap grid h hover inset is items justify m max mb min ml \
    mr mt mx my ng object opacity overflow p pb pl pointer pr pt px py ring rounded self shadow space text \
    transition w z";

fn is_in(lists: [&str; 2], word: &str) -> bool {
    lists.into_iter().flat_map(|list| list.split(' ')).any(|known| known == word)
}

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
    by_hand.map(words_of).find(|words| {
        let mut telling = words.split(' ').filter(|word| !is_in([GENERIC, EITHER], word));
        telling.any(|word| word.len() > 2) && !words.split(' ').next().is_some_and(is_utility)
    })
}

/// Whether classes that begin so style an element and say nothing of what it is.
fn is_utility(word: &str) -> bool {
    is_in([UTILITIES, EITHER], word)
}

#[cfg(test)]
mod tests {
    use super::is_utility;

    #[test]
    fn utilities_of_style_sheets_are_known_by_their_first_word() {
        for word in ["align", "bg", "css", "hover", "items", "jsx", "justify", "rounded", "text", "w", "z"] {
            assert!(is_utility(word), "{word}");
        }
        assert!(!is_utility("reply") && !is_utility("retweet"));
    }
}
