//! Whether what was asked for is so: what a caller expects, what an action is for by itself, and what the page says of it.

use domtool::{Action, ErrorKind};

use super::{Act, Do, Outcome, Truth, check};

pub(super) const ALL: &[&[Outcome]] = &[MET, NOT_MET, ELSEWHERE, BY_ITSELF];

const PAGE: &str = "expectations.html";

const fn row(what: &'static str, target: &'static str, act: Act, then: Truth) -> Outcome {
    Outcome { what, page: PAGE, target, act, then }
}

const CLICK: &Act = &Act::Plain(Do::Click);

/// A click of which something is expected, and comes.
const fn met(
    what: &'static str,
    target: &'static str,
    expect: &'static str,
    notes: &'static [&'static str],
    says: &'static [&'static str],
) -> Outcome {
    row(what, target, Act::Expecting(expect, CLICK), Truth::Done { notes, says })
}

/// A click of which something is expected that does not come; the page noted the click all the same.
const fn not_met(
    what: &'static str,
    target: &'static str,
    expect: &'static str,
    notes: &'static [&'static str],
    says: &'static [&'static str],
) -> Outcome {
    let kind = ErrorKind::ExpectationFailed;
    row(what, target, Act::Expecting(expect, CLICK), Truth::Failed { kind, notes, says })
}

const MET: &[Outcome] = &[
    met(
        "a text that comes a moment later",
        "Save main",
        "appears:order main stored",
        &["click save-main trusted"],
        &["\"met\":\"appears:order main stored\"", "\"evidence\":\"verified\"", "\"passed\":true"],
    ),
    met(
        "a text that goes",
        "Remove main",
        "disappears:Row main",
        &["click remove-main trusted"],
        &["\"passed\":true"],
    ),
    met(
        "a message that lives for 300 ms",
        "Toast",
        "appears:Saved successfully",
        &["click toast trusted"],
        &["\"passed\":true", "\"met\":\"appears:Saved successfully\""],
    ),
    met(
        "the second of two",
        "Save main",
        "navigation or appears:stored",
        &["click save-main trusted"],
        &["\"met\":\"appears:stored\""],
    ),
    row(
        "a navigation",
        "Go",
        Act::Expecting("navigation", CLICK),
        Truth::Made {
            is: "location.pathname === '/navigation-two.html'",
            says: &["\"met\":\"navigation\"", "\"evidence\":\"verified\""],
        },
    ),
    row(
        "an address",
        "Go",
        Act::Expecting("url:*/navigation-two.html*", CLICK),
        Truth::Made {
            is: "location.pathname === '/navigation-two.html'",
            says: &["\"met\":\"url:*/navigation-two.html*\""],
        },
    ),
    met(
        "an address within the document",
        "Change path",
        "url:*/paid/*",
        &["click path trusted"],
        &["\"met\":\"url:*/paid/*\""],
    ),
    met(
        "a navigation within the document",
        "Section",
        "navigation",
        &["click section trusted"],
        &["\"passed\":true"],
    ),
    met(
        "a menu that opens",
        "Menu",
        "state:expanded",
        &["click menu trusted"],
        &["\"met\":\"state:expanded\""],
    ),
    met("a toggle that is pressed", "Bold", "state:pressed", &["click bold trusted"], &["\"passed\":true"]),
    met("a tab that is chosen", "Two", "state:selected", &["click tab-two trusted"], &["\"passed\":true"]),
    met("a button that goes out", "Once", "state:disabled", &["click once trusted"], &["\"passed\":true"]),
    met(
        "a checkbox by a click",
        "Box main",
        "state:checked",
        &["change box-main trusted true"],
        &["\"passed\":true"],
    ),
    met(
        "the words of a dialog",
        "Ask",
        "appears:Really delete",
        &["click ask trusted"],
        &["waits for an answer", "\"passed\":true"],
    ),
    met(
        "a new tab is a change",
        "Popup",
        "any_change",
        &["click popup trusted"],
        &["\"met\":\"any_change\""],
    ),
    met("nothing", "Dead main", "no_change", &["click dead-main trusted"], &["\"met\":\"no_change\""]),
    met(
        "the focus elsewhere is a change",
        "Focus next",
        "any_change",
        &["click focus trusted"],
        &["\"passed\":true"],
    ),
    row(
        "a value",
        "Digits",
        Act::Expecting("value:42", &Act::Plain(Do::Fill("42"))),
        Truth::Done {
            notes: &["input digits trusted 4", "input digits trusted 42"],
            says: &["\"met\":\"value:42\"", "\"evidence\":\"verified\""],
        },
    ),
    row(
        "an option by its value",
        "Country",
        Act::Expecting("value:be", &Act::Plain(Do::Select(&["Belgium"]))),
        Truth::Done { notes: &["change country trusted be"], says: &["\"met\":\"value:be\""] },
    ),
    row(
        "what was so already is as good for what sets it",
        "Country",
        Act::Expecting("value:Austria", &Act::Plain(Do::Select(&["Austria"]))),
        Truth::Made {
            is: "document.getElementById('country').value === 'at'",
            says: &["was so before", "\"evidence\":\"as_before\""],
        },
    ),
];

#[test]
fn what_is_expected_comes() {
    check(MET);
}

const NOT_MET: &[Outcome] = &[
    not_met(
        "a text that was there before",
        "Dead main",
        "appears:Saved earlier",
        &["click dead-main trusted"],
        &[
            "EXPECTATION_FAILED",
            "appears:Saved earlier was so before the action",
            "nothing happened",
            "[dispatched Yes]",
        ],
    ),
    not_met(
        "a text that was not there to go",
        "Dead main",
        "disappears:No such words",
        &["click dead-main trusted"],
        &["was not there before the action either"],
    ),
    not_met(
        "another text",
        "Save main",
        "appears:Failed",
        &["click save-main trusted"],
        &["\\\"Failed\\\" is not there"],
    ),
    not_met(
        "what comes instead is told with the error",
        "Pay",
        "appears:Order received",
        &["click fail trusted"],
        &["the page shows an error: Error: card declined", "\"instead\"", "card declined"],
    ),
    not_met(
        "an address that it had already",
        "Dead main",
        "url:*/expectations.html*",
        &["click dead-main trusted"],
        &["was so before the action"],
    ),
    not_met(
        "a navigation that stays away",
        "Nowhere",
        "navigation",
        &["click nowhere trusted"],
        &["the address is the same"],
    ),
    not_met(
        "a state that it does not take",
        "Dead main",
        "state:disabled",
        &["click dead-main trusted"],
        &["the element is enabled"],
    ),
    not_met(
        "a state that its kind never has",
        "Dead main",
        "state:checked",
        &["click dead-main trusted"],
        &["never checked"],
    ),
    not_met(
        "a tab that was chosen before",
        "One",
        "state:selected",
        &["click tab-one trusted"],
        &["state:selected was so before"],
    ),
    not_met(
        "an element that goes away",
        "Gone",
        "state:disabled",
        &["click gone trusted"],
        &["no longer in the page"],
    ),
    not_met(
        "something although nothing was to happen",
        "Save main",
        "no_change",
        &["click save-main trusted"],
        &["something happened"],
    ),
    not_met(
        "what comes too late",
        "Late",
        "appears:Done at last",
        &["click late trusted"],
        &["is not there"],
    ),
    row(
        "an effect was demanded",
        "Dead main",
        Act::Expecting("any_change", CLICK),
        Truth::Failed {
            kind: ErrorKind::NoEffect,
            notes: &["click dead-main trusted"],
            says: &["nothing happened", "[dispatched Yes]"],
        },
    ),
    row(
        "a clock is no effect of a click",
        "Dead main",
        Act::Expecting("any_change", &Act::After("document.getElementById('tick').click()", Action::click)),
        Truth::Failed {
            kind: ErrorKind::NoEffect,
            notes: &["click dead-main trusted"],
            says: &["nothing happened"],
        },
    ),
    row(
        "another value, which the field took",
        "Digits",
        Act::Expecting("value:43", &Act::Plain(Do::Fill("42"))),
        Truth::Failed {
            kind: ErrorKind::ExpectationFailed,
            notes: &["input digits trusted 4", "input digits trusted 42"],
            says: &["the element holds \\\"42\\\""],
        },
    ),
    row(
        "a secret is compared and not told",
        "Pass",
        Act::Expecting("value:opensesame", &Act::Plain(Do::Fill("hunter2"))),
        Truth::Failed {
            kind: ErrorKind::ExpectationFailed,
            // A key first: it shows whether keys write there at all.
            notes: &["input pass trusted h", "input pass trusted hunter", "input pass trusted hunter2"],
            says: &["the element holds something else"],
        },
    ),
    row(
        "a state of nothing is refused before anything is sent",
        "",
        Act::Expecting("state:checked", &Act::Free(|| Action::press(None, "F2".parse().unwrap()))),
        Truth::Refused {
            kind: ErrorKind::InvalidInput,
            says: &["of the action's element, and there is none"],
        },
    ),
];

#[test]
fn what_is_expected_does_not_come() {
    check(NOT_MET);
}

const ELSEWHERE: &[Outcome] = &[
    met(
        "a text in a frame in a frame",
        "Save leaf",
        "appears:Order leaf stored",
        &["click save-leaf trusted"],
        &["\"passed\":true"],
    ),
    met(
        "a text that goes in a frame in a frame",
        "Remove leaf",
        "disappears:Row leaf",
        &["click remove-leaf trusted"],
        &["\"passed\":true"],
    ),
    met(
        "a state in a frame in a frame",
        "Box leaf",
        "state:checked",
        &["change box-leaf trusted true"],
        &["\"passed\":true"],
    ),
    not_met(
        "another text in a frame in a frame",
        "Save leaf",
        "appears:Order main",
        &["click save-leaf trusted"],
        &["is not there"],
    ),
    met(
        "nothing in a frame in a frame",
        "Dead leaf",
        "no_change",
        &["click dead-leaf trusted"],
        &["\"met\":\"no_change\""],
    ),
    met(
        "a text in a closed shadow root",
        "Save shadow",
        "appears:Order shadow stored",
        &["click save-shadow trusted"],
        &["\"passed\":true"],
    ),
    met(
        "a text that goes in a closed shadow root",
        "Remove shadow",
        "disappears:Row shadow",
        &["click remove-shadow trusted"],
        &["\"passed\":true"],
    ),
    met(
        "a state in a closed shadow root",
        "Box shadow",
        "state:checked",
        &["change box-shadow trusted true"],
        &["\"passed\":true"],
    ),
    not_met(
        "another text in a closed shadow root",
        "Dead shadow",
        "appears:Order shadow",
        &["click dead-shadow trusted"],
        &["nothing happened"],
    ),
];

#[test]
fn in_frames_and_shadow_roots() {
    check(ELSEWHERE);
}

const BY_ITSELF: &[Outcome] = &[
    row(
        "a click that does nothing is said to do nothing",
        "Dead main",
        *CLICK,
        Truth::Done {
            notes: &["click dead-main trusted"],
            says: &["; nothing happened", "\"evidence\":\"nothing\"", "\"passed\":true"],
        },
    ),
    row(
        "a link that leads nowhere is not verified",
        "Nowhere",
        *CLICK,
        Truth::Done {
            notes: &["click nowhere trusted"],
            says: &["; nothing happened", "\"passed\":false", "navigation or any_change"],
        },
    ),
    row(
        "a link that leads somewhere",
        "Go",
        *CLICK,
        Truth::Made {
            is: "location.pathname === '/navigation-two.html'",
            says: &["\"passed\":true", "\"evidence\":\"effect\""],
        },
    ),
    row(
        "an alert is an error",
        "Pay",
        *CLICK,
        Truth::Done {
            notes: &["click fail trusted"],
            says: &[
                "\"errors\":[\"Error: card declined\"]",
                "the page shows an error",
                "\"evidence\":\"effect\"",
            ],
        },
    ),
    row(
        "a message of success",
        "Toast",
        *CLICK,
        Truth::Done {
            notes: &["click toast trusted"],
            says: &["\"successes\":[\"Saved successfully\"]", "the page says: Saved successfully"],
        },
    ),
    row(
        "a form that is refused for an empty field",
        "Submit",
        *CLICK,
        Truth::Done { notes: &["click submit trusted"], says: &["textbox \\\"Email\\\" is invalid"] },
    ),
    row(
        "a field that the page calls invalid, in its words",
        "Digits",
        Act::Plain(Do::Fill("abc")),
        Truth::Done {
            notes: &["input digits trusted abc"],
            says: &["is invalid: Digits only, please", "\"evidence\":\"verified\""],
        },
    ),
    row(
        "a request that is refused",
        "Send",
        *CLICK,
        Truth::Done { notes: &["click post trusted"], says: &["was answered 500", "\"errors\":["] },
    ),
    row(
        "what still runs makes it less sure",
        "Slow",
        *CLICK,
        Truth::Done { notes: &["click slow trusted"], says: &["\"evidence\":\"effect\""] },
    ),
    row(
        "what is filled is read back",
        "Digits",
        Act::Plain(Do::Fill("42")),
        Truth::Done {
            notes: &["input digits trusted 4", "input digits trusted 42"],
            says: &["\"evidence\":\"verified\""],
        },
    ),
    row(
        "a dialog waits for an answer",
        "Ask",
        *CLICK,
        Truth::Done { notes: &["click ask trusted"], says: &["waits for an answer", "Really delete?"] },
    ),
];

#[test]
fn what_an_action_is_for_by_itself() {
    check(BY_ITSELF);
}
