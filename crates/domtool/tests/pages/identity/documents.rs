//! Documents come and go: ids of one that was left stay stale, those beside it live on.

use domtool::{Action, ErrorKind, ObserveOptions};

use super::{
    super::support::{Page, on},
    table,
};

async fn stale(page: &Page, id: domtool::ElementId) -> String {
    page.forget().await;
    let error = page.click_id(id).await.expect_err("it is of a document that was left");
    assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
    assert_eq!(page.notes().await, "", "a stale id clicked something");
    error.message().to_owned()
}

/// A frame that loads anew has new ids; the page around it keeps its own.
#[test]
fn a_reloaded_frame_takes_only_its_own_ids_along() {
    for place in ["frame", "oopif"] {
        on(&format!("identity.html?in={place}&kind=list"), async |page| {
            page.js("document.body.insertAdjacentHTML('afterbegin', '<button onclick=\"note(1,2,3)\">Outside</button>')").await;
            let outside = page.id("Outside").await;
            let inside = table::control(page, "list").await.expect("a control in the frame");
            page.js(
                "new Promise(done => { frame.onload = () => done(1); frame.src = frame.src + '&again=1' })",
            )
            .await;
            let why = stale(page, inside).await;
            assert!(why.contains("navigation"), "{why}");
            page.click_id(outside).await.expect("the page around it is the same");
            let again = table::control(page, "list").await.expect("a control in the new frame");
            assert_ne!(inside, again);
            page.js("frame.remove()").await;
            let why = stale(page, again).await;
            assert!(why.contains("frame"), "{why}");
        });
    }
}

/// The browser may bring back the very document (and its nodes with their numbers); ids of before stay stale all the same.
#[test]
fn what_the_back_forward_cache_brings_back_has_new_ids() {
    on("identity.html?in=main&kind=list", async |page| {
        let before = table::control(page, "list").await.expect("a control");
        page.js("window.mark = 1").await;
        page.session.open(&page.server.url("navigation-two.html")).await.expect("the page opens");
        page.act(Action::Back).await.expect("it goes back");
        let why = stale(page, before).await;
        assert!(why.contains("navigation"), "{why}");
        let after = table::control(page, "list").await.expect("a control");
        assert!(after > before);
        page.forget().await;
        page.click_id(after).await.expect("the new id works");
        assert_eq!(page.notes().await, "click Bob1002 trusted");
    });
}

/// A new address without a new document changes nothing; with new content only what was replaced.
#[test]
fn a_route_keeps_what_it_does_not_replace() {
    on("identity.html?in=main&kind=list", async |page| {
        page.js("document.body.insertAdjacentHTML('afterbegin', '<nav><a href=\"#home\">Home</a></nav>')")
            .await;
        let (home, delete) = (page.id("Home").await, table::control(page, "list").await.expect("a control"));
        page.js("history.pushState({}, '', '?route=1')").await;
        page.click_id(delete).await.expect("nothing of it changed");
        assert_eq!(page.notes().await, "click Bob1002 trusted");
        page.js("history.pushState({}, '', '?route=2'); changeHere('anewOthers')").await;
        stale(page, delete).await;
        assert_eq!(page.id("Home").await, home);
        page.click_id(home).await.expect("the navigation is the same");
    });
}

/// Options of an observation take ids too, and say what became of one.
#[test]
fn an_old_id_to_look_under_is_stale() {
    on("identity.html?in=main&kind=list", async |page| {
        let old = table::control(page, "list").await.expect("a control");
        page.js("changeHere('anewOthers')").await;
        for options in
            [ObserveOptions::default().with_under(old), ObserveOptions::default().with_expand(vec![old])]
        {
            let error = page.tab.observe(&options).await.expect_err("it is gone");
            assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
        }
        let never = ObserveOptions::default().with_under(domtool::ElementId(9_999));
        let error = page.tab.observe(&never).await.expect_err("there never was one");
        assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    });
}

/// The report says which row went, by the ids that it was known by, and shows no id for another row.
#[test]
fn a_diff_goes_by_ids() {
    on("identity.html?in=main&kind=list", async |page| {
        page.js("document.body.insertAdjacentHTML('afterbegin', '<button onclick=\"changeHere(`unkeyedDrop`)\">Drop</button>')").await;
        let seen = page.see().await;
        let deletes: Vec<_> = seen.elements.iter().filter(|e| e.name == "Delete").map(|e| e.id).collect();
        let report = page.click("Drop").await.expect("it is clicked");
        assert!(
            report.diff.contains(&format!("- {} button \"Delete\"", deletes[0]))
                || report.diff.contains(&format!("{} button", deletes[0])),
            "{}",
            report.diff
        );
        for id in &deletes[1..] {
            let gone =
                report.diff.lines().any(|line| line.starts_with('-') && line.contains(&format!("{id} ")));
            assert!(!gone, "{id} lives and is told to be gone:\n{}", report.diff);
        }
        assert!(
            report.diff.lines().any(|line| line.starts_with('-') && line.contains("Ann")),
            "{}",
            report.diff
        );
        let after = page.see().await;
        let left: Vec<_> = after.elements.iter().filter(|e| e.name == "Delete").map(|e| e.id).collect();
        assert_eq!(left, deletes[1..]);
    });
}
