//! All sessions of the daemon. Operations of one session run one at a time; sessions never wait for each other.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use domtool::quoted;
use domtool::{ErrorKind, Reconnect, Session, SessionOptions};
use serde_json::value::RawValue;
use tokio::{
    sync::{MutexGuard, Notify, watch},
    time::{Instant, sleep_until, timeout_at},
};
use tracing::{debug, warn};

use super::{
    browsers::Browsers,
    ledger,
    room::{Live, Room},
};
use crate::{
    failure::{Failure, Result},
    launch::Launch,
    ops::{self, Context, Scope},
    output::{Output, SessionInfo},
    wire::Call,
};

/// A caller's name has no more bytes.
const LONGEST_CALLER: usize = 100;

/// How long an operation may take to end by itself once its time is over.
const ENDS: Duration = Duration::from_millis(150);

/// All sessions.
pub(crate) struct Registry {
    rooms: Mutex<BTreeMap<String, Arc<Room>>>,
    browsers: Browsers,
    /// Taken away when the daemon ends in order. Locked from looking at the sessions until they are written, so that
    /// nothing older is written last.
    ledger: Mutex<Option<PathBuf>>,
    pulse: Mutex<Pulse>,
    stirred: Notify,
    asked_to_end: Notify,
    ended: watch::Sender<Option<Vec<String>>>,
}

/// When somebody last called, and how many calls run.
struct Pulse {
    running: usize,
    last: Instant,
}

impl Registry {
    /// With what an earlier daemon, that did not end in order, left in the ledger.
    ///
    /// # Errors
    /// As [`ledger::read`].
    pub(super) fn new(ledger: PathBuf) -> Result<Self> {
        let rooms = ledger::read(&ledger)?
            .into_iter()
            .map(|earlier| {
                let room = Room::of_earlier(&earlier.name, earlier.lost, earlier.next_id);
                (earlier.name, Arc::new(room))
            })
            .collect();
        Ok(Self {
            rooms: Mutex::new(rooms),
            browsers: Browsers::default(),
            ledger: Mutex::new(Some(ledger)),
            pulse: Mutex::new(Pulse { running: 0, last: Instant::now() }),
            stirred: Notify::new(),
            asked_to_end: Notify::new(),
            ended: watch::Sender::new(None),
        })
    }

    fn room(&self, name: &str) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(rooms.entry(name.to_owned()).or_insert_with(|| Arc::new(Room::new(name))))
    }

    fn all(&self) -> Vec<Arc<Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Runs one operation, in its session's turn.
    ///
    /// # Errors
    /// Those of the operation; `INVALID_INPUT` for a call that makes no sense; `NOT_FOUND` when the session was
    /// closed meanwhile.
    pub(super) async fn run(self: Arc<Self>, op: &str, args: &RawValue, call: Call) -> Result<Output> {
        let entry = ops::find(op)
            .ok_or_else(|| Failure::invalid(format!("there is no operation {op}", op = quoted(&op))))?;
        check_name(&call.session)?;
        if call.caller.len() > LONGEST_CALLER {
            return Err(Failure::invalid(format!("a caller's name has {LONGEST_CALLER} bytes at most")));
        }
        let room = self.room(&call.session);
        if call.expected.is_some() && !entry.acts {
            return Err(Failure::invalid(format!("{op} is no action of which anything could be expected")));
        }
        let deadline = call.deadline().map(|time| Instant::now() + time);
        let (registry, place) = (Arc::clone(&self), Arc::clone(&room));
        let mut context = Context { registry, room: place, call, deadline, plan: None };
        if entry.scope == Scope::Daemon {
            return (entry.run)(args, &mut context).await;
        }
        let closing = room.closing.notified();
        let work = async {
            let _turn = turn(&room, deadline).await?;
            self.mend(&room, context.left()).await?;
            (entry.run)(args, &mut context).await.map_err(|failure| room.explain(failure))
        };
        let dispatched = if entry.traits.read_only { "no" } else { "maybe" }.to_owned();
        let out_of_time = async {
            match deadline {
                Some(deadline) => sleep_until(deadline + ENDS).await,
                None => std::future::pending().await,
            }
        };
        let done = tokio::select! {
            biased;
            done = work => done,
            () = out_of_time => Err(Failure {
                dispatched,
                ..Failure::new("TIMEOUT", format!("{op} took longer than it was given"), "give it more time, or observe to see what is there now")
            }),
            () = closing => {
                return Err(Failure {
                    dispatched,
                    ..Failure::new("NOT_FOUND", format!("session {} was closed meanwhile", room.name), "domtool open URL")
                });
            }
        };
        for lease in room.dead() {
            self.browsers.release(lease).await;
        }
        self.write_ledger();
        done
    }

    /// Where the connection to a browser that somebody else started broke, makes it again, and has the session go on in its
    /// tabs. A session of which nothing is left there is lost.
    ///
    /// # Errors
    /// `BROWSER_GONE` when the browser is out of reach: the session stays, and the next call tries once more.
    async fn mend(&self, room: &Room, deadline: Option<Duration>) -> Result<()> {
        let Some(broken) = room.broken() else { return Ok(()) };
        let mut patience = Reconnect::default();
        patience.within = patience.within.min(deadline.unwrap_or(patience.within));
        if broken.tried {
            patience.tries = 1;
        }
        let lease = match self.browsers.reconnect(&broken.browser, &broken.launch, &patience).await {
            Ok(lease) => lease,
            Err(failure) => {
                room.tried();
                let hint = format!(
                    "have the browser run at that address: the next call tries again; or give the session up: domtool close --session {}",
                    room.name
                );
                return Err(Failure { hint, ..failure });
            }
        };
        match lease.browser.resume(&broken.session).await {
            Ok(session) => {
                debug!(session = room.name, "goes on after its connection broke");
                room.go_on(session, lease);
                Ok(())
            }
            Err(error) => {
                let broke_again = lease.browser.is_gone();
                self.browsers.release(lease).await;
                // What is only in the way is no reason to give the session up.
                if broke_again || error.kind() != ErrorKind::BrowserGone {
                    return Err(room.explain(error.into()));
                }
                room.lose(error.message());
                Ok(())
            }
        }
    }

    /// Writes down what a daemon after this one is to know, should this one be killed.
    fn write_ledger(&self) {
        let ledger = self.ledger.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(path) = &*ledger else { return };
        let ids = self.all().into_iter().map(|room| (room.name.clone(), room.next_id()));
        ledger::write(path, &self.list(), ids.filter(|(_, next)| *next > 1).collect());
    }

    /// The session in a room, started if it is not running.
    ///
    /// # Errors
    /// `NO_BROWSER` and whatever keeps a browser from starting; `INVALID_INPUT` when flags contradict it.
    pub(crate) async fn start(&self, room: &Room, launch: &Launch) -> Result<Session> {
        if let Ok(session) = room.session() {
            room.agrees_with(launch)?;
            return Ok(session);
        }
        let launch = room.launch_for(launch);
        let http_auth = launch.http_auth()?;
        let lease = self.browsers.acquire(&launch).await?;
        // Local files are off for a model's sake; who sits at a command line may name them.
        let mut options = SessionOptions {
            files: true,
            first_id: room.next_id().max(1),
            context: launch.context(),
            privacy: launch.privacy(),
            downloads: launch.downloads.clone(),
            http_auth,
            ..SessionOptions::default()
        };
        options.viewport = launch.window.or(options.viewport);
        match lease.browser.session(&room.name, options).await {
            Ok(session) => {
                room.settle(Live { session: session.clone(), lease, launch });
                Ok(session)
            }
            Err(error) => {
                self.browsers.release(lease).await;
                Err(error.into())
            }
        }
    }

    /// Closes a session, cutting short what runs in it. Whether there was one.
    ///
    /// # Errors
    /// None so far; a browser that does not take part is ended all the same.
    pub(crate) async fn close(&self, name: &str) -> Result<bool> {
        check_name(name)?;
        let was_open = self.vacate(&self.room(name)).await;
        self.write_ledger();
        Ok(was_open)
    }

    async fn vacate(&self, room: &Room) -> bool {
        room.closing.notify_waiters();
        let _turn = room.turn.lock().await;
        let (live, was_lost) = room.clear();
        let Some(live) = live else { return was_lost };
        if let Err(error) = live.session.close().await {
            debug!(%error, session = room.name, "closed out of order");
        }
        self.browsers.release(live.lease).await;
        true
    }

    /// Asks the daemon to end, and waits until all is closed. Which sessions there were.
    pub(crate) async fn end(&self) -> Vec<String> {
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
        let mut closing = tokio::task::JoinSet::new();
        for room in self.all() {
            let registry = Arc::clone(self);
            closing.spawn(async move { registry.vacate(&room).await.then(|| room.name.clone()) });
        }
        let mut names = Vec::new();
        while let Some(closed) = closing.join_next().await {
            match closed {
                Ok(name) => names.extend(name),
                Err(error) => warn!(%error, "a session could not be closed"),
            }
        }
        names.sort();
        let ledger = self.ledger.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(path) = ledger {
            ledger::remove(&path);
        }
        self.ended.send_replace(Some(names));
    }

    /// All sessions, running or lost.
    pub(crate) fn list(&self) -> Vec<SessionInfo> {
        let describe = |room: Arc<Room>| {
            let said = room.describe()?;
            Some(SessionInfo {
                name: room.name.clone(),
                tabs: said.tabs,
                browser: said.browser,
                launch: said.launch,
                broken: said.broken,
                lost: said.lost,
            })
        };
        self.all().into_iter().filter_map(describe).collect()
    }

    /// Whether no session runs and this is the only call.
    pub(super) fn is_vacant(&self) -> bool {
        let alone = self.pulse.lock().unwrap_or_else(PoisonError::into_inner).running <= 1;
        alone && self.list().iter().all(|session| session.lost.is_some())
    }

    /// Counts a call as running until the guard is dropped.
    pub(super) fn called(self: &Arc<Self>) -> Calling {
        self.beat(1);
        Calling(Arc::clone(self))
    }

    fn beat(&self, by: isize) {
        let mut pulse = self.pulse.lock().unwrap_or_else(PoisonError::into_inner);
        pulse.running = pulse.running.saturating_add_signed(by);
        pulse.last = Instant::now();
        drop(pulse);
        self.stirred.notify_one();
    }

    /// Resolves when nobody has called for so long.
    pub(super) async fn idle(&self, limit: Duration) {
        loop {
            let until = {
                let pulse = self.pulse.lock().unwrap_or_else(PoisonError::into_inner);
                (pulse.running == 0).then(|| pulse.last + limit)
            };
            let Some(until) = until else {
                self.stirred.notified().await;
                continue;
            };
            tokio::select! {
                () = tokio::time::sleep_until(until) => return,
                () = self.stirred.notified() => {}
            }
        }
    }
}

/// A call that runs.
pub(super) struct Calling(Arc<Registry>);

impl Drop for Calling {
    fn drop(&mut self) {
        self.0.beat(-1);
    }
}

/// The session's turn.
///
/// # Errors
/// `TIMEOUT` when another call has it for all of this call's time.
async fn turn(room: &Room, deadline: Option<Instant>) -> Result<MutexGuard<'_, ()>> {
    let Some(deadline) = deadline else { return Ok(room.turn.lock().await) };
    timeout_at(deadline, room.turn.lock()).await.map_err(|_| {
        let message =
            format!("another call ran in session {} for all of the time that this one had", room.name);
        Failure::new("TIMEOUT", message, "wait for that call to end, or close the session, which ends it")
    })
}

fn check_name(name: &str) -> Result<()> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !name.is_empty() && name.chars().count() <= 64 && name.chars().all(plain) {
        return Ok(());
    }
    Err(Failure::invalid(format!(
        "{name} is no session's name; use up to 64 letters, digits, - _ .",
        name = quoted(&name)
    )))
}
