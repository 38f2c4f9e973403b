//! When Chrome is asked for names: for the uncertain ones, for all, never; in every frame and shadow root alike.

use domtool::{Enrich, ObserveOptions};

use super::support::{Page, on};

/// Each button of `enrich.html`.
const PLACES: &[&str] = &["main", "shadow", "same", "leaf", "leaf shadow", "inner"];

async fn names(page: &Page, enrich: Enrich) -> Vec<String> {
    let options = ObserveOptions::default().with_budget(None).with_enrich(enrich);
    let seen = page.tab.observe(&options).await.expect("the page is observed");
    seen.elements.into_iter().map(|element| element.name).collect()
}

fn all_have(names: &[String], start: impl Fn(&str) -> String) {
    let missing: Vec<&&str> =
        PLACES.iter().filter(|place| !names.iter().any(|name| *name == start(place))).collect();
    assert!(missing.is_empty(), "not named as expected: {missing:?}, among {names:?}");
}

#[test]
fn chrome_is_asked_for_what_is_uncertain_in_every_frame_and_shadow_root() {
    on("enrich.html", async |page| {
        all_have(&names(page, Enrich::Auto).await, |place| format!(". counted {place}"));
    });
}

#[test]
fn chrome_is_never_asked_when_told_not_to() {
    on("enrich.html", async |page| {
        let names = names(page, Enrich::None).await;
        let asked = names.iter().filter(|name| name.starts_with(". counted")).count();
        assert_eq!(asked, 0, "{names:?}");
        assert!(names.iter().any(|name| name.ends_with("counted leaf shadow")), "{names:?}");
    });
}

#[test]
fn chromes_whole_tree_names_every_frame_and_shadow_root() {
    on("enrich.html", async |page| {
        let full = names(page, Enrich::Full).await;
        all_have(&full, |place| format!(". counted {place}"));
        assert_eq!(full, names(page, Enrich::Auto).await, "what is certain is what Chrome says");
    });
}

#[test]
fn chromes_whole_tree_changes_no_certain_name() {
    on("names-controls.html", async |page| {
        let (auto, full) = (names(page, Enrich::Auto).await, names(page, Enrich::Full).await);
        assert_eq!(auto, full);
    });
}
