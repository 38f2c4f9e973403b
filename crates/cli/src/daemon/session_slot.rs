//! One session's place in the daemon: whose turn it is, the session itself, and what is left when its browser died.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domtool::{Browser, ErrorKind, Session};
use tokio::{
    sync::{Mutex as AsyncMutex, Notify},
    task::AbortHandle,
};

use super::{browsers::Lease, pool::Permit};
use crate::{
    failure::{Failure, Result},
    hint::Hint,
    launch::{Engine, Launch},
    output::SessionInfo,
};

/// One session's place.
pub(super) struct SessionSlot {
    /// By what the daemon knows it, see `tenant`.
    pub(super) key: String,
    /// The session's name, as its callers say it.
    pub(super) name: String,
    /// Held by the operation that runs: one at a time, in the order of their coming.
    pub(super) turn: Arc<AsyncMutex<()>>,
    /// Tells the operations that run or wait here that the session is being closed.
    pub(super) closing: Notify,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    live: Option<Live>,
    /// A call is about to start it.
    starting: bool,
    /// It was tried in vain to reach its browser again.
    tried: bool,
    lost: Option<Lost>,
    /// Browsers that died and were not given back yet.
    dead: Vec<Lease>,
    /// The number after the highest id that sessions before the running one gave out here; 0 when there were none.
    next_id: u32,
}

/// A running session.
pub(super) struct Live {
    /// It.
    pub(super) session: Session,
    /// Its browser.
    pub(super) lease: Lease,
    /// How it was started.
    pub(super) launch: Launch,
    /// Its place in the pool, given back with it.
    pub(super) permit: Permit,
    /// What waits for the end of its browser.
    pub(super) _watch: Watch,
}

/// A task that ends when this is dropped.
pub(super) struct Watch(pub(super) AbortHandle);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A session the connection to whose browser broke. The browser is somebody else's, and may live on.
pub(super) struct Broken {
    /// It.
    pub(super) session: Session,
    /// The browser, as it was reached before.
    pub(super) browser: Browser,
    /// How it was reached.
    pub(super) launch: Launch,
    /// Whether it was tried in vain already to reach it again.
    pub(super) tried: bool,
}

impl Live {
    /// Whether the browser is somebody else's, and only the connection to it may be gone.
    fn is_cut_off(&self) -> bool {
        self.lease.browser.is_gone() && *self.permit.engine() == Engine::Attached
    }

    /// What is to be said once its browser is gone.
    fn why_gone(&self) -> String {
        let engine = self.permit.engine();
        let why = self.lease.browser.gone_because().map(|why| format!(" ({why})")).unwrap_or_default();
        match engine {
            Engine::Local | Engine::Attached => "the browser is gone".to_owned(),
            Engine::WebDriver(_) | Engine::Cdp(_) => format!("the browser of {engine} is gone{why}"),
        }
    }
}

/// What is known of a session whose browser or daemon died.
#[derive(Clone, Debug)]
pub(super) struct Lost {
    /// What died.
    pub(super) why: String,
    /// The addresses of its tabs; without those that were only taken, where the browser goes on.
    pub(super) urls: Vec<String>,
    /// The daemon died beside a browser that is somebody else's, which goes on with all its tabs.
    pub(super) goes_on: bool,
    /// How it was started.
    pub(super) launch: Launch,
    /// What of that is not known any more, as it is written nowhere: flags.
    pub(super) unkept: Vec<String>,
}

impl Lost {
    fn sentence(&self, name: &str) -> String {
        let tabs = match self.urls.as_slice() {
            urls if self.goes_on => tabs_left(urls),
            [] => "it had no page".to_owned(),
            [url] => format!("lost with it: the page {url}, its state and all ids"),
            urls => {
                format!("lost with it: {} tabs ({}), their state and all ids", urls.len(), urls.join(", "))
            }
        };
        let unkept = match self.unkept.as_slice() {
            [] => String::new(),
            flags => format!("; {} was not kept, and is to be given again", flags.join(", ")),
        };
        format!("{}, and session {name} ended; {tabs}{unkept}", self.why)
    }
}

/// What is in a browser that went on without the session.
fn tabs_left(urls: &[String]) -> String {
    let goes_on = "the browser is not domtool's and goes on, with the tabs of its person as they are";
    match urls {
        [] => format!("{goes_on}; lost are the ids"),
        urls => format!(
            "{goes_on}; left there, opened by domtool: {}, which tab attach takes; lost are the ids",
            urls.join(", ")
        ),
    }
}

impl SessionSlot {
    /// A place whose session is to give out ids from here on, and may have been lost with an earlier daemon.
    pub(super) fn of_earlier(key: &str, lost: Option<Lost>, next_id: u32) -> Self {
        Self {
            key: key.to_owned(),
            name: key.split_once('/').map_or(key, |(_, own)| own).to_owned(),
            turn: Arc::default(),
            closing: Notify::new(),
            state: Mutex::new(State { lost, next_id, ..State::default() }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The running session.
    ///
    /// # Errors
    /// `NOT_FOUND` when there is none, `BROWSER_GONE` with what was lost when its browser died.
    pub(super) fn session(&self) -> Result<Session> {
        let mut state = self.state();
        if let Some(live) = &state.live {
            if !live.lease.browser.is_gone() {
                return Ok(live.session.clone());
            }
            state.lose();
        }
        match &state.lost {
            Some(lost) => Err(gone(lost, &self.name)),
            None => Err(Failure::new(
                ErrorKind::NotFound,
                format!("session {} is not open", self.name),
                Hint::OpenFirst,
            )),
        }
    }

    /// Whether no session runs here, and none is lost.
    pub(super) fn is_vacant(&self) -> bool {
        let state = self.state();
        state.live.is_none() && state.lost.is_none()
    }

    /// The version of the running session's browser; empty when there is none.
    pub(super) fn browser_version(&self) -> String {
        self.state().live.as_ref().map(|live| live.lease.browser.version().to_owned()).unwrap_or_default()
    }

    /// Checks a call's flags against those that the session was started with.
    ///
    /// # Errors
    /// `INVALID_INPUT` naming the flag that differs.
    pub(super) fn agrees_with(&self, launch: &Launch) -> Result<()> {
        match &self.state().live {
            Some(live) => launch.agrees_with(&live.launch, &self.name),
            None => Ok(()),
        }
    }

    /// How to start again what was lost, where the caller does not say. What was hidden stays hidden in any case.
    pub(super) fn launch_for(&self, asked: &Launch, to_start: &Launch) -> Launch {
        let Some(lost) = &self.state().lost else { return to_start.clone() };
        let mut launch = match asked.says_secrets_alone() {
            true => lost.launch.clone().with_secrets_of(asked),
            false => to_start.clone(),
        };
        if asked.mask.is_empty() {
            launch.mask.clone_from(&lost.launch.mask);
            launch.mask.extend(to_start.mask.iter().filter(|mask| !lost.launch.mask.contains(mask)).cloned());
        }
        launch
    }

    /// Puts a session here that was just started.
    pub(super) fn settle(&self, live: Live) {
        let mut state = self.state();
        state.live = Some(live);
        state.lost = None;
    }

    /// Takes the session out, running or lost. Whether anything was there is told by `Some` or by the flag.
    pub(super) fn clear(&self) -> (Option<Live>, bool) {
        let mut state = self.state();
        let was_lost = state.lost.take().is_some();
        state.next_id = state.next_id();
        (state.live.take(), was_lost)
    }

    /// The session, where the connection to its browser broke and may be made again.
    pub(super) fn broken(&self) -> Option<Broken> {
        let state = self.state();
        let live = state.live.as_ref().filter(|live| live.is_cut_off())?;
        Some(Broken {
            session: live.session.clone(),
            browser: live.lease.browser.clone(),
            launch: live.launch.clone(),
            tried: state.tried,
        })
    }

    /// Its browser is out of reach: the next calls do not try as long.
    pub(super) fn tried(&self) {
        self.state().tried = true;
    }

    /// Puts the session here that goes on for the one that was broken.
    pub(super) fn go_on(&self, session: Session, lease: Lease) {
        let mut state = self.state();
        state.tried = false;
        let Some(live) = &mut state.live else {
            state.dead.push(lease);
            return;
        };
        live.session = session;
        let dead = std::mem::replace(&mut live.lease, lease);
        state.dead.push(dead);
    }

    /// Loses the session if its browser is gone, unless that may be reached again.
    pub(super) fn note_gone(&self) {
        let mut state = self.state();
        if state.live.as_ref().is_some_and(|live| live.lease.browser.is_gone() && !live.is_cut_off()) {
            state.lose();
        }
    }

    /// The session is no more, for this reason.
    pub(super) fn lose(&self, why: &str) {
        let mut state = self.state();
        state.lose();
        if let Some(lost) = &mut state.lost {
            lost.why = why.to_owned();
        }
    }

    /// After an operation failed for want of a browser: says what was lost, and forgets the session; or that it goes on, where
    /// only the connection broke.
    pub(super) fn explain(&self, failure: Failure) -> Failure {
        let mut state = self.state();
        if failure.kind != ErrorKind::BrowserGone {
            return failure;
        }
        if let Some(live) = state.live.as_ref().filter(|live| live.is_cut_off()) {
            let why = live.lease.browser.gone_because();
            let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
            return Failure {
                message: format!(
                    "the connection to the browser broke in the middle{why}; the browser may be there yet, with the session's tabs"
                ),
                hint: "observe: the next call connects again, goes on in the same tab, and nothing is done twice by itself"
                    .into(),
                ..failure
            };
        }
        state.lose();
        match &state.lost {
            Some(lost) => Failure { dispatched: failure.dispatched, ..gone(lost, &self.name) },
            None => failure,
        }
    }

    /// The number after the highest id that was given out here: where the next session is to go on.
    pub(super) fn next_id(&self) -> u32 {
        self.state().next_id()
    }

    /// The dead browsers that this session used, to be given back.
    pub(super) fn dead(&self) -> Vec<Lease> {
        std::mem::take(&mut self.state().dead)
    }

    /// Whether no session is here, nor the memory of one that was lost.
    pub(super) fn is_empty(&self) -> bool {
        let state = self.state();
        !state.starting && state.live.is_none() && state.lost.is_none() && state.dead.is_empty()
    }

    /// Whether it runs or is about to.
    pub(super) fn is_taken(&self) -> bool {
        let state = self.state();
        state.starting
            || state.live.as_ref().is_some_and(|live| !live.lease.browser.is_gone() || live.is_cut_off())
    }

    /// The browser of the running session, and whether other sessions may use the same one.
    pub(super) fn browser(&self) -> Option<(Browser, bool)> {
        let state = self.state();
        let lease = state.live.as_ref().map(|live| &live.lease).filter(|lease| !lease.browser.is_gone())?;
        Some((lease.browser.clone(), lease.is_shared()))
    }

    /// What can be said of the session, by its key; `None` when there is none.
    pub(super) fn describe(&self) -> Option<SessionInfo> {
        let state = self.state();
        if let Some(live) = &state.live {
            let gone = live.lease.browser.is_gone() && !live.is_cut_off();
            return Some(SessionInfo {
                name: self.key.clone(),
                tabs: live.session.tabs(),
                browser: live.lease.browser.version().to_owned(),
                launch: live.launch.clone(),
                broken: live.is_cut_off(),
                lost: gone.then(|| "its browser is gone".to_owned()),
            });
        }
        let lost = state.lost.as_ref()?;
        Some(SessionInfo {
            name: self.key.clone(),
            tabs: Vec::new(),
            browser: String::new(),
            launch: lost.launch.clone(),
            broken: false,
            lost: Some(lost.sentence(&self.name)),
        })
    }
}

/// Keeps a place counted as taken while its session starts.
pub(super) struct Starting(Arc<SessionSlot>);

impl Starting {
    pub(super) fn new(session_slot: &Arc<SessionSlot>) -> Self {
        session_slot.state().starting = true;
        Self(Arc::clone(session_slot))
    }
}

impl Drop for Starting {
    fn drop(&mut self) {
        self.0.state().starting = false;
    }
}

impl State {
    fn next_id(&self) -> u32 {
        self.live.as_ref().map_or(0, |live| live.session.next_id()).max(self.next_id)
    }

    /// Turns a session whose browser died into a memory.
    fn lose(&mut self) {
        self.next_id = self.next_id();
        self.tried = false;
        if let Some(live) = self.live.take() {
            let urls = live.session.tabs().into_iter().map(|tab| tab.url).collect();
            let why = live.why_gone();
            self.lost = Some(Lost { why, urls, goes_on: false, launch: live.launch, unkept: Vec::new() });
            self.dead.push(live.lease);
        }
    }
}

fn gone(lost: &Lost, name: &str) -> Failure {
    let first = lost.urls.iter().find(|url| !url.starts_with("about:"));
    Failure::new(ErrorKind::BrowserGone, lost.sentence(name), Hint::StartAnew(first.cloned()))
}
