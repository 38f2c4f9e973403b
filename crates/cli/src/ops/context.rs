//! What an operation can reach: its session, the daemon's registry, and what the call said for all operations.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use domtool::{ActOptions, Action, Session, Tab};

use crate::{
    daemon::{Registry, Room},
    failure::{Failure, Result},
    output::Output,
    wire::Call,
};

/// What an operation can reach.
pub(crate) struct Context {
    /// All sessions.
    pub(crate) registry: Arc<Registry>,
    /// The session's place.
    pub(crate) room: Arc<Room>,
    /// What holds for every operation.
    pub(crate) call: Call,
}

impl Context {
    /// The running session.
    ///
    /// # Errors
    /// `NOT_FOUND` when there is none, `BROWSER_GONE` with what was lost when its browser died.
    pub(crate) fn session(&self) -> Result<Session> {
        let session = self.room.session()?;
        self.room.agrees_with(&self.call.launch)?;
        Ok(session)
    }

    /// The session, started if it is not running.
    ///
    /// # Errors
    /// `NO_BROWSER` and whatever keeps a browser from starting.
    pub(crate) async fn start(&self) -> Result<Session> {
        self.registry.start(&self.room, &self.call.launch).await
    }

    /// The current tab.
    ///
    /// # Errors
    /// As [`Context::session`]; `TAB_CLOSED` when the session has none.
    pub(crate) fn tab(&self) -> Result<Tab> {
        Ok(self.session()?.tab()?)
    }

    /// Does one action on the current tab.
    ///
    /// # Errors
    /// Those of the action.
    pub(crate) async fn act(&self, action: Action) -> Result<Output> {
        let mut options = ActOptions::default();
        if let Some(deadline) = self.call.deadline() {
            options.timeout = deadline;
            options.patience = deadline;
        }
        Ok(Output::Report(Box::new(self.tab()?.act(&action, &options).await?)))
    }

    /// A path of the caller's, absolute.
    pub(crate) fn path(&self, path: &Path) -> PathBuf {
        self.call.folder.join(path)
    }

    /// An address as the caller gave it: the path of an existing file becomes a `file:` address.
    ///
    /// # Errors
    /// `INVALID_INPUT` when it is empty, or looks like a path and is no file.
    pub(crate) fn address(&self, text: &str) -> Result<String> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Failure::invalid("the address is empty"));
        }
        if text.contains("://") || text.starts_with("about:") || text.starts_with("data:") {
            return Ok(text.to_owned());
        }
        let path = self.path(Path::new(text));
        if path.is_file() {
            return Ok(file_url(&path.canonicalize().unwrap_or(path)));
        }
        let looks_like_path = text.starts_with(['/', '.']) || (cfg!(windows) && text.contains('\\'));
        if looks_like_path {
            return Err(Failure::invalid(format!("there is no file {}", path.display())));
        }
        Ok(text.to_owned())
    }
}

/// A `file:` address (RFC 8089): everything but unreserved characters and `/` percent-encoded.
fn file_url(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text =
        text.strip_prefix(r"\\?\").unwrap_or(&text).replace('\\', if cfg!(windows) { "/" } else { "\\" });
    let mut url = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b':' => {
                url.push(byte as char);
            }
            _ => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_become_addresses() {
        assert_eq!(file_url(Path::new("/tmp/a b/ü#1?.html")), "file:///tmp/a%20b/%C3%BC%231%3F.html");
    }
}
