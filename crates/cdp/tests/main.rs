//! The wire against real Chromium, and what is read of it.
//!
//! One binary: seven took longer to build than to run.
#![cfg(feature = "client")]
// A test's support that fails fails the test; an owner that is started says on standard output what it launched.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod decoders;
mod drift;
#[cfg(unix)]
mod encodings;
mod endpoint;
#[cfg(all(feature = "tls", unix))]
mod far_side;
mod launch;
#[cfg(target_os = "linux")]
mod orphans;
#[cfg(all(feature = "tls", unix))]
mod other_servers;
mod wire;
