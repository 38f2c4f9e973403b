//! The outcome suite: for each row a page, an action, what the page itself must have recorded, and what the report must say.
//! No row may be reported done that the page did not record, and none failed that it did.
//!
//! Each row has a fresh document; the rows of a table share a session. A theme is a file; a table is a test of at most some 25 rows.

mod dialogs;
mod effects;
mod expectations;
mod fields;
mod files;
mod keys;
mod late;
mod pointer;
mod recovery;
mod rows;

use domtool::{ActOptions, Action, Dispatched, ElementId, Error, ErrorKind, Report};

use super::support::{Do, Page, on_each};

/// Every table of every theme.
const THEMES: &[(&str, &[&[Outcome]])] = &[
    ("pointer", pointer::ALL),
    ("fields", fields::ALL),
    ("keys", keys::ALL),
    ("files", files::ALL),
    ("effects", effects::ALL),
    ("expectations", expectations::ALL),
    ("recovery", recovery::ALL),
    ("dialogs", dialogs::ALL),
    ("rows", rows::ALL),
];

/// One row.
struct Outcome {
    /// What it shows, in words.
    what: &'static str,
    /// The fixture, with its query.
    page: &'static str,
    /// The accessible name of the element that it is about (`role:name` where the name alone is not enough); empty for none.
    target: &'static str,
    /// What is done.
    act: Act,
    /// What must be so then.
    then: Truth,
}

/// What is done to the target.
#[derive(Clone, Copy)]
enum Act {
    /// One of the plain actions.
    Plain(Do),
    /// Any action on the target.
    Of(fn(ElementId) -> Action),
    /// Any action on the target and a second element, by its name.
    NodeDetails(&'static str, fn(ElementId, ElementId) -> Action),
    /// An action without a target.
    Free(fn() -> Action),
    /// An action on the target, after a script of the page that begins what is to hinder it.
    After(&'static str, fn(ElementId) -> Action),
    /// Any of the others, of which this is expected.
    Expecting(&'static str, &'static Act),
}

/// What must be so. `says` are texts that the report (or the error) as JSON must hold, each of them.
enum Truth {
    /// It is reported done, and the page has noted these, in this order, others between them or not.
    Done { notes: &'static [&'static str], says: &'static [&'static str] },
    /// It is reported done, and this expression of the page becomes true.
    Made { is: &'static str, says: &'static [&'static str] },
    /// It is reported done with a dialog that waits; once that is answered so, the page has noted these.
    Asked {
        says: &'static [&'static str],
        answer: (bool, Option<&'static str>),
        notes: &'static [&'static str],
    },
    /// It is refused: nothing was sent, and the page has noted nothing.
    Refused { kind: ErrorKind, says: &'static [&'static str] },
    /// Input was sent, the page has noted exactly these, and it is reported failed.
    Failed { kind: ErrorKind, notes: &'static [&'static str], says: &'static [&'static str] },
}

/// Goes through a table; fails with all that was wrong.
fn check(table: &[Outcome]) {
    let mut wrong = Vec::new();
    on_each(
        table,
        |row| row.page.to_owned(),
        async |page, row| {
            if let Err(why) = run(page, row).await {
                wrong.push(format!("{} ({}, {:?}): {why}", row.what, row.page, row.target));
            }
        },
    );
    assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), table.len(), wrong.join("\n"));
}

async fn run(page: &Page, row: &Outcome) -> Result<(), String> {
    let seen = page.see().await;
    let find = |name: &str| super::support::id_in(&seen, name);
    let target = || find(row.target);
    page.forget().await;
    let (act, expect): (_, Option<domtool::Expect>) = match row.act {
        Act::Expecting(expect, act) => {
            let expect = expect.parse().map_err(|error| format!("{expect}: {error}"))?;
            (*act, Some(expect))
        }
        act => (act, None),
    };
    let action = match act {
        Act::Expecting(..) => return Err("one expectation is enough".to_owned()),
        Act::Plain(act) => act.action(target()?),
        Act::Of(action) => action(target()?),
        Act::NodeDetails(other, action) => action(target()?, find(other)?),
        Act::Free(action) => action(),
        Act::After(script, action) => {
            let target = target()?;
            page.js(&format!("void ({script})")).await;
            page.forget().await;
            action(target)
        }
    };
    let step = match expect {
        Some(expect) => action.expect(expect),
        None => action.into(),
    };
    let outcome = page.tab.act(step, &ActOptions::default()).await;
    // An open dialog keeps the page from being asked.
    if matches!(&outcome, Ok(report) if report.effects.dialogs.iter().any(|dialog| dialog.open)) {
        let (accept, text) = match &row.then {
            Truth::Asked { answer, .. } => *answer,
            _ => (false, None),
        };
        let answer = super::support::answer_dialog(accept, text);
        page.act(answer).await.map_err(|error| format!("its dialog stays open: {error}"))?;
    }
    // The page comes first: what it recorded is true, whatever was reported.
    match (&row.then, outcome) {
        (Truth::Done { notes, says }, Ok(report)) => {
            in_order(page, notes).await.map_err(|why| format!("FALSE OK: {why}"))?;
            said(&report_text(&report), says)
        }
        (Truth::Made { is, says }, Ok(report)) => {
            if !page.becomes(is).await {
                return Err(format!("FALSE OK: {is} is not so; {}", report_text(&report)));
            }
            said(&report_text(&report), says)
        }
        (Truth::Asked { says, notes, .. }, Ok(report)) => {
            said(&report_text(&report), says)?;
            in_order(page, notes).await.map_err(|why| format!("FALSE OK: {why}"))
        }
        (Truth::Asked { .. }, Err(error)) => Err(error_text(&error)),
        (Truth::Done { notes, .. }, Err(error)) => Err(match in_order(page, notes).await {
            Ok(()) => format!("FALSE FAILURE: the page recorded it; {}", error_text(&error)),
            Err(why) => format!("{}; {why}", error_text(&error)),
        }),
        (Truth::Made { is, .. }, Err(error)) => Err(match page.becomes(is).await {
            true => format!("FALSE FAILURE: it is so; {}", error_text(&error)),
            false => error_text(&error),
        }),
        (Truth::Refused { kind, says }, Err(error)) if error.kind() == *kind => {
            exactly(page, &[]).await?;
            if error.dispatched() != Dispatched::No {
                return Err(format!("nothing was sent: {}", error_text(&error)));
            }
            said(&error_text(&error), says)
        }
        (Truth::Failed { kind, notes, says }, Err(error)) if error.kind() == *kind => {
            exactly(page, notes).await?;
            if error.dispatched() == Dispatched::No {
                return Err(format!("input was sent: {}", error_text(&error)));
            }
            said(&error_text(&error), says)
        }
        (Truth::Refused { kind, .. } | Truth::Failed { kind, .. }, Err(error)) => {
            Err(format!("{} was expected: {}", kind.code(), error_text(&error)))
        }
        (Truth::Refused { kind, .. } | Truth::Failed { kind, .. }, Ok(report)) => {
            let noted = page.notes().await;
            Err(format!("FALSE OK: {} was expected; noted {noted:?}; {}", kind.code(), report_text(&report)))
        }
    }
}

/// Whether the page has noted these in this order, or does soon.
async fn in_order(page: &Page, notes: &[&str]) -> Result<(), String> {
    let wanted = serde_json::to_string(notes).map_err(|error| error.to_string())?;
    let follows = format!(
        "(wanted => {{ let at = 0; for (const line of log) if (line === wanted[at]) at++; return at === wanted.length; }})({wanted})"
    );
    match page.becomes(&follows).await {
        true => Ok(()),
        false => Err(format!("noted {:?}, not {notes:?}", page.notes().await)),
    }
}

/// Whether the page has noted these and nothing else.
async fn exactly(page: &Page, notes: &[&str]) -> Result<(), String> {
    let noted = page.notes().await;
    if noted == notes.join(" | ") { Ok(()) } else { Err(format!("the page noted {noted:?}, not {notes:?}")) }
}

fn said(text: &str, says: &[&str]) -> Result<(), String> {
    match says.iter().find(|wanted| !text.contains(**wanted)) {
        Some(missing) => Err(format!("does not say {missing:?}: {text}")),
        None => Ok(()),
    }
}

pub(crate) fn report_text(report: &Report) -> String {
    serde_json::to_string(report).unwrap_or_else(|error| error.to_string())
}

pub(crate) fn error_text(error: &Error) -> String {
    let obstacle = serde_json::to_string(&error.obstacle()).unwrap_or_else(|error| error.to_string());
    format!(
        "{} {} [dispatched {:?}] {obstacle} hint: {:?}",
        error.kind().code(),
        error.message(),
        error.dispatched(),
        error.hint()
    )
}

/// Prints how many rows there are, and holds that no theme is left out.
#[test]
fn rows_of_every_theme() {
    let mut all = 0;
    for (theme, tables) in THEMES {
        let rows: usize = tables.iter().map(|table| table.len()).sum();
        println!("{theme}: {rows} rows");
        assert!(rows > 0, "{theme} has no rows");
        all += rows;
    }
    println!("{all} rows in all");
}
