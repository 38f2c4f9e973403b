//! Words the outcome of an action for its report: what happened, what speaks for it that what was asked for is so, and one sentence
//! for a model.

use std::iter;

use super::{
    expect::{Expect, Outcome},
    implied::Proof,
    judge::Verdict,
};
use crate::{
    limits::LISTED_ERRORS,
    report::{Evidence, Verification},
};

/// What is known of an action that was done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts<'a> {
    /// What the action says of itself.
    pub(crate) said: &'a str,
    /// That is no more than what `ok` and the action's name and element say.
    pub(crate) plain: bool,
    pub(crate) proof: Proof,
    /// What the caller expected, and what became of it.
    pub(crate) expected: Option<(&'a Expect, &'a Verdict)>,
    /// It is a click on a link: that leads somewhere, or changes something.
    pub(crate) follows_link: bool,
    /// What happened, in words.
    pub(crate) what: &'a [String],
    /// Whether it is known what changed: there was something to compare with.
    pub(crate) compared: bool,
    /// What the page says is wrong, and then which fields hold what is not valid, whether or not it shows that.
    pub(crate) errors: &'a [String],
    /// How many of them the page says.
    pub(crate) shown: usize,
    /// What the page says went well.
    pub(crate) successes: &'a [String],
    /// A dialog that waits for an answer, in words.
    pub(crate) dialog: Option<&'a str>,
    /// Whether the page changed something in itself, of which nothing can be read.
    pub(crate) changed: bool,
    /// Whether something lives on the page that may change it at any time.
    pub(crate) open: bool,
    /// Whether the page shows a canvas, of which nothing can be read.
    pub(crate) canvas: bool,
    /// Whether something changed, all of it as it does all the time.
    pub(crate) ticks: bool,
}

/// The verification of a report.
pub(crate) fn verify(facts: &Facts<'_>) -> Verification {
    let passed = match facts.expected {
        Some((_, verdict)) => !matches!(verdict, Verdict::Not(_)),
        None => !(facts.follows_link && facts.compared && facts.what.is_empty()),
    };
    let (feedback, note) = feedback(facts);
    Verification {
        passed,
        expected: match facts.expected {
            Some((expect, _)) => Some(expect.to_string()),
            None => facts.follows_link.then(|| format!("{} or {}", Outcome::Navigation, Outcome::AnyChange)),
        },
        met: match facts.expected {
            Some((_, Verdict::Met(outcome) | Verdict::Kept(outcome))) => Some(outcome.to_string()),
            _ => None,
        },
        errors: facts.errors.iter().take(LISTED_ERRORS).cloned().collect(),
        successes: facts.successes.to_vec(),
        evidence: evidence(facts, passed),
        feedback,
        note,
        errors_in_effects: facts.shown,
    }
}

fn evidence(facts: &Facts<'_>, passed: bool) -> Evidence {
    match (facts.expected, facts.proof) {
        _ if !passed => Evidence::Missing,
        (Some((_, Verdict::Kept(_))), _) => Evidence::AsBefore,
        (Some(_), _) | (None, Proof::ReadBack) => Evidence::Verified,
        (None, Proof::Arrived) if !facts.what.is_empty() => Evidence::Effect,
        (None, Proof::Arrived) => Evidence::Nothing,
    }
}

/// A part of the sentence, and whether the report's effects say the same.
struct Piece {
    text: String,
    in_effects: bool,
}

/// One sentence: what was done, whether what was expected came, and the one thing that a model must not miss. Then what of it the
/// effects do not say.
fn feedback(facts: &Facts<'_>) -> (String, String) {
    let pieces = pieces(facts);
    let all = pieces.iter().map(|piece| piece.text.as_str());
    let sentence = iter::once(facts.said).chain(all).collect();
    let rest: String =
        pieces.iter().filter(|piece| !piece.in_effects).map(|piece| piece.text.as_str()).collect();
    let note = match facts.plain {
        true => rest.trim_start_matches(", and ").trim_start_matches([',', ';', ' ']).to_owned(),
        false => format!("{}{rest}", facts.said),
    };
    (sentence, note)
}

/// What the sentence says beside what was done.
fn pieces(facts: &Facts<'_>) -> Vec<Piece> {
    let piece = |text: String| Piece { text, in_effects: false };
    let again = |text: String| Piece { text, in_effects: true };
    let mut pieces = Vec::new();
    match facts.expected {
        Some((_, Verdict::Met(outcome))) => pieces.push(piece(format!(", and {} came", plain(outcome)))),
        Some((_, Verdict::Kept(outcome))) => {
            pieces.push(piece(format!("; {} was so before", plain(outcome))));
        }
        Some((_, Verdict::Not(instead))) => {
            pieces.push(piece(format!(", but what was expected did not come: {}", instead.join("; "))));
        }
        None => {}
    }
    if let Some(dialog) = facts.dialog {
        pieces.push(again(format!("; its {dialog} waits for an answer")));
    } else if let Some(error) = facts.errors.first().filter(|error| facts.shown > 0 || !is_said(facts, error))
    {
        let says = if facts.shown > 0 { "the page shows an error: " } else { "" };
        pieces.push(Piece { text: format!("; {says}{error}"), in_effects: facts.shown > 0 });
        match facts.errors.len() - 1 {
            0 => {}
            more => pieces.push(again(format!(" (and {more} more)"))),
        }
    } else if let Some(success) = facts.successes.first() {
        pieces.push(again(format!("; the page says: {success}")));
    } else if facts.what.is_empty() && facts.expected.is_none() {
        let nothing = match (facts.compared, facts.proof) {
            (true, Proof::Arrived) if facts.changed && facts.open => {
                "; nothing that can be read or operated changed so far, though the page changed something in itself"
            }
            (true, Proof::Arrived) if facts.changed => {
                "; nothing that can be read or operated changed, though the page changed something in itself"
            }
            (true, Proof::ReadBack) if facts.open => "; nothing else so far",
            (true, Proof::Arrived) if facts.ticks => "; only what changes all the time changed",
            (true, Proof::Arrived) if facts.open => "; nothing so far",
            (true, Proof::ReadBack) => "; nothing else happened",
            (true, Proof::Arrived) => "; nothing happened",
            (false, Proof::ReadBack) => "",
            (false, Proof::Arrived) => "; what changed is not known, as the page was not observed before",
        };
        let unseen = match facts.canvas && facts.compared && facts.proof == Proof::Arrived {
            true => "; what its canvas shows, only a screenshot tells",
            false => "",
        };
        pieces.push(piece(format!("{nothing}{unseen}")));
    }
    pieces
}

/// Whether the action says of itself why a field is not valid.
fn is_said(facts: &Facts<'_>, error: &str) -> bool {
    error.split_once(" is invalid: ").is_some_and(|(_, why)| facts.said.ends_with(why))
}

/// An outcome in a sentence, without a value: it may be a secret.
fn plain(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Value(_) => "the expected value".to_owned(),
        outcome => outcome.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Facts<'_> = Facts {
        said: "clicked e1",
        plain: true,
        proof: Proof::Arrived,
        expected: None,
        follows_link: false,
        what: &[],
        compared: true,
        errors: &[],
        shown: 0,
        successes: &[],
        dialog: None,
        changed: false,
        open: false,
        canvas: false,
        ticks: false,
    };

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    fn check(facts: &Facts<'_>, passed: bool, evidence: Evidence, feedback: &str) {
        let verification = verify(facts);
        assert_eq!(
            (verification.passed, verification.evidence, verification.feedback.as_str()),
            (passed, evidence, feedback)
        );
    }

    #[test]
    fn what_nobody_expects_anything_of() {
        let (something, wrong) = (texts(&["POST /save"]), texts(&["Card declined", "Too late"]));
        let well = texts(&["Saved"]);
        check(&NOTHING, true, Evidence::Nothing, "clicked e1; nothing happened");
        let clock = "clicked e1; only what changes all the time changed";
        check(&Facts { ticks: true, ..NOTHING }, true, Evidence::Nothing, clock);
        let drawn = "clicked e1; nothing happened; what its canvas shows, only a screenshot tells";
        check(&Facts { canvas: true, ..NOTHING }, true, Evidence::Nothing, drawn);
        check(&Facts { open: true, ..NOTHING }, true, Evidence::Nothing, "clicked e1; nothing so far");
        check(
            &Facts { changed: true, open: true, ..NOTHING },
            true,
            Evidence::Nothing,
            "clicked e1; nothing that can be read or operated changed so far, though the page changed something in itself",
        );
        check(&Facts { what: &something, ..NOTHING }, true, Evidence::Effect, "clicked e1");
        check(
            &Facts { what: &something, errors: &wrong, shown: 1, ..NOTHING },
            true,
            Evidence::Effect,
            "clicked e1; the page shows an error: Card declined (and 1 more)",
        );
        check(
            &Facts { what: &something, successes: &well, ..NOTHING },
            true,
            Evidence::Effect,
            "clicked e1; the page says: Saved",
        );
        check(
            &Facts { proof: Proof::ReadBack, ..NOTHING },
            true,
            Evidence::Verified,
            "clicked e1; nothing else happened",
        );
        check(
            &Facts { dialog: Some("confirm \"Really?\""), what: &something, ..NOTHING },
            true,
            Evidence::Effect,
            "clicked e1; its confirm \"Really?\" waits for an answer",
        );
        check(
            &Facts { compared: false, ..NOTHING },
            true,
            Evidence::Nothing,
            "clicked e1; what changed is not known, as the page was not observed before",
        );
    }

    #[test]
    fn the_note_says_what_the_effects_do_not() {
        let (something, wrong) = (texts(&["POST /save"]), texts(&["Card declined", "Too late"]));
        let happened = Facts { what: &something, ..NOTHING };
        for (facts, note) in [
            (NOTHING, "nothing happened"),
            (happened, ""),
            (Facts { plain: false, ..happened }, "clicked e1"),
            (Facts { errors: &wrong, shown: 1, ..happened }, ""),
            (Facts { errors: &wrong[..1], shown: 0, ..happened }, "Card declined"),
            (Facts { dialog: Some("confirm"), ..happened }, ""),
            (Facts { plain: false, ..NOTHING }, "clicked e1; nothing happened"),
        ] {
            assert_eq!(verify(&facts).note, note, "{facts:?}");
        }
    }

    #[test]
    fn a_link_leads_somewhere() {
        let link = Facts { follows_link: true, ..NOTHING };
        check(&link, false, Evidence::Missing, "clicked e1; nothing happened");
        assert_eq!(verify(&link).expected.as_deref(), Some("navigation or any_change"));
        let something = texts(&["a new page /b"]);
        check(&Facts { what: &something, ..link }, true, Evidence::Effect, "clicked e1");
        check(
            &Facts { compared: false, ..link },
            true,
            Evidence::Nothing,
            "clicked e1; what changed is not known, as the page was not observed before",
        );
    }

    #[test]
    fn what_was_expected() {
        let expect: Expect = "appears:Saved or navigation".parse().unwrap();
        let met = Verdict::Met(Outcome::Navigation);
        let facts = Facts { expected: Some((&expect, &met)), ..NOTHING };
        check(&facts, true, Evidence::Verified, "clicked e1, and navigation came");
        assert_eq!(verify(&facts).met.as_deref(), Some("navigation"));
        let kept = Verdict::Kept(Outcome::Value("secret".to_owned()));
        check(
            &Facts { expected: Some((&expect, &kept)), ..NOTHING },
            true,
            Evidence::AsBefore,
            "clicked e1; the expected value was so before",
        );
        let not = Verdict::Not(texts(&["\"Saved\" is not there", "the address is the same"]));
        check(
            &Facts { expected: Some((&expect, &not)), ..NOTHING },
            false,
            Evidence::Missing,
            "clicked e1, but what was expected did not come: \"Saved\" is not there; the address is the same",
        );
    }
}
