//! Words what happened while a caller did not look, for its next observation or report. Each line is told once.

use std::{sync::Arc, time::Duration};

use domtool_cdp::protocol::RequestId;
use domtool_page::messages::{Message, MessageKind};
use domtool_page::view::quoted;

use super::{Entry, Journal};
use crate::report::RequestInfo;

/// At most so many console errors and late requests are listed.
const MOST: usize = 5;

/// Actions of which a new page comes by itself.
const OPENING: [&str; 4] = ["open", "back", "forward", "reload"];

impl Journal {
    /// Lines for an observation: all that came since the call before.
    pub(crate) fn take_news(&mut self) -> Vec<String> {
        let messages = self.take_messages(false);
        self.reader.earlier.extend(messages);
        let news = self.news(self.next);
        self.reader.told = self.next;
        news
    }

    /// Words what came before a mark and the caller was not told.
    pub(super) fn news(&mut self, end: u64) -> Vec<String> {
        let now = self.now();
        let mut lines: Vec<String> =
            self.reader.earlier.drain(..).map(|message| words(&message, now)).collect();
        let told = self.reader.told;
        let mut errors: Vec<(String, usize)> = Vec::new();
        let mut late: Vec<(RequestId, Option<Arc<str>>)> = self.reader.awaited.clone();
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
                Entry::Request { id, background: false } if self.is_late_effect(id) => {
                    late.push((id.clone(), None));
                }
                _ => {}
            }
        }
        lines.extend(errors.iter().take(MOST).map(|(text, times)| match times {
            1 => format!("console error {text}", text = quoted(&text)),
            times => format!("console error {text}, {times} times", text = quoted(&text)),
        }));
        lines.extend(self.loaded_since());
        late.dedup_by(|a, b| a.0 == b.0);
        let (over, still): (Vec<_>, Vec<_>) = late.into_iter().partition(|(id, _)| self.requests.is_over(id));
        let told = over.iter().filter_map(|(id, action)| Some((self.requests.info(id)?, action)));
        // What a page asks for that was opened is no news, unless it went wrong.
        let told = told.filter(|(info, action)| {
            let opens = action.as_deref().is_some_and(|action| OPENING.contains(&action));
            !opens || info.method != "GET" || info.is_failure()
        });
        lines.extend(told.take(MOST).map(|(info, action)| match action {
            Some(action) => format!("late, of {action}: {}", outcome(info)),
            None => outcome(info),
        }));
        self.reader.awaited = still.into_iter().rev().take(MOST).collect();
        lines
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
        matches!(info.kind.as_str(), "xhr" | "fetch" | "document")
            && (info.method != "GET" || info.is_failure())
    }
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
