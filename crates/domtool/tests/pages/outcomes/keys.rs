//! Keys, text selections and the clipboard.

use domtool::Action;

use super::{Act, Outcome, Truth, check};

pub(super) const ALL: &[&[Outcome]] = &[FIRST];

const FIRST: &[Outcome] = &[Outcome {
    what: "Tab from nowhere",
    page: "keys.html",
    target: "",
    act: Act::Free(|| Action::Press { target: None, keys: "Tab".to_owned() }),
    then: Truth::Made { is: "document.activeElement.id === 'first'", says: &["\"focus\":\"e"] },
}];

#[test]
fn of_the_first_kind() {
    check(FIRST);
}
