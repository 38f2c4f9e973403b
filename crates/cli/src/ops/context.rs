//! What an operation can reach: its session and the others, and what the call said for all operations.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use domtool::{ActOptions, Action, ErrorKind, Session, Tab, quoted};
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout_at};

use super::SessionProvider;
use crate::{
    failure::{Failure, Result},
    output::Output,
    wire::{Call, Expected},
};

/// What an operation can reach.
pub(crate) struct Context {
    /// The call's session, and all others.
    pub(crate) sessions: Arc<dyn SessionProvider>,
    /// What holds for every operation.
    pub(crate) call: Call,
    /// When the call's time is over, counted from its arrival; `None` for the engine's own limits.
    pub(crate) deadline: Option<Instant>,
    /// Where an operation only writes down the action that it stands for, to be done later with others.
    pub(crate) plan: Option<Vec<Action>>,
}

impl Context {
    /// The running session.
    ///
    /// # Errors
    /// As [`SessionProvider::session`].
    pub(crate) fn session(&self) -> Result<Session> {
        self.check_unplanned()?;
        let session = self.sessions.session(&self.call.launch)?;
        Ok(session.as_caller(&self.call.caller))
    }

    /// The session, started if it is not running.
    ///
    /// # Errors
    /// `NO_BROWSER` and whatever keeps a browser from starting.
    pub(crate) async fn start(&self) -> Result<Session> {
        self.check_unplanned()?;
        let starting = self.sessions.start(&self.call.launch);
        let session = match self.deadline {
            None => starting.await?,
            Some(deadline) => timeout_at(deadline, starting).await.map_err(|_| {
                Failure::new(
                    ErrorKind::Timeout,
                    "the browser did not start in the time that the call was given",
                    "give it more time, or leave --timeout out",
                )
            })??,
        };
        Ok(session.as_caller(&self.call.caller))
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
    pub(crate) async fn act(&mut self, action: Action) -> Result<Output> {
        if let Some(plan) = &mut self.plan {
            plan.push(action);
            return Ok(Output::Planned);
        }
        let options = self.options(self.call.expected.as_ref())?;
        Ok(Output::Report(Box::new(self.tab()?.act(&action, &options).await?)))
    }

    /// Opens an address or a file in the current tab, of a session that is started if need be.
    ///
    /// # Errors
    /// Those of starting and of opening.
    pub(crate) async fn go(&mut self, url: &str) -> Result<Output> {
        let url = self.address(url)?;
        let session = self.start().await?;
        session.tab_or_new().await?;
        self.act(Action::Open { url }).await
    }

    /// The action that an operation stands for, without doing it.
    ///
    /// # Errors
    /// `INVALID_INPUT` when it stands for none.
    pub(crate) async fn plan(&self, name: &str, args: &RawValue) -> Result<Action> {
        let entry = super::find(name).filter(|entry| entry.acts);
        let Some(entry) = entry else { return Err(not_planned(name)) };
        let sessions = Arc::clone(&self.sessions);
        let (call, deadline) = (self.call.clone(), self.deadline);
        let mut context = Context { sessions, call, deadline, plan: Some(Vec::new()) };
        (entry.run)(args, &mut context).await?;
        context.plan.and_then(|plan| plan.into_iter().next()).ok_or_else(|| not_planned(name))
    }

    fn check_unplanned(&self) -> Result<()> {
        match self.plan {
            None => Ok(()),
            Some(_) => Err(not_planned("this")),
        }
    }

    /// How patient an action is, and what is expected of it.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no expectation.
    pub(crate) fn options(&self, expected: Option<&Expected>) -> Result<ActOptions> {
        let mut options = ActOptions::default();
        if let Some(left) = self.left() {
            options = options.with_timeout(left);
        }
        if let Some(expected) = expected {
            expected.hold(&mut options)?;
        }
        Ok(options)
    }

    /// How much of the call's time is left; `None` where it has none of its own.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
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

fn not_planned(name: &str) -> Failure {
    let message = format!("{name} is no action that can be done with others", name = quoted(&name));
    Failure::new(ErrorKind::InvalidInput, message, "do it in a call of its own")
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
