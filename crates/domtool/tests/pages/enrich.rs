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

#[test]
fn names_and_states_by_objects_are_those_of_chromes_tree() {
    on("by-objects.html", async |page| {
        let seen = page.see().await;
        for line in [
            r#" button "Delete the draft""#,
            r#" button "Erase" note "Nobody can bring it back""#,
            r#" button "Build""#,
            r#" button "Own words""#,
            r#" checkbox "Accept the terms" on"#,
            r#" slider "Stars" = "3" min 0 max 5"#,
            r#" button "More" collapsed"#,
            r#" button "Push" pressed disabled"#,
            r#" focusable "Nothing set""#,
        ] {
            let ends = |said: &str| said.split(" [").next().is_some_and(|said| said.ends_with(line));
            assert!(seen.text().lines().any(ends), "{line}\n{}", seen.text());
        }
        assert_eq!(seen.text().matches(r#"button "Delete the draft""#).count(), 2, "{}", seen.text());
    });
}
