//! Tabs that a person has open, taken by a session: over a broken connection, when their page hangs, taken again; and tabs of ours in a
//! browser that is somebody else's. The page's own record decides, seen by a way of its own.

use std::time::Duration;

use domtool::{
    ActOptions, Action, Browser, BrowserContext, ErrorKind, ObserveOptions, Reconnect, SessionOptions,
    TabChoice,
};

use super::support::{Lasting, Page, Server, id_in, lasting};

fn in_the_browser() -> SessionOptions {
    SessionOptions::default().with_context(BrowserContext::Default)
}

/// A session that took the person's tab with this fixture.
async fn taken(browser: &Browser, name: &str, fixture: &str) -> Page {
    let session = browser.session(name, in_the_browser()).await.expect("a session");
    let tab = session.attach(TabChoice::Address(fixture.to_owned())).await.expect("it is taken");
    Page { session, tab, server: Server::get(), run: 0 }
}

/// Whether the person's tab is there, and whether a program is attached to it.
async fn of_the_person(user: &Lasting, fixture: &str) -> Vec<bool> {
    let pages = user.pages().await;
    pages.iter().filter(|page| page.url.contains(fixture)).map(|page| page.attached).collect()
}

#[test]
fn one_goes_on_after_the_connection_broke_and_is_given_back_and_taken_again() {
    lasting(async |user| {
        user.open(&Server::get().url("faulted.html")).await;
        let cable = user.cable().await;
        let browser = Browser::connect(&cable.endpoint()).await.expect("it is reached");
        let mut page = taken(&browser, "before", "faulted.html").await;
        let target = page.id("Press").await;
        page.click_id(target).await.expect("it is clicked");
        cable.cut();
        tokio::time::timeout(Duration::from_secs(20), browser.gone()).await.expect("the break is noticed");
        let browser = browser.reconnect(&Reconnect::default()).await.expect("it is reached again");
        page.session = browser.resume(&page.session).await.expect("the session goes on");
        page.tab = page.session.tab().expect("its tab is there");
        assert!(page.tab.info().attached, "it is the person's still");
        let seen = page.see().await;
        assert_eq!(id_in(&seen, "Press").expect("it is shown"), target);
        page.click_id(target).await.expect("it is clicked");

        let tab = page.tab.clone();
        page.session.close().await.expect("the session closes");
        assert_eq!(of_the_person(user, "faulted.html").await, [false], "it is open, and left");
        let error = tab.observe(&ObserveOptions::default()).await.expect_err("it was given back");
        assert_eq!(error.kind(), ErrorKind::TabClosed, "{error}");

        let page = taken(&browser, "after", "faulted.html").await;
        page.click("Press").await.expect("it is clicked");
        // None of this is reached twice by what an earlier hold on the tab left.
        let witness = user.witness("faulted.html").await;
        witness.sees("log.filter(line => line.startsWith('click press trusted')).length === 3").await;
        page.session.close().await.expect("the session closes");
    });
}

#[test]
fn a_page_that_does_not_let_go_keeps_its_tab() {
    lasting(async |user| {
        user.open(&Server::get().url("hung.html")).await;
        let cable = user.cable().await;
        let browser = Browser::connect(&cable.endpoint()).await.expect("it is reached");
        let page = taken(&browser, "hung", "hung.html").await;
        let target = page.id("Alerts without end").await;
        let options = ActOptions::default().with_timeout(Duration::from_secs(2));
        // Whether the click fails or reports the first dialog does not matter here.
        drop(page.tab.act(&Action::click(target), &options).await);
        let before = user.pages().await;
        let leave = Action::open(page.server.url("popup.html"));
        let error = page.tab.act(&leave, &ActOptions::default()).await.expect_err("it does not let go");
        assert!([ErrorKind::PageHung, ErrorKind::DialogOpen].contains(&error.kind()), "{error}");
        page.session.close().await.expect("the session closes");
        let ids = |pages: &[domtool_cdp::protocol::target::TargetInfo]| {
            let mut ids: Vec<_> = pages.iter().map(|page| page.target_id.to_string()).collect();
            ids.sort();
            ids
        };
        assert_eq!(ids(&user.pages().await), ids(&before));
    });
}

#[test]
fn tabs_of_ours_open_others_in_a_browser_that_is_somebody_elses() {
    lasting(async |user| {
        let cable = user.cable().await;
        let browser = Browser::connect(&cable.endpoint()).await.expect("it is reached");
        for options in [in_the_browser(), SessionOptions::default()] {
            let page = Page::open_with(&browser, "popup.html", options).await;
            for (name, tabs) in [("New tab", 2), ("Severed tab", 3), ("Open window", 4)] {
                let report = page.click(name).await.expect("it is clicked");
                assert_eq!(report.effects.tabs.len(), 1, "{name}: {report:?}");
                assert_eq!(page.session.tabs().len(), tabs, "{name}");
                let opened = page.session.switch(report.effects.tabs[0].number).expect("the tab is there");
                assert!(!opened.info().attached, "{name} is ours");
                let width = opened.evaluate("innerWidth").await.expect("a value");
                assert_eq!(width, "1280", "{name} believes what its session says");
                page.session.switch(1).expect("the first tab is there");
            }
            page.session.close().await.expect("the session closes");
            assert!(of_the_person(user, "navigation-two.html").await.is_empty(), "what is ours is closed");
        }
    });
}
