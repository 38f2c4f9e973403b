//! Copying what a node says into the snapshot: its attributes and its text, as they may be read. Here secrets are masked
//! and addresses shortened; nothing later has ever seen them. Equal strings of a session are copied once.

use std::hash::{Hash, Hasher};

use domtool_cdp::protocol::dom_snapshot::{DocumentSnapshot, StringIndex};
use rustc_hash::FxHasher;

use super::super::{
    FrameIndex, NodeIndex, NodeKind, TextId,
    draft::{Marks, Source, string},
    known_names::Word,
    privacy::shorten_url,
    style::{CONTENT, TEXT_SECURITY, alternative},
};
use super::{Merger, NONE};
use crate::{capture::SessionCapture, styles::value};

impl Merger<'_, '_> {
    pub(super) fn attributes(&mut self, index: NodeIndex, source: Source, obscured: bool) {
        let capture = self.draft.capture;
        let Some(session) = capture.sessions.get(source.session as usize) else { return };
        let Some(cursor) = self.cursors.last() else { return };
        let row = cursor.document.nodes.attributes.row(source.node as usize);
        let at = (source.session, source.document, source.node);
        let secret = obscured || self.draft.secrets.has(at.0, at.1, at.2);
        if secret {
            self.draft.marks[index.at()].set(Marks::SECRET);
        }
        let frame = cursor.frame;
        let masks_any = !self.draft.snapshot.columns.strings.masks.is_empty(frame);
        let is_secret = |merger: &Self, text| merger.draft.snapshot.columns.strings.masks.is(frame, text);
        let start = self.draft.snapshot.columns.attribute_pool.len() as u32;
        for pair in row.chunks_exact(2) {
            let (name, key) = self.word(source.session as usize, pair[0]);
            let value = match key {
                // The label of an option, too: a saved card is one.
                Word::Value | Word::Label | Word::AriaValuetext | Word::AriaValuenow if secret => {
                    masked(string(session, pair[1]))
                }
                Word::Value if is_secret(self, string(session, pair[1])) => TextId::MASK,
                // Words of the language, not of the page: a secret that is one of them is no reason to lose a role.
                Word::Type | Word::Role | Word::Autocomplete if masks_any => {
                    self.draft.snapshot.columns.strings.push_word(string(session, pair[1]))
                }
                _ if secret && self.draft.secrets.echoes(at.0, at.1, at.2, string(session, pair[1])) => {
                    TextId::MASK
                }
                Word::Srcdoc => TextId::EMPTY,
                // What it does is nobody's to read; that it does something else is to be seen.
                Word::Handler => {
                    let mut hasher = FxHasher::default();
                    string(session, pair[1]).hash(&mut hasher);
                    self.draft.snapshot.columns.strings.push_word(&format!("#{:x}", hasher.finish()))
                }
                Word::Href
                | Word::Src
                | Word::XlinkHref
                | Word::Action
                | Word::Formaction
                | Word::Poster
                | Word::Srcset => match shorten_url(string(session, pair[1])) {
                    std::borrow::Cow::Borrowed(_) => self.intern(frame, source.session, pair[1]),
                    std::borrow::Cow::Owned(short) => self.draft.snapshot.columns.strings.push(frame, &short),
                },
                _ => self.intern(frame, source.session, pair[1]),
            };
            self.draft.snapshot.columns.attribute_pool.push((name, value));
            self.draft.keys.push(key);
        }
        let end = self.draft.snapshot.columns.attribute_pool.len() as u32;
        self.draft.snapshot.columns.attributes[index.at()] = (start, end);
    }

    /// The text of a text node or pseudo-element, as it is drawn where it is drawn.
    pub(super) fn text(&mut self, index: NodeIndex, source: Source) {
        let capture = self.draft.capture;
        let Some(session) = capture.sessions.get(source.session as usize) else { return };
        let Some(cursor) = self.cursors.last() else { return };
        let (at, frame) = (source.node as usize, cursor.frame);
        let (document, first_row) = (cursor.document, cursor.rows.get(at).copied().unwrap_or(NONE) as usize);
        let written = document.nodes.node_value.get(at).copied().unwrap_or(StringIndex(-1));
        let obscured = obscured(session, document, &cursor.rows, at);
        let (rendered, mut joined) = rendered_pieces(session, document, first_row, at);
        if let Some(first) = self.first_letter.take().filter(|_| rendered.is_some()) {
            let rest = joined.as_deref().or(rendered.map(|rest| string(session, rest))).unwrap_or("");
            joined = Some(format!("{}{rest}", string(session, first)));
        }
        let parent = self.draft.snapshot.columns.parent[index.at()];
        let in_secret = self.draft.marks.get(parent.at()).is_some_and(|marks| marks.has(Marks::SECRET));
        if self.draft.snapshot.columns.kind[index.at()] == NodeKind::Pseudo {
            let name = document.nodes.node_name.get(at).map_or("", |name| string(session, *name));
            self.draft.tag[index.at()] = Word::of(name);
            let instead = said_instead(session, document, first_row, rendered);
            if let Some(instead) = instead.filter(|_| !in_secret) {
                self.draft.snapshot.columns.text[index.at()] = self.draft.push(index.at(), &instead);
                return;
            }
        }
        let secret = in_secret
            || (obscured && !self.draft.rules.reveal_secrets)
            || self.draft.secrets.has(source.session, source.document, source.node);
        let shown = rendered.unwrap_or(written);
        self.draft.snapshot.columns.text[index.at()] = if secret {
            self.draft.marks[index.at()].set(Marks::SECRET);
            masked(string(session, shown).trim())
        } else if let Some(joined) = joined {
            self.draft.push(index.at(), &joined)
        } else {
            self.intern(frame, source.session, shown)
        };
    }

    /// A string of a session in a frame of it.
    pub(super) fn intern(&mut self, frame: FrameIndex, session: u32, index: StringIndex) -> TextId {
        let Ok(at) = usize::try_from(index.0) else { return TextId::EMPTY };
        let Some(slot) = self.interned.get_mut(session as usize).and_then(|s| s.get_mut(at)) else {
            return TextId::EMPTY;
        };
        let text = &self.draft.capture.sessions[session as usize].snapshot.strings[at];
        let strings = &mut self.draft.snapshot.columns.strings;
        if let Some(masked) = strings.masks.of(frame) {
            let apart = self.interned_apart.entry((masked, session, at as u32));
            return *apart.or_insert_with(|| strings.push(frame, text));
        }
        if *slot == NONE {
            *slot = strings.push(frame, text).0;
        }
        TextId(*slot)
    }

    pub(super) fn word(&mut self, session: usize, index: StringIndex) -> (TextId, Word) {
        let Ok(at) = usize::try_from(index.0) else { return Default::default() };
        let Some(slot) = self.words.get_mut(session).and_then(|s| s.get_mut(at)) else {
            return Default::default();
        };
        *slot.get_or_insert_with(|| {
            let lower = self.draft.capture.sessions[session].snapshot.strings[at].to_lowercase();
            let local = lower.strip_prefix("svg:").unwrap_or(&lower);
            (self.draft.snapshot.columns.strings.push_word(local), Word::of(local))
        })
    }
}

/// The first text that a node's layout draws; all of it joined, where it is drawn in several pieces.
fn rendered_pieces(
    session: &SessionCapture<'_>,
    document: &DocumentSnapshot,
    first_row: usize,
    at: usize,
) -> (Option<StringIndex>, Option<String>) {
    let layout = &document.layout;
    let rows = (first_row..layout.node_index.len()).take_while(|row| layout.node_index[*row] == at as i32);
    let mut pieces = rows.filter_map(|row| layout.text.get(row).copied().filter(|text| text.0 >= 0));
    let Some(first) = pieces.next() else { return (None, None) };
    let mut joined: Option<String> = None;
    for piece in pieces {
        joined.get_or_insert_with(|| string(session, first).to_owned()).push_str(string(session, piece));
    }
    (Some(first), joined)
}

/// What a pseudo-element says in place of what it draws, where that is something else.
fn said_instead(
    session: &SessionCapture<'_>,
    document: &DocumentSnapshot,
    first_row: usize,
    rendered: Option<StringIndex>,
) -> Option<String> {
    let content = value(document.layout.styles.row(first_row), session.styles.column(CONTENT));
    let content = content.map_or("", |content| string(session, content));
    // Drawn for its size only: a character that there is none of.
    let blank = rendered.is_some_and(|text| string(session, text).trim() == "\u{fffd}");
    alternative(content).or(blank.then(String::new))
}

fn masked(value: &str) -> TextId {
    if value.is_empty() { TextId::EMPTY } else { TextId::MASK }
}

/// Whether `-webkit-text-security` is at work on a node.
pub(super) fn obscured(
    session: &SessionCapture<'_>,
    document: &DocumentSnapshot,
    rows: &[u32],
    at: usize,
) -> bool {
    let row = rows.get(at).copied().unwrap_or(NONE) as usize;
    let style = value(document.layout.styles.row(row), session.styles.column(TEXT_SECURITY));
    style.is_some_and(|style| !matches!(string(session, style), "none" | ""))
}
