//! All sessions of the daemon: how they start, how they end, and what is written down of them.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use domtool::{Session, SessionOptions, quoted};
use tokio::sync::{Notify, watch};
use tracing::{debug, warn};

use super::{
    activity::Activity,
    browsers::Browsers,
    ledger,
    room::{Live, Room},
};
use crate::{
    failure::{Failure, Result},
    launch::Launch,
    output::SessionInfo,
};

/// All sessions.
pub(super) struct Registry {
    rooms: Mutex<BTreeMap<String, Arc<Room>>>,
    /// Their browsers.
    pub(super) browsers: Browsers,
    /// Taken away when the daemon ends in order. Locked from looking at the sessions until they are written, so that
    /// nothing older is written last.
    ledger: Mutex<Option<PathBuf>>,
    /// The calls that run.
    pub(super) activity: Arc<Activity>,
    asked_to_end: Notify,
    ended: watch::Sender<Option<Vec<String>>>,
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
            activity: Arc::new(Activity::new()),
            asked_to_end: Notify::new(),
            ended: watch::Sender::new(None),
        })
    }

    /// Finds a session's place, and makes it where there is none yet.
    pub(super) fn room(&self, name: &str) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(rooms.entry(name.to_owned()).or_insert_with(|| Arc::new(Room::new(name))))
    }

    fn all(&self) -> Vec<Arc<Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Writes down what a daemon after this one is to know, should this one be killed.
    pub(super) fn write_ledger(&self) {
        let ledger = self.ledger.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(path) = &*ledger else { return };
        let ids = self.all().into_iter().map(|room| (room.name.clone(), room.next_id()));
        ledger::write(path, &self.list(), ids.filter(|(_, next)| *next > 1).collect());
    }

    /// The session in a room, started if it is not running.
    ///
    /// # Errors
    /// `NO_BROWSER` and whatever keeps a browser from starting; `INVALID_INPUT` when flags contradict it.
    pub(super) async fn start(&self, room: &Room, launch: &Launch) -> Result<Session> {
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
    pub(super) async fn close(&self, name: &str) -> Result<bool> {
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
    pub(super) fn list(&self) -> Vec<SessionInfo> {
        self.all().into_iter().filter_map(|room| room.describe()).collect()
    }

    /// Whether no session runs and this is the only call.
    pub(super) fn is_vacant(&self) -> bool {
        self.activity.running() <= 1 && self.list().iter().all(|session| session.lost.is_some())
    }
}

/// Checks a session's name.
///
/// # Errors
/// `INVALID_INPUT` for what is none.
pub(super) fn check_name(name: &str) -> Result<()> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !name.is_empty() && name.chars().count() <= 64 && name.chars().all(plain) {
        return Ok(());
    }
    Err(Failure::invalid(format!(
        "{name} is no session's name; use up to 64 letters, digits, - _ .",
        name = quoted(&name)
    )))
}
