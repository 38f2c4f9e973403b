//! Installs what was built, each package in an environment of its own, and runs it there: `cargo xtask dist --check`.
//!
//! It needs what the packages are for, a browser, Python with `venv`, Node and npm, and nothing from a network.

mod client;
mod environment;
mod install;
mod registry;

use std::{
    ffi::OsStr,
    path::Path,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use super::Dist;
use crate::{browser, loopback, sizes::grouped};
use install::Installed;

/// What the demo ends with when the shop has got the order.
const ORDERED: &str = "order verified:";

/// A way to install domtool.
type Way = fn(&Dist) -> Result<Installed, String>;
/// What came of a part of the check: a word or two, or why it failed.
type Outcome = Result<String, String>;

/// One way and what came of it.
struct Row {
    package: String,
    bytes: u64,
    way: &'static str,
    outcomes: Vec<(&'static str, Outcome)>,
}

/// Tries every package, prints what came of it as a table, and fails where one did.
pub(super) fn run(dist: &Dist) -> Result<(), String> {
    browser::ensure()?;
    let version = &dist.release.binary.version;
    let [system, main] = &dist.npm;
    let npm = format!("{} + {}", main.file(version), system.file(version));
    // The last is the only one that may have to build.
    let ways: [(String, usize, &str, Way); 4] = [
        (dist.archive.name.clone(), dist.archive.bytes.len(), "unpacked", install::archive),
        (dist.wheel.name.clone(), dist.wheel.bytes.len(), "pip in a venv", install::wheel),
        (npm, main.bytes.len() + system.bytes.len(), "npm --global, from a registry", install::npm),
        ("the sources".to_owned(), dist.release.program.len(), "cargo install", install::sources),
    ];
    let rows: Vec<Row> = ways
        .into_iter()
        .map(|(package, bytes, way, install)| {
            eprintln!("$ {package}: {way}");
            let outcomes = match install(dist) {
                Ok(installed) => outcomes(dist, &installed),
                Err(why) => vec![("installed", Err(why))],
            };
            Row { package, bytes: bytes as u64, way, outcomes }
        })
        .collect();
    conclude(&rows)
}

/// Runs what was installed.
fn outcomes(dist: &Dist, installed: &Installed) -> Vec<(&'static str, Outcome)> {
    let mut outcomes = vec![
        ("--version", version(dist, installed)),
        ("needs", needed_libraries(dist, installed)),
        ("localhost", resolves(installed)),
        ("demo", demo(installed)),
    ];
    if let Some(client) = &installed.client {
        outcomes.push(("client", client::clicks(installed, client)));
    }
    outcomes
}

fn version(dist: &Dist, installed: &Installed) -> Outcome {
    let text = installed.environment.run(&installed.program, &["--version"])?;
    let expected = format!("domtool {}", dist.release.binary.version);
    if text.trim() == expected {
        Ok(dist.release.binary.version.clone())
    } else {
        Err(format!("{text:?} is not {expected}"))
    }
}

/// The libraries that the binary asks the system for: on Linux none, by the loader's own word.
fn needed_libraries(dist: &Dist, installed: &Installed) -> Outcome {
    if !dist.release.platform.is_linux() {
        return Ok("not asked here".to_owned());
    }
    let words = [installed.binary.as_os_str()];
    let ended = installed.environment.end_of(Path::new("ldd"), &words)?;
    // As glibc's says it of a static program with and without a fixed address, and musl's.
    let static_program = ["statically linked", "not a dynamic executable", "Not a valid dynamic program"];
    let text = ended.out + &ended.err;
    let found = static_program.into_iter().find(|words| text.contains(words));
    found
        .map(|words| format!("nothing ({words})"))
        .ok_or_else(|| format!("ldd {}: {text}", installed.binary.display()))
}

/// Whether the name of this machine leads to it. A static C library could lack what it needs for that.
fn resolves(installed: &Installed) -> Outcome {
    let (listener, address) = loopback::listen()?;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        // A connection that comes is enough; its end tells the caller that there is no browser.
        let came = listener.accept().is_ok();
        drop(listener);
        sender.send(came)
    });
    let browser = format!("http://localhost:{}", address.port());
    let words = ["demo", "--cdp", &browser].map(OsStr::new);
    let ended = installed.environment.end_of(&installed.program, &words)?;
    match receiver.recv_timeout(Duration::from_secs(1)) {
        Ok(true) => Ok("resolved".to_owned()),
        _ => Err(format!("no connection came to {browser}: {}{}", ended.out, ended.err)),
    }
}

/// The whole loop on the bundled shop.
fn demo(installed: &Installed) -> Outcome {
    let begun = Instant::now();
    let text = installed.environment.run(&installed.program, &["demo"])?;
    if text.contains(ORDERED) {
        return Ok(format!("ordered, {:.1} s", begun.elapsed().as_secs_f64()));
    }
    Err(format!("no {ORDERED:?} in {text}"))
}

/// Prints the table, and why each part failed that did.
fn conclude(rows: &[Row]) -> Result<(), String> {
    println!("| package | bytes | installed by | outcome |\n| --- | --- | --- | --- |");
    for row in rows {
        let cell =
            |(name, outcome): &(&str, Outcome)| format!("{name}: {}", outcome.as_deref().unwrap_or("FAILED"));
        let cells: Vec<String> = row.outcomes.iter().map(cell).collect();
        println!("| {} | {} | {} | {} |", row.package, grouped(row.bytes), row.way, cells.join("; "));
    }
    let failures: Vec<_> = rows
        .iter()
        .flat_map(|row| row.outcomes.iter().map(move |(name, outcome)| (row, name, outcome)))
        .filter_map(|(row, name, outcome)| Some((row, name, outcome.as_ref().err()?)))
        .collect();
    for (row, name, why) in &failures {
        eprintln!("error: {}, {}: {name}: {why}", row.package, row.way);
    }
    if failures.is_empty() { Ok(()) } else { Err(format!("{} parts of the check failed", failures.len())) }
}
