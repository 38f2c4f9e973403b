//! Lists that are drawn by place give the node that was acted on to another record: the verdict is about the record.

use domtool::{Dispatched, ErrorKind::ValueRejected, Evidence};

use crate::{
    outcomes::{error_text, report_text},
    support::{Do, Page, alone, each_in, id_in, on},
};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ends {
    Verified,
    Unconfirmed,
    Rejected,
}

use Ends::{Rejected, Unconfirmed, Verified};

/// One row: the query of `by-place.html`, of which record what is asked, how it ends, and what is so of the page then.
type Row = (&'static str, &'static str, Do, Ends, &'static str);

const ROWS: &[Row] = &[
    ("done", "Milk", Do::Check, Unconfirmed, "log.join() === 'took Milk trusted true' && !of('Milk')"),
    ("sorted", "Milk", Do::Check, Verified, "of('Milk').on && records.at(-1).name === 'Milk'"),
    ("refused", "Milk", Do::Check, Rejected, "!of('Milk').on && of('Walk').on"),
    ("picked", "Walk", Do::Check, Verified, "of('Walk').on && records[0].name === 'Walk'"),
    ("ranked", "Ada", Do::Fill("5"), Verified, "of('Ada').rank === '5' && records[2].name === 'Ada'"),
    ("unranked", "Ada", Do::Fill("5"), Rejected, "of('Ada').rank === '1' && records[1].name === 'Ada'"),
    (
        "chosen",
        "Bob",
        Do::Select(&["high"]),
        Verified,
        "of('Bob').rank === 'high' && records[0].name === 'Bob'",
    ),
    (
        "unchosen",
        "Ada",
        Do::Select(&["high"]),
        Rejected,
        "of('Ada').rank === 'low' && records[1].name === 'Ada'",
    ),
];

async fn run(page: &mut Page, (_, name, act, expected, is): &Row) -> Result<(), String> {
    let target = id_in(&page.see().await, name)?;
    let outcome = page.act(act.action(target)).await;
    let (ends, text) = match &outcome {
        Ok(report) if report_text(report).contains("unconfirmed") => (Unconfirmed, report_text(report)),
        Ok(report) if report.verification.evidence == Evidence::Verified => (Verified, report_text(report)),
        Err(error) if error.kind() == ValueRejected && error.dispatched() == Dispatched::Yes => {
            (Rejected, error.message().to_owned())
        }
        Ok(report) => return Err(report_text(report)),
        Err(error) => return Err(error_text(error)),
    };
    if ends != *expected {
        return Err(format!("{expected:?} was expected: {text}"));
    }
    if page.becomes(is).await { Ok(()) } else { Err(format!("noted {}: {text}", page.notes().await)) }
}

#[test]
fn what_was_asked_of_a_record_is_read_where_it_stands() {
    let mut wrong = Vec::new();
    alone(async |browser| {
        let fixture = |row: &&Row| format!("evidence/by-place.html?do={}", row.0);
        each_in(browser, ROWS, fixture, async |page, row| {
            if let Err(why) = run(page, row).await {
                wrong.push(format!("{} {:?}: {why}", row.0, row.2));
            }
        })
        .await;
    });
    assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), ROWS.len(), wrong.join("\n"));
}

#[test]
fn a_name_that_tells_a_state_is_no_other_record_s() {
    // Of more than a hundred it is not asked since when they are called so.
    for more in ["", "&more=120"] {
        on(&format!("evidence/by-place.html?do=follows{more}"), async |page| {
            for follow in ["Ann", "Bob", "Cid"] {
                let seen = page.see().await;
                let button =
                    seen.elements.iter().find(|element| element.name == "Follow").expect("one is left").id;
                let report = page.act(Do::Check.action(button)).await.expect("it is pressed");
                assert_eq!(report.verification.evidence, Evidence::Verified, "{report:?}");
                let took = page.notes().await;
                assert!(took.ends_with(&format!("took {follow} trusted true")), "{took}");
            }
        });
    }
}
