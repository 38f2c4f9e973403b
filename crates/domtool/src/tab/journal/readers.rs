//! Keeps how far each caller of a tab has read the journal, so that each is told its own news.

use std::{sync::Arc, time::Duration};

use domtool_cdp::protocol::RequestId;
use domtool_page::messages::{Message, most_telling};

use super::{Journal, MOST_CALLERS};
use crate::limits::WAITING_MESSAGES;

/// How far one caller has read.
#[derive(Debug, Default)]
pub(super) struct Reader {
    name: Arc<str>,
    /// News up to here was told.
    pub(super) told: u64,
    /// Messages that were not told.
    pub(super) earlier: Vec<Message>,
    /// Requests that are still running, each with the action that began it, as `click e5`, where a report told of that.
    pub(super) awaited: Vec<(RequestId, Option<Arc<str>>)>,
    /// Resources of the page that it was told are still loading.
    pub(super) loading: Vec<RequestId>,
    /// The request of the document itself, where that is.
    pub(super) document: Option<RequestId>,
    /// When it was last shown the page.
    shown: Option<Duration>,
    /// Whether it ever read anything.
    began: bool,
}

impl Journal {
    /// Makes this caller the reader. A caller that comes while others read gets the news from then on.
    pub(crate) fn read_as(&mut self, name: &Arc<str>) {
        if self.reader.name != *name {
            let known = self.others.iter().position(|other| other.name == *name);
            let fresh = || Reader { name: Arc::clone(name), told: self.mark(), ..Reader::default() };
            let reader = match known {
                Some(at) => self.others.remove(at),
                // Nobody was there before.
                None if !self.reader.began => Reader { name: Arc::clone(name), ..Reader::default() },
                None => fresh(),
            };
            let left = std::mem::replace(&mut self.reader, reader);
            if left.began {
                self.others.insert(0, left);
                self.others.truncate(MOST_CALLERS - 1);
            }
        }
        self.reader.began = true;
    }

    /// Notes which resources the caller was told to be loading still: it gets news when they have come.
    pub(crate) fn note_loading(&mut self, requests: Vec<RequestId>, document: Option<RequestId>) {
        (self.reader.loading, self.reader.document) = (requests, document);
    }

    /// Forgets those resources for all callers, as another document came.
    pub(crate) fn forget_loading(&mut self) {
        for reader in self.others.iter_mut().chain([&mut self.reader]) {
            reader.loading.clear();
            reader.document = None;
        }
    }

    /// Takes the new messages for the caller, and keeps a copy for each of the others.
    pub(crate) fn take_messages(&mut self, starts: bool) -> Vec<Message> {
        let messages = self.messages.take(starts);
        for other in &mut self.others {
            other.earlier.extend(messages.iter().cloned());
            let earlier = std::mem::take(&mut other.earlier);
            (other.earlier, _) = most_telling(earlier, WAITING_MESSAGES, |message| message.kind);
        }
        messages
    }

    /// Takes messages back that were not told after all.
    pub(crate) fn give_back(&mut self, messages: Vec<Message>) {
        self.reader.earlier.splice(0..0, messages);
    }

    /// Notes that the caller is shown the page as of this moment. A text that came and went is news unless every caller has looked
    /// since.
    pub(crate) fn show(&mut self, at: Duration) {
        self.reader.shown = Some(at);
        let all = self.others.iter().filter_map(|other| other.shown).chain([at]);
        self.messages.show(all.min().unwrap_or(at));
    }
}
