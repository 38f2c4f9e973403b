//! Says in which other formats a page could be read and about how many tokens each takes; and chooses the format for a query.
//!
//! Tokens are estimated on a sample of the lines, worded as the format would, so that a long page takes no more time.

use serde::Serialize;

use super::{
    super::{
        ViewOptions,
        escape::push_number,
        kinds::is_widget,
        outline::{LineKind, Outline},
        text::inner_text,
        tokens::{TokenEstimate, token_estimate},
        wording::is_field,
    },
    Format, format_estimate,
};
use crate::snapshot::{Role, Snapshot};

/// So many lines are worded to price a format; pages with less are priced exactly.
const SAMPLE: usize = 160;
/// About what a title, an address, the boundary and a line of prices cost, tokens.
pub(super) const AROUND: u32 = 65;
/// A budget below this has no room to say what else there is.
const LEAST_BUDGET: u32 = 500;
/// Pixels of a picture that are one token to a model, about.
const PIXELS: f64 = 750.0;
/// The longest side that a picture is sent with, pixels.
const LONGEST_SIDE: f64 = 1568.0;

/// Another way to see the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mode {
    /// The word of the format, or `screenshot`.
    pub mode: &'static str,
    /// About what it costs without a budget.
    pub tokens: u32,
}

/// What else there is beside the format that is asked for, and what it costs: those that a reader is likely to want.
pub(super) fn modes(snapshot: &Snapshot, outline: &Outline, options: &ViewOptions) -> Vec<Mode> {
    if options.budget.is_some_and(|budget| budget > 0 && budget < LEAST_BUDGET) {
        return Vec::new();
    }
    let offered = [Format::Tree, Format::Markdown, Format::Full];
    let mut modes: Vec<Mode> = offered
        .into_iter()
        .filter(|format| *format != options.format)
        .map(|format| Mode {
            mode: format.word(),
            tokens: rounded(format_estimate(snapshot, outline, format)),
        })
        .collect();
    modes.push(Mode { mode: "screenshot", tokens: rounded(picture(snapshot)) });
    modes
}

/// `also: markdown ~2,100 tokens, full ~48,000, screenshot ~1,400`
pub(super) fn push_modes(out: &mut String, modes: &[Mode]) {
    for (at, mode) in modes.iter().enumerate() {
        out.push_str(if at == 0 { "also: " } else { ", " });
        out.push_str(mode.mode);
        out.push_str(" ~");
        push_number(out, mode.tokens as usize);
        out.push_str(if at == 0 { " tokens" } else { "" });
    }
    out.push_str(if modes.is_empty() { "" } else { "\n" });
}

/// Estimates the sum of a cost over all lines from some of them: one of every so many, at irregular places, so that a page with a
/// regular pattern gives no wrong sum.
pub(super) fn sampled(count: usize, estimate: impl Fn(usize) -> TokenEstimate) -> TokenEstimate {
    let stride = count.div_ceil(SAMPLE).max(1);
    let mut sum = 0;
    let mut taken = 0;
    let mut seed = 1_usize;
    for from in (0..count).step_by(stride) {
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
        let at = from + (seed >> 8) % stride;
        if at < count {
            sum += estimate(at).0;
            taken += 1;
        }
    }
    TokenEstimate((sum * count as u64).checked_div(taken).unwrap_or(0))
}

/// What a line costs in the tree or in JSON.
pub(super) fn tree(outline: &Outline, at: usize) -> TokenEstimate {
    let line = &outline.lines[at];
    if line.kind() == LineKind::Group {
        return TokenEstimate(0);
    }
    let id = if line.carries_id { 3_500 } else { 0 };
    if let Some(week) = outline.week_of(at) {
        return TokenEstimate(token_estimate(week.words(at)).0 + id);
    }
    TokenEstimate(token_estimate(&outline.wording(line)).0 + id + 2_000)
}

/// What a line costs in Markdown, which has texts, headings, links and rows.
pub(super) fn markdown(snapshot: &Snapshot, outline: &Outline, at: usize) -> TokenEstimate {
    let line = &outline.lines[at];
    let node = snapshot.node(line.node);
    match (line.kind(), node.role()) {
        (LineKind::Text, _) => TokenEstimate(token_estimate(outline.content(line)).0 + 1_000),
        (LineKind::Group, _) => TokenEstimate(0),
        (_, Role::Row) => token_estimate(outline.content(line)),
        (_, Role::Heading) => TokenEstimate(token_estimate(node.name()).0 + 2_000),
        (_, Role::Link) => TokenEstimate(token_estimate(node.name()).0 + 6_000),
        (_, Role::Image) => TokenEstimate(token_estimate(node.name()).0 + 3_000),
        // What can be clicked and is no control by its role is text to a reader.
        (_, role) if !is_widget(role) && !is_field(node) && line.end as usize == at + 1 => {
            TokenEstimate(token_estimate(&inner_text(snapshot, node, usize::MAX)).0 + 1_000)
        }
        _ => TokenEstimate(0),
    }
}

/// What a picture of the viewport costs a model, by its size.
fn picture(snapshot: &Snapshot) -> u32 {
    let (width, height) = (snapshot.viewport.width, snapshot.viewport.height);
    let scale = (LONGEST_SIDE / width.max(height).max(1.0)).min(1.0);
    (width * scale * height * scale / PIXELS) as u32
}

/// Two digits are as exact as a price is.
fn rounded(tokens: u32) -> u32 {
    let mut unit = 1;
    while tokens / unit >= 100 {
        unit *= 10;
    }
    tokens.div_ceil(unit) * unit
}

/// What decides on a format when the caller leaves it open.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choosing<'a> {
    /// What is wanted, in words.
    pub query: Option<&'a str>,
    /// The budget that is kept.
    pub budget: Option<u32>,
}

/// Words that speak of what a thing looks like or where it is.
const VISUAL: &[&str] = &[
    "above",
    "below",
    "beside",
    "between",
    "blue",
    "bottom",
    "canvas",
    "center",
    "centre",
    "chart",
    "color",
    "colour",
    "coloured",
    "corner",
    "diagram",
    "drawing",
    "gear",
    "graph",
    "green",
    "icon",
    "image",
    "left",
    "logo",
    "look",
    "looks",
    "map",
    "orange",
    "photo",
    "picture",
    "pink",
    "purple",
    "red",
    "right",
    "round",
    "screenshot",
    "see",
    "shape",
    "square",
    "top",
    "under",
    "visible",
    "visual",
    "yellow",
];

/// Words that ask for what is written.
const READING: &[&str] = &[
    "article",
    "explain",
    "read",
    "says",
    "summarise",
    "summarize",
    "summary",
    "text",
    "what",
    "when",
    "who",
    "why",
];

/// The format that suits: a picture for what is asked for by its looks or is drawn, text for what is to be read on a page
/// that is too long for a tree, else the tree.
#[must_use]
pub fn choose(snapshot: &Snapshot, outline: &Outline, wanted: &Choosing<'_>) -> Format {
    let query = wanted.query.unwrap_or("").to_lowercase();
    let asks = |words: &[&str]| {
        query.split(|c: char| !c.is_alphanumeric()).any(|word| words.binary_search(&word).is_ok())
    };
    if asks(VISUAL) || is_drawn(snapshot) {
        return Format::Hybrid;
    }
    let fits = |format| {
        let budget = wanted.budget.filter(|budget| *budget > 0);
        budget.is_none_or(|budget| format_estimate(snapshot, outline, format) <= budget)
    };
    if asks(READING) && !fits(Format::Tree) { Format::Markdown } else { Format::Tree }
}

/// Whether a canvas or a video takes most of the view.
fn is_drawn(snapshot: &Snapshot) -> bool {
    let view = &snapshot.viewport;
    let most = view.width * view.height / 2.0;
    snapshot.nodes().any(|node| {
        matches!(node.tag(), "canvas" | "video")
            && node.visible()
            && node.clipped().is_some_and(|rect| rect.w * rect.h > most)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{
        Scope, outline,
        testing::{card_page, render},
    };

    #[test]
    fn prices_are_near_what_it_costs() {
        for cards in [3, 30, 555] {
            let snapshot = card_page(cards);
            let outline = outline(&snapshot, &Scope::default());
            for format in [Format::Tree, Format::Markdown, Format::Semantic, Format::Skeleton, Format::Full] {
                let options = ViewOptions { format, budget: None, ..ViewOptions::default() };
                let real = f64::from(render(&snapshot, &options).tokens);
                let told = f64::from(format_estimate(&snapshot, &outline, format));
                assert!((0.7..1.5).contains(&(told / real)), "{cards} {format:?}: {told} for {real}");
            }
        }
    }

    #[test]
    fn words_decide() {
        let snapshot = card_page(555);
        let outline = outline(&snapshot, &Scope::default());
        for (query, format) in [
            ("add the Samsung to the cart", Format::Tree),
            ("click the gear icon in the corner", Format::Hybrid),
            ("the RED button", Format::Hybrid),
            ("summarize the products", Format::Markdown),
            ("", Format::Tree),
        ] {
            let wanted = Choosing { query: Some(query), budget: Some(4_000) };
            assert_eq!(choose(&snapshot, &outline, &wanted), format, "{query}");
        }
        assert!(VISUAL.is_sorted() && READING.is_sorted());
    }
}
