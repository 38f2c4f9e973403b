//! Hashes the options of an observation that decide which part of a page is shown, and how.
//!
//! "Nothing changed" is true only of what the caller has seen: the same page, observed with other options, is new to it.

use std::hash::{Hash, Hasher};

use domtool_page::view::Format;
use rustc_hash::FxHasher;

use super::{ContentHash, ObserveOptions};

/// A hash of all options that decide what of a page is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Selection(u64);

impl Selection {
    /// The options, and the format that was chosen where they leave it open.
    pub(crate) fn new(options: &ObserveOptions, format: Format) -> Self {
        let mut hasher = FxHasher::default();
        (format.word(), options.budget, options.with, options.page).hash(&mut hasher);
        (options.under, options.in_view_only, &options.expand, &options.query).hash(&mut hasher);
        (options.frame, &options.selector).hash(&mut hasher);
        Self(hasher.finish())
    }

    /// The hash of a page's content as it was selection for.
    pub(crate) fn hash_of(self, content: u64) -> ContentHash {
        let mut hasher = FxHasher::default();
        (self.0, content).hash(&mut hasher);
        ContentHash(hasher.finish())
    }
}

#[cfg(test)]
mod tests {
    use domtool_page::identity::ElementId;

    use super::{super::StatsDetail, *};

    #[test]
    fn what_decides_on_what_is_told_counts_and_nothing_else() {
        let plain = ObserveOptions::default;
        let selection = |options: ObserveOptions| Selection::new(&options, options.format);
        let same = [
            ObserveOptions { diff: true, ..plain() },
            ObserveOptions { stats: StatsDetail::Page, ..plain() },
            ObserveOptions { marks: true, ..plain() },
        ];
        for options in same {
            assert_eq!(selection(options), selection(plain()));
        }
        let others = [
            ObserveOptions { query: Some("a cart".into()), ..plain() },
            ObserveOptions { selector: Some("main".into()), ..plain() },
            ObserveOptions { frame: Some(ElementId(4)), ..plain() },
            ObserveOptions { budget: Some(500), ..plain() },
            ObserveOptions { page: 2, ..plain() },
            ObserveOptions { in_view_only: true, ..plain() },
            ObserveOptions { format: Format::Markdown, ..plain() },
            ObserveOptions { expand: vec![ElementId(4)], ..plain() },
        ];
        for options in others {
            assert_ne!(selection(options.clone()), selection(plain()), "{options:?}");
        }
        assert_ne!(selection(plain()).hash_of(1), selection(plain()).hash_of(2));
    }
}
