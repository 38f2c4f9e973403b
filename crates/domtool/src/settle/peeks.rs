//! Looks at a page while it is watched, for what no isolated world hears of.

use std::pin::Pin;

use domtool_page::settle::Settle;

use crate::limits::PEEKS;

/// A look for what no world hears of; whether there is any.
pub(super) type Look = Pin<Box<dyn Future<Output = bool> + Send>>;

/// Looks for closed shadow roots that hold something, and held nothing before: once where the page is watched in silence, and where
/// elements came that may have one.
pub(crate) struct Peeks {
    look: Box<dyn Fn() -> Look + Send + Sync>,
    left: u32,
    in_silence: bool,
    hosts: bool,
    missed: bool,
}

impl Peeks {
    pub(crate) fn new(look: impl Fn() -> Look + Send + Sync + 'static) -> Self {
        Self { look: Box::new(look), left: PEEKS, in_silence: false, hosts: false, missed: false }
    }

    /// Elements came that may have a closed shadow root.
    pub(super) fn note(&mut self, hosts: bool) {
        self.hosts |= hosts;
    }

    /// Begins one where it is time for it.
    pub(super) fn begin(&mut self, machine: &Settle) -> Option<Look> {
        let in_silence = !self.in_silence && machine.watches_silence();
        if !machine.is_still() || !(in_silence || self.hosts) {
            return None;
        }
        let Some(left) = self.left.checked_sub(1) else {
            self.missed = true;
            return None;
        };
        self.left = left;
        self.in_silence |= in_silence;
        self.hosts = false;
        Some((self.look)())
    }

    /// Whether there was more to look for than it may: something may have come that nobody heard of.
    pub(super) fn missed(&self) -> bool {
        self.missed
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use domtool_page::settle::{SettleEvent, SettleLimits};

    use super::*;

    #[test]
    fn what_is_not_looked_for_any_more_is_known() {
        let mut machine = Settle::new(SettleLimits::default());
        machine.handle(SettleEvent::Tick { mutations: 0, animations: 0 }, Duration::from_millis(17));
        let mut peeks = Peeks::new(|| Box::pin(async { true }));
        for _ in 0..PEEKS {
            peeks.note(true);
            assert!(peeks.begin(&machine).is_some() && !peeks.missed());
            assert!(peeks.begin(&machine).is_none() && !peeks.missed(), "nothing came since");
        }
        peeks.note(true);
        assert!(peeks.begin(&machine).is_none() && peeks.missed());
    }
}
