//! The protocol log: one line a command, through `tracing`, at the target `domtool_cdp::wire` and the level `debug`.
//!
//! A line has the method, the session, both sizes, the time from being posted to being answered, what came of it, and how
//! many events came since the line before. At the level `trace` events have lines too. Never a parameter or an answer:
//! they hold what people type.

use std::time::Duration;

use tokio::time::Instant;
use tracing::{Level, debug, enabled, trace};

use crate::{
    error::{Error, ErrorKind},
    protocol::SessionId,
    wire::{Encoding, RawEvent},
};

/// A command that was posted, as far as the log knows it.
#[derive(Debug)]
pub(crate) struct Posted {
    pub(crate) method: &'static str,
    pub(crate) session: Option<SessionId>,
    /// The size of the whole message, in bytes.
    pub(crate) sent: usize,
    pub(crate) at: Instant,
}

/// Whether anyone listens.
pub(crate) fn is_on() -> bool {
    enabled!(target: "domtool_cdp::wire", Level::DEBUG)
}

/// A command was answered.
pub(crate) fn answered(posted: &Posted, encoding: Encoding, message: &[u8], events: u64) {
    if is_on() {
        line(posted, message.len(), encoding.check(message).err().as_ref(), events);
    }
}

/// A command will have no answer, or none that anyone waits for.
pub(crate) fn failed(posted: &Posted, kind: ErrorKind, events: u64) {
    if is_on() {
        line(posted, 0, Some(&Error::new(kind, "")), events);
    }
}

fn line(posted: &Posted, received: usize, error: Option<&Error>, events: u64) {
    let outcome = match error.map(Error::kind) {
        None => "ok",
        Some(ErrorKind::Protocol { .. }) => "refused",
        Some(ErrorKind::Deadline) => "deadline",
        Some(ErrorKind::Closed) => "closed",
        Some(_) => "broken",
    };
    let code = match error.map(Error::kind) {
        Some(ErrorKind::Protocol { code }) => Some(code),
        _ => None,
    };
    let &Posted { method, ref session, sent, at } = posted;
    let session = name(session.as_ref());
    let ms = rounded(at.elapsed());
    debug!(target: "domtool_cdp::wire", method, session, sent, received, ms, outcome, code, events, "command");
}

/// An event came.
pub(crate) fn event(event: &RawEvent) {
    let (method, session) = (event.method(), name(event.session_id()));
    trace!(target: "domtool_cdp::wire", method, session, received = event.size(), "event");
}

/// The browser's own session has no name.
fn name(session: Option<&SessionId>) -> &str {
    session.map_or("browser", SessionId::as_str)
}

fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}
