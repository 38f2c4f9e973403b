//! The journal: the running record of what happened in a tab, as the protocol and the isolated worlds report it.
//!
//! Entries are numbered; an action takes the number before its input ([`Journal::begin`]) and later asks what came
//! after. What nobody was told yet is news for the next call ([`news`]). Memory is bounded, by kind ([`entries`], [`console`]).

mod console;
mod entries;
mod news;
mod readers;
mod requests;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use domtool_cdp::protocol::RequestId;
use domtool_page::messages::Messages;

use console::ConsoleErrors;
pub(crate) use console::ConsoleSummary;
use entries::Entries;
pub(crate) use news::leads_to_program;
use readers::Reader;
pub(crate) use requests::Requests;
pub(super) use requests::asks_for_login;

use crate::report::DialogInfo;

/// No more callers than this are remembered; of the others the next diff has nothing to compare with.
pub(crate) const MOST_CALLERS: usize = 8;

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
    Request {
        id: RequestId,
        background: bool,
    },
    /// It was answered with a redirect, and goes on as another hop.
    Redirected {
        id: RequestId,
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
    /// A dedicated worker was made.
    WorkerCame,
    /// A frame went to an address of another program, of this scheme.
    LeftForProgram(String),
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
    entries: Entries,
    console: ConsoleErrors,
    /// The zero of all times in here.
    epoch: Instant,
    pub(crate) requests: Requests,
    pub(crate) messages: Messages,
    /// The number of the next entry when the action began that runs.
    acting: Option<u64>,
    /// The action has opened its page: requests that this page repeats are background requests, not the action's.
    opened: bool,
    /// What the report of the action that runs tells.
    reported: Option<Reported>,
    /// When the last action was over.
    rested: Option<Duration>,
    /// The caller whose operation runs, or ran last.
    reader: Reader,
    /// The other callers, those that called last first.
    others: Vec<Reader>,
}

/// How far the report of an action tells the journal: it is written a look later, and what comes meanwhile is news.
#[derive(Debug)]
struct Reported {
    /// Entries before this number are told.
    before: u64,
    /// Requests of the action that ran then.
    running: Vec<RequestId>,
}

impl Default for Journal {
    fn default() -> Self {
        Self {
            entries: Entries::default(),
            console: ConsoleErrors::default(),
            epoch: Instant::now(),
            requests: Requests::default(),
            messages: Messages::default(),
            acting: None,
            opened: false,
            reported: None,
            rested: None,
            reader: Reader::default(),
            others: Vec::new(),
        }
    }
}

impl Journal {
    /// Adds an entry and says its number.
    pub(crate) fn push(&mut self, entry: Entry) -> u64 {
        self.entries.push(entry, self.acting)
    }

    /// An error that was written to the console.
    pub(crate) fn console_error(&mut self, text: &str) {
        let seq = self.entries.number();
        self.console.note(seq, text);
    }

    /// The errors that were written to the console since a mark.
    pub(crate) fn console_since(&self, mark: u64) -> ConsoleSummary {
        self.console.between(mark, u64::MAX)
    }

    /// Whether more came since a mark than could be kept.
    pub(crate) fn has_gap(&self, mark: u64) -> bool {
        self.entries.has_gap(mark) || self.requests.has_gap()
    }

    /// The number that the next entry will have.
    pub(crate) fn mark(&self) -> u64 {
        self.entries.next()
    }

    /// The journal's time: how long ago it began.
    pub(crate) fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    /// What came at or after a mark.
    pub(crate) fn since(&self, mark: u64) -> impl Iterator<Item = (u64, &Entry)> {
        self.entries.since(mark)
    }

    /// The number of the entry with which the current document began; 0 when that is not known any more.
    pub(crate) fn start_of_document(&self) -> u64 {
        self.entries.last_event(|entry| matches!(entry, Entry::Committed { main: true })).unwrap_or(0)
    }

    /// Begins an action; returns its mark and its time. Entries from here on are its effects, or the page's own.
    pub(crate) fn begin(&mut self) -> (u64, Duration) {
        let now = self.now();
        self.acting = Some(self.mark());
        self.console.cut_at(self.mark());
        self.requests.action_began();
        (self.opened, self.reported) = (false, None);
        let messages = self.take_messages(false);
        self.reader.earlier.extend(messages);
        self.messages.act(now);
        (self.mark(), now)
    }

    /// The mark of now, and the journal's time.
    pub(crate) fn moment(&self) -> (u64, Duration) {
        (self.mark(), self.now())
    }

    /// Whether requests of the page's began at or after a mark.
    pub(crate) fn has_requests_since(&self, mark: u64) -> bool {
        self.since(mark).any(|(_, entry)| matches!(entry, Entry::Request { background: false, .. }))
    }

    /// Whether an action runs.
    pub(crate) fn is_acting(&self) -> bool {
        self.acting.is_some()
    }

    /// Notes that the action has opened its page.
    pub(crate) fn page_came(&mut self) {
        self.opened = true;
    }

    /// Notes that the report of the action that runs tells all up to here.
    pub(crate) fn report(&mut self) {
        let Some(began) = self.acting else { return };
        self.console.cut_at(self.mark());
        let running = self.begun_since(began).filter(|id| self.requests.is_awaited(id)).cloned().collect();
        self.reported = Some(Reported { before: self.mark(), running });
    }

    /// Ends the action. With a report, returns the news from before the action for it, and remembers the action's requests that still
    /// run, which later news name by `action`. Entries from here on are news for the next call.
    pub(crate) fn end(&mut self, reported: bool, action: &str) -> Vec<String> {
        let now = self.now();
        let mark = self.acting.take();
        let told = self.reported.take();
        self.console.cut_at(self.mark());
        self.requests.action_ended();
        self.rested = Some(now);
        self.messages.rest(now);
        let (Some(mark), Some(told)) = (mark.filter(|_| reported), told) else { return Vec::new() };
        let news = self.news(mark);
        let action: Arc<str> = action.into();
        // Of what belongs to the page another line tells.
        let untold = |id: &RequestId| !self.reader.loading.contains(id);
        let running = told.running.into_iter().filter(untold).map(|id| (id, Some(Arc::clone(&action))));
        let running: Vec<_> = running.collect();
        self.reader.awaited.extend(running);
        self.reader.told = told.before;
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
