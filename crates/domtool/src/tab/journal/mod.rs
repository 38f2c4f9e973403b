//! The journal: the running record of what happened in a tab, as the protocol and the isolated worlds report it.
//!
//! Entries are numbered; an action takes the number before its input ([`Journal::begin`]) and later asks what came
//! after. What nobody was told yet is news for the next call ([`news`]). Memory is bounded: the oldest entries go first.

mod news;
mod readers;
mod requests;

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use domtool_cdp::protocol::RequestId;
use domtool_page::messages::Messages;

use readers::Reader;
pub(crate) use requests::Requests;
pub(super) use requests::asks_for_login;

use crate::report::DialogInfo;

/// No more callers than this are remembered; of the others the next diff has nothing to compare with.
pub(crate) const MOST_CALLERS: usize = 8;

const MOST_ENTRIES: usize = 2_000;
/// Characters of an entry in words.
const LONGEST: usize = 300;

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    NavigationBegan,
    Committed {
        main: bool,
    },
    Loaded,
    StoppedLoading,
    WithinDocument {
        main: bool,
    },
    /// A frame is no longer in the page.
    FrameRemoved,
    Dialog(DialogInfo),
    DialogClosed,
    ConsoleError(String),
    Request {
        id: RequestId,
        background: bool,
    },
    RequestAnswered {
        id: RequestId,
    },
    /// All bytes of its answer are there, whether or not the page reads them.
    BodyReceived {
        id: RequestId,
    },
    RequestEnded {
        id: RequestId,
    },
    /// Something was sent over a WebSocket, while an action ran.
    SocketAsked {
        id: RequestId,
    },
    /// The next thing that came over it.
    SocketAnswered {
        id: RequestId,
    },
    /// A tab is about to open.
    WindowOpening,
    /// It is there, with this number.
    TabOpened(u32),
    /// Another tab of the session closed.
    TabClosed(u32),
    /// A download began.
    Download {
        guid: String,
        name: String,
    },
    /// It is whole, or was canceled: its outcome in words.
    DownloadEnded {
        guid: String,
        words: String,
    },
    /// The page opened a file chooser.
    Chooser {
        multiple: bool,
    },
    /// The one with this number got its files.
    ChooserAnswered {
        seq: u64,
    },
    /// The tab closed or crashed.
    Lost,
    /// For the next observation or report, in words.
    News(String),
}

#[derive(Debug)]
pub(crate) struct Journal {
    entries: VecDeque<(u64, Entry)>,
    next: u64,
    /// The zero of all times in here.
    epoch: Instant,
    pub(crate) requests: Requests,
    pub(crate) messages: Messages,
    /// The number of the next entry when the action began that runs.
    acting: Option<u64>,
    /// The action has opened its page: requests that this page repeats are background requests, not the action's.
    opened: bool,
    /// When the last action was over.
    rested: Option<Duration>,
    /// The caller whose operation runs, or ran last.
    reader: Reader,
    /// The other callers, those that called last first.
    others: Vec<Reader>,
}

impl Default for Journal {
    fn default() -> Self {
        Self {
            entries: VecDeque::new(),
            next: 0,
            epoch: Instant::now(),
            requests: Requests::default(),
            messages: Messages::default(),
            acting: None,
            opened: false,
            rested: None,
            reader: Reader::default(),
            others: Vec::new(),
        }
    }
}

impl Journal {
    /// Adds an entry and says its number.
    pub(crate) fn push(&mut self, entry: Entry) -> u64 {
        let seq = self.next;
        self.next += 1;
        self.entries.push_back((seq, entry));
        if self.entries.len() > MOST_ENTRIES {
            self.entries.pop_front();
        }
        seq
    }

    /// An error that was written to the console.
    pub(crate) fn console_error(&mut self, text: &str) {
        self.push(Entry::ConsoleError(text.chars().take(LONGEST).collect()));
    }

    /// The number that the next entry will have.
    pub(crate) fn mark(&self) -> u64 {
        self.next
    }

    /// The journal's time: how long ago it began.
    pub(crate) fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    /// What came at or after a mark.
    pub(crate) fn since(&self, mark: u64) -> impl Iterator<Item = (u64, &Entry)> {
        let skip = self.entries.partition_point(|(seq, _)| *seq < mark);
        self.entries.iter().skip(skip).map(|(seq, entry)| (*seq, entry))
    }

    /// The number of the entry with which the current document began; 0 when that is not known any more.
    pub(crate) fn start_of_document(&self) -> u64 {
        let mut entries = self.entries.iter().rev();
        entries.find(|(_, entry)| matches!(entry, Entry::Committed { main: true })).map_or(0, |(seq, _)| *seq)
    }

    /// Begins an action; returns its mark and its time. Entries from here on are its effects, or the page's own.
    pub(crate) fn begin(&mut self) -> (u64, Duration) {
        let now = self.now();
        self.acting = Some(self.next);
        self.opened = false;
        let messages = self.take_messages(false);
        self.reader.earlier.extend(messages);
        self.messages.act(now);
        (self.next, now)
    }

    /// Notes that the action has opened its page.
    pub(crate) fn page_came(&mut self) {
        self.opened = true;
    }

    /// Ends the action. With a report, returns the news from before the action for it, and remembers the action's requests that still
    /// run, which later news name by `action`. Entries from here on are news for the next call.
    pub(crate) fn end(&mut self, reported: bool, action: &str) -> Vec<String> {
        let now = self.now();
        let mark = self.acting.take();
        self.rested = Some(now);
        self.messages.rest(now);
        let Some(mark) = mark.filter(|_| reported) else { return Vec::new() };
        let news = self.news(mark);
        let ids = self.begun_since(mark);
        let action: Arc<str> = action.into();
        let begun = |id: &RequestId| (id.clone(), Some(Arc::clone(&action)));
        // Of what belongs to the page another line tells.
        let untold = |id: &&RequestId| !self.reader.loading.contains(id);
        let running: Vec<_> =
            ids.filter(untold).filter(|id| self.requests.is_awaited(id)).map(begun).collect();
        self.reader.awaited.extend(running);
        self.reader.told = self.next;
        news
    }

    /// Whether something that was asked for since a mark has not come yet, be it what the page requests by itself, too: an endless
    /// page requests its first rows before anybody scrolls.
    pub(crate) fn is_pending(&self, mark: u64) -> bool {
        let mut ids = self.since(mark).filter_map(|(_, entry)| match entry {
            Entry::Request { id, .. } => Some(id),
            _ => None,
        });
        ids.any(|id| self.requests.is_awaited(id))
    }

    /// The requests since a mark that the page does not make by itself all the time.
    fn begun_since(&self, mark: u64) -> impl Iterator<Item = &RequestId> {
        self.since(mark).filter_map(|(_, entry)| match entry {
            Entry::Request { id, background: false } => Some(id),
            _ => None,
        })
    }
}
