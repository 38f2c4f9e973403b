//! [`Begun`]: a session whose state is being loaded, and that is nobody's until then.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use domtool::{Session, StorageState};
use tracing::debug;

use super::{browsers::Lease, pool::Permit, registry::Registry};
use crate::{
    failure::{Failure, Result},
    output::gap_sentence,
    states::{self, Keys, StatePlace},
    wire::Notices,
};

/// A session that is nobody's until its state is loaded. Where that fails, or nobody waits for it any more, it ends: it would pass for one
/// that is logged in.
pub(super) struct Begun {
    registry: Arc<Registry>,
    session: Session,
    held: Option<(Lease, Permit)>,
}

impl Begun {
    pub(super) fn new(registry: &Arc<Registry>, session: Session, lease: Lease, permit: Permit) -> Self {
        Self { registry: Arc::clone(registry), session, held: Some((lease, permit)) }
    }

    /// # Errors
    /// As [`Session::set_storage_state`].
    pub(super) async fn load(&self, state: &StorageState, notices: &Notices) -> Result<()> {
        for gap in self.session.set_storage_state(state).await? {
            notices
                .tell(&format!("left out of the state that the session begins with: {}", gap_sentence(&gap)));
        }
        Ok(())
    }

    /// Its browser and its room, for whoever keeps it from now on.
    pub(super) fn take(&mut self) -> Option<(Lease, Permit)> {
        self.held.take()
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        let Some((lease, permit)) = self.held.take() else { return };
        let (registry, session) = (Arc::clone(&self.registry), self.session.clone());
        tokio::spawn(async move {
            if let Err(error) = session.close().await {
                debug!(%error, "closed out of order");
            }
            registry.browsers.release(lease).await;
            drop(permit);
        });
    }
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
