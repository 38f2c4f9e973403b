//! Requests in words held against real pages: `cargo xtask query DIR`.
//!
//! DIR is served on loopback. The labels are `tests/asking/real.txt`: their pages are paths in it, as the file says; those that
//! are not there are left out, and counted.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs)]

#[path = "../tests/asking/mod.rs"]
mod asking;
#[path = "../tests/browser/mod.rs"]
mod browser;

use std::{env, path::PathBuf, time::Duration};

use asking::{Answer, ask, labels};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut args: Vec<String> = env::args().skip(1).collect();
    let shown = args.iter().position(|arg| arg == "--show").map(|at| args.remove(at)).is_some();
    let Some(root) = args.first().map(PathBuf::from) else {
        println!("a directory with the pages of tests/asking/real.txt is needed");
        return;
    };
    let labels = labels(include_str!("../tests/asking/real.txt"));
    let address = browser::files::serve(root.canonicalize().unwrap()).unwrap();
    let browser = browser::Browser::launch(&[]).await;
    let (mut held, mut asked, mut pages) = (0, 0, Vec::new());
    let mut open = None;
    println!("{}", Answer::HEAD);
    for label in labels.iter().filter(|label| root.join(label.page).exists()) {
        let snapshot = match open.take() {
            Some((page, snapshot)) if page == label.page => snapshot,
            _ => {
                browser.try_to_go(&format!("http://{address}/{}", label.page)).await;
                browser.rest(Duration::from_secs(8)).await;
                pages.push(label.page);
                browser.snapshot().await
            }
        };
        let answer = ask(&browser, &snapshot, label);
        let there = if answer.there { "" } else { "  (the page has no such element)" };
        println!("{}{there}", answer.line(label));
        if shown && !answer.holds {
            println!("{}", answer.text);
        }
        asked += usize::from(answer.there);
        held += usize::from(answer.holds);
        open = Some((label.page, snapshot));
    }
    println!(
        "{held} of {asked} on {} pages; {} labels whose page is not there",
        pages.len(),
        labels.len() - asked
    );
    browser.close().await;
}
