//! What was set in a field that the page then draws anew under another `id`, or by loading itself again, is read in the field that stands
//! there at the end.

use domtool::{
    Action, Dispatched,
    ErrorKind::{NotActionable, ValueRejected},
};

use crate::{
    outcomes::{error_text, report_text},
    support::{Do, Page, alone, each_in, id_in, on},
};

/// One row: the query of `anew.html`, what is done to its field, how it ends, what is so of the page then, and what is said.
type Row = (&'static str, Do, Ends, &'static str, &'static str);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ends {
    Ok,
    Unconfirmed,
    Rejected,
}

use Ends::{Ok as Kept, Rejected, Unconfirmed};

const ANEW: &str = "drew it anew";
const OFF: &str = "log.includes('took true trusted') && !field().checked";
const OLD: &str = "log.some(line => line.startsWith('took')) && field().value === 'old'";

/// What was given is lost.
const LOST: &[Row] = &[
    ("box", Do::Check, Rejected, OFF, "is not on (the page drew it anew)"),
    ("switch", Do::Check, Rejected, "field().ariaChecked === 'false' && drawn > 1", ANEW),
    ("text", Do::Fill("new"), Rejected, OLD, "it holds \"old\" (the page drew it anew)"),
    ("text", Do::Type("er"), Rejected, OLD, "it holds \"old\" (the page drew it anew)"),
    ("text", Do::Clear, Rejected, OLD, "it holds \"old\" (the page drew it anew)"),
    ("secret", Do::Fill("new"), Rejected, OLD, "it holds something else (the page drew it anew)"),
    ("editable", Do::Fill("new"), Rejected, "field().textContent === 'old' && drawn > 1", ANEW),
    (
        "select",
        Do::Select(&["B"]),
        Rejected,
        "field().value === 'A' && drawn > 1",
        "it is \"A\" (the page drew it anew)",
    ),
    ("slider", Do::Fill("5"), Rejected, "field().ariaValueNow === '2' && drawn > 1", "\"2\""),
    // An empty field is what pages leave that took a text, too.
    (
        "empty",
        Do::Fill("new"),
        Unconfirmed,
        "log.includes('took new trusted') && field().value === ''",
        "nothing shows what became of it",
    ),
    ("decoy", Do::Fill("new"), Unconfirmed, "field().value === ''", "nothing shows what became of it"),
    // The server may have it, and the page shows something else.
    (
        "saved_choice",
        Do::Select(&["B"]),
        Unconfirmed,
        "log.includes('took B trusted')",
        "holds \\\"A\\\" now",
    ),
];

const LOADED: &[Row] = &[
    (
        "box&by=load",
        Do::Check,
        Rejected,
        "loaded && !field().checked",
        "is not on (its document was loaded again)",
    ),
    ("switch&by=load", Do::Check, Rejected, "loaded && field().ariaChecked === 'false'", "loaded again"),
    ("text&by=load", Do::Fill("new"), Rejected, "loaded && field().value === 'old'", "it holds \"old\""),
    ("text&by=load", Do::Type("er"), Rejected, "loaded && field().value === 'old'", "it holds \"old\""),
    ("select&by=load", Do::Select(&["B"]), Rejected, "loaded && field().value === 'A'", "it is \"A\""),
    ("slider&by=load", Do::Fill("5"), Rejected, "loaded && field().ariaValueNow === '2'", "\"2\""),
    ("framed", Do::Check, Rejected, "!frames[0].document.querySelector('input').checked", "loaded again"),
    ("empty&by=load", Do::Fill("new"), Unconfirmed, "loaded && field().value === ''", "it is empty now"),
];

/// What was given is there, or was taken.
const KEPT: &[Row] = &[
    ("box&keeps", Do::Check, Kept, "field().checked && drawn > 1", ""),
    ("switch&keeps", Do::Check, Kept, "field().ariaChecked === 'true' && drawn > 1", ""),
    ("text&keeps", Do::Fill("new"), Kept, "field().value === 'new' && drawn > 1", ""),
    ("text&keeps", Do::Type("er"), Kept, "field().value === 'older' && drawn > 1", ""),
    ("editable&keeps", Do::Fill("new"), Kept, "field().textContent === 'new' && drawn > 1", ""),
    ("select&keeps", Do::Select(&["B"]), Kept, "field().value === 'B' && drawn > 1", ""),
    ("slider&keeps", Do::Fill("5"), Kept, "field().ariaValueNow === '5' && drawn > 1", ""),
    ("line", Do::Fill("milk"), Kept, "list.innerText === 'milk' && field().value === ''", "it is empty now"),
    ("line", Do::Type("milk"), Kept, "list.innerText === 'milk' && field().value === ''", "it is empty now"),
    ("entry", Do::Type("milk\n"), Kept, "list.innerText === 'milk' && field().value === ''", ""),
    (
        "tag",
        Do::Select(&["B"]),
        Kept,
        "list.innerText === 'B' && field().value === 'A'",
        "holds \\\"A\\\" now",
    ),
    (
        "saved",
        Do::Fill("milk"),
        Kept,
        "log.includes('took milk trusted') && field().value === ''",
        "it is empty now",
    ),
    // Nothing stands in its place.
    ("closes", Do::Fill("new"), Kept, "main.innerHTML === '' || log.length > 0", ""),
    ("question", Do::Check, Kept, "log.includes('took dance trusted')", ""),
    ("next", Do::Fill("Ada"), Kept, "log.includes('took Ada trusted')", ""),
];

/// Said of a field that went away amid its keys.
const CUT: &str = "found no field";

/// In a browser of their own: one records the timers of one action at a time.
fn check(rows: &[Row]) {
    let mut wrong = Vec::new();
    alone(async |browser| {
        let fixture = |row: &&Row| format!("evidence/anew.html?do={}", row.0);
        each_in(browser, rows, fixture, async |page, row| {
            if let Err(why) = run(page, row).await {
                wrong.push(format!("{} {:?}: {why}", row.0, row.1));
            }
        })
        .await;
    });
    assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

async fn run(page: &mut Page, (_, act, expected, is, says): &Row) -> Result<(), String> {
    let target = id_in(&page.see().await, "Field")?;
    let outcome = page.act(act.action(target)).await;
    let (ends, text) = match &outcome {
        Ok(report) if report_text(report).contains("unconfirmed") => (Unconfirmed, report_text(report)),
        Ok(report) => (Kept, report_text(report)),
        Err(error) if error.kind() == ValueRejected && error.dispatched() == Dispatched::Yes => {
            (Rejected, error.message().to_owned())
        }
        // It was drawn anew while the keys went in: the rest of them were not sent.
        Err(error) if error.kind() == NotActionable && error.message().contains(CUT) => {
            (Rejected, error.message().to_owned())
        }
        Err(error) => return Err(error_text(error)),
    };
    if ends != *expected {
        return Err(format!("{expected:?} was expected: {text}"));
    }
    if !text.contains(says) && !text.contains(CUT) {
        return Err(format!("{says:?} is not said: {text}"));
    }
    if page.becomes(is).await { Ok(()) } else { Err(format!("noted {}: {text}", page.notes().await)) }
}

#[test]
fn what_a_new_field_does_not_hold() {
    check(LOST);
}

#[test]
fn what_a_page_loaded_again_does_not_hold() {
    check(LOADED);
}

#[test]
fn what_was_kept_or_taken() {
    check(KEPT);
}

#[test]
fn files_that_a_new_input_does_not_hold() {
    on("evidence/anew.html?do=file", async |page| {
        let target = page.id("Field").await;
        let report = page.act(Action::upload(target, vec!["Cargo.toml".into()])).await.expect("it is given");
        let said = report.verification.feedback;
        assert!(said.contains("it is empty now; unconfirmed"), "{said}");
        assert_eq!(page.js("log.includes('took 1 trusted') && field().files.length === 0").await, "true");
    });
}
