//! Late pages: what an action causes comes 0 to 900 ms after it, or is taken back by then. The page's own record is the truth, as it
//! is when the report arrives and a second later. No row may be told otherwise than it ends, and none may take long.

use std::time::{Duration, Instant};

use domtool::{ActOptions, Action, ErrorKind};

use super::{error_text, report_text};
use crate::support::{Do, Page, alone, each_in, on};

/// The longest that a row may take where nobody else is on the machine; tests allow for a busy one.
const LONGEST: Duration = Duration::from_secs(3);
const BUSY: u32 = 4;

/// One row.
struct Late {
    /// The page, as the query of `late.html`.
    page: String,
    target: &'static str,
    act: Do,
    /// How it is reported.
    ends: Result<(), ErrorKind>,
    /// What is so of the page when the report is there, and a second later.
    is: &'static str,
    /// Texts that the report or the error has.
    says: &'static [&'static str],
    /// Texts that it must not have.
    never: &'static [&'static str],
}

const NOTHING: &str = "nothing happened";

impl Late {
    fn ok(page: &str, target: &'static str, act: Do, is: &'static str) -> Self {
        Self { page: page.to_owned(), target, act, ends: Ok(()), is, says: &[], never: &[NOTHING] }
    }

    fn fails(page: &str, target: &'static str, act: Do, kind: ErrorKind, is: &'static str) -> Self {
        Self { ends: Err(kind), never: &[], ..Self::ok(page, target, act, is) }
    }

    fn saying(self, says: &'static [&'static str]) -> Self {
        Self { says, ..self }
    }
}

/// A click on `Go` that comes to this.
fn go(page: &str, is: &'static str) -> Late {
    Late::ok(page, "Go", Do::Click, is)
}

fn each<T: Copy>(values: &[T], row: impl Fn(T) -> Late) -> Vec<Late> {
    values.iter().map(|value| row(*value)).collect()
}

/// Timers, in all the ways in which handlers set them, and what answers bring.
fn timers() -> Vec<Late> {
    let late = "log.includes('did Late trusted')";
    let mut rows = each(&[0, 50, 100, 200, 300, 400, 600, 900], |ms| go(&format!("do=timer&ms={ms}"), late));
    rows.extend(each(&[200, 400, 800], |ms| go(&format!("do=chain&ms={ms}"), late)));
    rows.extend(each(&["frame", "painted", "ended", "promise", "message", "press", "answer"], |kind| {
        go(&format!("do={kind}&ms=250"), late)
    }));
    rows.extend(each(&[0, 150, 300, 600, 900], |ms| {
        go(&format!("do=fetch&ms={ms}"), "log.includes('did Answer 200 trusted')").saying(&["\"status\":200"])
    }));
    rows.push(
        go("do=fetch&ms=300&status=404", "log.includes('did Answer 404 trusted')")
            .saying(&["\"status\":404"]),
    );
    rows.push(
        go("do=fetch&ms=300&status=500", "log.includes('did Answer 500 trusted')")
            .saying(&["\"status\":500"]),
    );
    rows
}

/// What a person sees come: dialogs, menus, toasts, titles, other pages; and what the page does beside it.
fn sights() -> Vec<Late> {
    let mut rows = each(&[0, 100, 300, 600, 900], |ms| {
        go(&format!("do=alert&ms={ms}"), "log.includes('did alert trusted')").saying(&["alert", "Late"])
    });
    rows.push(go("do=confirm&ms=300", "!log.includes('did yes trusted')").saying(&["Sure?"]));
    rows.extend(each(&[100, 300, 550], |ms| {
        go(&format!("do=menu&ms={ms}"), "log.includes('did menu trusted')")
            .saying(&["\"kind\":\"menu\"", "Cut"])
    }));
    rows.extend(each(&[300, 800], |ms| {
        go(&format!("do=toast&ms={ms}"), "log.includes('did toast trusted')").saying(&["Saved late"])
    }));
    rows.push(go("do=title&ms=300", "document.title === 'Changed'").saying(&["Changed"]));
    rows.push(go("do=leave&ms=300", "location.search === '?do=nothing'").saying(&["\"navigated\":true"]));
    rows.push(go("do=transition", "log.includes('did wide trusted')"));
    rows.push(go("do=banner", "log.includes('did banner trusted')"));
    rows.push(go("do=stopwatch", "Number(document.querySelector('span').textContent) > 0"));
    let quiet = each(&["nothing", "badge"], |kind| Late {
        says: &[NOTHING],
        never: &["still running"],
        ..go(&format!("do={kind}"), "log.includes('click go trusted')")
    });
    rows.extend(quiet);
    rows.push(Late { never: &["still running"], ..go("do=clock", "log.includes('click go trusted')") });
    rows.push(Late { never: &["shows an error"], ..go("do=analytics", "log.includes('click go trusted')") });
    rows.extend(each(&[100, 300, 600], |ms| {
        Late::ok(&format!("do=hover&ms={ms}"), "Go", Do::Hover, "log.includes('did tip trusted')")
            .saying(&["Hint"])
    }));
    rows.push(
        Late::ok(
            "do=tip",
            "Go",
            Do::Hover,
            "getComputedStyle(document.querySelector('.tip')).visibility === 'visible'",
        )
        .saying(&["Hint"]),
    );
    rows
}

/// Texts that a server, a rule or the page itself takes back or changes.
fn texts() -> Vec<Late> {
    let old = "document.getElementById('field').value === 'old' && log.includes('did reverted trusted')";
    let rejected = |page: &str| Late::fails(page, "Field", Do::Fill("new"), ErrorKind::ValueRejected, old);
    let mut rows = each(&[0, 150, 400, 900], |ms| {
        rejected(&format!("do=reject&ms={ms}&status=409")).saying(&["409", "old"])
    });
    rows.extend(each(&[0, 150, 400, 900], |ms| {
        rejected(&format!("do=reject&ms={ms}&status=500")).saying(&["500", "old"])
    }));
    let kept = "document.getElementById('field').value === 'new' && log.includes('did saved trusted')";
    rows.extend(each(&[0, 300, 900], |ms| {
        Late::ok(&format!("do=reject&ms={ms}"), "Field", Do::Fill("new"), kept)
    }));
    rows.extend(each(&[100, 300], |ms| {
        rejected(&format!("do=debounce&ms={ms}&status=409")).saying(&["409"])
    }));
    rows.push(Late::ok("do=debounce&ms=300", "Field", Do::Fill("new"), kept));
    rows.push(Late::fails(
        "do=emptied&ms=300&status=409",
        "Field",
        Do::Fill("new"),
        ErrorKind::ValueRejected,
        "document.getElementById('field').value === ''",
    ));
    rows.push(
        Late::ok("do=sent&ms=100", "Field", Do::Fill("new"), "document.getElementById('field').value === ''")
            .saying(&["emptied"]),
    );
    rows.extend(each(&[0, 100, 300, 800], |ms| {
        Late::fails(
            &format!("do=clamp&ms={ms}"),
            "Field",
            Do::Fill("99"),
            ErrorKind::ValueRejected,
            "document.getElementById('field').value === '10'",
        )
        .saying(&["10"])
    }));
    rows.extend(each(&[150, 400], |ms| {
        Late::ok(
            &format!("do=suggest&ms={ms}"),
            "Field",
            Do::Fill("Ber"),
            "log.includes('did suggested trusted')",
        )
        .saying(&["Berlin"])
    }));
    rows
}

/// Checkboxes, switches and selects that ask their server.
fn choices() -> Vec<Late> {
    let rejected = |page: &str, act, is| {
        Late::fails(
            page,
            if matches!(act, Do::Check) { "Switch" } else { "Choice" },
            act,
            ErrorKind::ValueRejected,
            is,
        )
    };
    let off = "!document.getElementById('box2').checked && log.includes('did reverted trusted')";
    let mut rows = each(&[0, 150, 400, 900], |ms| {
        rejected(&format!("do=optimistic&ms={ms}&status=409"), Do::Check, off).saying(&["409"])
    });
    rows.push(Late::ok(
        "do=optimistic&ms=400",
        "Switch",
        Do::Check,
        "document.getElementById('box2').checked && log.includes('did saved trusted')",
    ));
    rows.extend(each(&[150, 400, 900], |ms| {
        Late::ok(
            &format!("do=patient&ms={ms}"),
            "Switch",
            Do::Check,
            "document.getElementById('box2').getAttribute('aria-checked') === 'true'",
        )
    }));
    rows.push(
        rejected(
            "do=patient&ms=400&status=409",
            Do::Check,
            "document.getElementById('box2').getAttribute('aria-checked') === 'false'",
        )
        .saying(&["409"]),
    );
    rows.push(Late::ok(
        "do=rebuilt&ms=300",
        "Switch",
        Do::Check,
        "document.getElementById('box2').getAttribute('aria-checked') === 'true'",
    ));
    rows.push(rejected(
        "do=rebuilt&ms=300&status=409",
        Do::Check,
        "document.getElementById('box2').getAttribute('aria-checked') === 'false'",
    ));
    rows.extend(each(&[0, 150, 400, 900], |ms| {
        rejected(
            &format!("do=choice&ms={ms}&status=409"),
            Do::Select(&["Pear"]),
            "document.getElementById('field').value === 'a'",
        )
        .saying(&["409", "Apple"])
    }));
    rows.push(Late::ok(
        "do=choice&ms=400",
        "Choice",
        Do::Select(&["Pear"]),
        "document.getElementById('field').value === 'b'",
    ));
    rows.extend(custom_lists());
    rows
}

/// Lists that a page draws itself, of which the control or a text beside it shows what was chosen.
fn custom_lists() -> Vec<Late> {
    let mut rows = Vec::new();
    for (kind, is) in [
        (
            "custom",
            [
                "document.getElementById('field').textContent === 'Apple'",
                "document.getElementById('field').textContent === 'Pear'",
            ],
        ),
        (
            "beside",
            [
                "document.getElementById('chosen').textContent === 'Apple'",
                "document.getElementById('chosen').textContent === 'Pear'",
            ],
        ),
    ] {
        let select = Do::Select(&["Pear"]);
        rows.extend(each(&[0, 300, 900], |ms| {
            let page = format!("do={kind}&ms={ms}&status=409");
            Late::fails(&page, "Choice", select, ErrorKind::ValueRejected, is[0])
                .saying(&["409", "did not keep the choice"])
        }));
        rows.push(Late::ok(&format!("do={kind}&ms=400"), "Choice", select, is[1]));
    }
    rows
}

/// Presses that become no click, double clicks that are none.
fn presses() -> Vec<Late> {
    let lost =
        |page: &str, is| Late::fails(page, "Go", Do::Click, ErrorKind::NoEffect, is).saying(&["no click"]);
    vec![
        lost("do=moves", "!log.includes('did went trusted')"),
        lost("do=replaced", "!log.includes('did went trusted')").saying(&["drawn anew"]),
        lost("do=covered", "!log.includes('click go trusted')"),
        lost("do=disabled", "!log.includes('click go trusted')").saying(&["disabled"]),
        go("do=opens", "log.includes('did opened trusted')").saying(&["Berlin"]),
        go("do=toolbar", "log.includes('did bold trusted')"),
        go("do=vanishes", "log.includes('did Removed trusted')"),
        Late::ok("do=twice", "Go", Do::DoubleClick, "log.includes('did Twice trusted')"),
        Late::ok("do=once", "Go", Do::DoubleClick, "log.includes('did twice trusted')"),
        Late::fails(
            "do=flees",
            "Go",
            Do::DoubleClick,
            ErrorKind::NoEffect,
            "!log.includes('did twice trusted')",
        )
        .saying(&["dblclick"]),
    ]
}

/// In a browser of their own: one records the timers of one action at a time, and these rows are about time.
fn check(rows: &[Late]) {
    let mut wrong = Vec::new();
    alone(async |browser| {
        let fixture = |row: &&Late| format!("late.html?{}", row.page);
        each_in(browser, rows, fixture, async |page, row| {
            if let Err(why) = run(page, row).await {
                wrong.push(format!("{} {:?}: {why}", row.page, row.act));
            }
        })
        .await;
    });
    assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

async fn run(page: &Page, row: &Late) -> Result<(), String> {
    let target = crate::support::id_in(&page.see().await, row.target)?;
    page.forget().await;
    let begun = Instant::now();
    let outcome = page.tab.act(&row.act.action(target), &ActOptions::default()).await;
    verdict(page, row, outcome, begun.elapsed()).await
}

/// Holds what was reported against the page, now and a second later.
async fn verdict(
    page: &Page,
    row: &Late,
    outcome: domtool::Result<domtool::Report>,
    took: Duration,
) -> Result<(), String> {
    let text = match &outcome {
        Ok(report) => report_text(report),
        Err(error) => error_text(error),
    };
    if matches!(&outcome, Ok(report) if report.effects.dialogs.iter().any(|dialog| dialog.open)) {
        let answer = Action::dismiss_dialog();
        page.act(answer).await.map_err(|error| format!("its dialog stays open: {error}"))?;
    }
    let now = page.js(row.is).await;
    page.js("new Promise(done => setTimeout(done, 1000, 0))").await;
    let later = page.js(row.is).await;
    match (&row.ends, &outcome) {
        (Ok(()), Ok(_)) if now != "true" || later != "true" => {
            return Err(format!("FALSE OK: {} is {now}, and {later} a second later; {text}", row.is));
        }
        (Ok(()), Err(_)) => return Err(format!("FALSE FAILURE ({} is {later}): {text}", row.is)),
        (Err(kind), Ok(_)) => return Err(format!("FALSE OK: {} was expected: {text}", kind.code())),
        (Err(kind), Err(error)) if error.kind() != *kind => {
            return Err(format!("{} was expected: {text}", kind.code()));
        }
        (Err(_), Err(_)) if later != "true" => return Err(format!("{} is not so: {text}", row.is)),
        _ => {}
    }
    if let Some(missing) = row.says.iter().find(|wanted| !text.contains(**wanted)) {
        return Err(format!("does not say {missing:?}: {text}"));
    }
    if let Some(wrong) = row.never.iter().find(|never| text.contains(**never)) {
        return Err(format!("says {wrong:?}: {text}"));
    }
    if took > LONGEST * BUSY {
        return Err(format!("took {took:?}: {text}"));
    }
    Ok(())
}

#[test]
fn what_timers_and_answers_bring() {
    check(&timers());
}

#[test]
fn what_a_person_sees_come() {
    check(&sights());
}

#[test]
fn texts_that_are_taken_back() {
    check(&texts());
}

#[test]
fn choices_that_are_taken_back() {
    check(&choices());
}

#[test]
fn presses_that_become_no_click() {
    check(&presses());
}

#[test]
fn drops_that_are_taken_back() {
    let mut wrong = Vec::new();
    for (ms, status) in [(0, 409), (300, 409), (900, 500), (300, 200)] {
        let row = Late {
            page: format!("do=drop&ms={ms}&status={status}"),
            ends: if status == 200 { Ok(()) } else { Err(ErrorKind::NoEffect) },
            is: if status == 200 {
                "document.getElementById('right').contains(document.getElementById('card'))"
            } else {
                "document.getElementById('left').contains(document.getElementById('card'))"
            },
            never: &[],
            ..go("", "")
        };
        alone(async |browser| {
            let page = &Page::open(browser, &format!("late.html?{}", row.page)).await;
            let seen = page.see().await;
            let (card, right) = (crate::support::id_in(&seen, "Card"), crate::support::id_in(&seen, "Right"));
            let (card, right) = match (card, right) {
                (Ok(card), Ok(right)) => (card, right),
                (card, right) => return wrong.push(format!("{card:?} {right:?}")),
            };
            let begun = Instant::now();
            let outcome = page.tab.act(&Action::drag(card, right), &ActOptions::default()).await;
            if let Err(why) = verdict(page, &row, outcome, begun.elapsed()).await {
                wrong.push(format!("{}: {why}", row.page));
            }
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Holds how many rows there are.
#[test]
fn there_are_at_least_eighty_rows() {
    let rows: usize = [timers(), sights(), texts(), choices(), presses()].iter().map(Vec::len).sum();
    assert!(rows >= 80, "{rows} rows");
}

#[test]
fn what_was_not_confirmed_is_told_when_it_is_taken_back() {
    on("late.html?do=optimistic&ms=3000&status=409", async |page| {
        let target = page.id("Switch").await;
        let report = page.act(Action::check(target)).await.expect("it is on for now");
        let feedback = &report.verification.feedback;
        assert!(feedback.contains("unconfirmed: POST"), "{feedback}");
        assert!(page.becomes("log.includes('did reverted trusted')").await);
        let seen = page.see().await;
        let told = seen.text();
        assert!(told.contains("late, of check") && told.contains("is not on"), "{told}");
    });
}

/// A command that ran looks the same, so that both are said.
#[test]
fn a_choice_that_is_set_back_to_none_later_is_told() {
    on("late.html?do=unchosen&ms=3000&status=409", async |page| {
        let target = page.id("Choice").await;
        let report = page.act(Action::select(target, ["Pear"])).await.expect("it is set for now");
        let feedback = &report.verification.feedback;
        assert!(feedback.contains("unconfirmed: POST"), "{feedback}");
        assert!(page.becomes("log.includes('did reverted trusted')").await);
        let seen = page.see().await;
        let told = seen.text();
        assert!(told.contains("late, of select") && told.contains("back to no choice"), "{told}");
    });
}
