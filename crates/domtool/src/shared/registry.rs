//! A session's ids behind a lock that only the session's own work waits for.
//!
//! Reconciling and rendering a large page hold the lock for a good part of a second. Code that serves all sessions (the router of
//! events, the list of sessions) must not wait for that: it notes which ids are to be forgotten, and the next holder of the lock
//! applies that; the next number can be read at any time.

use std::{
    ops::{Deref, DerefMut},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use domtool_cdp::protocol::{FrameId, TargetId};
use domtool_page::identity::{Registry, StaleReason};

/// The ids given out. Cheap to clone: a session that goes on where the connection of another broke has the same.
#[derive(Clone, Debug)]
pub(crate) struct SharedRegistry(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    registry: Mutex<Registry>,
    forgotten: Mutex<Vec<Forgotten>>,
    next_number: AtomicU32,
}

/// Which ids are to go stale.
#[derive(Debug)]
pub(crate) enum Forgotten {
    /// A whole page's, and why.
    Page(TargetId, StaleReason),
    /// Those of a frame's document that was left.
    Document(TargetId, FrameId),
}

impl SharedRegistry {
    pub(crate) fn starting_at(first: u32) -> Self {
        let registry = Registry::starting_at(first);
        let next_number = AtomicU32::new(registry.next_number());
        Self(Arc::new(Inner { registry: Mutex::new(registry), forgotten: Mutex::default(), next_number }))
    }

    /// The ids, with all forgotten that is to be. Never held across an await.
    pub(crate) fn lock(&self) -> RegistryGuard<'_> {
        let mut registry = self.0.registry.lock().unwrap_or_else(PoisonError::into_inner);
        for forgotten in self.forgotten().drain(..) {
            match forgotten {
                Forgotten::Page(page, reason) => registry.forget_page(&page, reason),
                Forgotten::Document(page, frame) => registry.forget_document(&page, &frame),
            }
        }
        RegistryGuard { registry, next_number: &self.0.next_number }
    }

    /// Notes ids that are to go stale, without waiting. From now on they are stale to every reader.
    pub(crate) fn forget(&self, forgotten: Forgotten) {
        self.forgotten().push(forgotten);
    }

    fn forgotten(&self) -> MutexGuard<'_, Vec<Forgotten>> {
        self.0.forgotten.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number that the next new id gets, as of when the lock was last given back: nobody was told of a later one.
    pub(crate) fn next_number(&self) -> u32 {
        self.0.next_number.load(Ordering::Acquire)
    }
}

/// The ids, locked.
pub(crate) struct RegistryGuard<'a> {
    registry: MutexGuard<'a, Registry>,
    next_number: &'a AtomicU32,
}

impl Deref for RegistryGuard<'_> {
    type Target = Registry;

    fn deref(&self) -> &Registry {
        &self.registry
    }
}

impl DerefMut for RegistryGuard<'_> {
    fn deref_mut(&mut self) -> &mut Registry {
        &mut self.registry
    }
}

impl Drop for RegistryGuard<'_> {
    fn drop(&mut self) {
        self.next_number.store(self.registry.next_number(), Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgetting_and_the_next_number_wait_for_nobody() {
        let shared = SharedRegistry::starting_at(7);
        let held = shared.lock();
        shared.forget(Forgotten::Page("T".into(), StaleReason::TabClosed));
        assert_eq!(shared.next_number(), 7);
        assert_eq!(shared.forgotten().len(), 1, "for the next who takes the lock");
        drop(held);
        drop(shared.lock());
        assert!(shared.forgotten().is_empty());
    }
}
