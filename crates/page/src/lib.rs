//! The pure core of domtool: what the browser answered goes in, text for a model comes out.
//!
//! No I/O, no clock, no async. Nothing here can fail: what could not be seen is a [`snapshot::Gap`].
//!
//! The way of the data is the order of the modules; a module uses those before it, never those after:
//!
//! ```text
//! capture -> snapshot (merge, mask, style, geometry, occlusion, classify, role, name, state) -> identity
//!         -> view (flatten, fold, budget, diff, render)            settle, ready, messages, background_requests: state machines beside it
//! ```

pub mod background_requests;
pub mod capture;
pub mod geometry;
mod glob;
pub mod identity;
pub mod listener_kinds;
pub mod messages;
pub mod ready;
pub mod secret_values;
pub mod settle;
pub mod snapshot;
pub mod styles;
pub mod timers;
pub mod view;

pub use glob::matches_glob;
