//! Requests in words on the pages of `fixtures/` and the card page: what is meant is in the answer.
//!
//! The same over real pages: `cargo xtask query DIR`.

use crate::{
    asking::{self, Answer, ask, labels},
    browser,
};

/// So many of a hundred requests have to be answered.
const ENOUGH: usize = 95;

#[tokio::test]
async fn what_is_meant_is_in_the_answer() {
    let browser = browser::Browser::launch(&[]).await;
    let labels = labels(include_str!("asking/labels.txt"));
    assert!(labels.len() >= 60);
    let mut held = 0;
    let mut open = None;
    println!("{}", Answer::HEAD);
    for label in &labels {
        let snapshot = match open.take() {
            Some((page, snapshot)) if page == label.page => snapshot,
            _ if label.page == "cards" => {
                browser.show_file(&asking::card_page(5_000)).await;
                browser.snapshot().await
            }
            _ => {
                browser.open(&format!("{}.html", label.page)).await;
                browser.snapshot().await
            }
        };
        let answer = ask(&browser, &snapshot, label);
        println!("{}", answer.line(label));
        assert!(answer.there, "{} has no {}", label.page, label.target);
        held += usize::from(answer.holds);
        open = Some((label.page, snapshot));
    }
    println!("{held} of {}", labels.len());
    browser.close().await;
    assert!(held * 100 >= labels.len() * ENOUGH, "only {held} of {} requests are answered", labels.len());
}
