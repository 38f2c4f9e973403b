//! One page over one wire: the floor, the observation, our own part of it, memory, and what a full tree costs beside it.

use std::{
    env,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use domtool::{
    ALLOCATOR_SETTINGS, Browser, ObserveOptions, SessionOptions, Tab,
    chromium::{LaunchOptions, Wire},
};
use serde::Serialize;

use crate::{Failure, bare::Bare, process, server::Server};

/// A size of the card page and its bars.
#[derive(Clone, Copy)]
pub(crate) struct Page {
    pub(crate) elements: usize,
    /// Times the floor.
    pub(crate) bar: Option<f64>,
    /// Milliseconds of our own processor's time.
    pub(crate) own_bar: Option<f64>,
    /// Times the raw response.
    pub(crate) memory_bar: Option<f64>,
}

/// One line of the table. Times are medians, in milliseconds.
#[derive(Serialize)]
pub(crate) struct Line {
    pub(crate) wire: &'static str,
    pub(crate) elements: usize,
    pub(crate) floor_ms: f64,
    pub(crate) observe_ms: f64,
    pub(crate) ratio: f64,
    pub(crate) bar: Option<f64>,
    /// Processor's time of this process for an observation, reading the wire included.
    pub(crate) own_ms: Option<f64>,
    pub(crate) own_bar: Option<f64>,
    pub(crate) bytes: usize,
    /// The most memory of a process that observes it.
    pub(crate) peak_bytes: Option<u64>,
    pub(crate) memory_ratio: Option<f64>,
    pub(crate) memory_bar: Option<f64>,
    /// Nodes that Chrome was asked to name.
    pub(crate) asked: u32,
    /// A full accessibility tree of the same page, fetched and decoded.
    pub(crate) full_tree_ms: Option<f64>,
    pub(crate) full_tree_bytes: Option<usize>,
    /// As estimated, and as `o200k_base` counts.
    pub(crate) tokens: u32,
    pub(crate) tokens_counted: usize,
    #[serde(skip)]
    text: String,
    pub(crate) budget: u32,
    /// Each phase of one observation.
    pub(crate) phases: Vec<(&'static str, f64)>,
    /// What is past its bar.
    pub(crate) past: Vec<&'static str>,
}

struct Turn {
    took: Duration,
    busy: Option<Duration>,
}

async fn turn(tab: &Tab, options: &ObserveOptions) -> Result<Turn, Failure> {
    let (busy, begun) = (process::busy(), Instant::now());
    tab.observe(options).await?;
    let took = begun.elapsed();
    let busy = process::busy().zip(busy).map(|(after, before)| after.saturating_sub(before));
    Ok(Turn { took, busy })
}

pub(crate) async fn measure(
    (name, wire): (&'static str, Wire),
    page: Page,
    runs: usize,
    compare: bool,
) -> Result<Line, Failure> {
    let url = Server::get().url(&format!("cards?elements={}", page.elements));
    let options = LaunchOptions::default().with_wire(wire);
    let bare = Bare::open(options.clone(), &url).await?;
    let browser = Browser::launch(options).await?;
    let session = browser.session("bench", SessionOptions::default()).await?;
    session.open(&url).await?;
    let tab = session.tab()?;
    let observe = ObserveOptions::default();

    // Big pages are slow to ask, and their times differ little.
    let runs = if page.elements > 20_000 { runs.div_ceil(3) } else { runs };
    let (mut floors, mut takes, mut own) = (Vec::new(), Vec::new(), Vec::new());
    // The first turns warm both up and do not count.
    for counted in (0..runs + 3).map(|turn| turn >= 3) {
        let floor = bare.floor().await?;
        let turn = turn(&tab, &observe).await?;
        if counted {
            floors.push(floor);
            takes.push(turn.took);
            own.extend(turn.busy);
        }
    }
    let seen = tab.observe(&observe).await?;
    let peak_bytes = peak_of_a_process(name, page.elements);
    let full = if compare { Some(full_tree(&bare).await?) } else { None };
    browser.close().await?;
    bare.close().await?;

    let (floor_ms, observe_ms) = (millis(median(floors)), millis(median(takes)));
    let own_ms = (!own.is_empty()).then(|| millis(median(own)));
    let bytes = seen.stats.bytes;
    let budget = observe.budget.unwrap_or(u32::MAX);
    Ok(Line {
        wire: name,
        elements: page.elements,
        floor_ms,
        observe_ms,
        ratio: observe_ms / floor_ms,
        bar: page.bar,
        own_ms,
        own_bar: page.own_bar,
        bytes,
        peak_bytes,
        memory_ratio: peak_bytes.map(|peak| peak as f64 / bytes as f64),
        memory_bar: page.memory_bar,
        asked: seen.stats.asked,
        full_tree_ms: full.map(|(took, _)| millis(took)),
        full_tree_bytes: full.map(|(_, bytes)| bytes),
        tokens: seen.tokens,
        tokens_counted: 0,
        text: seen.text,
        budget,
        phases: seen.stats.phases,
        past: Vec::new(),
    }
    .judged())
}

/// How often a process whose memory is measured looks at the page: the memory that earlier looks leave behind is part of it.
const LOOKS: usize = 5;

/// The most memory of a process of its own, set up as the daemon is, that looks at the page and does nothing else: this one has
/// held the floor's answers and other pages.
fn peak_of_a_process(wire: &str, elements: usize) -> Option<u64> {
    let mut process = Command::new(env::current_exe().ok()?);
    process.args(["--peak", "--wire", wire, "--elements", &elements.to_string()]).envs(ALLOCATOR_SETTINGS);
    let told = process.stderr(Stdio::inherit()).output().ok()?;
    String::from_utf8(told.stdout).ok()?.trim().parse().ok()
}

/// What that process does.
pub(crate) async fn peak(wire: Wire, elements: usize) -> Result<Option<u64>, Failure> {
    let browser = Browser::launch(LaunchOptions::default().with_wire(wire)).await?;
    let session = browser.session("bench", SessionOptions::default()).await?;
    session.open(&Server::get().url(&format!("cards?elements={elements}"))).await?;
    let tab = session.tab()?;
    for _ in 0..LOOKS {
        turn(&tab, &ObserveOptions::default()).await?;
    }
    browser.close().await?;
    Ok(process::peak())
}

async fn full_tree(bare: &Bare) -> Result<(Duration, usize), Failure> {
    let mut turns = Vec::new();
    for _ in 0..3 {
        turns.push(bare.full_tree().await?);
    }
    turns.sort_unstable();
    turns.get(1).copied().ok_or_else(|| "no tree".into())
}

impl Line {
    fn judged(mut self) -> Self {
        self.past = self.breaches();
        self
    }

    /// Counts the tokens: at the end, because the tokenizer's tables would be part of the memory that is measured.
    pub(crate) fn count_tokens(&mut self) -> Result<(), Failure> {
        self.tokens_counted = tiktoken_rs::o200k_base()?.encode_ordinary(&self.text).len();
        self.past = self.breaches();
        Ok(())
    }

    fn breaches(&self) -> Vec<&'static str> {
        let over =
            |value: Option<f64>, bar: Option<f64>| value.zip(bar).is_some_and(|(value, bar)| value > bar);
        [
            ("floor", over(Some(self.ratio), self.bar)),
            ("own time", over(self.own_ms, self.own_bar)),
            ("memory", over(self.memory_ratio, self.memory_bar)),
            ("tokens", self.tokens_counted > self.budget as usize || self.tokens > self.budget),
        ]
        .into_iter()
        .filter_map(|(what, past)| past.then_some(what))
        .collect()
    }
}

pub(crate) fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
