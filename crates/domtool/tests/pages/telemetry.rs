//! What an observation tells of itself: on request, complete, and without it two runs give the same bytes.

use std::time::Duration;

use domtool::{Format, Observation, ObserveOptions, PageStats, StatsDetail};

use super::support::{Page, log, on, run};

/// Every phase that an observation has which asks the browser.
const PHASES: [&str; 11] = [
    "capture",
    "decode",
    "merge",
    "states",
    "geometry",
    "roles",
    "classify",
    "names",
    "occlusion",
    "identity",
    "render",
];

#[test]
fn statistics_are_told_on_request_only() {
    on("names-controls.html", async |page| {
        // The very first look also says which page it is.
        page.see().await;
        let plain = page.see().await;
        assert!(!plain.text.contains("stats"), "{}", plain.text);
        assert_eq!(plain.text, page.see().await.text, "two looks at a page that rests");

        let asked = ObserveOptions::default().with_stats(StatsDetail::Look);
        let tree = page.tab.observe(&asked).await.expect("the page is observed");
        let last = tree.text.lines().last().unwrap_or_default();
        assert!(last.starts_with("stats: {\"nodes\":"), "{last}");
        assert!(tree.tokens <= 4_000 && tree.tokens > plain.tokens.min(3_000), "{}", tree.tokens);

        let asked = asked.with_format(Format::Json);
        let json = page.tab.observe(&asked).await.expect("the page is observed");
        let object: serde_json::Value = serde_json::from_str(&json.text).expect("one JSON object");
        let stats = &object["stats"];
        assert_eq!(stats["nodes"], json.stats.nodes, "{stats}");
        assert_eq!(
            stats["frames"].as_u64(),
            object["frames"].as_array().map(|all| all.len() as u64),
            "{stats}"
        );
        assert_eq!(object["meta"]["version"], "domtool.v1");
    });
}

#[test]
fn statistics_are_what_the_page_is() {
    on("frames-deep.html", async |page| {
        let stats = page.see().await.stats;
        let tiers = stats.tiers;
        assert_eq!(tiers.semantic + tiers.interactive + tiers.structural, stats.nodes);
        let elements: usize =
            page.js("document.querySelectorAll('*').length").await.parse().expect("a number");
        assert!(
            stats.nodes > elements,
            "{} nodes, {elements} elements in the main document alone",
            stats.nodes
        );
        assert!(stats.frames > 2 && stats.bytes > 1_000, "{stats:?}");
        for phase in PHASES {
            let found = stats.phases.iter().filter(|(name, ms)| *name == phase && *ms >= 0.0).count();
            assert_eq!(found, 1, "{phase} in {:?}", stats.phases);
        }
        assert!(!stats.truncated && stats.left_out.is_empty(), "{stats:?}");
    });
}

#[test]
fn what_had_no_room_is_counted() {
    on("cards?elements=2000", async |page| {
        let asked = ObserveOptions::default().with_stats(StatsDetail::Look);
        let seen = page.tab.observe(&asked).await.expect("the page is observed");
        let left = seen.stats.left_out;
        assert!(seen.stats.truncated && !left.is_empty(), "{:?}", seen.stats);
        assert!(seen.text.contains(&format!("\nleft out: {left}\nstats: {{")), "{}", seen.text);
        // What the page has, less what the text shows.
        let count = async |selector: &str| -> u32 {
            let all = page.js(&format!("document.querySelectorAll('{selector}').length")).await;
            all.parse().expect("a number")
        };
        let shown = |word: &str| -> u32 {
            let is_line = |line: &&str| {
                let line = line.trim_start_matches([' ', '-']);
                line.starts_with(word) || line.split_once(' ').is_some_and(|(_, said)| said.starts_with(word))
            };
            seen.text.lines().filter(is_line).filter(|line| !line.contains("(expand")).count() as u32
        };
        assert_eq!(left.links, count("a[href]").await - shown("link \""), "{}", seen.text);
        assert_eq!(left.buttons, count("button").await - shown("button \""), "{}", seen.text);
        assert_eq!(left.headings, count("h1, h3").await - shown("heading"), "{}", seen.text);
        assert_eq!(left.total(), left.links + left.buttons + left.headings + left.texts, "{left}");
    });
}

/// Looks with statistics of the page.
async fn performed(page: &Page) -> (Observation, PageStats) {
    let asked = ObserveOptions::default().with_stats(StatsDetail::Page);
    let seen = page.tab.observe(&asked).await.expect("the page is observed");
    let performed = seen.stats.page.clone().unwrap_or_else(|| panic!("nothing is told: {}", seen.text));
    (seen, performed)
}

#[test]
fn a_page_that_blocks_and_lays_itself_out_is_told_to() {
    on("performance.html", async |page| {
        assert!(page.becomes("log.some(note => note.startsWith('blocked'))").await, "it never blocked");
        let (seen, stats) = performed(page).await;
        let long = stats.long_tasks;
        let ms = |ms| Duration::from_millis(ms);
        assert!(long.count >= 1 && long.longest >= ms(115) && long.total >= long.longest, "{long:?}");
        let frames = stats.long_frames;
        assert!(frames.count >= 1 && frames.scripts >= ms(100), "{frames:?}");
        // All boxes are laid out anew at each turn: the script does nothing else.
        assert!(frames.forced_layout >= frames.scripts / 4, "{frames:?}");
        assert!(frames.forced_layout <= frames.scripts, "{frames:?}");
        // It goes on every 5 ms.
        let work = stats.observed;
        assert!(work.layouts >= 1 && work.style_recalcs >= 1, "{work:?}");
        assert!(
            work.layout > Duration::ZERO && work.scripts > Duration::ZERO && work.layout < work.time,
            "{work:?}"
        );

        let loaded = (stats.dom_content_loaded, stats.load);
        let (Some(content), Some(load)) = loaded else { panic!("it has loaded: {loaded:?}") };
        assert!(content <= load && load + long.longest <= stats.age, "{stats:?}");
        let elements: u64 = page.js("document.querySelectorAll('*').length").await.parse().expect("a number");
        assert!(stats.dom_nodes > elements && stats.documents >= 2 && stats.listeners >= 1, "{stats:?}");
        assert!(
            stats.heap_used_bytes > 100_000 && stats.heap_used_bytes <= stats.heap_total_bytes,
            "{stats:?}"
        );
        assert_eq!(stats.other_frames, 0, "its frame shares its process");

        let last = seen.text.lines().last().unwrap_or_default();
        let json = last.strip_prefix("stats: ").expect("the last line has them");
        let told: serde_json::Value = serde_json::from_str(json).expect("one JSON object");
        let told = &told["page"];
        assert_eq!(told["long_tasks"]["count"], long.count, "{told}");
        let longest = told["long_tasks"]["longest_ms"].as_f64().unwrap_or_default();
        assert!((longest - long.longest.as_secs_f64() * 1e3).abs() < 0.02, "{told}");
        assert!(seen.tokens <= 4_000, "{}", seen.tokens);
    });
}

#[test]
fn how_a_page_performs_is_asked_on_request() {
    // Its frames have processes of their own.
    run(async |browser| {
        let page = Page::open(browser, "frames-deep.html").await;
        let asked_of = |method: &str| {
            let lines = log::of(&page.tab.protocol_sessions());
            lines.iter().filter(|line| line.method == method).count()
        };
        let plain = page.tab.observe(&ObserveOptions::default().with_stats(StatsDetail::Look)).await;
        assert!(plain.expect("the page is observed").stats.page.is_none());
        let (_, stats) = performed(&page).await;
        let others = page.tab.protocol_sessions().len() - 1;
        assert!(others > 0 && stats.other_frames >= others, "{others} sessions, {stats:?}");
        // Between two calls scripts are counted (tab/by_itself.rs), in none.
        let _ = page.see().await;
        let (on, off) = (asked_of("Performance.enable"), asked_of("Performance.disable"));
        assert!(off > 0 && on >= off && on - off <= others + 1, "{on} times on, {off} times off");
        page.session.close().await.expect("the session closes");
    });
}
