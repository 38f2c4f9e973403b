//! The strings of what is seen and found, see [`crate::strings`].

use super::{FindResult, NodeSummary, Observation, Scrolled, TableData};
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
        write(Part::View, text);
        write(Part::Seen, url);
        write(Part::Seen, title);
        elements.each(write);
        scrolled.each(write);
    }
}

impl Strings for NodeSummary {
    fn each(&mut self, write: &mut Write<'_>) {
        let NodeSummary { id: _, role, name, rect: _, in_view: _ } = self;
        write(Part::Seen, role);
        write(Part::Seen, name);
    }
}

impl Strings for Scrolled {
    fn each(&mut self, write: &mut Write<'_>) {
        let Scrolled { steps: _, loaded: _, ended: _, back: _, rows, gone: _ } = self;
        rows.iter_mut().for_each(|row| write(Part::Seen, row));
    }
}

impl Strings for FindResult {
    fn each(&mut self, write: &mut Write<'_>) {
        let (lines, texts) = self.texts_mut();
        write(Part::View, lines);
        texts.into_iter().for_each(|text| write(Part::Seen, text));
    }
}

impl Strings for TableData {
    fn each(&mut self, write: &mut Write<'_>) {
        let (lines, texts) = self.texts_mut();
        write(Part::View, lines);
        texts.into_iter().for_each(|text| write(Part::Seen, text));
    }
}
