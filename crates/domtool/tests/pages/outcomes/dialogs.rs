//! Dialogs of the page and windows that it opens: told with their text, answered, and what the page made of the answer.

use domtool::Action;

use super::{Act, Do, Outcome, Truth, check};

pub(super) const ALL: &[&[Outcome]] = &[ASKED];

/// A click whose dialog is answered.
const fn asks(
    what: &'static str,
    target: &'static str,
    says: &'static [&'static str],
    answer: (bool, Option<&'static str>),
    notes: &'static [&'static str],
) -> Outcome {
    Outcome {
        what,
        page: "dialogs.html",
        target,
        act: Act::Plain(Do::Click),
        then: Truth::Asked { says, answer, notes },
    }
}

const ASKED: &[Outcome] = &[
    asks(
        "an alert",
        "Alert",
        &["\"kind\":\"alert\"", "Careful!", "\"open\":true"],
        (true, None),
        &["alert done trusted"],
    ),
    asks("a question, yes", "Confirm", &["Really?"], (true, None), &["confirm true trusted"]),
    asks("a question, no", "Confirm", &["Really?"], (false, None), &["confirm false trusted"]),
    asks("a prompt", "Prompt", &["Your name?"], (true, Some("Ada")), &["prompt Ada trusted"]),
    asks("a prompt, dismissed", "Prompt", &["Your name?"], (false, None), &["prompt null trusted"]),
    asks("from an OOPIF", "Ask inside", &["From inside?"], (true, None), &["inside true trusted"]),
    Outcome {
        what: "leaving a page that asks first, and staying",
        page: "dialogs.html",
        target: "Leave",
        act: Act::After("document.getElementById('guard').click()", Action::click),
        then: Truth::Asked { says: &["\"kind\":\"beforeunload\""], answer: (false, None), notes: &[] },
    },
    Outcome {
        what: "a window of its own",
        page: "popup.html",
        target: "Open window",
        act: Act::Plain(Do::Click),
        then: Truth::Made { is: "!!other && !other.closed", says: &["\"tabs\":[{", "navigation-two.html"] },
    },
];

#[test]
fn what_is_asked_and_opened() {
    check(ASKED);
}
