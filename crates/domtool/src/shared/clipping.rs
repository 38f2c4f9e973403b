//! What was copied.

pub(crate) use crate::world::data::Clipping;

impl Clipping {
    pub(crate) fn of(text: &str) -> Self {
        Self { text: text.to_owned(), html: String::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.html.is_empty()
    }
}
