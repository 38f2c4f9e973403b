//! A browser: the process or the endpoint, and its one connection. Its events are handed to tabs by `routes`, and
//! whose a new tab is is found by `owners`.

mod downloads;
mod owners;
mod reconnect;
mod routes;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domtool_cdp::{
    Connection, ConnectionOptions,
    chromium::{Chromium, LaunchOptions},
    protocol::{SessionId, browser as protocol, target},
};

use crate::{
    act::Clipping,
    error::{Error, ErrorKind, Result},
    recording::Recorder,
    session::{Context, Session, SessionInner, SessionOptions},
    tab::{self, TabInner},
    world::Names,
};
pub(crate) use owners::Asking;
use owners::Shared;
pub use reconnect::Reconnect;
use routes::{Routes, lock, route};
use tokio::sync::watch;

/// A Chromium process that we launched, or one that we are connected to. Cheap to clone.
///
/// A launched browser ends when the last clone is dropped, and with its owner's process however that ends.
#[derive(Clone, Debug)]
pub struct Browser {
    pub(crate) inner: Arc<BrowserInner>,
}

#[derive(Debug)]
pub(crate) struct BrowserInner {
    pub(crate) connection: Connection,
    /// Only for a launched one; taken out when it is closed.
    process: Mutex<Option<Chromium>>,
    notes: Vec<String>,
    /// The address of one that we are only connected to.
    endpoint: Option<String>,
    /// How many connections to it came before this one, each of which broke.
    earlier: u32,
    version: String,
    /// It has windows that a person may see.
    watched: bool,
    /// Contexts share one clipboard.
    pub(crate) clipboard: tokio::sync::Mutex<Option<Clipping>>,
    /// It makes one recording at a time.
    pub(crate) recorder: Recorder,
    routes: Arc<Mutex<Routes>>,
    /// How many of the connection's events were handed over.
    routed: watch::Receiver<u64>,
}

impl Browser {
    /// Starts a Chromium.
    ///
    /// # Errors
    /// `NO_BROWSER` when there is none or it does not start; the message says why.
    pub async fn launch(options: LaunchOptions) -> Result<Browser> {
        Browser::of(Chromium::launch(options).await?).await
    }

    /// Takes over a Chromium that was started otherwise.
    ///
    /// # Errors
    /// `BROWSER_GONE`.
    pub async fn of(chromium: Chromium) -> Result<Browser> {
        let connection = chromium.connection().clone();
        let notes = chromium.notes().to_vec();
        Browser::new(connection, Some(chromium), notes, None).await
    }

    /// Connects to a Chromium that runs: `http://host:port` or `ws://...`. It goes on running when we leave.
    ///
    /// # Errors
    /// `NO_BROWSER` when nobody answers there.
    pub async fn connect(endpoint: &str) -> Result<Browser> {
        Browser::connect_after(0, endpoint).await
    }

    async fn connect_after(earlier: u32, endpoint: &str) -> Result<Browser> {
        let connection = Connection::connect(endpoint, ConnectionOptions::default()).await?;
        Browser::new(connection, None, Vec::new(), Some((endpoint.to_owned(), earlier))).await
    }

    async fn new(
        connection: Connection,
        process: Option<Chromium>,
        notes: Vec<String>,
        reached: Option<(String, u32)>,
    ) -> Result<Browser> {
        let (endpoint, earlier) = reached.map_or((None, 0), |(endpoint, earlier)| (Some(endpoint), earlier));
        let shared = Shared { launched: process.is_some(), ..Shared::default() };
        let routes = Arc::new(Mutex::new(Routes { shared, ..Routes::default() }));
        let events = connection.events();
        let (routing, routed) = watch::channel(connection.published());
        tokio::spawn(route(connection.clone(), events, Arc::downgrade(&routes), routing));
        let root = connection.browser();
        let version = root.post(&protocol::GetVersion {});
        drop(root.post(&target::SetDiscoverTargets { discover: true, filter: None }));
        // New tabs come to us paused, so that nothing in them happens unseen.
        let attach = root.post(&target::SetAutoAttach {
            auto_attach: true,
            wait_for_debugger_on_start: true,
            flatten: Some(true),
            filter: Some(vec![
                target::FilterEntry { r#type: Some("page".to_owned()), exclude: None },
                target::FilterEntry { exclude: Some(true), r#type: None },
            ]),
        });
        let told = version.reply().await?;
        let (version, watched) = (told.product, !told.user_agent.contains("Headless"));
        attach.reply().await?;
        let clipboard = tokio::sync::Mutex::default();
        let process = Mutex::new(process);
        let inner = BrowserInner {
            connection,
            process,
            notes,
            endpoint,
            earlier,
            version,
            watched,
            clipboard,
            recorder: Recorder::default(),
            routes,
            routed,
        };
        Ok(Browser { inner: Arc::new(inner) })
    }

    /// A new session, with cookies and storage of its own unless [`SessionOptions::context`] says otherwise.
    ///
    /// # Errors
    /// `BROWSER_GONE`.
    pub async fn session(&self, name: &str, options: SessionOptions) -> Result<Session> {
        let context = match options.context {
            Context::Default => None,
            Context::New => {
                let create = target::CreateBrowserContext { dispose_on_detach: Some(true) };
                Some(self.inner.connection.browser().call(&create).await?.browser_context_id)
            }
        };
        let profile = self.inner.temporary_profile();
        let launched = self.pid().is_some();
        let connection = &self.inner.connection;
        let downloads =
            downloads::direct(connection, context.as_ref(), &options, launched, profile.as_deref()).await?;
        let inner = SessionInner::new(name, context, options, downloads, Arc::clone(&self.inner));
        let inner = Arc::new(inner);
        self.inner.routes().sessions.push(Arc::downgrade(&inner));
        Ok(Session { inner, caller: Arc::default() })
    }

    /// What was done to make it start here, and why (such as `--no-sandbox` as root).
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.inner.notes
    }

    /// Its product and version.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.inner.version
    }

    /// The process id of a launched browser.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.inner.process().as_ref().map(Chromium::pid)
    }

    /// The address of one that we are only connected to, as it was given.
    #[must_use]
    pub fn endpoint(&self) -> Option<&str> {
        self.inner.endpoint.as_deref()
    }

    /// Whether it is gone, or the connection to it: see [`Browser::reconnect`].
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.inner.connection.is_closed()
    }

    /// Waits until it is gone.
    pub async fn gone(&self) {
        self.inner.connection.closed().await;
    }

    /// Ends a launched browser and removes its temporary profile; leaves one that we connected to.
    ///
    /// # Errors
    /// When the profile could not be removed.
    pub async fn close(&self) -> Result<()> {
        let process = self.inner.process().take();
        match process {
            Some(chromium) => chromium.close().await.map_err(Error::from),
            None => Ok(()),
        }
    }
}

impl BrowserInner {
    /// Whether it has windows that a person may see.
    pub(crate) fn is_watched(&self) -> bool {
        self.watched
    }

    /// Waits until every event that came before now was handed over: an answer overtakes the events before it.
    pub(crate) async fn catch_up(&self) {
        let published = self.connection.published();
        let mut routed = self.routed.clone();
        // It ends with the connection, and then there is nothing to wait for.
        let _ = routed.wait_for(|routed| *routed >= published).await;
    }

    /// Its product and version, as [`Browser::version`].
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// What the isolated worlds of its pages are called.
    pub(crate) fn names(&self) -> Names {
        Names::after(self.earlier)
    }

    /// What is to be said once the connection has ended.
    pub(crate) fn lost(&self) -> Error {
        if self.endpoint.is_some() { tab::connection_broke() } else { tab::browser_gone() }
    }

    /// See [`Routes::hand_to`].
    pub(crate) fn hand_to(
        &self,
        tab: &Arc<TabInner>,
        fresh: &Arc<TabInner>,
        before: &[SessionId],
        now: &[SessionId],
    ) {
        self.routes().hand_to(tab, fresh, before, now);
    }

    /// How many sessions it has.
    pub(crate) fn sessions(&self) -> usize {
        self.routes().sessions.iter().filter(|session| session.strong_count() > 0).count()
    }

    /// The profile that is gone with it.
    fn temporary_profile(&self) -> Option<std::path::PathBuf> {
        let process = self.process();
        process.as_ref().and_then(Chromium::temporary_profile).map(std::path::Path::to_path_buf)
    }

    fn process(&self) -> MutexGuard<'_, Option<Chromium>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn routes(&self) -> MutexGuard<'_, Routes> {
        lock(&self.routes)
    }
}

impl From<domtool_cdp::Error> for Error {
    fn from(error: domtool_cdp::Error) -> Self {
        use domtool_cdp::ErrorKind as Wire;
        // Which command it was is for the log: whoever reads an error does not know the protocol.
        let method = error.method().unwrap_or_default();
        tracing::debug!(method, kind = ?error.kind(), message = error.message(), "a command failed");
        let dispatched = tab::dispatched_of(&error);
        let waited = error.waited().unwrap_or_default();
        match error.kind() {
            Wire::Closed => tab::browser_gone(),
            Wire::Deadline if method.starts_with("Browser.") || method.starts_with("Target.") => {
                let waited = tab::seconds(waited);
                Error::new(ErrorKind::Timeout, format!("the browser did not answer within {waited}"))
            }
            Wire::Deadline => tab::page_hung(waited),
            Wire::Protocol { .. } => {
                let said = match method {
                    "" => error.message().to_owned(),
                    method => error.message().replace(method, "the command"),
                };
                Error::new(ErrorKind::Internal, format!("the browser refused: {said}"))
            }
            Wire::Decode => {
                Error::new(ErrorKind::Internal, "the browser answered in a shape that is not known")
            }
            Wire::NoBrowser => Error::new(ErrorKind::NoBrowser, error.to_string()),
            // There is one, and installing another would change nothing.
            Wire::Launch => Error::new(ErrorKind::NoBrowser, error.to_string())
                .with_hint("see what it said last; domtool doctor checks what it needs"),
            Wire::Endpoint => Error::new(ErrorKind::NoBrowser, error.to_string()).with_hint(
                "check the address, and that a browser listens there: start it with --remote-debugging-port",
            ),
            _ => Error::new(ErrorKind::Internal, error.to_string()),
        }
        .after(dispatched)
    }
}
