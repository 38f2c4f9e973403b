//! A page that counts who reads its objects: getters, and everything on the prototypes, patched. Nothing that domtool does is counted.

use std::{future::Future, pin::Pin};

use domtool::{Action, FindOptions, ObserveOptions, Report, Result};

use super::support::{Page, on};

/// Boxed by a function of its own: a test that does many things would hold the room for each of them on its stack.
fn act(page: &Page, action: Action) -> Pin<Box<dyn Future<Output = Result<Report>> + '_>> {
    Box::pin(page.act(action))
}

/// What the page counted; read as a primitive, as the page has patched all else.
async fn counted(page: &Page) -> String {
    page.js("calls").await
}

#[test]
fn nothing_is_counted() {
    on("hostile.html", async |page| {
        assert_eq!(counted(page).await, "\"\"", "before anything was done");
        page.see().await;
        page.see().await;
        assert_eq!(counted(page).await, "\"\"", "observed");
        page.tab.find(&FindOptions::new("Press")).await.expect("found");
        page.tab.observe(&ObserveOptions::default()).await.expect("observed");
        assert_eq!(counted(page).await, "\"\"", "found");
        {
            let target = page.id("Name").await;
            act(page, Action::fill(target, "words")).await
        }
        .expect("filled");
        assert_eq!(counted(page).await, "\"\"", "filled");
        {
            let target = page.id("Press").await;
            act(page, Action::click(target)).await
        }
        .expect("clicked");
        let target = page.id("Box").await;
        act(page, Action::check(target)).await.expect("checked");
        let target = page.id("Choice").await;
        act(page, Action::select(target, ["Two"])).await.expect("chosen");
        let target = page.id("Send").await;
        act(page, Action::submit(target)).await.expect("sent");
        assert_eq!(counted(page).await, "\"\"", "acted on");
        let log = page.js("log").await;
        for note in
            ["input text words", "click button", "change box true", "change choice Two", "submit form"]
        {
            assert!(log.contains(note), "{note} is missing: {log}");
        }
        assert!(!page.see().await.text().contains("zqs"));
    });
}

/// The page's count works: what it calls itself is counted.
#[test]
fn a_call_is_counted() {
    on("hostile.html", async |page| {
        page.js("document.querySelector('p').textContent; 0").await;
        let counted = counted(page).await;
        assert!(counted.contains("Document.prototype.querySelector"), "{counted}");
        assert!(counted.contains("Node.prototype.textContent"), "{counted}");
    });
}
