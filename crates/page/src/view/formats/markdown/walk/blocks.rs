//! Blocks as they end: what was read, with what stands before its lines by what is open; lines of our own; code.

use std::fmt::Write as _;

use super::{Open, PIECE, Walk};
use crate::{
    limits::NAME_CHARACTERS,
    snapshot::{NodeIndex, NodeKind, NodeRef},
    view::{
        escape::{push_line, push_quoted},
        formats::markdown::{
            block::{Block, Kind},
            escape::{fence_of, push_code_text},
        },
        signs::is_left_out_alone,
        text::{CodeFlow, is_inline, is_line_break, push_told_verbatim},
        wording::host_of,
    },
};

impl<'s> Walk<'s> {
    /// Starts a block for an element that is one. In a row and in a short link it is a word beside the others.
    pub(super) fn block_of_element(&mut self, node: NodeRef<'_>) {
        if is_inline(node.tag()) {
            return;
        }
        let in_link = self.open.iter().any(|(_, open)| matches!(open, Open::Link { short: true }));
        if in_link || self.in_row() {
            self.line.space();
            self.open.push((node.end(), Open::Apart));
            return;
        }
        self.flush();
        self.open.push((node.end(), Open::Block));
    }

    /// The mark of the next item of the innermost list.
    pub(super) fn mark(&mut self, item: NodeRef<'_>) -> String {
        for (_, open) in self.open.iter_mut().rev() {
            match open {
                Open::List(Some(numbers)) => return format!("{}. ", numbers.take(item)),
                Open::List(None) => break,
                _ => {}
            }
        }
        "- ".to_owned()
    }

    /// Ends a line; two breaks end the block. A row, a heading and a short link are one line.
    pub(super) fn line_break(&mut self) {
        let one_line = self.in_row() || self.line.in_link() || self.kind == Kind::Heading;
        if one_line {
            self.line.space();
        } else if self.line.ends_row() {
            self.flush();
        } else {
            self.line.end_row();
        }
    }

    /// Ends the block that is being written.
    pub(super) fn flush(&mut self) {
        let (text, ids) = self.line.take();
        let kind = std::mem::replace(&mut self.kind, Kind::Paragraph);
        let says_nothing = || ids.is_empty() && is_left_out_alone(self.snapshot, self.last_text, &text);
        if text.is_empty() || (!matches!(kind, Kind::Row { .. }) && says_nothing()) {
            if kind == Kind::Heading {
                self.kind = kind;
            }
            return;
        }
        let (mut first, rest, in_item) = self.prefixes();
        let kind = if in_item && kind == Kind::Paragraph { Kind::Item } else { kind };
        if kind == Kind::Heading {
            (0..self.level).for_each(|_| first.push('#'));
            first.push(' ');
        }
        self.reading.blocks.push(Block { kind, first, rest, text, ids });
    }

    /// What stands before the first line and before the others, by what is open; whether an item starts here.
    pub(super) fn prefixes(&mut self) -> (String, String, bool) {
        let (mut first, mut rest, mut starts) = (String::new(), String::new(), false);
        for (_, open) in &mut self.open {
            match open {
                Open::Quote => {
                    first.push_str("> ");
                    rest.push_str("> ");
                }
                Open::Item { mark, written } => {
                    let indent = mark.chars().count().min(4);
                    if *written {
                        (0..indent).for_each(|_| first.push(' '));
                    } else {
                        first.push_str(mark);
                        starts = true;
                        *written = true;
                    }
                    (0..indent).for_each(|_| rest.push(' '));
                }
                _ => {}
            }
        }
        (first, rest, starts)
    }

    /// A line of ours, with the element that it is a handle of.
    pub(super) fn note(&mut self, text: String, handle: Option<NodeIndex>) {
        if self.in_row() {
            return;
        }
        self.flush();
        let (first, rest, _) = self.prefixes();
        let ids = handle.map(|node| (text.len() - 2, node)).into_iter().collect();
        self.reading.blocks.push(Block { kind: Kind::Note, first, rest, text, ids });
    }

    /// The document of a frame says whose it is.
    pub(super) fn frame(&mut self, document: NodeRef<'s>) {
        let Some(owner) = document.parent().filter(|owner| owner.visible()) else { return };
        let Some(frame) = self.frames.get(&owner.index()) else { return };
        let mut note = String::from("[iframe");
        let name = if owner.name().is_empty() { frame.title.as_str() } else { owner.name() };
        if !name.is_empty() {
            note.push(' ');
            push_name(&mut note, name);
        }
        let host = host_of(&frame.url).replace(['[', ']'], "");
        if !host.is_empty() {
            let _infallible = write!(note, " {host}");
        }
        if let Some(reason) = self.gaps.get(&owner.index()) {
            note.push_str(": ");
            push_line(&mut note, &reason.replace(['[', ']'], ""), 120);
        }
        self.note(note + "]", None);
        self.open.push((document.end(), Open::Block));
    }

    /// Preformatted text, in pieces of whole lines.
    pub(super) fn code(&mut self, node: NodeRef<'_>) -> NodeIndex {
        self.flush();
        let mut code = String::new();
        let is_shown = |d: &NodeRef<'_>| match d.kind() {
            NodeKind::Text => d.visible() || is_line_break(*d),
            // A line's number is no part of the code, but the line begins with it.
            NodeKind::Pseudo => d.begins_line(),
            _ => d.tag() == "br",
        };
        let mut flow = CodeFlow::default();
        for text in node.descendants().filter(is_shown) {
            if text.tag() == "br" {
                code.push('\n');
                continue;
            }
            if text.kind() == NodeKind::Pseudo {
                if !code.ends_with('\n') {
                    code.push('\n');
                }
                continue;
            }
            flow.join(&mut code, text);
            let mut told = String::new();
            push_told_verbatim(&mut told, text);
            push_code_text(&mut code, &told);
        }
        let code = code.trim_matches('\n').trim_end();
        if code.is_empty() || !self.is_wanted(node) {
            return node.end();
        }
        let (_, rest, _) = self.prefixes();
        let fence = "`".repeat(fence_of(code));
        let mut text = String::new();
        let mut kind = Kind::Code;
        for line in code.lines() {
            text.push_str(line.trim_end());
            text.push('\n');
            if text.len() > PIECE {
                let text = std::mem::take(&mut text);
                self.reading.blocks.push(Block {
                    kind,
                    first: fence.clone(),
                    rest: rest.clone(),
                    text,
                    ids: Vec::new(),
                });
                kind = Kind::CodeOn;
            }
        }
        if !text.is_empty() {
            self.reading.blocks.push(Block { kind, first: fence, rest, text, ids: Vec::new() });
        }
        node.end()
    }
}

/// A page's name for something, in a line of ours.
pub(super) fn push_name(out: &mut String, name: &str) {
    push_quoted(out, &name.replace('[', "(").replace(']', ")"), NAME_CHARACTERS);
}
