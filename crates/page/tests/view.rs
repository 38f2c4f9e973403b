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
    "clipboard",
    "files",
    "forms-lists",
    "forms-odd",
    "forms-submit",
    "frame-leaf",
    "hand-leaf",
    "keyboard",
    "keys",
    "names-content",
    "names-descriptions",
    "names-graphics",
    "names-labels",
    "names-references",
    "names-shadow-leaf",
    "names-within",
    "nested",
    "placed-boxes",
    "pointer",
    "roles-conflicts",
    "roles-tables",
    "scrollers",
    "swallowed",
    "tiers-why",
    "top-layer",
    "untouched",
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

/// Formats that have goldens beside `tree`.
const FORMATS: &[Format] =
    &[Format::Markdown, Format::Semantic, Format::Skeleton, Format::Full, Format::Json];

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

/// Without what differs from run to run and from machine to machine: frames' ids, the folder of the fixtures.
fn lasting(text: &str) -> String {
    let fixtures =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").canonicalize().unwrap();
    let text = text.replace(&format!("file://{}", fixtures.display()), "https://fixture.example");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find(|c: char| c.is_ascii_hexdigit()) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let end = from.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(from.len());
        out.push_str(if end == 32 { "FRAME" } else { &from[..end] });
        rest = &from[end..];
    }
    out + rest
}

#[tokio::test]
async fn what_a_model_reads() {
    let browser = browser::Browser::launch(&[]).await;
    let mut wrong = Vec::new();
    for page in PAGES {
        browser.open(&format!("{page}.html")).await;
        let snapshot = browser.snapshot().await;
        let all = |format| ViewOptions { format, budget: None, ..ViewOptions::default() };
        let tree = write(&snapshot, &all(Format::Tree), page, &browser);
        insta::assert_snapshot!(format!("tree-{page}"), lasting(&tree.text));
        let mut views = vec![("tree", tree)];
        for format in FORMATS {
            let view = write(&snapshot, &all(*format), page, &browser);
            insta::assert_snapshot!(format!("{}-{page}", format.word()), lasting(&view.text));
            views.push((format.word(), view));
        }
        let with = With { tier: true, why: true, xpath: true, ..With::default() };
        views.push((
            "json with all",
            write(&snapshot, &ViewOptions { with, ..all(Format::Json) }, page, &browser),
        ));
        for format in Format::ALL {
            let twice = [(); 2].map(|()| write(&snapshot, &all(*format), page, &browser).text);
            assert_eq!(twice[0], twice[1]);
            for budget in [60, 300, 1_000] {
                let small = ViewOptions { format: *format, budget: Some(budget), ..ViewOptions::default() };
                let small = write(&snapshot, &small, page, &browser);
                let real = real_tokens(&small.text);
                assert!(small.tokens <= budget && real <= budget, "{page} {format:?} {real}: {}", small.text);
            }
        }
        for (format, view) in &views {
            let (real, estimated) = (real_tokens(&view.text), view.tokens);
            let ratio = f64::from(estimated) / f64::from(real);
            // With all that can be asked for there are long paths, which nobody's text is like.
            let most = if *format == "json with all" { 1.55 } else { 1.15 };
            if real > estimated || ratio > most {
                wrong.push(format!("{page} {format}: estimated {estimated} for {real} ({ratio:.3})"));
            }
        }
    }
    browser.close().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
