//! One call on a tab: it waits for its turn, and all of it ends within one time, from its arrival to the answer.
//!
//! Every command about the page is bound by that time ([`TabInner::limit`]), so that what fails says why by itself. Whatever
//! else runs on is cut a moment later. A page that does not answer by then is told from work that takes long: see `hung`.

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use tokio::{
    sync::MutexGuard,
    time::{Instant, sleep_until, timeout_at},
};

use super::{Memory, PATIENCE, Tab, TabInner, hung};
use crate::{
    act::{ActOptions, Action},
    error::{Dispatched, Error, ErrorKind, Result},
};

/// How long a look may take that has no timeout of its own; a page that does not answer ends it sooner.
const LOOK: Duration = Duration::from_secs(60);
/// How long work may take to end by itself once its commands are out of time.
const ENDS: Duration = Duration::from_millis(100);

/// How long one call may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    whole: Duration,
    /// How long one command may.
    patience: Duration,
    deadline: Option<Instant>,
}

impl Bound {
    /// A look at the page, which waits for so long on purpose.
    pub(super) fn of_look(timeout: Option<Duration>, waits: Duration) -> Self {
        match timeout {
            Some(timeout) => Self { whole: timeout, patience: timeout, deadline: None },
            None => Self { whole: LOOK + waits, patience: PATIENCE, deadline: None },
        }
    }

    /// An action. Without a timeout it is bound by the sum of its parts.
    pub(crate) fn of_action(action: &Action, options: &ActOptions) -> Self {
        match options.timeout {
            Some(timeout) => Self { whole: timeout, patience: timeout, deadline: None },
            None => Self { whole: options.longest() + action.waits(), patience: PATIENCE, deadline: None },
        }
    }

    /// The same for one of several that have this time together.
    pub(crate) fn from(self, started: Instant, timeout: Option<Duration>) -> Self {
        Self { deadline: timeout.map(|timeout| started + timeout), ..self }
    }

    /// An expression of the caller's; it says itself that it took too long.
    pub(super) fn of_script(patience: Duration) -> Self {
        Self { whole: patience, patience, deadline: None }
    }
}

/// The call that runs on a tab. Its time is over when it is dropped.
#[derive(Debug)]
pub(crate) struct Call {
    tab: Arc<TabInner>,
    deadline: Instant,
    /// What is to be said of input where the work is cut.
    dispatched: Dispatched,
}

impl Tab {
    /// Waits for the tab's turn; from then on what is told and remembered is the caller's.
    pub(super) async fn enter(&self, bound: Bound) -> Result<(MutexGuard<'_, Memory>, Call)> {
        let deadline = Instant::now() + bound.whole;
        let memory = turn(self, Some(deadline)).await?;
        Ok((memory, Call::begin(&self.inner, Bound { deadline: Some(deadline), ..bound })))
    }
}

/// The tab's turn.
///
/// # Errors
/// `TIMEOUT` when another call has it until the deadline.
pub(super) async fn turn(tab: &Tab, deadline: Option<Instant>) -> Result<MutexGuard<'_, Memory>> {
    let began = Instant::now();
    let mut memory = match deadline {
        None => tab.inner.memory.lock().await,
        Some(deadline) => timeout_at(deadline, tab.inner.memory.lock()).await.map_err(|_| {
            let waited = hung::seconds(began.elapsed());
            Error::new(ErrorKind::Timeout, format!("another call ran on this tab for all of {waited}"))
                .with_hint("wait for that call to end, or give this one more time")
        })?,
    };
    memory.enter(&tab.caller);
    tab.inner.state().journal.read_as(&tab.caller);
    Ok(memory)
}

impl Call {
    /// From now on every command about the page is bound.
    pub(crate) fn begin(tab: &Arc<TabInner>, bound: Bound) -> Self {
        let deadline = bound.deadline.unwrap_or_else(|| Instant::now() + bound.whole);
        tab.limit.set(Some(deadline), Some(bound.patience));
        tab.forget_probe();
        Self { tab: Arc::clone(tab), deadline, dispatched: Dispatched::No }
    }

    /// It may give the page input.
    pub(crate) fn acting(mut self) -> Self {
        self.dispatched = Dispatched::Maybe;
        self
    }

    /// Does the call's work within its time, and says what it means that it failed.
    pub(crate) async fn run<T>(self, work: impl Future<Output = Result<T>>) -> Result<T> {
        let mut work = pin!(work);
        let mut probe = pin!(hung::probe(&self.tab, self.deadline));
        let mut probed = false;
        let end = self.deadline + ENDS;
        let result = loop {
            tokio::select! {
                biased;
                result = &mut work => break result,
                () = &mut probe, if !probed => probed = true,
                () = sleep_until(end) => break Err(self.out_of_time()),
            }
        };
        match result {
            Ok(value) => {
                self.tab.answered();
                Ok(value)
            }
            Err(error) => Err(self.tab.retold(hung::judged(&self.tab, error).await)),
        }
    }

    fn out_of_time(&self) -> Error {
        Error::new(ErrorKind::Timeout, "it took longer than it was given").after(self.dispatched)
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.tab.limit.set(None, None);
    }
}
