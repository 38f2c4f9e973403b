//! What is said when something breaks before the input or in the middle: elements that went, came anew or became others.

use domtool::{Action, ElementId, ErrorKind};

use super::{Act, Do, Outcome, Truth, check};

pub(super) const ALL: &[&[Outcome]] = &[BEFORE, AFTER];

fn click(target: ElementId) -> Action {
    Action::click(target)
}

/// A click after a script of the page; `it` is the button.
const fn after(what: &'static str, script: &'static str, then: Truth) -> Outcome {
    Outcome { what, page: "faults.html", target: "Press", act: Act::After(script, click), then }
}

const fn refused(kind: ErrorKind, says: &'static [&'static str]) -> Truth {
    Truth::Refused { kind, says }
}

const CLICKED: Truth = Truth::Done { notes: &["click press trusted"], says: &["\"action\":\"click\""] };

const BEFORE: &[Outcome] = &[
    after(
        "removed",
        "document.getElementById('press').remove()",
        refused(ErrorKind::Stale, &["observe again"]),
    ),
    after(
        "drawn anew, with one heir",
        "(it => { const heir = it.cloneNode(true); it.replaceWith(heir); watch(heir, 'click'); })(document.getElementById('press'))",
        CLICKED,
    ),
    after(
        "drawn anew, twice",
        "(it => { it.after(it.cloneNode(true)); it.replaceWith(it.cloneNode(true)); })(document.getElementById('press'))",
        refused(ErrorKind::Stale, &["observe again"]),
    ),
    after(
        "another now",
        "document.getElementById('press').textContent = 'Delete all'",
        refused(ErrorKind::Stale, &["Delete all"]),
    ),
    after("moved elsewhere", "document.body.prepend(document.getElementById('press'))", CLICKED),
    after(
        "disabled meanwhile",
        "document.getElementById('press').disabled = true",
        refused(ErrorKind::Disabled, &["is disabled", "do what enables it first"]),
    ),
    after(
        "hidden meanwhile",
        "document.getElementById('press').style.display = 'none'",
        refused(ErrorKind::Hidden, &["cannot be seen"]),
    ),
    after("inert meanwhile", "document.body.inert = true", refused(ErrorKind::Disabled, &["inert"])),
    after(
        "covered meanwhile",
        "document.body.insertAdjacentHTML('beforeend', '<div role=dialog aria-label=Wait style=\"position:fixed;inset:0;background:#fff\">Wait</div>')",
        refused(ErrorKind::Covered, &["Wait"]),
    ),
    after(
        "its whole page drawn anew as something else",
        "document.body.innerHTML = '<p>Gone</p>'",
        refused(ErrorKind::Stale, &["observe again"]),
    ),
    Outcome {
        what: "read-only meanwhile",
        page: "faults.html",
        target: "Name",
        act: Act::After("document.getElementById('name').readOnly = true", |target| {
            Action::fill(target, "Ada")
        }),
        then: refused(ErrorKind::ReadOnly, &["is read-only"]),
    },
    Outcome {
        what: "an id that was never given out",
        page: "faults.html",
        target: "",
        act: Act::Free(|| Action::hover("e4711".parse::<ElementId>().expect("an id"))),
        then: refused(ErrorKind::NotFound, &["never given out"]),
    },
    Outcome {
        what: "no dialog is open",
        page: "faults.html",
        target: "",
        act: Act::Free(|| Action::accept_dialog(None)),
        then: refused(ErrorKind::NotFound, &["no dialog is open"]),
    },
    Outcome {
        what: "nothing to go forward to",
        page: "faults.html",
        target: "",
        act: Act::Free(|| Action::Forward),
        then: refused(ErrorKind::NotFound, &["no page to go forward to"]),
    },
];

#[test]
fn before_the_input() {
    check(BEFORE);
}

const AFTER: &[Outcome] = &[
    Outcome {
        what: "a handler that throws",
        page: "settle.html",
        target: "Throw",
        act: Act::Plain(Do::Click),
        then: Truth::Made { is: "true", says: &["broken handler", "\"console_errors\":["] },
    },
    Outcome {
        what: "a target that goes by its click",
        page: "expectations.html",
        target: "Gone",
        act: Act::Plain(Do::Click),
        then: Truth::Made { is: "!document.getElementById('gone')", says: &["\"passed\":true"] },
    },
    Outcome {
        what: "a target that is drawn anew by its click",
        page: "expectations.html",
        target: "Redraw",
        act: Act::Plain(Do::Click),
        then: Truth::Done { notes: &["click redraw trusted"], says: &["Other"] },
    },
    Outcome {
        what: "stopping what has loaded",
        page: "faults.html",
        target: "",
        act: Act::Free(|| Action::Stop),
        then: Truth::Made { is: "document.readyState === 'complete'", says: &["stopped at"] },
    },
];

#[test]
fn after_the_input() {
    check(AFTER);
}
