//! The stories of requests, the messages of pages, pages and frames that hang.

use std::time::{Duration, Instant};

use domtool::{
    ActOptions, Action, Dispatched, ErrorKind, FindOptions, ObserveOptions, Report, RequestInfo,
    ScreenshotOptions,
};

use crate::support::{Page, id_in, on, on_each, run};

/// Method, path and status of each request that a report lists.
fn listed(report: &Report) -> Vec<(&str, &str, Option<i32>)> {
    report.effects.requests.iter().map(listed_one).collect()
}

fn listed_one(request: &RequestInfo) -> (&str, &str, Option<i32>) {
    let path = request.url.splitn(4, '/').nth(3).unwrap_or_default();
    (&request.method, path.split('?').next().unwrap_or_default(), request.status)
}

/// Whether a report counts the failure of a request as an error.
fn counts(report: &Report, path: &str) -> bool {
    report.verification.errors.iter().any(|error| error.contains(path))
}

impl Page {
    /// The lines of an observation that say what happened since the call before.
    async fn news(&self) -> String {
        self.see().await.text
    }
}

/// The browser asks first whether the page may send it; where that fails it is one failure.
#[test]
fn what_the_browser_asks_for_a_request_is_told_by_that() {
    on("evidence/requests.html", async |page| {
        let report = page.click("Where nobody answers").await.expect("it is clicked");
        page.expect("TypeError").await;
        assert_eq!(listed(&report), [("PUT", "refused", None)], "{report:?}");
        assert!(report.effects.requests[0].is_failure(), "{report:?}");
    });
}

#[test]
fn many_requests_are_judged_whole_and_cut_when_written() {
    on_each(
        [21, 30, 700],
        |_| "evidence/requests.html".to_owned(),
        async |page, count| {
            let report = page.click(&format!("{count} and a failure")).await.expect("it is clicked");
            page.expect("many 500").await;
            let effects = &report.effects;
            assert_eq!(effects.requests.len(), 20, "{count}: {:?}", listed(&report));
            if counts(&report, "/fail/many") {
                assert_eq!(listed(&report)[0], ("POST", "fail/many", Some(500)), "{count}");
            } else {
                // Of hundreds the last may come later than a report waits; then it says so, and what came of it is told.
                assert!(report.still.iter().any(|still| still.contains("/fail/many")), "{:?}", report.still);
                // The page notes the answer when it begins; it is news once all of it has come.
                let begun = Instant::now();
                let mut news = page.news().await;
                while !news.contains("/fail/many 500") && begun.elapsed() < Duration::from_secs(10) {
                    news.push_str(&page.news().await);
                }
                assert!(
                    news.contains("late, of click") && news.contains("/fail/many 500"),
                    "{count}: {news}"
                );
            }
            assert_eq!(effects.left_out.requests, count + 1 - 20, "{count}");
            let failed = page.tab.requests(&Default::default()).await.expect("they are listed");
            assert!(failed.requests.iter().any(RequestInfo::is_failure), "{count}");
        },
    );
}

/// Buttons, what the page noted of it, the hops, and the path that counts as an error.
type Story =
    (&'static str, &'static str, &'static [(&'static str, &'static str, Option<i32>)], Option<&'static str>);

const STORIES: &[Story] = &[
    ("Empty error", "empty 500", &[("POST", "fail/empty", Some(500))], Some("/fail/empty")),
    ("Empty answer", "empty 204", &[("POST", "nothing", Some(204))], None),
    ("Answer not read", "unread 500", &[("POST", "status/500", Some(500))], Some("/status/500")),
    ("Given up", "AbortError", &[("POST", "hold", None)], None),
    (
        "Chain",
        "chain true 200",
        &[("GET", "redirect", Some(302)), ("GET", "order", Some(303)), ("GET", "thanks", Some(200))],
        None,
    ),
    (
        "To another origin",
        "elsewhere opaque",
        &[("GET", "redirect", Some(302)), ("GET", "ok", Some(200))],
        None,
    ),
    ("Where it may not", "TypeError", &[("GET", "redirect", Some(302)), ("GET", "ok", Some(200))], None),
    (
        "Posts again",
        "again 500",
        &[("POST", "again", Some(307)), ("POST", "fail/again", Some(500))],
        Some("/fail/again"),
    ),
    ("Then asks", "asks 200", &[("POST", "order", Some(303)), ("GET", "thanks", Some(200))], None),
    (
        "Led astray",
        "led 500",
        &[("POST", "order", Some(303)), ("GET", "fail/led", Some(500))],
        Some("/fail/led"),
    ),
];

#[test]
fn each_hop_has_its_story_and_an_answer_without_a_body_is_an_answer() {
    on("evidence/requests.html", async |page| {
        let mut wrong = Vec::new();
        for (button, note, hops, error) in STORIES {
            let report = page.click(button).await.expect("it is clicked");
            page.expect(note).await;
            let told = listed(&report);
            let aborted = report.effects.requests.iter().any(|request| request.aborted);
            if told != *hops && *button != "Where it may not" || aborted != (*button == "Given up") {
                wrong.push(format!("{button}: {told:?} aborted {aborted}"));
            }
            if *button == "Where it may not" {
                let last = report.effects.requests.last();
                assert!(last.is_some_and(RequestInfo::is_failure), "{button}: {told:?}");
            }
            let errors = &report.verification.errors;
            if errors.is_empty() == error.is_some() || error.is_some_and(|path| !counts(&report, path)) {
                wrong.push(format!("{button}: errors {errors:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

#[test]
fn forms_are_told_hop_by_hop() {
    on_each(
        [
            ("Order", &[("POST", "order", Some(303)), ("GET", "thanks", Some(200))][..], None),
            (
                "Order in vain",
                &[("POST", "again", Some(307)), ("POST", "fail/saved", Some(500))],
                Some("/fail/saved"),
            ),
            ("Answer without a page", &[("POST", "nothing", Some(204))], None),
        ],
        |_| "evidence/requests.html".to_owned(),
        async |page, (button, hops, error)| {
            let report = page.click(button).await.expect("it is clicked");
            assert_eq!(listed(&report), hops, "{button}");
            assert_eq!(report.verification.errors.is_empty(), error.is_none(), "{:?}", report.verification);
            assert!(error.is_none_or(|path| counts(&report, path)), "{:?}", report.verification);
        },
    );
}

#[test]
fn thousands_of_console_errors_hide_nothing() {
    on("evidence/requests.html", async |page| {
        let url = page.server.url("evidence/console.html");
        let report = page.act(Action::open(url)).await.expect("it opens");
        page.expect("logged 2500").await;
        assert!(report.effects.navigated && report.effects.url.is_some(), "{:?}", report.effects);
        let effects = &report.effects;
        let told = effects.console_errors.len();
        assert!(told > 0 && effects.console_errors[0] == "trouble 0", "{:?}", effects.console_errors);
        assert_eq!(told + effects.left_out.console_errors, 2_500);
        page.expect("start 500").await;
        if !counts(&report, "/fail/start") {
            let news = page.news().await;
            assert!(news.contains("/fail/start 500"), "{news}");
        }
        page.turn_to("evidence/requests.html").await;
        let report = page.click("Same errors").await.expect("it is clicked");
        assert_eq!(report.effects.console_errors, ["it broke"]);
        assert_eq!(report.effects.left_out.console_errors, 2_499);
        page.js("void Array.from({ length: 3000 }, () => console.error('meanwhile'))").await;
        let news = page.news().await;
        assert!(news.contains("console error \"meanwhile\", 3000 times"), "{news}");
    });
}

const SHORT: Duration = Duration::from_secs(3);

#[test]
fn a_script_is_named_only_where_one_is_seen_to_run() {
    run(async |browser| {
        let page = Page::open(browser, "evidence/slow.html").await;
        let options = ActOptions::default().with_timeout(SHORT);
        let waits = page.id("Waits for an answer").await;
        let error = page.tab.act(Action::click(waits), &options).await.expect_err("it is silent");
        assert!(matches!(error.kind(), ErrorKind::PageHung | ErrorKind::Timeout), "{error}");
        assert!(!error.message().contains("a script of it runs on"), "{error}");
        page.server.release(&format!("slow{}", page.run));
        page.expect("answered 200").await;
        let runs = page.id("Runs on").await;
        let error = page.tab.act(Action::click(runs), &options).await.expect_err("it hangs");
        assert_eq!(error.kind(), ErrorKind::PageHung, "{error}");
        // The next call has the time to see it, also on a busy machine.
        let error = page.act(Action::Stop).await.expect_err("it hangs still");
        assert!(
            error.kind() == ErrorKind::PageHung && error.message().contains("a script of it runs on"),
            "{error}"
        );
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn a_large_page_is_not_said_to_run_a_script() {
    run(async |browser| {
        let page = Page::open(browser, "cards?elements=20000").await;
        let brief = ObserveOptions::default().with_timeout(Duration::from_millis(200));
        if let Err(error) = page.tab.observe(&brief).await {
            assert!(!error.message().contains("a script of it runs on"), "{error}");
        }
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn an_address_that_hangs_each_time_is_left_for_another() {
    run(async |browser| {
        let page = Page::open(browser, "popup.html").await;
        let options = ActOptions::default().with_timeout(SHORT);
        let again = Action::open(page.server.url("hung-load.htm"));
        let first = page.tab.act(again.clone(), &options).await.expect_err("it hangs");
        assert!(first.hint().contains("reload"), "{first}: {}", first.hint());
        // Where a busy machine had no time to leave it, this is the first still.
        if let Err(second) = page.act(again).await
            && second.kind() == ErrorKind::PageHung
            && page.tab.info().url.ends_with("hung-load.htm")
        {
            assert!(second.hint().contains("another address"), "{second}: {}", second.hint());
        }
        page.act(Action::open(page.server.url("evidence/slow.html"))).await.expect("it opens");
        page.id("Runs on").await;
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn a_dialog_of_a_related_tab_is_told_and_a_stranger_is_free() {
    run(async |browser| {
        let page = Page::open(browser, "evidence/strangers.html").await;
        page.click("Open a stranger").await.expect("it is clicked");
        page.click("Open second").await.expect("it is clicked");
        page.js("void setTimeout(() => alert('Session ends soon'))").await;
        let began = Instant::now();
        while page.tab.observe(&ObserveOptions::default()).await.is_ok() {
            assert!(began.elapsed() < Duration::from_secs(10), "the alert opens");
        }
        page.session.switch(3).expect("it is there");
        let second = page.session.tab().expect("the second");
        assert!(second.info().url.contains("opener-second"), "{:?}", second.info());
        let error = second.observe(&ObserveOptions::default()).await.expect_err("tab 1 holds it up");
        assert_eq!(error.kind(), ErrorKind::DialogOpen, "{error}");
        assert!(
            error.message().contains("tab 1") && error.message().contains("Session ends soon"),
            "{error}"
        );
        let press = Action::press(None, "Tab".parse().expect("a key"));
        let error = second.act(press, &ActOptions::default()).await.expect_err("tab 1 holds it up");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::DialogOpen, Dispatched::No), "{error}");
        page.session.switch(2).expect("it is there");
        let stranger = page.session.tab().expect("the stranger");
        stranger.observe(&ObserveOptions::default()).await.expect("it answers");
        page.act(Action::accept_dialog(None)).await.expect("it is answered");
        second.observe(&ObserveOptions::default()).await.expect("it answers");
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn a_page_that_goes_on_is_never_an_internal_error() {
    run(async |browser| {
        let mut told = 0;
        for look in ["observe", "find", "full", "click"] {
            let page = Page::open(browser, "evidence/goes.html").await;
            let began = Instant::now();
            while began.elapsed() < Duration::from_secs(2) {
                let error = match look {
                    "find" => page.tab.find(&FindOptions::new("hop")).await.err(),
                    "full" => {
                        page.tab.screenshot(&ScreenshotOptions::default().with_full_page(true)).await.err()
                    }
                    "click" => match page.tab.observe(&ObserveOptions::default()).await {
                        Ok(seen) => match id_in(&seen, "Stay") {
                            Ok(id) => page.click_id(id).await.err(),
                            Err(_) => None,
                        },
                        Err(error) => Some(error),
                    },
                    _ => page.tab.observe(&ObserveOptions::default()).await.err(),
                };
                told += 1;
                if let Some(error) = error {
                    assert_ne!(error.kind(), ErrorKind::Internal, "{look}: {error}");
                }
            }
            page.session.close().await.expect("it closes");
        }
        assert!(told >= 4, "{told}");
    });
}
