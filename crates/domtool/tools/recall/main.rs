//! Recall and precision of discovery over any pages: `cargo xtask recall PAGE...`.
//!
//! The engine observes a page; a script then makes, in the page, a list of what can be operated (`list.js`; what it needs from
//! before the page's own scripts is in `record.js`). The list uses nothing of the engine's classification. It covers the main
//! frame with all shadow roots, not other frames.
//!
//! How it is made. An element is on the list when it can be seen (its box, what is clipped of it, opacity), when one of five points
//! of it is hit after scrolling there, and when something says that it reacts:
//! - its tag or role is a control's (`a[href]`, `button`, fields, `summary`, `role=tab`...);
//! - it listens to presses itself (recorded from `addEventListener`, `on...` properties, handlers of React, Solid and Svelte), or
//!   jQuery delegates them to it by a selector; it has a mark of Bootstrap's; it is draggable; it takes the focus and hears keys;
//! - the pointer changes over it (`pointer`, `move`, `grab`, `crosshair`) within something that hears presses, at rest or by a
//!   `:hover` rule; or such a rule gives it another look there, as one of several.
//!
//! Not on the list is what only listens for the controls in it (it contains some, and hears nothing that they do not), what is a
//! part of a button or link, and what is larger than half of the view without being a control by its tag. An element is found when
//! it has an id, or one does that contains it or is in it, with half of its area or more.
//!
//! Two figures each. *Recall* is the share of the list that is found; *with hover* also counts what only a `:hover` rule shows (by
//! `display`, `visibility` or `opacity`). *Strict* precision takes an id for right only where its element is on the list or is one
//! with something on it, or scrolls, or is the unseen field of an editor (frames and dialogs, whose ids are not for pressing,
//! aside). *Tolerant* precision takes weak evidence too: `tabindex` alone, a listener for hovering or keys, a selector
//! named in a handler, a pointer cursor on a page that hears clicks, roles of containers. Two ids on one box are doubled.
//!
//! The list errs, too: it cannot know what a handler does with a press. Every line that it prints is to be looked at.

#![allow(clippy::print_stdout, missing_docs, reason = "a tool for people at a terminal")]

#[path = "../../../page/tests/browser/files.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "the server of pages that all such tools share"
)]
mod files;

use std::{collections::HashSet, env, error::Error, time::Duration};

use domtool::{
    Browser, ElementId, Format, LaunchOptions, NodeDetails, ObserveOptions, SessionOptions, Tab,
    chromium::Chromium,
};
use domtool_cdp::{Connection, protocol::page};
use serde::Deserialize;
use serde_json::Value;

/// So many lines of each kind are shown for a page.
const SHOWN: usize = 12;
const RECORD: &str = include_str!("record.js");
const LIST: &str = include_str!("list.js");

/// Ends when nothing has changed in the page for a while.
const REST: &str = "new Promise(done => { let last = performance.now(); \
    new MutationObserver(() => last = performance.now()).observe(document, { subtree: true, childList: true }); \
    const look = () => performance.now() - last > 2500 ? done(1) : setTimeout(look, 100); look() })";

/// What the page's own list says of the ids that were given out.
#[derive(Deserialize)]
struct Report {
    /// Elements on the list.
    listed: usize,
    /// Elements with ids.
    told: usize,
    /// Paths of ids at which the script found no element: the page changed in between.
    unplaced: Vec<String>,
    missed: Vec<String>,
    /// Ids without any evidence, or out of sight.
    surplus: Vec<String>,
    /// Ids for which there is only weak evidence.
    strict: Vec<String>,
    doubled: Vec<String>,
    /// What only hovering shows.
    hover: Vec<String>,
    hover_missed: usize,
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut shown = SHOWN;
    let mut pages = Vec::new();
    for arg in env::args().skip(1) {
        match arg.strip_prefix("--shown=") {
            Some(number) => shown = number.parse()?,
            None => pages.push(files::address(&arg)),
        }
    }
    let chromium = Chromium::launch(LaunchOptions::default()).await?;
    let connection = chromium.connection().clone();
    let browser = Browser::of(chromium).await?;
    println!(
        "{:40} {:>6} {:>6} {:>8} {:>10} {:>8} {:>8} {:>7} {:>7}",
        "page", "listed", "ids", "recall", "with hover", "strict", "tolerant", "doubled", "hover"
    );
    for (number, (label, url)) in pages.iter().enumerate() {
        let session = browser.session(&format!("page-{number}"), SessionOptions::default()).await?;
        let tab = session.new_tab(None).await?;
        record(&connection, &tab).await?;
        if let Err(error) = session.open(url).await {
            println!("{label}: {error}");
            continue;
        }
        let tab = session.tab()?;
        // A page that never rests is held as it is.
        tab.evaluate_within(REST, Duration::from_secs(20)).await.ok();
        print(label, &hold(&tab).await?, shown);
        session.close().await?;
    }
    browser.close().await?;
    Ok(())
}

/// Has the page record its listeners, from its next document on.
async fn record(connection: &Connection, tab: &Tab) -> Result<(), Box<dyn Error>> {
    for id in tab.protocol_sessions() {
        let script =
            page::AddScriptToEvaluateOnNewDocument { source: RECORD.to_owned(), ..Default::default() };
        connection.channel(id.as_str().into()).call(&script).await?;
    }
    Ok(())
}

/// Observes, and then has the page make its list.
async fn hold(tab: &Tab) -> Result<Report, Box<dyn Error>> {
    let paths = ids_by_path(tab).await?;
    let call = format!("{LIST}({})", serde_json::to_string(&paths)?);
    let answer = tab.evaluate_within(&call, Duration::from_secs(60)).await?;
    let json: String = serde_json::from_str(&answer)?;
    Ok(serde_json::from_str(&json)?)
}

/// The XPaths of all elements with ids, but for those in frames.
async fn ids_by_path(tab: &Tab) -> Result<Vec<String>, Box<dyn Error>> {
    let whole = ObserveOptions::default().with_budget(None);
    // JSON also has what is not in sight; the tree has what a model reads.
    let read = tab.observe(&whole).await?;
    let given: HashSet<ElementId> = read.elements.iter().map(|element| element.id).collect();
    let options = whole.with_format(Format::Json).with_details(NodeDetails::default().with_xpath(true));
    let observed = tab.observe(&options).await?;
    let json: Value = serde_json::from_str(observed.text())?;
    let mut paths = Vec::new();
    let mut pending = vec![&json];
    while let Some(value) = pending.pop() {
        match value {
            Value::Object(members) => {
                let text = |key: &str| members.get(key).and_then(Value::as_str);
                if let (Some(Ok(id)), Some(path)) = (text("id").map(str::parse), text("xpath"))
                    && given.contains(&id)
                {
                    paths.push(path.to_owned());
                }
                if members.get("role").is_some_and(|role| role == "iframe") {
                    continue;
                }
                pending.extend(members.values());
            }
            Value::Array(items) => pending.extend(items),
            _ => {}
        }
    }
    Ok(paths)
}

fn print(label: &str, report: &Report, shown: usize) {
    let share = |wrong: usize, of: usize| 100.0 - 100.0 * wrong as f64 / of.max(1) as f64;
    println!(
        "{label:40} {:>6} {:>6} {:>6.2} % {:>8.2} % {:>6.2} % {:>6.2} % {:>7} {:>7}",
        report.listed,
        report.told,
        share(report.missed.len(), report.listed),
        share(report.missed.len() + report.hover_missed, report.listed + report.hover.len()),
        share(report.surplus.len() + report.strict.len(), report.told),
        share(report.surplus.len(), report.told),
        report.doubled.len(),
        format!("{}/{}", report.hover.len() - report.hover_missed, report.hover.len()),
    );
    let lists = [
        ("missed", &report.missed),
        ("surplus", &report.surplus),
        ("strict", &report.strict),
        ("doubled", &report.doubled),
        ("hover", &report.hover),
        ("moved", &report.unplaced),
    ];
    for (what, lines) in lists {
        lines.iter().take(shown).for_each(|line| println!("    {what}: {line}"));
        if lines.len() > shown {
            println!("    {what}: and {} more", lines.len() - shown);
        }
    }
}
