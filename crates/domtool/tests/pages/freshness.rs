//! A page is not asked again while nothing can have changed, and is asked again whenever something has, however silently.

use std::time::{Duration, Instant};

use domtool::{Action, Observation, ObserveOptions};

use super::support::{Page, on};

const PATIENCE: Duration = Duration::from_secs(10);

async fn look(page: &Page, options: &ObserveOptions) -> Observation {
    page.tab.observe(options).await.expect("the page is observed")
}

/// Looks until the text is one that the change must give; how many looks before that asked the page for nothing.
async fn until(page: &Page, shows: impl Fn(&str) -> bool) -> Result<u32, String> {
    let begun = Instant::now();
    let mut reused = 0;
    loop {
        let seen = page.see().await;
        if shows(&seen.text) {
            return Ok(reused);
        }
        reused += u32::from(seen.stats.reused);
        if begun.elapsed() > PATIENCE {
            return Err(format!(
                "never seen, {reused} looks asked for nothing; the last gave\n{}",
                seen.text
            ));
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
fn a_shadow_tree_is_never_taken_for_quiet() {
    for mode in ["open", "closed"] {
        on("silent.html", async |page| {
            let build = format!(
                "void (window.root = document.getElementById('host').attachShadow({{ mode: {mode:?} }}), root.innerHTML = '<p>Old</p>')"
            );
            page.js(&build).await;
            assert!(page.see().await.text.contains("Old"));
            page.js("void setTimeout(() => (root.firstChild.firstChild.data = 'New'), 400)").await;
            until(page, |seen| seen.contains("New")).await.expect(mode);
            let (first, second) = (page.see().await, page.see().await);
            assert!(!first.stats.reused && !second.stats.reused, "{mode}");
        });
    }
}

#[test]
fn who_looks_again_and_again_at_a_quiet_page_is_served_from_one_look() {
    on("silent.html", async |page| {
        look(page, &ObserveOptions::default()).await;
        let mut whole = look(page, &ObserveOptions::default()).await;
        assert!(!whole.stats.reused, "the first look was taken without its proof");
        let mut again = look(page, &ObserveOptions::default()).await;
        // On a busy machine the page may still have been at work at the first looks.
        for _ in 0..5 {
            if !again.stats.reused {
                whole = again;
                again = look(page, &ObserveOptions::default()).await;
            }
        }
        assert!(again.stats.reused, "{:?}", again.stats);
        assert_eq!(whole.text, again.text);
        let json = look(page, &ObserveOptions::default().with_format(domtool::Format::Json)).await;
        assert!(json.stats.reused, "{:?}", json.stats);
        let diff = look(page, &ObserveOptions::default().with_diff(true)).await;
        assert!(diff.stats.reused && diff.text.contains("nothing changed"), "{}", diff.text);

        page.fill("Name", "mine").await.expect("it is filled");
        let after = look(page, &ObserveOptions::default()).await;
        assert!(!after.stats.reused && after.text.contains("\"mine\""), "{}", after.text);
    });
}

#[test]
fn pages_of_a_long_observation_are_of_one_look() {
    on("cards?elements=2000", async |page| {
        look(page, &ObserveOptions::default()).await;
        look(page, &ObserveOptions::default().with_page(2)).await;
        let mut third = look(page, &ObserveOptions::default().with_page(3)).await;
        // On a busy machine the page may still have been at work at the second look.
        if !third.stats.reused {
            third = look(page, &ObserveOptions::default().with_page(3)).await;
        }
        assert!(third.stats.reused, "{:?}", third.stats);
        let fresh = third.stats.phases.iter().any(|(phase, _)| *phase == "capture");
        assert!(!fresh, "{:?}", third.stats);
    });
}
