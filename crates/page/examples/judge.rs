//! Chrome as judge over any pages: `cargo xtask judge DIR-OR-PAGE...`.
//!
//! A directory or file is served on loopback; an address is opened as it is. A directory with `/...` at its end stands for
//! all pages below it.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs)]

#[path = "../tests/browser/mod.rs"]
mod browser;
#[path = "../tests/judging/mod.rs"]
mod judging;

use std::{env, time::Duration};

use judging::{HEAD, Tally, judge};

/// So many samples of differences are shown for a page.
const SAMPLES: usize = 12;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut samples = SAMPLES;
    let mut unsure = false;
    let mut pages = Vec::new();
    for arg in env::args().skip(1) {
        match arg.strip_prefix("--samples=") {
            Some(number) => samples = number.parse().unwrap(),
            None if arg == "--unsure" => unsure = true,
            None => pages.push(browser::files::address(&arg)),
        }
    }
    let browser = browser::Browser::launch(&["--site-per-process"]).await;
    let mut all = Tally::default();
    println!("{HEAD}");
    for (label, url) in pages {
        let in_time = browser.try_to_go(&url).await;
        browser.rest(Duration::from_secs(8)).await;
        let tally = judge(&browser, &label).await;
        println!("{}{}", tally.line(&label), if in_time { "" } else { "  (still loading)" });
        for wrong in tally.wrong.iter().take(samples) {
            println!("    {}", wrong.strip_prefix(&format!("{label}: ")).unwrap_or(wrong));
        }
        for unsure in tally.unsure.iter().filter(|_| unsure) {
            println!("    ? {unsure}");
        }
        all.add(tally);
    }
    println!("{}", all.line("all"));
    browser.close().await;
}
