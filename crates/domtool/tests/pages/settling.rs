//! A report has what the action caused, also when that takes a while; what the page does by itself holds nothing up.

use std::time::{Duration, Instant};

use domtool_page::settle::SettleLimits;

use super::support::{Page, on};

/// The least of some clicks' times, so that a busy machine does not count.
async fn click_time(page: &Page) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..5 {
        let target = page.id("Plain").await;
        let begun = Instant::now();
        page.click_id(target).await.expect("it is clicked");
        least = least.min(begun.elapsed());
    }
    least
}

#[test]
fn a_ticking_clock_and_a_long_poll_hold_nothing_up() {
    // What waits for the page's own doings does so every time; a machine that is busy in between does not.
    let mut missed = Vec::new();
    for _ in 0..3 {
        let mut times = [Duration::ZERO; 3];
        on("settle.html", async |page| {
            times[0] = click_time(page).await;
            page.js("void document.getElementById('tick').click()").await;
            times[1] = click_time(page).await;
            page.js("void document.getElementById('poll').click()").await;
            times[2] = click_time(page).await;
        });
        let bar = times[0].mul_f64(1.5) + Duration::from_millis(50);
        if times.iter().all(|time| *time < bar) {
            return;
        }
        missed.push(times);
    }
    panic!("without anything, beside a clock, beside a clock and a long poll: {missed:?}");
}

#[test]
fn an_answer_that_the_page_does_not_read_holds_nothing_up() {
    let mut missed = Vec::new();
    for _ in 0..3 {
        let mut times = [Duration::ZERO; 2];
        on("settle.html", async |page| {
            times[0] = click_time(page).await;
            page.js("document.addEventListener('click', () => void fetch('/late?ms=0&text=x', { method: 'POST' }))").await;
            times[1] = click_time(page).await;
        });
        // Its end is never told: all of it that came says so much earlier than giving it up.
        if times[1] < times[0] + SettleLimits::default().body {
            return;
        }
        missed.push(times);
    }
    panic!("without a request, with one: {missed:?}");
}

#[test]
fn a_click_that_causes_nothing_says_so_and_does_not_wait() {
    on("settle.html", async |page| {
        page.click("Plain").await.expect("it is clicked");
        let target = page.id("Plain").await;
        let mut least = u64::MAX;
        // A busy machine is slow at times; a click that is waited for longer than a second is so each time.
        for _ in 0..10 {
            let report = page.click_id(target).await.expect("it is clicked");
            assert!(report.effects.is_empty(), "{:?}", report.effects);
            assert!(report.diff.lines().count() <= 1, "{}", report.diff);
            least = least.min(report.ms);
            if least < 1_900 {
                break;
            }
        }
        assert!(least < 1_900, "{least} ms");
    });
}

#[test]
fn a_toast_is_told() {
    on("settle.html", async |page| {
        let report = page.click("Save").await.expect("it is clicked");
        assert!(
            report.effects.messages.iter().any(|m| m.text == "Saved successfully"),
            "{:?}",
            report.effects
        );
    });
}

#[test]
fn a_late_answer_is_in_the_report() {
    on("settle.html", async |page| {
        let report = page.click("Load").await.expect("it is clicked");
        assert!(report.diff.contains("Late answer"), "{report:?}");
        let request = report.effects.requests.first().expect("the request is told");
        assert_eq!((request.method.as_str(), request.status), ("GET", Some(200)), "{request:?}");
        assert!(report.still.is_empty(), "{:?}", report.still);
    });
}

#[test]
fn a_chain_of_requests_is_followed_to_its_end() {
    on("settle.html", async |page| {
        let report = page.click("Chain").await.expect("it is clicked");
        assert!(report.diff.contains("End of chain"), "{report:?}");
        assert_eq!(report.effects.requests.len(), 2, "{report:?}");
    });
}

#[test]
fn a_failed_request_and_a_broken_handler_are_told() {
    on("settle.html", async |page| {
        let report = page.click("Fail").await.expect("it is clicked");
        assert_eq!(report.effects.requests.first().and_then(|r| r.status), Some(500), "{report:?}");
        assert!(report.diff.contains("Failed with 500"), "{report:?}");
        let report = page.click("Throw").await.expect("it is clicked");
        assert!(report.effects.console_errors.iter().any(|e| e.contains("broken handler")), "{report:?}");
    });
}

#[test]
fn a_running_transition_is_waited_for() {
    on("settle.html", async |page| {
        page.click("Grow").await.expect("it is clicked");
        assert_eq!(page.js("document.getElementById('panel').offsetWidth").await, "300");
    });
}

#[test]
fn a_request_that_outlives_the_cap_is_still_running() {
    on("settle.html", async |page| {
        let begun = Instant::now();
        let report = page.click("Start poll").await.expect("it is clicked");
        assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
        assert!(!report.still.is_empty(), "{report:?}");
    });
}
