//! Which values are masked in the strings of which document: what was given to fields, everywhere; what fields held, in the documents
//! of their origin. A document without an origin (sandboxed, `data:`) is one of its own. Fixture: evidence/poison.html.

use std::{borrow::Cow, iter, ops::Range, sync::Arc};

use rustc_hash::FxHashMap;

use super::{
    FrameIndex, NodeIndex, NodeKind,
    draft::{Draft, string},
    secrets::Secrets,
};
use crate::{
    capture::{PageCapture, SessionCapture},
    secret_values::{KnownSecrets, MASK, SecretValues, is_opaque, scrub_apart},
};

/// Begins the key of what has no origin, as none does.
const OPAQUE: &str = " ";

/// See the file's paragraph.
#[derive(Debug, Default)]
pub(super) struct Masks {
    known: Arc<KnownSecrets>,
    /// By origin, or by frame for what has none: what is known of it and what its fields hold now.
    held: Vec<(String, SecretValues)>,
    /// By session and document: which of them is masked there.
    of_document: Vec<Vec<Option<u32>>>,
    /// By frame, likewise.
    of_frame: Vec<Option<u32>>,
}

impl Masks {
    pub(super) fn new(capture: &PageCapture<'_>, secrets: &Secrets<'_>) -> Self {
        let mut masks = Masks { known: Arc::clone(&capture.secrets), ..Masks::default() };
        let documents: Vec<_> = capture.sessions.iter().map(keys).collect();
        // All first: one document's secrets are those of the others of its origin, too.
        for (session, documents) in documents.iter().enumerate() {
            for (document, key) in documents.iter().enumerate() {
                masks.hold(key, secrets.written(session, document));
            }
        }
        let of = |key: &String| masks.position(key).map(|at| at as u32);
        masks.of_document = documents.iter().map(|documents| documents.iter().map(of).collect()).collect();
        masks
    }

    fn position(&self, key: &str) -> Option<usize> {
        self.held.iter().position(|(known, _)| known == key)
    }

    /// Learns what fields of a document hold.
    fn hold<'v>(&mut self, key: &str, found: impl Iterator<Item = &'v str>) {
        let mut found = found.peekable();
        let at = self.position(key).or_else(|| {
            let values = self.known.held(key).cloned();
            let any = values.is_some() || found.peek().is_some();
            any.then(|| {
                self.held.push((key.to_owned(), values.unwrap_or_default()));
                self.held.len() - 1
            })
        });
        if let Some(at) = at {
            self.held[at].1.add_each(found);
        }
    }

    /// The next frame shows this document.
    pub(super) fn enter(&mut self, session: usize, document: usize) {
        let held = self.of_document.get(session).and_then(|documents| documents.get(document));
        self.of_frame.push(held.copied().flatten());
    }

    /// Which of the values that fields held are masked in a frame: its strings are like those of others with the same.
    pub(super) fn of(&self, frame: FrameIndex) -> Option<u32> {
        self.of_frame.get(frame.0 as usize).copied().flatten()
    }

    fn values(&self, frame: FrameIndex) -> impl Iterator<Item = &SecretValues> {
        iter::once(&self.known.given).chain(self.held_in(frame))
    }

    fn held_in(&self, frame: FrameIndex) -> Option<&SecretValues> {
        self.held.get(self.of(frame)? as usize).map(|(_, values)| values)
    }

    /// Whether nothing is masked in a frame by its value.
    pub(super) fn is_empty(&self, frame: FrameIndex) -> bool {
        self.values(frame).all(SecretValues::is_empty)
    }

    /// A text of a frame as it may be read.
    pub(super) fn scrub<'t>(&self, frame: FrameIndex, text: &'t str) -> Cow<'t, str> {
        scrub_apart(&self.known.given, self.held_in(frame), text)
    }

    /// The same of a document, also of one that no frame shows.
    pub(super) fn scrub_of<'t>(&self, session: usize, document: usize, text: &'t str) -> Cow<'t, str> {
        let held = self.of_document.get(session).and_then(|documents| *documents.get(document)?);
        let held = held.and_then(|at| self.held.get(at as usize)).map(|(_, values)| values);
        scrub_apart(&self.known.given, held, text)
    }

    /// Whether a text is all of a value that is secret in a frame.
    pub(super) fn is(&self, frame: FrameIndex, text: &str) -> bool {
        self.values(frame).any(|values| values.is(text))
    }

    /// What is known to be secret of the page's origins, by origin.
    pub(super) fn held(&self) -> impl Iterator<Item = (&str, &SecretValues)> {
        let held = self.held.iter().filter(|(origin, _)| !origin.starts_with(OPAQUE));
        held.map(|(origin, values)| (origin.as_str(), values))
    }
}

/// Masks secrets of which each part is a text of its own (`hun<b>ter2</b>`), in what a person sees.
pub(super) fn mask_across(draft: &mut Draft<'_>) {
    let mut flow = Flow::default();
    let mut changed = Vec::new();
    for at in 0..draft.len() {
        let columns = &draft.snapshot.columns;
        let text = matches!(columns.kind[at], NodeKind::Text | NodeKind::Pseudo) && columns.visible[at];
        let frame = columns.frame[at];
        if !text || columns.strings.masks.is_empty(frame) {
            continue;
        }
        if frame != flow.frame {
            flow.end(&columns.strings.masks, &mut changed);
            flow.frame = frame;
        }
        let apart = draft.snapshot.apart.binary_search(&NodeIndex(at as u32)).is_ok();
        flow.push(at, draft.text(columns.text[at]), apart);
    }
    flow.end(&draft.snapshot.columns.strings.masks, &mut changed);
    for (at, text) in changed {
        let columns = &mut draft.snapshot.columns;
        columns.text[at] = columns.strings.push_word(&text);
    }
}

/// The texts of a frame that a person sees, one after the other.
#[derive(Default)]
struct Flow {
    frame: FrameIndex,
    text: String,
    /// Where each node's text begins and ends in it.
    pieces: Vec<(usize, Range<usize>)>,
}

impl Flow {
    fn push(&mut self, node: usize, text: &str, apart: bool) {
        if apart {
            self.text.push(' ');
        }
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.push((node, start..self.text.len()));
    }

    /// Ends it; notes the texts that have to be others, as they are to be.
    fn end(&mut self, masks: &Masks, changed: &mut Vec<(usize, String)>) {
        let Flow { frame, text, pieces } = std::mem::take(self);
        let mut places: Vec<_> = masks.values(frame).flat_map(|values| values.places(&text)).collect();
        places.sort_unstable_by_key(|place| (place.start, place.end));
        let mut places = places.into_iter().peekable();
        for (node, piece) in pieces {
            let (mut out, mut copied) = (String::new(), piece.start);
            while let Some(place) = places.next_if(|place| place.end <= piece.end) {
                cut(&text, &piece, &place, &mut copied, &mut out);
            }
            // It goes on in the next text.
            if let Some(place) = places.peek().filter(|place| place.start < piece.end) {
                cut(&text, &piece, place, &mut copied, &mut out);
            }
            if copied > piece.start {
                out.push_str(&text[copied..piece.end]);
                changed.push((node, out));
            }
        }
    }
}

/// Copies a text up to a secret in it, which may begin before it and end after it.
fn cut(text: &str, piece: &Range<usize>, place: &Range<usize>, copied: &mut usize, out: &mut String) {
    if place.end <= *copied {
        return;
    }
    if place.start >= *copied {
        out.push_str(&text[*copied..place.start]);
        out.push_str(MASK);
    }
    *copied = place.end.min(piece.end);
}

/// For each document of a session what it shares secrets by: its origin, or its frame where it has none.
fn keys(session: &SessionCapture<'_>) -> Vec<String> {
    let documents = &session.snapshot.documents;
    let mut parents = vec![None; documents.len()];
    for (parent, document) in documents.iter().enumerate() {
        for within in &document.nodes.content_document_index.value {
            if let Some(slot) = usize::try_from(*within).ok().and_then(|within| parents.get_mut(within)) {
                *slot = Some(parent);
            }
        }
    }
    let looks: FxHashMap<_, _> = session.looks.iter().map(|look| (look.frame.as_str(), look)).collect();
    let origins: FxHashMap<_, _> =
        session.frames.iter().map(|known| (known.frame.as_str(), known.origin.as_str())).collect();
    let mut keys: Vec<String> = Vec::with_capacity(documents.len());
    for (document, parent) in documents.iter().zip(parents) {
        let frame = string(session, document.frame_id);
        let look = looks.get(frame);
        let origin = Origin {
            own: look.and_then(|look| look.origin.as_deref()),
            of_address: origins.get(frame).copied().unwrap_or(""),
            unseen: look.is_none_or(|look| look.failed),
            written: string(session, document.document_url).starts_with("about:"),
        };
        let parent = parent.and_then(|parent| keys.get(parent)).map(String::as_str);
        let key = origin.key(parent).map_or_else(|| format!("{OPAQUE}{frame}"), str::to_owned);
        keys.push(key);
    }
    keys
}

/// What is known of the origin of a document.
#[derive(Clone, Copy)]
struct Origin<'s> {
    /// What the document says itself, where that is not the origin of its address.
    own: Option<&'s str>,
    of_address: &'s str,
    /// It could not be asked.
    unseen: bool,
    /// It has no address, so that its writer wrote it.
    written: bool,
}

impl<'s> Origin<'s> {
    /// What it shares secrets by, if it has an origin. Where it could not be asked more is masked, not less.
    fn key(self, parent: Option<&'s str>) -> Option<&'s str> {
        let key = match self.own {
            None if self.unseen && self.written => parent,
            own => Some(own.unwrap_or(self.of_address)),
        };
        key.filter(|key| !is_opaque(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes of texts, `|` between those that stand apart by a space in place of nothing.
    fn across(values: &[&str], texts: &[&str]) -> Vec<String> {
        let mut known = KnownSecrets::default();
        values.iter().for_each(|value| _ = known.given.add(value));
        let masks = Masks { known: Arc::new(known), ..Masks::default() };
        let mut flow = Flow::default();
        for (at, text) in texts.iter().enumerate() {
            let apart = text.starts_with('|');
            flow.push(at, text.trim_start_matches('|'), apart);
        }
        let mut changed = Vec::new();
        flow.end(&masks, &mut changed);
        let mut out: Vec<String> = texts.iter().map(|text| text.trim_start_matches('|').to_owned()).collect();
        changed.into_iter().for_each(|(at, text)| out[at] = text);
        out
    }

    #[test]
    fn a_document_is_asked_for_its_origin() {
        let plain = Origin { own: None, of_address: "https://a.example", unseen: false, written: false };
        let written = Origin { of_address: "://", written: true, ..plain };
        let parent = Some("https://b.example");
        for (origin, key) in [
            (plain, Some("https://a.example")),
            (Origin { unseen: true, ..plain }, Some("https://a.example")),
            (Origin { own: Some("null"), ..plain }, None),
            (Origin { own: Some("https://b.example"), ..written }, parent),
            (Origin { own: Some("null"), ..written }, None),
            (written, None),
            (Origin { unseen: true, ..written }, parent),
        ] {
            assert_eq!(origin.key(parent), key);
        }
    }

    #[test]
    fn a_secret_in_several_texts_is_masked_in_each() {
        let values = ["hunter2!", "4111 1111 1111 1111", "correct horse"];
        for (texts, want) in [
            (&["it is hun", "ter", "2! here"][..], &["it is ••••••••", "", " here"][..]),
            (&["hunter2!hun", "ter2!"], &["••••••••••••••••", ""]),
            (&["xhun", "ter2!hun", "ter2!x"], &["x••••••••", "••••••••", "x"]),
            (&["4111", "|1111", "|1111", "|1111", "|x"], &["••••••••", "", "", "", "x"]),
            (&["correct", "|horse", "|battery"], &["••••••••", "", "battery"]),
            (&["correct", "horse"], &["correct", "horse"]),
            (&["hunt", "|er2!"], &["hunt", "er2!"]),
        ] {
            assert_eq!(across(&values, texts), want, "{texts:?}");
        }
    }
}
