//! The first observation of a page has the content that the page draws a moment after it has loaded, and does not wait
//! for what never ends.

use std::time::{Duration, Instant};

use domtool::{Browser, ObserveOptions, SessionOptions};

use super::support::{Server, run};

/// Goes to the page without waiting for it to settle, and observes at once: how long that took, and the text.
async fn first_look(browser: &Browser, how: &str) -> (Duration, String) {
    let session = browser.session(how, SessionOptions::default()).await.expect("a session");
    let tab = session.new_tab(None).await.expect("a tab");
    let url = Server::get().url(&format!("ready.html?how={how}"));
    tab.evaluate(&format!("void (location.href = {url:?})")).await.expect("it goes there");
    let begun = Instant::now();
    let text = loop {
        let seen = tab.observe(&ObserveOptions::default()).await.expect("the page is observed");
        if seen.url.contains("ready.html") {
            break seen.text;
        }
    };
    session.close().await.expect("the session closes");
    (begun.elapsed(), text)
}

#[test]
fn what_is_drawn_after_loading_is_in_the_first_look() {
    run(async |browser| {
        for how in ["static", "skeleton", "bare", "timer", "shell"] {
            let (_, text) = first_look(browser, how).await;
            assert!(text.contains("All there") && text.contains("Go on"), "{how}: {text}");
            assert!(!text.contains("still loading"), "{how}: {text}");
        }
    });
}

#[test]
fn what_never_ends_is_not_waited_for() {
    run(async |browser| {
        for (how, said) in [("poll", true), ("socket", false), ("clock", false), ("picture", true)] {
            let (took, text) = first_look(browser, how).await;
            assert!(text.contains("Go on"), "{how}: {text}");
            assert!(took < Duration::from_millis(2_500), "{how}: {took:?}");
            assert_eq!(text.contains("still loading"), said, "{how}: {text}");
        }
    });
}

#[test]
fn what_has_not_come_is_said() {
    run(async |browser| {
        let (took, text) = first_look(browser, "slow").await;
        assert!(text.contains("Please wait"), "{text}");
        assert!(text.contains("note: still loading: GET http") && text.contains("/hold"), "{text}");
        assert!(took < Duration::from_secs(8), "{took:?}");
    });
}
