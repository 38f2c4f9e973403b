//! Calls that their caller gives up in the middle: what comes after them is told as if they had never been watched.

use std::time::Duration;

use domtool::{ActOptions, Action, ObserveOptions, transport::WebSocket};
use domtool_cdp::{
    endpoint::websocket_url,
    transport::{Fault, Faults},
};
use tokio::time::timeout;

use super::support::{Page, alone_with, lasting, on};

/// Where an action is given up: before, in and after its input, and while it settles.
const MOMENTS: [u64; 7] = [0, 1, 5, 15, 40, 90, 400];

#[test]
fn an_action_that_is_dropped_leaves_the_journal_and_the_watch_clean() {
    on("effects.html", async |page| {
        let (slow, counter) = (page.id("Slow post").await, page.id("Counter").await);
        let nothing = page.id("Nothing").await;
        for moment in MOMENTS {
            page.see().await;
            let options = ActOptions::default();
            let acting = page.tab.act(Action::click(slow), &options);
            let _ = timeout(Duration::from_millis(moment), acting).await;
            // Where it was sent, its request is not one of the next action's.
            let next = page.click_id(nothing).await.expect("it is clicked");
            assert!(next.effects.requests.is_empty(), "{moment} ms: {:?}", next.effects);
            let report = page.click_id(counter).await.expect("it is clicked");
            assert!(report.effects.requests.is_empty(), "{moment} ms: {:?}", report.effects);
            assert_eq!(page.js("document.querySelector('#polite b').textContent").await, "\"3\"");
            page.js("document.querySelector('#polite b').textContent = '2'").await;
        }
    });
}

#[test]
fn a_look_that_is_dropped_leaves_what_the_caller_saw() {
    on("effects.html", async |page| {
        page.see().await;
        page.js("document.querySelector('#polite b').textContent = 'Twelve'").await;
        let diff = ObserveOptions::default().with_diff(true);
        for moment in MOMENTS {
            // What was told once is told no second time.
            if let Ok(seen) = timeout(Duration::from_millis(moment), page.tab.observe(&diff)).await {
                assert!(seen.expect("it is seen").text().contains("Twelve"), "{moment} ms");
                return;
            }
        }
        let seen = page.tab.observe(&diff).await.expect("it is seen");
        assert!(seen.text().contains("Twelve"), "{}", seen.text());
    });
}

#[test]
fn a_picture_that_fails_leaves_what_the_caller_saw() {
    let faults = Faults::new();
    alone_with(&faults, async |browser| {
        let page = Page::open(browser, "effects.html").await;
        page.see().await;
        page.js("document.querySelector('#polite b').textContent = 'Twelve'").await;
        let pictured = ObserveOptions::default().with_marks(true);
        faults.fail("Page.captureScreenshot", 1, Fault::Refused);
        page.tab.observe(&pictured).await.expect_err("the picture is refused");
        let seen = page.tab.observe(&ObserveOptions::default().with_diff(true)).await.expect("it is seen");
        assert!(seen.text().contains("Twelve") && seen.text().lines().count() < 12, "{}", seen.text());
    });
}

#[test]
fn a_browser_is_talked_to_over_a_transport_of_the_callers() {
    lasting(async |browser| {
        let patience = Duration::from_secs(10);
        let cable = browser.cable().await;
        let url = websocket_url(&cable.endpoint(), patience).await.expect("it says where");
        let transport = WebSocket::connect(&url, patience).await.expect("it answers");
        let over = domtool::Browser::over(transport).await.expect("it is a browser");
        assert_eq!((over.endpoint(), over.pid()), (None, None));
        let page = Page::open(&over, "effects.html").await;
        page.click("Counter").await.expect("it is clicked");
        page.expect("click counter trusted").await;
        page.session.close().await.expect("it closes");
    });
}
