//! Reading text off a snapshot: collapsing white space, collecting what an element holds, telling what was said before.

use std::borrow::Cow;

use super::kinds::is_solid;
use crate::{
    geometry::Rect,
    limits::{NODES_OF_NAME, SEARCHED_NAME_BYTES},
    snapshot::{NodeIndex, NodeKind, NodeRef, Role, Snapshot, Typeset, is_left_out},
};

/// Between texts of different blocks that share a line.
pub(super) const BLOCK_MARK: &str = " | ";

/// What is drawn beside a name has no more bytes.
const GLYPH_BYTES: usize = 16;

/// Elements that flow within a line of text.
pub(super) fn is_inline(tag: &str) -> bool {
    matches!(
        tag,
        "a" | "abbr"
            | "b"
            | "bdi"
            | "bdo"
            | "br"
            | "cite"
            | "code"
            | "data"
            | "del"
            | "dfn"
            | "em"
            | "font"
            | "i"
            | "img"
            | "ins"
            | "kbd"
            | "label"
            | "mark"
            | "q"
            | "rb"
            | "rp"
            | "rt"
            | "rtc"
            | "ruby"
            | "s"
            | "samp"
            | "slot"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "sup"
            | "svg"
            | "time"
            | "tspan"
            | "tt"
            | "u"
            | "var"
            | "wbr"
            | "button"
            | "input"
            // The text of a formula stands in the first of its letters.
            | "math"
            | "semantics"
            | "mrow"
            | "mstyle"
            | "mfrac"
            | "msqrt"
            | "mroot"
            | "msup"
            | "msub"
            | "msubsup"
            | "mover"
            | "munder"
            | "munderover"
            | "mi"
            | "mn"
            | "mo"
            | "mtext"
    )
}

/// The nearest ancestor that is a block: texts with the same one flow together.
pub(super) fn block_of(node: NodeRef<'_>) -> NodeIndex {
    let mut last = node.index();
    for ancestor in node.ancestors() {
        last = ancestor.index();
        if !(ancestor.kind() == NodeKind::ShadowRoot(crate::snapshot::ShadowMode::Open)
            || ancestor.kind() == NodeKind::ShadowRoot(crate::snapshot::ShadowMode::Closed)
            || is_inline(ancestor.tag()))
        {
            break;
        }
    }
    last
}

/// The box of a text: that of its block, where nothing else is in it.
pub(super) fn place_of_text(snapshot: &Snapshot, text: NodeRef<'_>) -> Option<Rect> {
    let block = snapshot.node(block_of(text));
    let is_text =
        |node: NodeRef<'_>| node.kind() != NodeKind::Element || is_inline(node.tag()) && !is_solid(node);
    let alone = block.descendants().all(is_text);
    if alone { block.rect() } else { text.rect() }
}

/// Whether a text of a `<pre>` is no more than the white space between two lines. It has no width, so no box that can be seen:
/// highlighters put each word into an element, and leave the line breaks between them (texts-apart.html, Sphinx's examples).
pub(super) fn is_line_break(node: NodeRef<'_>) -> bool {
    let text = node.text();
    text.contains('\n') && text.trim().is_empty() && node.parent().is_some_and(NodeRef::visible)
}

/// How the texts of a `<pre>` follow each other. A block in it is a line of its own, as highlighters make them, but for cells beside each
/// other; the number of a line stands apart from its code. Fixture: code-lines.html.
#[derive(Debug, Default)]
pub(super) struct CodeFlow {
    /// The block and the box of the last text.
    last: Option<(NodeIndex, Option<Rect>)>,
}

impl CodeFlow {
    /// Adds what is between the last text and the next one.
    pub(super) fn join(&mut self, out: &mut String, next: NodeRef<'_>) {
        let block = block_of(next);
        let (before, rect) = self.last.unwrap_or((block, None));
        let beside = rect.zip(next.rect()).is_some_and(|(last, own)| last.is_beside(&own));
        self.last = Some((block, next.rect().or(rect)));
        if out.is_empty() {
            return;
        }
        if before != block && !beside || next.begins_line() {
            if !out.ends_with('\n') {
                out.push('\n');
            }
        } else if beside
            && (before != block || next.is_apart() && ends_with_number(out))
            && !out.ends_with(' ')
        {
            out.push(' ');
        }
    }
}

/// Whether the last line is a number so far.
fn ends_with_number(text: &str) -> bool {
    let line = text.rsplit('\n').next().unwrap_or(text).trim_start();
    !line.is_empty() && line.chars().all(|digit| digit.is_ascii_digit())
}

/// Appends text with its white space collapsed; `space` carries over whether some is owed.
pub(super) fn push_collapsed(out: &mut String, text: &str, space: &mut bool) {
    for (at, word) in text.split(char::is_whitespace).enumerate() {
        *space |= at > 0;
        if !word.is_empty() {
            if *space && !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
            *space = false;
            out.push_str(word);
        }
    }
}

/// Follows each sign that [`push_told`] adds to a text of the page: no output shows it, and a text is read without those signs by it.
const JOINER: char = '\u{2060}';
/// On either side of a struck text.
const STRUCK: &str = "~~\u{2060}";

/// Appends a text of the page as it is printed: as [`push_collapsed`], with signs for what a person sees by how it is set.
pub(super) fn push_told(out: &mut String, node: NodeRef<'_>, space: &mut bool) {
    let (set, text) = (node.typeset(), node.text());
    if set == Typeset::default() || text.trim().is_empty() {
        push_collapsed(out, text, space);
        return;
    }
    *space |= text.starts_with(char::is_whitespace);
    let goes_on = set.struck && out.ends_with(STRUCK);
    if goes_on {
        out.truncate(out.len() - STRUCK.len());
    }
    if *space && !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
    *space = false;
    push_signs(out, &set, goes_on, |out| push_collapsed(out, text.trim(), &mut false));
    *space |= text.ends_with(char::is_whitespace);
}

/// The same of preformatted text, with its white space.
pub(super) fn push_told_verbatim(out: &mut String, node: NodeRef<'_>) {
    let (set, text) = (node.typeset(), node.text());
    let inner = text.trim();
    if set == Typeset::default() || inner.is_empty() {
        out.push_str(text);
        return;
    }
    let start = text.len() - text.trim_start().len();
    let goes_on = set.struck && start == 0 && out.ends_with(STRUCK);
    if goes_on {
        out.truncate(out.len() - STRUCK.len());
    }
    out.push_str(&text[..start]);
    push_signs(out, &set, goes_on, |out| out.push_str(inner));
    out.push_str(&text[start + inner.len()..]);
}

/// Two struck texts side by side are one: `goes_on`.
fn push_signs(out: &mut String, set: &Typeset, goes_on: bool, push: impl FnOnce(&mut String)) {
    out.push_str(if set.struck && !goes_on { STRUCK } else { "" });
    out.push_str(set.opens);
    push(out);
    out.push_str(set.closes);
    out.push_str(if set.struck { STRUCK } else { "" });
}

/// A text without the signs that were added to it; nothing for one that has none.
pub(super) fn without_signs(text: &str) -> Option<String> {
    if !text.contains(JOINER) {
        return None;
    }
    let mut pieces = text.split(JOINER);
    let last = pieces.next_back()?;
    let mut out = String::with_capacity(text.len());
    for piece in pieces {
        let signs = ["~~", "^", "_", "(", ")", " "];
        out.push_str(signs.iter().find_map(|sign| piece.strip_suffix(sign)).unwrap_or(piece));
    }
    Some(out + last)
}

/// A text with signs as it is printed, where nothing else drops what nobody sees.
pub(super) fn printed(text: &str) -> Cow<'_, str> {
    if text.contains(JOINER) { Cow::Owned(text.replace(JOINER, "")) } else { Cow::Borrowed(text) }
}

/// The visible text of a node, collapsed, blocks apart by a space; images by their names. Stops after `limit` bytes.
pub(super) fn inner_text(snapshot: &Snapshot, node: NodeRef<'_>, limit: usize) -> String {
    let text = told_text(snapshot, node, limit);
    if node.holds_typeset() { printed(&text).into_owned() } else { text }
}

/// The same, with what tells its signs from the page's own: what is looked for is compared with both readings.
pub(super) fn told_text(snapshot: &Snapshot, node: NodeRef<'_>, limit: usize) -> String {
    text_by(snapshot, node, limit, push_told, |_| false)
}

/// The same, by its letters alone.
pub(super) fn plain_text(snapshot: &Snapshot, node: NodeRef<'_>, limit: usize) -> String {
    text_by(snapshot, node, limit, push_plain, |_| false)
}

fn push_plain(out: &mut String, node: NodeRef<'_>, space: &mut bool) {
    push_collapsed(out, node.text(), space);
}

/// The text that flows around a text node within `said`, collapsed: of its block, and of no control in it. `None` where it is longer than
/// `limit` bytes.
pub(super) fn run_of(
    snapshot: &Snapshot,
    text: NodeRef<'_>,
    said: &Said<'_>,
    limit: usize,
    skips: impl Fn(NodeRef<'_>) -> bool,
) -> Option<String> {
    let block = block_of(text);
    let end = snapshot.node(block).end().min(said.end).0;
    let mut at = block.max(said.from).0 + 1;
    let (mut out, mut space) = (String::new(), false);
    for _ in 0..NODES_OF_NAME {
        if at >= end || out.len() > limit {
            break;
        }
        let here = snapshot.node(NodeIndex(at));
        at += 1;
        match here.kind() {
            NodeKind::Text | NodeKind::Pseudo
                if here.visible() && block_of(here) == block && !skips(here) =>
            {
                space |= here.is_apart();
                push_collapsed(&mut out, here.text(), &mut space);
            }
            NodeKind::Element if is_solid(here) => at = here.end().0,
            NodeKind::Element if here.tag() == "br" => space = true,
            _ => {}
        }
    }
    (at >= end && out.len() <= limit).then_some(out)
}

/// The same of what a field holds: a label in it is no part of that.
pub(super) fn held_text(snapshot: &Snapshot, node: NodeRef<'_>, limit: usize) -> String {
    text_by(snapshot, node, limit, push_plain, |here| here.tag() == "label")
}

fn text_by(
    snapshot: &Snapshot,
    node: NodeRef<'_>,
    limit: usize,
    push: impl Fn(&mut String, NodeRef<'_>, &mut bool),
    skips: impl Fn(NodeRef<'_>) -> bool,
) -> String {
    let mut out = String::new();
    let mut space = false;
    let mut block = None;
    let mut at = node.index().0 + 1;
    let end = node.end().0;
    while at < end && out.len() < limit {
        let here = snapshot.node(NodeIndex(at));
        at += 1;
        match here.kind() {
            NodeKind::Text if here.visible() => {
                let its = block_of(here);
                space |= here.is_apart() || block.is_some_and(|b| b != its);
                block = Some(its);
                push(&mut out, here, &mut space);
            }
            NodeKind::Element if skips(here) => at = here.end().0,
            NodeKind::Element if here.visible() && here.role() == Role::Image && !here.name().is_empty() => {
                space = true;
                push_collapsed(&mut out, here.name(), &mut space);
                space = true;
                at = here.end().0;
            }
            NodeKind::Element if here.tag() == "br" => space = true,
            _ => {}
        }
    }
    out
}

/// Whether two texts differ at most in white space and what names leave out.
pub(super) fn is_same_text(a: &str, b: &str) -> bool {
    let letters = |text| str::chars(text).filter(|letter| !letter.is_whitespace() && !is_left_out(*letter));
    letters(a).eq(letters(b))
}

/// A name that has been said: text that is part of it is not repeated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said<'s> {
    /// What is called so.
    from: NodeIndex,
    /// One past the last node in it.
    pub(super) end: NodeIndex,
    name: &'s str,
    /// All text in it is part of it.
    all: bool,
    /// It is a control's, a heading's or a label's: signs in it are how it is drawn, such as a cross or a badge's dot.
    control: bool,
}

impl<'s> Said<'s> {
    /// The name of what holds text of its own beside it, such as a region or a list.
    pub(super) fn of_container(node: NodeRef<'s>, name: &'s str) -> Self {
        Self { from: node.index(), end: node.end(), name, all: false, control: false }
    }

    /// The name of a control, a heading or a label.
    pub(super) fn of_control(node: NodeRef<'s>, name: &'s str) -> Self {
        Self { control: true, ..Self::of_container(node, name) }
    }

    /// A name of which every text is part.
    pub(super) fn all(node: NodeRef<'s>) -> Self {
        Self { all: true, ..Self::of_control(node, "") }
    }

    /// How long a text may be that it can hold, bytes.
    pub(super) fn limit(&self) -> usize {
        2 * self.name.len() + GLYPH_BYTES
    }

    /// Whether it is that of a control, a heading or a label.
    pub(super) fn is_of_control(&self) -> bool {
        self.control
    }

    /// Whether the name holds this text, which must be collapsed.
    pub(super) fn holds(&self, text: &str) -> bool {
        if self.all || text.is_empty() {
            return true;
        }
        if !text.chars().any(char::is_alphanumeric) {
            return self.control;
        }
        if text.contains(is_left_out) {
            let mut kept = String::with_capacity(text.len());
            push_collapsed(&mut kept, &text.replace(is_left_out, ""), &mut false);
            return self.holds(&kept);
        }
        let searched = self.name.get(..SEARCHED_NAME_BYTES).unwrap_or(self.name);
        // Of a control the name is what is in it, in pieces that may be parts of words; a number is one only as a whole.
        if self.control && !text.chars().all(char::is_numeric) {
            return searched.contains(text);
        }
        let word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        let whole = |at: usize| {
            let (before, after) = (&self.name[..at], &self.name[at + text.len()..]);
            let open = !word(before.chars().next_back()) || !word(text.chars().next());
            open && (!word(after.chars().next()) || !word(text.chars().next_back()))
        };
        searched.match_indices(text).any(|(at, _)| whole(at)) || is_same_text(self.name, text)
    }
}
