//! What can be operated is found however it is coded, and nothing else is: the cases of `fixtures/discovery-*.js` in the main
//! document, an open and a closed shadow root, a same-process frame and an out-of-process one. Each element that is found
//! and should be is operated, and the page must note it.

mod operate;
mod score;

use std::collections::{BTreeMap, HashSet};

use domtool::{ElementId, Format, NodeDetails, ObserveOptions};
use serde::Deserialize;
use serde_json::Value;

use super::support::{Page, on_each};
use score::Score;

/// The files of cases: each is a page of its own, as what a page hears as a whole tells of all that is in it.
const GROUPS: &[&str] =
    &["listeners", "attributes", "delegation", "cursor", "decoration", "everywhere", "modal", "frameworks"];

/// What the page says of its cases.
#[derive(Deserialize)]
struct Expected {
    expected: Vec<Wanted>,
    boxes: Vec<CaseBox>,
}

/// An element that must be found.
#[derive(Deserialize)]
struct Wanted {
    case: String,
    path: String,
    /// What is done to it; nothing where there is no such action yet.
    act: Option<String>,
    note: Option<String>,
}

/// Where a case stands: every id below it is the case's.
#[derive(Deserialize)]
struct CaseBox {
    case: String,
    path: String,
}

#[test]
fn found_in_the_main_document() {
    check("main");
}

#[test]
fn found_in_an_open_shadow_root() {
    check("open");
}

#[test]
fn found_in_a_closed_shadow_root() {
    check("closed");
}

#[test]
fn found_in_a_frame_of_the_same_process() {
    check("frame");
}

#[test]
fn found_in_an_out_of_process_frame() {
    check("oopif");
}

/// Goes through all groups in one context.
fn check(context: &'static str) {
    let mut score = Score::new(context);
    let fixture = |group: &&&str| format!("discovery.html?context={context}&group={group}");
    on_each(GROUPS, fixture, async |page, group| group_in(page, group, &mut score).await);
    score.hold();
}

async fn group_in(page: &mut Page, group: &str, score: &mut Score) {
    assert!(page.becomes("window.expected !== undefined").await, "{group}: its cases do not stand");
    let json: String = serde_json::from_str(&page.js("JSON.stringify(expected)").await).expect("a string");
    let said: Expected = serde_json::from_str(&json).expect("expectations");
    let (seen, found) = find(page).await;
    score.cases += said.boxes.len();
    let mut meant = HashSet::new();
    for wanted in &said.expected {
        match found.get(&wanted.path) {
            Some(id) => {
                meant.insert(*id);
                score.found += 1;
            }
            None => score.missed.push(format!("{group}/{}: {}", wanted.case, wanted.path)),
        }
    }
    for (path, id) in &found {
        let inside = said
            .boxes
            .iter()
            .find(|case| path.strip_prefix(&case.path).is_some_and(|rest| rest.starts_with('/')));
        if let Some(case) = inside.filter(|_| !meant.contains(id)) {
            score.alarms.push(format!("{group}/{}: {id} {path}", case.case));
        }
    }
    if std::env::var_os("DISCOVERY_SHOWS").is_some() {
        score.shown.push_str(&seen);
    }
    operate::all(page, &said.expected, &found, score).await;
}

/// What a default observation gives ids to, and by XPath where each is.
async fn find(page: &Page) -> (String, BTreeMap<String, ElementId>) {
    let seen = page.see().await;
    let given: HashSet<ElementId> = seen.elements.iter().map(|element| element.id).collect();
    let options = ObserveOptions::default()
        .with_budget(None)
        .with_format(Format::Json)
        .with_details(NodeDetails::default().with_xpath(true));
    let observed = page.tab.observe(&options).await.expect("the page is observed");
    let json: Value = serde_json::from_str(observed.text()).expect("JSON");
    let mut found = BTreeMap::new();
    let mut pending = vec![&json];
    while let Some(value) = pending.pop() {
        match value {
            Value::Object(members) => {
                if let (Some(id), Some(path)) = (members.get("id"), members.get("xpath"))
                    && let (Some(Ok(id)), Some(path)) =
                        (id.as_str().map(str::parse::<ElementId>), path.as_str())
                    && given.contains(&id)
                {
                    found.insert(path.to_owned(), id);
                }
                pending.extend(members.values());
            }
            Value::Array(items) => pending.extend(items),
            _ => {}
        }
    }
    (seen.text().to_owned(), found)
}
