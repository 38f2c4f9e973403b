//! The daemon as the server within its process reaches it: calls of its clients, figures, and an end in order.

use std::sync::Arc;

use super::{meter::Distribution, pool::PoolStats, registry::Registry, tenant::Tenant, work::Work};
use crate::{
    failure::Result,
    wire::{Request, Response},
};

/// The daemon.
#[derive(Clone)]
pub(crate) struct Daemon {
    registry: Arc<Registry>,
}

/// What is counted, at one moment.
#[derive(Debug)]
pub(crate) struct Figures {
    /// Sessions that run.
    pub(crate) sessions: usize,
    /// Sessions that were lost with their browser and not opened again.
    pub(crate) lost: usize,
    /// Browsers that have a session.
    pub(crate) browsers: usize,
    /// Calls that run.
    pub(crate) running: usize,
    /// No session is started any more.
    pub(crate) draining: bool,
    /// How long calls took, by operation.
    pub(crate) calls: Vec<(&'static str, Distribution)>,
    /// How many failed, by code.
    pub(crate) failures: Vec<(&'static str, u64)>,
    /// How long it took to start sessions, with the wait for a browser.
    pub(crate) starts: Distribution,
    /// The engines, and who waits for them.
    pub(crate) pool: PoolStats,
}

impl Daemon {
    pub(super) fn new(registry: Arc<Registry>) -> Self {
        Self { registry }
    }

    /// Does a call, and makes its answer into something. Cancel safe: what only looks is cancelled then, and what acts is finished.
    pub(crate) async fn perform<T: Send + 'static>(
        &self,
        request: Request,
        tenant: Tenant,
        finish: fn(Response) -> T,
    ) -> Result<T> {
        let calling = self.registry.activity.begin_call();
        let mut work = Work::begin(request, &self.registry, tenant, calling, finish);
        work.done().await.ok_or_else(|| work.failure())
    }

    /// From now on no session is started.
    pub(crate) fn drain(&self) {
        self.registry.drain();
    }

    /// Whether no session is started any more.
    pub(crate) fn is_draining(&self) -> bool {
        self.registry.is_draining()
    }

    /// Waits until no call runs and every session is closed.
    pub(crate) async fn vacated(&self) {
        self.registry.activity.at_rest(|| self.registry.sessions_taken() == 0).await;
    }

    /// Waits until no call runs.
    pub(crate) async fn calls_end(&self) {
        self.registry.activity.at_rest(|| true).await;
    }

    /// What is counted.
    pub(crate) fn figures(&self) -> Figures {
        let registry = &self.registry;
        let sessions = registry.list();
        let lost = sessions.iter().filter(|session| session.lost.is_some()).count();
        Figures {
            sessions: sessions.len() - lost,
            lost,
            browsers: registry.browsers_in_use(),
            running: registry.activity.running(),
            draining: registry.is_draining(),
            calls: registry.meter.calls(),
            failures: registry.meter.failures(),
            starts: registry.meter.starts(),
            pool: registry.pool_stats(),
        }
    }
}
