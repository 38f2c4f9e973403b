//! This example asks a page of thousands of elements for one thing, in two ways: with a query in words, which keeps of the page
//! what is about it, and with a search for a text, which says where the text stands.
//!
//!     cargo run --example query_large_page -- https://example.com "more information"
//!
//! Without an address it uses a bundled catalogue of 1,500 articles.
#![allow(clippy::print_stdout, reason = "a program for people at a terminal")]

mod pages;

use std::{env, error::Error};

use domtool::{Browser, FindOptions, LaunchOptions, ObserveOptions, SessionOptions};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let query = env::args().nth(2).unwrap_or_else(|| "add Lamp 1200 to the cart".to_owned());

    let browser = Browser::launch(LaunchOptions::default()).await?;
    let options = SessionOptions::default().with_files(true);
    let session = browser.session("large", options).await?;
    session.open(&pages::argument_or(1, "catalogue.html")).await?;
    let tab = session.tab()?;

    // Without a query the page is folded into the budget: alike rows become one line with a handle to open it.
    let whole = tab.observe(&ObserveOptions::default()).await?;
    println!("folded: {} elements in {} tokens", whole.elements.len(), whole.tokens);

    // With a query the budget goes to what the request is about.
    let options = ObserveOptions::default().with_query(query.clone()).with_budget(600);
    let asked = tab.observe(&options).await?;
    println!("\nquery {query:?}:\n{}", asked.text());
    if let Some(filtered) = &asked.filtered {
        println!(
            "kept {} of {} lines, {} of {} tokens",
            filtered.filtered_count,
            filtered.original_count,
            filtered.filtered_tokens,
            filtered.original_tokens
        );
    }

    // A search needs no budget to speak of. A text between slashes is a regular expression.
    let text = env::args().nth(3).unwrap_or_else(|| r"/^Add Mirror 9\d\d, blue/".to_owned());
    let found = tab.find(&FindOptions::new(&text)).await?;
    println!("\nfind {text}: {} places, {} tokens", found.total, found.tokens);
    for place in &found.matches {
        println!("{} {} {:?}, {}", place.id, place.role, place.name, place.place);
    }

    browser.close().await?;
    Ok(())
}
