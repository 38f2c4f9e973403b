//! The handle of a browser.

use std::sync::Arc;

use domtool_cdp::{
    Transport,
    chromium::{Chromium, LaunchOptions},
};

use super::Session;
use crate::{
    browser::BrowserInner,
    error::{Error, Result},
    options::SessionOptions,
};

/// A Chromium process that we launched, or one that we are connected to. Cheap to clone.
///
/// A launched browser ends when the last clone is dropped, and with its owner's process however that ends.
#[derive(Clone, Debug)]
pub struct Browser {
    pub(super) inner: Arc<BrowserInner>,
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
        Ok(Browser { inner: BrowserInner::of(chromium).await? })
    }

    /// Connects to a Chromium that runs: `http://host:port` or `ws://...`. It goes on running when we leave.
    ///
    /// # Errors
    /// `NO_BROWSER` when nobody answers there.
    pub async fn connect(endpoint: &str) -> Result<Browser> {
        Ok(Browser { inner: BrowserInner::connect(endpoint, 0).await? })
    }

    /// Talks to a Chromium that runs over a way of the caller's own: a tunnel, a relay, a recording. It goes on running when we leave,
    /// and [`Browser::reconnect`] cannot find it again.
    ///
    /// # Errors
    /// `BROWSER_GONE` when it does not answer.
    pub async fn over(transport: impl Transport + 'static) -> Result<Browser> {
        Ok(Browser { inner: BrowserInner::over(Box::new(transport)).await? })
    }

    /// A new session, with cookies and storage of its own unless [`SessionOptions::context`] says otherwise.
    ///
    /// # Errors
    /// `BROWSER_GONE`.
    pub async fn session(&self, name: &str, options: SessionOptions) -> Result<Session> {
        let inner = self.inner.session(name, options).await?;
        Ok(Session { inner, caller: Arc::default() })
    }

    /// What was done to make it start here, and why (such as `--no-sandbox` as root).
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
        self.inner.shared.process().as_ref().map(Chromium::pid)
    }

    /// The address of one that we are only connected to, as it was given.
    #[must_use]
    pub fn endpoint(&self) -> Option<&str> {
        self.inner.shared.endpoint()
    }

    /// Whether it is gone, or the connection to it: see [`Browser::reconnect`].
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.inner.shared.connection.is_closed()
    }

    /// Waits until it is gone.
    pub async fn gone(&self) {
        self.inner.shared.connection.closed().await;
    }

    /// Ends a launched browser and removes its temporary profile; leaves one that we connected to.
    ///
    /// # Errors
    /// When the profile could not be removed.
    pub async fn close(&self) -> Result<()> {
        let process = self.inner.shared.process().take();
        match process {
            Some(chromium) => chromium.close().await.map_err(Error::from),
            None => Ok(()),
        }
    }
}
