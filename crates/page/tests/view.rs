//! What a model reads of the fixture pages: goldens, reviewed like code. Their cost is held against the real tokenizer.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod browser;

use domtool_page::{
    identity::Registry,
    snapshot::Snapshot,
    view::{Format, Surroundings, View, ViewOptions, With, view},
};

/// Pages whose views do not depend on how long they have been open.
const PAGES: &[&str] = &[
    "covered",
    "disabled",
    "fields",
    "geometry",
    "names-controls",
    "occlusion",
    "roles-aria",
    "roles-native",
    "rows",
    "scroll",
    "select",
    "shadow",
    "states",
    "toggles",
    "wrapped-link",
    "masking",
];

fn write(snapshot: &Snapshot, options: &ViewOptions, page: &str, browser: &browser::Browser) -> View {
    let around = Surroundings {
        page: &browser.target,
        title: &snapshot.frames[0].title,
        url: &format!("https://fixture.example/{page}"),
        nonce: "7f3a",
        news: &[],
        notes: &[],
    };
    view(snapshot, &mut Registry::default(), options, &around)
}

fn real_tokens(text: &str) -> u32 {
    tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len() as u32
}

#[tokio::test]
async fn what_a_model_reads() {
    let browser = browser::Browser::launch(&[]).await;
    let mut wrong = Vec::new();
    for page in PAGES {
        browser.open(&format!("{page}.html")).await;
        let snapshot = browser.snapshot().await;
        let tree = write(&snapshot, &ViewOptions { budget: None, ..ViewOptions::default() }, page, &browser);
        insta::assert_snapshot!(format!("tree-{page}"), tree.text);
        let twice = write(&snapshot, &ViewOptions { budget: None, ..ViewOptions::default() }, page, &browser);
        assert_eq!(tree.text, twice.text);
        let with = With { tier: true, why: true, xpath: true, ..With::default() };
        let json = ViewOptions { format: Format::Json, budget: Some(0), with, ..ViewOptions::default() };
        let json = write(&snapshot, &json, page, &browser);
        let small = ViewOptions { budget: Some(300), ..ViewOptions::default() };
        let small = write(&snapshot, &small, page, &browser);
        assert!(small.tokens <= 300 && real_tokens(&small.text) <= 300, "{page}: {}", small.text);
        for (format, view, most) in [("tree", &tree, 1.15), ("json", &json, 1.15)] {
            let (real, estimated) = (real_tokens(&view.text), view.tokens);
            let ratio = f64::from(estimated) / f64::from(real);
            if real > estimated || ratio > most {
                wrong.push(format!("{page} {format}: estimated {estimated} for {real} ({ratio:.3})"));
            }
        }
    }
    browser.close().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
