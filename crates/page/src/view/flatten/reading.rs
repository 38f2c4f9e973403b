//! Text on its way into lines: adjacent text nodes flow together, nothing is said twice.

use super::super::{
    outline::LineKind,
    signs::is_left_out_alone,
    tables::{cell_of, empty_before, has_headers},
    text::{
        BLOCK_MARK, CodeFlow, Said, block_of, inner_text, push_collapsed, push_told, push_told_verbatim,
        run_of, without_signs,
    },
};
use super::Flattener;
use rustc_hash::FxHashMap;

use crate::{
    limits::TEXT_CHARACTERS,
    snapshot::{NodeIndex, NodeKind, NodeRef},
};

/// Texts of several blocks share a line up to this many bytes.
const SHARED_LINE: usize = 200;
/// A text of at most so many bytes that is `aria-hidden` beside a name is an ornament, and left out.
const ORNAMENT: usize = 12;
/// In place of an empty cell.
const EMPTY_CELL: &str = "| ";
/// So far up what hides a text is looked for.
const DEEP: usize = 8;

/// Text that was read and not yet made into a line.
#[derive(Default)]
pub(super) struct Pending {
    pub(super) text: String,
    pub(super) node: NodeIndex,
    pub(super) block: NodeIndex,
    pub(super) space: bool,
    /// The end of the `<pre>` that it is from, if it is: then its white space is the page's.
    preformatted: Option<NodeIndex>,
    code: CodeFlow,
}

/// A row whose cells have lines of their own: there are controls in it.
#[derive(Default)]
pub(super) struct OpenRow {
    row: NodeIndex,
    /// By cell: how many empty ones before it were not told yet.
    empty_before: FxHashMap<NodeIndex, usize>,
}

impl<'s> Flattener<'s> {
    /// Whether a whole text is part of the name of what it stands in.
    pub(super) fn is_said(&self, text: &str) -> bool {
        self.said.last().is_some_and(|said| said.holds(text))
    }

    /// Whether a text node is part of what was said: in a control by itself, as a control may be called by all that is in it; in a region with
    /// the text that it flows in.
    fn is_part_of_name(&mut self, node: NodeRef<'s>) -> bool {
        let Some(said) = self.said.last().copied() else { return false };
        if is_ornament(node, &said) {
            return true;
        }
        let mut own = String::new();
        push_collapsed(&mut own, node.text(), &mut false);
        // An icon's font may draw it by a letter, which then stands alone.
        let lone = own.chars().nth(1).is_none() && own.chars().all(char::is_alphabetic);
        if said.is_of_control() && (!lone || said.holds(&own)) {
            return said.holds(&own);
        }
        let run = (block_of(node), said.end);
        if let Some((_, held)) = self.run.filter(|(known, _)| *known == run) {
            return held;
        }
        let text = run_of(self.snapshot, node, &said, said.limit(), |part| is_ornament(part, &said));
        let held = text.is_some_and(|text| lone && said.is_of_control() && text == own || said.holds(&text));
        self.run = Some((run, held));
        held
    }

    /// Takes in one text node.
    pub(super) fn read(&mut self, node: NodeRef<'s>) {
        let text = node.text();
        if text.is_empty() {
            return;
        }
        if !text.trim().is_empty() && self.is_part_of_name(node) {
            return;
        }
        let preformatted = Some(self.preformatted_until).filter(|end| node.index() < *end);
        if self.text.preformatted != preformatted {
            self.flush();
            self.text.preformatted = preformatted;
        }
        let block = block_of(node);
        if preformatted.is_some() {
            self.read_preformatted(node, block);
            return;
        }
        if text.trim().is_empty() {
            self.text.space = true;
            return;
        }
        let empty = self.take_empty_cells(node);
        if !self.text.text.is_empty() && self.text.block != block {
            if self.places || self.text.text.len() + text.len() > SHARED_LINE {
                self.flush();
            } else {
                self.text.text.push_str(BLOCK_MARK);
                self.text.space = false;
            }
        }
        if self.text.text.is_empty() {
            self.text.node = node.index();
            self.text.space = false;
        }
        self.text.text.push_str(&EMPTY_CELL.repeat(empty));
        self.text.space |= node.is_apart();
        self.text.block = block;
        push_told(&mut self.text.text, node, &mut self.text.space);
    }

    /// How many empty cells stand between a text and what its row told before: without them its values would stand under the headers
    /// of others. Fixture: table-controls.html.
    fn take_empty_cells(&mut self, node: NodeRef<'s>) -> usize {
        let Some((cell, row)) = cell_of(node).filter(|_| !self.places) else { return 0 };
        if self.row.row != row.index() {
            let is_empty = |cell: NodeRef<'_>| {
                self.solids_in(cell) == 0 && inner_text(self.snapshot, cell, 1).is_empty()
            };
            let counts = has_headers(row).then(|| empty_before(self.snapshot, row, is_empty));
            self.row = OpenRow { row: row.index(), empty_before: counts.unwrap_or_default() };
        }
        self.row.empty_before.remove(&cell.index()).unwrap_or(0)
    }

    /// A line break is one in a `<pre>`, and a space elsewhere.
    pub(super) fn line_break(&mut self, node: NodeRef<'_>) {
        if self.text.preformatted.is_some_and(|end| node.index() < end) {
            self.text.text.push('\n');
        } else {
            self.text.space = true;
        }
    }

    /// Takes in a text node of a `<pre>`, as it is. Numbers that are painted beside all of the code are none of it (Prism).
    fn read_preformatted(&mut self, node: NodeRef<'s>, block: NodeIndex) {
        if is_painted_number(node) {
            return;
        }
        let pending = &mut self.text;
        if pending.text.is_empty() {
            pending.node = node.index();
        }
        pending.code.join(&mut pending.text, node);
        pending.block = block;
        push_told_verbatim(&mut pending.text, node);
    }

    /// Makes a line of the text that was read.
    pub(super) fn flush(&mut self) {
        let mut text = std::mem::take(&mut self.text.text);
        self.text.space = false;
        if self.text.preformatted.take().is_some() {
            self.text.code = CodeFlow::default();
            let lines = text.trim_end().trim_start_matches(['\n', '\r']);
            text = lines.replace("\r\n", "\n");
        }
        if text.is_empty() || is_left_out_alone(self.snapshot, self.text.node, &text) {
            return;
        }
        // What a group is called by was said in its line, if it has one: a definition list's term has none (Sphinx's signatures).
        let said = self.open.last().is_some_and(|(line, _)| {
            let line = &self.outline.lines[*line as usize];
            let plain = without_signs(&text);
            let name = self.snapshot.node(line.node).name();
            line.key.kind != LineKind::Group && name == plain.as_deref().unwrap_or(&text)
        });
        if said {
            return;
        }
        let length = text.chars().count();
        let kept = text.char_indices().nth(TEXT_CHARACTERS).map_or(text.len(), |(at, _)| at);
        let node = self.snapshot.node(self.text.node);
        self.push_line(node, LineKind::Text, &text[..kept], length);
        self.needs.push(0);
    }
}

/// Whether it is a number that a style sheet paints, hidden from readers.
fn is_painted_number(node: NodeRef<'_>) -> bool {
    let hidden = |above: NodeRef<'_>| above.attribute("aria-hidden") == Some("true");
    node.kind() == NodeKind::Pseudo
        && node.text().trim().chars().all(|digit| digit.is_ascii_digit())
        && node.ancestors().take(DEEP).any(hidden)
}

/// Whether a text is a short one that is hidden from readers beside a name: the number before a chapter's link, an arrow.
fn is_ornament(node: NodeRef<'_>, said: &Said<'_>) -> bool {
    let text = node.text().trim();
    if text.is_empty() || text.len() > ORNAMENT {
        return false;
    }
    let is_number = text.ends_with('.') && text.chars().all(|sign| sign.is_ascii_digit() || sign == '.');
    let is_sign = said.is_of_control() && !text.chars().any(char::is_alphanumeric);
    let hidden = |above: NodeRef<'_>| above.attribute("aria-hidden") == Some("true");
    (is_number || is_sign)
        && node.ancestors().take_while(|above| above.end() <= said.end).take(DEEP).any(hidden)
}
