//! Words what happened while a caller did not look, for its next observation or report. Each line is told once.

use std::{sync::Arc, time::Duration};

use domtool_cdp::protocol::RequestId;
use domtool_page::messages::{Message, MessageKind, most_telling};
use domtool_page::view::quoted;

use super::{ConsoleSummary, Entry, Journal};
use crate::{limits::AWAITED_REQUESTS, report::RequestInfo};

/// At most so many console errors and late requests are listed.
const MOST: usize = 5;
/// At most so many messages are.
const MOST_MESSAGES: usize = 8;

/// Actions of which a new page comes by itself.
const OPENING: [&str; 4] = ["open", "back", "forward", "reload"];

impl Journal {
    /// Lines for an observation: all that came since the call before.
    pub(crate) fn take_news(&mut self) -> Vec<String> {
        let messages = self.take_messages(false);
        self.reader.earlier.extend(messages);
        let news = self.news(self.mark());
        self.reader.told = self.mark();
        self.console.cut_at(self.mark());
        news
    }

    /// Words what came before a mark and the caller was not told.
    pub(super) fn news(&mut self, end: u64) -> Vec<String> {
        let now = self.now();
        let told = self.reader.told;
        let mut lines = Vec::new();
        if self.entries.has_gap(told) {
            lines.push("more happened since than is kept: a part of it is not told".to_owned());
        }
        let (messages, more) =
            most_telling(std::mem::take(&mut self.reader.earlier), MOST_MESSAGES, |message| message.kind);
        lines.extend(messages.iter().map(|message| words(message, now)));
        lines.extend(and_more(more, "messages"));
        let mut late: Vec<(RequestId, Option<Arc<str>>)> = std::mem::take(&mut self.reader.awaited);
        for (_, entry) in self.since(told).take_while(|(seq, _)| *seq < end) {
            match entry {
                Entry::News(line) => lines.push(line.clone()),
                Entry::LeftForProgram(scheme) => lines.push(leads_to_program(scheme)),
                Entry::TabOpened(number) => lines.push(format!("tab {number} opened")),
                Entry::TabClosed(number) => lines.push(format!("tab {number} closed")),
                Entry::Download { name, .. } => lines.push(format!("download {name} began")),
                Entry::DownloadEnded { words, .. } => lines.push(format!("download {words}")),
                Entry::Request { id, background: false }
                    if self.is_late_effect(id) && late.iter().all(|(known, _)| known != id) =>
                {
                    late.push((id.clone(), None));
                }
                _ => {}
            }
        }
        lines.extend(self.console_lines(told, end));
        lines.extend(self.loaded_since());
        let (over, mut still): (Vec<_>, Vec<_>) =
            late.into_iter().partition(|(id, _)| self.requests.is_over(id));
        lines.extend(self.late_lines(&over));
        still.sort_by_key(|(id, _)| self.requests.info(id).is_none_or(RequestInfo::is_read));
        still.truncate(AWAITED_REQUESTS);
        self.reader.awaited = still;
        lines
    }

    fn console_lines(&self, told: u64, end: u64) -> Vec<String> {
        let ConsoleSummary { texts, others } = self.console.between(told, end);
        let more = others + texts.iter().skip(MOST).map(|(_, times)| times).sum::<usize>();
        let lines = texts.iter().take(MOST).map(|(text, times)| match times {
            1 => format!("console error {}", quoted(text)),
            times => format!("console error {}, {times} times", quoted(text)),
        });
        lines.chain(and_more(more, "console errors")).collect()
    }

    /// What came of requests that ended after the call that told of them, or were begun since: those first that send something or
    /// failed.
    fn late_lines(&self, over: &[(RequestId, Option<Arc<str>>)]) -> Vec<String> {
        let hops =
            over.iter().flat_map(|(id, action)| self.requests.hops(id).map(move |info| (info, action)));
        // What a page asks for that was opened is no news, unless it went wrong.
        let mut told: Vec<_> = hops
            .filter(|(info, action)| {
                let opens = action.as_deref().is_some_and(|action| OPENING.contains(&action));
                !opens || !info.is_read() || info.is_failure()
            })
            .collect();
        told.sort_by_key(|(info, _)| info.weight());
        let lines = told.iter().take(MOST).map(|(info, action)| match action {
            Some(action) => format!("late, of {action}: {}", outcome(info)),
            None => outcome(info),
        });
        lines.chain(and_more(told.len().saturating_sub(MOST), "requests ended")).collect()
    }

    /// What has come, or failed, of what the caller was told to be loading still.
    fn loaded_since(&mut self) -> Vec<String> {
        let pending = std::mem::take(&mut self.reader.loading);
        let (over, pending): (Vec<_>, Vec<_>) =
            pending.into_iter().partition(|id| self.requests.is_complete(id));
        self.reader.loading = pending;
        let (failed, loaded): (Vec<_>, Vec<_>) =
            over.into_iter().partition(|id| self.requests.has_failed(id));
        let document = self.reader.document.take_if(|id| self.requests.is_complete(id));
        let line = |outcome: &str, mut words: Vec<String>, ids: &[RequestId]| {
            words.extend(self.requests.words(ids));
            (!words.is_empty()).then(|| format!("{outcome}: {}", words.join(", ")))
        };
        let document = document.map(|_| "the document".to_owned()).into_iter().collect();
        let lines = [line("loaded since", document, &loaded), line("failed to load", Vec::new(), &failed)];
        lines.into_iter().flatten().collect()
    }

    /// A request that the page began after an action was over, and that changes something or went wrong.
    fn is_late_effect(&self, id: &RequestId) -> bool {
        let Some(info) = self.requests.info(id) else { return false };
        matches!(info.kind.as_str(), "xhr" | "fetch" | "document") && (!info.is_read() || info.is_failure())
    }
}

/// What is said of a page that goes to an address of another program.
pub(crate) fn leads_to_program(scheme: &str) -> String {
    format!(
        "the page leads to another program ({scheme}:); where the browser asks about that, it keeps all input from the tab until that shows another document"
    )
}

/// A request's outcome.
fn outcome(info: &RequestInfo) -> String {
    match (&info.failure, info.status) {
        (Some(failure), _) => format!("{} {} failed: {failure}", info.method, info.url),
        (None, Some(status)) => format!("{} {} {status}", info.method, info.url),
        (None, None) if info.aborted => format!("{} {} was given up", info.method, info.url),
        (None, None) => format!("{} {} ended without an answer", info.method, info.url),
    }
}

/// A line for what is not listed, if there is any.
fn and_more(count: usize, what: &str) -> Option<String> {
    (count > 0).then(|| format!("and {count} more {what}"))
}

fn words(message: &Message, now: Duration) -> String {
    let kind = match message.kind {
        MessageKind::Error => "error message",
        MessageKind::Success => "success message",
        MessageKind::Plain => "message",
    };
    let gone = if message.gone { ", gone" } else { "" };
    let ago = now.saturating_sub(message.at).as_secs_f64();
    format!("{kind} {} {ago:.1} s ago{gone}", quoted(&message.text))
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use super::*;

    fn begin(journal: &mut Journal, id: &str) {
        let request = json!({ "method": "POST", "url": format!("https://shop.example/{id}") });
        let event = json!({ "requestId": id, "loaderId": "l", "timestamp": 0.0, "type": "Fetch",
            "initiator": { "type": "script" }, "request": request });
        journal.request_began(from_value(event).expect("an event"));
    }

    fn answer(journal: &mut Journal, id: &str, status: i32) {
        let response = json!({ "url": "", "status": status, "statusText": "", "mimeType": "" });
        let event = json!({ "requestId": id, "timestamp": 0.0, "type": "Fetch", "response": response });
        journal.response_received(&from_value(event).expect("an event"));
    }

    #[test]
    fn what_comes_while_a_report_is_written_is_news() {
        let mut journal = Journal::default();
        journal.begin();
        for id in ["runs", "told"] {
            begin(&mut journal, id);
        }
        answer(&mut journal, "told", 500);
        journal.console_error("told");
        journal.report();
        answer(&mut journal, "runs", 500);
        begin(&mut journal, "new");
        answer(&mut journal, "new", 404);
        journal.console_error("new");
        journal.push(Entry::News("something else".to_owned()));
        assert_eq!(journal.end(true, "click e1"), Vec::<String>::new());
        let wanted = [
            "something else",
            "console error \"new\"",
            "late, of click e1: POST https://shop.example/runs 500",
            "POST https://shop.example/new 404",
        ];
        assert_eq!(journal.take_news(), wanted);
        assert_eq!(journal.take_news(), Vec::<String>::new());
    }
}
