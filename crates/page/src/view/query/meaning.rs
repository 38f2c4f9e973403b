//! Re-ranking by what words mean: a static embedding model, one vector a word, as GloVe and word2vec write them in text.
//!
//! A text's vector is the mean of those of its words, those that say nothing left out. Groups of lines whose words are near
//! the request's come up also where no word is the same. The model is data that the caller gives; nothing is loaded here.

use std::{fmt, sync::Arc};

use rustc_hash::FxHashMap;

use super::{alike::is_stop, words::each_word};

/// Vectors are no longer than this.
const WIDEST: usize = 4096;
/// What is no nearer than this is not near.
const NEAR: f32 = 0.35;
/// What the nearness of a group counts for beside its words, of the best group's score.
const WEIGHT: f32 = 0.8;

/// A static embedding model. Cheap to clone.
#[derive(Clone)]
pub struct Meaning(Arc<Vectors>);

struct Vectors {
    words: FxHashMap<String, u32>,
    numbers: Vec<f32>,
    width: usize,
}

impl fmt::Debug for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Meaning({} words, {} numbers each)", self.0.words.len(), self.0.width)
    }
}

impl PartialEq for Meaning {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Meaning {}

/// What was given is no model: why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoModel(pub String);

impl fmt::Display for NoModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoModel {}

impl Meaning {
    /// Reads a model from text: a word and its numbers a line, all of one length; a first line of two numbers (how many, how
    /// long) may say so. Words are compared in small letters without accents; the first of equal ones counts.
    ///
    /// # Errors
    /// No line, a line that is no word and numbers, or one of another length than the others: with its number.
    pub fn read(text: &str) -> Result<Self, NoModel> {
        let mut vectors = Vectors { words: FxHashMap::default(), numbers: Vec::new(), width: 0 };
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let mut parts = line.split_ascii_whitespace();
            let word = parts.next().unwrap_or("");
            let numbers: Result<Vec<f32>, _> = parts.map(str::parse).collect();
            let numbers = numbers.ok().filter(|numbers| {
                !numbers.is_empty() && numbers.len() <= WIDEST && numbers.iter().all(|n| n.is_finite())
            });
            let Some(numbers) = numbers else {
                return Err(NoModel(format!("line {} is no word with its numbers", at + 1)));
            };
            if at == 0 && numbers.len() == 1 && word.parse::<u32>().is_ok() {
                continue;
            }
            if vectors.width == 0 {
                vectors.width = numbers.len();
            }
            if numbers.len() != vectors.width {
                return Err(NoModel(format!(
                    "line {} has {} numbers, those before {}",
                    at + 1,
                    numbers.len(),
                    vectors.width
                )));
            }
            let mut folded = String::new();
            each_word(word, &mut |part| folded = part.to_owned());
            let next = vectors.words.len() as u32;
            if !folded.is_empty() && !vectors.words.contains_key(&folded) {
                vectors.words.insert(folded, next);
                vectors.numbers.extend(numbers);
            }
        }
        if vectors.words.is_empty() {
            return Err(NoModel("there is no word in it".to_owned()));
        }
        Ok(Self(Arc::new(vectors)))
    }

    /// The direction of a text; `None` when no word of it is known.
    pub(super) fn of(&self, text: &str) -> Option<Vec<f32>> {
        let mut sum = vec![0.0; self.0.width];
        let mut known = false;
        each_word(text, &mut |word| {
            let Some(&at) = self.0.words.get(word).filter(|_| !is_stop(word)) else { return };
            known = true;
            let start = at as usize * self.0.width;
            for (sum, number) in sum.iter_mut().zip(&self.0.numbers[start..]) {
                *sum += number;
            }
        });
        let length = sum.iter().map(|n| n * n).sum::<f32>().sqrt();
        sum.iter_mut().for_each(|n| *n /= length);
        (known && length > 0.0).then_some(sum)
    }

    /// Raises the scores of groups by how near their texts are to the request's.
    pub(super) fn rerank<'t>(
        &self,
        request: &str,
        scores: &mut [f32],
        texts: impl Iterator<Item = Vec<&'t str>>,
    ) {
        let Some(wanted) = self.of(request) else { return };
        let best = scores.iter().copied().fold(0.0_f32, f32::max);
        let best = if best > 0.0 { best } else { 1.0 };
        for (score, texts) in scores.iter_mut().zip(texts) {
            // The nearest of its texts: a group is about what one of its lines is about.
            let near = texts.into_iter().filter_map(|text| self.of(text)).map(|is| dot(&is, &wanted));
            let near = near.fold(0.0_f32, f32::max);
            if near > NEAR {
                *score += WEIGHT * best * (near - NEAR) / (1.0 - NEAR);
            }
        }
    }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        snapshot::Role,
        view::{
            ViewOptions,
            testing::{SnapshotBuilder, render},
        },
    };

    /// Two directions: animals and vehicles; and what is neither.
    const MODEL: &str =
        "6 3\ncat 1 0.1 0\nDog 0.9 0 0\npuppy 1 0 0.1\ntruck 0 1 0\nlorry 0 0.9 0.1\nthing 0 0 1\n";

    #[test]
    fn models_are_read_and_what_is_none_is_refused() {
        let model = Meaning::read(MODEL).unwrap();
        let near = |a: &str, b: &str| dot(&model.of(a).unwrap(), &model.of(b).unwrap());
        assert!(
            near("the dog", "PUPPY!") > 0.9 && near("truck", "lorry") > 0.9 && near("dog", "lorry") < 0.2
        );
        assert_eq!(model.of("nothing of it"), None);
        for wrong in ["", "cat", "cat one", "cat 1 2\ndog 1", "cat NaN 1"] {
            assert!(Meaning::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_means_the_same_is_kept() {
        let mut b = SnapshotBuilder::new();
        for at in 0..300 {
            b.open("div", Role::Generic).rect_at(f64::from(at) * 200.0);
            let name = if at == 250 { "Truck of the year".to_owned() } else { format!("Thing number {at}") };
            b.leaf("h3", Role::Heading, &name).rect_at(f64::from(at) * 200.0);
            b.leaf("button", Role::Button, "Show").rect_at(f64::from(at) * 200.0).close();
        }
        let page = b.build();
        let meaning = Some(Meaning::read(MODEL).unwrap());
        let options = ViewOptions {
            query: Some("a nice lorry".to_owned()),
            budget: Some(600),
            ..ViewOptions::default()
        };
        assert!(!render(&page, &options).text.contains("Truck"), "no word of it is the same");
        let text = render(&page, &ViewOptions { meaning, ..options }).text;
        assert!(text.contains("\"Truck of the year\""), "{text}");
    }
}
