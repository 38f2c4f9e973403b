//! Navigations are reported as what they were, and ids do not outlive their document.

use std::time::{Duration, Instant};

use domtool::{ActOptions, Action, ElementId, ErrorKind, ObserveOptions, WaitFor, text::token_estimate};
use domtool_cdp::transport::{Fault, Faults};

use super::support::{Page, alone_with, on};

#[test]
fn a_link_goes_to_its_page_and_earlier_ids_are_stale() {
    on("navigation.html", async |page| {
        let before = page.see().await;
        let report = page.click("Go to two").await.expect("it is clicked");
        assert!(report.effects.navigated, "{report:?}");
        assert!(
            report.effects.url.as_deref().is_some_and(|url| url.ends_with("/navigation-two.html")),
            "{report:?}"
        );
        assert_eq!(page.js("document.title").await, "\"Two\"");
        for element in &before.elements {
            let error = page.click_id(element.id).await.expect_err("it was of the page before");
            assert_eq!(error.kind(), ErrorKind::Stale, "{}: {error}", element.name);
        }
        let after = page.see().await;
        for element in &after.elements {
            assert!(before.elements.iter().all(|e| e.id != element.id), "{} was given out again", element.id);
        }
        assert_eq!(page.notes().await, "", "a stale id clicked something");
    });
}

#[test]
fn a_new_page_is_in_the_report_where_that_is_asked_for() {
    on("navigation.html", async |page| {
        let showing = ActOptions::default().with_new_page(1_500);
        let link = page.id("Go to two").await;
        let report = page.tab.act(Action::click(link), &showing).await.expect("it is clicked");
        assert!(report.shows_page() && report.diff.contains("Two | http"), "{}", report.diff);
        // It is what the caller saw last, and its ids are good.
        let line = report.diff.lines().find(|line| line.contains("button \"Two e\"")).expect("it is shown");
        let shown: ElementId = line.split(' ').next().and_then(|id| id.parse().ok()).expect("it has an id");
        let next =
            page.tab.observe(&ObserveOptions::default().with_diff(true)).await.expect("it is observed");
        assert!(next.text().contains("nothing changed"), "{}", next.text());
        let report = page.tab.act(Action::click(shown), &showing).await.expect("it is clicked");
        assert!(!report.shows_page(), "{}", report.diff);
        let report =
            page.tab.act(Action::Reload, &showing.clone().with_new_page(90)).await.expect("it loads");
        assert!(report.shows_page() && token_estimate(&report.diff) <= 90, "{}", report.diff);
        let report = page.act(Action::Back).await.expect("it goes back");
        assert_eq!(report.diff, "a new page: observe to see it");
    });
}

/// Head, menu and foot of a site are told once; what a page is for is told on each.
#[test]
fn what_is_as_on_the_page_before_is_told_in_a_line() {
    on("site.html", async |page| {
        let showing = ActOptions::default().with_new_page(1_500);
        let go = async |words: &str| {
            let target = words.parse::<domtool::TargetRef>().expect("words");
            page.tab.act(Action::click(target), &showing).await.expect("it is clicked").diff
        };
        let unread = go("Boats").await;
        assert!(unread.contains("link \"Webcam\"") && !unread.contains("as before"), "{unread}");
        let next = go("Tides").await;
        let expected = [
            "as before: 6 links (expand",
            "current",
            "heading1 \"tides\"",
            "\"No fires\"",
            "\"Boat\"",
            "\"Reserve\"",
        ];
        for words in expected {
            assert!(next.contains(words), "{words}: {next}");
        }
        for words in ["Webcam", "Imprint", "Language", "Search the site"] {
            assert!(!next.contains(words), "{words}: {next}");
        }
        // It can be named as what is shown, looked at, and is there for who asks.
        let (_, fold) = next.split_once("as before: 6 links (expand ").expect("it is told");
        let id: ElementId = fold.split(')').next().and_then(|id| id.parse().ok()).expect("an id");
        let opened =
            page.tab.observe(&ObserveOptions::default().with_expand(vec![id])).await.expect("it is seen");
        assert!(opened.text().contains("Webcam"), "{}", opened.text());
        let whole = page.see().await;
        assert!(!whole.text().contains("as before"), "{}", whole.text());
        let third = go("Book a berth").await;
        assert!(third.contains("as before: 5 links"), "{third}");
        // What another site has is its own, however alike.
        let other = Action::open(page.server.other_url("site.html?boats"));
        let report = page.tab.act(other, &showing).await.expect("it opens");
        assert!(report.diff.contains("Webcam"), "{}", report.diff);
    });
}

/// Back on a list, its rows are told by the first and the last of those that are as they were, and what is new between them.
#[test]
fn back_on_a_list_its_rows_are_told_by_what_changed() {
    on("list-back.html", async |page| {
        let showing = ActOptions::default().with_new_page(1_500);
        let go = async |words: &str| {
            let target = words.parse::<domtool::TargetRef>().expect("words");
            page.tab.act(Action::click(target), &showing).await.expect("it is clicked").diff
        };
        page.see().await;
        go("Add").await;
        let back = go("Save").await;
        let told = |note: &str| back.contains(&format!("\"{note}\""));
        assert_eq!(back.matches("as before: 2 rows (expand").count(), 2, "{back}");
        assert!(["Note 1", "Note 4", "A new note", "Note 5", "Note 8"].into_iter().all(told), "{back}");
        assert!(!["Note 2", "Note 3", "Note 6", "Note 7"].into_iter().any(told), "{back}");
        // What is not told can be named, and is there for who asks.
        let delete = "Delete in row \"Note 6\"".parse::<domtool::TargetRef>().expect("words");
        page.tab.act(Action::click(delete), &showing).await.expect("it is clicked");
        assert!(!page.see().await.text().contains("as before"));
        go("Add").await;
        let sorted = go("Sort").await;
        assert!(!sorted.contains("as before: "), "{sorted}");
        // What was told of a row that something was done with since is not as before.
        page.see().await;
        let select = "Select in row \"Note 2\"".parse::<domtool::TargetRef>().expect("words");
        page.tab.act(Action::check(select), &showing).await.expect("it is checked");
        go("Add").await;
        let back = go("Save").await;
        assert!(!back.contains("as before: ") && back.contains("\"Note 3\""), "{back}");
    });
}

/// The action is done, whatever becomes of the look at where it led.
#[test]
fn a_new_page_that_cannot_be_looked_at_is_left_to_the_next_call() {
    const LOOK: &str = "DOMSnapshot.captureSnapshot";
    let faults = Faults::new();
    alone_with(&faults, async |browser| {
        let page = Page::open(browser, "navigation.html").await;
        let showing = ActOptions::default().with_new_page(1_500);
        for fault in [Fault::Refused, Fault::Unanswered] {
            faults.clear();
            page.act(Action::Reload).await.expect("it loads");
            let looks = faults.calls().into_iter().find(|(method, _)| method == LOOK).map_or(0, |(_, n)| n);
            faults.clear();
            faults.fail(LOOK, looks + 1, fault);
            let begun = Instant::now();
            let report = page.tab.act(Action::Reload, &showing).await.expect("it loads");
            assert_eq!(
                (faults.struck(), report.diff.as_str()),
                (1, "a new page: observe to see it"),
                "{fault:?}"
            );
            // Far from what a call that nobody answers takes.
            assert!(begun.elapsed() < Duration::from_secs(20), "{fault:?}: {:?}", begun.elapsed());
            faults.clear();
            page.click("Push").await.expect("the page is there");
        }
    });
}

#[test]
fn of_several_actions_the_last_report_has_the_page() {
    on("navigation.html", async |page| {
        let words = |words: &str| Action::click(words.parse::<domtool::TargetRef>().expect("words"));
        let showing = ActOptions::default().with_new_page(1_500);
        let steps = [words("Go to two").into(), words("Two e").into()];
        let batch = page.tab.act_all(&steps, &showing).await;
        let [led, last] = batch.done.as_slice() else { panic!("{batch:?}") };
        assert!(!led.shows_page() && last.diff.contains("Two | http"), "{batch:?}");
        // Also where it ended early.
        let stay = page.id("Two e").await;
        let steps = [Action::Back.into(), Action::click(stay).into()];
        let batch = page.tab.act_all(&steps, &showing).await;
        assert!(batch.stopped.is_some() && batch.done[0].diff.contains("One | http"), "{batch:?}");
        // What was read is not told again.
        let batch = page.tab.act_all(&[words("Push").into()], &showing).await;
        assert!(
            batch.done[0].diff.contains("Pushed") && !batch.done[0].diff.contains("One | http"),
            "{batch:?}"
        );
    });
}

#[test]
fn ids_stay_stale_after_going_back() {
    on("navigation.html", async |page| {
        let before = page.id("Push").await;
        page.click("Go to two").await.expect("it is clicked");
        let report = page.act(Action::Back).await.expect("it goes back");
        assert!(report.effects.navigated, "{report:?}");
        assert_eq!(page.js("document.title").await, "\"One\"");
        // The browser may have kept the very document; then the id still names its element.
        match page.click_id(before).await {
            Ok(_) => assert_eq!(page.js("document.querySelector('h1').textContent").await, "\"Pushed\""),
            Err(error) => assert_eq!(error.kind(), ErrorKind::Stale, "{error}"),
        }
        page.act(Action::Forward).await.ok();
    });
}

#[test]
fn back_forward_and_reload() {
    on("navigation.html", async |page| {
        page.click("Go to two").await.expect("it is clicked");
        page.act(Action::Back).await.expect("it goes back");
        assert_eq!(page.js("document.title").await, "\"One\"");
        page.act(Action::Forward).await.expect("it goes forward");
        assert_eq!(page.js("document.title").await, "\"Two\"");
        page.js("document.title = 'Changed'").await;
        let report = page.act(Action::Reload).await.expect("it loads again");
        assert!(report.effects.navigated, "{report:?}");
        assert_eq!(page.js("document.title").await, "\"Two\"");
        let error = page.act(Action::Forward).await.expect_err("there is nothing ahead");
        assert!(
            matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidInput | ErrorKind::NoEffect),
            "{error}"
        );
    });
}

#[test]
fn a_script_that_navigates_later_is_followed() {
    on("navigation.html", async |page| {
        let report = page.click("Go by script").await.expect("it is clicked");
        assert!(report.effects.navigated, "{report:?}");
        assert_eq!(page.js("document.title").await, "\"Two\"");
    });
}

#[test]
fn a_redirect_ends_where_it_leads() {
    on("navigation.html", async |page| {
        let report = page.click("Go around").await.expect("it is clicked");
        assert!(
            report.effects.url.as_deref().is_some_and(|url| url.ends_with("/navigation-two.html")),
            "{report:?}"
        );
    });
}

#[test]
fn an_address_within_the_document_keeps_ids() {
    on("navigation.html", async |page| {
        let link = page.id("Go to two").await;
        let report = page.click("Push").await.expect("it is clicked");
        assert!(report.effects.url.as_deref().is_some_and(|url| url.ends_with("?pushed")), "{report:?}");
        assert!(!report.effects.navigated, "{report:?}");
        let report = page.click("Go to part").await.expect("it is clicked");
        assert!(report.effects.url.as_deref().is_some_and(|url| url.ends_with("#part")), "{report:?}");
        assert_eq!(page.id("Go to two").await, link);
    });
}

#[test]
fn a_form_that_is_sent_arrives() {
    on("navigation.html", async |page| {
        page.fill("Word", "hello").await.expect("it is filled");
        let report = page.click("Send").await.expect("it is clicked");
        assert!(report.effects.navigated, "{report:?}");
        assert_eq!(page.js("document.getElementById('body').textContent").await, "\"word=hello\"");
        let posted =
            report.effects.requests.iter().find(|r| r.method == "POST").expect("the request is told");
        assert!(posted.url.ends_with("/echo"), "{posted:?}");
        assert_eq!(posted.status, Some(200));
    });
}

#[test]
fn opening_what_is_not_there_says_so() {
    on("navigation.html", async |page| {
        let error = page.act(Action::open(page.server.url("refused"))).await.expect_err("nobody answers");
        assert!(!error.message().is_empty());
        page.act(Action::open(page.server.url("navigation-two.html"))).await.expect("the tab still works");
        assert_eq!(page.js("document.title").await, "\"Two\"");
    });
}

#[test]
fn waiting_for_an_address_a_text_and_its_end() {
    on("settle.html", async |page| {
        page.js("void setTimeout(() => { document.getElementById('result').textContent = 'Here now' }, 300)")
            .await;
        page.act(Action::wait(WaitFor::Text("Here now".into()))).await.expect("the text comes");
        page.js("void setTimeout(() => { document.getElementById('result').textContent = '' }, 300)").await;
        page.act(Action::wait(WaitFor::Gone("Here now".into()))).await.expect("the text goes");
        page.js("void setTimeout(() => history.pushState({}, '', '/settle.html?there'), 300)").await;
        page.act(Action::wait(WaitFor::Url("*there".into()))).await.expect("the address comes");
    });
}
