//! What is known of an id: its node, what it was when it was shown, and what became of it.

use std::fmt;

use domtool_cdp::protocol::{BackendNodeId, FrameId, LoaderId, TargetId};
use serde::Serialize;

use super::{ElementId, before::Record, context, fingerprint::Fingerprint, word_kinds};
use crate::{
    limits::ROW_SHADOWS,
    snapshot::{NodeIndex, NodeRef, Role, Snapshot},
};

/// What an id names, or named.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The tab.
    pub page: TargetId,
    /// The frame.
    pub frame: FrameId,
    /// The frame's document.
    pub loader: LoaderId,
    /// The node.
    pub backend: BackendNodeId,
    /// Its role when it was last shown.
    pub role: Role,
    /// Its name when it was last shown, cut at 100 characters.
    pub name: Box<str>,
    /// Its tag.
    pub tag: Box<str>,
    /// Whether it can still be used.
    pub status: Status,
    /// Whether its name was sure, or Chrome's own, when it was shown.
    pub(super) sure: bool,
    /// What its node shows now, where it was given to another row.
    pub(super) now: Box<str>,
    /// The row it stood in, of one that is stale.
    pub(super) stood_in: Box<str>,
    pub(super) print: Fingerprint,
}

impl Entry {
    /// The row, card or group that it stands in, by its title or first words; empty for none.
    #[must_use]
    pub fn place(&self) -> &str {
        self.print.context.named().and_then(|level| level.facts.called()).unwrap_or(&self.stood_in)
    }

    /// What its node shows now, where it was recycled (`"Delete" in "Bob"`); empty otherwise.
    #[must_use]
    pub fn now(&self) -> &str {
        &self.now
    }

    /// Makes it stale, and drops what only a live id needs: a long session has many stale ones.
    pub(super) fn retire(&mut self, reason: StaleReason) {
        self.status = Status::Stale(reason);
        self.stood_in = self.place().into();
        self.print = Fingerprint::default();
    }

    /// The other nodes of which it depends that it is still the same element: its rows, and the titles above it.
    pub fn watched(&self) -> impl Iterator<Item = BackendNodeId> + '_ {
        let record = self.print.record.iter().map(|record| record.node);
        self.print.context.levels.iter().map(|level| level.watch).chain(record)
    }

    /// What the record that it was shown in is called, and the one that is shown in its place now; `None` where it is the same one.
    #[must_use]
    pub fn other_record(&self, node: NodeRef<'_>) -> Option<(String, String)> {
        let was = self.print.record.as_ref()?;
        let now = Record::around(node)?;
        was.is_other(&now).then(|| (was.lead().to_owned(), now.lead().to_owned()))
    }

    /// Whether that is another one beyond doubt.
    pub(super) fn has_other_record(&self, node: NodeRef<'_>) -> bool {
        let was = self.print.record.as_ref();
        was.is_some_and(|was| Record::around(node).is_some_and(|now| was.is_surely_other(&now)))
    }

    /// A node of each shadow root in its rows, as each root's changes must be listened for; `None` where there are too many.
    #[must_use]
    pub fn shadows(&self) -> Option<Vec<BackendNodeId>> {
        let all: Vec<_> =
            self.print.context.levels.iter().flat_map(|level| level.facts.shadows.iter().copied()).collect();
        (all.len() <= ROW_SHADOWS).then_some(all)
    }

    /// Why it is stale, for people and models: the end of a sentence that begins with the id.
    #[must_use]
    pub fn story(&self, reason: StaleReason) -> String {
        match reason {
            StaleReason::Recycled if self.place().is_empty() => {
                format!("{reason}: its node is {} now", self.now)
            }
            StaleReason::Recycled => {
                format!("{reason}: it was in {:?}, and its node is {} now", self.place(), self.now)
            }
            _ => reason.to_string(),
        }
    }

    /// Whether a node still has the name that it was shown with, a counter in it aside.
    #[must_use]
    pub fn is_called(&self, snapshot: &Snapshot, node: NodeRef<'_>) -> bool {
        let (was, now) = (&*self.print.name, node.name());
        if word_kinds::same(was, now) || !self.sure {
            return true;
        }
        let placeholder =
            node.attribute("placeholder").is_some_and(|text| word_kinds::same(text.trim(), now));
        if self.print.placeholder && placeholder {
            return true;
        }
        if self.grew(snapshot, node) {
            return true;
        }
        // A number may change, unless it tells the element from others like it (the pages of a pager).
        word_kinds::has_name(was)
            && word_kinds::same_names(was, now)
            && !snapshot.nodes().any(|other| {
                other.index() != node.index()
                    && other.role() == node.role()
                    && other.tag() == node.tag()
                    && !word_kinds::same(other.name(), now)
                    && word_kinds::same_names(other.name(), now)
            })
    }
}

impl Entry {
    /// Whether words came behind its name, and nothing else of its kind is called what it was called. Items of lists are given to others.
    pub(super) fn grew(&self, snapshot: &Snapshot, node: NodeRef<'_>) -> bool {
        let (was, now) = (&*self.print.name, node.name());
        let more = now.strip_prefix(was).is_some_and(|more| more.starts_with(' '));
        let is_called_so = |other: NodeRef<'_>| {
            other.tag() == node.tag() && other.role() == node.role() && word_kinds::same(other.name(), was)
        };
        more && word_kinds::has_name(was)
            && !(self.print.whole_item && context::is_item(node))
            && !snapshot.nodes().any(is_called_so)
    }
}

/// Whether an id can still be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Its node was there in the last snapshot.
    Live,
    /// It never will be again.
    Stale(StaleReason),
}

/// Why an id is of no more use. Its text is a sentence's end: "e7 button "Save" ...".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StaleReason {
    /// Its frame has another document.
    Navigated,
    /// It was removed, and nothing new is like it.
    Gone,
    /// Its node was given to another row or thing, and nothing else is like what it was.
    Recycled,
    /// It was removed, and several new ones are like it.
    Ambiguous {
        /// How many.
        count: u32,
    },
    /// Its frame was removed.
    FrameGone,
    /// Its tab was closed.
    TabClosed,
    /// Its tab crashed.
    Crashed,
    /// It was given out before the session was started again, after its browser was lost or it was closed.
    Restarted,
    /// It went stale so long ago that nothing else is known of it.
    Forgotten,
}

impl fmt::Display for StaleReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Navigated => f.write_str("is from before a navigation"),
            Self::Gone => f.write_str("was removed from the page"),
            Self::Recycled => f.write_str("was recycled for something else"),
            Self::Ambiguous { count } => write!(f, "was replaced, and {count} new elements are like it"),
            Self::FrameGone => f.write_str("was in a frame that is gone"),
            Self::TabClosed => f.write_str("was in a tab that is closed"),
            Self::Crashed => f.write_str("was in a tab that crashed"),
            Self::Restarted => f.write_str("is from before the browser was lost or the session closed"),
            Self::Forgotten => f.write_str("went stale long ago"),
        }
    }
}

/// An id that has moved to a new node, because its old one was replaced by one like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The id.
    pub id: ElementId,
    /// The node it named.
    pub from: BackendNodeId,
    /// The node it names now, in the snapshot that was reconciled.
    pub to: NodeIndex,
}
