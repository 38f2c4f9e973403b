//! How long it takes to decode the card page of 7-performance and to build its snapshot: real captures of a real Chromium.
//!
//! `cargo bench -p domtool-page --bench card_page` prints a line for each size.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs)]

#[path = "../tests/browser/mod.rs"]
mod browser;

use std::{
    fmt::Write as _,
    time::{Duration, Instant},
};

use domtool_page::snapshot::PrivacyRules;

/// The card page with about so many elements.
fn card_page(elements: usize) -> String {
    let mut html = String::from(
        "<!doctype html><title>Cards</title><header><h1>Shop</h1><a href='/a'>A</a> <a href='/b'>B</a></header>",
    );
    for i in 0..elements / 9 {
        let _ = write!(
            html,
            "<div class=card><div class=body><h3>Product {i}</h3><p>Great item number {i} with a short description.</p>\
             <span class=price>${i}.99</span><a href=\"/item/{i}\">Details {i}</a>\
             <div class=act><button>Add {i} to cart</button><button>Wish {i}</button></div></div></div>"
        );
    }
    html + "<script>document.addEventListener('click', () => {})</script>"
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let browser = browser::Browser::launch(&[]).await;
    for elements in [1_000, 5_000, 20_000, 50_000] {
        browser.show_file(&card_page(elements)).await;
        let raw = browser.capture().await;
        let rules = PrivacyRules::default();
        let mut best = Duration::MAX;
        let mut nodes = 0;
        for _ in 0..15 {
            let start = Instant::now();
            nodes = raw.build(&rules).len();
            best = best.min(start.elapsed());
        }
        println!("{elements} elements, {nodes} nodes, {} bytes: decode and build {best:?}", raw.size());
    }
    browser.close().await;
}
