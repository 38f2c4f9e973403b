//! Text and choices into fields.

use domtool::ErrorKind;

use super::{Act, Do, Outcome, Truth, check};

pub(super) const ALL: &[&[Outcome]] = &[STATES];

const STATES: &[Outcome] = &[
    Outcome {
        what: "a field that keeps the first five letters",
        page: "fields.html",
        target: "Short",
        act: Act::Plain(Do::Fill("abcdefgh")),
        then: Truth::Failed {
            kind: ErrorKind::ValueRejected,
            notes: &["input short trusted abcde"],
            says: &["abcde"],
        },
    },
    Outcome {
        what: "a disabled field",
        page: "disabled.html",
        target: "Off field",
        act: Act::Plain(Do::Fill("x")),
        then: Truth::Refused { kind: ErrorKind::Disabled, says: &["is disabled"] },
    },
];

#[test]
fn by_their_state() {
    check(STATES);
}
