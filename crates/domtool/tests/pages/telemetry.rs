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
        assert!(!stats.truncated && stats.left_out == 0, "{stats:?}");
    });
}

#[test]
fn what_had_no_room_is_counted() {
    on("cards?elements=2000", async |page| {
        let seen = page.tab.observe(&ObserveOptions::default()).await.expect("the page is observed");
        assert!(seen.stats.truncated && seen.stats.left_out > 0, "{:?}", seen.stats);
    });
}
