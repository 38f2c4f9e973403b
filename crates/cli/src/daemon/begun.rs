//! [`Begun`]: a browser, and then a session in it whose state is being loaded, that are nobody's until then.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use domtool::{Browser, Session, SessionOptions, StorageState};
use tokio::{sync::OwnedRwLockReadGuard, task::JoinHandle};
use tracing::debug;

use super::{browsers::Lease, pool::Permit, registry::Registry};
use crate::{
    failure::{Failure, Result},
    output::gap_sentence,
    states::{self, Keys, StatePlace},
    wire::Notices,
};

/// Holds up the end of the daemon.
pub(super) type Making = OwnedRwLockReadGuard<()>;

/// What is begun for a session, and nobody's until all of it is there. Where that fails, or nobody waits for it any more, it ends: the
/// browser would stay without anybody to end it, and a session without its state would pass for one that is logged in.
pub(super) struct Begun {
    registry: Arc<Registry>,
    session: Option<Session>,
    held: Option<Held>,
}

struct Held {
    lease: Lease,
    /// A session that goes on has its own.
    permit: Option<Permit>,
    making: Making,
}

impl Begun {
    pub(super) fn new(
        registry: &Arc<Registry>,
        lease: Lease,
        permit: Option<Permit>,
        making: Making,
    ) -> Self {
        let held = Some(Held { lease, permit, making });
        Self { registry: Arc::clone(registry), session: None, held }
    }

    /// Its browser, while it has one.
    ///
    /// # Errors
    /// `INTERNAL` after [`Begun::take`].
    pub(super) fn browser(&self) -> Result<Browser> {
        let held = self.held.as_ref().ok_or_else(|| Failure::internal("a browser is not held any more"))?;
        Ok(held.lease.browser.clone())
    }

    /// With a session in its browser. That is made to the end also when it is not waited for any more: what is half made cannot be ended.
    ///
    /// # Errors
    /// As [`Browser::session`]; all has ended then.
    pub(super) async fn with_session(
        mut self,
        name: &str,
        options: SessionOptions,
    ) -> Result<(Self, Session)> {
        let (browser, name) = (self.browser()?, name.to_owned());
        let making = tokio::spawn(async move {
            match browser.session(&name, options).await {
                Ok(session) => {
                    self.session = Some(session.clone());
                    Ok((self, session))
                }
                Err(error) => {
                    self.end().await;
                    Err(error.into())
                }
            }
        });
        making.await.map_err(|error| Failure::internal(format!("a session was not made: {error}")))?
    }

    /// Its browser and its room, for whoever keeps it from now on.
    pub(super) fn take(mut self) -> Option<(Lease, Option<Permit>)> {
        self.held.take().map(|held| (held.lease, held.permit))
    }

    /// Ends it, and waits for that. It goes on when nobody waits.
    pub(super) async fn end(mut self) {
        if let Some(ending) = self.begin_to_end() {
            // It tells the log what went wrong.
            let _ = ending.await;
        }
    }

    fn begin_to_end(&mut self) -> Option<JoinHandle<()>> {
        let Held { lease, permit, making } = self.held.take()?;
        let (registry, session) = (Arc::clone(&self.registry), self.session.take());
        Some(tokio::spawn(async move {
            if let Some(session) = session
                && let Err(error) = session.close().await
            {
                debug!(%error, "closed out of order");
            }
            registry.browsers.release(lease).await;
            // Only then is there room for another, and may the daemon end.
            drop((permit, making));
        }))
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        drop(self.begin_to_end());
    }
}

/// Has a session begin with a state.
///
/// # Errors
/// As [`Session::set_storage_state`].
pub(super) async fn load_state(session: &Session, state: &StorageState, notices: &Notices) -> Result<()> {
    for gap in session.set_storage_state(state).await? {
        notices.tell(&format!("left out of the state that the session begins with: {}", gap_sentence(&gap)));
    }
    Ok(())
}

/// Reads the state that a session is to begin with.
///
/// # Errors
/// As [`states::load`].
pub(super) async fn read_state(state: PathBuf, keys: Keys) -> Result<StorageState> {
    let read = move || {
        // A file's path is absolute by now.
        let place = StatePlace::of(&state, Path::new(""))?;
        states::load(&place, &keys).map(|(state, _)| state)
    };
    tokio::task::spawn_blocking(read).await.map_err(|error| Failure::internal(error.to_string()))?
}
