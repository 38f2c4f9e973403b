//! This example is the loop of an agent: observe, let a model choose the next action from the text, act, and hand the model the
//! diff, until it is done. The model here is a script of a few lines; a real one takes its place in `choose`.
//!
//!     cargo run --example agent_loop
//!
//! An address as the argument names another page; the script presses every button that begins with "Buy".
#![allow(clippy::print_stdout, reason = "a program for people at a terminal")]

mod pages;

use std::error::Error;

use domtool::{ActOptions, Action, Browser, ElementId, LaunchOptions, ObserveOptions, SessionOptions};

/// A model that never ends is stopped after this many actions.
const MOST_STEPS: usize = 20;

/// Chooses what to click next from what has been read so far, as a model would; `None` when all is done. It takes the first line such
/// as `e3 button "Buy salt"` whose id it has not used.
fn choose(read: &str, used: &[ElementId]) -> Option<ElementId> {
    let buttons = read.lines().filter(|line| line.contains("button \"Buy "));
    let mut ids = buttons.filter_map(|line| {
        // In a diff a sign stands before the id, in a tree white space.
        line.split_whitespace().find_map(|word| word.parse::<ElementId>().ok())
    });
    ids.find(|id| !used.contains(id))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let browser = Browser::launch(LaunchOptions::default()).await?;
    let options = SessionOptions::default().with_files(true);
    let session = browser.session("agent", options).await?;
    session.open(&pages::argument_or(1, "shopping.html")).await?;
    let tab = session.tab()?;

    // The whole page is read once. Later only what changed is added to what the model knows.
    let mut read = tab.observe(&ObserveOptions::default()).await?.text;
    println!("{read}");

    let mut used = Vec::new();
    while let Some(id) = choose(&read, &used) {
        if used.len() == MOST_STEPS {
            return Err(format!("the model did not end within {MOST_STEPS} actions").into());
        }
        used.push(id);
        let step = used.len();
        match tab.act(Action::click(id), &ActOptions::default()).await {
            Ok(report) => {
                println!("step {step}: {}\n{}", report.verification.feedback, report.diff);
                read.push_str(&report.diff);
            }
            // The hint is for the model: it says what to do next.
            Err(error) => {
                println!("step {step}: {error} ({})", error.hint());
                read.push_str(error.hint());
            }
        }
        read.push('\n');
    }

    println!("done after {} actions", used.len());

    // An observation as a diff tells what came after the last report, or that nothing did.
    let rest = tab.observe(&ObserveOptions::default().with_diff(true)).await?;
    println!("{}", rest.text());

    browser.close().await?;
    Ok(())
}
