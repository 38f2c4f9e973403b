//! A look at the page that is taken while a recording is read: where the recording tells of nothing more, it shows what the action
//! left, and its report needs no other.

use std::time::Duration;

use domtool_page::settle::Settle;
use tokio::task::JoinSet;

/// A look under way. Dropping it gives it up.
pub(crate) struct Taking<T>(JoinSet<Option<T>>);

impl<T: Send + 'static> Taking<T> {
    pub(crate) fn new(look: impl Future<Output = Option<T>> + Send + 'static) -> Self {
        let mut task = JoinSet::new();
        task.spawn(look);
        Self(task)
    }

    /// `None` where the page could not be read.
    pub(crate) async fn taken(mut self) -> Option<T> {
        self.0.join_next().await?.ok().flatten()
    }
}

/// The look that an action may take ahead.
pub(crate) struct Ahead<T> {
    take: Option<Box<dyn FnOnce() -> Taking<T> + Send + Sync>>,
    taking: Option<Taking<T>>,
    /// When it was begun, since the input.
    began: Duration,
}

impl<T> Ahead<T> {
    pub(crate) fn new(take: impl FnOnce() -> Taking<T> + Send + Sync + 'static) -> Self {
        Self { take: Some(Box::new(take)), taking: None, began: Duration::ZERO }
    }

    /// Begins it, `now` after the input, where an effect has come: without one the page may be watched for a second.
    pub(super) fn begin(&mut self, machine: &Settle, now: Duration) {
        if machine.effect().is_some()
            && let Some(take) = self.take.take()
        {
            (self.taking, self.began) = (Some(take()), now);
        }
    }

    /// The recording is read: where more is to come, it shows too little.
    pub(super) fn judge(&mut self, machine: &Settle) {
        if machine.expects_more() {
            self.taking = None;
        }
    }

    /// It, where no effect came since.
    pub(super) fn end(self, machine: &Settle) -> Option<Taking<T>> {
        let came = machine.effect().is_some_and(|effect| effect >= self.began);
        self.taking.filter(|_| !came)
    }
}
