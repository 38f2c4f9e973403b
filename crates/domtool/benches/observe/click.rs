//! A click that causes nothing, from call to report: alone, beside a clock that ticks every 50 ms, beside a request that is never
//! answered; and one that is refused. Each in a session of its own, as Chromium draws tabs behind others seldom, and they take
//! turns, so that a busy machine slows all.

use std::time::{Duration, Instant};

use domtool::{
    ActOptions, Action, Browser, ElementId, ObserveOptions, Session, SessionOptions, Tab,
    chromium::LaunchOptions,
};
use serde::Serialize;

use crate::{Failure, server::Server};

const ELEMENTS: usize = 1_000;
/// Milliseconds from call to report with its diff.
const BAR: f64 = 150.0;
/// Times the click alone, for clicks beside what goes on by itself.
const BESIDE_BAR: f64 = 1.5;
/// Milliseconds until what is hopeless is refused.
const REFUSED_BAR: f64 = 300.0;

/// What the page does by itself, and its script.
const PAGES: [(&str, &str); 4] = [
    ("nothing caused", "0"),
    (
        "beside a clock",
        "void setInterval(() => { document.querySelector('h1').textContent = `Products ${Date.now()}` }, 50)",
    ),
    ("beside a long poll", "void fetch('/hold').catch(() => {})"),
    (
        "refused",
        "void [...document.querySelectorAll('button')].find(b => b.textContent === 'Wish 3').setAttribute('disabled', '')",
    ),
];

/// One line of the table. Times are medians, in milliseconds.
#[derive(Serialize)]
pub(crate) struct Clicks {
    what: &'static str,
    ms: f64,
    /// Times the click alone.
    ratio: f64,
    past: bool,
}

struct Place {
    /// Its tabs live as long as it does.
    _session: Session,
    tab: Tab,
    target: ElementId,
    times: Vec<Duration>,
}

impl Place {
    async fn open(session: Session, script: &str) -> Result<Self, Failure> {
        session.open(&Server::get().url(&format!("cards?elements={ELEMENTS}"))).await?;
        let tab = session.tab()?;
        tab.evaluate(script).await?;
        let seen = tab.observe(&ObserveOptions::default().with_budget(None)).await?;
        let target = seen.find("Wish 3").ok_or("no such button")?.id;
        Ok(Self { _session: session, tab, target, times: Vec::new() })
    }

    async fn click(&mut self, refused: bool) -> Result<(), Failure> {
        let click = Action::click(self.target);
        let begun = Instant::now();
        let outcome = self.tab.act(&click, &ActOptions::default()).await;
        self.times.push(begun.elapsed());
        match outcome {
            Ok(report) if !refused && report.effects.requests.is_empty() => Ok(()),
            Err(error) if refused && error.kind() == domtool::ErrorKind::Disabled => Ok(()),
            Ok(report) => Err(format!("an effect that nobody caused: {:?}", report.effects).into()),
            Err(error) => Err(error.into()),
        }
    }

    fn median(&mut self) -> f64 {
        self.times.sort_unstable();
        self.times.get(self.times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    }
}

pub(crate) async fn measure(runs: usize) -> Result<Vec<Clicks>, Failure> {
    let browser = Browser::launch(LaunchOptions::default()).await?;
    let mut places = Vec::new();
    for (what, script) in PAGES {
        let session = browser.session(what, SessionOptions::default()).await?;
        places.push(Place::open(session, script).await?);
    }
    // The first turns warm up and do not count.
    for turn in 0..runs + 3 {
        for (place, (what, _)) in places.iter_mut().zip(PAGES) {
            place.click(what == "refused").await?;
            if turn < 3 {
                place.times.clear();
            }
        }
    }
    browser.close().await?;
    let alone = places.first_mut().map_or(0.0, Place::median);
    let line = |(place, (what, _)): (&mut Place, (&'static str, &str))| {
        let ms = place.median();
        let past = match what {
            "nothing caused" => ms > BAR,
            "refused" => ms > REFUSED_BAR,
            _ => ms > alone * BESIDE_BAR,
        };
        Clicks { what, ms, ratio: ms / alone, past }
    };
    Ok(places.iter_mut().zip(PAGES).map(line).collect())
}

impl Clicks {
    pub(crate) fn print(&self) {
        let bar = match self.what {
            "nothing caused" => format!("bar {BAR:.0} ms"),
            "refused" => format!("bar {REFUSED_BAR:.0} ms"),
            _ => format!("bar {BESIDE_BAR}x"),
        };
        let past = if self.past { "   past the bar" } else { "" };
        println!(
            "click, {ELEMENTS} elements, {}: {:.1} ms, {:.2}x ({bar}){past}",
            self.what, self.ms, self.ratio
        );
    }

    pub(crate) fn passed(&self) -> bool {
        !self.past
    }
}
