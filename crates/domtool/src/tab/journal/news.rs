//! What happened while nobody looked, in words: for the next observation, or the next action's report. Each is told once.

use std::time::Duration;

use domtool_cdp::protocol::RequestId;
use domtool_page::messages::{Kind, Message};

use super::{Entry, Journal};
use crate::report::RequestInfo;

/// Of each sort.
const MOST: usize = 5;

impl Journal {
    /// Lines for an observation: all that came since the call before.
    pub(crate) fn take_news(&mut self) -> Vec<String> {
        let messages = self.take_messages(false);
        self.reader.earlier.extend(messages);
        let news = self.news(self.next);
        self.reader.told = self.next;
        news
    }

    /// What came before a mark and was not told.
    pub(super) fn news(&mut self, end: u64) -> Vec<String> {
        let now = self.now();
        let mut lines: Vec<String> =
            self.reader.earlier.drain(..).map(|message| words(&message, now)).collect();
        let told = self.reader.told;
        let mut errors: Vec<(String, usize)> = Vec::new();
        let mut late: Vec<RequestId> = self.reader.awaited.clone();
        for (_, entry) in self.since(told).take_while(|(seq, _)| *seq < end) {
            match entry {
                Entry::News(line) => lines.push(line.clone()),
                Entry::ConsoleError(text) => match errors.iter_mut().find(|(known, _)| known == text) {
                    Some((_, times)) => *times += 1,
                    None => errors.push((text.clone(), 1)),
                },
                Entry::TabOpened(number) => lines.push(format!("tab {number} opened")),
                Entry::TabClosed(number) => lines.push(format!("tab {number} closed")),
                Entry::Download { name, .. } => lines.push(format!("download {name} began")),
                Entry::DownloadEnded { words, .. } => lines.push(format!("download {words}")),
                Entry::Request { id, habitual: false } if self.is_late_effect(id) => late.push(id.clone()),
                _ => {}
            }
        }
        lines.extend(errors.iter().take(MOST).map(|(text, times)| match times {
            1 => format!("console error {text:?}"),
            times => format!("console error {text:?}, {times} times"),
        }));
        let mut over: Vec<&RequestId> = late.iter().filter(|id| self.requests.is_over(id)).collect();
        over.dedup();
        lines.extend(over.iter().filter_map(|id| self.requests.info(id)).take(MOST).map(outcome));
        let still: Vec<RequestId> = late.iter().filter(|id| !self.requests.is_over(id)).cloned().collect();
        self.reader.awaited = still.into_iter().rev().take(MOST).collect();
        lines
    }

    /// A request that the page began after an action was over, and that changes something or went wrong.
    fn is_late_effect(&self, id: &RequestId) -> bool {
        let Some(info) = self.requests.info(id) else { return false };
        let failed = info.failure.is_some() || info.status.is_some_and(|status| status >= 400);
        matches!(info.kind.as_str(), "xhr" | "fetch" | "document") && (info.method != "GET" || failed)
    }
}

/// A request's outcome.
fn outcome(info: &RequestInfo) -> String {
    match (&info.failure, info.status) {
        (Some(failure), _) => format!("{} {} failed: {failure}", info.method, info.url),
        (None, Some(status)) => format!("{} {} {status}", info.method, info.url),
        (None, None) => format!("{} {} ended without an answer", info.method, info.url),
    }
}

fn words(message: &Message, now: Duration) -> String {
    let kind = match message.kind {
        Kind::Error => "error message",
        Kind::Success => "success message",
        Kind::Plain => "message",
    };
    let gone = if message.gone { ", gone" } else { "" };
    let ago = now.saturating_sub(message.at).as_secs_f64();
    format!("{kind} {:?} {ago:.1} s ago{gone}", message.text)
}
