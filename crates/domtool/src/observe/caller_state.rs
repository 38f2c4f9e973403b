//! What a tab remembers between operations, and of which of its callers: several clients may use one session, and what one
//! of them has seen is news to the others.

use std::{collections::VecDeque, sync::Arc};

use domtool_cdp::protocol::{BackendNodeId, FrameId, LoaderId};
use domtool_page::{
    snapshot::Snapshot,
    view::{self, Outline, ReadLines, ReadRows, ReaderKnows},
};

use tokio::sync::Mutex;

use super::{ContentHash, IfChangedSince, Problem, Unconfirmed, selection::Selection};
use crate::{
    limits::{OBSERVED_DOCUMENTS, READ_ADDRESSES, UNTOLD_LINES},
    options::origin_of,
    tab::{MOST_CALLERS, TabInner},
};

/// Where the focus is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FocusPlace {
    pub(crate) frame: FrameId,
    pub(crate) node: BackendNodeId,
    /// What the focused element says is current in it.
    pub(crate) current: Option<BackendNodeId>,
}

/// What a tab remembers between operations: of the page, and of the caller whose operation runs.
#[derive(Debug, Default)]
pub(crate) struct CallerState {
    /// The document that was waited for to be worth looking at.
    pub(crate) ready: Option<LoaderId>,
    /// Whose operation runs, or ran last.
    pub(crate) caller: Caller,
    /// The others, those that called last first.
    others: VecDeque<Caller>,
}

/// What one caller has been told.
#[derive(Debug, Default)]
pub(crate) struct Caller {
    name: Arc<str>,
    /// What it last saw, for the next diff.
    pub(crate) seen: Option<Outline>,
    /// In which document that was, and when that had changed for the last time, by the clock that its frames count alike, where all of them
    /// said so.
    pub(crate) seen_in: Option<(LoaderId, Option<f64>)>,
    /// It has not read the page itself, only what its actions changed: `seen` is how the page was before the first of them.
    pub(crate) unread: bool,
    /// The hash of that, see [`domtool_page::view::content_hash`].
    pub(crate) hash: Option<u64>,
    /// The options of the whole view that it last saw (see `selection`): `hash` is known only for these.
    pub(crate) selection: Option<Selection>,
    /// The page's title then.
    pub(crate) title: Option<String>,
    /// The page line that it was told last; `None` where its last call was about another tab.
    pub(crate) page_line: Option<PageLine>,
    /// The documents that it has observed, the latest first: it knows what else could be had of them.
    observed: VecDeque<LoaderId>,
    /// What the views that it read were made of.
    read: ReadPage,
    /// The rows of the documents that it read, the latest first.
    read_rows: VecDeque<ReadDocument>,
    /// What had the focus then.
    pub(crate) focus: Option<FocusPlace>,
    /// Which fields were invalid then.
    pub(crate) problems: Vec<Problem>,
    /// What its reports could not confirm: read again before its next call.
    pub(crate) unconfirmed: Vec<Unconfirmed>,
    /// Lines about those of them that the page took back, until the next answer says so.
    pub(crate) late: Vec<String>,
    /// News that an observation took from the journal and failed before it told them.
    pub(super) untold: Untold,
}

/// Lines of news that are kept until they are told: the newest, and how many there were before them.
#[derive(Debug, Default)]
pub(super) struct Untold {
    lines: Vec<String>,
    dropped: usize,
}

impl Untold {
    fn add(&mut self, news: Vec<String>) {
        if self.dropped > 0 {
            self.lines.remove(0);
        }
        self.lines.extend(news);
        let over = self.lines.len().saturating_sub(UNTOLD_LINES);
        self.lines.drain(..over);
        self.dropped += over;
        if self.dropped > 0 {
            self.lines.insert(0, format!("{} older lines of news were not kept", self.dropped));
        }
    }

    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }
}

/// What the views of a document that a caller read were made of, and those of the document before it.
#[derive(Debug, Default)]
struct ReadPage {
    document: Option<LoaderId>,
    /// `None`: of no site.
    origin: Option<String>,
    lines: Arc<ReadLines>,
    before: Arc<ReadLines>,
}

/// The rows that a caller was shown of a document.
#[derive(Debug)]
struct ReadDocument {
    document: Option<LoaderId>,
    /// Without query and fragment: a list is the same list after it was filtered or its second page was asked for.
    address: String,
    rows: Arc<ReadRows>,
}

/// What a page line says, and of which document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageLine {
    document: Option<LoaderId>,
    title: String,
    url: String,
    viewport: String,
}

impl PageLine {
    /// That of a snapshot.
    pub(crate) fn of(snapshot: &Snapshot) -> Self {
        let (title, url) = super::page_of(snapshot);
        let document = snapshot.frames.first().map(|frame| frame.loader.clone());
        Self { document, title, url, viewport: view::viewport_line(snapshot) }
    }
}

impl Caller {
    /// What of the page line of a snapshot the caller was told.
    pub(crate) fn knows(&self, now: &PageLine) -> ReaderKnows {
        let known = self.page_line.as_ref().filter(|line| line.document == now.document);
        ReaderKnows {
            page: known.is_some_and(|line| line.title == now.title && line.url == now.url),
            viewport: known.is_some_and(|line| line.viewport == now.viewport),
            modes: now.document.as_ref().is_some_and(|document| self.observed.contains(document)),
        }
    }

    /// An observation told the page line.
    pub(crate) fn note_observed_page(&mut self, now: PageLine) {
        if let Some(document) = now.document.clone() {
            self.note_document(document);
        }
        self.page_line = Some(now);
    }

    /// What else could be had of a document need not be told.
    pub(crate) fn note_document(&mut self, document: LoaderId) {
        if !self.observed.contains(&document) {
            self.observed.push_front(document);
            self.observed.truncate(OBSERVED_DOCUMENTS);
        }
    }

    /// What the caller was told of the page before this one, where that was one of the same site.
    pub(super) fn read_before(&self, now: &PageLine) -> Option<Arc<ReadLines>> {
        let read = &self.read;
        let lines = if read.document == now.document { &read.before } else { &read.lines };
        let same = read.origin.is_some() && read.origin == origin_of(&now.url);
        same.then(|| Arc::clone(lines))
    }

    /// A view was made of these lines.
    pub(super) fn note_read(&mut self, now: &PageLine, lines: ReadLines) {
        let read = &mut self.read;
        if read.document == now.document {
            Arc::make_mut(&mut read.lines).add(lines);
            return;
        }
        let before = std::mem::replace(&mut read.lines, Arc::new(lines));
        let origin = origin_of(&now.url);
        let before = if read.origin == origin { before } else { Arc::default() };
        (read.document, read.origin, read.before) = (now.document.clone(), origin, before);
    }

    /// The rows that the caller was shown of the last document with rows that was at the address of this one.
    pub(super) fn rows_before(&self, now: &PageLine) -> Option<Arc<ReadRows>> {
        let address = address_of(&now.url)?;
        // A form may have the address of its list but for the query, and has no rows.
        let mut read =
            self.read_rows.iter().filter(|read| read.document != now.document && !read.rows.is_empty());
        read.find(|read| read.address == address).map(|read| Arc::clone(&read.rows))
    }

    /// A view told these rows; `goes_on` where it went on with an earlier one.
    pub(super) fn note_rows(&mut self, now: &PageLine, rows: ReadRows, goes_on: bool) {
        let Some(address) = address_of(&now.url) else { return };
        let known = self.read_rows.iter_mut().find(|read| read.document == now.document);
        if let Some(read) = known.filter(|read| goes_on && read.address == address) {
            Arc::make_mut(&mut read.rows).add(rows);
            return;
        }
        let document = now.document.clone();
        // A form may have the address of its list but for the query, and has no rows.
        let others = rows.is_empty();
        self.read_rows.retain(|read| read.document != document && (others || read.address != address));
        self.read_rows.push_front(ReadDocument {
            document,
            address: address.to_owned(),
            rows: Arc::new(rows),
        });
        self.read_rows.truncate(READ_ADDRESSES);
    }

    /// Something was done on the page, or a diff told how it changed: its rows are no longer as a view told them.
    pub(crate) fn forget_rows(&mut self, now: &PageLine) {
        let address = address_of(&now.url);
        self.read_rows.retain(|read| read.document != now.document && Some(&*read.address) != address);
    }

    /// A report told how title and address changed within the document.
    pub(crate) fn note_reported_page(&mut self, now: PageLine) {
        if let Some(line) = self.page_line.as_mut().filter(|line| line.document == now.document) {
            (line.title, line.url) = (now.title, now.url);
        }
    }

    /// What an observation's hash would be if nothing changed; `None` where nothing is compared. A hash of other options is of another
    /// part of the page, or of another format.
    pub(super) fn known_hash(
        &self,
        since: Option<IfChangedSince>,
        selection: Selection,
    ) -> Option<ContentHash> {
        match since? {
            IfChangedSince::Hash(hash) => Some(hash),
            IfChangedSince::LastLook => {
                self.hash.filter(|_| self.selection == Some(selection)).map(|hash| selection.hash_of(hash))
            }
        }
    }

    /// What was last seen is the tab's document as it has been since `changed`.
    pub(crate) fn note_seen_at(&mut self, changed: Option<f64>, tab: &TabInner) {
        self.seen_in = Some((tab.state().loading.loader.clone(), changed));
    }

    /// Keeps news until they are told.
    pub(crate) fn owe(&mut self, news: Vec<String>) {
        self.untold.add(news);
    }
}

/// The address of a page of a site without its query and its fragment.
fn address_of(url: &str) -> Option<&str> {
    origin_of(url)?;
    url.split(['?', '#']).next()
}

impl CallerState {
    /// Of a tab that is new. Operations on the tab take turns by the lock.
    pub(crate) fn shared() -> Arc<Mutex<CallerState>> {
        Arc::default()
    }

    /// Goes on with what was remembered of a tab on an earlier connection. What ran on it then has failed, and is waited for.
    pub(crate) async fn take_over(before: &Mutex<CallerState>) -> Arc<Mutex<CallerState>> {
        Arc::new(Mutex::new(std::mem::take(&mut *before.lock().await)))
    }

    /// An operation of this caller begins.
    pub(crate) fn enter(&mut self, name: &Arc<str>) {
        if *name == self.caller.name {
            return;
        }
        let known = self.others.iter().position(|other| other.name == *name);
        let back = known.and_then(|at| self.others.remove(at));
        let back = back.unwrap_or_else(|| Caller { name: Arc::clone(name), ..Caller::default() });
        let left = std::mem::replace(&mut self.caller, back);
        if left.seen.is_some()
            || left.title.is_some()
            || left.page_line.is_some()
            || !left.untold.lines.is_empty()
            || !left.late.is_empty()
        {
            self.others.push_front(left);
            self.others.truncate(MOST_CALLERS - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_caller_finds_its_own_again() {
        let mut caller_state = CallerState::default();
        for round in 0..3 {
            for name in ["", "a", "b"] {
                caller_state.enter(&name.into());
                let expected = (round > 0).then(|| format!("{name}{}", round - 1));
                assert_eq!(caller_state.caller.title, expected);
                caller_state.caller.title = Some(format!("{name}{round}"));
            }
        }
    }

    #[test]
    fn that_older_news_were_not_kept_is_told() {
        let mut caller_state = CallerState::default();
        let mut owe = |from: usize, to: usize| {
            caller_state.caller.owe((from..to).map(|at| at.to_string()).collect());
            caller_state.caller.untold.lines().to_vec()
        };
        assert_eq!(owe(0, UNTOLD_LINES).len(), UNTOLD_LINES);
        let told = owe(UNTOLD_LINES, UNTOLD_LINES + 3);
        assert_eq!((told[0].as_str(), told[1].as_str()), ("3 older lines of news were not kept", "3"));
        let told = owe(UNTOLD_LINES + 3, UNTOLD_LINES + 5);
        assert_eq!((told[0].as_str(), told[1].as_str()), ("5 older lines of news were not kept", "5"));
        assert_eq!(told.len(), UNTOLD_LINES + 1);
    }

    #[test]
    fn only_so_many_are_remembered() {
        let mut caller_state = CallerState::default();
        for at in 0..100 {
            caller_state.enter(&format!("caller {at}").as_str().into());
            caller_state.caller.title = Some(String::new());
        }
        assert_eq!(caller_state.others.len(), MOST_CALLERS - 1);
        caller_state.enter(&"caller 98".into());
        assert!(caller_state.caller.title.is_some());
        caller_state.enter(&"caller 5".into());
        assert!(caller_state.caller.title.is_none());
    }
}
