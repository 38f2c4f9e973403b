//! This example lets two callers share one session. They see the same tab and the same ids, but each is told its own news, and what
//! changed since it looked itself.
//!
//!     cargo run --example several_callers
//!
//! An address as the argument names another page; it needs a button "Buy flour".
#![allow(clippy::print_stdout, reason = "a program for people at a terminal")]

mod pages;

use std::error::Error;

use domtool::{ActOptions, Action, Browser, LaunchOptions, ObserveOptions, SessionOptions, Tab};

/// Looks as one caller, and prints what changed since it last looked.
async fn print_changes(name: &str, tab: &Tab) -> Result<(), domtool::Error> {
    let changes = tab.observe(&ObserveOptions::default().with_diff(true)).await?;
    println!("{name} is told:\n{}", changes.text());
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let browser = Browser::launch(LaunchOptions::default()).await?;
    let options = SessionOptions::default().with_files(true);
    let session = browser.session("shared", options).await?;
    session.open(&pages::argument_or(1, "shopping.html")).await?;

    // A caller is a name. Handles are cheap, and one for another caller is the same tab.
    let buyer = session.as_caller("buyer").tab()?;
    let watcher = session.as_caller("watcher").tab()?;

    // Both look once; that is what their diffs begin with.
    let seen = buyer.observe(&ObserveOptions::default()).await?;
    watcher.observe(&ObserveOptions::default()).await?;

    // The buyer acts. Its own report tells it what changed, so its next diff is empty.
    let flour = seen.find("Buy flour").ok_or("the page has no button \"Buy flour\"")?.id;
    let report = buyer.act(&Action::click(flour), &ActOptions::default()).await?;
    println!("the buyer's report:\n{}\n", report.diff);
    print_changes("buyer", &buyer).await?;

    // To the watcher the same change is new, once.
    print_changes("watcher", &watcher).await?;
    print_changes("watcher", &watcher).await?;

    // What the page does by itself is told to each of them.
    buyer.evaluate("console.error('the shop closes soon')").await?;
    print_changes("buyer", &buyer).await?;
    print_changes("watcher", &watcher).await?;

    browser.close().await?;
    Ok(())
}
