//! Pages that are large in one way or another end well, and in bounded time: very wide, one huge text, many
//! frames.

use std::time::{Duration, Instant};

use domtool_page::snapshot::{NodeKind, Pass, PrivacyRules};

use crate::browser;

/// The longest that any of these pages may take to be built, on a busy machine in a debug build.
const LONGEST: Duration = Duration::from_secs(60);

#[tokio::test]
async fn fifty_thousand_children_of_one_parent_each_have_an_xpath() {
    let browser = browser::Browser::launch(&[]).await;
    browser.show_file(&format!("<!doctype html><body>{}", "<button>x</button>".repeat(50_000))).await;
    let begun = Instant::now();
    let snapshot = browser.snapshot().await;
    let last = snapshot.nodes().rfind(|node| node.tag() == "button").unwrap().index();
    let length: usize = snapshot.nodes().map(|node| snapshot.xpath(node.index()).len()).sum();
    let took = begun.elapsed();
    browser.close().await;
    println!("50,000 children: {took:?}");
    assert_eq!(snapshot.xpath(last), "/html/body/button[50000]");
    assert!(length > 50_000 && took < LONGEST, "{took:?}");
}

#[tokio::test]
async fn five_megabytes_of_text_in_one_node() {
    let browser = browser::Browser::launch(&[]).await;
    browser
        .show_file(&format!("<!doctype html><body><pre>{}</pre>", "word after word\n".repeat(330_000)))
        .await;
    let begun = Instant::now();
    let snapshot = browser.snapshot().await;
    let took = begun.elapsed();
    browser.close().await;
    println!("5 MB of text: {took:?}");
    let longest =
        snapshot.nodes().filter(|node| node.kind() == NodeKind::Text).map(|node| node.text().len()).max();
    assert!(longest.unwrap() > 4_900_000, "{longest:?}");
    assert!(took < LONGEST, "{took:?}");
}

/// Frames of one process with a button and a border each, among what else a page has. Chromium makes at most 1,000 in a page.
async fn show_frames(browser: &browser::Browser, count: usize) {
    let rest = "<i>x</i> ".repeat(40);
    let frames: String = (0..count)
        .map(|at| {
            format!(
                "<div><iframe srcdoc=\"<button>Go {at}</button>\" width=200 height=60></iframe>{rest}</div>"
            )
        })
        .collect();
    let style = "<style>div { height: 70px; contain: strict }</style>";
    let page = format!("<!doctype html><title>Frames</title>{style}<body>{frames}");
    let begun = Instant::now();
    browser.show_file_within(&page, LONGEST * 3).await;
    println!("{count} frames: loaded in {:?}", begun.elapsed());
}

/// A page with so many frames as it was captured, after a look at where its buttons are: as the page itself tells.
async fn see_frames(browser: &browser::Browser, count: usize) -> browser::Raw {
    show_frames(browser, count).await;
    let begun = Instant::now();
    let raw = browser.capture().await;
    println!("{count} frames: captured in {:?}", begun.elapsed());
    let snapshot = raw.build(&PrivacyRules::default());
    let buttons: Vec<_> = snapshot.nodes().filter(|node| node.tag() == "button").collect();
    assert_eq!(buttons.len(), count);
    let asked = "JSON.stringify([...document.querySelectorAll('iframe')].map(f => { \
        const box = f.getBoundingClientRect(), button = f.contentDocument.querySelector('button'), own = button.getBoundingClientRect(); \
        return [button.textContent, box.x + f.clientLeft + own.x, box.y + f.clientTop + own.y, own.width, own.height] }))";
    let told: Vec<(String, f64, f64, f64, f64)> = serde_json::from_str(&browser.tell(asked).await).unwrap();
    assert_eq!(told.len(), count);
    for (button, (name, x, y, w, h)) in buttons.iter().zip(&told) {
        let seen = button.rect().unwrap();
        let off = [seen.x - x, seen.y - y, seen.w - w, seen.h - h];
        assert!(
            button.name() == name && off.iter().all(|off| off.abs() < 0.6),
            "{name}: {seen:?}, off by {off:?}"
        );
    }
    raw
}

/// How long its build takes, and how long the boxes in it.
fn built(raw: &browser::Raw) -> (Duration, Duration) {
    let begun = Instant::now();
    let mut passes = Vec::new();
    raw.build_watched(&PrivacyRules::default(), &mut |pass| passes.push((pass, Instant::now())));
    let whole = begun.elapsed();
    let at = passes.iter().position(|(pass, _)| *pass == Pass::Geometry).unwrap();
    (whole, passes[at + 1].1 - passes[at].1)
}

/// Three times the frames may take so many times as long: linear, and room for a busy machine.
const MOST_GROWTH: f64 = 6.0;

/// So often both are built in turns, until the quickest of each show it: what grows by the square shows it never.
const TURNS: u32 = 12;

async fn frames_grow_linearly(few: usize) {
    let browser = browser::Browser::launch(&[]).await;
    let one = see_frames(&browser, few).await;
    let three = see_frames(&browser, few * 3).await;
    browser.close().await;
    let mut quickest = [(Duration::MAX, Duration::MAX); 2];
    let is_linear = |quickest: &[(Duration, Duration); 2]| {
        let [(whole, boxes), (whole_of_three, boxes_of_three)] = *quickest;
        let grows = |one: Duration, three: Duration| three.as_secs_f64() / one.as_secs_f64();
        grows(whole, whole_of_three) < MOST_GROWTH && grows(boxes, boxes_of_three) < MOST_GROWTH
    };
    for turn in 0..TURNS {
        for (quickest, raw) in quickest.iter_mut().zip([&one, &three]) {
            let (whole, boxes) = built(raw);
            *quickest = (quickest.0.min(whole), quickest.1.min(boxes));
        }
        if turn > 1 && is_linear(&quickest) {
            break;
        }
    }
    println!("built, and the boxes in it: {quickest:?}");
    assert!(is_linear(&quickest) && quickest[1].0 < LONGEST, "{quickest:?}");
}

/// More than are measured one by one.
#[tokio::test]
async fn hundreds_of_frames_are_in_their_places() {
    frames_grow_linearly(100).await;
}

#[tokio::test]
#[ignore = "Chromium takes long to make them"]
async fn a_thousand_frames_are_in_their_places() {
    frames_grow_linearly(330).await;
}
