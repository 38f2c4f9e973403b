//! The text of a block while it is written: words with their white space collapsed, links around them, cells between bars.

use super::escape::{push_code, push_word};
use crate::snapshot::{NodeIndex, NodeRef, Typeset};

#[derive(Default)]
pub(super) struct Line {
    text: String,
    ids: Vec<(usize, NodeIndex)>,
    /// White space is owed.
    space: bool,
    /// The link that is open, and whether its bracket is.
    link: Option<(NodeIndex, bool)>,
    /// Where the current line of the text starts.
    start: usize,
    /// Where text in backticks ended.
    code: Option<usize>,
    /// Where struck text ended.
    struck: Option<usize>,
}

/// On either side of struck text.
const STRUCK: &str = "~~";

impl Line {
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn in_link(&self) -> bool {
        self.link.is_some()
    }

    pub(super) fn space(&mut self) {
        self.space = true;
    }

    /// Text of the page.
    pub(super) fn push(&mut self, text: &str, code: bool, in_cell: bool) {
        for (at, word) in text.split(char::is_whitespace).enumerate() {
            self.space |= at > 0;
            if word.is_empty() {
                continue;
            }
            self.begin();
            if code {
                self.push_code(word);
            } else {
                push_word(&mut self.text, word, self.start, in_cell);
            }
        }
    }

    /// The same with the signs of how it is set. Struck texts side by side are one.
    pub(super) fn push_set(&mut self, node: NodeRef<'_>, code: bool, in_cell: bool) {
        let (set, text) = (node.typeset(), node.text());
        if set == Typeset::default() || text.trim().is_empty() {
            self.push(text, code, in_cell);
            return;
        }
        self.space |= text.starts_with(char::is_whitespace);
        let spaced = self.text.strip_suffix(' ').map(str::len);
        let goes_on =
            self.struck.filter(|end| set.struck && (*end == self.text.len() || Some(*end) == spaced));
        if let Some(end) = goes_on {
            self.space |= spaced == Some(end);
            self.text.truncate(end - STRUCK.len());
        }
        self.begin();
        self.text.push_str(if set.struck && goes_on.is_none() { STRUCK } else { "" });
        let told = format!("{}{}{}", set.opens, text.trim(), set.closes);
        self.push(&told, code, in_cell);
        if set.struck {
            self.text.push_str(STRUCK);
            self.struck = Some(self.text.len());
        }
        self.space |= text.ends_with(char::is_whitespace);
    }

    /// Words in backticks one after the other share them.
    fn push_code(&mut self, word: &str) {
        let plain = !word.contains('`');
        let from = self.text.len();
        let spaced = self.text.strip_suffix(' ').map(str::len);
        let before = self.code.filter(|end| plain && (*end == from || Some(*end) == spaced));
        if let Some(end) = before {
            let gap = from > end;
            self.text.truncate(end - 1);
            self.text.push_str(if gap { " " } else { "" });
            let mut inner = String::new();
            push_code(&mut inner, word);
            self.text.push_str(inner.trim_start_matches('`'));
        } else {
            push_code(&mut self.text, word);
        }
        self.code = plain.then_some(self.text.len());
    }

    /// An image by its name.
    pub(super) fn push_image(&mut self, name: &str, in_cell: bool) {
        if self.in_link() {
            self.push(name, false, in_cell);
            return;
        }
        self.space = true;
        self.begin();
        self.text.push_str("![");
        let start = self.start;
        for (at, word) in name.split_whitespace().enumerate() {
            self.text.push_str(if at == 0 { "" } else { " " });
            push_word(&mut self.text, word, start, in_cell);
        }
        self.text.push(']');
        self.space = true;
    }

    /// Writes what is owed before text.
    fn begin(&mut self) {
        let owed = std::mem::take(&mut self.space);
        if owed && self.text.len() > self.start && !self.text.ends_with([' ', '\n']) {
            self.text.push(' ');
        }
        if let Some((_, begun @ false)) = &mut self.link {
            *begun = true;
            // Two links side by side are apart to the eye, by their style where not by white space.
            if self.ids.last().is_some_and(|(place, _)| place + 1 == self.text.len()) {
                self.text.push(' ');
            }
            self.text.push('[');
        }
    }

    pub(super) fn open_link(&mut self, node: NodeIndex) {
        self.close_link();
        self.link = Some((node, false));
    }

    pub(super) fn close_link(&mut self) {
        if let Some((node, true)) = self.link.take() {
            self.text.push_str("](");
            self.ids.push((self.text.len(), node));
            self.text.push(')');
        }
    }

    /// A line ends inside of the block.
    pub(super) fn end_row(&mut self) {
        self.space = true;
        if self.text.len() > self.start {
            self.text.push('\n');
            self.start = self.text.len();
        }
    }

    /// Whether a line just ended inside of the block.
    pub(super) fn ends_row(&self) -> bool {
        self.start > 0 && self.start == self.text.len()
    }

    pub(super) fn start_cell(&mut self) {
        self.text.push_str(if self.text.is_empty() { "| " } else { " " });
        self.space = false;
    }

    pub(super) fn end_cell(&mut self) {
        self.close_link();
        self.text.push_str(if self.text.ends_with(' ') { "|" } else { " |" });
        self.space = false;
    }

    /// Whether a row has nothing in its cells.
    pub(super) fn is_empty_row(&self) -> bool {
        self.text.bytes().all(|byte| matches!(byte, b'|' | b' '))
    }

    /// The rule under a row of headers.
    pub(super) fn push_rule(&mut self, cells: usize) {
        self.text.push_str("\n|");
        (0..cells).for_each(|_| self.text.push_str("---|"));
    }

    pub(super) fn clear(&mut self) {
        let link = self.link.take();
        *self = Line { link, ..Line::default() };
    }

    /// Ends it. A link that goes on is told by what of it was in this block.
    pub(super) fn take(&mut self) -> (String, Vec<(usize, NodeIndex)>) {
        let begun = self.link.is_some_and(|(_, begun)| begun);
        let link = self.link.filter(|(_, begun)| !begun);
        if begun {
            self.close_link();
        }
        let Line { mut text, ids, .. } = std::mem::take(self);
        self.link = link;
        text.truncate(text.trim_end().len());
        (text, ids)
    }
}
