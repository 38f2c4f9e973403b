//! Scrolling the page and its containers, by pages, pixels and shares, and to an element.

use domtool::{Action, Dispatched, ErrorKind, ScrollBy};

use super::support::{Page, on};

async fn scroll(page: &Page, target: Option<&str>, by: ScrollBy) -> domtool::Result<domtool::Report> {
    let target = match target {
        Some(name) => Some(page.id(name).await),
        None => None,
    };
    page.act(Action::scroll(target.map(Into::into), by)).await
}

#[test]
fn the_page() {
    on("scroll.html", async |page| {
        let rows: &[(ScrollBy, &str)] = &[
            (ScrollBy::Pages(1.0), "scrollY > innerHeight / 2 && scrollY <= innerHeight"),
            (ScrollBy::Pages(-1.0), "scrollY < 2"),
            (ScrollBy::Top, "scrollY === 0"),
            (ScrollBy::Pixels(0.0, 300.0), "scrollY === 300"),
            (ScrollBy::Pixels(200.0, 0.0), "scrollX === 200"),
            (
                ScrollBy::Percent(50.0),
                "Math.abs(scrollY - (document.documentElement.scrollHeight - document.documentElement.clientHeight) / 2) < 2",
            ),
            (
                ScrollBy::Bottom,
                "Math.abs(scrollY - (document.documentElement.scrollHeight - document.documentElement.clientHeight)) < 2",
            ),
            (ScrollBy::Top, "scrollY === 0"),
        ];
        for (by, is) in rows {
            scroll(page, None, *by).await.unwrap_or_else(|error| panic!("{by:?}: {error}"));
            assert_eq!(page.js(is).await, "true", "{by:?}: {}", page.js("`${scrollX},${scrollY}`").await);
        }
    });
}

#[test]
fn a_container() {
    on("scroll.html", async |page| {
        let top = "document.getElementById('list').scrollTop";
        scroll(page, Some("List"), ScrollBy::Pixels(0.0, 120.0)).await.expect("it scrolls");
        assert_eq!(page.js(top).await, "120");
        scroll(page, Some("List"), ScrollBy::Bottom).await.expect("it scrolls");
        assert_eq!(page.js(&format!("{top} >= 1800")).await, "true");
        assert_eq!(page.js("scrollY").await, "0", "the page stays");
    });
}

#[test]
fn to_an_element() {
    on("scroll.html", async |page| {
        scroll(page, Some("Far"), ScrollBy::IntoView).await.expect("it scrolls");
        let inside = "(r => r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth)";
        assert_eq!(
            page.js(&format!("{inside}(document.getElementById('far').getBoundingClientRect())")).await,
            "true"
        );
        page.click("Inside").await.expect("it is brought into view by the click");
        page.expect("click inside trusted").await;
    });
}

#[test]
fn what_is_out_of_view_is_seen_and_says_so() {
    on("scroll.html", async |page| {
        let seen = page.see().await;
        let far = seen.find("Far").expect("it is seen");
        assert!(!far.in_view);
        page.click_id(far.id).await.expect("it is brought into view");
        page.expect("click far trusted").await;
    });
}

#[test]
fn it_is_told_where_it_comes_to_rest() {
    on("evidence/scroll-ends.html", async |page| {
        let error = scroll(page, Some("Springs"), ScrollBy::Pages(1.0)).await.expect_err("it is put back");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::NoEffect, Dispatched::Yes), "{error}");
        assert_eq!(page.js("springs.scrollTop").await, "0");
        for (name, by, says, is) in [
            ("Middle", ScrollBy::Bottom, "is scrolled to 50 % (140 of 280 px)", "middle.scrollTop === 140"),
            ("More", ScrollBy::Bottom, "(280 of 680 px)", "more.scrollTop === 280"),
            ("Older", ScrollBy::Top, "is at 21 % (100 of 480 px), and has more", "older.scrollTop === 100"),
            (
                "Snaps",
                ScrollBy::Pixels(0.0, 20.0),
                "did not move: its style has it come to rest",
                "snaps.scrollTop === 120",
            ),
            ("Stays", ScrollBy::Pages(1.0), "is scrolled to 39 % (108 of 280 px)", "stays.scrollTop === 108"),
        ] {
            let report = scroll(page, Some(name), by).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            let feedback = &report.verification.feedback;
            assert!(feedback.contains(says), "{name}: {feedback}");
            assert_eq!(page.js(is).await, "true", "{name}");
        }
    });
}

#[test]
fn into_view_is_seen_to_the_end() {
    on("evidence/scroll-ends.html", async |page| {
        let report = scroll(page, Some("Under it"), ScrollBy::IntoView).await.expect("it is in view");
        let feedback = &report.verification.feedback;
        assert!(feedback.contains("is in view; ") && feedback.contains("lies over it"), "{feedback}");
        // An advertisement comes when the page is scrolled, and pushes it out.
        page.js(
            "void addEventListener('scroll', () => setTimeout(() => stays.before(Object.assign(document.createElement('p'), { style: 'height: 3000px' })), 300), { capture: true, once: true })",
        )
        .await;
        page.js("void document.body.append(Object.assign(document.createElement('button'), { textContent: 'Last', style: 'margin-top: 2000px' }))").await;
        let error = scroll(page, Some("Last"), ScrollBy::IntoView).await.expect_err("it is pushed out");
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::NoEffect, Dispatched::Yes), "{error}");
        assert_eq!(
            page.js("document.querySelector('body > button').getBoundingClientRect().top > innerHeight")
                .await,
            "true"
        );
    });
}

/// Of smooth scrolls, by the page and in a box, in what hears of their end and by timers after their last step.
#[test]
fn what_a_smooth_scroll_ends_in_is_told() {
    on("evidence/glides.html", async |page| {
        page.see().await;
        for (name, says) in
            [("Jump", "Jumped"), ("Page", "Page there"), ("Box", "Box there"), ("Last step", "Last step")]
        {
            let report = page.click(name).await.expect(name);
            assert!(report.diff.contains(says), "{name}: {report:?}");
        }
    });
}
