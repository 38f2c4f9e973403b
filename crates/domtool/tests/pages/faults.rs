//! Browsers that are killed, tabs that crash, scripts that never end: a clear error, soon, and the rest goes on.

use std::{process::Command, time::Duration};

use domtool::{ErrorKind, SessionOptions};

use super::support::{Page, alone, run};

/// Ends a browser that a test started, in the hard way.
fn end(process: u32) {
    let status = Command::new("kill").arg("-KILL").arg(process.to_string()).status().expect("kill runs");
    assert!(status.success());
}

#[test]
fn an_endless_script_is_an_error_within_the_deadline_and_other_tabs_go_on() {
    alone(async |browser| {
        let mut page = Page::open(browser, "hang.html").await;
        let target = page.id("Hang").await;
        let plain = page.session.new_tab(Some(&page.server.url("popup.html"))).await.expect("a tab");
        let hung = tokio::time::timeout(Duration::from_secs(40), page.click_id(target))
            .await
            .expect("it comes back");
        let error = hung.expect_err("the page does not answer");
        assert_eq!(error.kind(), ErrorKind::PageHung, "{error}");
        assert_ne!(error.dispatched(), domtool::Dispatched::No, "{error}");
        page.tab = plain;
        page.click("Plain").await.expect("the other tab works");
        page.expect("click self trusted").await;
    });
}

#[test]
fn a_killed_browser_is_said_to_be_gone() {
    alone(async |browser| {
        let page = Page::open(browser, "popup.html").await;
        let target = page.id("Plain").await;
        end(browser.pid().expect("we launched it"));
        let error = page.click_id(target).await.expect_err("the browser is gone");
        assert_eq!(error.kind(), ErrorKind::BrowserGone, "{error}");
        let error =
            browser.session("next", SessionOptions::default()).await.expect_err("the browser is gone");
        assert_eq!(error.kind(), ErrorKind::BrowserGone, "{error}");
    });
}

#[test]
fn a_browser_killed_in_the_middle_of_an_action() {
    alone(async |browser| {
        let page = Page::open(browser, "settle.html").await;
        let target = page.id("Start poll").await;
        let process = browser.pid().expect("we launched it");
        // The click waits for a request that is never answered; the browser goes when the server has it.
        let (result, ()) = tokio::join!(page.click_id(target), async {
            while !page.server.holds(page.run) {
                tokio::task::yield_now().await;
            }
            end(process);
        });
        let error = result.expect_err("the browser is gone");
        assert_eq!(error.kind(), ErrorKind::BrowserGone, "{error}");
    });
}

#[test]
fn a_crashed_tab_is_said_to_be_crashed_and_can_be_opened_again() {
    run(async |browser| {
        let options = SessionOptions::default().with_internal(true);
        let mut page = Page::open_with(browser, "popup.html", options).await;
        let target = page.id("Plain").await;
        page.session.open("chrome://crash").await.ok();
        let error = page.click_id(target).await.expect_err("the page is gone");
        assert!(matches!(error.kind(), ErrorKind::PageCrashed | ErrorKind::Stale), "{error}");
        page.session.open(&page.server.url("popup.html")).await.expect("the tab is brought back");
        page.tab = page.session.tab().expect("a tab");
        page.click("Plain").await.expect("it works again");
        page.expect("click self trusted").await;
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn sessions_do_not_see_each_other() {
    run(async |browser| {
        let first = Page::open(browser, "popup.html").await;
        let second = Page::open(browser, "popup.html").await;
        first.js("document.cookie = 'mine=1'; localStorage.mine = 1").await;
        assert_eq!(second.js("document.cookie + (localStorage.mine || '')").await, "\"\"");
        first.session.close().await.expect("it closes");
        second.click("Plain").await.expect("the other still works");
        second.expect("click self trusted").await;
        second.session.close().await.expect("it closes");
    });
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_browser_leaves_no_process_and_no_profile() {
    use std::fs;

    use super::support::launch_options;
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let browser = domtool::Browser::launch(launch_options()).await.expect("a browser starts");
        let process = browser.pid().expect("we launched it");
        let command = fs::read(format!("/proc/{process}/cmdline")).expect("it runs");
        let command = String::from_utf8_lossy(&command).into_owned();
        let profile =
            command.split('\0').find_map(|arg| arg.strip_prefix("--user-data-dir=")).map(str::to_owned);
        browser.close().await.expect("it closes");
        let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "still there: {state}");
        if let Some(profile) = profile {
            assert!(!fs::exists(&profile).expect("it can be looked at"), "{profile} is left");
        }
    });
}
