//! What an observation tells of itself: on request, complete, and without it two runs give the same bytes.

use domtool::{Format, ObserveOptions};

use super::support::on;

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

        let asked = ObserveOptions::default().with_stats(true);
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
        let asked = ObserveOptions::default().with_stats(true);
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
