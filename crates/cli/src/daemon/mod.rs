//! The daemon: one a user, started by the first call that needs it. It owns the browsers and the sessions between
//! calls, and ends itself when nobody called for long, when it is told to, or on a signal; the browsers end with it.

mod activity;
mod browsers;
mod call;
mod connection;
mod pool;
mod registry;
mod serve;
mod session_slot;
mod session_store;

pub(crate) use serve::run;
