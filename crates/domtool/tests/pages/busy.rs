//! What takes the processor keeps nobody waiting: while a large page is decoded, built and written down, the threads of the runtime
//! serve others. Seen on a runtime of a single thread, which has nobody else to do it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use domtool::{Browser, ObserveOptions, SessionOptions, Stats};

use crate::support::{Server, launch_options};

const ELEMENTS: usize = 20_000;
/// Phases that wait for the browser; the others are our own work.
const WAITS: [&str; 6] = ["ready", "scroll", "capture", "entered", "frames", "asked"];

/// Milliseconds of our own work.
fn own_work(stats: &Stats) -> f64 {
    stats.phases.iter().filter(|(phase, _)| !WAITS.contains(phase)).map(|(_, ms)| ms).sum()
}

#[test]
fn a_large_page_keeps_nobody_on_the_runtime_waiting() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let browser = runtime.block_on(Browser::launch(launch_options())).unwrap();
    let longest = Arc::new(AtomicU64::new(0));
    let over = Arc::new(AtomicBool::new(false));
    // Another user of the runtime: how long is it not served?
    let (gap, ended) = (Arc::clone(&longest), Arc::clone(&over));
    let other = runtime.spawn(async move {
        while !ended.load(Ordering::Relaxed) {
            let begun = Instant::now();
            tokio::time::sleep(Duration::from_millis(1)).await; // the measure itself, not a wait for the page
            gap.fetch_max(begun.elapsed().as_millis() as u64, Ordering::Relaxed);
        }
    });
    let observing = browser.clone();
    let shares = runtime.block_on(async {
        let reading = tokio::spawn(async move {
            let session = observing.session("large", SessionOptions::default()).await.unwrap();
            session.open(&Server::get().url(&format!("cards?elements={ELEMENTS}"))).await.unwrap();
            let tab = session.tab().unwrap();
            let mut shares = Vec::new();
            for _ in 0..3 {
                longest.store(0, Ordering::Relaxed);
                let seen = tab.observe(&ObserveOptions::default()).await.unwrap();
                let gap = longest.load(Ordering::Relaxed);
                let own = own_work(&seen.stats);
                assert!(own > 0.0, "{:?}", seen.stats);
                shares.push((gap as f64 / own, gap, own));
            }
            shares
        });
        reading.await.unwrap()
    });
    over.store(true, Ordering::Relaxed);
    runtime.block_on(async {
        other.await.unwrap();
        browser.close().await.unwrap();
    });
    // One of several, as a busy machine serves nobody now and then.
    assert!(shares.iter().any(|(share, ..)| *share < 0.4), "share, ms not served, ms of work: {shares:?}");
}
