//! The handle of a browser.

use std::{sync::Arc, time::Duration};

use domtool_cdp::{
    Endpoint, Transport, WebDriver, WebDriverSession,
    chromium::{Chromium, LaunchOptions},
};

use domtool_page::view::one_line;

use super::{Boxed, Session};
use crate::{
    browser::BrowserInner,
    error::{Error, Result},
    options::{Reconnect, SessionOptions},
    shared::Own,
};

/// A Chromium process that domtool launched, or one that it is connected to. Cheap to clone.
///
/// A launched browser ends when the last clone is dropped, and with its owner's process however that ends.
#[derive(Clone, Debug)]
pub struct Browser {
    pub(super) inner: Arc<BrowserInner>,
}

impl Browser {
    /// Starts a Chromium.
    ///
    /// Cancel safety: a dropped future ends the browser that it started and removes its temporary profile. The drop may block
    /// its thread for half a second.
    ///
    /// # Errors
    /// `NO_BROWSER` when there is none or it does not start; the message says why.
    pub async fn launch(options: LaunchOptions) -> Result<Browser> {
        Browser::call_launch(options).await
    }

    /// Takes over a Chromium that was started otherwise.
    ///
    /// Cancel safety: a dropped future ends that Chromium.
    ///
    /// # Errors
    /// `BROWSER_GONE` when it ends or does not answer.
    pub async fn of(chromium: Chromium) -> Result<Browser> {
        Browser::call_of(chromium).await
    }

    /// Takes over a browser that a WebDriver server made ([`WebDriver::start`]). It is ended with the last clone, as a launched one is, and with
    /// its connection.
    ///
    /// Cancel safety: a dropped future has the server end it.
    ///
    /// # Errors
    /// `BROWSER_GONE` when it ends or does not answer.
    pub async fn driven(session: WebDriverSession) -> Result<Browser> {
        Browser::call_driven(session).await
    }

    /// Has a WebDriver server make a browser (chromedriver, Selenium Grid 4), within this time.
    ///
    /// Cancel safety: a dropped future has the server end what it made for it.
    ///
    /// # Errors
    /// `NO_CAPACITY` when the server has no room for one more, or made none in this time; `NO_BROWSER` when it refuses, or cannot be
    /// reached; `SECURITY_BLOCKED` for a certificate that is not to be trusted.
    pub async fn drive(driver: &WebDriver, within: Duration) -> Result<Browser> {
        Browser::driven(driver.start(within).await?).await
    }

    /// Connects to a Chromium that runs: `http://host:port`, `ws://...` (with the feature `tls` also `https://` and `wss://`), or `auto`
    /// for the one of [`running`](crate::chromium::running) (`auto:DIR` for that with the profile folder DIR). An [`Endpoint`] also has
    /// headers to be let in by. It goes on running when the last clone is dropped.
    /// Of a page's own address (`ws://host:port/devtools/page/ID`) its browser is connected to, and a session in the browser's own context
    /// takes that page, see [`Session::attach`].
    ///
    /// Cancel safety: a dropped future changes nothing in the browser. A connection that it had made closes with the browser's
    /// next event.
    ///
    /// # Errors
    /// `NO_BROWSER` when nobody answers there, `SECURITY_BLOCKED` for a certificate that is not to be trusted, `INVALID_INPUT` for what
    /// cannot be a header. Nothing of them shows more of the address than scheme, host and port.
    pub async fn connect(endpoint: impl Into<Endpoint>) -> Result<Browser> {
        Browser::call_connect(endpoint.into()).await
    }

    /// Talks to a Chromium that runs over a transport of the caller's own: a tunnel, a relay, a recording. It goes on running when domtool
    /// leaves it, and [`Browser::reconnect`] cannot find it again.
    ///
    /// Cancel safety: as [`Browser::connect`].
    ///
    /// # Errors
    /// `BROWSER_GONE` when it does not answer.
    pub async fn over(transport: impl Transport + 'static) -> Result<Browser> {
        Browser::call_over(Box::new(transport)).await
    }

    /// Makes a new session, with cookies and storage of its own unless [`SessionOptions::context`] says otherwise.
    ///
    /// Cancel safety: a dropped future may leave an empty browser context behind, which ends with the connection.
    ///
    /// # Errors
    /// `BROWSER_GONE`.
    pub async fn session(&self, name: &str, options: SessionOptions) -> Result<Session> {
        self.call_session(name, options).await
    }

    /// Connects once more to a browser that [`Browser::connect`] had reached, after the connection broke. Its sessions go on
    /// with [`Browser::resume`], one by one.
    ///
    /// Cancel safety: as [`Browser::connect`].
    ///
    /// # Errors
    /// `BROWSER_GONE` when it was not reached, with how long it was tried and why it failed last; also for a browser that was
    /// launched, which ends with its connection.
    pub async fn reconnect(&self, patience: &Reconnect) -> Result<Browser> {
        self.call_reconnect(patience).await
    }

    /// Goes on with a session of an earlier connection to this browser: its ids, its tabs by their numbers (those that are there
    /// yet), what each of its callers has seen and was told. The handles of the earlier session and its tabs stay lost.
    ///
    /// What its tabs report next begins with the news that the connection broke, and that nothing was heard in between.
    ///
    /// Cancel safety: a dropped future loses what the session's callers had seen and were not told yet, as that moves over before
    /// the tabs are set up. Ids stay, and the session can be resumed again.
    ///
    /// # Errors
    /// `BROWSER_GONE` when nothing of the session is there: it had a context of its own, which ends with the connection, or it
    /// had tabs and each of them is gone (the browser was restarted).
    pub async fn resume(&self, session: &Session) -> Result<Session> {
        self.call_resume(session).await
    }

    /// What launching changed to make the browser start on this machine, and why (such as `--no-sandbox` as root).
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.inner.shared.notes
    }

    /// Its product and version.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.inner.shared.version
    }

    /// The process id of a launched browser.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.inner.shared.own().as_ref().and_then(Own::chromium).map(Chromium::pid)
    }

    /// The address of a browser that domtool only connected to, as it was given, with all that lets its holder in.
    #[must_use]
    pub fn endpoint(&self) -> Option<&str> {
        self.inner.shared.endpoint().map(Endpoint::address)
    }

    /// Whether the browser is gone, or the connection to it: see [`Browser::reconnect`].
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.inner.shared.connection.is_closed()
    }

    /// Why the connection to the browser is gone, once it is, in one line. The other side may have said it.
    #[must_use]
    pub fn gone_because(&self) -> Option<String> {
        self.inner.shared.connection.closed_because().map(|why| one_line(why).into_owned())
    }

    /// Waits until the browser, or the connection to it, is gone. Cancel safe.
    pub async fn gone(&self) {
        self.inner.shared.connection.closed().await;
    }

    /// Ends a launched browser and removes its temporary profile, and has a WebDriver server end one that it made. A browser that domtool only connected to goes on.
    ///
    /// Cancel safety: a dropped future kills the browser, without waiting for it to end by itself.
    ///
    /// # Errors
    /// When the profile could not be removed; `NO_BROWSER` when the WebDriver server did not end it.
    pub async fn close(&self) -> Result<()> {
        self.call_close().await
    }
}

/// What the methods above do, each compiled here and only here: see `calls`.
impl Browser {
    fn call_launch<'a>(options: LaunchOptions) -> Boxed<'a, Result<Browser>> {
        Box::pin(async move { Browser::of(Chromium::launch(options).await?).await })
    }

    fn call_of<'a>(chromium: Chromium) -> Boxed<'a, Result<Browser>> {
        Box::pin(async move { Ok(Browser { inner: BrowserInner::of(chromium).await? }) })
    }

    fn call_driven<'a>(session: WebDriverSession) -> Boxed<'a, Result<Browser>> {
        Box::pin(async move { Ok(Browser { inner: BrowserInner::driven(session).await? }) })
    }

    fn call_connect<'a>(endpoint: Endpoint) -> Boxed<'a, Result<Browser>> {
        Box::pin(async move { Ok(Browser { inner: BrowserInner::connect(endpoint, 0).await? }) })
    }

    fn call_over<'a>(transport: Box<dyn Transport>) -> Boxed<'a, Result<Browser>> {
        Box::pin(async move { Ok(Browser { inner: BrowserInner::over(transport).await? }) })
    }

    fn call_session<'a>(&'a self, name: &'a str, options: SessionOptions) -> Boxed<'a, Result<Session>> {
        Box::pin(async move {
            let inner = self.inner.session(name, options).await?;
            Ok(Session { inner, caller: Arc::default() })
        })
    }

    fn call_reconnect<'a>(&'a self, patience: &'a Reconnect) -> Boxed<'a, Result<Browser>> {
        Box::pin(async move { Ok(Browser { inner: self.inner.reconnect(patience).await? }) })
    }

    fn call_resume<'a>(&'a self, session: &'a Session) -> Boxed<'a, Result<Session>> {
        Box::pin(async move {
            let inner = self.inner.resume(&session.inner).await?;
            Ok(Session { inner, caller: Arc::clone(&session.caller) })
        })
    }

    fn call_close(&self) -> Boxed<'_, Result<()>> {
        Box::pin(async move {
            let own = self.inner.shared.own().take();
            match own {
                Some(Own::Launched(chromium)) => chromium.close().await.map_err(Error::from),
                Some(Own::Driven(session)) => session.close().await.map_err(Error::from),
                None => Ok(()),
            }
        })
    }
}
