//! Where things are and what covers them, held against the pages' own word: `pointer.js` asks each document, down through
//! frames of other processes and closed shadow roots, what a point hits.

use std::collections::{BTreeMap, BTreeSet};

use domtool::{Format, NodeDetails, ObserveOptions};
use serde::Deserialize;

use super::support::{Page, on};

/// The viewport of the tests' browser, CSS pixels.
const WIDE: f64 = 1280.0;

#[derive(Deserialize)]
struct Node {
    id: Option<String>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    visible: bool,
    #[serde(default)]
    occluded: bool,
    /// What is inert is, too: no press reaches it.
    #[serde(default)]
    disabled: bool,
    #[serde(default)]
    in_view: bool,
    #[serde(rename = "box")]
    rect: Option<[f64; 4]>,
    #[serde(default)]
    children: Vec<Node>,
}

impl Node {
    /// Whether a press reaches it, as it is told.
    fn is_free(&self) -> bool {
        self.visible && self.in_view && !self.occluded && !self.disabled
    }
}

#[derive(Deserialize)]
struct NodeSummary {
    page: Body,
}

#[derive(Deserialize)]
struct Body {
    body: Node,
}

/// What a page calls its cases, and what is seen of each.
struct Judge<'p> {
    page: &'p Page,
    high: f64,
    cases: BTreeMap<String, Node>,
    wrong: Vec<String>,
    held: usize,
}

impl<'p> Judge<'p> {
    async fn new(page: &'p Page) -> Self {
        let with = NodeDetails::default().with_rect(true);
        let options =
            ObserveOptions::default().with_format(Format::Json).with_budget(None).with_details(with);
        let seen = page.tab.observe(&options).await.expect("the page is observed");
        let seen: NodeSummary = serde_json::from_str(seen.text()).expect("an observation is JSON");
        let mut cases = BTreeMap::new();
        let mut pending = vec![seen.page.body];
        while let Some(mut node) = pending.pop() {
            pending.append(&mut node.children);
            // Frames are what is in them.
            if node.id.is_some() && !node.name.is_empty() {
                cases.insert(node.name.clone(), node);
            }
        }
        let high = page.js("innerHeight").await.parse().expect("a number");
        Self { page, high, cases, wrong: Vec::new(), held: 0 }
    }

    /// The name of what each point hits: empty for none that is a case, `?` where nobody can ask. Some hundred at a time,
    /// which a slow machine answers within the time of one call.
    async fn hits(&self, points: &[(f64, f64)]) -> Vec<String> {
        let mut names = Vec::with_capacity(points.len());
        for some in points.chunks(200) {
            let some: Vec<[f64; 2]> = some.iter().map(|(x, y)| [*x, *y]).collect();
            let some = serde_json::to_string(&some).expect("numbers");
            let answer = self.page.js(&format!("hits({some})")).await;
            names.extend(serde_json::from_str::<Vec<String>>(&answer).expect("names"));
        }
        names
    }

    fn inside(&self, (x, y): (f64, f64)) -> bool {
        x >= 0.0 && y >= 0.0 && x < WIDE && y < self.high
    }

    /// Points of a box that are in view: `steps` by `steps`.
    fn grid(&self, rect: [f64; 4], steps: u32) -> Vec<(f64, f64)> {
        let [x, y, w, h] = rect;
        let part = |at: u32| (f64::from(at) + 0.5) / f64::from(steps);
        let points = (0..steps)
            .flat_map(|row| (0..steps).map(move |column| (x + w * part(column), y + h * part(row))));
        points.filter(|point| self.inside(*point)).collect()
    }

    /// What is said to be in view and free is hit somewhere; what is said to be covered is hit nowhere.
    async fn hold_cases(&mut self, skip: &[&str]) {
        let names: Vec<String> = self.cases.keys().cloned().collect();
        for name in names.iter().filter(|name| !skip.contains(&name.as_str())) {
            let node = &self.cases[name];
            let Some(rect) = node.rect.filter(|_| node.visible && node.in_view) else { continue };
            let (free, points) = (node.is_free(), self.grid(rect, 12));
            let hits = self.hits(&points).await;
            if hits.iter().any(|hit| hit == "?") {
                continue;
            }
            let hit = hits.iter().filter(|hit| *hit == name).count();
            self.held += 1;
            if free != (hit > 0) {
                let instead: BTreeSet<&String> = hits.iter().filter(|hit| *hit != name).collect();
                self.wrong.push(format!(
                    "{name}: free {free}, hit at {hit} of {} points; others hit {instead:?}; box {rect:?}",
                    hits.len()
                ));
            }
        }
    }

    /// What the page hits somewhere is seen, in view and free.
    async fn hold_truth(&mut self) {
        let mut points = Vec::new();
        let mut y = 4.0;
        while y < self.high {
            points.extend((0..160).map(|column| (f64::from(column) * 8.0 + 4.0, y)));
            y += 8.0;
        }
        let mut hit: BTreeMap<String, u32> = BTreeMap::new();
        for name in self.hits(&points).await {
            *hit.entry(name).or_default() += 1;
        }
        for (name, count) in hit.iter().filter(|(name, _)| !name.is_empty() && !name.starts_with(['-', '?']))
        {
            self.held += 1;
            match self.cases.get(name) {
                Some(node) if node.is_free() => {}
                Some(node) => self.wrong.push(format!(
                    "{name}: hit at {count} points; visible {}, in view {}, covered {}, disabled {}",
                    node.visible, node.in_view, node.occluded, node.disabled
                )),
                None => self.wrong.push(format!("{name}: hit at {count} points and not seen")),
            }
        }
    }

    /// Just inside the edges of its box a case is hit, just outside it is not.
    async fn hold_edges(&mut self, skip: &[&str]) {
        let cases: Vec<(String, [f64; 4])> = self
            .cases
            .iter()
            .filter(|(name, node)| node.is_free() && !skip.iter().any(|s| name.contains(s)))
            .filter_map(|(name, node)| Some((name.clone(), node.rect?)))
            .collect();
        for (name, [x, y, w, h]) in cases {
            let (cx, cy) = (x + w / 2.0, y + h / 2.0);
            let pair = |d: f64| [(x + d, cy), (x + w - d, cy), (cx, y + d), (cx, y + h - d)];
            let (within, without) = (self.hits(&pair(1.5)).await, self.hits(&pair(-1.5)).await);
            self.held += 1;
            if within.iter().any(|hit| hit == "?") {
                continue;
            }
            if within.iter().any(|hit| *hit != name) || without.contains(&name) {
                self.wrong.push(format!(
                    "{name}: its box {:?} hits {within:?} at the edges and {without:?} beyond",
                    [x, y, w, h]
                ));
            }
        }
    }

    /// A click on each that is free arrives.
    async fn click_each(&mut self, skip: &[&str]) {
        let free: Vec<(String, String)> = self
            .cases
            .iter()
            .filter(|(name, node)| node.is_free() && !skip.contains(&name.as_str()))
            .filter_map(|(name, node)| Some((name.clone(), node.id.clone()?)))
            .collect();
        let cases = self.page.js("[...document.querySelectorAll('[data-case]')].length").await;
        assert_ne!(cases, "0");
        for (name, id) in free {
            let id = id.parse().expect("an id");
            self.held += 1;
            match self.page.click_id(id).await {
                Ok(_) if self.page.noted(&format!("click {name} trusted")).await => {}
                Ok(_) => self.wrong.push(format!("{name}: clicked, and no click came")),
                Err(error) => self.wrong.push(format!("{name}: not clicked: {error}")),
            }
        }
    }

    fn end(self, least: usize) {
        assert!(
            self.wrong.is_empty(),
            "{} of {} wrong:\n{}",
            self.wrong.len(),
            self.held,
            self.wrong.join("\n")
        );
        assert!(self.held >= least, "only {} held", self.held);
    }
}

/// Frames of other processes come when they come.
async fn settled(page: &Page) {
    assert!(page.becomes("document.readyState === 'complete'").await);
}

#[test]
fn frames_of_every_kind_are_where_they_are_said_to_be() {
    on("pointer-frames.html", async |page| {
        settled(page).await;
        let mut judge = Judge::new(page).await;
        judge.hold_cases(&[]).await;
        judge.hold_truth().await;
        // Those at the end of a frame are cut off by it.
        judge.hold_edges(&["rotated", "embed", " far", "set-right"]).await;
        judge.click_each(&["embed near"]).await;
        judge.end(80);
    });
}

#[test]
fn boxes_are_covered_by_what_is_said_to_cover_them() {
    on("pointer-boxes.html", async |page| {
        settled(page).await;
        let mut judge = Judge::new(page).await;
        // Its label takes its clicks.
        judge.hold_cases(&["own box"]).await;
        judge.hold_truth().await;
        judge.click_each(&[]).await;
        let out_of_sight =
            ["cut off", "clip path none", "clip none", "circle none", "contained away", "fixed cut"];
        for name in out_of_sight.iter().chain(&["faint", "in closed", "hidden in late", "screen reader only"])
        {
            if judge.cases.get(*name).is_some_and(|node| node.visible) {
                judge.wrong.push(format!("{name}: is said to be visible"));
            }
        }
        for name in ["laid out late", "scrolled away"] {
            if judge.cases.get(name).is_none_or(|node| !node.visible || node.in_view) {
                judge.wrong.push(format!("{name}: is not said to be there, out of view"));
            }
        }
        judge.end(90);
    });
}

#[test]
fn a_checkbox_under_its_own_label_is_clicked_through_it() {
    on("pointer-boxes.html", async |page| {
        settled(page).await;
        let report = page.click("own box").await;
        assert!(page.noted("click own box trusted").await, "{}", page.notes().await);
        assert_eq!(page.js("document.querySelector('[data-case=\"own box\"]').checked").await, "true");
        report.expect("a press on its label arrived");
    });
}
