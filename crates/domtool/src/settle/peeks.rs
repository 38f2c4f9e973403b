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
}

impl Peeks {
    pub(crate) fn new(look: impl Fn() -> Look + Send + Sync + 'static) -> Self {
        Self { look: Box::new(look), left: PEEKS, in_silence: false, hosts: false }
    }

    /// Elements came that may have a closed shadow root.
    pub(super) fn note(&mut self, hosts: bool) {
        self.hosts |= hosts;
    }

    /// Begins one where it is time for it.
    pub(super) fn begin(&mut self, machine: &Settle) -> Option<Look> {
        let in_silence = !self.in_silence && machine.watches_silence();
        if self.left == 0 || !machine.is_still() || !(in_silence || self.hosts) {
            return None;
        }
        self.left -= 1;
        self.in_silence |= in_silence;
        self.hosts = false;
        Some((self.look)())
    }
}
