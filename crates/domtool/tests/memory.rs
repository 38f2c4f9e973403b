//! Memory stays flat over many actions on a page that changes, asks and complains all the time, and no part of a page takes many times
//! its size. A binary of its own, as it is this process's memory that is read.
#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "pages/support/server.rs"]
mod server;

use std::{
    fs,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use domtool::{ActOptions, Action, Browser, LaunchOptions, ObserveOptions, SessionOptions};
use server::Server;

/// One test at a time: the memory that is read is of all of them.
static ALONE: Mutex<()> = Mutex::new(());

/// Memory of this process, which holds the engine, bytes: `VmRSS` what is resident, `VmHWM` the most that was.
fn memory(which: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the status of this process");
    let line =
        status.lines().find_map(|line| line.strip_prefix(which)?.strip_prefix(':')).expect("a line on it");
    let kilobytes = line.trim().strip_suffix(" kB").and_then(|kb| kb.trim().parse::<u64>().ok());
    kilobytes.expect("a number") * 1024
}

/// Clicks so often, looking each tenth time, and gives the memory after each hundredth of it.
async fn click_often(times: usize) -> Vec<u64> {
    let browser = Browser::launch(LaunchOptions::default()).await.expect("a browser starts");
    let session = browser.session("memory", SessionOptions::default()).await.expect("a session");
    session.open(&Server::get().url("restless.html")).await.expect("the page opens");
    let tab = session.tab().expect("a tab");
    let seen = tab.observe(&ObserveOptions::default()).await.expect("the page is observed");
    let target = seen.find("Nothing").expect("the button").id;
    let mut memory = Vec::new();
    for round in 1..=times {
        let click = Action::click(target);
        tab.act(&click, &ActOptions::default()).await.expect("it is clicked");
        if round % 10 == 0 {
            tab.observe(&ObserveOptions::default()).await.expect("the page is observed");
        }
        if round % times.div_ceil(100) == 0 {
            memory.push(self::memory("VmRSS"));
        }
    }
    browser.close().await.expect("the browser closes");
    memory
}

/// An allocator takes no more at once.
const ARENA: u64 = 4 << 20;

/// The samples as if the largest step between two of them had not been: an allocator takes its next arena at once, and what is left behind
/// grows in many steps.
fn without_largest_step(memory: &[u64]) -> Vec<u64> {
    let steps = memory.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).enumerate();
    let (at, step) = steps.max_by_key(|(_, step)| *step).unwrap_or_default();
    let step = step.min(ARENA);
    memory.iter().enumerate().map(|(index, bytes)| if index > at { bytes - step } else { *bytes }).collect()
}

/// Clicks so often, and fails when memory grows by more than this an action once the first part is over: till then what is bounded fills up.
fn grows_by_at_most(bytes: f64, times: usize, first_part: f64) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let longest = Duration::from_secs(60) + Duration::from_millis(1_500) * times as u32;
    let memory = runtime
        .block_on(async { tokio::time::timeout(longest, click_often(times)).await })
        .expect("it ends in time");
    let from = (memory.len() as f64 * first_part) as usize;
    let all = memory.len();
    let memory = without_largest_step(&memory[from..]);
    // A third of the samples each, so that no single one decides.
    let third = (memory.len() / 3).max(1);
    let mean = |part: &[u64]| part.iter().sum::<u64>() as f64 / part.len() as f64;
    let (early, late) = (mean(&memory[..third]), mean(&memory[memory.len() - third..]));
    let apart = (memory.len() - third) as f64 * times as f64 / all as f64;
    let growth = (late - early) / apart;
    println!("{:.1} MB, then {:.1} MB: {growth:.0} bytes an action", early / 1e6, late / 1e6);
    assert!(growth < bytes, "{growth:.0} bytes an action; {memory:?}");
}

/// A snapshot that is not let go of would be a hundred times that.
#[test]
fn hundreds_of_actions_leave_nothing_behind() {
    grows_by_at_most(6_000.0, 400, 0.4);
}

#[test]
#[ignore = "takes minutes: the long run of the design"]
fn five_thousand_actions_leave_nothing_behind() {
    grows_by_at_most(300.0, 5_000, 0.3);
}

/// Chooses one of 20,000 options, and gives the most memory that this took. The page says what was chosen.
async fn choose(browser: &Browser, query: &str) -> u64 {
    let session = browser.session("options", SessionOptions::default()).await.expect("a session");
    // From here on the most counts anew.
    fs::write("/proc/self/clear_refs", "5").expect("it is forgotten how much there was");
    let url = Server::get().url(&format!("evidence/long-label.html{query}"));
    session.open(&url).await.expect("the page opens");
    let tab = session.tab().expect("a tab");
    let seen = tab.observe(&ObserveOptions::default()).await.expect("the page is observed");
    let (list, count) =
        (seen.find("Country").expect("the list").id, seen.find("Count").expect("the button").id);
    let select = Action::select(list, ["Country 19000 of the world, with some words more"]);
    tab.act(&select, &ActOptions::default()).await.expect("it is chosen");
    let told = tab.evaluate("log.textContent").await.expect("the page tells").to_string();
    assert!(told.contains("chosen 19000"), "{told}");
    tab.act(&Action::click(count), &ActOptions::default()).await.expect("it is clicked");
    let told = tab.evaluate("log.textContent").await.expect("the page tells").to_string();
    assert!(told.contains("counted 20000"), "{told}");
    session.close().await.expect("the session closes");
    memory("VmHWM")
}

#[test]
fn a_label_around_20_000_options_takes_little_more_than_the_options() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (plain, around) = runtime.block_on(async {
        let options = LaunchOptions::default();
        let browser = Browser::launch(options).await.expect("a browser starts");
        let plain = choose(&browser, "?plain").await;
        let around = choose(&browser, "").await;
        browser.close().await.expect("the browser closes");
        (plain, around)
    });
    println!("{:.1} MB, in a label {:.1} MB", plain as f64 / 1e6, around as f64 / 1e6);
    assert!(around < plain + 100_000_000, "{plain}, then {around}");
}
