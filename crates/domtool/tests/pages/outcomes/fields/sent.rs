//! Forms that are sent, and those that are not.

use domtool::ErrorKind::{Disabled, NoEffect, ValueRejected, WrongKind};

use super::{Act, Do, Outcome, Truth, check, done, failed, refused};

const PAGE: &str = "forms-submit.html";

pub(in super::super) const SENT: &[Outcome] = &[
    Outcome {
        what: "by the browser itself",
        page: PAGE,
        target: "Posted",
        act: Act::Plain(Do::Submit),
        then: Truth::Made {
            is: "!document.title.includes('Submit')",
            says: &["was sent with Enter", "POST"],
        },
    },
    done(
        "with Enter",
        PAGE,
        "Name",
        Do::Submit,
        &["keydown name trusted", "submit plain trusted"],
        &["submitted with Enter, which the page handles itself"],
    ),
    done(
        "by its button",
        PAGE,
        "Send plain",
        Do::Submit,
        &["click plain-send trusted", "submit plain trusted"],
        &["with its button"],
    ),
    done(
        "from a field outside",
        PAGE,
        "Outside",
        Do::Submit,
        &["keydown outside trusted", "submit plain trusted"],
        &["submitted with Enter"],
    ),
    done(
        "with one field and no button",
        PAGE,
        "Alone",
        Do::Submit,
        &["keydown alone trusted", "submit bare trusted"],
        &["with Enter"],
    ),
    done(
        "with two fields and no button",
        PAGE,
        "Left",
        Do::Submit,
        &["submit pair trusted"],
        &["by a script"],
    ),
    done(
        "from a text area",
        PAGE,
        "Message",
        Do::Submit,
        &["click notes-send trusted", "submit notes trusted"],
        &["with its button"],
    ),
    done(
        "where Enter is eaten",
        PAGE,
        "Eats Enter",
        Do::Submit,
        &["keydown eats trusted", "submit keys trusted"],
        &["with its button"],
    ),
    Outcome {
        what: "where Enter does what the button does, once",
        page: PAGE,
        target: "Sends itself",
        act: Act::Plain(Do::Submit),
        then: Truth::Made {
            is: "log.join() === 'keydown itself trusted,sent itself trusted'",
            says: &["no submit event came of it"],
        },
    },
    done("unchecked", PAGE, "Loose", Do::Submit, &["submit free trusted"], &["submitted with Enter"]),
    failed(
        "with what is not valid",
        PAGE,
        "Mail",
        Do::Submit,
        ValueRejected,
        &["keydown mail trusted", "click strict-send trusted"],
        &["Mail: ", "Age: ", "fill the fields"],
    ),
    failed(
        "where the page stops it",
        PAGE,
        "Send stopped",
        Do::Submit,
        NoEffect,
        &["click stopped-send trusted"],
        &["was not sent"],
    ),
    refused("with a disabled button", PAGE, "Waiting", Do::Submit, Disabled, &["is disabled"]),
    refused("in no form", PAGE, "Lonely", Do::Submit, WrongKind, &["is in no form"]),
];

#[test]
fn as_forms() {
    check(SENT);
}
