//! The running browsers: sessions with equal launch options share one, and it ends with the last of them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use domtool::{Browser, Reconnect};
use tokio::sync::Mutex as AsyncMutex;
use tracing::{debug, info};

use crate::{failure::Result, launch::Launch};

/// The running browsers.
#[derive(Default)]
pub(super) struct Browsers {
    by_launch: Mutex<HashMap<Launch, Arc<AsyncMutex<Slot>>>>,
}

/// Where one browser is or will be; locked while it starts and ends, so that nobody starts a second one.
#[derive(Default)]
struct Slot {
    browser: Option<Browser>,
    generation: u64,
    users: usize,
}

/// The right to use a browser, to be given back with [`Browsers::release`].
pub(super) struct Lease {
    /// It.
    pub(super) browser: Browser,
    key: Launch,
    generation: u64,
}

impl Browsers {
    fn slot(&self, key: &Launch) -> Arc<AsyncMutex<Slot>> {
        let mut all = self.by_launch.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(key.clone()).or_default())
    }

    /// A browser for these options: one that runs, or a new one.
    ///
    /// # Errors
    /// `NO_BROWSER` and whatever keeps it from starting, or `--cdp` from being reached.
    pub(super) async fn acquire(&self, launch: &Launch) -> Result<Lease> {
        let key = launch.browser();
        let slot = self.slot(&key);
        let mut slot = slot.lock().await;
        if let Some(dead) = slot.browser.take_if(|browser| browser.is_gone()) {
            end(&dead).await;
        }
        let browser = match &slot.browser {
            Some(browser) => browser.clone(),
            None => {
                let started = match key.endpoint()? {
                    Some(endpoint) => Browser::connect(endpoint).await?,
                    None => Browser::launch(key.options()).await?,
                };
                info!(version = started.version(), "browser started");
                for note in started.notes() {
                    info!("{note}");
                }
                slot.generation += 1;
                slot.users = 0;
                slot.browser = Some(started.clone());
                started
            }
        };
        slot.users += 1;
        Ok(Lease { browser, key, generation: slot.generation })
    }

    /// The browser again to which the connection broke: as another session has reached it meanwhile, or by trying.
    ///
    /// # Errors
    /// `BROWSER_GONE` when it is out of reach, with how long it was tried.
    pub(super) async fn reconnect(
        &self,
        lost: &Browser,
        launch: &Launch,
        patience: &Reconnect,
    ) -> Result<Lease> {
        let key = launch.browser();
        let slot = self.slot(&key);
        let mut slot = slot.lock().await;
        let reached = slot.browser.as_ref().filter(|browser| !browser.is_gone()).cloned();
        let browser = match reached {
            Some(browser) => browser,
            None => {
                let again = lost.reconnect(patience).await?;
                info!(version = again.version(), "browser reached again");
                slot.generation += 1;
                slot.users = 0;
                slot.browser = Some(again.clone());
                again
            }
        };
        slot.users += 1;
        Ok(Lease { browser, key, generation: slot.generation })
    }

    /// Gives a browser back. The last user ends it.
    pub(super) async fn release(&self, lease: Lease) {
        let slot = self.slot(&lease.key);
        let mut slot = slot.lock().await;
        // A dead browser may have been replaced since; its users were never counted for the new one.
        if slot.generation != lease.generation {
            return;
        }
        slot.users = slot.users.saturating_sub(1);
        if slot.users == 0
            && let Some(browser) = slot.browser.take()
        {
            end(&browser).await;
        }
    }
}

async fn end(browser: &Browser) {
    // A browser that is gone already cannot be closed in order; its processes and profile are cleared all the same.
    match browser.close().await {
        Ok(()) => info!("browser ended"),
        Err(error) => debug!(%error, "browser ended out of order"),
    }
}
