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
            (WaitFor::Element(id), "is hidden"),
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
