//! What is said when something breaks in the middle.

use super::{Act, Do, Outcome, Truth, check};

pub(super) const ALL: &[&[Outcome]] = &[FIRST];

const FIRST: &[Outcome] = &[Outcome {
    what: "a plain click",
    page: "pointer.html",
    target: "Target",
    act: Act::Plain(Do::Click),
    then: Truth::Done { notes: &["mousedown target trusted 0 1"], says: &["\"action\":\"click\""] },
}];

#[test]
fn of_the_first_kind() {
    check(FIRST);
}
