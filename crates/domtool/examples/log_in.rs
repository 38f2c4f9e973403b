//! This example fills a form, clicks with an expectation, and checks where that led. It first tries a wrong password, to show
//! what an error says.
//!
//!     cargo run --example log_in
//!
//! An address as the argument names another page, with the same fields and the same answers.
#![allow(clippy::print_stdout, reason = "a program for people at a terminal")]

mod pages;

use std::error::Error;

use domtool::{
    ActOptions, Action, Browser, ElementId, LaunchOptions, Observation, ObserveOptions, Obstacle, Outcome,
    SessionOptions,
};

/// Finds the id of an element by its name.
fn id_of(seen: &Observation, name: &str) -> Result<ElementId, String> {
    seen.find(name).map(|element| element.id).ok_or_else(|| format!("the page has no {name:?}"))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let browser = Browser::launch(LaunchOptions::default()).await?;
    let options = SessionOptions::default().with_files(true);
    let session = browser.session("login", options).await?;
    session.open(&pages::argument_or(1, "login.html")).await?;
    let tab = session.tab()?;

    let seen = tab.observe(&ObserveOptions::default()).await?;
    let user = id_of(&seen, "User name")?;
    let password = id_of(&seen, "Password")?;
    // The click is to lead to the account. If it does not, it fails, whatever else it did.
    let account = Outcome::Url("*/account.html".to_owned());
    let log_in = Action::click(id_of(&seen, "Log in")?).expect(account);
    let options = ActOptions::default();

    // A fill that is `Ok` was read back: the field holds the text.
    let report = tab.act(Action::fill(user, "ada"), &options).await?;
    println!("{}", report.verification.feedback);
    tab.act(Action::fill(password, "wrong"), &options).await?;

    match tab.act(&log_in, &options).await {
        Ok(_) => return Err("a wrong password was taken".into()),
        Err(error) => {
            println!("{error}");
            // The error carries the report of what came instead.
            let Some(Obstacle::Instead(report)) = error.obstacle() else { return Err(error.into()) };
            println!("the page says: {}", report.verification.errors.join("; "));
        }
    }

    // The ids are still good: they name the same fields as before.
    tab.act(Action::fill(password, "engine"), &options).await?;
    let report = tab.act(&log_in, &options).await?;

    println!("passed: {}, new document: {}", report.verification.passed, report.effects.navigated);
    println!("{}", report.verification.feedback);

    // What the next observation shows is the proof; it has the title and the address, too.
    let seen = tab.observe(&ObserveOptions::default()).await?;
    println!("now at {:?}, {}", seen.title, seen.url);
    id_of(&seen, "Log out")?;
    println!("logged in: there is a button to log out");

    browser.close().await?;
    Ok(())
}
