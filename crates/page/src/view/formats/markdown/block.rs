//! A block of what is read: a paragraph, a heading, an item, a row, code. It is what pages are made of.

use std::fmt::Write as _;

use crate::{
    identity::ElementId,
    snapshot::NodeIndex,
    view::{escape::push_number, left_out::ContentKind},
};

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Paragraph,
    Heading,
    /// An item of a list.
    Item,
    /// Of a table, with the block of its row of headers.
    Row {
        header: Option<usize>,
    },
    /// Whole lines; `first` is the fence.
    Code,
    /// The code before it goes on.
    CodeOn,
    /// A line of ours.
    Note,
    /// The paragraph before it goes on.
    Continued,
}

impl Kind {
    /// What it is counted as where it has no room; `None` for what is part of the block before it.
    pub(super) fn counts_as(self) -> Option<ContentKind> {
        match self {
            Self::Paragraph | Self::Item | Self::Code | Self::CodeOn => Some(ContentKind::Text),
            Self::Heading => Some(ContentKind::Heading),
            Self::Row { .. } => Some(ContentKind::Row),
            Self::Note => Some(ContentKind::Other),
            Self::Continued => None,
        }
    }
}

/// One block.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) kind: Kind,
    /// Before its first line.
    pub(super) first: String,
    /// Before its other lines.
    pub(super) rest: String,
    /// Escaped.
    pub(super) text: String,
    /// Where in the text the ids of elements go.
    pub(super) ids: Vec<(usize, NodeIndex)>,
}

impl Block {
    /// What stands between it and the one before it.
    pub(super) fn joint(&self, before: &Block) -> &'static str {
        match (before.kind, self.kind) {
            (_, Kind::Continued) => " ",
            (_, Kind::CodeOn) => "",
            (Kind::Item, Kind::Item) | (Kind::Row { .. }, Kind::Row { .. }) => "\n",
            (Kind::Code | Kind::CodeOn, _) => "\n",
            _ => "\n\n",
        }
    }

    fn is_code(&self) -> bool {
        matches!(self.kind, Kind::Code | Kind::CodeOn)
    }

    /// Writes what stands before its text; `leads`: it is the first on its page.
    fn open(&self, out: &mut String, leads: bool) {
        match self.kind {
            Kind::Continued if !leads => {}
            Kind::Continued => out.push_str(&self.rest),
            Kind::Code | Kind::CodeOn => {
                if leads || self.kind == Kind::Code {
                    self.fence(out);
                }
                out.push_str(&self.rest);
            }
            _ => out.push_str(&self.first),
        }
    }

    /// Writes it, with the ids that its elements get.
    pub(super) fn write(&self, out: &mut String, leads: bool, mut id: impl FnMut(NodeIndex) -> ElementId) {
        self.open(out, leads);
        let mut ids = self.ids.iter().peekable();
        for (at, c) in self.text.char_indices() {
            while let Some((_, node)) = ids.next_if(|(place, _)| *place <= at) {
                let _infallible = write!(out, "{}", id(*node));
            }
            out.push(c);
            if c == '\n' && at + 1 < self.text.len() {
                out.push_str(&self.rest);
            }
        }
        for (_, node) in ids {
            let _infallible = write!(out, "{}", id(*node));
        }
    }

    /// Writes its first characters and how many there are.
    pub(super) fn write_start(&self, out: &mut String, leads: bool, limit: usize) {
        self.open(out, leads);
        out.extend(self.text.chars().take(limit).map(|c| if c == '\n' { ' ' } else { c }));
        out.push_str("… (");
        push_number(out, self.text.chars().count());
        out.push_str(" chars)");
        out.push_str(if self.is_code() { "\n" } else { "" });
    }

    /// Ends what it opened, unless the next block on the page goes on with it.
    pub(super) fn close(&self, out: &mut String, next: Option<&Block>) {
        if self.is_code() && next.is_none_or(|next| next.kind != Kind::CodeOn) {
            self.fence(out);
        }
    }

    fn fence(&self, out: &mut String) {
        out.push_str(&self.rest);
        out.push_str(&self.first);
        out.push('\n');
    }
}
