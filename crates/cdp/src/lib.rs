//! Bytes to typed Chrome DevTools Protocol commands and events, and back.
//!
//! Two layers: [`protocol`] is the types alone (no I/O; all that `domtool-page` uses); the feature `client` adds
//! transports, a connection that many sessions share, and finding and launching Chromium.
//! Nothing here knows of pages, element ids or models.

pub mod protocol;
