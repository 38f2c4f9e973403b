//! `cargo xtask sessions [N...]`: so many sessions at once on this machine, through the program's own daemon. Each does the demo's order, and the
//! shop says what it received; a table says whether all did, how long a session took, and what memory and processor time it took. Sessions
//! share one browser as contexts of it, have one each, or have one each of a WebDriver server where `chromedriver` is installed.
//!
//! In the order of a run: `place` (the programs that it starts), `shopper` (one session's order), `processes` (what they take), `table`.

mod place;
mod processes;
mod shopper;
mod table;

use std::{
    fs,
    sync::Barrier,
    thread,
    time::{Duration, Instant},
};

use crate::{browser, cargo};
use place::Place;
use shopper::Shopper;
use table::{Row, Run};

/// So many sessions, where nothing is said.
const USUAL: &[usize] = &[1, 10, 20, 40];
/// The page whose table is written.
const PLAN: &str = "deploy/PLAN.md";

/// Where the browsers of sessions come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Browsers {
    /// All sessions are contexts of one.
    Shared,
    /// Each session has one of its own, started by the daemon.
    Own,
    /// Each session has one of its own, made by chromedriver.
    WebDriver,
}

/// Runs it.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let write = args.iter().any(|arg| arg == "--write");
    let debug = args.iter().any(|arg| arg == "--debug");
    let counts: Vec<usize> = args
        .iter()
        .filter(|arg| !arg.starts_with("--"))
        .map(|arg| arg.parse().ok().filter(|n| *n > 0).ok_or(format!("{arg} is no number of sessions")))
        .collect::<Result<_, _>>()?;
    if let Some(flag) =
        args.iter().find(|arg| arg.starts_with("--") && !["--write", "--debug"].contains(&arg.as_str()))
    {
        return Err(format!("there is no {flag}: it takes numbers, --write and --debug"));
    }
    if !cfg!(target_os = "linux") {
        return Err("memory is measured by /proc: this needs Linux".to_owned());
    }
    let counts = if counts.is_empty() { USUAL.to_vec() } else { counts };
    browser::ensure()?;
    let kind: &[&str] = if debug { &[] } else { &["--release"] };
    cargo::cargo(&[&["build", "--package", "domtool-cli"], kind].concat(), &[])?;
    let binary = if debug { "target/debug/domtool" } else { "target/release/domtool" };
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default().to_owned();
    let mut rows = Vec::new();
    for browsers in [Browsers::Shared, Browsers::Own, Browsers::WebDriver] {
        if browsers == Browsers::WebDriver && !place::has_chromedriver() {
            eprintln!("chromedriver is not installed: no sessions through a WebDriver server");
            continue;
        }
        for count in &counts {
            let row = measure(binary, browsers, *count)?;
            eprintln!("{}", row.line());
            rows.push(row);
        }
    }
    let run = Run { rows, load, debug };
    let text = run.text();
    println!("{text}");
    if write {
        table::write(PLAN, &text)?;
    }
    let failed = run.rows.iter().filter(|row| row.finished < row.sessions).count();
    if failed == 0 { Ok(()) } else { Err(format!("{failed} rows have sessions that did not finish")) }
}

/// One row of the table.
fn measure(binary: &str, browsers: Browsers, count: usize) -> Result<Row, String> {
    let mut place = Place::new(binary, browsers)?;
    let begun = Instant::now();
    // Everyone is there until all are measured.
    let done = Barrier::new(count + 1);
    let outcomes: Vec<Result<Duration, String>> = thread::scope(|scope| {
        let (place, done) = (&place, &done);
        let shoppers: Vec<_> = (0..count)
            .map(|number| {
                scope.spawn(move || {
                    let outcome = Shopper::new(place, browsers, number).order();
                    done.wait();
                    outcome
                })
            })
            .collect();
        done.wait();
        shoppers
            .into_iter()
            .map(|shopper| shopper.join().unwrap_or(Err("a shopper panicked".to_owned())))
            .collect()
    });
    let all = begun.elapsed();
    let taken = place.taken()?;
    let mut orders = place.orders();
    place.close()?;
    let mut times = Vec::new();
    for (number, outcome) in outcomes.into_iter().enumerate() {
        // What counts is what the shop has, once.
        let received = orders.iter().position(|order| *order == shopper::expected(number));
        match (outcome, received) {
            (Ok(time), Some(at)) => {
                orders.swap_remove(at);
                times.push(time);
            }
            (Ok(_), None) => eprintln!("session {number}: the shop received no such order"),
            (Err(why), _) => eprintln!("session {number}: {why}"),
        }
    }
    if !orders.is_empty() {
        return Err(format!("the shop received {} orders that nobody made", orders.len()));
    }
    times.sort_unstable();
    Ok(Row { browsers, sessions: count, finished: times.len(), times, all, taken })
}
