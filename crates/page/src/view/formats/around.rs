//! Writes what comes before the page in every text format: its context, and the news that there is room for.

use std::fmt::Write as _;

use super::super::{
    Surroundings,
    escape::push_bare,
    tokens::{TokenEstimate, token_estimate},
};
use super::json_node::json;
use crate::snapshot::{NodeIndex, Snapshot};

/// News may take this part of the budget; the rest of them is counted.
const NEWS_PART: u64 = 12;
/// Less than a scroll bar's width is no scrolling sideways, CSS pixels.
const SCROLL_BAR: f64 = 20.0;

/// What saying that there was more news costs at most.
const EARLIER: u64 = 14_000;

/// The news that there is room for: the newest are worth most.
pub(super) fn newest(news: &[String], budget: Option<u32>) -> &[String] {
    let room = budget.map_or(u64::MAX, |tokens| u64::from(tokens) * 1000 / NEWS_PART);
    let mut spent = 0;
    let fits = |line: &&String| {
        spent += estimate_of(line);
        spent <= room
    };
    let count = news.iter().rev().take_while(fits).count();
    &news[news.len() - count..]
}

/// What of the room for news is not taken. A view that is cut keeps it free: what is news now is none when the next page is
/// asked for, and each page must know where the one before ended.
pub(super) fn kept_for_news(news: &[String], budget: u32) -> TokenEstimate {
    let taken: u64 = newest(news, Some(budget)).iter().map(|line| estimate_of(line)).sum();
    TokenEstimate((u64::from(budget) * 1000 / NEWS_PART + EARLIER).saturating_sub(taken))
}

fn estimate_of(line: &str) -> u64 {
    // In some formats it is escaped.
    token_estimate(&json(&line)).0 + 4_000
}

/// `Title | url | 1280x800 at 12 %, 2.1 screens below`, less what the reader knows.
pub(super) fn push_context(out: &mut String, snapshot: &Snapshot, around: &Surroundings<'_>) {
    let known = around.known;
    if known.page && known.viewport {
        return;
    }
    if !known.page {
        push_bare(out, around.title, 100);
        out.push_str(if around.title.is_empty() { "" } else { " | " });
        push_bare(out, around.url, 200);
        out.push_str(" | ");
    }
    out.push_str(&viewport_line(snapshot));
    out.push('\n');
}

/// `1280x800 at 12 %, 2.1 screens below`: the viewport, and where in the page it is.
#[must_use]
pub fn viewport_line(snapshot: &Snapshot) -> String {
    let view = &snapshot.viewport;
    let mut out = format!("{:.0}x{:.0}", view.width, view.height);
    let hidden = (view.content_height - view.height).max(0.0);
    if hidden > 1.0 {
        let _infallible = write!(out, " at {:.0} %", (view.scroll_y / hidden * 100.0).clamp(0.0, 100.0));
    }
    let below = (hidden - view.scroll_y).max(0.0) / view.height.max(1.0);
    if below >= 0.05 {
        let _infallible = write!(out, ", {below:.1} screens below");
    }
    let page = snapshot.scroller(NodeIndex(0));
    if let Some(axis) = page.and_then(|page| page.x).filter(|x| x.before + x.after > SCROLL_BAR) {
        let _infallible = write!(out, ", {} % right", axis.percent());
    }
    out
}
