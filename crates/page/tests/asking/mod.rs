//! Requests in words held against pages: a label says on which page which element a request means; an answer within 1,000
//! tokens has to hold it.

#![allow(dead_code, unreachable_pub)]

use domtool_page::{
    identity::Registry,
    snapshot::{NodeIndex, Snapshot},
    view::{ReaderKnows, Surroundings, ViewOptions, view, word},
};

use crate::browser::Browser;

/// What an answer may cost.
pub const BUDGET: u32 = 1_000;

/// A page, a request, and the element that it means.
pub struct Label<'a> {
    pub page: &'a str,
    pub request: &'a str,
    pub target: &'a str,
}

/// The labels of a file: `page | request | target` a line.
pub fn labels(text: &str) -> Vec<Label<'_>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| match line.split(" | ").collect::<Vec<_>>()[..] {
            [page, request, target] => Label { page, request, target },
            _ => panic!("no label: {line}"),
        })
        .collect()
}

/// How a request went.
pub struct Answer {
    /// The target is in it.
    pub holds: bool,
    /// The page has the target at all.
    pub there: bool,
    pub needs_filtering: bool,
    pub original: u32,
    pub tokens: u32,
    pub lines: u32,
    pub all_lines: u32,
    pub text: String,
}

impl Answer {
    pub const HEAD: &str = " held  all tokens  answer  lines        request";

    pub fn line(&self, label: &Label<'_>) -> String {
        let held = if self.holds { "yes" } else { "NO " };
        let whole = if self.needs_filtering { "" } else { " (whole page)" };
        format!(
            "  {held}  {:>10}  {:>6}  {:>4}/{:<6}  {} | {} -> {}{whole}",
            self.original, self.tokens, self.lines, self.all_lines, label.page, label.request, label.target
        )
    }
}

/// Asks a page.
pub fn ask(browser: &Browser, snapshot: &Snapshot, label: &Label<'_>) -> Answer {
    let mut registry = Registry::default();
    let around = Surroundings {
        page: &browser.target,
        title: &snapshot.frames[0].title,
        url: &snapshot.frames[0].url,
        nonce: "7f3a",
        news: &[],
        notes: &[],
        known: ReaderKnows::default(),
    };
    let options =
        ViewOptions { budget: Some(BUDGET), query: Some(label.request.to_owned()), ..ViewOptions::default() };
    let view = view(snapshot, &mut registry, &options, &around);
    assert!(view.tokens <= BUDGET);
    let targets = targets(snapshot, label.target);
    let filtered = view.filtered.unwrap_or_default();
    let told = |node: &NodeIndex| {
        let id = registry.id_of(&browser.target, snapshot, *node);
        // A line that tells the element itself, not one that says that it is left out.
        let starts = id.map(|id| format!("{id} {}", word(snapshot.node(*node))));
        // In a row that is one line its role is that of the row above.
        let in_row = id.map(|id| format!("{id} \""));
        let plain = format!("{}{} \"", word(snapshot.node(*node)), level(snapshot, *node));
        let parts = view.text.lines().flat_map(|line| line.split(" | "));
        parts.map(|line| line.trim_start_matches([' ', '-'])).any(|line| {
            starts.iter().chain(&in_row).any(|starts| line.starts_with(starts.as_str()))
                || (id.is_none() && line.starts_with(&format!("{plain}{}", snapshot.node(*node).name())))
        })
    };
    Answer {
        holds: targets.iter().any(told),
        there: !targets.is_empty(),
        needs_filtering: filtered.needs_filtering,
        original: filtered.original_tokens,
        tokens: view.tokens,
        lines: filtered.filtered_count,
        all_lines: filtered.original_count,
        text: view.text,
    }
}

fn level(snapshot: &Snapshot, node: NodeIndex) -> String {
    snapshot.node(node).states().level.map(|level| level.to_string()).unwrap_or_default()
}

/// The elements that a target means: one by its id, or all that can be seen by role and name.
fn targets(snapshot: &Snapshot, target: &str) -> Vec<NodeIndex> {
    let by_id = target.strip_prefix('#');
    let (role, name) = target.split_once(':').unwrap_or_default();
    let is = |node: &domtool_page::snapshot::NodeRef<'_>| match by_id {
        Some(id) => node.attribute("id") == Some(id),
        None => word(*node) == role && node.name() == name,
    };
    snapshot.nodes().filter(|node| node.visible() && is(node)).map(|node| node.index()).collect()
}

/// The card page with so many elements.
pub fn card_page(elements: usize) -> String {
    let mut html = String::from(
        "<!doctype html><title>Shop</title><body><header><h1>Shop</h1><a href=/>Home</a> <a href=/cart>Cart</a></header>",
    );
    for i in 0..elements / 9 {
        html.push_str(&format!(
            "<div class=card><div class=body><h3>Product {i}</h3><p>Great item number {i} with a short description.</p>\
             <span class=price>${}.99</span><a href=\"/item/{i}\">Details {i}</a>\
             <div class=act><button>Add {i} to cart</button><button>Wish {i}</button></div></div></div>",
            i % 90
        ));
    }
    html.push_str("<script>document.addEventListener('click', () => {})</script>");
    html
}
