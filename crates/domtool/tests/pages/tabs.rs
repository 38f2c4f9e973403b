//! Tabs that a page opens and closes are seen, and actions go to the tab that is meant.

use std::time::Duration;

use domtool::{ActOptions, Action, ErrorKind, ObserveOptions, WaitFor};

use super::support::on_whole as on;

#[test]
fn a_new_tab_is_in_the_report_of_the_click() {
    on("popup.html", async |page| {
        for (name, tabs) in [("New tab", 2), ("Severed tab", 3), ("Open window", 4)] {
            let report = page.click(name).await.expect("it is clicked");
            assert_eq!(report.effects.tabs.len(), 1, "{name}: {report:?}");
            assert_eq!(page.session.tabs().len(), tabs, "{name}");
            let told = &report.effects.tabs[0];
            // On a machine that stands still for seconds the address comes after the cap: then the report says so.
            if told.url.is_empty() {
                assert!(report.still.iter().any(|still| still.contains("for tab")), "{name}: {report:?}");
            }
            let opened = page.session.switch(told.number).expect("the tab is there");
            let arrives = Action::wait(WaitFor::Url("*/navigation-two.html".to_owned()));
            opened
                .act(&arrives, &ActOptions::default())
                .await
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            page.session.switch(1).expect("the first tab is there");
        }
    });
}

#[test]
fn a_tab_is_switched_to_operated_and_closed() {
    on("popup.html", async |page| {
        let report = page.click("New tab").await.expect("it is clicked");
        let number = report.effects.tabs.first().expect("the tab is told").number;
        page.session.switch(number).expect("there is such a tab");
        let tab = page.session.tab().expect("it is active");
        let seen = tab.observe(&ObserveOptions::default()).await.expect("it is observed");
        assert_eq!(seen.title, "Two", "{}", seen.text());
        page.session.close_tab(Some(number)).await.expect("it closes");
        assert_eq!(page.session.tabs().len(), 1);
        let error = tab.observe(&ObserveOptions::default()).await.expect_err("it is closed");
        assert_eq!(error.kind(), ErrorKind::TabClosed, "{error}");
        assert!(page.session.switch(number).is_err());
        page.click("Plain").await.expect("the first tab still works");
        page.expect("click self trusted").await;
    });
}

#[test]
fn a_tab_that_the_page_closes_is_gone() {
    on("popup.html", async |page| {
        page.click("Open window").await.expect("it is clicked");
        assert_eq!(page.session.tabs().len(), 2);
        page.click("Close window").await.expect("it is clicked");
        assert_eq!(page.session.tabs().len(), 1);
    });
}

#[test]
fn a_tab_in_the_background_is_operated_all_the_same() {
    on("popup.html", async |page| {
        let other = page.session.new_tab(Some(&page.server.url("fields.html"))).await.expect("a tab");
        page.click("Plain").await.expect("it is clicked");
        page.expect("click self trusted").await;
        let seen = other.observe(&ObserveOptions::default()).await.expect("it is observed");
        let target = seen.find("Full name").expect("it is seen").id;
        let fill = domtool::Action::fill(target, "Ada");
        other.act(&fill, &ActOptions::default()).await.expect("it is filled");
        assert_eq!(
            other.evaluate("document.getElementById('name').value").await.expect("a value"),
            "\"Ada\""
        );
    });
}

/// Chromium draws nothing of a tab behind others, and then sends it a frame a second.
#[test]
fn a_tab_behind_others_is_drawn_while_something_is_done_in_it() {
    on("popup.html", async |page| {
        let _front = page.session.new_tab(Some(&page.server.url("fields.html"))).await.expect("a tab");
        page.js("window.drawn = 0, (function draw() { document.body.textContent = ++drawn; requestAnimationFrame(draw); })()").await;
        let wait = Action::wait(WaitFor::Time(Duration::from_secs(4)));
        page.act(wait.clone()).await.expect("time passes");
        let before = page.js("drawn").await.parse::<u32>().expect("a number");
        page.act(wait).await.expect("time passes");
        let drawn = page.js("drawn").await.parse::<u32>().expect("a number") - before;
        assert!(drawn > 8, "{drawn} frames in 4 s");
    });
}
