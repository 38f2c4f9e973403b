//! Whether a page's scripts run by themselves between the calls on its tab.
//!
//! A loop that began before an action (a poll, a heartbeat, an animation's rounds) may carry what the action left for it, and no record of
//! the action tells so. Chromium counts how long scripts ran while `Performance` is on, which is between two calls, when nothing of
//! domtool's runs, as a rule; turned off, the counter stands still (measured, Chromium 156). Fixture: evidence/loops-before.html.

use std::{
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use domtool_cdp::{
    Channel,
    protocol::{
        SessionId,
        performance::{Disable, Enable, GetMetrics},
    },
};
use tokio::{runtime::Handle, task::JoinSet};

use super::TabInner;
use crate::limits::{FRAME_TELLS, WATCHED_FRAMES};

/// Who ran nothing for so long has no loop whose next round an action would wait for.
const QUIET: Duration = Duration::from_secs(1);
/// The counter of how long scripts ran.
const COUNTER: &str = "ScriptDuration";

/// Of the document that a tab shows.
#[derive(Debug, Default)]
pub(crate) struct ByItself {
    counts: Vec<Count>,
    /// When the last call ended.
    ended: Option<Instant>,
    /// Something of domtool's ran since that end, too.
    ours: bool,
    /// How long the page was between calls since scripts were last seen to run there.
    idle: Duration,
    ran: bool,
}

/// Of one session.
#[derive(Clone, Debug)]
struct Count {
    channel: Channel,
    /// What it was when the last call ended, where there was time to read it.
    began: Arc<OnceLock<f64>>,
}

impl Count {
    /// Counts from here on, and reads in passing from where.
    fn begin(channel: Channel, runtime: &Handle) -> Self {
        let enabled = channel.post(&Enable {});
        let count = Self { channel, began: Arc::default() };
        let reading = count.clone();
        runtime.spawn(async move {
            if enabled.reply().await.is_ok()
                && let Some(value) = reading.read().await
            {
                reading.began.get_or_init(|| value);
            }
        });
        count
    }

    /// Reads it in a call, between two frames, and says whether it grew before that.
    async fn grew(self) -> bool {
        let Some(began) = self.began.get() else { return false };
        let now = match self.channel.call(&Enable {}).await {
            Ok(_) => self.read().await,
            Err(_) => None,
        };
        drop(self.channel.post(&Disable {}));
        now.is_some_and(|now| now > *began)
    }

    /// The counter. The browser reads it at once, before what was posted before: the answer to that must have come.
    async fn read(&self) -> Option<f64> {
        let metrics = self.channel.call(&GetMetrics {}).await.ok()?.metrics;
        metrics.into_iter().find(|metric| metric.name == COUNTER).map(|metric| metric.value)
    }
}

impl ByItself {
    /// Another document came: what the one before did says nothing of it.
    pub(super) fn document_came(&mut self) {
        (self.ours, self.ran, self.idle) = (true, false, Duration::ZERO);
    }

    fn call_began(&mut self) {
        self.idle += self.ended.map_or(Duration::ZERO, |ended| ended.elapsed());
        for count in &self.counts {
            drop(count.channel.post(&Disable {}));
        }
    }

    fn call_ended(&mut self, channels: Vec<Channel>, runtime: &Handle) {
        self.ours = false;
        self.ended = Some(Instant::now());
        self.counts = channels.into_iter().map(|channel| Count::begin(channel, runtime)).collect();
    }
}

impl TabInner {
    /// A call begins: what runs from here on may be domtool's.
    pub(super) fn stop_counting(&self) {
        self.state().by_itself.call_began();
    }

    /// A call is over: what runs from here on is the page's own, but for [`TabInner::note_ours`].
    pub(super) fn count_scripts(&self) {
        let Ok(runtime) = Handle::try_current() else { return };
        let mut state = self.state();
        let mut sessions: Vec<SessionId> = Vec::new();
        for frame in state.frames_that_answer() {
            let session = state.frames.get(&frame).map(|frame| frame.session.clone());
            sessions.extend(session.filter(|session| !sessions.contains(session)));
        }
        sessions.truncate(WATCHED_FRAMES);
        // No later call bounds them.
        let bounded = |session| self.connection.channel(session).with_deadline(FRAME_TELLS);
        let channels = sessions.into_iter().map(bounded).collect();
        state.by_itself.call_ended(channels, &runtime);
    }

    /// Something of domtool's own ran in the page so long ago.
    pub(crate) fn note_ours(&self, ago: Duration) {
        let mut state = self.state();
        let known = &mut state.by_itself;
        known.ours |= known.ended.is_none_or(|ended| ago < ended.elapsed());
    }

    /// Whether scripts of the page run between calls, as far as it was watched in this document.
    pub(crate) async fn runs_by_itself(&self) -> bool {
        let (counts, ours) = {
            let state = self.state();
            (state.by_itself.counts.clone(), state.by_itself.ours)
        };
        let mut asked: JoinSet<bool> = counts.into_iter().filter(|_| !ours).map(Count::grew).collect();
        let mut grew = false;
        while let Some(answer) = asked.join_next().await {
            grew |= answer.unwrap_or_default();
        }
        let mut state = self.state();
        let known = &mut state.by_itself;
        // From a short time between two calls nothing follows.
        known.ran = grew || known.ran && known.idle < QUIET;
        if grew || known.idle >= QUIET {
            known.idle = Duration::ZERO;
        }
        known.ran
    }
}
