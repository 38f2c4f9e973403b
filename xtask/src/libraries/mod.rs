//! Drives widgets of component libraries by what domtool prints of them: `cargo xtask libraries [NAME...]`.
//!
//! The libraries are installed by a lock file below `target`, served with the pages of `xtask/libraries/pages` on loopback,
//! and operated by the tasks of `xtask/libraries/tasks.txt` through the built `domtool`. A task names what it wants by role
//! and name; the id is found in the text that was printed, never in the page. The page itself says what came of it.

mod drive;
mod packages;
mod printed;
mod tasks;

use std::path::PathBuf;

use crate::{browser, cargo::cargo, serve};
pub(crate) use drive::arguments;
use drive::{Driver, Outcome};

/// Runs the tasks of all libraries, or of those named; fails when one of them does.
pub(crate) fn run(names: &[String]) -> Result<(), String> {
    let (shown, names): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| *name == "--show");
    let tasks = tasks::read(&names)?;
    browser::ensure()?;
    cargo(&["build", "--quiet", "--package", "domtool-cli"], &[])?;
    packages::install()?;
    packages::bundle()?;
    let server = serve::start(file_of)?;
    let driver = Driver::new(server, !shown.is_empty())?;
    let outcomes: Vec<Outcome> = tasks.iter().map(|task| driver.run(task)).collect();
    drop(driver);

    println!("| library | task | commands | tokens read | outcome |\n| --- | --- | --- | --- | --- |");
    for (task, outcome) in tasks.iter().zip(&outcomes) {
        let end = outcome.failure.as_deref().unwrap_or("pass");
        println!("| {} | {} | {} | {} | {end} |", task.library, task.goal, outcome.commands, outcome.tokens);
    }
    let failed = outcomes.iter().filter(|outcome| outcome.failure.is_some()).count();
    println!("{} of {} tasks pass", tasks.len() - failed, tasks.len());
    if failed == 0 { Ok(()) } else { Err(format!("{failed} tasks fail")) }
}

/// Bundles and packages stand below `target`, pages in the sources.
fn file_of(path: &str) -> PathBuf {
    let folder = match path.split('/').next() {
        Some("node_modules" | "bundles") => packages::INSTALLED,
        _ => packages::PAGES,
    };
    PathBuf::from(folder).join(path)
}
