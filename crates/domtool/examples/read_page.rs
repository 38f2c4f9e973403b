//! This example opens an address and prints what a person would read there, as Markdown. Links carry ids (`e1`) that an action
//! can use.
//!
//!     cargo run --example read_page -- https://example.com
//!
//! Without an address it reads a bundled page.
#![allow(clippy::print_stdout, reason = "a program for people at a terminal")]

mod pages;

use std::error::Error;

use domtool::{Browser, Format, LaunchOptions, ObserveOptions, SessionOptions};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = pages::argument_or(1, "article.html");

    // The browser ends with this program, whether `close` is reached or not.
    let browser = Browser::launch(LaunchOptions::default()).await?;

    // A session has cookies and storage of its own. The bundled page is a file, which a session opens only when it is told to.
    let options = SessionOptions::default().with_files(true);
    let session = browser.session("reader", options).await?;

    // `open` returns when the page can be used; there is nothing to wait for by hand.
    session.open(&address).await?;
    let tab = session.tab()?;

    // A budget bounds the answer. What does not fit is on the next pages.
    let options = ObserveOptions::default().with_format(Format::Markdown).with_budget(2_000);
    let seen = tab.observe(&options).await?;

    println!("{}", seen.text());
    println!("{} ({}): at most {} tokens", seen.title, seen.url, seen.tokens);

    browser.close().await?;
    Ok(())
}
