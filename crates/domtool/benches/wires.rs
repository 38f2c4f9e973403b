//! The two encodings of the pipe against each other: one browser each on the same card page, asked in turns, so that a busy
//! machine slows both. Prints the floor (a bare `captureSnapshot`, read and not parsed), our own decoding of it, and a
//! whole observation, in ms and as CBOR's part of JSON's. A table for people: `cargo bench -p domtool --bench wires`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command for people at a terminal")]

#[allow(dead_code, clippy::expect_used, reason = "the tests use the rest of it")]
#[path = "../tests/pages/support/server.rs"]
mod server;

use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

use domtool::{
    Browser, ObserveOptions, Session, SessionOptions, Tab,
    chromium::{LaunchOptions, Wire},
};
use domtool_cdp::{
    Channel, Chromium,
    protocol::{dom_snapshot::CaptureSnapshot, page, runtime, target},
};
use server::Server;

type Failure = Box<dyn std::error::Error>;

const SIZES: [usize; 3] = [1_000, 5_000, 20_000];
/// The first turns warm everything up and do not count.
const WARM_UP: usize = 3;
const TURNS: usize = 15;
const LOADING: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let measured = tokio::runtime::Runtime::new().map_err(Failure::from).and_then(|runtime| {
        println!("elements  what        CBOR ms   JSON ms   CBOR/JSON      bytes of CBOR and JSON");
        SIZES.into_iter().try_for_each(|elements| runtime.block_on(compare(elements)))
    });
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wires: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn compare(elements: usize) -> Result<(), Failure> {
    let url = Server::get().url(&format!("cards?elements={elements}"));
    let mut sides = [Side::open(Wire::Pipe, &url).await?, Side::open(Wire::JsonPipe, &url).await?];
    for turn in 0..WARM_UP + TURNS {
        for side in &mut sides {
            side.take_turn(turn >= WARM_UP).await?;
        }
    }
    let [cbor, json] = &mut sides;
    let bytes = format!("{:>20} {:>10}", cbor.bytes, json.bytes);
    let rows = [
        ("floor", median(&mut cbor.floors), median(&mut json.floors), bytes.as_str()),
        ("decoding", median(&mut cbor.decodings), median(&mut json.decodings), ""),
        ("observe", median(&mut cbor.observations), median(&mut json.observations), ""),
    ];
    for (what, cbor, json, bytes) in rows {
        println!("{elements:>8}  {what:<9} {cbor:>9.2} {json:>9.2} {:>10.2}x {bytes}", cbor / json);
    }
    for side in sides {
        side.browser.close().await?;
        side.bare.close().await?;
    }
    Ok(())
}

/// One encoding: a bare browser for the floor, and one that is observed.
struct Side {
    bare: Chromium,
    floor_tab: Channel,
    browser: Browser,
    _session: Session,
    tab: Tab,
    bytes: usize,
    floors: Vec<Duration>,
    decodings: Vec<Duration>,
    observations: Vec<Duration>,
}

impl Side {
    async fn open(wire: Wire, url: &str) -> Result<Self, Failure> {
        let options = LaunchOptions::default().with_wire(wire);
        let bare = Chromium::launch(options.clone()).await?;
        let floor_tab = open_bare(&bare, url).await?;
        let browser = Browser::launch(options).await?;
        let session = browser.session("bench", SessionOptions::default()).await?;
        session.open(url).await?;
        let tab = session.tab()?;
        let (floors, decodings, observations) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self {
            bare,
            floor_tab,
            browser,
            _session: session,
            tab,
            bytes: 0,
            floors,
            decodings,
            observations,
        })
    }

    async fn take_turn(&mut self, counts: bool) -> Result<(), Failure> {
        let command = CaptureSnapshot {
            computed_styles: vec!["visibility", "opacity", "pointer-events", "cursor"],
            include_paint_order: true,
            include_dom_rects: false,
        };
        let begun = Instant::now();
        let answer = self.floor_tab.post(&command).answer().await?;
        let floor = begun.elapsed();
        let begun = Instant::now();
        let decoded = answer.decode()?;
        let decoding = begun.elapsed();
        drop(decoded);
        let begun = Instant::now();
        self.tab.observe(&ObserveOptions::default()).await?;
        let observation = begun.elapsed();
        self.bytes = answer.size();
        if counts {
            self.floors.push(floor);
            self.decodings.push(decoding);
            self.observations.push(observation);
        }
        Ok(())
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
    let ready = runtime::Evaluate {
        expression: "document.readyState === 'complete' && document.title === 'Cards'".to_owned(),
        return_by_value: Some(true),
        ..runtime::Evaluate::default()
    };
    while tab.call(&ready).await?.result.value != Some(true.into()) {
        if begun.elapsed() > LOADING {
            return Err("the page does not load".into());
        }
    }
    Ok(tab)
}

/// In milliseconds.
fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default().as_secs_f64() * 1e3
}
