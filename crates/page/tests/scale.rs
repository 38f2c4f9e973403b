//! Pages that are large in one way or another end well, and in bounded time: very wide, one huge text.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs)]

mod browser;

use std::time::{Duration, Instant};

use domtool_page::snapshot::NodeKind;

/// The longest that any of these pages may take to be built, on a busy machine in a debug build.
const LONGEST: Duration = Duration::from_secs(60);

#[tokio::test]
async fn fifty_thousand_children_of_one_parent_each_have_an_xpath() {
    let browser = browser::Browser::launch(&[]).await;
    browser.show_file(&format!("<!doctype html><body>{}", "<button>x</button>".repeat(50_000))).await;
    let begun = Instant::now();
    let snapshot = browser.snapshot().await;
    let last = snapshot.nodes().rfind(|node| node.tag() == "button").unwrap().index();
    let length: usize = snapshot.nodes().map(|node| snapshot.xpath(node.index()).len()).sum();
    let took = begun.elapsed();
    browser.close().await;
    println!("50,000 children: {took:?}");
    assert_eq!(snapshot.xpath(last), "/html/body/button[50000]");
    assert!(length > 50_000 && took < LONGEST, "{took:?}");
}

#[tokio::test]
async fn five_megabytes_of_text_in_one_node() {
    let browser = browser::Browser::launch(&[]).await;
    browser
        .show_file(&format!("<!doctype html><body><pre>{}</pre>", "word after word\n".repeat(330_000)))
        .await;
    let begun = Instant::now();
    let snapshot = browser.snapshot().await;
    let took = begun.elapsed();
    browser.close().await;
    println!("5 MB of text: {took:?}");
    let longest =
        snapshot.nodes().filter(|node| node.kind() == NodeKind::Text).map(|node| node.text().len()).max();
    assert!(longest.unwrap() > 4_900_000, "{longest:?}");
    assert!(took < LONGEST, "{took:?}");
}
