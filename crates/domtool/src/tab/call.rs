//! Bounds one call on a tab by one time, from its arrival to the answer.
//!
//! Every command about the page gets that time as its deadline ([`TabInner::limit`]), so that the one that fails says why.
//! Work that runs on all the same is dropped a moment later. Module `hung` tells a page that does not answer from work that
//! takes long.

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use tokio::time::{Instant, sleep_until};

use super::{TabInner, held, hung};
use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    limits::{LOOK_TAKES, PAGE_ANSWERS},
};

/// How long work may take to end by itself once its commands are out of time.
const ENDS: Duration = Duration::from_millis(100);

/// How long one call may take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bound {
    whole: Duration,
    /// How long one command may.
    patience: Duration,
    deadline: Option<Instant>,
    /// It leaves the page, whether or not that answers.
    leaves: bool,
    /// It only looks at the page.
    looks: bool,
}

impl Bound {
    /// A look at the page, which waits for this long on purpose (to scroll).
    pub(crate) fn of_look(timeout: Option<Duration>, waits: Duration) -> Self {
        let (whole, patience) =
            timeout.map_or((LOOK_TAKES + waits, PAGE_ANSWERS), |timeout| (timeout, timeout));
        Self { whole, patience, looks: true, ..Self::default() }
    }

    /// A call that is the sum of its parts, which take no longer than this.
    pub(crate) fn of_parts(timeout: Option<Duration>, longest: Duration) -> Self {
        match timeout {
            Some(timeout) => Self { whole: timeout, patience: timeout, ..Self::default() },
            None => Self { whole: longest, patience: PAGE_ANSWERS, ..Self::default() },
        }
    }

    /// The same bound, for a call that may leave the page.
    pub(crate) fn leaving(self, leaves: bool) -> Self {
        Self { leaves, ..self }
    }

    /// How long it may take from its arrival.
    pub(crate) fn whole(&self) -> Duration {
        self.whole
    }

    /// The same bound, with this deadline.
    pub(crate) fn until(self, deadline: Instant) -> Self {
        Self { deadline: Some(deadline), ..self }
    }

    /// The same bound for one of several calls that share one timeout, counted from `started`.
    pub(crate) fn from(self, started: Instant, timeout: Option<Duration>) -> Self {
        Self { deadline: timeout.map(|timeout| started + timeout), ..self }
    }

    /// A caller's expression, whose own error says that it took too long.
    pub(crate) fn of_script(patience: Duration) -> Self {
        Self { whole: patience, patience, ..Self::default() }
    }
}

/// The call that runs on a tab. Dropping it takes the deadline off the tab's commands, so a dropped future leaves none.
#[derive(Debug)]
pub(crate) struct Call {
    tab: Arc<TabInner>,
    deadline: Instant,
    /// How long a page may leave a command unanswered, where that is less than the call may take.
    patience: Option<Duration>,
    leaves: bool,
    /// Whether input may have gone out, for the error of work that ran out of time.
    dispatched: Dispatched,
}

impl Call {
    /// Begins a call: from now on every command about the page has its deadline.
    pub(crate) fn begin(tab: &Arc<TabInner>, bound: Bound) -> Self {
        let deadline = bound.deadline.unwrap_or_else(|| Instant::now() + bound.whole);
        tab.limit.set(Some(deadline), Some(bound.patience));
        tab.forget_probe(bound.looks);
        tab.stop_counting();
        let patience = Some(bound.patience).filter(|patience| *patience < bound.whole);
        let Bound { leaves, .. } = bound;
        Self { tab: Arc::clone(tab), deadline, patience, leaves, dispatched: Dispatched::No }
    }

    /// Says that the call may give the page input.
    pub(crate) fn acting(mut self) -> Self {
        self.dispatched = Dispatched::Maybe;
        self
    }

    /// Does the call's work within its time, and words its error by what is known of the page.
    pub(crate) async fn run<T>(self, work: impl Future<Output = Result<T>>) -> Result<T> {
        let mut work = pin!(work);
        let mark = self.leaves.then(|| self.tab.state().journal.mark());
        let mut watch = pin!(hung::watch(&self.tab, self.patience, mark));
        let mut probe = pin!(hung::probe(&self.tab, self.deadline));
        let mut held = pin!(held::held_elsewhere(&self.tab));
        let mut probed = false;
        let end = self.deadline + ENDS;
        let result = loop {
            tokio::select! {
                biased;
                result = &mut work => break result,
                () = &mut probe, if !probed => probed = true,
                error = &mut held => break Err(error.after(self.tab.dispatched())),
                error = &mut watch => return Err(self.tab.retold(error.after(self.tab.dispatched()))),
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
        self.tab.count_scripts();
    }
}
