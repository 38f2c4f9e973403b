//! An observation against its floor, on a real browser: the card page in three sizes, over both wires.
//!
//! The floor is one bare `captureSnapshot` (four styles, paint order) of the same page over the same kind of wire, read to
//! its last byte and not parsed. Floor and observation take turns, so that a busy machine slows both. Run by `cargo xtask bench`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command for people at a terminal")]

#[allow(dead_code, clippy::expect_used, reason = "the tests use the rest of it")]
#[path = "../tests/pages/support/server.rs"]
mod server;

use std::{
    env, fs,
    process::ExitCode,
    time::{Duration, Instant},
};

use domtool::{
    Browser, ObserveOptions, SessionOptions,
    chromium::{LaunchOptions, Wire},
};
use domtool_cdp::{
    Channel, Chromium,
    protocol::{dom_snapshot::CaptureSnapshot, page, runtime, target},
};
use serde::Serialize;
use server::Server;

type Failure = Box<dyn std::error::Error>;

/// Elements of the page, and how many times the floor an observation of it may take.
const SIZES: [(usize, f64); 3] = [(1_000, 2.0), (5_000, 1.5), (20_000, 1.5)];
const WIRES: [(&str, Wire); 2] = [("pipe", Wire::Pipe), ("websocket", Wire::WebSocket)];
const LOADING: Duration = Duration::from_secs(60);

/// One line of the table.
#[derive(Serialize)]
struct Line {
    wire: &'static str,
    elements: usize,
    floor_ms: f64,
    observe_ms: f64,
    ratio: f64,
    bar: f64,
    passed: bool,
    /// As estimated, and as `o200k_base` counts.
    tokens: u32,
    tokens_counted: usize,
    budget: u32,
}

struct Asked {
    check: bool,
    json: Option<String>,
    runs: usize,
    elements: Option<usize>,
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

fn asked() -> Result<Asked, String> {
    let mut asked = Asked { check: false, json: None, runs: 15, elements: None };
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            // Cargo's own.
            "--bench" => {}
            "--check" => asked.check = true,
            "--quick" => asked.runs = 7,
            "--json" => asked.json = Some(args.next().ok_or("--json FILE")?),
            "--elements" => asked.elements = args.next().and_then(|n| n.parse().ok()),
            other => {
                return Err(format!("unknown: {other}; known: --check --quick --json FILE --elements N"));
            }
        }
    }
    Ok(asked)
}

/// Measures and prints everything; whether all bars hold.
fn run(asked: &Asked) -> Result<bool, Failure> {
    let runtime = tokio::runtime::Runtime::new()?;
    let mut lines = Vec::new();
    println!("wire       elements   floor ms   observe ms   ratio   bar   tokens (o200k)   budget");
    for (name, wire) in WIRES {
        for (elements, bar) in SIZES {
            if asked.elements.is_some_and(|only| only != elements) {
                continue;
            }
            let line = runtime.block_on(measure((name, wire), (elements, bar), asked.runs))?;
            println!(
                "{:<10} {:>8} {:>10.1} {:>12.1} {:>6.2}x {:>4.1}x {:>8} {:>7} {:>8}{}",
                line.wire,
                line.elements,
                line.floor_ms,
                line.observe_ms,
                line.ratio,
                line.bar,
                line.tokens,
                format!("({})", line.tokens_counted),
                line.budget,
                if line.passed { "" } else { "   past the bar" }
            );
            lines.push(line);
        }
    }
    if let Some(file) = &asked.json {
        fs::write(file, serde_json::to_string_pretty(&lines)?)?;
    }
    Ok(lines.iter().all(|line| line.passed))
}

async fn measure(
    (name, wire): (&'static str, Wire),
    (elements, bar): (usize, f64),
    runs: usize,
) -> Result<Line, Failure> {
    let url = Server::get().url(&format!("cards?elements={elements}"));
    let options = LaunchOptions { wire, ..LaunchOptions::default() };

    let bare = Chromium::launch(options.clone()).await?;
    let floor_tab = open_bare(&bare, &url).await?;
    let browser = Browser::launch(options).await?;
    let session = browser.session("bench", SessionOptions::default()).await?;
    session.open(&url).await?;
    let tab = session.tab()?;
    let observe = ObserveOptions::default();

    let (mut floors, mut observations) = (Vec::new(), Vec::new());
    let mut last = None;
    // The first turns warm both up and do not count.
    for turn in 0..runs + 3 {
        let begun = Instant::now();
        floor_tab.post(&floor_command()).answer().await?;
        let floor = begun.elapsed();
        let begun = Instant::now();
        let seen = tab.observe(&observe).await?;
        let observation = begun.elapsed();
        if turn >= 3 {
            floors.push(floor);
            observations.push(observation);
        }
        last = Some(seen);
    }
    browser.close().await?;
    bare.close().await?;

    let seen = last.ok_or("nothing was observed")?;
    let budget = observe.budget.unwrap_or(u32::MAX);
    let tokens_counted = tiktoken_rs::o200k_base()?.encode_ordinary(&seen.text).len();
    let (floor, observation) = (median(floors), median(observations));
    let ratio = observation.as_secs_f64() / floor.as_secs_f64();
    Ok(Line {
        wire: name,
        elements,
        floor_ms: floor.as_secs_f64() * 1e3,
        observe_ms: observation.as_secs_f64() * 1e3,
        ratio,
        bar,
        passed: ratio <= bar && tokens_counted <= budget as usize,
        tokens: seen.tokens,
        tokens_counted,
        budget,
    })
}

fn floor_command() -> CaptureSnapshot {
    CaptureSnapshot {
        computed_styles: vec!["visibility", "opacity", "pointer-events", "cursor"],
        include_paint_order: true,
        include_dom_rects: false,
    }
}

async fn open_bare(chromium: &Chromium, url: &str) -> Result<Channel, Failure> {
    let root = chromium.connection().browser();
    let create = target::CreateTarget { url: "about:blank".to_owned(), ..target::CreateTarget::default() };
    let target_id = root.call(&create).await?.target_id;
    let attached = root.call(&target::AttachToTarget { target_id, flatten: Some(true) }).await?;
    let tab = chromium.connection().channel(attached.session_id);
    tab.call(&page::Navigate { url: url.to_owned(), ..page::Navigate::default() }).await?;
    let begun = Instant::now();
    loop {
        let ready = runtime::Evaluate {
            expression: "document.readyState === 'complete' && document.title === 'Cards'".to_owned(),
            return_by_value: Some(true),
            ..runtime::Evaluate::default()
        };
        let answer = tab.call(&ready).await?;
        if answer.result.value == Some(true.into()) {
            return Ok(tab);
        }
        if begun.elapsed() > LOADING {
            return Err("the page does not load".into());
        }
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
