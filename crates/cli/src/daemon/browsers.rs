//! The running browsers. Those that are started here are shared by sessions with equal launch options, and end with the last of them; so
//! are those that are somebody else's, which go on. An engine elsewhere gives each session one of its own. Whether there is room for one
//! more is left to `pool`.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use domtool::{Browser, ErrorKind, Reconnect, WebDriver};
use tokio::{
    sync::Mutex as AsyncMutex,
    time::{Instant, timeout, timeout_at},
};
use tracing::{debug, info, warn};

use crate::{
    failure::{Failure, Result},
    launch::{Engine, Launch},
};

/// How long a WebDriver server may take to make a browser, where the call does not say how long it may take.
const MAKING: Duration = Duration::from_secs(60);

/// The running browsers.
#[derive(Default)]
pub(super) struct Browsers {
    by_launch: Mutex<HashMap<Launch, Arc<AsyncMutex<Slot>>>>,
    /// The WebDriver servers that were asked for browsers, by their addresses and what they were asked for.
    drivers: Mutex<HashMap<(String, Launch), WebDriver>>,
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
    /// Where it is, if it is shared.
    place: Option<Place>,
}

struct Place {
    key: Launch,
    generation: u64,
}

impl Lease {
    /// Whether other sessions may use the same one.
    pub(super) fn is_shared(&self) -> bool {
        self.place.is_some()
    }

    fn shared(browser: Browser, key: Launch, slot: &Slot) -> Self {
        Self { browser, place: Some(Place { key, generation: slot.generation }) }
    }
}

impl Browsers {
    fn slot(&self, key: &Launch) -> Arc<AsyncMutex<Slot>> {
        let mut all = self.by_launch.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(key.clone()).or_default())
    }

    /// A browser of this engine for these options: one that runs, or a new one.
    ///
    /// # Errors
    /// `NO_BROWSER` and whatever keeps it from starting or from being reached; `NO_CAPACITY` when a server has no room for it.
    pub(super) async fn acquire(
        &self,
        launch: &Launch,
        engine: &Engine,
        deadline: Option<Instant>,
    ) -> Result<Lease> {
        let browser = match engine {
            Engine::Local | Engine::Attached => return self.shared(launch).await,
            Engine::WebDriver(address) => {
                let within =
                    deadline.map_or(MAKING, |deadline| deadline.saturating_duration_since(Instant::now()));
                Browser::drive(&self.driver(address, launch)?, within).await?
            }
            Engine::Cdp(address) => {
                let connecting = Browser::connect(launch.endpoint_at(address)?);
                match deadline {
                    Some(deadline) => {
                        timeout_at(deadline, connecting).await.map_err(|_| silent(engine))??
                    }
                    None => connecting.await?,
                }
            }
        };
        info!(version = browser.version(), %engine, "browser made");
        Ok(Lease { browser, place: None })
    }

    fn driver(&self, address: &str, launch: &Launch) -> Result<WebDriver> {
        let key = (address.to_owned(), launch.browser());
        let mut drivers = self.drivers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = drivers.get(&key) {
            return Ok(known.clone());
        }
        let driver = launch.webdriver(address)?;
        drivers.insert(key, driver.clone());
        Ok(driver)
    }

    /// Waits until an engine makes no browser any more for which the time is over.
    pub(super) async fn caught_up(&self, launch: &Launch, engine: &Engine) {
        if let Engine::WebDriver(address) = engine
            && let Ok(driver) = self.driver(address, launch)
        {
            driver.caught_up().await;
        }
    }

    /// Waits until no browser is being made or ended elsewhere, but no longer than so.
    pub(super) async fn settled(&self, within: Duration) {
        let drivers: Vec<WebDriver> =
            self.drivers.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        let settling = async {
            for driver in drivers {
                driver.settled().await;
            }
        };
        if timeout(within, settling).await.is_err() {
            warn!("a WebDriver server was still making or ending a browser at the end");
        }
    }

    async fn shared(&self, launch: &Launch) -> Result<Lease> {
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
        Ok(Lease::shared(browser, key, &slot))
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
        Ok(Lease::shared(browser, key, &slot))
    }

    /// Gives a browser back. The last user ends it.
    pub(super) async fn release(&self, lease: Lease) {
        let Some(place) = lease.place else { return end(&lease.browser).await };
        let slot = self.slot(&place.key);
        let mut slot = slot.lock().await;
        // A dead browser may have been replaced since; its users were never counted for the new one.
        if slot.generation != place.generation {
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

fn silent(engine: &Engine) -> Failure {
    Failure::new(
        ErrorKind::NoBrowser,
        format!("{engine} gave no browser in the time that it had"),
        "see whether it runs and is reached from here, or give it more time",
    )
}

async fn end(browser: &Browser) {
    // A browser that is gone already cannot be closed in order; its processes and profile are cleared all the same.
    match browser.close().await {
        Ok(()) => info!("browser ended"),
        Err(error) => debug!(%error, "browser ended out of order"),
    }
}
