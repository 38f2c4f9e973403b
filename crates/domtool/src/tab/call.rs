//! One call on a tab: it waits for its turn, and all of it ends within one time, from its arrival to the answer.
//!
//! Every command about the page is bound by that time ([`TabInner::limit`]), so that what fails says why by itself. Whatever
//! else runs on is cut a moment later. A page that does not answer by then is told from work that takes long: see `hung`.

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use tokio::time::{Instant, sleep_until};

use super::{PATIENCE, TabInner, hung};
use crate::error::{Dispatched, Error, ErrorKind, Result};

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
    pub(crate) fn of_look(timeout: Option<Duration>, waits: Duration) -> Self {
        match timeout {
            Some(timeout) => Self { whole: timeout, patience: timeout, deadline: None },
            None => Self { whole: LOOK + waits, patience: PATIENCE, deadline: None },
        }
    }

    /// A call whose parts take no longer than this together.
    pub(crate) fn of_parts(timeout: Option<Duration>, longest: Duration) -> Self {
        match timeout {
            Some(timeout) => Self { whole: timeout, patience: timeout, deadline: None },
            None => Self { whole: longest, patience: PATIENCE, deadline: None },
        }
    }

    /// How long it may take from its arrival.
    pub(crate) fn whole(&self) -> Duration {
        self.whole
    }

    /// The same, until then.
    pub(crate) fn until(self, deadline: Instant) -> Self {
        Self { deadline: Some(deadline), ..self }
    }

    /// The same for one of several that have this time together.
    pub(crate) fn from(self, started: Instant, timeout: Option<Duration>) -> Self {
        Self { deadline: timeout.map(|timeout| started + timeout), ..self }
    }

    /// An expression of the caller's; it says itself that it took too long.
    pub(crate) fn of_script(patience: Duration) -> Self {
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
