//! Bytes to typed Chrome DevTools Protocol commands and events, and back.
//!
//! Two layers: [`protocol`] is the types alone (no I/O; all that `domtool-page` uses); the feature `client` adds
//! transports, a connection that many sessions share, and finding and launching Chromium.
//! Nothing here knows of pages, element ids or models.
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
mod log;
#[cfg(feature = "client")]
mod table;
#[cfg(feature = "client")]
pub mod transport;
#[cfg(feature = "client")]
mod wire;

#[cfg(feature = "client")]
pub use crate::{
    call::{Answer, Pending},
    chromium::{Chromium, LaunchOptions, Sandbox, Wire},
    connection::{Channel, Connection, ConnectionOptions, Limit},
    error::{Dispatched, Error, ErrorKind, Result},
    events::{Events, Message},
    transport::Transport,
    wire::{Encoding, RawEvent},
};
