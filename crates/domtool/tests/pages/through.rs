//! Scrolling through an endless page or a virtual list before looking: everything is seen, and it is put back.

use std::time::Duration;

use domtool::{Observation, ObserveOptions, ScrollEnd, ScrollThrough};

use super::support::{Page, on};

async fn through(page: &Page, how: ScrollThrough) -> Observation {
    let options = ObserveOptions::default().with_scroll(how).with_budget(None);
    page.tab.observe(&options).await.expect("the page is observed")
}

#[test]
fn an_endless_page_is_loaded_to_its_end_and_put_back() {
    on("endless.html", async |page| {
        // The first rows come a moment after the page.
        assert!(page.becomes("(scrollTo(0, 50), scrollY === 50)").await);
        assert!(!page.see().await.text.contains("Take 60"));
        let seen = through(page, ScrollThrough::default().with_steps(60)).await;
        let scrolled = seen.scrolled.as_ref().expect("it was scrolled");
        assert!(seen.text.contains("\"Take 60\""), "{scrolled:?}\n{}", seen.text);
        assert_eq!((scrolled.ended, scrolled.back), (ScrollEnd::End, true), "{scrolled:?}");
        assert!(scrolled.loaded >= 80, "{scrolled:?}");
        assert!(seen.text.contains("note: scrolled "), "{}", seen.text);
        assert_eq!(page.js("scrollY").await, "50");
        let report = page.click("Take 60").await.expect("it can be clicked");
        assert!(report.ok);
    });
}

#[test]
fn a_limit_is_a_limit() {
    on("endless.html", async |page| {
        let seen = through(page, ScrollThrough::default().with_steps(2)).await;
        let scrolled = seen.scrolled.expect("it was scrolled");
        assert_eq!(
            (scrolled.steps, scrolled.ended, scrolled.back),
            (2, ScrollEnd::Steps, true),
            "{scrolled:?}"
        );
        let seen = through(page, ScrollThrough::default().with_time(Duration::ZERO)).await;
        let scrolled = seen.scrolled.expect("it was scrolled");
        assert_eq!(
            (scrolled.steps, scrolled.ended, scrolled.back),
            (0, ScrollEnd::Time, true),
            "{scrolled:?}"
        );
        assert_eq!(page.js("scrollY").await, "0");
    });
}

#[test]
fn every_row_of_a_virtual_list_is_told_and_no_id_means_another_row() {
    on("endless.html", async |page| {
        let first = page.id("Pick 1").await;
        let within = Some(page.id("Virtual").await);
        let seen = through(page, ScrollThrough::default().with_within(within).with_steps(60)).await;
        let scrolled = seen.scrolled.as_ref().expect("it was scrolled");
        for row in 1..=60 {
            let text = format!("Row {row} Pick {row}");
            assert!(scrolled.rows.contains(&text), "{text} in {scrolled:?}");
        }
        assert!(scrolled.gone >= 52 && scrolled.back, "{scrolled:?}");
        assert!(seen.text.contains("row \"Row 60 Pick 60\""), "{}", seen.text);
        assert_eq!(page.js("document.getElementById('virtual').scrollTop").await, "0");
        // The same elements show other rows by now; the id is the first row's, or nobody's.
        match page.click_id(first).await {
            Ok(_) => page.expect("picked Row 1 trusted").await,
            Err(error) => assert_eq!(error.kind(), domtool::ErrorKind::Stale, "{error}"),
        }
    });
}
