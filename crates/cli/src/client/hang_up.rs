//! Hanging up on a call from another thread. The daemon then ends what only looks; what acts it finishes, so that the
//! session stays sane.

use std::sync::{Mutex, PoisonError};

use crate::{
    failure::{Failure, Result},
    socket::Stream,
};

/// A way to hang up on one call, which may not have begun.
#[derive(Debug, Default)]
pub(crate) struct HangUp(Mutex<Line>);

/// How far the call is.
#[derive(Debug, Default)]
enum Line {
    /// It has reached no daemon yet.
    #[default]
    Idle,
    /// It goes over this.
    Open(Stream),
    /// Nobody waits for it any more.
    Down,
}

impl HangUp {
    /// Hangs up: now, or as soon as the call reaches a daemon. On Windows a call that runs goes on to its end, unheard.
    pub(crate) fn hang_up(&self) {
        let mut line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Line::Open(stream) = std::mem::replace(&mut *line, Line::Down) {
            close(&stream);
        }
    }

    /// Takes note of what the call goes over.
    ///
    /// # Errors
    /// `INTERNAL` when somebody has hung up, or the system gives no second handle.
    pub(super) fn watch(&self, stream: &Stream) -> Result<()> {
        let mut line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*line, Line::Down) {
            return Err(Failure::internal("the caller hung up"));
        }
        let stream = stream.try_clone().map_err(|error| Failure::io("the daemon's socket", &error))?;
        *line = Line::Open(stream);
        Ok(())
    }
}

#[cfg(unix)]
fn close(stream: &Stream) {
    if let Err(error) = stream.shutdown(std::net::Shutdown::Both) {
        tracing::debug!(%error, "the daemon hung up first");
    }
}

/// A pipe's end cannot be closed under a thread that reads from it.
#[cfg(not(unix))]
fn close(_stream: &Stream) {}
