//! Pages that go elsewhere and tabs that close while something is being done to them, at many moments: a typed error that
//! says so, or the truth of what was done before; and the tab, or the session, goes on.

use std::time::Duration;

use domtool::{ActOptions, Action, Dispatched, ErrorKind};

use super::support::{Page, run};

/// Milliseconds after which it happens, from before the first step to after the last.
const MOMENTS: &[u64] = &[0, 2, 5, 9, 14, 20, 28, 40, 60, 90];

#[test]
fn a_page_that_leaves_in_the_middle_is_said_to_have_left() {
    run(async |browser| {
        let page = Page::open(browser, "faults.html").await;
        let url = page.server.url("faults.html");
        for moment in MOMENTS {
            page.session.open(&url).await.expect("the page opens");
            let target = page.id("Press").await;
            page.js(&format!("void setTimeout(() => location.href = '/popup.html', {moment})")).await;
            match page.click_id(target).await {
                // It was clicked, and all was told, before it left or while it was leaving.
                Ok(report) => assert!(report.ok, "{report:?}"),
                Err(error) => {
                    let typed = [ErrorKind::Stale, ErrorKind::NavigatedAway];
                    assert!(typed.contains(&error.kind()), "after {moment} ms: {error}");
                    assert!(!error.hint().is_empty());
                }
            }
            let arrived = "location.pathname === '/popup.html' && document.readyState === 'complete'";
            assert!(page.becomes(arrived).await, "after {moment} ms");
            page.click("Plain").await.expect("the new page works");
            page.expect("click self trusted").await;
        }
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn a_tab_that_closes_in_the_middle_is_said_to_be_closed() {
    run(async |browser| {
        let page = Page::open(browser, "popup.html").await;
        let url = page.server.url("faults.html");
        for moment in MOMENTS {
            let tab = page.session.new_tab(Some(&url)).await.expect("a tab");
            let seen = tab.observe(&domtool::ObserveOptions::default()).await.expect("it is observed");
            let target = seen.find("Press").expect("it is there").id;
            let action = Action::click(target);
            let options = ActOptions::default();
            let (acted, closed) = tokio::join!(tab.act(&action, &options), async {
                tokio::time::sleep(Duration::from_millis(*moment)).await; // the moment is what is tested
                page.session.close_tab(Some(tab.info().number)).await
            });
            closed.expect("the tab closes");
            if let Err(error) = acted {
                assert_eq!(error.kind(), ErrorKind::TabClosed, "after {moment} ms: {error}");
            }
            let error = tab.act(&action, &options).await.expect_err("the tab is closed");
            assert_eq!((error.kind(), error.dispatched()), (ErrorKind::TabClosed, Dispatched::No), "{error}");
        }
        page.session.switch(page.tab.info().number).expect("the first is still there");
        page.click("Plain").await.expect("the first goes on");
        page.session.close().await.expect("it closes");
    });
}
