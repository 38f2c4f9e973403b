//! What every format costs over any pages: `cargo xtask payloads PAGE...`.
//!
//! A page is a directory or file, served on loopback (`ROOT//PAGE` serves from ROOT), or an address. Tokens are counted by the
//! real tokenizer. Every format is also written within several budgets, and the run fails where one is exceeded or an estimate
//! falls below the count.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs)]

#[path = "../tests/browser/mod.rs"]
mod browser;

use std::{
    env,
    process::ExitCode,
    time::{Duration, Instant},
};

use domtool_page::{
    identity::Registry,
    snapshot::Snapshot,
    view::{self, Format, ReaderKnows, Scope, Surroundings, View, ViewOptions},
};

/// Every format is held to these.
const BUDGETS: &[u32] = &[4_000, 1_000, 200];
const HEAD: &str = "| page | controls | kept | tree | tree 4,000 | tree 1,000 | json | semantic | skeleton | markdown | full | ms |";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let pages: Vec<_> = env::args().skip(1).map(|arg| browser::files::address(&arg)).collect();
    let browser = browser::Browser::launch(&[]).await;
    println!("{HEAD}\n|{}", "---|".repeat(HEAD.matches('|').count() - 1));
    let mut wrong = Vec::new();
    for (label, url) in pages {
        browser.try_to_go(&url).await;
        browser.rest(Duration::from_secs(8)).await;
        let snapshot = browser.snapshot().await;
        println!("{}", row(&label, &snapshot, &browser, &mut wrong));
    }
    browser.close().await;
    for wrong in &wrong {
        println!("{wrong}");
    }
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn row(label: &str, snapshot: &Snapshot, browser: &browser::Browser, wrong: &mut Vec<String>) -> String {
    let write = |format, budget| {
        let around = Surroundings {
            page: &browser.target,
            title: &snapshot.frames[0].title,
            url: &snapshot.frames[0].url,
            nonce: "7f3a",
            news: &[],
            notes: &[],
            known: ReaderKnows::default(),
        };
        let options = ViewOptions { format, budget, ..ViewOptions::default() };
        view::view(snapshot, &mut Registry::default(), &options, &around)
    };
    let mut count = |format: Format, budget: Option<u32>| -> (View, usize) {
        let view = write(format, budget);
        let real = real_tokens(&view.text);
        if view.tokens as usize > budget.map_or(usize::MAX, |budget| budget as usize) {
            wrong.push(format!("{label}: {} at {budget:?}: {} tokens", format.word(), view.tokens));
        }
        if real > view.tokens as usize {
            wrong.push(format!(
                "{label}: {} at {budget:?}: {} told, {real} real",
                format.word(),
                view.tokens
            ));
        }
        (view, real)
    };
    for format in Format::ALL {
        for budget in BUDGETS {
            count(*format, Some(*budget));
        }
    }
    let (tree, tokens) = count(Format::Tree, None);
    let cut = |count: &mut dyn FnMut(Format, Option<u32>) -> (View, usize), budget| {
        count(Format::Tree, Some(budget)).1
    };
    let (four, one) = (cut(&mut count, 4_000), cut(&mut count, 1_000));
    let others = [Format::Json, Format::Semantic, Format::Skeleton, Format::Markdown, Format::Full]
        .map(|format| count(format, None).1.to_string());
    let began = Instant::now();
    let outline = view::outline(snapshot, &Scope::default());
    drop(outline);
    write(Format::Tree, Some(4_000));
    let ms = began.elapsed().as_secs_f64() * 1e3;
    let controls: Vec<_> = snapshot
        .nodes()
        .filter(|node| node.operable() && node.visible())
        .filter(|node| !matches!(node.tag(), "html" | "body" | "option" | "optgroup" | "label"))
        .collect();
    let kept = controls.iter().filter(|node| tree.shown.iter().any(|(_, at)| *at == node.index())).count();
    format!(
        "| {label} | {} | {kept} | {tokens} | {four} | {one} | {} | {ms:.1} |",
        controls.len(),
        others.join(" | ")
    )
}

fn real_tokens(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len()
}
