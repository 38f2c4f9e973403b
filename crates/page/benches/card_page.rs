//! How long each pure phase takes on the card page: decode, the passes of a build, ids, flatten, render. Captures of a real
//! Chromium, taken once a size and measured without it.
//!
//! `cargo bench -p domtool-page --bench card_page` prints a line for each size, the best of several turns, in milliseconds.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs)]

#[path = "../tests/browser/mod.rs"]
mod browser;

use std::{
    fmt::Write as _,
    time::{Duration, Instant},
};

use domtool_cdp::protocol::TargetId;
use domtool_page::{
    identity::Registry,
    snapshot::PrivacyRules,
    view::{self, ReaderKnows, Scope, Surroundings, ViewOptions},
};

/// The card page with about so many elements.
fn card_page(elements: usize) -> String {
    let mut html = String::from(
        "<!doctype html><title>Cards</title><header><h1>Shop</h1><a href='/a'>A</a> <a href='/b'>B</a></header>",
    );
    for i in 0..elements / 9 {
        let _ = write!(
            html,
            "<div class=card><div class=body><h3>Product {i}</h3><p>Great item number {i} with a short description.</p>\
             <span class=price>${i}.99</span><a href=\"/item/{i}\">Details {i}</a>\
             <div class=act><button>Add {i} to cart</button><button>Wish {i}</button></div></div></div>"
        );
    }
    html + "<script>document.addEventListener('click', () => {})</script>"
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let browser = browser::Browser::launch(&[]).await;
    for elements in [1_000, 5_000, 20_000, 50_000] {
        browser.show_file(&card_page(elements)).await;
        let raw = browser.capture().await;
        let mut best: Vec<(&'static str, Duration)> = Vec::new();
        let mut nodes = 0;
        for _ in 0..15 {
            let turn = turn(&raw, &browser.target, &mut nodes);
            if best.is_empty() {
                best = turn;
            } else {
                best.iter_mut().zip(turn).for_each(|(best, turn)| best.1 = best.1.min(turn.1));
            }
        }
        let total: Duration = best.iter().map(|(_, took)| *took).sum();
        print!("{elements} elements, {nodes} nodes, {} bytes: {:.2}", raw.size(), millis(total));
        for (phase, took) in best {
            print!(", {phase} {:.2}", millis(took));
        }
        println!();
    }
    browser.close().await;
}

/// Every phase once, each with its time.
fn turn(raw: &browser::Raw, page: &TargetId, nodes: &mut usize) -> Vec<(&'static str, Duration)> {
    let mut phases: Vec<(&'static str, Duration)> = Vec::new();
    let mut begun = Instant::now();
    let mut current = "decode";
    let mut next = |phase: &'static str| {
        let took = begun.elapsed();
        match phases.iter_mut().find(|(known, _)| *known == current) {
            Some((_, time)) => *time += took,
            None => phases.push((current, took)),
        }
        (current, begun) = (phase, Instant::now());
    };
    let snapshot = raw.build_watched(&PrivacyRules::default(), &mut |pass| next(pass.word()));
    next("identity");
    let mut registry = Registry::default();
    registry.reconcile(page, &snapshot);
    next("flatten");
    let outline = view::outline(&snapshot, &Scope::default());
    next("render");
    let around = Surroundings {
        page,
        title: "",
        url: "",
        nonce: "7f3a",
        news: &[],
        notes: &[],
        known: ReaderKnows::default(),
    };
    let view = view::write(&snapshot, outline, &mut registry, &ViewOptions::default(), &around);
    next("");
    *nodes = snapshot.len();
    assert!(!view.text.is_empty());
    phases
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
