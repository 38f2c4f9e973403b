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

#[cfg(test)]
mod tests {
    use domtool_page::settle::{SettleEvent, SettleLimits};

    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn tick(machine: &mut Settle, mutations: u32, at: u64) {
        machine.handle(SettleEvent::Tick { mutations, animations: 0 }, ms(at));
    }

    /// A page that changed at 17 ms, and a look that was begun at 40 ms.
    fn begun() -> (Settle, Ahead<()>) {
        let mut machine = Settle::new(SettleLimits::default());
        tick(&mut machine, 1, 17);
        let mut ahead = Ahead::new(|| Taking::new(async { Some(()) }));
        ahead.begin(&machine, ms(40));
        (machine, ahead)
    }

    #[tokio::test]
    async fn what_shows_the_end_is_taken() {
        let (mut machine, mut ahead) = begun();
        machine.handle(SettleEvent::TimersKnown { recorded: ms(40), due: None }, ms(60));
        ahead.judge(&machine);
        tick(&mut machine, 0, 70);
        let taking = ahead.end(&machine).expect("nothing came since");
        assert_eq!(taking.taken().await, Some(()));
    }

    #[tokio::test]
    async fn what_came_before_the_end_is_looked_at_again() {
        let (mut machine, ahead) = begun();
        tick(&mut machine, 1, 70);
        assert!(ahead.end(&machine).is_none());
        let (mut machine, mut ahead) = begun();
        machine.handle(SettleEvent::TimersKnown { recorded: ms(40), due: Some(ms(300)) }, ms(60));
        ahead.judge(&machine);
        assert!(ahead.end(&machine).is_none(), "a timer is due");
        // Nothing has come yet: it may be watched for long.
        let machine = Settle::new(SettleLimits::default());
        let mut ahead = Ahead::new(|| Taking::new(async { Some(()) }));
        ahead.begin(&machine, ms(40));
        assert!(ahead.end(&machine).is_none());
    }
}
