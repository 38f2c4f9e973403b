//! Every kind of field, in a document, in open and closed shadow roots, in a frame, and in a frame of another process
//! that is in one.

use domtool::ErrorKind::ValueRejected;

use super::{Do, Outcome, check, done, failed};

pub(in super::super) const MAIN: &[Outcome] = &rows("forms.html?in=main");
pub(in super::super) const OPEN: &[Outcome] = &rows("forms.html?in=open");
pub(in super::super) const CLOSED: &[Outcome] = &rows("forms.html?in=closed");
pub(in super::super) const FRAME: &[Outcome] = &rows("forms.html?in=frame");
pub(in super::super) const DEEP: &[Outcome] = &rows("forms.html?in=deep");

const fn rows(page: &'static str) -> [Outcome; 22] {
    [
        done(
            "text",
            page,
            "Text",
            Do::Fill("new text"),
            &["input text trusted new text"],
            &["holds \\\"new text\\\""],
        ),
        done("emptied text", page, "Text", Do::Clear, &["input text trusted"], &["is empty"]),
        done("lines", page, "Area", Do::Fill("one\ntwo"), &["input area trusted one\ntwo"], &["one\\\\ntwo"]),
        done("rich text", page, "Rich", Do::Fill("new words"), &["input rich trusted new words"], &["holds"]),
        done(
            "plain text",
            page,
            "Plain",
            Do::Fill("new words"),
            &["input plain trusted new words"],
            &["holds"],
        ),
        done("a number", page, "Amount", Do::Fill("42.5"), &["input amount trusted 42.5"], &["not valid"]),
        done(
            "a date",
            page,
            "Day",
            Do::Fill("2026-03-04"),
            &["input day trusted 2026-03-04"],
            &["2026-03-04"],
        ),
        done("a time", page, "Clock", Do::Fill("21:30"), &["input clock trusted 21:30"], &["21:30"]),
        done(
            "a date and time",
            page,
            "When",
            Do::Fill("2026-03-04T09:30:15"),
            &["input when trusted 2026-03-04T09:30:15"],
            &["2026-03-04T09:30:15"],
        ),
        done("a month", page, "Month", Do::Fill("2026-11"), &["input month trusted 2026-11"], &["2026-11"]),
        done("a week", page, "Week", Do::Fill("2026-W09"), &["input week trusted 2026-W09"], &["2026-W09"]),
        done(
            "a colour",
            page,
            "Colour",
            Do::Fill("#ff8800"),
            &["input colour untrusted #ff8800"],
            &["set by a script"],
        ),
        done("a slider", page, "Level", Do::Fill("7"), &["input level trusted 7"], &["holds \\\"7\\\""]),
        done(
            "a long slider",
            page,
            "Fine",
            Do::Fill("3333"),
            &["input fine trusted 3333"],
            &["holds \\\"3333\\\""],
        ),
        done(
            "several options",
            page,
            "Many",
            Do::Select(&["Ash", "Elm"]),
            &["change many trusted a,e"],
            &["is set to Ash, Elm"],
        ),
        done(
            "a listed option",
            page,
            "Shown",
            Do::Select(&["Date palm"]),
            &["change shown trusted d"],
            &["Date palm"],
        ),
        done(
            "an option",
            page,
            "One",
            Do::Select(&["Cedar"]),
            &["input one trusted c", "change one trusted c"],
            &["Cedar"],
        ),
        done("a switch", page, "Toggle", Do::Check, &["click toggle trusted"], &["is on"]),
        done("a dial", page, "Dial", Do::Fill("35"), &["turned dial trusted 35"], &["is at 35"]),
        done(
            "a combobox",
            page,
            "Pick",
            Do::Select(&["Birch"]),
            &["picked pick trusted Birch"],
            &["is set to Birch"],
        ),
        done(
            "a checkbox",
            page,
            "checkbox:Box",
            Do::Check,
            &["input box trusted true", "change box trusted true"],
            &["is on"],
        ),
        failed("a form that lacks something", page, "Needed", Do::Submit, ValueRejected, &[], &["Needed: "]),
    ]
}

#[test]
fn in_a_document() {
    check(MAIN);
}

#[test]
fn in_an_open_shadow_root() {
    check(OPEN);
}

#[test]
fn in_a_closed_shadow_root() {
    check(CLOSED);
}

#[test]
fn in_a_frame() {
    check(FRAME);
}

#[test]
fn in_a_frame_of_another_process_in_one() {
    check(DEEP);
}
