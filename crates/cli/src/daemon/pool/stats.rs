//! What a pool tells of itself.

use serde::{Deserialize, Serialize};

/// What the pool of engines holds, as plain numbers: for a page of metrics.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PoolStats {
    /// The engines that calls named so far; `local` is a Chromium that is started here.
    pub(crate) engines: Vec<EngineStats>,
    /// So many sessions may run at once in all; `None` where nothing is said.
    pub(crate) limit: Option<usize>,
    /// Calls that wait for capacity now.
    pub(crate) waiting: usize,
    /// Calls that got capacity since the daemon started, with and without waiting.
    pub(crate) granted: u64,
    /// Seconds that calls waited for capacity, all together, those in vain too.
    pub(crate) waited_seconds: f64,
    /// Calls that got none (`NO_CAPACITY`).
    pub(crate) refused: u64,
}

/// One engine of the pool.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct EngineStats {
    /// `local`, or an address without what lets its holder in, such as `webdriver+http://grid:4444`.
    pub(crate) engine: String,
    /// Sessions that run in it, those that are being made included.
    pub(crate) in_use: usize,
    /// Its `max`, if it has one.
    pub(crate) limit: Option<usize>,
    /// Sessions that it was to make since the daemon started.
    pub(crate) granted: u64,
    /// Of these it made none, or could not be reached.
    pub(crate) failed: u64,
}
