//! A step: a click whose handler posts and changes one text, from call to report with its diff, beside the floor of the same page;
//! and the same where the timers of the page cannot be recorded, as somebody else records, which shows what the recording costs.

use std::time::{Duration, Instant};

use domtool::{
    ActOptions, Action, Browser, ElementId, ObserveOptions, Session, SessionOptions, Tab,
    chromium::{Chromium, LaunchOptions},
};
use domtool_cdp::protocol::tracing::{Start, TraceConfig};
use serde::Serialize;

use crate::{Failure, bare::Bare, measure::millis, server::Server};

/// Elements of the page, and whether there is a bar.
const PAGES: [(usize, bool); 2] = [(1_000, false), (5_000, true)];
/// At most so many times the floor and so many milliseconds more.
const BAR: (f64, f64) = (1.8, 60.0);

const SCRIPT: &str = "void [...document.querySelectorAll('button')].find(b => b.textContent === 'Wish 3').addEventListener('click', () => \
    fetch('/late?ms=0&text=x', { method: 'POST', body: 'x' }).then(() => { document.querySelector('h1').textContent = `Saved ${Date.now()}` }))";

/// One line of the table. Times are medians, in milliseconds.
#[derive(Serialize)]
pub(crate) struct Step {
    elements: usize,
    floor_ms: f64,
    ms: f64,
    /// Where nothing can be recorded.
    unrecorded_ms: f64,
    bar_ms: Option<f64>,
}

struct Place {
    browser: Browser,
    /// Its tabs live as long as it does.
    _session: Session,
    tab: Tab,
    target: ElementId,
    times: Vec<Duration>,
}

impl Place {
    async fn open(elements: usize, records: bool) -> Result<Self, Failure> {
        let chromium = Chromium::launch(LaunchOptions::default()).await?;
        if !records {
            // One that records nothing is in the way of every other.
            let nothing =
                TraceConfig { included_categories: Some(vec!["-*".to_owned()]), ..TraceConfig::default() };
            let start = Start { trace_config: Some(nothing), ..Start::default() };
            chromium.connection().browser().call(&start).await?;
        }
        let browser = Browser::of(chromium).await?;
        let session = browser.session("step", SessionOptions::default()).await?;
        session.open(&Server::get().url(&format!("cards?elements={elements}"))).await?;
        let tab = session.tab()?;
        tab.evaluate(SCRIPT).await?;
        let seen = tab.observe(&ObserveOptions::default().with_budget(None)).await?;
        let target = seen.find("Wish 3").ok_or("no such button")?.id;
        Ok(Self { browser, _session: session, tab, target, times: Vec::new() })
    }

    async fn click(&mut self) -> Result<(), Failure> {
        let click = Action::click(self.target);
        let begun = Instant::now();
        let report = self.tab.act(&click, &ActOptions::default()).await?;
        self.times.push(begun.elapsed());
        match report.effects.requests.is_empty() || report.diff.is_empty() {
            true => Err(format!("it lacks an effect: {:?}", report.effects).into()),
            false => Ok(()),
        }
    }
}

pub(crate) async fn measure(runs: usize) -> Result<Vec<Step>, Failure> {
    let mut steps = Vec::new();
    for (elements, has_bar) in PAGES {
        let url = Server::get().url(&format!("cards?elements={elements}"));
        let bare = Bare::open(LaunchOptions::default(), &url).await?;
        let mut places = [Place::open(elements, true).await?, Place::open(elements, false).await?];
        let mut floors = Vec::new();
        // The first turns warm up and do not count.
        for turn in 0..runs + 3 {
            let floor = bare.floor().await?;
            for place in &mut places {
                place.click().await?;
                if turn < 3 {
                    place.times.clear();
                }
            }
            floors.extend((turn >= 3).then_some(floor));
        }
        let floor_ms = millis(crate::measure::median(floors));
        let [ms, unrecorded_ms] =
            places.each_mut().map(|place| millis(crate::measure::median(std::mem::take(&mut place.times))));
        let bar_ms = has_bar.then_some(BAR.0 * floor_ms + BAR.1);
        steps.push(Step { elements, floor_ms, ms, unrecorded_ms, bar_ms });
        for place in places {
            place.browser.close().await?;
        }
        bare.close().await?;
    }
    Ok(steps)
}

impl Step {
    pub(crate) fn print(&self) {
        let bar =
            self.bar_ms.map_or(String::new(), |bar| format!(" (bar {}x + {} = {bar:.0} ms)", BAR.0, BAR.1));
        let past = if self.passed() { "" } else { "   past the bar" };
        println!(
            "step, {} elements: {:.1} ms{bar}, floor {:.1} ms; {:.1} ms where timers cannot be recorded{past}",
            self.elements, self.ms, self.floor_ms, self.unrecorded_ms
        );
    }

    pub(crate) fn passed(&self) -> bool {
        self.bar_ms.is_none_or(|bar| self.ms <= bar)
    }
}
