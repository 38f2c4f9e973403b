//! Rows that are inserted, sorted, drawn anew, recycled or removed between the look and the click.

use domtool::{Action, ErrorKind};

use super::{Act, Outcome, Truth, check};

pub(super) const ALL: &[&[Outcome]] = &[CHANGED];

const fn after(what: &'static str, target: &'static str, script: &'static str, then: Truth) -> Outcome {
    let act = Act::After(script, Action::click);
    Outcome { what, page: "rows.html", target, act, then }
}

const STALE: Truth = Truth::Refused { kind: ErrorKind::Stale, says: &[] };

const CHANGED: &[Outcome] = &[
    after(
        "a row inserted above",
        "Open Bob",
        "document.getElementById('insert').onclick()",
        Truth::Done { notes: &["click Open-Bob trusted"], says: &["Open Bob"] },
    ),
    after(
        "turned round",
        "Open Ada",
        "document.getElementById('reverse').onclick()",
        Truth::Done { notes: &["click Open-Ada trusted"], says: &["Open Ada"] },
    ),
    after(
        "drawn anew",
        "Open Cyd",
        "document.getElementById('redraw').onclick()",
        Truth::Done { notes: &["click Open-Cyd trusted"], says: &["Open Cyd"] },
    ),
    after("recycled", "Open Bob", "document.getElementById('recycle').onclick()", STALE),
    after("removed", "Open Ada", "document.getElementById('drop').onclick()", STALE),
    after("another in its place", "Open Ada", "document.getElementById('swap').onclick()", STALE),
];

#[test]
fn that_change_before_the_click() {
    check(CHANGED);
}
