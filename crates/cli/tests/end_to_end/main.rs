//! The command line as its users call it: every test has a daemon, a temporary folder and a server of its own.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod agents;
mod arguments;
mod attached;
#[cfg(target_os = "linux")]
mod bounds;
#[cfg(all(feature = "fetch", target_os = "linux", target_arch = "x86_64"))]
mod browser_install;
mod cdp_client;
mod clients;
mod configuration;
mod crowd;
mod debug;
mod demo;
mod economy;
mod engines;
#[cfg(feature = "tls")]
#[path = "../../../cdp/tests/far_side.rs"]
#[expect(dead_code, reason = "the wire's own tests have connections end in every way")]
mod far_side;
mod files;
mod guide;
mod headers;
mod home;
mod http;
mod http_client;
mod hung;
#[cfg(target_os = "linux")]
mod lifecycle;
mod logins;
mod mcp;
#[cfg(all(feature = "fetch", target_os = "linux", target_arch = "x86_64"))]
mod mirror;
mod operations;
mod paused;
mod person;
mod proxies;
mod reconnected;
#[cfg(target_os = "linux")]
mod relay;
#[cfg(target_os = "linux")]
mod relay_life;
mod rmcp_client;
mod running;
mod secrets;
mod serve;
mod server;
mod sessions;
mod setup;
mod state;
mod stored;
#[cfg(feature = "tls")]
mod tls;
mod verdicts;
mod webdriver_server;
mod witness;
