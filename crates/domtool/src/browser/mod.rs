//! A browser: the process or the endpoint, and its one connection, whose events `routes` hands to tabs.

mod downloads;
mod reconnect;
mod routes;

use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard, atomic::AtomicUsize},
};

use domtool_cdp::{
    Connection, ConnectionOptions, Endpoint, Transport, WebDriverSession,
    chromium::Chromium,
    protocol::{browser as protocol, target},
};
use tokio::sync::watch;

use self::routes::route;
use crate::{
    error::{Error, ErrorKind, Result},
    options::{BrowserContext, SessionOptions, TabChoice},
    recording::Recorder,
    session::{DefaultContext, Routes, SessionInner, lock},
    shared::{BrowserShared, Own, Reached, SessionShared},
};

pub(crate) use downloads::direct;

#[derive(Debug)]
pub(crate) struct BrowserInner {
    pub(crate) shared: Arc<BrowserShared>,
    pub(crate) routes: Arc<Mutex<Routes>>,
}

impl BrowserInner {
    /// Takes over a Chromium that was started.
    pub(crate) async fn of(chromium: Chromium) -> Result<Arc<Self>> {
        let connection = chromium.connection().clone();
        let notes = chromium.notes().to_vec();
        Self::new(connection, Some(Own::Launched(Box::new(chromium))), notes, Reached::Launched).await
    }

    /// Takes over a browser that a WebDriver server made.
    pub(crate) async fn driven(session: WebDriverSession) -> Result<Arc<Self>> {
        let connection = session.connection().clone();
        Self::new(connection, Some(Own::Driven(session)), Vec::new(), Reached::Driven).await
    }

    /// Connects to one that runs, to which there were so many connections before.
    pub(crate) async fn connect(endpoint: Endpoint, earlier: u32) -> Result<Arc<Self>> {
        let connection = Connection::connect(&endpoint, ConnectionOptions::default()).await?;
        Self::new(connection, None, Vec::new(), Reached::At { endpoint, earlier }).await
    }

    /// Talks to one that runs over a way that the caller made.
    pub(crate) async fn over(transport: Box<dyn Transport>) -> Result<Arc<Self>> {
        let connection = Connection::new(transport, ConnectionOptions::default());
        Self::new(connection, None, Vec::new(), Reached::Over).await
    }

    async fn new(
        connection: Connection,
        own: Option<Own>,
        notes: Vec<String>,
        reached: Reached,
    ) -> Result<Arc<Self>> {
        let default_context = DefaultContext { launched: own.is_some(), ..DefaultContext::default() };
        let routes = Arc::new(Mutex::new(Routes { default_context, ..Routes::default() }));
        let events = connection.events();
        let (routing, routed) = watch::channel(connection.published());
        tokio::spawn(route(connection.clone(), events, Arc::downgrade(&routes), routing));
        let root = connection.browser();
        let version = root.post(&protocol::GetVersion {});
        drop(root.post(&target::SetDiscoverTargets { discover: true, filter: None }));
        // New tabs of a browser of our own come to us paused, so that nothing in them happens unseen. In one that is somebody else's that
        // would hold up their tabs, too: there the router attaches to those that are ours.
        let attach = own.is_some().then(|| root.post(&attach_to(&["page"])));
        let told = version.reply().await.map_err(refused)?;
        let (version, watched) = (told.product, !told.user_agent.contains("Headless"));
        if let Some(attach) = attach {
            attach.reply().await?;
        }
        let clipboard = tokio::sync::Mutex::default();
        let own = Mutex::new(own);
        let shared = BrowserShared {
            connection,
            own,
            notes,
            reached,
            version,
            watched,
            clipboard,
            recorder: Recorder::default(),
            routed,
            sessions: AtomicUsize::new(0),
        };
        Ok(Arc::new(Self { shared: Arc::new(shared), routes }))
    }

    /// A new session, with cookies and storage of its own unless [`SessionOptions::context`] says otherwise. It takes the page that the
    /// browser's address names, if any.
    ///
    /// # Errors
    /// `BROWSER_GONE`, or what taking the page gives.
    pub(crate) async fn session(&self, name: &str, options: SessionOptions) -> Result<Arc<SessionInner>> {
        let context = match options.context {
            BrowserContext::Default if options.proxy.as_ref().is_some_and(|proxy| !proxy.of_browser) => {
                return Err(Error::invalid_input("the browser's own context has the browser's own proxy")
                    .with_hint("use a session with cookies of its own, or start a browser with that proxy"));
            }
            BrowserContext::Default => None,
            BrowserContext::New => {
                let proxy = options.proxy.as_ref().filter(|proxy| !proxy.of_browser);
                let create = target::CreateBrowserContext {
                    dispose_on_detach: Some(true),
                    proxy_server: proxy.map(|proxy| proxy.server.clone()),
                    proxy_bypass_list: proxy.and_then(|proxy| proxy.bypass.clone()),
                };
                Some(self.shared.connection.browser().call(&create).await?.browser_context_id)
            }
        };
        let (profile, launched) = {
            let own = self.shared.own();
            let chromium = own.as_ref().and_then(Own::chromium);
            let profile = chromium.and_then(Chromium::temporary_profile).map(Path::to_path_buf);
            (profile, own.is_some())
        };
        let connection = &self.shared.connection;
        let downloads =
            downloads::direct(connection, context.as_ref(), &options, launched, profile.as_deref()).await?;
        let shared = SessionShared::new(name, context, options, downloads, Arc::clone(&self.shared));
        let session = SessionInner::new(shared, &self.routes);
        self.routes().sessions.push(Arc::downgrade(&session));
        if launched && session.shared.has_logins() {
            // A shared worker heeds what is asked of its requests only before it has begun.
            connection.browser().call(&attach_to(&["page", "shared_worker"])).await?;
        }
        if let Some(page) = self.shared.page().filter(|_| session.shared.context.is_none()) {
            session.attach(TabChoice::Target(page.to_string())).await?;
        }
        Ok(session)
    }

    pub(crate) fn routes(&self) -> MutexGuard<'_, Routes> {
        lock(&self.routes)
    }
}

/// Has all new targets of these kinds come to us paused, until they are let run.
fn attach_to(kinds: &[&str]) -> target::SetAutoAttach {
    let told = |kind: &&str| target::FilterEntry { r#type: Some((*kind).to_owned()), exclude: None };
    let others = target::FilterEntry { exclude: Some(true), r#type: None };
    target::SetAutoAttach {
        auto_attach: true,
        wait_for_debugger_on_start: true,
        flatten: Some(true),
        filter: Some(kinds.iter().map(told).chain([others]).collect()),
    }
}

/// What answers in place of a browser and has none says so to the first command: domtool's relay, before an extension is paired.
fn refused(error: domtool_cdp::Error) -> Error {
    match error.is_protocol() {
        true => Error::new(ErrorKind::NoBrowser, error.message())
            .with_hint("have the person connect their browser there, then try again"),
        false => error.into(),
    }
}
