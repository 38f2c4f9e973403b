//! The process of a frame ends: what is in it is said to have crashed, the rest of the page goes on, and a reload mends it.

use std::time::{Duration, Instant};

use domtool::{Action, Dispatched, ErrorKind};
use domtool_cdp::{
    Connection,
    protocol::{Command, Empty, SessionId, runtime},
};
use serde::Serialize;

use crate::support::{Page, alone_wired};

/// Ends a renderer from within. Nobody is left to answer.
#[derive(Serialize)]
struct Crash {}

impl Command for Crash {
    const METHOD: &'static str = "Page.crash";
    type Reply<'a> = Empty;
}

/// The session of the one frame that shows a fixture.
async fn session_of(page: &Page, wire: &Connection, fixture: &str) -> SessionId {
    for session in page.tab.protocol_sessions() {
        let session = SessionId::from(session.as_str());
        let ask = runtime::Evaluate {
            expression: "location.pathname".to_owned(),
            return_by_value: Some(true),
            ..Default::default()
        };
        let told = wire.channel(session.clone()).call(&ask).await.expect("it answers").result.value;
        if told.is_some_and(|path| path == format!("/{fixture}")) {
            return session;
        }
    }
    panic!("no frame shows {fixture}");
}

async fn crash(page: &Page, wire: &Connection, fixture: &str) {
    let session = session_of(page, wire, fixture).await;
    drop(wire.channel(session).post(&Crash {}));
}

/// Looks until the page is said to have crashed frames.
async fn seen_crashed(page: &Page) -> String {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        let seen = page.see().await;
        if seen.text().contains("crashed") {
            return seen.text().to_owned();
        }
    }
    panic!("nothing is said to have crashed: {}", page.see().await.text());
}

#[test]
fn a_frame_in_a_frame() {
    alone_wired(async |browser, wire| {
        let page = Page::open(browser, "crashed.html").await;
        let target = page.id("Press").await;
        crash(&page, wire, "hand-leaf.html").await;
        let seen = seen_crashed(&page).await;
        assert!(!seen.contains("\"Press\"") && seen.contains("\"Start poll\""), "{seen}");
        let begun = Instant::now();
        let error = page.click_id(target).await.expect_err("its frame crashed");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::PageCrashed, Dispatched::No), "{error}");
        assert!(error.hint().contains("reload"), "{}", error.hint());
        assert!(begun.elapsed() < Duration::from_secs(3), "it took {:?} to say so", begun.elapsed());
        // All else goes on, also the frame around it.
        let report = page.click("Here").await.expect("the page lives");
        page.expect("click here trusted").await;
        assert!(report.ms < 5_000, "the dead frame held it up: {} ms", report.ms);
        page.click("Throw").await.expect("the frame beside it lives");
        page.act(Action::Reload).await.expect("it is loaded again");
        page.click("Press").await.expect("the frame is back");
        page.expect("click press trusted button 0 buttons 0 detail 1").await;
    });
}

#[test]
fn in_the_middle_of_an_action() {
    alone_wired(async |browser, wire| {
        let page = Page::open(browser, "crashed.html").await;
        let target = page.id("Start poll").await;
        let session = session_of(&page, wire, "settle.html").await;
        // The click waits for a request that is never answered; the process goes when the server has it.
        let (result, ()) = tokio::join!(page.click_id(target), async {
            while !page.server.holds(page.run) {
                tokio::task::yield_now().await;
            }
            drop(wire.channel(session).post(&Crash {}));
        });
        let error = result.expect_err("its frame crashed");
        // The process may go before it has said that it had the release of the button.
        assert_eq!(error.kind(), ErrorKind::PageCrashed, "{error}");
        assert_ne!(error.dispatched(), Dispatched::No, "{error}");
        page.click("Here").await.expect("the page lives");
        page.expect("click here trusted").await;
    });
}
