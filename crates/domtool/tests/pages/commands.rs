//! The commands that observing sends: which and how often, and what becomes of an observation when one of them fails.

use std::time::{Duration, Instant};

use domtool::{ErrorKind, Format, Observation, ObserveOptions, Result};
use domtool_cdp::transport::{Fault, Faults};

use super::support::{Page, alone_with, log, on};

/// Longer than a page may take to answer.
const NO_HANG: Duration = Duration::from_secs(20);

#[test]
fn no_full_accessibility_tree_is_fetched_and_names_are_asked_in_one_burst() {
    for fixture in ["names-controls.html", "roles-aria.html", "frames-deep.html", "popup.html"] {
        on(fixture, async |page| {
            let mut fewest = usize::MAX;
            // A poster that is held up by a busy machine looks like one that waits; not three times.
            for _ in 0..3 {
                let begun = Instant::now();
                look(page).await.expect("it is observed");
                fewest = fewest.min(rounds(&log::of(&page.tab.protocol_sessions()), begun));
            }
            if fixture == "popup.html" {
                page.click("Plain").await.expect("it is clicked");
            }
            let lines = log::of(&page.tab.protocol_sessions());
            let count = |method: &str| lines.iter().filter(|line| line.method == method).count();
            assert!(count("DOMSnapshot.captureSnapshot") >= 3, "{}", log::told(&lines));
            assert_eq!(count("Accessibility.getFullAXTree"), 0, "{}", log::told(&lines));
            assert!(fewest <= 1, "names are asked in {fewest} rounds: {}", log::told(&lines));
        });
    }
}

/// How often names were asked when all that were asked before had been told.
fn rounds(lines: &[log::Line], since: Instant) -> usize {
    let mut asked: Vec<_> = lines
        .iter()
        .filter(|line| line.method == "Accessibility.getPartialAXTree" && line.posted() > since)
        .map(|line| (line.posted(), line.answered))
        .collect();
    asked.sort_unstable();
    let (mut rounds, mut told) = (0, None);
    for (posted, answered) in asked {
        if told.is_none_or(|told| posted > told) {
            rounds += 1;
        }
        told = told.max(Some(answered));
    }
    rounds
}

async fn look(page: &Page) -> Result<Observation> {
    let options = ObserveOptions::default().with_format(Format::Json).with_budget(None);
    let observing = page.tab.observe(&options);
    tokio::time::timeout(NO_HANG, observing).await.expect("it comes back")
}

/// Fails one command after the other, and looks again after each.
async fn walk(page: &Page, faults: &Faults, fault: Fault, most: usize) {
    let whole = look(page).await.expect("it is observed");
    faults.clear();
    look(page).await.expect("it is observed");
    let calls = faults.calls();
    assert!(calls.iter().any(|(method, _)| method == "DOMSnapshot.captureSnapshot"), "{calls:?}");
    for (method, count) in calls {
        for nth in 1..=count.min(most) {
            faults.clear();
            faults.fail(&method, nth, fault);
            let at = format!("{method} {nth} of {count}, {fault:?}");
            match look(page).await {
                Ok(seen) => {
                    let gap = seen.text.contains(r#""gaps":[{"#);
                    let less = seen.elements.len() < whole.elements.len();
                    assert!(
                        gap || !less,
                        "{at}: {} of {} and no gap",
                        seen.elements.len(),
                        whole.elements.len()
                    );
                }
                Err(error) => {
                    let typed = [ErrorKind::Internal, ErrorKind::Timeout, ErrorKind::BrowserGone];
                    assert!(typed.contains(&error.kind()), "{at}: {error}");
                    assert!(!error.message().is_empty(), "{at}");
                }
            }
            faults.clear();
            let again = look(page).await.unwrap_or_else(|error| panic!("after {at}: {error}"));
            assert_eq!(again.elements.len(), whole.elements.len(), "after {at}");
        }
    }
}

#[test]
fn a_refused_command_is_an_error_or_a_gap_and_the_next_observation_is_whole() {
    let faults = Faults::new();
    alone_with(&faults, async |browser| {
        let page = Page::open(browser, "frames-deep.html").await;
        walk(&page, &faults, Fault::Refused, 4).await;
    });
}

#[test]
fn an_answer_of_another_shape_is_an_error_or_a_gap_and_the_next_observation_is_whole() {
    let faults = Faults::new();
    alone_with(&faults, async |browser| {
        let page = Page::open(browser, "frames-deep.html").await;
        walk(&page, &faults, Fault::Misshapen, 4).await;
    });
}

#[test]
fn an_answer_that_never_comes_is_an_error_or_a_gap_and_the_next_observation_is_whole() {
    let faults = Faults::new();
    alone_with(&faults, async |browser| {
        let page = Page::open(browser, "popup.html").await;
        for method in ["DOMSnapshot.captureSnapshot", "Page.getFrameTree"] {
            faults.clear();
            faults.fail(method, 1, Fault::Unanswered);
            let error = look(&page).await.expect_err("nothing came");
            assert_eq!((error.kind(), faults.struck()), (ErrorKind::Timeout, 1), "{method}: {error}");
            look(&page).await.expect("the next one works");
        }
    });
}

#[test]
fn a_connection_that_breaks_in_the_middle_of_an_observation_is_told() {
    let faults = Faults::new();
    alone_with(&faults, async |browser| {
        let page = Page::open(browser, "popup.html").await;
        faults.fail("DOMSnapshot.captureSnapshot", 1, Fault::Cut);
        let error = look(&page).await.expect_err("the connection is gone");
        assert_eq!(error.kind(), ErrorKind::BrowserGone, "{error}");
    });
}
