//! The strings of what is seen and found, see [`crate::strings`].

use super::{FindResult, NodeSummary, Observation, Scrolled};
use crate::strings::{Part, Strings, Write};

impl Strings for Observation {
    fn each(&mut self, write: &mut Write<'_>) {
        let Observation {
            text,
            tokens: _,
            url,
            title,
            hash: _,
            elements,
            filtered: _,
            scrolled,
            picture: _,
            stats: _,
        } = self;
        write(Part::Lines, text);
        url.each(write);
        title.each(write);
        elements.each(write);
        scrolled.each(write);
    }
}

impl Strings for NodeSummary {
    fn each(&mut self, write: &mut Write<'_>) {
        let NodeSummary { id: _, role, name, rect: _, in_view: _ } = self;
        role.each(write);
        name.each(write);
    }
}

impl Strings for Scrolled {
    fn each(&mut self, write: &mut Write<'_>) {
        let Scrolled { steps: _, loaded: _, ended: _, back: _, rows, gone: _ } = self;
        rows.each(write);
    }
}

impl Strings for FindResult {
    fn each(&mut self, write: &mut Write<'_>) {
        let (lines, texts) = self.texts_mut();
        write(Part::Lines, lines);
        texts.into_iter().for_each(|text| text.each(write));
    }
}
