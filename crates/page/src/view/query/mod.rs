//! `--query`: of a page that is large, what a request in words is about.
//!
//! The lines of an outline are grouped by container and proximity ([`groups`]); every group is scored against the
//! request by its words ([`score`]: BM25 over names, text, values, attributes and roles, stemmed, the titles and
//! containers around it counting along). The best groups are kept, with the headings and ancestors that place them;
//! the rest is folded as any view folds what has no room, so nothing is dropped without a line with a handle.
//!
//! What a word matches is told by [`terms`]; the pieces of that are [`words`], [`stem`] and [`alike`].

mod alike;
mod fields;
mod groups;
mod plan;
mod score;
mod stem;
mod terms;
#[cfg(test)]
mod tests;
mod word_split;

pub(super) use fields::{Field, each_field};
pub(super) use groups::headings;
pub(super) use plan::{Asking, footer};

use serde::Serialize;

/// What a request in words left of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Filtered {
    /// Whether the page is large enough for leaving something out; when it is not, all of it is shown.
    pub needs_filtering: bool,
    /// The lines of the whole page.
    pub original_count: u32,
    /// The lines that are kept.
    pub filtered_count: u32,
    /// The groups of lines on the page.
    pub groups: u32,
    /// The groups that are about the request, kept or not.
    pub matching_groups: u32,
    /// What all lines would cost, tokens.
    pub original_tokens: u32,
    /// What the kept lines cost, tokens, with those that say what is left out.
    pub filtered_tokens: u32,
    /// How much less that is, per cent.
    pub token_reduction: u32,
}

impl Filtered {
    /// Numbers as long as they get, for what telling of them costs at most.
    pub(super) const WIDEST: Self = Self {
        needs_filtering: false,
        original_count: 999_999,
        filtered_count: 999_999,
        groups: 999_999,
        matching_groups: 999_999,
        original_tokens: 9_999_999,
        filtered_tokens: 9_999_999,
        token_reduction: 100,
    };
}
