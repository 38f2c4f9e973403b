//! How many calls run and when the last one came or ended: by this the daemon knows that it is idle.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::Notify,
    time::{Instant, sleep_until},
};

/// Counts the calls that run, and knows when that number last changed.
pub(super) struct Activity {
    state: Mutex<State>,
    changed: Notify,
}

struct State {
    running: usize,
    last_change: Instant,
}

impl Activity {
    /// Starts the count: no call has come yet.
    pub(super) fn new() -> Self {
        let state = State { running: 0, last_change: Instant::now() };
        Self { state: Mutex::new(state), changed: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says how many calls run.
    pub(super) fn running(&self) -> usize {
        self.state().running
    }

    /// Counts a call as running until the guard is dropped.
    pub(super) fn begin_call(self: &Arc<Self>) -> CallGuard {
        self.count(1);
        CallGuard(Arc::clone(self))
    }

    fn count(&self, by: isize) {
        let mut state = self.state();
        state.running = state.running.saturating_add_signed(by);
        state.last_change = Instant::now();
        drop(state);
        self.changed.notify_one();
    }

    /// Resolves when no call runs and this holds, which is looked at whenever a call comes or ends.
    pub(super) async fn at_rest(&self, holds: impl Fn() -> bool) {
        while self.running() > 0 || !holds() {
            self.changed.notified().await;
        }
    }

    /// Resolves when nobody has called for so long.
    pub(super) async fn idle(&self, limit: Duration) {
        loop {
            let until = {
                let state = self.state();
                (state.running == 0).then(|| state.last_change + limit)
            };
            let Some(until) = until else {
                self.changed.notified().await;
                continue;
            };
            tokio::select! {
                () = sleep_until(until) => return,
                () = self.changed.notified() => {}
            }
        }
    }
}

/// Keeps a call counted as running until it is dropped.
pub(super) struct CallGuard(Arc<Activity>);

impl Drop for CallGuard {
    fn drop(&mut self) {
        self.0.count(-1);
    }
}
