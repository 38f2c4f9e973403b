//! The daemon: one a user, started by the first call that needs it. It owns the browsers and the sessions between
//! calls, and ends itself when nobody called for long, when it is told to, or on a signal; the browsers end with it.

mod activity;
mod begun;
mod browsers;
mod call;
mod connection;
mod handle;
mod meter;
mod pool;
mod registry;
mod serve;
mod session_slot;
mod session_slots;
mod session_store;
mod tenant;
mod work;

pub(crate) use handle::{Daemon, Figures};
pub(crate) use meter::Distribution;
#[cfg(test)]
pub(crate) use pool::EngineStats;
pub(crate) use pool::PoolStats;
pub(crate) use serve::{run, run_beside};
pub(crate) use tenant::Tenant;
