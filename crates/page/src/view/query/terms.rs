//! The words of a request, and how well a word of the page matches one of them.
//!
//! Exactly, once both are stemmed; by meaning the same ([`super::alike`]); by their beginning; by a slip of one letter.
//! A page has few distinct words, so each is judged once.

use rustc_hash::FxHashMap;

use super::{
    alike::{Kind, alike, is_faint, is_stop, kinds_of},
    stem::stem,
    word_split::each_word,
};
use crate::limits::REQUEST_WORDS;

const SAME: f32 = 1.0;
/// How well a word matches that begins like the other, which is not much longer.
const BEGINS: f32 = 0.6;
const MEANS: f32 = 0.45;
const SLIP: f32 = 0.4;
/// How well a word matches that is the end of a compound.
const ENDS: f32 = 0.35;

/// A word of the request.
#[derive(Debug)]
struct Term {
    stem: String,
    alike: Vec<String>,
    /// What it counts for.
    weight: f32,
}

/// A word of the page that matches: which word of the request, and how well, 0 to 1.
pub(super) type Hit = (usize, f32);

/// The words of a request.
#[derive(Debug, Default)]
pub(super) struct Terms {
    terms: Vec<Term>,
    kinds: Vec<Kind>,
    /// Words that were judged already.
    judged: FxHashMap<String, Option<Hit>>,
    /// For the word at hand.
    stemmed: String,
}

impl Terms {
    /// Reads a request.
    pub(super) fn new(request: &str) -> Self {
        let mut words: Vec<String> = Vec::new();
        each_word(request, &mut |word| {
            if !words.iter().any(|known| known == word) {
                words.push(word.to_owned());
            }
        });
        let kinds = words.iter().flat_map(|word| kinds_of(word)).collect();
        let mut this = Self { kinds, ..Self::default() };
        // A request of stop words alone is about them.
        let all_stop = words.iter().all(|word| is_stop(word));
        words.retain(|word| all_stop || !is_stop(word));
        let all_faint = words.iter().all(|word| is_faint(word));
        for word in words.iter().take(REQUEST_WORDS) {
            let weight = if is_faint(word) && !all_faint { 0.3 } else { 1.0 };
            let stem = stemmed(word);
            if !this.terms.iter().any(|term| term.stem == stem) {
                this.terms.push(Term { stem, alike: alike(word).map(stemmed).collect(), weight });
            }
        }
        this
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// What one of them counts for.
    pub(super) fn weight(&self, term: usize) -> f32 {
        self.terms.get(term).map_or(0.0, |term| term.weight)
    }

    /// The kinds of element that the request speaks of.
    pub(super) fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// What a word of the page matches, if any.
    pub(super) fn judge(&mut self, word: &str) -> Option<Hit> {
        if let Some(known) = self.judged.get(word) {
            return *known;
        }
        self.stemmed.clear();
        self.stemmed.push_str(word);
        stem(&mut self.stemmed);
        let of = |term: &Term| likeness(term, &self.stemmed);
        let best = self.terms.iter().map(of).enumerate().filter(|(_, likeness)| *likeness > 0.0);
        let best = best.max_by(|a, b| a.1.total_cmp(&b.1));
        self.judged.insert(word.to_owned(), best);
        best
    }
}

fn stemmed(word: &str) -> String {
    let mut word = word.to_owned();
    stem(&mut word);
    word
}

fn likeness(term: &Term, word: &str) -> f32 {
    let wanted = term.stem.as_str();
    if wanted == word {
        return SAME;
    }
    if term.alike.iter().any(|other| other == word) {
        return MEANS;
    }
    let (short, long) = if wanted.len() < word.len() { (wanted, word) } else { (word, wanted) };
    // Numbers are another number when they differ at all.
    if short.len() < 4 || short.bytes().any(|b| b.is_ascii_digit()) {
        return 0.0;
    }
    if long.starts_with(short) {
        return if long.len() <= 2 * short.len() { BEGINS } else { ENDS };
    }
    if long.len() > 4 && is_slip(short, long) {
        return SLIP;
    }
    if word.ends_with(wanted) { ENDS } else { 0.0 }
}

/// Whether one letter makes the difference, or two that changed places.
fn is_slip(short: &str, long: &str) -> bool {
    if long.len() - short.len() > 1 {
        return false;
    }
    let (short, long) = (short.as_bytes(), long.as_bytes());
    let head = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let tail = short[head..].iter().rev().zip(long[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    // A word's first letter is seldom the one that slips.
    if head == 0 {
        return false;
    }
    let (left, right) = (short.len() - head - tail, long.len() - head - tail);
    match (left, right) {
        (0 | 1, 1) => true,
        (2, 2) => short[head] == long[head + 1] && short[head + 1] == long[head],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_match_as_people_mean_them() {
        let mut terms = Terms::new("please remove the Samsung from my basket 12");
        assert_eq!(terms.len(), 4);
        for (word, expected) in [
            ("removing", Some((0, SAME))),
            ("delete", Some((0, MEANS))),
            ("samsung", Some((1, SAME))),
            ("samsun", Some((1, BEGINS))),
            ("samsnug", Some((1, SLIP))),
            ("cart", Some((2, MEANS))),
            ("12", Some((3, SAME))),
            ("123", None),
            ("the", None),
            ("sam", None),
        ] {
            assert_eq!(terms.judge(word), expected, "{word}");
            assert_eq!(terms.judge(word), expected, "{word}, again");
        }
    }

    #[test]
    fn a_request_of_small_words_alone_is_about_them() {
        assert_eq!(Terms::new("to the").len(), 2);
        assert!(Terms::new("open it").weight(0) > 0.9);
        assert!(Terms::new("open settings").weight(0) < 0.5);
        assert_eq!(Terms::new("  ").len(), 0);
    }
}
