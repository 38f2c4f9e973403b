//! What an action caused, as its report tells it; and what it did not cause, which its report does not tell.

use domtool::Action;

use super::{Act, Do, Outcome, Truth, check};

pub(super) const ALL: &[&[Outcome]] =
    &[MESSAGES, ERRORS, FALSE_ERRORS, REQUESTS, PAGES, OPENED, BYSTANDERS, PLACES, APPS];

/// A click on a button of `effects.html`, which notes it by this id.
const fn click(
    target: &'static str,
    note: &'static [&'static str],
    says: &'static [&'static str],
) -> Outcome {
    Outcome {
        what: target,
        page: "effects.html",
        target,
        act: Act::Plain(Do::Click),
        then: Truth::Done { notes: note, says },
    }
}

const fn on(page: &'static str, what: &'static str, outcome: Outcome) -> Outcome {
    Outcome { page, what, ..outcome }
}

const MESSAGES: &[Outcome] = &[
    click(
        "Status",
        &["click status trusted"],
        &[r#""messages":[{"text":"Draft kept","kind":"plain","gone":false"#],
    ),
    click("Alert", &["click alert trusted"], &[r#"{"text":"Disk is full""#]),
    click("Counter", &["click counter trusted"], &[r#""messages":[{"text":"3 items left""#]),
    click(
        "Held flash",
        &["click held-flash trusted", "held answer trusted"],
        &[r#"{"text":"Gone in between","kind":"plain","gone":true"#],
    ),
    click("Fade in", &["click fade-in trusted"], &[r#""messages":[{"text":"Faded in""#]),
    click(
        "Success by class",
        &["click success-by-class trusted"],
        &[r#"{"text":"All is well","kind":"success""#],
    ),
    click("Error by class", &["click error-by-class trusted"], &[r#"{"text":"All is lost","kind":"error""#]),
    click("Error by colour", &["click error-by-colour trusted"], &[r#"{"text":"Hm","kind":"error""#]),
    click("Success by colour", &["click success-by-colour trusted"], &[r#"{"text":"Hm","kind":"success""#]),
    click("Two toasts", &["click two-toasts trusted"], &["First of two", "Second of two"]),
    click("Validate", &["click validate trusted"], &[r#"{"text":"Please give a name","kind":"error""#]),
    click("Send mail", &["click send-mail trusted"], &[r#""kind":"error","gone":false"#, "\"focus\":\"e"]),
    click("Ask validity", &["click ask-validity trusted", "valid false trusted"], &[r#""messages":[]"#]),
    click("Flag code", &["click flag-code trusted"], &[r#"{"text":"Codes have six digits","kind":"error""#]),
    click("Redraw list", &["click redraw-list trusted"], &[r#""messages":[]"#, "Edit three"]),
    click("Replace text", &["click replace-text trusted"], &[r#""messages":[]"#, "First"]),
    click("Open root", &["click open-root trusted"], &["From a new open root"]),
];

const ERRORS: &[Outcome] = &[
    click("Throw", &["click throw trusted"], &["broken handler", r#""console_errors":["#]),
    click("Reject", &["click reject trusted"], &["broken promise"]),
    click("Console", &["click console trusted"], &[r#""console_errors":["it went wrong"]"#]),
    click(
        "Nothing",
        &["click nothing trusted"],
        &["nothing happened", r#""console_errors":[]"#, r#""requests":[]"#, "nothing changed"],
    ),
    click("Server error", &["click server-error trusted"], &[r#""status":500"#]),
    click("Refused", &["click refused trusted"], &[r#""failure":"net::ERR_EMPTY_RESPONSE""#]),
];

/// What is an error of the page, and what only looks or sounds like one.
const FALSE_ERRORS: &[Outcome] = &[
    click(
        "Failed save",
        &["click failed-save trusted", "answered failed trusted"],
        &[r#""errors":["POST "#, "was answered 500", "the page shows an error"],
    ),
    click(
        "Reset save",
        &["click reset-save trusted", "answered reset trusted"],
        &[r#""errors":["POST "#, "net::ERR_EMPTY_RESPONSE"],
    ),
    click(
        "Given up",
        &["click given-up trusted", "given up trusted"],
        &[r#""aborted":true"#, r#""evidence":"effect""#],
    ),
    click(
        "Unread answer",
        &["click unread-answer trusted", "answered 204 trusted"],
        &[r#""status":204"#, r#""evidence":"effect""#],
    ),
    click("Server error", &["click server-error trusted"], &[r#""status":500"#, r#""evidence":"effect""#]),
    click("Status bar", &["click status-bar trusted"], &["2 errors, 3 warnings", r#""evidence":"effect""#]),
    click("Silent count", &["click silent-count trusted"], &[r#""messages":[]"#, r#""evidence":"effect""#]),
    click("Error icon", &["click error-icon trusted"], &[r#""kind":"plain""#, r#""evidence":"effect""#]),
    click("Words alone", &["click words-alone trusted"], &[r#""kind":"error""#, r#""evidence":"effect""#]),
    click(
        "Words of alert",
        &["click words-of-alert trusted"],
        &[r#""kind":"error""#, r#""errors":["Could not reach the server"]"#],
    ),
];

const REQUESTS: &[Outcome] = &[
    click(
        "Load",
        &["click load trusted"],
        &[r#""type":"fetch""#, r#""status":200"#, "Late answer", r#""still":[]"#],
    ),
    click("Chain", &["click chain trusted"], &["End of chain", "text=a", "text=b"]),
    click(
        "Post",
        &["click post trusted"],
        &[r#"{"method":"POST","type":"fetch","url":"http"#, r#""status":200"#, r#""still":[]"#],
    ),
    click("Slow post", &["click slow-post trusted"], &[r#""status":null"#, r#""still":["request POST"#]),
    click("Picture", &["click picture trusted"], &[r#""type":"image""#, r#""still":[]"#]),
    click("Beacon", &["click beacon trusted"], &[r#""type":"ping""#, r#""still":[]"#]),
    click("Stream", &["click stream trusted"], &[r#""type":"eventsource""#]),
    on(
        "effects.html?poll",
        "a poll is no effect",
        click("Nothing", &["click nothing trusted"], &[r#""requests":[]"#]),
    ),
    on(
        "effects.html?poll",
        "a request beside a poll is one",
        click("Post", &["click post trusted"], &[r#""requests":[{"method":"POST""#]),
    ),
];

const PAGES: &[Outcome] = &[
    // The first, in a tab that was nowhere else.
    Outcome {
        what: "back in the history of one document",
        page: "effects.html",
        target: "",
        act: Act::Free(|| Action::Back),
        then: Truth::Refused {
            kind: domtool::ErrorKind::NotFound,
            says: &["there is no page to go back to"],
        },
    },
    click("Push state", &["click push-state trusted"], &["route=two\"", r#""navigated":false"#]),
    click("Fragment", &["click fragment trusted"], &["#part\"", r#""navigated":false"#]),
    click("Retitle", &["click retitle trusted"], &[r#""title":"Another title""#]),
    click("New tab", &["click new-tab trusted"], &[r#""tabs":[{"number":2"#]),
    Outcome {
        what: "a message of the page that was left",
        page: "effects.html",
        target: "Bye",
        act: Act::Plain(Do::Click),
        then: Truth::Made {
            is: "location.pathname === '/submit/bye'",
            // The page leaves by a timer: before the report, or after it.
            says: &[r#"{"text":"Signed out","kind":"plain""#],
        },
    },
    Outcome {
        what: "a new page",
        page: "effects.html",
        target: "Go",
        act: Act::Plain(Do::Click),
        then: Truth::Made {
            is: "location.pathname === '/submit/go'",
            says: &["/submit/go\"", r#""navigated":true"#],
        },
    },
    click("Focus code", &["click focus-code trusted"], &["\"focus\":\"e"]),
    click("Grow", &["click grow trusted"], &[r#""still":[]"#]),
    click("Spin", &["click spin trusted"], &[r#""still":[]"#]),
];

const OPENED: &[Outcome] = &[
    click(
        "Menu",
        &["click menu trusted"],
        &[
            r#""opened":[{"kind":"menu""#,
            r#""name":"Tools""#,
            r#""name":"Cut""#,
            r#""name":"Paste""#,
            r#"{"name":"expanded","was":"","now":"true"}"#,
        ],
    ),
    click("Dialog", &["click dialog trusted"], &[r#""kind":"dialog""#, r#""name":"Really?""#, "Yes, really"]),
    click("Toggle", &["click toggle trusted"], &[r#""state":[{"name":"pressed","was":"","now":"true"}]"#]),
    Outcome {
        what: "details",
        page: "effects.html",
        target: "More",
        act: Act::Plain(Do::Click),
        then: Truth::Made {
            is: "document.querySelector('details').open",
            says: &[r#""state":[{"name":"expanded","was":"false","now":"true"}]"#, "More of it"],
        },
    },
    Outcome {
        what: "a value is a change of state",
        page: "effects.html",
        target: "Code",
        act: Act::Plain(Do::Fill("12")),
        then: Truth::Made {
            is: "document.getElementById('code').value === '12'",
            says: &[r#""state":[{"name":"value","was":"","now":"12"}]"#],
        },
    },
];

/// A click in a frame or a shadow root, which causes something there.
const fn place(
    target: &'static str,
    note: &'static [&'static str],
    says: &'static [&'static str],
) -> Outcome {
    on("effects-places.html", "what is caused where it is clicked", click(target, note, says))
}

const PLACES: &[Outcome] = &[
    place("Say open", &["click say-open trusted"], &["Said in open", "Answered open", r#""still":[]"#]),
    place(
        "Say closed",
        &["click say-closed trusted"],
        &["Said in closed", "Answered closed", r#""still":[]"#],
    ),
    place("Say same", &["click say-same trusted"], &["Said in same", "Answered same", r#""still":[]"#]),
    place(
        "Say middle",
        &["click say-middle trusted"],
        &["Said in middle", "Answered middle", r#""still":[]"#],
    ),
    place("Say deep", &["click say-deep trusted"], &["Said in deep", "Answered deep", r#""still":[]"#]),
];

/// What the page does by itself is no effect of a click.
const BYSTANDERS: &[Outcome] = &[
    on(
        "effects.html?clock",
        "a clock is no effect",
        click("Nothing", &["click nothing trusted"], &[r#""messages":[]"#, r#""still":[]"#]),
    ),
    on(
        "effects.html?ticker",
        "what is drawn anew again and again is no message",
        click("Nothing", &["click nothing trusted"], &[r#""messages":[]"#]),
    ),
    on(
        "effects.html?clock",
        "an effect beside a clock",
        click("Status", &["click status trusted"], &[r#""messages":[{"text":"Draft kept""#]),
    ),
    on(
        "effects.html?ticker",
        "an effect beside what is drawn anew",
        click("Alert", &["click alert trusted"], &["Disk is full"]),
    ),
];

#[test]
fn messages() {
    check(MESSAGES);
}

#[test]
fn errors() {
    check(ERRORS);
}

#[test]
fn what_is_an_error_of_the_page() {
    check(FALSE_ERRORS);
}

#[test]
fn requests() {
    check(REQUESTS);
}

#[test]
fn pages() {
    check(PAGES);
}

#[test]
fn what_it_opened() {
    check(OPENED);
}

#[test]
fn bystanders() {
    check(BYSTANDERS);
}

#[test]
fn in_frames_and_shadow_roots() {
    check(PLACES);
}

/// What real pages made of reports.
const APPS: &[Outcome] = &[
    on(
        "apps.html",
        "a list that is drawn anew is nothing that opened",
        click("Next page", &["click next trusted 2"], &["Page 3", r#""added":"#]),
    ),
    on(
        "apps.html",
        "what opens is told once, also in a live region",
        click("Fruit", &["click fruit trusted"], &[r#""opened":[{"kind":"listbox""#, r#""messages":[]"#]),
    ),
    on(
        "apps.html",
        "a part of the page is no message",
        click("More", &["click more trusted"], &[r#""messages":[]"#, "200 well"]),
    ),
    Outcome {
        what: "a copy that is carried is no message",
        page: "apps.html",
        target: "Carried",
        act: Act::NodeDetails("Left", |source, target| Action::Drag(domtool::Drag::new(source, target))),
        then: Truth::Done { notes: &["dropped carried trusted"], says: &[r#""messages":[]"#] },
    },
    on(
        "apps.html",
        "a change of looks alone is not nothing",
        click("Read it", &["click read trusted"], &["though the page changed something in itself"]),
    ),
    Outcome {
        what: "a form whose page asks first is not called sent",
        page: "apps.html",
        target: "Asks",
        act: Act::Plain(Do::Submit),
        then: Truth::Asked {
            says: &["was pressed", "Really?", "\"evidence\":\"effect\""],
            answer: (true, None),
            notes: &["submit asking trusted true"],
        },
    },
];

#[test]
fn of_pages_as_they_are() {
    check(APPS);
}
