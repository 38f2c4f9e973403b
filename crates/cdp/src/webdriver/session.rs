//! [`WebDriverSession`]: one browser that a server made for us. It is kept alive while we are connected to it, and ended by a `DELETE` when it
//! is closed or dropped. A server that ends it by itself ends our connection with it, with the reason.

use std::{fmt, time::Duration};

use tokio::{task::AbortHandle, time::timeout};
use tracing::{debug, warn};

use super::{WebDriver, answer::is_ended};
use crate::{
    connection::{Connection, ConnectionOptions},
    endpoint::{Endpoint, Request},
    error::{Error, ErrorKind, Result},
    limits::{BROWSER_SHOWS_LIFE, MADE_BROWSER_CONNECTS, WEBDRIVER_ANSWERS},
    protocol::browser::{Close, GetVersion},
    transport::Heartbeat,
};

/// A server that does not end a session is asked so often.
const TRIES: usize = 2;
/// Heartbeats are never closer, and never farther apart.
const BEATS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(15));
/// When the browser's own connection is asked whether it is there. A Grid keeps it open whose node died without a word.
const CONNECTION_HEARTBEAT: Heartbeat =
    Heartbeat { after: Duration::from_secs(5), limit: Duration::from_secs(15) };

/// A browser that a WebDriver server made. [`WebDriverSession::close`] has the server end it; dropping it does so too, on the runtime that it
/// is dropped on. When this process is killed, the server ends it after its time-out for sessions, if it has one: a Grid has, chromedriver
/// has none.
pub struct WebDriverSession {
    made: Made,
    connection: Connection,
    beat: AbortHandle,
}

impl fmt::Debug for WebDriverSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebDriverSession").field("driver", &self.made.driver).finish_non_exhaustive()
    }
}

impl WebDriverSession {
    /// Connects to its browser, and keeps it alive from then on.
    ///
    /// # Errors
    /// Driver when the browser cannot be reached; then it is ended.
    pub(super) async fn connect(made: Made, endpoint: Endpoint) -> Result<Self> {
        let options = ConnectionOptions { heartbeat: CONNECTION_HEARTBEAT, ..ConnectionOptions::default() };
        let connecting = timeout(MADE_BROWSER_CONNECTS, Connection::connect(&endpoint, options)).await;
        let driver = &made.driver;
        let unreached = |why: &str| {
            let message = format!(
                "{driver} made a browser at {endpoint}, which cannot be reached from here ({why}); chromedriver's are only reached on its own machine, a Grid's through the Grid"
            );
            Error::new(ErrorKind::Driver, message)
        };
        let connection = match connecting {
            Ok(Ok(connection)) => connection,
            Ok(Err(error)) if matches!(error.kind(), ErrorKind::Certificate { .. }) => return Err(error),
            Ok(Err(error)) => return Err(unreached(error.message())),
            Err(_) => return Err(unreached("no answer")),
        };
        let beat =
            tokio::spawn(keep_alive(made.driver.clone(), made.id.clone(), connection.clone())).abort_handle();
        Ok(Self { made, connection, beat })
    }

    /// The connection to its browser.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Has the server end it, and waits for that.
    ///
    /// Cancel safety: the server is asked all the same.
    ///
    /// # Errors
    /// Driver when the server does not end it. Its browser was asked to end itself, then.
    pub async fn close(mut self) -> Result<()> {
        self.beat.abort();
        let Some(id) = self.made.take() else { return Ok(()) };
        let driver = self.made.driver.clone();
        let connection = self.connection.clone();
        let ending = tokio::spawn(async move { end(&driver, &id, Some(&connection)).await });
        ending.await.unwrap_or_else(|error| Err(super::failure(format!("ending a session failed: {error}"))))
    }
}

impl Drop for WebDriverSession {
    fn drop(&mut self) {
        self.beat.abort();
    }
}

/// A session that was made and that nobody ended yet: it is ended when this is dropped.
pub(super) struct Made {
    driver: WebDriver,
    id: String,
    ended: bool,
}

impl Made {
    pub(super) fn new(driver: WebDriver, id: String) -> Self {
        Self { driver, id, ended: false }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Has the server end it, and waits for that.
    pub(super) async fn end(mut self) {
        if let Some(id) = self.take() {
            // What went wrong was told to the log.
            drop(end(&self.driver, &id, None).await);
        }
    }

    /// Its id, for the one who ends it.
    fn take(&mut self) -> Option<String> {
        (!std::mem::replace(&mut self.ended, true)).then(|| self.id.clone())
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        let Some(id) = self.take() else { return };
        let driver = self.driver.clone();
        // From now on, not only when the task begins.
        let under_way = driver.begin();
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(async move {
                // What went wrong was told to the log; nobody is there to be told here.
                drop(end(&driver, &id, None).await);
                drop(under_way);
            })),
            Err(_) => {
                warn!(target: "domtool_cdp::webdriver", ?driver, "a session is left to the server's time-out");
            }
        }
    }
}

/// Has the server end a session. One that is not there any more is ended.
async fn end(driver: &WebDriver, id: &str, connection: Option<&Connection>) -> Result<()> {
    let _under_way = driver.begin();
    let path = format!("/session/{id}");
    let delete = Request { method: "DELETE", path: &path, body: None };
    let mut failed = None;
    for _ in 0..TRIES {
        match timeout(WEBDRIVER_ANSWERS, driver.ask(&delete)).await {
            Ok(Ok(answer)) if answer.status.is_success() || is_ended(&answer) => return Ok(()),
            Ok(Ok(answer)) => failed = Some(format!("it answered {}", answer.status)),
            Ok(Err(error)) => failed = Some(error.message().to_owned()),
            Err(_) => failed = Some("it did not answer".to_owned()),
        }
    }
    // A server whose session's browser ends notices, sooner or later.
    if let Some(connection) = connection {
        drop(connection.browser().post(&Close {}));
    }
    let why = failed.unwrap_or_default();
    warn!(target: "domtool_cdp::webdriver", ?driver, why, "a session was not ended by its server");
    Err(super::failure(format!("{driver} did not end a session: {why}")))
}

/// Asks for what costs the server nothing, so often that it does not take the session for left; ends the connection once the server says
/// that there is no such session. Any other answer, or none, is no reason by itself: the browser is asked, then.
async fn keep_alive(driver: WebDriver, id: String, connection: Connection) {
    let path = format!("/session/{id}/timeouts");
    let get = Request { method: "GET", path: &path, body: None };
    // Three heartbeats may be lost.
    let interval = (driver.session_timeout().await / 4).clamp(BEATS.0, BEATS.1);
    loop {
        tokio::select! {
            () = connection.closed() => return,
            () = tokio::time::sleep(interval) => {}
        }
        match timeout(interval.min(WEBDRIVER_ANSWERS), driver.ask(&get)).await {
            Ok(Ok(answer)) if is_ended(&answer) => {
                debug!(target: "domtool_cdp::webdriver", ?driver, "the server ended a session");
                return connection.end("the WebDriver server ended the session".to_owned());
            }
            Ok(Ok(answer)) if answer.status.is_success() => {
                debug!(target: "domtool_cdp::webdriver", ?driver, "heartbeat");
                continue;
            }
            Ok(Ok(answer)) => {
                warn!(target: "domtool_cdp::webdriver", ?driver, status = %answer.status, "no heartbeat");
            }
            Ok(Err(error)) => warn!(target: "domtool_cdp::webdriver", ?driver, %error, "no heartbeat"),
            Err(_) => warn!(target: "domtool_cdp::webdriver", ?driver, "a heartbeat was not answered"),
        }
        if connection.browser().with_deadline(BROWSER_SHOWS_LIFE).call(&GetVersion {}).await.is_err() {
            return connection
                .end("neither the WebDriver server nor the browser answers for the session".to_owned());
        }
    }
}
