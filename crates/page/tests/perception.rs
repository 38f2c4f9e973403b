//! What must be seen of the fixtures. Each element that carries `data-want` says it itself, in words that [`Want`] lists.

use domtool_page::snapshot::{NodeKind, NodeRef, Place, Snapshot, Tier, TopLayer, Tristate};

use crate::browser;

/// Holds every `data-want` of a snapshot against what was seen; returns how many words held.
fn hold(page: &str, snapshot: &Snapshot) -> usize {
    let mut held = 0;
    let mut wrong = Vec::new();
    for node in snapshot.nodes().filter(|n| n.kind() == NodeKind::Element) {
        for want in
            node.attribute("data-want").unwrap_or("").split(';').map(str::trim).filter(|w| !w.is_empty())
        {
            held += 1;
            if !holds(node, want, snapshot) {
                wrong.push(format!("{page}: not {want:?}: {}", describe(node)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    held
}

fn describe(node: NodeRef<'_>) -> String {
    let attributes: Vec<String> =
        node.attributes().take(3).map(|(name, value)| format!("{name}={value:?}")).collect();
    format!(
        "<{} {}> role {} name {:?} visible {} place {:?} tier {:?} why {:?} rect {:?} clipped {:?} covered by {:?} value {:?} {:?}",
        node.tag(),
        attributes.join(" "),
        node.role().word(),
        node.name(),
        node.visible(),
        node.place(),
        node.tier(),
        node.why().words().collect::<Vec<_>>(),
        node.rect(),
        node.clipped(),
        node.covered_by().map(|c| format!("{} {:?}", c.tag(), c.name())),
        node.value(),
        node.states(),
    )
}

fn holds(node: NodeRef<'_>, want: &str, snapshot: &Snapshot) -> bool {
    let (word, rest) = want.split_once(' ').unwrap_or((want, ""));
    let states = node.states();
    match word {
        "visible" => node.visible(),
        "hidden" => !node.visible(),
        "operable" => node.visible() && node.operable(),
        "inert" => !node.operable(),
        "why" => rest.split(' ').all(|why| node.why().words().any(|w| w == why)),
        "only" => node.why().words().collect::<Vec<_>>().join(" ") == rest,
        "tier" => {
            rest == match node.tier() {
                Tier::Structural => "structural",
                Tier::Semantic => "semantic",
                Tier::Interactive => "interactive",
            }
        }
        "role" => node.role().word() == rest,
        "name" => node.name() == rest,
        "reads" => as_read(node) == rest,
        "value" => node.value().is_some_and(|value| value.replace('\n', "|") == rest),
        "masked" => node.masked() && node.attribute("value").is_none_or(|v| v != "hunter2"),
        "empty" => node.value() == Some(""),
        "place" => {
            rest == match node.place() {
                Place::InView => "in-view",
                Place::Partial => "partial",
                Place::Above => "above",
                Place::Below => "below",
                Place::Left => "left",
                Place::Right => "right",
            }
        }
        "box" => {
            let want: Vec<f64> = rest.split(' ').map(|n| n.parse().unwrap()).collect();
            node.rect()
                .is_some_and(|r| [r.x, r.y, r.w, r.h].iter().zip(&want).all(|(a, b)| (a - b).abs() < 1.0))
        }
        "covered" => node.covered_by().is_some_and(|by| by.attribute("id") == Some(rest)),
        "free" => node.covered_by().is_none(),
        "scrolled" | "scrolled-x" => {
            let scroller = snapshot.scroller(node.index()).unwrap_or_default();
            let axis = if word == "scrolled" { scroller.y } else { scroller.x };
            axis.is_some_and(|axis| axis.percent().abs_diff(rest.parse().unwrap()) <= 2)
        }
        "unscrolled" => snapshot.scroller(node.index()).is_none(),
        "virtual" => snapshot.scroller(node.index()).is_some_and(|s| s.likely_virtual),
        "not-virtual" => snapshot.scroller(node.index()).is_some_and(|s| !s.likely_virtual),
        "disabled" => states.disabled,
        "enabled" => !states.disabled,
        "checked" => states.checked == Some(Tristate::On),
        "unchecked" => states.checked == Some(Tristate::Off),
        "unstated" => states.checked.is_none(),
        "expanded" => states.expanded == Some(true),
        "collapsed" => states.expanded == Some(false),
        "modal" => states.modal,
        "not-modal" => !states.modal,
        "top" => {
            rest == match states.top_layer {
                Some(TopLayer::Modal) => "modal",
                Some(TopLayer::Popover) => "popover",
                Some(TopLayer::Fullscreen) => "fullscreen",
                None => "none",
            }
        }
        "level" => states.level.map(|l| l.to_string()).as_deref() == Some(rest),
        "stand-in" => {
            snapshot.stand_in(node.index()).is_some_and(|label| snapshot.node(label).tag() == "label")
        }
        other => panic!("no such word: {other}"),
    }
}

/// The texts in an element, with a space where a person sees two words.
fn as_read(node: NodeRef<'_>) -> String {
    let mut read = String::new();
    let texts = node.descendants().filter(|d| matches!(d.kind(), NodeKind::Text | NodeKind::Pseudo));
    for text in texts.filter(|text| text.visible()) {
        read.push_str(if text.is_apart() && !read.is_empty() { " " } else { "" });
        read.push_str(text.text().trim());
    }
    read
}

/// Opens a page, runs a script in it, and holds it.
async fn see(fixture: &str, script: &str, args: &[&str]) {
    let browser = browser::Browser::launch(args).await;
    browser.open(fixture).await;
    if !script.is_empty() {
        browser.run(script).await;
    }
    let snapshot = browser.snapshot().await;
    browser.close().await;
    let held = hold(fixture, &snapshot);
    assert!(held > 3, "{fixture}: only {held} wants");
}

#[tokio::test]
async fn tiers_and_their_reasons() {
    see("tiers-why.html", "", &[]).await;
}

#[tokio::test]
async fn hints_that_tell_apart() {
    see("hints.html", "", &[]).await;
}

#[tokio::test]
async fn editors_that_draw_their_text() {
    see("drawn-editors.html", "", &[]).await;
}

#[tokio::test]
async fn words_that_a_font_draws_as_pictures() {
    see("ligatures.html", "", &[]).await;
}

#[tokio::test]
async fn texts_that_are_two_words_to_a_person() {
    see("texts-apart.html", "", &[]).await;
}

#[tokio::test]
async fn boxes_through_frames_and_scroll() {
    see("geometry.html", "scrollTo(0, 100); document.querySelector('#inner').scrollTo(0, 60)", &[]).await;
}

#[tokio::test]
async fn boxes_on_a_dense_screen() {
    see(
        "geometry.html",
        "scrollTo(0, 100); document.querySelector('#inner').scrollTo(0, 60)",
        &["--force-device-scale-factor=2"],
    )
    .await;
}

#[tokio::test]
async fn how_scroll_containers_stand() {
    see("scrollers.html", "", &[]).await;
}

#[tokio::test]
async fn who_covers_whom() {
    see("occlusion.html", "", &[]).await;
}

#[tokio::test]
async fn states_of_fields() {
    see("states.html", "", &[]).await;
}

#[tokio::test]
async fn what_is_in_the_top_layer() {
    see("top-layer.html", "", &[]).await;
}

#[tokio::test]
async fn ids_mean_something_in_their_tree_alone() {
    see("shadow-ids.html", "", &[]).await;
}

#[tokio::test]
async fn secrets_leave_no_trace() {
    let browser = browser::Browser::launch(&[]).await;
    browser.open("masking.html").await;
    let snapshot = browser.snapshot().await;
    browser.close().await;
    assert!(hold("masking.html", &snapshot) > 3);
    let everything = format!("{snapshot:?}");
    assert!(everything.contains("in the open"));
    let leak = everything
        .find("hunter2")
        .map(|at| everything[..at + 20].chars().rev().take(200).collect::<String>());
    assert_eq!(leak.map(|l| l.chars().rev().collect::<String>()), None, "a secret got through");
}
