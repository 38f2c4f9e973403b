//! What was copied.

use serde::Deserialize;

/// What a clipboard holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Clipping {
    pub(crate) text: String,
    /// The same with its formatting, where it has any.
    pub(crate) html: String,
}

impl Clipping {
    pub(crate) fn of(text: &str) -> Self {
        Self { text: text.to_owned(), html: String::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.html.is_empty()
    }
}
