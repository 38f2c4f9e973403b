//! What an operation asks of those who keep the sessions. The daemon answers; operations know nothing of it.

use std::{future::Future, pin::Pin};

use domtool::Session;

use crate::{failure::Result, launch::Launch, output::SessionInfo};

/// A future that is owned and can go to another thread.
pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The sessions, as one call can reach them: its own by itself, the others by their names.
pub(crate) trait SessionProvider: Send + Sync {
    /// Finds the call's session, which runs already.
    ///
    /// # Errors
    /// `NOT_FOUND` when there is none, `BROWSER_GONE` with what was lost when its browser died, `INVALID_INPUT` when `launch`
    /// contradicts it.
    fn session(&self, launch: &Launch) -> Result<Session>;

    /// Finds the call's session, and starts it if it is not running.
    ///
    /// # Errors
    /// `NO_BROWSER` and whatever keeps a browser from starting; `INVALID_INPUT` when `launch` contradicts it.
    fn start<'a>(&'a self, launch: &'a Launch, to_start: &'a Launch) -> BoxFuture<'a, Result<Session>>;

    /// Says the version of the browser of the call's session; empty when that does not run.
    fn browser_version(&self) -> String;

    /// Lists all sessions, running or lost.
    fn list(&self) -> Vec<SessionInfo>;

    /// Closes a session, cutting short what runs in it. Whether there was one.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no session's name.
    fn close<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<bool>>;

    /// Closes all sessions and ends the daemon. Which sessions there were.
    fn end(&self) -> BoxFuture<'_, Vec<String>>;
}
