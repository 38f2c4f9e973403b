//! All sessions of the daemon: how they start, how they end, and what is written down of them.

use std::{
    collections::BTreeSet,
    path::PathBuf,
    pin::pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use domtool::{BrowserContext, ErrorKind, Session, SessionOptions};
use tokio::{
    sync::{Notify, RwLock, watch},
    time::{Instant, timeout},
};
use tracing::{debug, warn};

use super::{
    activity::Activity,
    begun::{Begun, Making, load_state, read_state},
    browsers::{Browsers, Lease},
    meter::Meter,
    pool::{Limits, Permit, Pool, PoolStats},
    session_slot::{Live, SessionSlot, Starting, Watch},
    session_slots::SessionSlots,
    session_store,
    tenant::Tenant,
};
use crate::{
    failure::{Failure, Result},
    launch::{EngineChoice, Launch},
    limits::BROWSERS_SETTLE_WITHIN,
    output::SessionInfo,
    settings::{self, Setting},
    states::Keys,
    wire::Notices,
};

/// A browser that runs already answers sooner, unless its person is asked.
const SLOW: Duration = Duration::from_secs(2);

/// An engine that made nothing in less is not taken for one that fails.
const FAIR: Duration = Duration::from_secs(1);

/// All sessions.
pub(super) struct Registry {
    session_slots: Mutex<SessionSlots>,
    /// Their browsers.
    pub(super) browsers: Browsers,
    /// How many there may be.
    pool: Pool,
    /// Read while a browser or a session is made, or ended as nobody waits for it.
    making: Arc<RwLock<()>>,
    /// Taken away when the daemon ends in order. Locked from looking at the sessions until they are written, so that
    /// nothing older is written last.
    session_store: Mutex<Option<PathBuf>>,
    /// The calls that run.
    pub(super) activity: Arc<Activity>,
    /// What is counted and timed.
    pub(super) meter: Meter,
    /// Others than this machine's user are served: it makes way for no other build.
    pub(super) serves_others: bool,
    /// No session is started any more.
    draining: AtomicBool,
    asked_to_end: Notify,
    ended: watch::Sender<Option<Vec<String>>>,
}

impl Registry {
    /// With what an earlier daemon, that did not end in order, left in the session store.
    ///
    /// # Errors
    /// As [`session_store::read`].
    pub(super) fn new(session_store: PathBuf, serves_others: bool) -> Result<Self> {
        let earlier = session_store::read(&session_store)?.into_iter();
        let earlier =
            earlier.map(|earlier| SessionSlot::of_earlier(&earlier.name, earlier.lost, earlier.next_id));
        Ok(Self {
            session_slots: Mutex::new(SessionSlots::of_earlier(earlier)),
            browsers: Browsers::default(),
            pool: Pool::new(limits()),
            making: Arc::default(),
            session_store: Mutex::new(Some(session_store)),
            activity: Arc::new(Activity::new()),
            meter: Meter::default(),
            serves_others,
            draining: AtomicBool::new(false),
            asked_to_end: Notify::new(),
            ended: watch::Sender::new(None),
        })
    }

    /// Finds a session's place by its key, and makes it where there is none yet.
    pub(super) fn session_slot(&self, key: &str) -> Arc<SessionSlot> {
        self.session_slots.lock().unwrap_or_else(PoisonError::into_inner).at(key)
    }

    /// Holds a place for one session more, until it has started or failed to.
    ///
    /// # Errors
    /// `NO_CAPACITY` when the tenant has as many as it may, or no session is started any more.
    fn room(&self, session_slot: &Arc<SessionSlot>, tenant: &Tenant) -> Result<Starting> {
        if self.draining.load(Ordering::Acquire) {
            return Err(Failure::new(
                ErrorKind::NoCapacity,
                "domtool is about to end here, and starts no session any more",
                "try again: another may answer",
            ));
        }
        // Locked while it is counted, so that two calls cannot both take the last place.
        let session_slots = self.session_slots.lock().unwrap_or_else(PoisonError::into_inner);
        let own = session_slots.all().filter(|other| {
            !Arc::ptr_eq(other, session_slot) && other.is_taken() && tenant.own_name(&other.key).is_some()
        });
        tenant.has_room(own.count())?;
        Ok(Starting::new(session_slot))
    }

    /// From now on no session is started.
    pub(super) fn drain(&self) {
        self.draining.store(true, Ordering::Release);
    }

    /// Whether no session is started any more.
    pub(super) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire)
    }

    fn all(&self) -> Vec<Arc<SessionSlot>> {
        self.session_slots.lock().unwrap_or_else(PoisonError::into_inner).all().cloned().collect()
    }

    /// Writes down what a daemon after this one is to know, should this one be killed.
    pub(super) fn write_session_store(&self) {
        let session_store = self.session_store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(path) = &*session_store else { return };
        let ids =
            self.all().into_iter().map(|session_slot| (session_slot.key.clone(), session_slot.next_id()));
        session_store::write(path, &self.list(), ids.filter(|(_, next)| *next > 1).collect());
    }

    /// The session in a room, started if it is not running. `launch` is what the caller says, and `to_start` the same with the caller's
    /// configuration.
    ///
    /// # Errors
    /// `NO_CAPACITY` when there is no room for one more before the deadline; `NO_BROWSER` and whatever keeps a browser from starting;
    /// `INVALID_INPUT` when flags contradict it.
    pub(super) async fn start(
        self: &Arc<Self>,
        session_slot: &Arc<SessionSlot>,
        caller: &Caller<'_>,
        launch: &Launch,
        to_start: &Launch,
    ) -> Result<Session> {
        if let Ok(session) = session_slot.session() {
            session_slot.agrees_with(launch)?;
            return Ok(session);
        }
        let _starting = self.room(session_slot, caller.tenant)?;
        let since = Instant::now();
        // What it had before is given back first: it may be all the room that there is.
        for lease in session_slot.dead() {
            self.browsers.release(lease).await;
        }
        let launch = session_slot.launch_for(launch, to_start);
        let http_auth = launch.http_auth()?;
        // Local files are off for a model's sake; who sits at a command line may name them.
        let is_local = *caller.tenant == Tenant::Local;
        let mut options = SessionOptions::default();
        options.files = is_local;
        options.first_id = session_slot.next_id().max(1);
        // Clients of a server do not share each other's logins.
        options.context = if is_local { launch.context() } else { BrowserContext::New };
        launch.logins.apply(&mut options)?;
        options.privacy = launch.privacy();
        options.downloads.clone_from(&launch.downloads);
        options.http_auth = http_auth;
        options.viewport = launch.window.or(options.viewport);
        // What cannot be loaded needs no browser.
        let state = match &launch.state {
            Some(state) => Some(read_state(state.clone(), caller.keys.clone()).await?),
            None => None,
        };
        let begun = tell_if_slow(caller, &launch, self.browser_for(caller, &launch)).await?;
        let (begun, session) = begun.with_session(&session_slot.name, options).await?;
        if let Some(state) = state {
            load_state(&session, &state, caller.notices).await?;
        }
        if let Some((lease, Some(permit))) = begun.take() {
            let watch = self.watch(session_slot, &lease);
            let session = session.clone();
            session_slot.settle(Live { session, lease, launch, permit, _watch: watch });
        }
        self.meter.started(since.elapsed());
        Ok(session)
    }

    /// A browser for a session, of the engines that it may have one of. One that makes none is passed over for the others, each of which has an
    /// equal part of the time that is left.
    ///
    /// # Errors
    /// Those of the last engine that was asked.
    async fn browser_for(self: &Arc<Self>, caller: &Caller<'_>, launch: &Launch) -> Result<Begun> {
        let mut engines = launch.engines()?;
        loop {
            let permit = self.pool.take(caller.name, &engines, caller.deadline).await?;
            let engine = permit.engine().clone();
            let time = caller.deadline.map(|deadline| left_until(deadline) / part_of(&engines));
            let failure = match self.made(permit, launch, time).await? {
                Ok(begun) => return Ok(begun),
                Err(failure) => failure,
            };
            engines.retain(|choice| choice.engine != engine);
            if engines.is_empty() || caller.deadline.is_some_and(|deadline| left_until(deadline).is_zero()) {
                return Err(failure);
            }
            warn!(%failure, "an engine is passed over");
        }
    }

    /// A browser of the permit's engine. It is made to the end also when the call is not waited for any more: then it is given back at once,
    /// and only after that its room.
    async fn made(
        self: &Arc<Self>,
        mut permit: Permit,
        launch: &Launch,
        time: Option<Duration>,
    ) -> Result<Result<Begun>> {
        let (registry, launch) = (Arc::clone(self), launch.clone());
        let until = time.map(|time| Instant::now() + time);
        let making = tokio::spawn(async move {
            let making = registry.making().await;
            match registry.browsers.acquire(&launch, permit.engine(), until).await {
                Ok(lease) => {
                    permit.made();
                    Ok(Begun::new(&registry, lease, Some(permit), making))
                }
                Err(failure) => {
                    // Who had no time to speak of is not known to be out of order.
                    if time.is_none_or(|time| time >= FAIR) {
                        permit.failed();
                    }
                    // Its room is taken for as long as a browser may come of it.
                    tokio::spawn(async move {
                        registry.browsers.caught_up(&launch, permit.engine()).await;
                        registry.browsers.forget_unused();
                        drop(permit);
                    });
                    Err(failure)
                }
            }
        });
        making.await.map_err(|_| Failure::internal("a browser was not made to the end"))
    }

    /// Holds up the daemon's end; waits for ever once that has come to the browsers.
    pub(super) async fn making(&self) -> Making {
        Arc::clone(&self.making).read_owned().await
    }

    /// Has the session be lost as soon as its browser is gone, so that its room is there for others. One that is somebody else's may be
    /// reached again.
    fn watch(self: &Arc<Self>, session_slot: &Arc<SessionSlot>, lease: &Lease) -> Watch {
        let (registry, session_slot, browser) =
            (Arc::clone(self), Arc::clone(session_slot), lease.browser.clone());
        let watch = tokio::spawn(async move {
            browser.gone().await;
            // Losing the session ends this task, and what follows is to be done.
            tokio::spawn(async move {
                session_slot.note_gone();
                for lease in session_slot.dead() {
                    registry.browsers.release(lease).await;
                }
            });
        });
        Watch(watch.abort_handle())
    }

    /// What the pool of engines holds.
    pub(super) fn pool_stats(&self) -> PoolStats {
        self.pool.stats()
    }

    /// Closes a session by its key, cutting short what runs in it. Whether there was one.
    ///
    /// # Errors
    /// None so far; a browser that does not take part is ended all the same.
    pub(super) async fn close(&self, key: &str) -> Result<bool> {
        let was_open = self.vacate(&self.session_slot(key)).await;
        self.write_session_store();
        Ok(was_open)
    }

    async fn vacate(&self, session_slot: &SessionSlot) -> bool {
        session_slot.closing.notify_waiters();
        let _turn = session_slot.turn.lock().await;
        let (live, was_lost) = session_slot.clear();
        let Some(live) = live else { return was_lost };
        if let Err(error) = live.session.close().await {
            debug!(%error, session = session_slot.name, "closed out of order");
        }
        self.browsers.release(live.lease).await;
        true
    }

    /// Closes all sessions of a tenant: for this machine's user that is the daemon's end. Which there were.
    pub(super) async fn end_for(&self, tenant: &Tenant) -> Vec<String> {
        if *tenant == Tenant::Local {
            return self.end().await;
        }
        let mut closed = Vec::new();
        for session_slot in self.all() {
            if tenant.own_name(&session_slot.key).is_some() && self.vacate(&session_slot).await {
                closed.push(session_slot.name.clone());
            }
        }
        self.write_session_store();
        closed
    }

    /// Asks the daemon to end, and waits until all is closed. Which sessions there were.
    pub(super) async fn end(&self) -> Vec<String> {
        self.asked_to_end.notify_one();
        let mut ended = self.ended.subscribe();
        match ended.wait_for(Option::is_some).await {
            Ok(names) => names.clone().unwrap_or_default(),
            Err(_) => Vec::new(),
        }
    }

    /// Resolves when someone asked the daemon to end.
    pub(super) async fn end_asked(&self) {
        self.asked_to_end.notified().await;
    }

    /// Closes everything, all sessions at once, and lets [`Registry::end`] return.
    pub(super) async fn close_all(self: &Arc<Self>) {
        // Else a call that was taken before could start a session after the others were closed, which nobody would end.
        self.drain();
        let mut closing = tokio::task::JoinSet::new();
        for session_slot in self.all() {
            let registry = Arc::clone(self);
            closing
                .spawn(async move { registry.vacate(&session_slot).await.then(|| session_slot.key.clone()) });
        }
        let mut names = Vec::new();
        while let Some(closed) = closing.join_next().await {
            match closed {
                Ok(name) => names.extend(name),
                Err(error) => warn!(%error, "a session could not be closed"),
            }
        }
        // Browsers that are being made for calls that ended are given back. Nothing is made from here on.
        let making = timeout(BROWSERS_SETTLE_WITHIN, self.making.write()).await;
        if making.is_err() {
            warn!("a browser was still being made at the end");
        }
        self.browsers.settled(BROWSERS_SETTLE_WITHIN).await;
        names.sort();
        self.ended.send_replace(Some(names));
    }

    /// Removes what is written down of the sessions: this daemon ends in order. A daemon after it may begin before the last session is
    /// closed, and would take that for lost; and what that one writes is not ours to remove.
    pub(super) fn remove_session_store(&self) {
        let session_store = self.session_store.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(path) = session_store {
            session_store::remove(&path);
        }
    }

    /// All sessions, running or lost.
    pub(super) fn list(&self) -> Vec<SessionInfo> {
        self.all().into_iter().filter_map(|session_slot| session_slot.describe()).collect()
    }

    /// How many sessions run or are about to.
    pub(super) fn sessions_taken(&self) -> usize {
        self.all().iter().filter(|session_slot| session_slot.is_taken()).count()
    }

    /// How many browsers have a session.
    pub(super) fn browsers_in_use(&self) -> usize {
        let all: Vec<_> = self.all().iter().filter_map(|session_slot| session_slot.browser()).collect();
        // One that is connected to has no process here.
        let shared: BTreeSet<_> = all
            .iter()
            .filter(|(_, is_shared)| *is_shared)
            .map(|(browser, _)| (browser.pid(), browser.endpoint()))
            .collect();
        shared.len() + all.iter().filter(|(_, is_shared)| !is_shared).count()
    }

    /// Whether no session runs and this is the only call.
    pub(super) fn is_vacant(&self) -> bool {
        self.activity.running() <= 1 && self.list().iter().all(|session| session.lost.is_some())
    }
}

/// Who wants a session, and until when.
pub(super) struct Caller<'a> {
    pub(super) tenant: &'a Tenant,
    /// Who waits in turn with others; those without a name are one.
    pub(super) name: &'a str,
    pub(super) deadline: Option<Instant>,
    /// What its states are encrypted with.
    pub(super) keys: &'a Keys,
    pub(super) notices: &'a Notices,
}

/// Has the caller know what a person may have to do for their browser to answer: the dialog is theirs, and nothing tells us of it.
async fn tell_if_slow<T>(caller: &Caller<'_>, launch: &Launch, making: impl Future<Output = T>) -> T {
    let mut making = pin!(making);
    if launch.cdp.is_none() {
        return making.await;
    }
    match timeout(SLOW, &mut making).await {
        Ok(made) => made,
        Err(_) => {
            caller.notices.tell(
                "waiting for the browser, which has not answered yet: Chrome 144 and newer ask at its window, press Allow there",
            );
            making.await
        }
    }
}

fn left_until(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// By what the time for all of them is divided.
fn part_of(engines: &[EngineChoice]) -> u32 {
    u32::try_from(engines.len()).unwrap_or(u32::MAX).max(1)
}

/// How many sessions this daemon may have, as its environment says.
fn limits() -> Limits {
    let number = |setting: &Setting| {
        let text = std::env::var(setting.variable).ok().filter(|text| !text.is_empty())?;
        let limit = text.parse().ok().filter(|limit| *limit > 0);
        if limit.is_none() {
            warn!(variable = setting.variable, "is no number above 0, and counts for nothing");
        }
        limit
    };
    Limits { all: number(&settings::MAX_SESSIONS), caller: number(&settings::MAX_SESSIONS_PER_CALLER) }
}
