//! What a model reads of the fixture pages: goldens, reviewed like code. Every format is written of every page, and its cost is held
//! against the real tokenizer; what is kept is the tree and the Markdown of all, and every format of a dozen.

use std::{fmt::Write as _, fs, path::PathBuf, time::Duration};

use domtool_page::{
    identity::Registry,
    snapshot::{NodeIndex, Snapshot},
    view::{Format, NodeDetails, ReaderKnows, Surroundings, View, ViewOptions, view},
};

use crate::browser;

/// In front of every page: no time passes in it, no dialog opens and no frame scrolls while it loads, so that it does not matter
/// when it is looked at.
const STILL: &str = "<script>
    for (const word of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback', 'alert', 'confirm', 'prompt'])
        window[word] = () => 0;
    if (window !== top) window.scrollTo = () => 0;
    Date.now = () => 1e12;
    Math.random = () => 0.5;
    URL.createObjectURL = () => 'blob:one';
    document.currentScript.remove();
</script>";

/// The formats whose goldens are kept of every page: what a model acts on, and what it reads.
const ALWAYS: &[Format] = &[Format::Tree, Format::Markdown];
/// The pages whose goldens are kept in every format. Together they have nearly every key, role, state, tag and attribute that the
/// formats write of any fixture.
const EVERY_FORMAT: &[&str] = &[
    "fields",
    "files",
    "forms-lists",
    "frames-deep",
    "live-states-leaf",
    "roles-aria",
    "roles-conflicts",
    "roles-native",
    "roles-tables",
    "scrollers",
    "secrets-leaf",
    "shadow",
    "tiers-why",
    "top-layer",
];

/// How often a page is looked at until it looks the same twice.
const MOST_LOOKS: u32 = 50;
const BETWEEN_LOOKS: Duration = Duration::from_millis(150);

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").canonicalize().unwrap()
}

/// The fixture pages, by name.
fn pages() -> Vec<String> {
    let files =
        fs::read_dir(fixtures()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut pages: Vec<String> =
        files.filter_map(|file| Some(file.strip_suffix(".html")?.to_owned())).collect();
    pages.sort();
    pages
}

fn write(snapshot: &Snapshot, options: &ViewOptions, page: &str, browser: &browser::Browser) -> View {
    let around = Surroundings {
        page: &browser.target,
        title: &snapshot.frames[0].title,
        url: &format!("https://fixture.example/{page}"),
        nonce: "7f3a",
        news: &[],
        notes: &[],
        known: ReaderKnows::default(),
    };
    view(snapshot, &mut Registry::default(), options, &around)
}

fn real_tokens(text: &str) -> u32 {
    tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len() as u32
}

/// Without what differs from run to run: ports, the ids of frames, and what these cost.
fn lasting(text: &str, port: u16) -> String {
    let mut text = text.to_owned();
    for (host, name) in [("127.0.0.1", "fixture"), ("c.localhost", "third"), ("localhost", "other")] {
        text = text.replace(&format!("{host}:{port}"), &format!("{name}.example"));
    }
    let text = masked(&text, |c| c.is_ascii_hexdigit(), |_, run, _| run.len() == 32, "FRAME");
    masked(
        &text,
        |c| c.is_ascii_digit(),
        |before, _, after| before.ends_with("\"tokens\":") && after.starts_with(','),
        "0",
    )
}

/// A text with some of its runs of such characters replaced: those that are, with what stands before and after them, as asked.
fn masked(
    text: &str,
    of: impl Fn(char) -> bool,
    goes: impl Fn(&str, &str, &str) -> bool,
    mask: &str,
) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(&of).map(|start| at + start) {
        let end = text[start..].find(|c| !of(c)).map_or(text.len(), |end| start + end);
        out.push_str(&text[at..start]);
        let run = &text[start..end];
        out.push_str(if goes(&text[..start], run, &text[end..]) { mask } else { run });
        at = end;
    }
    out + &text[at..]
}

/// A page once it looks the same twice: frames of other processes come, and scroll, after it has loaded.
async fn settled(page: &str, browser: &browser::Browser) -> Snapshot {
    let all = ViewOptions { format: Format::Json, budget: None, ..ViewOptions::default() };
    let mut before = String::new();
    for _ in 0..MOST_LOOKS {
        let snapshot = browser.snapshot().await;
        let text = write(&snapshot, &all, page, browser).text;
        if text == before {
            return snapshot;
        }
        before = text;
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    panic!("{page} never looks the same twice");
}

#[tokio::test]
async fn what_a_model_reads() {
    let browser = browser::Browser::launch(&[]).await;
    let address = browser::files::serve_with(fixtures(), STILL).unwrap();
    let mut wrong = Vec::new();
    let pages = pages();
    assert!(EVERY_FORMAT.iter().all(|name| pages.iter().any(|page| page == name)));
    for page in pages {
        browser.go(&format!("http://{address}/{page}.html")).await;
        let snapshot = settled(&page, &browser).await;
        let mut golden = String::new();
        for format in Format::ALL {
            let all = ViewOptions { format: *format, budget: None, ..ViewOptions::default() };
            let view = write(&snapshot, &all, &page, &browser);
            assert_eq!(view.text, write(&snapshot, &all, &page, &browser).text);
            if ALWAYS.contains(format) || EVERY_FORMAT.contains(&page.as_str()) {
                let _infallible =
                    write!(golden, "=== {}\n{}", format.word(), lasting(&view.text, address.port()));
            }
            if let Some(behind) = behind_a_dialog(&view).filter(|_| *format == Format::Tree) {
                let whole = ViewOptions { expand: vec![behind], ..all.clone() };
                let view = write(&snapshot, &whole, &page, &browser);
                let _infallible =
                    write!(golden, "=== tree, expanded\n{}", lasting(&view.text, address.port()));
            }
            wrong.extend(misjudged(&page, format.word(), &view, 1.15));
            for budget in [60, 300, 1_000] {
                let small =
                    write(&snapshot, &ViewOptions { budget: Some(budget), ..all.clone() }, &page, &browser);
                let real = real_tokens(&small.text);
                assert!(small.tokens <= budget && real <= budget, "{page} {format:?} {real}: {}", small.text);
            }
        }
        // Named without the crate's own name, so that it is one file whatever binary writes it.
        insta::with_settings!({ prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("view__{page}"), golden);
        });
        let with = NodeDetails::default().with_tier(true).with_why(true).with_xpath(true);
        let json = ViewOptions { with, format: Format::Json, budget: None, ..ViewOptions::default() };
        // With all that can be asked for there are long paths, which nobody's text is like.
        wrong.extend(misjudged(&page, "json with all", &write(&snapshot, &json, &page, &browser), 1.55));
    }
    browser.close().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What opens the part of a page that a modal dialog is in front of.
fn behind_a_dialog(view: &View) -> Option<NodeIndex> {
    let line = view.text.lines().find(|line| line.starts_with("behind the dialog: "))?;
    let id = line.split_once("(expand ")?.1.strip_suffix(')')?;
    view.shown.iter().find(|(shown, _)| shown.to_string() == id).map(|(_, node)| *node)
}

/// Says where the tokens of a view were not estimated well: fewer than there are, or too many by this factor.
fn misjudged(page: &str, format: &str, view: &View, most: f64) -> Option<String> {
    let (real, estimated) = (real_tokens(&view.text), view.tokens);
    // It was rounded up.
    let ratio = f64::from(estimated.saturating_sub(1)) / f64::from(real);
    (real > estimated || ratio > most)
        .then(|| format!("{page} {format}: estimated {estimated} for {real} ({ratio:.3})"))
}
