//! Clicks and other doings of the pointer.

use domtool::{Action, Button, Click, ErrorKind};

use super::{Act, Do, Outcome, Truth, check};

pub(super) const ALL: &[&[Outcome]] = &[COVERED];

const COVERED: &[Outcome] = &[
    Outcome {
        what: "a covered button",
        page: "covered.html",
        target: "Buried",
        act: Act::Plain(Do::Click),
        then: Truth::Refused { kind: ErrorKind::Covered, says: &["Cookies"] },
    },
    Outcome {
        what: "a right click",
        page: "pointer.html",
        target: "Target",
        act: Act::Of(|id| Action::Click(Click { button: Button::Right, ..Click::new(id) })),
        then: Truth::Done { notes: &["contextmenu target trusted 2 0"], says: &["right_click"] },
    },
    Outcome {
        what: "a half-covered button",
        page: "covered.html",
        target: "Half",
        act: Act::Plain(Do::Click),
        then: Truth::Done { notes: &["click half trusted"], says: &[] },
    },
    Outcome {
        what: "a button that comes to rest",
        page: "covered.html",
        target: "Mover",
        act: Act::After("document.getElementById('start-moving').click()", |id| {
            Action::Click(Click::new(id))
        }),
        then: Truth::Done { notes: &["click mover trusted"], says: &[] },
    },
];

#[test]
fn what_is_covered_or_moves() {
    check(COVERED);
}
