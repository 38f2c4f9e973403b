//! Text and choices into fields.

mod apps;
mod everywhere;
mod libraries;
mod lists;
mod odd;
mod sent;

use domtool::ErrorKind;

use super::{Act, Do, Outcome, Truth, check};

pub(super) const ALL: &[&[Outcome]] = &[
    STATES,
    everywhere::MAIN,
    everywhere::OPEN,
    everywhere::CLOSED,
    everywhere::FRAME,
    everywhere::DEEP,
    odd::FORMATTED,
    odd::CHANGED,
    odd::MOMENTS,
    odd::HOPELESS,
    libraries::LIBRARIES,
    lists::CHOSEN,
    lists::REFUSED,
    sent::SENT,
    apps::EDITORS,
    apps::CARETS,
    apps::MASKS,
    apps::CHOICES,
];

const STATES: &[Outcome] = &[
    Outcome {
        what: "a field that keeps the first five letters",
        page: "fields.html",
        target: "Short",
        act: Act::Plain(Do::Fill("abcdefgh")),
        then: Truth::Failed {
            kind: ErrorKind::ValueRejected,
            notes: &["input short trusted a", "input short trusted abcde"],
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

/// A row that is reported done, with what the page has noted in this order.
const fn done(
    what: &'static str,
    page: &'static str,
    target: &'static str,
    act: Do,
    notes: &'static [&'static str],
    says: &'static [&'static str],
) -> Outcome {
    Outcome { what, page, target, act: Act::Plain(act), then: Truth::Done { notes, says } }
}

/// A row that is reported done, with what is true of the page then.
const fn made(
    what: &'static str,
    page: &'static str,
    target: &'static str,
    act: Do,
    is: &'static str,
    says: &'static [&'static str],
) -> Outcome {
    Outcome { what, page, target, act: Act::Plain(act), then: Truth::Made { is, says } }
}

/// A row that is refused before anything is sent.
const fn refused(
    what: &'static str,
    page: &'static str,
    target: &'static str,
    act: Do,
    kind: ErrorKind,
    says: &'static [&'static str],
) -> Outcome {
    Outcome { what, page, target, act: Act::Plain(act), then: Truth::Refused { kind, says } }
}

/// A row that fails after input was sent, with all that the page has noted.
const fn failed(
    what: &'static str,
    page: &'static str,
    target: &'static str,
    act: Do,
    kind: ErrorKind,
    notes: &'static [&'static str],
    says: &'static [&'static str],
) -> Outcome {
    Outcome { what, page, target, act: Act::Plain(act), then: Truth::Failed { kind, notes, says } }
}
