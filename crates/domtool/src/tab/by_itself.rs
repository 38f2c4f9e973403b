//! Whether a page's scripts run by themselves between the calls on its tab.
//!
//! A loop that began before an action (a poll, a heartbeat, an animation's rounds) may carry what the action left for it, and no record of
//! the action tells so. Chromium counts how long scripts ran while `Performance` is on, which is between two calls, when nothing of
//! domtool's runs; turned off, the counter stands still (measured, Chromium 156). Fixture: evidence/loops-before.html.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use domtool_cdp::{
    Channel,
    protocol::{
        SessionId,
        performance::{Disable, Enable, GetMetrics},
    },
};
use tokio::runtime::Handle;

use super::TabInner;
use crate::limits::WATCHED_FRAMES;

/// Who ran nothing for so long has no loop whose next round an action would wait for.
const QUIET: Duration = Duration::from_secs(1);
/// The counter of how long scripts ran.
const COUNTER: &str = "ScriptDuration";

/// Of the document that a tab shows.
#[derive(Debug, Default)]
pub(crate) struct ByItself {
    counts: Vec<Count>,
    /// When the last call ended.
    since: Option<Instant>,
    /// How long the page was between calls since the counts were read.
    idle: Duration,
    ran: bool,
}

#[derive(Debug)]
struct Count {
    session: SessionId,
    channel: Channel,
    /// What it was when it was last read; `None` where it was not yet in this document.
    read: Arc<Mutex<Option<f64>>>,
}

impl Count {
    fn of(session: SessionId, channel: Channel) -> Self {
        Self { session, channel, read: Arc::default() }
    }

    fn last_read(&self) -> MutexGuard<'_, Option<f64>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts from here on. What was counted before this document is read in passing, as often as the next call comes too soon for that.
    fn go_on(&self, runtime: &Handle) {
        let enabled = self.channel.post(&Enable {});
        if self.last_read().is_some() {
            return;
        }
        let (known, channel) = (Arc::clone(&self.read), self.channel.clone());
        runtime.spawn(async move {
            if enabled.reply().await.is_ok()
                && let Some(count) = read(&channel).await
            {
                known.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(count);
            }
        });
    }

    /// Reads it in a call, and says whether it grew since.
    async fn grew(&mut self) -> bool {
        let now = match self.channel.call(&Enable {}).await {
            Ok(_) => read(&self.channel).await,
            Err(_) => None,
        };
        drop(self.channel.post(&Disable {}));
        let mut known = self.last_read();
        let grew = known.zip(now).is_some_and(|(before, now)| now > before);
        *known = now;
        grew
    }
}

/// The counter. The browser asks for it between any two commands, so it is read when the answer to the one before is there (measured).
async fn read(channel: &Channel) -> Option<f64> {
    let metrics = channel.call(&GetMetrics {}).await.ok()?.metrics;
    metrics.into_iter().find(|metric| metric.name == COUNTER).map(|metric| metric.value)
}

impl ByItself {
    /// Another document came: what the one before did says nothing of it.
    pub(super) fn document_came(&mut self) {
        *self = Self { since: self.since, ..Self::default() };
    }

    fn call_began(&mut self) {
        self.idle += self.since.take().map_or(Duration::ZERO, |since| since.elapsed());
        for count in &self.counts {
            drop(count.channel.post(&Disable {}));
        }
    }

    fn call_ended(&mut self, channels: Vec<(SessionId, Channel)>, runtime: &Handle) {
        self.counts.retain(|count| channels.iter().any(|(session, _)| *session == count.session));
        for (session, channel) in channels {
            if self.counts.iter().all(|count| count.session != session) {
                self.counts.push(Count::of(session, channel));
            }
        }
        self.counts.iter().for_each(|count| count.go_on(runtime));
        self.since = Some(Instant::now());
    }
}

impl TabInner {
    /// A call begins: what runs from here on may be domtool's.
    pub(super) fn stop_counting(&self) {
        self.state().by_itself.call_began();
    }

    /// A call is over: what runs from here on is the page's own.
    pub(super) fn count_scripts(&self) {
        let Ok(runtime) = Handle::try_current() else { return };
        let mut state = self.state();
        let attachments = state.attachments.iter().filter(|attachment| !attachment.crashed);
        let channels = attachments
            .take(WATCHED_FRAMES)
            // No later call bounds it.
            .map(|at| (at.session.clone(), self.connection.channel(at.session.clone())))
            .collect();
        state.by_itself.call_ended(channels, &runtime);
    }

    /// Whether scripts of the page ran between calls, as far as it was watched in this document.
    pub(crate) async fn runs_by_itself(&self) -> bool {
        let mut counts = std::mem::take(&mut self.state().by_itself.counts);
        let mut grew = false;
        for count in &mut counts {
            grew |= count.grew().await;
        }
        let mut state = self.state();
        let known = &mut state.by_itself;
        if known.counts.is_empty() {
            known.counts = counts;
        }
        // From a short time between two calls nothing follows.
        known.ran = grew || known.ran && known.idle < QUIET;
        if known.idle >= QUIET {
            known.idle = Duration::ZERO;
        }
        known.ran
    }
}
