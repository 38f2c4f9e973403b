//! An observation against its floor and against a full accessibility tree, on a real browser: the card page in four
//! sizes, over every wire; then clicks that cause nothing, steps, and a small page beside a big one. Run by `cargo xtask bench`.
//!
//! The floor is one bare `captureSnapshot` (four styles, paint order) of the same page over the same kind of wire, read to
//! its last byte and not parsed. Floor and observation take turns, so that a busy machine slows both. The bars are those
//! of the design, ratios within one run but for the processor's time; `--check` fails past one.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command for people at a terminal")]

mod bare;
mod beside;
mod click;
mod measure;
mod process;
#[allow(dead_code, clippy::expect_used, reason = "the tests use the rest of it")]
#[path = "../../tests/pages/support/server.rs"]
mod server;
mod step;
mod table;

use std::{env, fs, process::ExitCode};

use domtool::chromium::Wire;
use measure::{Line, Page};
use table::{Growth, Table};

type Failure = Box<dyn std::error::Error>;

/// Elements of the page, how many times the floor an observation of it may take, and how many milliseconds of our own.
const PAGES: [Page; 4] = [
    Page { elements: 1_000, bar: Some(2.0), own_bar: None, memory_bar: None },
    Page { elements: 5_000, bar: Some(1.5), own_bar: Some(15.0), memory_bar: None },
    Page { elements: 20_000, bar: Some(1.5), own_bar: None, memory_bar: None },
    Page { elements: 50_000, bar: None, own_bar: None, memory_bar: Some(8.0) },
];
/// How much more of our own time ten times the page may take.
const GROWTH_BAR: f64 = 12.0;
const WIRES: [(&str, Wire); 3] =
    [("pipe cbor", Wire::Pipe), ("pipe json", Wire::JsonPipe), ("websocket", Wire::WebSocket)];

#[derive(Default)]
struct BenchOptions {
    check: bool,
    json: Option<String>,
    runs: usize,
    elements: Option<usize>,
    wire: Option<String>,
    /// Only those.
    clicks: bool,
    /// Only an observation beside another session's big one.
    beside: bool,
    /// Only the peak of this process's memory.
    peak: bool,
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    match run(&asked) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) if asked.check => ExitCode::FAILURE,
        Ok(false) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn asked() -> Result<BenchOptions, String> {
    let mut asked = BenchOptions { runs: 15, ..BenchOptions::default() };
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            // Cargo's own.
            "--bench" => {}
            "--check" => asked.check = true,
            "--clicks" => asked.clicks = true,
            "--beside" => asked.beside = true,
            "--peak" => asked.peak = true,
            "--quick" => asked.runs = 7,
            "--json" => asked.json = Some(args.next().ok_or("--json FILE")?),
            "--elements" => asked.elements = args.next().and_then(|n| n.parse().ok()),
            "--wire" => asked.wire = args.next(),
            other => {
                return Err(format!(
                    "unknown: {other}; known: --check --quick --clicks --beside --json FILE --elements N --wire NAME"
                ));
            }
        }
    }
    Ok(asked)
}

/// Measures and prints everything; whether all bars hold.
fn run(asked: &BenchOptions) -> Result<bool, Failure> {
    let runtime = tokio::runtime::Runtime::new()?;
    if asked.peak {
        let wire =
            WIRES.iter().find(|(name, _)| asked.wire.as_deref() == Some(name)).ok_or("--peak --wire NAME")?;
        let peak = runtime.block_on(measure::peak(wire.1, asked.elements.ok_or("--peak --elements N")?))?;
        println!("{}", peak.map_or_else(String::new, |bytes| bytes.to_string()));
        return Ok(true);
    }
    let mut table = Table::default();
    Table::print_head();
    for (name, wire) in WIRES {
        if asked.clicks || asked.beside {
            break;
        }
        if asked.wire.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        for page in PAGES {
            if asked.elements.is_some_and(|only| only != page.elements) {
                continue;
            }
            // The accessibility tree is the same over every wire but for its decoding: it is slow, so once a size.
            let compare = table.lines.iter().all(|line| line.elements != page.elements);
            let line: Line = runtime.block_on(measure::measure((name, wire), page, asked.runs, compare))?;
            line.print();
            table.lines.push(line);
        }
        table.growth.extend(Growth::of(name, &table.lines, GROWTH_BAR));
    }
    // Which wire it is matters little to a click.
    let all = asked.elements.is_none() && asked.wire.is_none() && !asked.clicks && !asked.beside;
    if all || asked.clicks {
        table.clicks = runtime.block_on(click::measure(asked.runs))?;
        table.steps = runtime.block_on(step::measure(asked.runs))?;
    }
    if all || asked.beside {
        table.beside = Some(runtime.block_on(beside::measure(asked.runs))?);
    }
    for line in &mut table.lines {
        line.count_tokens()?;
    }
    table.print_rest();
    if let Some(file) = &asked.json {
        fs::write(file, serde_json::to_string_pretty(&table)?)?;
    }
    Ok(table.passed())
}
