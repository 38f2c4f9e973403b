//! How much each group, and each line in it, is about a request: BM25 (Robertson and Zaragoza 2009, with fields weighted as
//! in BM25F), a group's words being those of its lines, and for less those of its heading and its containers.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::{
    alike::called,
    fields::{Field, each_field},
    groups::Group,
    terms::Terms,
    word_split::{each_part, each_word},
};
use crate::{
    limits::REQUEST_WORDS,
    snapshot::Snapshot,
    view::{
        outline::{LineKind, Outline},
        rank::speaks,
    },
};

/// BM25's k1: how soon another occurrence of a word stops mattering.
const SATURATION: f32 = 1.2;
/// BM25's b: how much a long text lowers its score.
const LENGTH: f32 = 0.6;
/// The weight of the words around a group (its heading, its containers).
const AROUND: f32 = 0.5;
/// The weight of a group's best line in the score of the group.
const BEST_LINE: f32 = 0.6;
/// The factor for a line of the kind that the query names ("the button", "a link").
const RIGHT_KIND: f32 = 1.3;
/// So many containers above a group are read.
const DEEP: usize = 4;

/// How often each word of the request stands in a text, by how much it counts there.
type Counts = [f32; REQUEST_WORDS];

/// What the lines of an outline have of a request.
#[derive(Debug, Default)]
pub(super) struct Scores {
    /// By group: 0 for those that have nothing of it.
    pub(super) groups: Vec<f32>,
    /// By line, for those that have something.
    pub(super) lines: FxHashMap<u32, f32>,
}

/// What was counted.
#[derive(Default)]
struct Tally {
    counts: FxHashMap<u32, Counts>,
    lengths: Vec<f32>,
}

/// Scores all groups of an outline.
pub(super) fn score(outline: &Outline, snapshot: &Snapshot, groups: &[Group], terms: &mut Terms) -> Scores {
    let tally = count(outline, snapshot, terms);
    let rarity = rarity(outline, &tally, terms);
    let lines = outline.lines.iter().filter(|line| speaks(line.kind())).count();
    let mean = (tally.lengths.iter().sum::<f32>() / lines.max(1) as f32).max(1.0);
    let mut scores = Scores::default();
    for (&at, counts) in &tally.counts {
        let node = snapshot.node(outline.lines[at as usize].node);
        let right = terms.kinds().iter().any(|kind| kind.is(node));
        let score = weigh(counts, tally.lengths[at as usize] / mean, &rarity);
        scores.lines.insert(at, if right { score * RIGHT_KIND } else { score });
    }
    let sums: Vec<(Counts, f32)> = groups.iter().map(|group| sum(outline, &tally, group)).collect();
    let mean = (sums.iter().map(|(_, length)| length).sum::<f32>() / groups.len().max(1) as f32).max(1.0);
    let all: f32 = rarity.iter().sum();
    for (group, (counts, length)) in groups.iter().zip(&sums) {
        let lines = group.lines.clone().filter_map(|at| scores.lines.get(&(at as u32)));
        let best = lines.fold(0.0_f32, |best, score| best.max(*score));
        let covered: f32 = rarity.iter().zip(counts).map(|(rarity, count)| rarity * count.min(1.0)).sum();
        let covered = if all > 0.0 { covered / all } else { 0.0 };
        let whole = weigh(counts, length / mean, &rarity);
        scores.groups.push((whole + BEST_LINE * best) * (0.3 + 0.7 * covered));
    }
    scores
}

/// Counts the request's words in every line.
fn count(outline: &Outline, snapshot: &Snapshot, terms: &mut Terms) -> Tally {
    let mut tally = Tally { lengths: vec![0.0; outline.lines.len()], ..Tally::default() };
    for (at, line) in outline.lines.iter().enumerate() {
        if !speaks(line.kind()) {
            continue;
        }
        let mut counts = [0.0; REQUEST_WORDS];
        let mut length = 0.0;
        let mut word = |word: &str, weight: f32, whole: f32| {
            length += whole;
            if let Some((term, likeness)) = terms.judge(word) {
                counts[term] += weight * likeness;
            }
        };
        each_field(snapshot, outline, at, &mut |field, text: Cow<'_, str>| match field {
            Field::Name => each_word(&text, &mut |w| word(w, 2.0, 1.0)),
            Field::Text | Field::Value => each_word(&text, &mut |w| word(w, 1.0, 1.0)),
            // Of many options each says little.
            Field::Option => each_word(&text, &mut |w| word(w, 1.0, 0.1)),
            Field::Description => each_word(&text, &mut |w| word(w, 0.7, 0.5)),
            Field::Attribute("href") => {
                each_part(&text, &mut |w| word(w, 0.4, 0.0));
            }
            Field::Attribute(_) => each_part(&text, &mut |w| word(w, 0.7, 0.0)),
        });
        if line.kind() == LineKind::Element {
            let node = snapshot.node(line.node);
            each_word(called(node), &mut |w| word(w, 0.3, 0.0));
            each_word(crate::view::word(node), &mut |w| word(w, 0.3, 0.0));
            if node.states().invalid {
                each_word("error invalid problem", &mut |w| word(w, 0.5, 0.0));
            }
        }
        tally.lengths[at] = length;
        if counts.iter().any(|count| *count > 0.0) {
            tally.counts.insert(at as u32, counts);
        }
    }
    tally
}

/// What each word of the request is worth: the rarer on the page, the more. A word that the page does not have is worth
/// nothing, as it tells no group from another.
fn rarity(outline: &Outline, tally: &Tally, terms: &Terms) -> Counts {
    let all = outline.lines.iter().filter(|line| speaks(line.kind())).count() as f32;
    let mut rarity = [0.0; REQUEST_WORDS];
    for (term, rarity) in rarity.iter_mut().enumerate().take(terms.len()) {
        // A word that is meant counts as much as it is that word.
        let having: f32 = tally.counts.values().map(|counts| counts[term].min(1.0)).sum();
        if having > 0.0 {
            *rarity = terms.weight(term) * (1.0 + (all - having + 0.5).max(0.5) / (having + 0.5)).ln();
        }
    }
    rarity
}

/// The counts and the length of a group, with what is around it.
fn sum(outline: &Outline, tally: &Tally, group: &Group) -> (Counts, f32) {
    let mut sum = [0.0; REQUEST_WORDS];
    let mut add = |at: usize, weight: f32| {
        for (sum, count) in sum.iter_mut().zip(tally.counts.get(&(at as u32)).into_iter().flatten()) {
            *sum += weight * count;
        }
    };
    let mut length = 0.0;
    for at in group.lines.clone() {
        add(at, 1.0);
        length += tally.lengths[at];
    }
    if let Some(heading) = group.heading {
        add(heading as usize, AROUND);
    }
    let mut above = group.parent;
    for _ in 0..DEEP {
        let Some(line) = outline.lines.get(above as usize) else { break };
        add(above as usize, AROUND);
        above = line.parent;
    }
    (sum, length)
}

/// The score of counts in a text that is so many times as long as the mean.
fn weigh(counts: &Counts, length: f32, rarity: &Counts) -> f32 {
    let damping = SATURATION * (1.0 - LENGTH + LENGTH * length);
    let one = |(count, rarity): (&f32, &f32)| rarity * count * (SATURATION + 1.0) / (count + damping);
    counts.iter().zip(rarity).filter(|(count, _)| **count > 0.0).map(one).sum()
}
