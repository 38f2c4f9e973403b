//! The formats of a view: one writer each, all over the same outline, ranks, plans and folds.
//!
//! A writer words what it is given and counts what that costs; what is shown is decided in [`super::budget`].

mod around;
mod html;
mod json;
mod json_node;
mod markdown;
mod modes;
mod semantic;
mod tree;
#[cfg(test)]
mod tree_tests;

use super::{LeftOut, Outline, Surroundings, View, ViewOptions, escape::push_number, tokens::estimate};
use crate::{
    identity::Registry,
    snapshot::{NodeIndex, Snapshot},
};

pub use around::viewport_line;
use modes::{AROUND, sampled};
pub use modes::{Choosing, Mode, choose};
pub(super) use tree::push_indent;

/// How a view is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Indented text, one line an element.
    #[default]
    Tree,
    /// One JSON object, version `domtool.v1`.
    Json,
    /// What a person reads, as Markdown: headings, text, lists, tables, links with ids; no controls.
    Markdown,
    /// One flat JSON list of what can be operated, with keys of a letter or two.
    Semantic,
    /// Minimal HTML of what can be operated.
    Skeleton,
    /// All that can be seen, as cleaned HTML.
    Full,
    /// A skeleton of what is in view, to go with a picture that has the ids drawn on it. The picture is the engine's.
    Hybrid,
}

impl Format {
    /// What it looks like and how it is read, in a sentence for a model.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Tree => {
                "Indented text, one line an element: id, role, name in quotes, value, states. What comes from the page is quoted and stands between [page NONCE] and [/page NONCE]."
            }
            Self::Json => "Nodes in nodes under page.body, with page.context, frames and meta.",
            Self::Markdown => {
                "What a person reads, as Markdown. [text](e4) is a link with its id; a line that starts with a bare [ is domtool's; brackets of the page are escaped."
            }
            Self::Semantic => {
                "One flat list of what can be operated, with short keys; the legend is part of it."
            }
            Self::Skeleton => {
                "Minimal HTML of what can be operated, an element a line: id is the id to act on, data-hint stands in for a name, comments are domtool's."
            }
            Self::Hybrid => {
                "A skeleton of what is in view, and a picture of it that has the same ids drawn on it."
            }
            Self::Full => {
                "All that can be seen as HTML without scripts, styles and classes: data-id is the id to act on, comments are domtool's."
            }
        }
    }

    /// Every format.
    pub const ALL: &[Format] = &[
        Format::Tree,
        Format::Json,
        Format::Markdown,
        Format::Semantic,
        Format::Skeleton,
        Format::Full,
        Format::Hybrid,
    ];

    /// What it is called.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Format::Tree => "tree",
            Format::Json => "json",
            Format::Markdown => "markdown",
            Format::Semantic => "semantic",
            Format::Skeleton => "skeleton",
            Format::Full => "full",
            Format::Hybrid => "hybrid",
        }
    }

    /// The version of its shape: another one when what was there before changes its meaning.
    #[must_use]
    pub const fn version(self) -> &'static str {
        match self {
            Format::Tree => "domtool.tree.v1",
            Format::Json => "domtool.v1",
            Format::Markdown => "domtool.markdown.v1",
            Format::Semantic => "domtool.semantic.v1",
            Format::Skeleton | Format::Hybrid => "domtool.skeleton.v1",
            Format::Full => "domtool.full.v1",
        }
    }

    /// Whether it is one JSON object.
    #[must_use]
    pub const fn is_json(self) -> bool {
        matches!(self, Format::Json | Format::Semantic)
    }
}

/// What a view is written from.
pub(super) struct Rendering<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) outline: &'a Outline,
    pub(super) registry: &'a mut Registry,
    pub(super) options: &'a ViewOptions,
    pub(super) around: &'a Surroundings<'a>,
}

impl Rendering<'_> {
    /// What else there is beside the format that is asked for, see [`modes::modes`].
    fn modes(&self) -> Vec<Mode> {
        modes::modes(self.snapshot, self.outline, self.options)
    }
}

/// Writes a view in the format that is asked for.
pub(super) fn write(rendering: Rendering<'_>) -> View {
    match rendering.options.format {
        Format::Tree => tree::write(rendering),
        Format::Json => json::write(rendering),
        Format::Markdown => markdown::write(rendering),
        Format::Semantic => semantic::write(rendering),
        Format::Skeleton | Format::Hybrid => html::skeleton::write(rendering),
        Format::Full => html::full::write(rendering),
    }
}

/// About how many tokens a page takes in a format, without a budget.
#[must_use]
fn format_estimate(snapshot: &Snapshot, outline: &Outline, format: Format) -> u32 {
    let lines = outline.lines.len();
    let own = match format {
        Format::Tree | Format::Json => sampled(lines, |at| modes::tree(outline, at)),
        Format::Markdown => sampled(lines, |at| modes::markdown(snapshot, outline, at)),
        Format::Semantic => sampled(lines, |at| semantic::line_estimate(snapshot, outline, at)),
        Format::Skeleton | Format::Hybrid => {
            sampled(lines, |at| html::skeleton::line_estimate(snapshot, outline, at))
        }
        Format::Full => sampled(snapshot.len(), |at| {
            html::full::line_estimate(snapshot, snapshot.node(NodeIndex(at as u32)))
        }),
    };
    own.tokens() + AROUND
}

/// The budget as one that holds: 0 is none.
fn limit_of(options: &ViewOptions) -> Option<u32> {
    options.budget.filter(|tokens| *tokens > 0)
}

/// `left out: 1,802 lines (page 2 continues)`
fn left_out(lines: u32, next: Option<u32>) -> String {
    let mut words = String::from("left out: ");
    push_number(&mut words, lines as usize);
    words.push_str(if lines == 1 { " line (" } else { " lines (" });
    match next {
        Some(page) => words.push_str(&format!("page {page} continues)")),
        None => words.push_str("too long for this budget)"),
    }
    words
}

/// A view of a page when the budget is too small even to say what is missing: `text` says that, where it has room.
fn too_small(text: String, outline: &Outline, budget: u32) -> View {
    let tokens = estimate(&text);
    let left_out = LeftOut::of(&outline.lines);
    if tokens <= budget {
        View { text, tokens, left_out, ..View::default() }
    } else {
        View { left_out, ..View::default() }
    }
}

/// That a budget has no room for anything of the page, in the formats that are text.
fn all_left_out(budget: u32) -> String {
    format!("left out: all, a budget of {budget} tokens is too small\n")
}
