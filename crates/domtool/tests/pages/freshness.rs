//! Every look shows what has changed since the one before, however silently, and nothing else.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use domtool::{Action, Observation, ObserveOptions};

use super::support::{Page, on};

const PATIENCE: Duration = Duration::from_secs(10);

async fn look(page: &Page, options: &ObserveOptions) -> Observation {
    page.tab.observe(options).await.expect("the page is observed")
}

/// Looks until the text is one that the change must give.
async fn until(page: &Page, shows: impl Fn(&str) -> bool) -> Result<(), String> {
    let begun = Instant::now();
    loop {
        let seen = page.see().await;
        if shows(&seen.text) {
            return Ok(());
        }
        if begun.elapsed() > PATIENCE {
            return Err(format!("never seen; the last look gave\n{}", seen.text));
        }
    }
}

/// What must be seen once each change of `silent.html` has happened.
const CHANGES: &[(&str, &str, bool)] = &[
    ("value", "\"after\"", true),
    ("checked", "\"Box\" on", true),
    ("chosen", "= \"Two\"", true),
    ("rule", "A paragraph", false),
    ("listener", "clickable \"Plain words\"", true),
    ("text", "Other words", true),
    ("disabled", "disabled", true),
    ("framed", "\"Field\" = \"after\"", true),
    ("narrow", "Wide words", false),
    ("navigated", "Another document", true),
    ("outside", "\"Outer field\" = \"after\"", true),
    ("removed", "\"Outside\"", false),
    ("title", "Other title", true),
];

#[test]
fn a_silent_change_is_seen() {
    on("silent.html", async |page| {
        let mut wrong = Vec::new();
        for (name, text, there) in CHANGES {
            let before = page.see().await;
            if before.text.contains(text) == *there {
                wrong.push(format!("{name}: is so before\n{}", before.text));
            }
            page.js(&format!("later({name:?})")).await;
            if let Err(why) = until(page, |seen| seen.contains(text) == *there).await {
                wrong.push(format!("{name}: {why}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

#[test]
fn what_scrolls_is_seen_where_it_comes_to_rest() {
    on("silent.html", async |page| {
        for change in ["scrolled", "gliding"] {
            page.act(Action::Reload).await.expect("the page loads again");
            page.see().await;
            page.js(&format!("later({change:?})")).await;
            assert!(page.becomes("document.getElementById('scroller').scrollTop === 400").await, "{change}");
            let line = |seen: &Observation| {
                seen.elements.iter().find(|e| e.name == "Last line").and_then(|e| e.rect)
            };
            let (now, again) = (page.see().await, page.see().await);
            let top = page
                .js("Math.round(document.querySelector('#scroller button').getBoundingClientRect().top)")
                .await;
            for seen in [now, again] {
                let rect = line(&seen).expect("it has a box");
                assert_eq!(format!("{:.0}", rect.y.round()), top, "{change}: {}", seen.text);
            }
        }
    });
}

#[test]
fn an_animation_is_seen_at_its_end() {
    on("silent.html", async |page| {
        page.js("void document.getElementById('late').classList.add('go')").await;
        until(page, |seen| seen.contains("Late words")).await.expect("an animation that begins later");
        page.act(Action::Reload).await.expect("the page loads again");
        page.js("void (document.getElementById('slow').style.marginLeft = '0')").await;
        let at_rest = "getComputedStyle(document.getElementById('slow')).marginLeft === '0px'";
        page.see().await;
        assert!(page.becomes(at_rest).await);
        let seen = page.see().await;
        let button = seen.elements.iter().find(|e| e.name == "Slow button").expect("it is seen");
        assert!(button.rect.is_some_and(|rect| rect.x > 0.0), "{button:?}");
    });
}

#[test]
fn a_promise_of_the_browser_goes_on_without_a_task_and_is_seen() {
    on("silent.html", async |page| {
        page.js("void promised(600)").await;
        until(page, |seen| seen.contains("\"after\"")).await.expect("the value is seen");
    });
}

#[test]
fn a_silent_change_in_a_shadow_tree_is_seen() {
    for mode in ["open", "closed"] {
        on("silent.html", async |page| {
            let build = format!(
                "void (window.root = document.getElementById('host').attachShadow({{ mode: {mode:?} }}), root.innerHTML = '<p>Old</p>')"
            );
            page.js(&build).await;
            assert!(page.see().await.text.contains("Old"));
            page.js("void setTimeout(() => (root.firstChild.firstChild.data = 'New'), 400)").await;
            until(page, |seen| seen.contains("New")).await.expect(mode);
        });
    }
}

#[test]
fn two_looks_at_a_page_at_rest_are_alike() {
    on("silent.html", async |page| {
        // The first one also says which page it is, and what else could be had.
        let told = look(page, &ObserveOptions::default()).await;
        let first = look(page, &ObserveOptions::default()).await;
        assert_eq!(told.hash, first.hash);
        let again = look(page, &ObserveOptions::default()).await;
        assert_eq!((first.text, first.hash), (again.text, again.hash));
        let diff = look(page, &ObserveOptions::default().with_diff(true)).await;
        assert!(diff.text.contains("nothing changed"), "{}", diff.text);

        page.fill("Name", "mine").await.expect("it is filled");
        let after = look(page, &ObserveOptions::default()).await;
        assert!(after.text.contains("\"mine\""), "{}", after.text);
    });
}

#[test]
fn pages_of_a_long_observation_go_on_over_several_looks() {
    on("cards?elements=2000", async |page| {
        let mut shown = BTreeSet::new();
        for number in 1..=3 {
            let seen = look(page, &ObserveOptions::default().with_page(number)).await;
            let wishes: Vec<_> = seen
                .elements
                .iter()
                .filter(|e| e.name.starts_with("Wish "))
                .map(|e| e.name.clone())
                .collect();
            assert!(!wishes.is_empty(), "page {number}: {}", seen.text);
            for wish in wishes {
                assert!(shown.insert(wish.clone()), "{wish} is on page {number} again: {}", seen.text);
            }
        }
    });
}
