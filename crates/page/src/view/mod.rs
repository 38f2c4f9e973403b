//! From a snapshot to what a model reads: flatten, decide what fits, write it down; and what changed since the last one.
//!
//! Nothing here asks the browser anything, and nothing fails. [`outline()`] flattens, [`write()`] chooses and writes,
//! [`diff()`] compares two outlines.

mod again;
mod altered;
mod behind;
mod budget;
#[cfg(test)]
mod budget_tests;
mod changes;
mod details;
mod diff;
#[cfg(test)]
mod diff_tests;
mod drawing;
mod escape;
mod find;
mod flatten;
#[cfg(test)]
mod forgery;
mod formats;
mod hash;
mod joins;
mod kinds;
mod left_out;
mod looks;
mod note;
mod numbers;
mod opened;
mod outline;
mod pairing;
mod position;
#[cfg(test)]
mod properties;
mod query;
mod rank;
mod rows;
mod safe_json;
mod signs;
mod summary;
mod table_data;
mod tables;
#[cfg(test)]
pub(crate) mod testing;
mod text;
mod tidy;
mod token_pairs;
mod tokens;
mod weeks;
mod wording;

pub use again::{ReadLines, ReadRows};
pub use altered::{Altered, altered};
pub use changes::changes;
pub use diff::{Acted, Diff, SetState, diff};
pub use escape::{one_line, quoted, short_line};
pub use find::{
    FindMatch, FindOptions, FindResult, HiddenMatches, NamedElement, NotWanted, Takes, Unnamed, Wanted,
    Words, count, find, named,
};
pub use formats::{Choosing, Format, Mode, choose, viewport_line};
pub use hash::content_hash;
pub use left_out::LeftOut;
pub use opened::{Opening, opened, opening_word};
pub use outline::{Outline, outline};
pub use query::Filtered;
pub use safe_json::safe_json;
pub use table_data::{NoTable, TableCell, TableData, TableElement, TableRow, table};
pub use tokens::{TokenEstimate, estimate, token_estimate};
pub use wording::word;

use std::sync::Arc;

use domtool_cdp::protocol::TargetId;

use crate::{
    identity::{ElementId, Registry},
    snapshot::{FrameIndex, NodeIndex, Snapshot},
};

/// What is told of an element beside the usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NodeDetails {
    /// Its backend node id.
    pub backend: bool,
    /// Its box: x, y, width, height in CSS pixels of the top viewport. The tree tells that of a text's block.
    pub rect: bool,
    /// Its tier.
    pub tier: bool,
    /// Why it is taken as operable.
    pub why: bool,
    /// Its XPath within its frame or shadow root.
    pub xpath: bool,
    /// Ids of landmarks and forms, to look at one of them alone.
    pub landmarks: bool,
}

impl NodeDetails {
    /// Nothing beside the usual.
    pub const NONE: Self =
        Self { backend: false, rect: false, tier: false, why: false, xpath: false, landmarks: false };
    /// All there is.
    pub const ALL: Self =
        Self { backend: true, rect: true, tier: true, why: true, xpath: true, landmarks: true };

    /// Tells each backend node id, or not.
    #[must_use]
    pub fn with_backend(self, backend: bool) -> Self {
        Self { backend, ..self }
    }

    /// Tells each box in CSS pixels of the top viewport, or not.
    #[must_use]
    pub fn with_rect(self, rect: bool) -> Self {
        Self { rect, ..self }
    }

    /// Tells each tier, or not.
    #[must_use]
    pub fn with_tier(self, tier: bool) -> Self {
        Self { tier, ..self }
    }

    /// Tells why each is taken as operable, or not.
    #[must_use]
    pub fn with_why(self, why: bool) -> Self {
        Self { why, ..self }
    }

    /// Tells each XPath, or not.
    #[must_use]
    pub fn with_xpath(self, xpath: bool) -> Self {
        Self { xpath, ..self }
    }

    /// Gives landmarks and forms ids, too, or not.
    #[must_use]
    pub fn with_landmarks(self, landmarks: bool) -> Self {
        Self { landmarks, ..self }
    }
}

/// Which part of the page is wanted; the default is all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scope {
    /// This node and what is below it.
    pub under: Option<NodeIndex>,
    /// This frame and the frames in it.
    pub frame: Option<FrameIndex>,
    /// Only what is, at least in part, in view.
    pub in_view_only: bool,
    /// Gives landmarks and forms ids, too.
    pub landmarks: bool,
    /// Each block of text has a line of its own, as where it stands is told.
    pub places: bool,
}

/// What is wanted of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewOptions {
    /// How it is written.
    pub format: Format,
    /// The most it may cost, tokens; `None` and 0 for no limit.
    pub budget: Option<u32>,
    /// What is told beside the usual.
    pub with: NodeDetails,
    /// Which part of the page.
    pub scope: Scope,
    /// Folds to open: the nodes whose ids their lines gave.
    pub expand: Vec<NodeIndex>,
    /// Which page of the view, from 1: each continues with what those before had no room for.
    pub page: u32,
    /// What it is for, in words: of a large page only what is about it is shown.
    pub query: Option<String>,
    /// What the reader was told of the page before it: the tree tells in one line what is as there.
    pub before: Option<Arc<ReadLines>>,
    /// The rows that the reader was shown of an earlier page at the same address: the tree tells in one line those that are as there.
    pub before_rows: Option<Arc<ReadRows>>,
}

impl Default for ViewOptions {
    fn default() -> Self {
        Self {
            format: Format::Tree,
            budget: Some(4000),
            with: NodeDetails::default(),
            scope: Scope::default(),
            expand: Vec::new(),
            page: 1,
            query: None,
            before: None,
            before_rows: None,
        }
    }
}

/// What is known around a snapshot and told with it.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The tab, for ids.
    pub page: &'a TargetId,
    /// The page's title.
    pub title: &'a str,
    /// The page's address, shortened where secret.
    pub url: &'a str,
    /// A nonce that the page cannot know, another one for each document: it marks where page content starts and ends.
    pub nonce: &'a str,
    /// Lines of the journal, already worded.
    pub news: &'a [String],
    /// What else must be known, such as open dialogs and gaps.
    pub notes: &'a [String],
    /// What of this the reader knows.
    pub known: ReaderKnows,
}

/// What the reader of a view was told before and need not be told again. The formats in JSON are complete whatever is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReaderKnows {
    /// The title and the address.
    pub page: bool,
    /// The size of the viewport, and how far the page is scrolled.
    pub viewport: bool,
    /// What else could be had of this document; told all the same where something is left out.
    pub modes: bool,
}

/// What a model reads, and what it was made of.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The whole text.
    pub text: String,
    /// Its estimated tokens: not more than the budget, not less than `o200k_base` counts.
    pub tokens: u32,
    /// The elements whose ids are in the text, in document order.
    pub shown: Vec<(ElementId, NodeIndex)>,
    /// What it was chosen from, with the ids given out so far: the base of the next diff.
    pub outline: Outline,
    /// Which lines had no room, by kind; the text says where.
    pub left_out: LeftOut,
    /// What the query left of the page, where there was one.
    pub filtered: Option<Filtered>,
    /// What a tree was made of, where nothing in particular was asked for.
    pub read: ReadLines,
    /// The rows that it tells, where nothing in particular was asked for.
    pub read_rows: ReadRows,
}

/// Writes down a snapshot within a budget. Ids are given out to what is shown, in document order.
pub fn view(
    snapshot: &Snapshot,
    registry: &mut Registry,
    options: &ViewOptions,
    around: &Surroundings<'_>,
) -> View {
    write(snapshot, outline(snapshot, &options.scope), registry, options, around)
}

/// The second half of [`view()`]: chooses and writes lines of an outline of the scope that the options name.
pub fn write(
    snapshot: &Snapshot,
    outline: Outline,
    registry: &mut Registry,
    options: &ViewOptions,
    around: &Surroundings<'_>,
) -> View {
    let rendering =
        formats::Rendering { snapshot, outline: &outline, registry: &mut *registry, options, around };
    let mut view = formats::write(rendering);
    view.outline = outline;
    view.outline.note_ids(snapshot, registry, around.page);
    view
}
