//! This example works in a Chromium that runs already, such as the one that you use. Start it so that it listens, and name the
//! address:
//!
//!     chromium --remote-debugging-port=9222 --user-data-dir=/tmp/profile
//!     cargo run --example running_chrome -- http://127.0.0.1:9222
//!
//! A second argument is the address to open there; without it a bundled page is used. The browser goes on running in the end, with
//! the tabs that it had.
#![allow(clippy::print_stdout, reason = "a program for people at a terminal")]

mod pages;

use std::{env, error::Error};

use domtool::{Browser, BrowserContext, ObserveOptions, SessionOptions};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let endpoint =
        env::args().nth(1).ok_or("give the address of a browser, such as http://127.0.0.1:9222")?;
    let page = pages::argument_or(2, "article.html");

    let browser = Browser::connect(&endpoint).await?;
    println!("connected to {}", browser.version());

    // `Default` shares the cookies of the browser's profile, so that one is logged in where its user is. The session touches only
    // the tabs that it opens itself.
    let options = SessionOptions::default().with_context(BrowserContext::Default).with_files(true);
    let session = browser.session("guest", options).await?;
    session.open(&page).await?;
    let seen = session.tab()?.observe(&ObserveOptions::default()).await?;
    println!("{}", seen.text());

    // The session's tabs close; `close` of a browser that was not launched here leaves it running.
    session.close().await?;
    browser.close().await?;
    println!("left it running");
    Ok(())
}
