//! `wait`: for what comes, and when it does not, what is there instead; and several actions in one call.

use std::time::Duration;

use domtool::{ActOptions, Action, ErrorKind, Step, WaitFor};

use super::support::{Page, on};

/// Waits a short while for what does not come.
async fn instead(page: &Page, what: WaitFor) -> String {
    let options = ActOptions::default().with_patience(Duration::from_millis(400));
    let error = page.tab.act(&Action::wait(what), &options).await.expect_err("it does not come");
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    error.message().to_owned()
}

#[test]
fn a_wait_that_times_out_says_what_is_there_instead() {
    on("expectations.html", async |page| {
        page.js("document.getElementById('result').innerHTML = '<b hidden>Secret words</b>'").await;
        let id = page.id("Bold").await;
        page.js("document.getElementById('bold').style.visibility = 'hidden'").await;
        for (what, says) in [
            (WaitFor::Text("Secret words".to_owned()), "it is in the page, and hidden"),
            (WaitFor::Text("No such words".to_owned()), "it is nowhere in http://"),
            (WaitFor::Gone("Austria".to_owned()), "\"Austria\" is still there after 0.4 s: it is in "),
            (WaitFor::Url("*/thanks".to_owned()), "it is http://"),
            (WaitFor::Element(id.into()), "is hidden"),
        ] {
            let said = instead(page, what.clone()).await;
            assert!(said.contains(says), "{what:?}: {said}");
        }
    });
}

#[test]
fn the_network_is_waited_for_until_it_is_quiet() {
    on("expectations.html", async |page| {
        page.js(
            "window.answered = 0; void fetch('/late?ms=900&text=x').then(() => { window.answered = 1; })",
        )
        .await;
        page.act(Action::wait(WaitFor::Network)).await.expect("it is quiet");
        assert_eq!(page.js("window.answered").await, "1");
        page.js("void fetch('/hold').catch(() => {})").await;
        let said = instead(page, WaitFor::Network).await;
        assert!(said.contains("1 still run (GET ") && said.contains("/hold"), "{said}");
        page.act(Action::wait(WaitFor::Time(Duration::from_millis(20)))).await.expect("a moment passes");
        let hour = Action::wait(WaitFor::Time(Duration::from_secs(3600)));
        assert_eq!(page.act(hour).await.expect_err("that is long").kind(), ErrorKind::InvalidInput);
    });
}

#[test]
fn several_actions_stop_where_the_page_is_no_longer_what_it_was() {
    on("expectations.html", async |page| {
        let (once, redraw, digits) =
            (page.id("Once").await, page.id("Redraw").await, page.id("Digits").await);
        let click = |id| Action::click(id);
        let fill = Action::fill(digits, "42");
        let steps: Vec<Step> = [fill, click(redraw), click(once), click(redraw)].map(Step::from).into();
        let batch = page.tab.act_all(&steps, &ActOptions::default()).await;
        let stopped = batch.stopped.expect("the button is another by then");
        assert_eq!((batch.ok, batch.done.len(), stopped.at, batch.not_done), (false, 2, 3, 2), "{stopped:?}");
        assert!(stopped.error.is_none() && stopped.why.contains("the page changed"), "{stopped:?}");
        assert_eq!(
            page.notes().await,
            "input digits trusted 4 | input digits trusted 42 | click redraw trusted"
        );
        page.forget().await;
        let ask = page.id("Ask").await;
        let steps: Vec<Step> = [click(ask), click(digits)].map(Step::from).into();
        let batch = page.tab.act_all(&steps, &ActOptions::default()).await;
        let stopped = batch.stopped.expect("a dialog is open");
        assert!(stopped.why.contains("Really delete?") && batch.not_done == 1, "{stopped:?}");
        page.act(Action::dismiss_dialog()).await.expect("it is dismissed");
    });
}

#[test]
fn patterns_and_numbers_of_lines_are_waited_for() {
    on("waits.html", async |page| {
        let text = |text: &str| WaitFor::Text(text.to_owned());
        page.js("addLines()").await;
        let report =
            page.act(Action::wait(WaitFor::at_least("/order \\d sent/i", 3))).await.expect("they come");
        assert!(report.verification.feedback.contains("is in "), "{report:?}");
        let exactly = page.act(Action::wait(WaitFor::count("sent", 4))).await.expect("all of them");
        assert!(exactly.verification.feedback.contains("\"sent\" is in 4 places"), "{exactly:?}");
        page.act(Action::wait(text("/^Order 4/"))).await.expect("it is there");
        page.act(Action::wait(WaitFor::Gone("/Order [5-9]/".to_owned()))).await.expect("it never was there");
        for (what, says) in [
            (WaitFor::count("sent", 3), "in 3 places in 0.4 s: \"sent\" is in 4 places"),
            (WaitFor::at_least("sent", 5), "in 5 or more places in 0.4 s"),
            (text("/^order 4/"), "did not appear"),
            (WaitFor::Gone("/order 4/i".to_owned()), "is still there"),
        ] {
            let said = instead(page, what.clone()).await;
            assert!(said.contains(says), "{what:?}: {said}");
        }
        let wrong = page.act(Action::wait(text("/(/"))).await.expect_err("that is no expression");
        assert_eq!(wrong.kind(), ErrorKind::InvalidInput, "{wrong}");
    });
}

#[test]
fn options_other_than_what_was_typed_are_waited_for() {
    on("waits.html", async |page| {
        let (town, village, region) =
            (page.id("Town").await, page.id("Village").await, page.id("Region").await);
        let said = instead(page, WaitFor::Options(region.into())).await;
        assert!(said.contains("offers only \"Choose a region\""), "{said}");
        page.js("void loadRegions()").await;
        let report = page.act(Action::wait(WaitFor::Options(region.into()))).await.expect("regions come");
        assert!(
            report.verification.feedback.contains("offers 2 options: \"North\", \"South\""),
            "{report:?}"
        );
        let said = instead(page, WaitFor::Options(village.into())).await;
        assert!(said.contains("names no list of its own"), "{said}");
        page.act(Action::type_text(Some(town.into()), "Ber")).await.expect("it is typed");
        let said = instead(page, WaitFor::Options(town.into())).await;
        assert!(said.contains("offers only"), "{said}");
        let report = page.act(Action::wait(WaitFor::Options(town.into()))).await.expect("towns come");
        assert!(
            report.verification.feedback.contains("offers 2 options: \"Berlin\", \"Bergen\""),
            "{report:?}"
        );
    });
}

#[test]
fn steps_are_repeated_until_something_is_so() {
    on("waits.html", async |page| {
        let options = ActOptions::default();
        let (more, twice) = (page.id("More").await, page.id("Twice").await);
        let run = async |id, until: &str, at_most| {
            let until = until.parse().unwrap();
            page.tab.act_until(&[Step::from(Action::click(id))], &until, at_most, &options).await
        };
        let rounds = |batch: &domtool::Batch| batch.rounds.clone().map(|rounds| (rounds.done, rounds.met));
        // Too few rounds; the rest; and none where it is so.
        let batch = run(more, "appears:No more", 2).await;
        let stopped = batch.stopped.clone().expect("it is not there after two");
        assert_eq!((batch.ok, rounds(&batch), batch.done.len()), (false, Some((2, None)), 2), "{stopped:?}");
        assert_eq!(stopped.error.expect("it failed").kind(), ErrorKind::ExpectationFailed);
        assert!(stopped.why.contains("after 2 rounds \"No more\" is not there"), "{}", stopped.why);
        for (wanted, done) in [("appears:/^no more .* in all/i", 1), ("appears:No more", 0)] {
            let batch = run(more, wanted, 5).await;
            assert_eq!(
                (batch.ok, rounds(&batch)),
                (true, Some((done, Some(wanted.to_owned())))),
                "{batch:?}"
            );
        }
        assert_eq!(page.notes().await, ["click more trusted"; 3].join(" | "));
        // It has nothing more to give.
        let batch = run(more, "no_change", 5).await;
        assert_eq!((batch.ok, rounds(&batch)), (true, Some((1, Some("no_change".to_owned())))), "{batch:?}");
        // The first error ends it.
        let batch = run(twice, "appears:Pressed 9", 9).await;
        let stopped = batch.stopped.clone().expect("the button is off");
        assert_eq!(
            (rounds(&batch), batch.done.len(), batch.not_done),
            (Some((2, None)), 2, 1),
            "{stopped:?}"
        );
        assert_eq!(stopped.error.expect("it failed").kind(), ErrorKind::Disabled);
        // What is of one element cannot be told of rounds, and nothing is done.
        let batch = run(more, "state:checked", 3).await;
        assert_eq!(batch.stopped.expect("refused").error.expect("so").kind(), ErrorKind::InvalidInput);
        assert!(batch.done.is_empty());
    });
}
