//! The Chrome DevTools Protocol as typed commands and events, and a client for it.
//!
//! The crate promises that it knows nothing of pages, element ids or models; that without the feature `client` it does no I/O;
//! that no slow caller holds up another; and that a browser which it launched ends with its owner, also when that is killed.
//!
//! The modules in the order of the data:
//!
//! - [`protocol`]: the commands, events and objects, written by hand, only those in use. It is all that there is without `client`.
//! - `wire`: the two encodings, JSON and CBOR, and the one place where bytes become typed answers.
//! - `limits`: every bound of the crate, and why it is there.
//! - `queue`, `events`: the events that wait for a reader, and say where some are missing.
//! - `endpoint`: from the address of a running browser to its WebSocket, with TLS where it is asked for.
//! - `log`: the protocol log, one line a command, without what people typed.
//! - `table`: what the tasks of a connection and its callers share.
//! - `call`: one command in flight, and its answer.
//! - `transport`: how messages travel: pipe, WebSocket, recorded, faulty.
//! - `connection`: one transport, many sessions, many commands in flight.
//! - `chromium`: finding, installing, launching and ending Chromium.
//! - `webdriver`: browsers that a WebDriver server makes and ends: chromedriver, Selenium Grid 4.
//!
//! ```no_run
//! # #[cfg(feature = "client")]
//! # async fn run() -> domtool_cdp::Result<()> {
//! use domtool_cdp::{Chromium, LaunchOptions, protocol::target::{AttachToTarget, CreateTarget}};
//!
//! let chromium = Chromium::launch(LaunchOptions::default()).await?;
//! let browser = chromium.connection().browser();
//! let tab = browser.call(&CreateTarget { url: "https://example.com".into(), ..Default::default() }).await?;
//! let attached = browser.call(&AttachToTarget { target_id: tab.target_id, flatten: Some(true) }).await?;
//! let session = chromium.connection().channel(attached.session_id);
//! # let _ = session;
//! chromium.close().await
//! # }
//! ```

pub mod protocol;

#[cfg(feature = "client")]
mod call;
#[cfg(feature = "client")]
pub mod chromium;
#[cfg(feature = "client")]
mod connection;
#[cfg(feature = "client")]
pub mod endpoint;
#[cfg(feature = "client")]
mod error;
#[cfg(feature = "client")]
mod events;
#[cfg(feature = "client")]
mod limits;
#[cfg(feature = "client")]
mod log;
#[cfg(feature = "client")]
mod queue;
#[cfg(feature = "client")]
mod table;
#[cfg(feature = "client")]
pub mod transport;
#[cfg(feature = "client")]
mod webdriver;
#[cfg(feature = "client")]
mod wire;

#[cfg(feature = "client")]
pub use crate::{
    call::{Answer, Pending},
    chromium::{Chromium, LaunchOptions, Sandbox, Wire},
    connection::{Channel, Connection, ConnectionOptions, Limit},
    endpoint::Endpoint,
    error::{CertificateFault, Dispatched, Error, ErrorKind, Result},
    events::Events,
    queue::Message,
    transport::Transport,
    webdriver::{WebDriver, WebDriverSession},
    wire::{Encoding, RawEvent},
};
