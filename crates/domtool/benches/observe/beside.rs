//! Observations of a small page in one session, alone and while another session of the same browser reads a page of 200,000
//! elements over and over: nobody waits for another, but for the processor itself.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use domtool::{
    ActOptions, Action, Browser, ObserveOptions, Session, SessionOptions, Tab, chromium::LaunchOptions,
};
use serde::Serialize;

use crate::{Failure, server::Server};

const BIG: usize = 200_000;
const SMALL: usize = 1_000;
/// How often the big page is read.
const READINGS: usize = 3;
/// How long the big page may take to come.
const PATIENCE: Duration = Duration::from_secs(120);
/// Milliseconds that the slowest observation may take longer than one alone.
const BAR: f64 = 200.0;

/// One line of the table. Times in milliseconds.
#[derive(Serialize)]
pub(crate) struct Beside {
    alone: f64,
    /// The median and the slowest while the other reads.
    median: f64,
    slowest: f64,
    observations: usize,
    /// The median of the other's readings.
    reading: f64,
}

async fn open(browser: &Browser, name: &str, elements: usize) -> Result<(Session, Tab), Failure> {
    let session = browser.session(name, SessionOptions::default()).await?;
    let tab = session.new_tab(None).await?;
    let open = Action::open(Server::get().url(&format!("cards?elements={elements}")));
    let patient = ActOptions::default().with_patience(PATIENCE);
    let deadline = Instant::now() + PATIENCE;
    let mut opened = tab.act(&open, &patient).await.map(drop);
    // A page of this size may still come when it is said to be open.
    while opened.is_err() || tab.observe(&ObserveOptions::default()).await.is_err() {
        if Instant::now() > deadline {
            opened?;
            return Err("the page cannot be observed".into());
        }
        opened = Ok(());
    }
    Ok((session, tab))
}

async fn observe(tab: &Tab) -> Result<Duration, Failure> {
    let begun = Instant::now();
    tab.observe(&ObserveOptions::default()).await?;
    Ok(begun.elapsed())
}

pub(crate) async fn measure(runs: usize) -> Result<Beside, Failure> {
    let browser = Browser::launch(LaunchOptions::default()).await?;
    let (_small, tab) = open(&browser, "small", SMALL).await?;
    let (_big, big) = open(&browser, "big", BIG).await?;
    let mut alone = Vec::new();
    for _ in 0..runs {
        alone.push(observe(&tab).await?);
    }
    let over = Arc::new(AtomicBool::new(false));
    let reading = {
        let over = Arc::clone(&over);
        tokio::spawn(async move {
            let mut times = Vec::new();
            for _ in 0..READINGS {
                match observe(&big).await {
                    Ok(time) => times.push(time),
                    Err(error) => {
                        over.store(true, Ordering::Release);
                        return Err(error.to_string());
                    }
                }
            }
            over.store(true, Ordering::Release);
            Ok(times)
        })
    };
    let mut beside = Vec::new();
    while !over.load(Ordering::Acquire) {
        beside.push(observe(&tab).await?);
    }
    let mut readings = reading.await??;
    browser.close().await?;
    Ok(Beside {
        alone: median(&mut alone),
        median: median(&mut beside),
        slowest: beside.last().map_or(0.0, |slowest| millis(*slowest)),
        observations: beside.len(),
        reading: median(&mut readings),
    })
}

impl Beside {
    pub(crate) fn print(&self) {
        let past = if self.passed() { "" } else { "   past the bar" };
        println!(
            "observe, {SMALL} elements, while another session reads {BIG} ({:.0} ms each): median {:.0} ms, slowest of {} {:.0} ms, \
             alone {:.0} ms (bar alone + {BAR:.0} ms){past}",
            self.reading, self.median, self.observations, self.slowest, self.alone
        );
    }

    pub(crate) fn passed(&self) -> bool {
        self.slowest <= self.alone + BAR
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |time| millis(*time))
}
