//! The journal: the running record of what happened in a tab, as the protocol tells it.
//!
//! Entries are numbered; an action takes the number before its input ([`Journal::mark`]) and later asks what came
//! after. Memory is bounded: the oldest entries go first.

use std::{
    collections::{HashMap, VecDeque},
    time::Instant,
};

use domtool_cdp::protocol::{RequestId, network};
use domtool_page::snapshot::shorten_url;

use crate::report::{DialogInfo, RequestInfo};

const MOST_ENTRIES: usize = 2_000;
const MOST_REQUESTS: usize = 500;
/// A request that a page has made this often before is its own habit (a poll), not an action's doing.
const HABIT: u32 = 2;

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
    Dialog(DialogInfo),
    DialogClosed,
    ConsoleError(String),
    Request {
        id: RequestId,
        habitual: bool,
    },
    RequestAnswered {
        id: RequestId,
    },
    RequestEnded {
        id: RequestId,
    },
    /// A tab is about to open.
    WindowOpening,
    /// It is there, with this number.
    TabOpened(u32),
    Download(String),
    /// The tab closed or crashed.
    Lost,
    /// For the next observation or report, in words.
    News(String),
}

#[derive(Debug)]
struct Request {
    info: RequestInfo,
    /// Of what it asks for, as the protocol names it.
    kind: String,
}

#[derive(Debug, Default)]
pub(crate) struct Journal {
    entries: VecDeque<(u64, Instant, Entry)>,
    next: u64,
    requests: HashMap<RequestId, Request>,
    request_order: VecDeque<RequestId>,
    /// How often each address (without its query) was asked for, to tell a habit.
    habits: HashMap<String, u32>,
    /// News up to here was told.
    told: u64,
}

impl Journal {
    /// Adds an entry and says its number.
    pub(crate) fn push(&mut self, entry: Entry) -> u64 {
        let seq = self.next;
        self.next += 1;
        self.entries.push_back((seq, Instant::now(), entry));
        if self.entries.len() > MOST_ENTRIES {
            self.entries.pop_front();
        }
        seq
    }

    /// The number that the next entry will have.
    pub(crate) fn mark(&self) -> u64 {
        self.next
    }

    /// What came at or after a mark.
    pub(crate) fn since(&self, mark: u64) -> impl Iterator<Item = (u64, &Entry)> {
        let skip = self.entries.partition_point(|(seq, ..)| *seq < mark);
        self.entries.iter().skip(skip).map(|(seq, _, entry)| (*seq, entry))
    }

    /// Lines for the next observation that no report has told yet.
    pub(crate) fn take_news(&mut self) -> Vec<String> {
        let from = self.told;
        self.told = self.next;
        self.since(from)
            .filter_map(|(_, entry)| match entry {
                Entry::News(line) => Some(line.clone()),
                _ => None,
            })
            .collect()
    }

    pub(crate) fn request(&self, id: &RequestId) -> Option<&RequestInfo> {
        self.requests.get(id).map(|request| &request.info)
    }

    /// Whether a request's answer may become content of the page: no picture, no beacon, no stream without end.
    pub(crate) fn may_be_content(&self, id: &RequestId) -> bool {
        let kind = self.requests.get(id).map_or("", |request| request.kind.as_str());
        matches!(kind, "Document" | "Stylesheet" | "Script" | "XHR" | "Fetch")
    }

    /// The number of the entry with which the current document began; 0 when that is not known any more.
    pub(crate) fn start_of_document(&self) -> u64 {
        let mut entries = self.entries.iter().rev();
        entries
            .find(|(.., entry)| matches!(entry, Entry::Committed { main: true }))
            .map_or(0, |(seq, ..)| *seq)
    }

    pub(crate) fn request_began(&mut self, event: network::RequestWillBeSent) {
        let known = self.requests.contains_key(&event.request_id);
        let info = RequestInfo {
            method: event.request.method,
            url: shorten_url(&event.request.url).into_owned(),
            status: None,
            failure: None,
        };
        let key = info.url.split(['?', '#']).next().unwrap_or_default().to_owned();
        self.requests
            .insert(event.request_id.clone(), Request { info, kind: event.r#type.unwrap_or_default() });
        if known {
            return; // a redirect: the same request goes on
        }
        if self.habits.len() > MOST_REQUESTS {
            self.habits.clear();
        }
        let seen = self.habits.entry(key).or_default();
        let habitual = *seen >= HABIT;
        *seen += 1;
        self.request_order.push_back(event.request_id.clone());
        if self.request_order.len() > MOST_REQUESTS
            && let Some(oldest) = self.request_order.pop_front()
        {
            self.requests.remove(&oldest);
        }
        self.push(Entry::Request { id: event.request_id, habitual });
    }

    pub(crate) fn response_received(&mut self, event: &network::ResponseReceived) {
        if let Some(request) = self.requests.get_mut(&event.request_id) {
            request.info.status = Some(event.response.status);
        }
        self.push(Entry::RequestAnswered { id: event.request_id.clone() });
        // A stream of events never ends, and its answer is its beginning.
        if event.r#type == "EventSource" {
            self.request_ended(&event.request_id, None);
        }
    }

    pub(crate) fn request_ended(&mut self, id: &RequestId, failure: Option<String>) {
        if let Some(request) = self.requests.get_mut(id) {
            request.info.failure = failure;
        }
        self.push(Entry::RequestEnded { id: id.clone() });
    }
}
