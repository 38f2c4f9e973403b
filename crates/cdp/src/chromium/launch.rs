//! [`Chromium`]: a browser process that was started here, and how it is started and ended.

use std::{
    path::{Path, PathBuf},
    process::ExitStatus,
    time::Duration,
};

use tokio::time::timeout;
use tracing::debug;

#[cfg(unix)]
use super::Wire;
use super::{
    LaunchOptions, find, flags,
    owned::Owned,
    profile::{self, Profile},
};
use crate::{
    connection::Connection,
    error::{Error, ErrorKind, Result},
    limits::{BROWSER_ENDS, BROWSER_SAYS_WHY},
    protocol::browser::{Close, GetVersion, GetVersionReply},
    transport::{Transport, WebSocket},
};
#[cfg(unix)]
use crate::{transport::Pipe, wire::Encoding};

/// A Chromium that was started here. [`Chromium::close`] ends it in order; dropping it kills it.
#[derive(Debug)]
pub struct Chromium {
    connection: Connection,
    owned: Owned,
    product: String,
    endpoint: Option<String>,
    notes: Vec<String>,
    executable: PathBuf,
}

impl Chromium {
    /// Starts Chromium and waits until it answers.
    ///
    /// Cancel safety: dropping the future kills the process and removes a temporary profile; the drop may block its thread for
    /// half a second.
    ///
    /// # Errors
    /// NoBrowser when there is none to start; Launch when it ends, stays silent or cannot be started, with its last
    /// words and what to do about the usual ones; Io when no profile or pipe can be made.
    pub async fn launch(options: LaunchOptions) -> Result<Self> {
        Self::launch_through(options, |transport| transport).await
    }

    /// Starts Chromium like [`Chromium::launch`], with something between the connection and its transport, such as
    /// [`Faulty`](crate::transport::Faulty).
    ///
    /// # Errors
    /// Those of [`Chromium::launch`].
    pub async fn launch_through(
        options: LaunchOptions,
        wrap: impl FnOnce(Box<dyn Transport>) -> Box<dyn Transport> + Send + 'static,
    ) -> Result<Self> {
        let (executable, note) = find::choose(options.executable.as_deref())?;
        profile::sweep();
        let profile = match &options.profile {
            Some(path) => Profile::kept(path)?,
            None => Profile::temporary(),
        };
        let (mut args, mut notes) = flags::arguments(&options);
        args.insert(0, format!("--user-data-dir={}", profile.path().display()));
        notes.extend(note.map(str::to_owned));
        let (mut owned, reach) = start(&executable, &args, profile, &options, &mut notes)?;

        let ready = until_ready(&mut owned, reach, Box::new(wrap), &options);
        let outcome = timeout(options.deadline, ready).await;
        let why = match outcome {
            Ok(Ok(Ready { connection, version, endpoint })) => {
                let product = version.product;
                debug!(target: "domtool_cdp::chromium", pid = owned.pid, product, "launched");
                return Ok(Self { connection, owned, product, endpoint, notes, executable });
            }
            Ok(Err(Unready::Exited(Some(status)))) => format!("ended before it was ready ({status})"),
            Ok(Err(Unready::Exited(None))) => "ended before it was ready".to_owned(),
            Ok(Err(Unready::Failed(error))) => format!("did not answer as a browser does ({error})"),
            Err(_) => format!("did not become ready within {} ms", options.deadline.as_millis()),
        };
        Err(failure(&executable, owned, &why).await)
    }

    /// The connection to it.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The id of its main process, which is also that of its process group on Unix.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.owned.pid
    }

    /// What it says it is, such as `Chrome/156.0.7423.10`.
    #[must_use]
    pub fn product(&self) -> &str {
        &self.product
    }

    /// What was started.
    #[must_use]
    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// Its profile directory.
    #[must_use]
    pub fn profile(&self) -> &Path {
        self.owned.profile.path()
    }

    /// Its profile directory, where that is gone with it: a place for files that are to end with it.
    #[must_use]
    pub fn temporary_profile(&self) -> Option<&Path> {
        self.owned.profile.is_temporary().then(|| self.profile())
    }

    /// What was added to its arguments and why, such as `running as root: started with --no-sandbox`.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The `ws://` address that others can connect to; `None` over a pipe.
    #[must_use]
    pub fn endpoint(&self) -> Option<&str> {
        self.endpoint.as_deref()
    }

    /// Its last lines on standard error.
    #[must_use]
    pub fn last_words(&self) -> Vec<String> {
        self.owned.stderr.lines()
    }

    /// Ends it: asks, waits, kills what is left, and removes a temporary profile.
    ///
    /// Cancel safety: dropping the future kills the process at once.
    ///
    /// # Errors
    /// Io when a process or the profile is left; the watcher still tries then.
    pub async fn close(mut self) -> Result<()> {
        // No answer is needed: the process ends, or is killed below.
        drop(self.connection.browser().post(&Close {}));
        self.owned.end(BROWSER_ENDS).await
    }
}

/// How the started browser is reached.
enum Reach {
    #[cfg(unix)]
    Pipe(Pipe),
    Port,
}

/// What stands between a connection and its transport.
type Wrap = Box<dyn FnOnce(Box<dyn Transport>) -> Box<dyn Transport> + Send>;

struct Ready {
    connection: Connection,
    version: GetVersionReply,
    endpoint: Option<String>,
}

enum Unready {
    Exited(Option<ExitStatus>),
    Failed(Error),
}

#[cfg(unix)]
fn start(
    executable: &Path,
    args: &[String],
    profile: Profile,
    options: &LaunchOptions,
    notes: &mut Vec<String>,
) -> Result<(Owned, Reach)> {
    let encoding = match flags::wire(options) {
        Wire::WebSocket => return Ok((Owned::start(executable, args, profile, None, notes)?, Reach::Port)),
        Wire::JsonPipe => Encoding::Json,
        Wire::Pipe => Encoding::Cbor,
    };
    let (pipe, ends) = Pipe::new(encoding).map_err(|e| Error::io("no pipe can be made", e))?;
    let owned = Owned::start(executable, args, profile, Some(ends), notes)?;
    Ok((owned, Reach::Pipe(pipe)))
}

#[cfg(not(unix))]
fn start(
    executable: &Path,
    args: &[String],
    profile: Profile,
    _options: &LaunchOptions,
    _notes: &mut Vec<String>,
) -> Result<(Owned, Reach)> {
    Ok((Owned::start(executable, args, profile)?, Reach::Port))
}

/// Waits for the first answer, or for the process to end.
async fn until_ready(
    owned: &mut Owned,
    reach: Reach,
    wrap: Wrap,
    options: &LaunchOptions,
) -> Result<Ready, Unready> {
    let (transport, endpoint): (Box<dyn Transport>, _) = match reach {
        #[cfg(unix)]
        Reach::Pipe(pipe) => (Box::new(pipe), None),
        Reach::Port => {
            let Some(url) = owned.stderr.endpoint().await else {
                return Err(Unready::Exited(owned.exited().await));
            };
            let transport = WebSocket::connect(&url, options.deadline).await.map_err(Unready::Failed)?;
            (Box::new(transport), Some(url))
        }
    };
    let connection = Connection::new(wrap(transport), options.connection);
    // Longer than the launch may take, so that it is the launch that is said to be late.
    let version = connection.browser().with_deadline(options.deadline * 2).call(&GetVersion {});
    tokio::select! {
        biased;
        version = version => match version {
            Ok(version) => Ok(Ready { connection, version, endpoint }),
            Err(error) if error.is_closed() => Err(Unready::Exited(owned.exited().await)),
            Err(error) => Err(Unready::Failed(error)),
        },
        status = owned.exited() => Err(Unready::Exited(status)),
    }
}

/// Ends what was started and tells why it failed, with what its last lines mean.
async fn failure(executable: &Path, mut owned: Owned, why: &str) -> Error {
    owned.stderr.ended(BROWSER_SAYS_WHY).await;
    let lines = owned.stderr.lines();
    let mut message = format!("{} {why}", executable.display());
    if let Some(advice) = advice(&lines) {
        message = format!("{message}; {advice}");
    }
    if !lines.is_empty() {
        message = format!("{message}\nits last words:\n  {}", lines.join("\n  "));
    }
    let error = Error::new(ErrorKind::Launch, message);
    match owned.end(Duration::ZERO).await {
        Ok(()) => error,
        Err(left) => error.caused_by(left),
    }
}

/// What to do about the usual reasons.
fn advice(lines: &[String]) -> Option<String> {
    let line_with = |text: &str| lines.iter().find(|line| line.contains(text));
    if let Some(line) = line_with("error while loading shared libraries") {
        let library = line.split(": ").skip(1).find(|part| part.contains(".so")).unwrap_or("a library");
        return Some(format!(
            "the system lacks {library}; installing chromium by the package manager brings it"
        ));
    }
    if line_with("No usable sandbox").is_some() || line_with("Running as root without --no-sandbox").is_some()
    {
        return Some("its sandbox cannot work here; start it without (Sandbox::Off)".to_owned());
    }
    if line_with("Missing X server").is_some() || line_with("cannot open display").is_some() {
        return Some("there is no display to open a window on; start it headless".to_owned());
    }
    if line_with("ProcessSingleton").is_some() || line_with("profile appears to be in use").is_some() {
        return Some("another browser uses this profile; close it or take another profile".to_owned());
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_missing_library_is_named() {
        let line =
            "/opt/chrome: error while loading shared libraries: libnss3.so: cannot open shared object file";
        assert!(advice(&[line.to_owned()]).unwrap().contains("libnss3.so"));
        assert_eq!(advice(&["something else".to_owned()]), None);
    }
}
