//! The running browsers. Those that are started here are shared by sessions with equal launch options, and end with the last of them; so
//! are those that are somebody else's, which go on. An engine elsewhere gives each session one of its own. Whether there is room for one
//! more is left to `pool`.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
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
    limits::BROWSER_MADE_WITHIN,
};

/// The running browsers.
#[derive(Default)]
pub(super) struct Browsers {
    by_launch: Mutex<HashMap<Launch, Arc<AsyncMutex<Slot>>>>,
    /// The WebDriver servers that were asked for browsers, by their addresses and what they were asked for.
    drivers: Mutex<HashMap<(String, Launch), Arc<WebDriver>>>,
    /// Of the browsers that were started or reached; no two have the same, also where their place was forgotten in between.
    last_generation: AtomicU64,
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
    /// The server that made it.
    driver: Option<Arc<WebDriver>>,
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
        Self { browser, place: Some(Place { key, generation: slot.generation }), driver: None }
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
        let mut driver = None;
        let browser = match engine {
            Engine::Local | Engine::Attached => return self.shared(launch).await,
            Engine::WebDriver(address) => {
                let within = deadline.map_or(BROWSER_MADE_WITHIN, |deadline| {
                    deadline.saturating_duration_since(Instant::now())
                });
                let server = driver.insert(self.driver(address, launch)?);
                Browser::drive(server, within).await?
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
        Ok(Lease { browser, place: None, driver })
    }

    fn next_generation(&self) -> u64 {
        self.last_generation.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn driver(&self, address: &str, launch: &Launch) -> Result<Arc<WebDriver>> {
        let key = (address.to_owned(), launch.browser());
        let mut drivers = self.drivers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = drivers.get(&key) {
            return Ok(Arc::clone(known));
        }
        let driver = Arc::new(launch.webdriver(address)?);
        drivers.insert(key, Arc::clone(&driver));
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
        let drivers: Vec<Arc<WebDriver>> =
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
                slot.generation = self.next_generation();
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
                slot.generation = self.next_generation();
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
        let Lease { browser, place, driver } = lease;
        let Some(place) = place else {
            end(&browser).await;
            drop(driver);
            return self.forget_unused();
        };
        self.leave(&place).await;
        self.forget_unused();
    }

    async fn leave(&self, place: &Place) {
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

    /// Forgets how browsers were started, and what was sent along to servers, where nobody has one of these any more: there are logins
    /// and tokens in it.
    pub(super) fn forget_unused(&self) {
        let mut all = self.by_launch.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, slot| {
            // Whoever is about to start one holds the place, too.
            Arc::strong_count(slot) > 1 || slot.try_lock().is_ok_and(|slot| slot.browser.is_some())
        });
        drop(all);
        let mut drivers = self.drivers.lock().unwrap_or_else(PoisonError::into_inner);
        drivers.retain(|_, driver| Arc::strong_count(driver) > 1);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_sent_along_to_a_browser_is_forgotten_with_it() {
        let browsers = Browsers::default();
        let launch = Launch { cdp: Some("http://127.0.0.1:1/zqstoken".to_owned()), ..Launch::default() };
        let failed = browsers.acquire(&launch, &Engine::Attached, None).await;
        assert!(failed.is_err());
        let slot = browsers.slot(&launch.browser());
        browsers.forget_unused();
        assert!(browsers.by_launch.lock().unwrap().len() == 1, "somebody is about to use it");
        drop(slot);
        browsers.forget_unused();
        assert!(browsers.by_launch.lock().unwrap().is_empty());
    }
}
