//! The connection to a browser that somebody else started breaks, and is made again: the session goes on in the same tabs, with
//! the same ids, and nothing is done twice. The page's own record decides, seen by a way of its own.

use std::time::{Duration, Instant};

use domtool::{
    Action, Browser, BrowserContext, Dispatched, ElementId, Emulation, ErrorKind, ObserveOptions, Reconnect,
    Session, SessionOptions,
};

use super::support::{Cable, Lasting, Page, id_in, lasting};

const NEWS: &str = "the connection to the browser broke and was made again";

fn in_the_browser() -> SessionOptions {
    SessionOptions::default().with_context(BrowserContext::Default)
}

/// A page in a browser that is reached through a cable.
async fn attached(user: &Lasting, fixture: &str) -> (Cable, Browser, Page) {
    let cable = user.cable().await;
    let browser = Browser::connect(&cable.endpoint()).await.expect("it is reached");
    let page = Page::open_with(&browser, fixture, in_the_browser()).await;
    (cable, browser, page)
}

/// Waits until the browser is known to be out of reach, connects again and goes on.
async fn again(browser: &Browser, page: &mut Page) -> Browser {
    tokio::time::timeout(Duration::from_secs(20), browser.gone()).await.expect("the break is noticed");
    let next = browser.reconnect(&Reconnect::default()).await.expect("it is reached again");
    page.session = next.resume(&page.session).await.expect("the session goes on");
    page.tab = page.session.tab().expect("its tab is there");
    next
}

#[test]
fn what_was_known_is_known_again_and_works_in_every_place() {
    lasting(async |user| {
        let (cable, mut browser, mut page) = attached(user, "hand.html?place=deep").await;
        let witness = user.witness("hand.html?place=deep").await;
        let seen = page.see().await;
        let before = seen.text().to_owned();
        let target = id_in(&seen, "Press").expect("it is shown");
        for round in 1..=2 {
            cable.cut();
            browser.gone().await;
            let error = page.click_id(target).await.expect_err("the connection is gone");
            assert_eq!(
                (error.kind(), error.dispatched()),
                (ErrorKind::BrowserGone, Dispatched::No),
                "{error}"
            );
            assert!(error.message().contains("may be there still"), "{error}");
            browser = again(&browser, &mut page).await;
            let seen = page.see().await;
            assert_eq!(seen.text().matches(NEWS).count(), 1, "{}", seen.text());
            assert_eq!(id_in(&seen, "Press").expect("it is shown"), target, "{before}\n{}", seen.text());
            assert!(!page.see().await.text().contains(NEWS), "it is told once");
            page.click_id(target).await.expect("it is clicked");
            witness.sees(&format!("log.filter(line => line.startsWith('click ')).length === {round}")).await;
        }
        assert_eq!(user.pages().await.iter().filter(|info| info.url.contains("hand.html")).count(), 1);
    });
}

#[test]
fn the_next_of_a_look_never_comes_and_the_look_says_so() {
    lasting(async |user| {
        let (cable, browser, mut page) = attached(user, "faulted.html").await;
        page.see().await;
        page.js("at.press.textContent = 'Press me'").await;
        cable.cut_with_the_next();
        let error = page.tab.observe(&ObserveOptions::default()).await.expect_err("it was cut off");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::BrowserGone, Dispatched::No), "{error}");
        again(&browser, &mut page).await;
        assert!(page.see().await.text().contains("Press me"));
    });
}

#[test]
fn keys_that_were_cut_off_are_never_pressed_again() {
    lasting(async |user| {
        let (cable, browser, mut page) = attached(user, "faulted.html").await;
        let witness = user.witness("faulted.html").await;
        let name: ElementId = page.id("Name").await;
        let press = Action::press(Some(name.into()), "a x400".parse().unwrap());
        let (result, ()) = tokio::join!(page.act(press), async {
            witness.sees("at.name.value.length > 3").await;
            cable.cut();
        });
        let error = result.expect_err("it was cut off");
        assert_eq!(error.kind(), ErrorKind::BrowserGone, "{error}");
        assert_ne!(error.dispatched(), Dispatched::No, "{error}");
        again(&browser, &mut page).await;
        page.see().await;
        let pressed = witness.js("at.name.value.length").await;
        assert!(pressed.parse::<u32>().expect("a number") < 400, "{pressed}");
        page.act(Action::press(Some(page.id("Press").await.into()), "Enter".parse().unwrap()))
            .await
            .expect("the next works");
        witness.sees("log.includes('click press trusted')").await;
        assert_eq!(witness.js("at.name.value.length").await, pressed, "nothing comes later");
    });
}

#[test]
fn a_click_that_was_cut_off_is_never_clicked_again() {
    lasting(async |user| {
        let (cable, mut browser, mut page) = attached(user, "faulted.html").await;
        let witness = user.witness("faulted.html").await;
        let target = page.id("Press").await;
        // At each thing that is sent, one by one, until a click has all it needs.
        for sent in 0..4 {
            let before: u32 = clicks(&witness).await;
            let (result, ()) = tokio::join!(page.click_id(target), async {
                for _ in 0..sent * 3 {
                    tokio::task::yield_now().await;
                }
                cable.cut_with_the_next();
            });
            browser = again(&browser, &mut page).await;
            page.see().await;
            let came = clicks(&witness).await - before;
            assert!(came <= 1, "{came} clicks after {sent}");
            match result {
                Ok(_) => assert_eq!(came, 1, "FALSE OK after {sent}"),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::BrowserGone, "{error}");
                    assert!(came == 0 || error.dispatched() != Dispatched::No, "after {sent}: {error}");
                    assert!(came == 1 || error.dispatched() != Dispatched::Yes, "after {sent}: {error}");
                }
            }
        }
    });
}

async fn clicks(witness: &super::support::Witness) -> u32 {
    let count = witness.js("log.filter(line => line.startsWith('click press')).length").await;
    count.parse().expect("a number")
}

#[test]
fn an_endpoint_that_is_gone_is_tried_for_a_bounded_time_and_found_again_later() {
    lasting(async |user| {
        let (mut cable, browser, mut page) = attached(user, "faulted.html").await;
        let target = page.id("Press").await;
        cable.close();
        browser.gone().await;
        let few = Reconnect::default().with_tries(4);
        let error = browser.reconnect(&few).await.expect_err("nobody is there");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::BrowserGone, Dispatched::No), "{error}");
        assert!(error.message().contains("tried 4 times in "), "{error}");
        let brief = few.with_tries(u32::MAX).with_within(Duration::from_millis(400));
        let begun = Instant::now();
        let error = browser.reconnect(&brief).await.expect_err("nobody is there");
        assert!(begun.elapsed() < Duration::from_secs(10), "{error}");
        cable.open().await;
        again(&browser, &mut page).await;
        page.click_id(target).await.expect("the id is as good as before");
        page.expect("click press trusted").await;
    });
}

#[test]
fn what_ended_with_the_connection_is_said_to_be_lost() {
    lasting(async |user| {
        let (cable, browser, page) = attached(user, "faulted.html").await;
        let own = Page::open(&browser, "popup.html").await;
        cable.cut();
        browser.gone().await;
        let next = browser.reconnect(&Reconnect::default()).await.expect("it is reached again");
        let error = next.resume(&own.session).await.expect_err("its context is closed");
        assert_eq!(error.kind(), ErrorKind::BrowserGone, "{error}");
        assert!(error.message().contains("ended with the connection"), "{error}");
        // The other goes on, and has not kept a tab that was closed meanwhile.
        let other = page.session.clone();
        let witness = user.witness("faulted.html").await;
        assert_eq!(witness.js("opener === null").await, "true");
        let session = next.resume(&other).await.expect("it goes on");
        let second = session.new_tab(Some(&page.server.url("popup.html"))).await.expect("a tab");
        assert_eq!(second.info().number, 2);
        cable.cut();
        next.gone().await;
        user.close_page("popup.html").await;
        let last = next.reconnect(&Reconnect::default()).await.expect("it is reached again");
        let session: Session = last.resume(&session).await.expect("it goes on");
        assert_eq!(session.tabs().iter().map(|tab| tab.number).collect::<Vec<_>>(), [1]);
        assert_eq!(session.tab().expect_err("it is closed").kind(), ErrorKind::TabClosed);
        let first = session.switch(1).expect("it is there");
        let seen = first.observe(&ObserveOptions::default()).await.expect("it is observed");
        assert!(seen.text().contains("tab 2 closed"), "{}", seen.text());
        // Nothing of it is left where its last tab was closed.
        cable.cut();
        last.gone().await;
        user.close_page("faulted.html").await;
        let none = last.reconnect(&Reconnect::default()).await.expect("it is reached again");
        let error = none.resume(&session).await.expect_err("its tabs are gone");
        assert!(error.message().contains("none of its tabs"), "{error}");
    });
}

#[test]
fn tabs_believe_what_they_did_and_tell_of_popups_that_came_meanwhile() {
    lasting(async |user| {
        let (cable, browser, mut page) = attached(user, "faulted.html").await;
        let witness = user.witness("faulted.html").await;
        let emulation = Emulation::default().with_viewport((700, 600));
        page.act(Action::emulate(emulation)).await.expect("it is believed");
        assert_eq!(witness.js("innerWidth").await, "700");
        cable.cut();
        browser.gone().await;
        witness.js("console.error('unheard'); void open('/popup.html')").await;
        again(&browser, &mut page).await;
        witness.sees("innerWidth === 700").await;
        let seen = page.see().await;
        assert!(seen.text().contains("tab 2 opened"), "{}", seen.text());
        assert!(!seen.text().contains("console error"), "what it repeats is no news: {}", seen.text());
        let popup = page.session.switch(2).expect("it is there");
        let text = popup.observe(&ObserveOptions::default()).await.expect("it is observed");
        let plain = id_in(&text, "Plain").unwrap_or_else(|why| panic!("{why}"));
        let click = Action::click(plain);
        popup.act(&click, &domtool::ActOptions::default()).await.expect("it works");
    });
}

#[test]
fn a_dialog_that_was_open_holds_up_nothing_and_its_page_can_be_left() {
    lasting(async |user| {
        for way in ["reload", "open"] {
            let (cable, browser, mut page) = attached(user, "dialogs.html").await;
            let target = page.id("Alert").await;
            page.click_id(target).await.expect("it opens a dialog");
            cable.cut();
            let begun = Instant::now();
            let _next = again(&browser, &mut page).await;
            for error in [
                page.tab
                    .observe(&ObserveOptions::default())
                    .await
                    .map(drop)
                    .expect_err("the page is blocked"),
                page.click_id(target).await.map(drop).expect_err("the page is blocked"),
            ] {
                assert_eq!(error.kind(), ErrorKind::PageHung, "{error}");
                assert!(error.message().contains("alert \"Careful!\" was open"), "{error}");
            }
            assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
            let leave = match way {
                "reload" => Action::Reload,
                _ => Action::open(page.server.url("dialogs.html")),
            };
            page.act(leave).await.expect("the page is left");
            page.click("Plain").await.expect("it is clicked");
        }
    });
}
