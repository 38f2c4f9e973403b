//! A tab: its state, which the browser's events write, and what every operation on it needs.
//!
//! Operations on a tab run one at a time. The router takes in events meanwhile, so a dialog or a crash in the middle of an
//! operation is seen at once.

mod acting;
mod announcements;
mod attach;
mod by_itself;
mod call;
mod carriers;
mod dialogs;
mod downloads;
pub(crate) mod emulation;
mod events;
mod handed_over;
mod held;
mod hung;
mod journal;
mod logins;
mod reconnect;
mod renew;
mod siblings;
mod state;
mod worlds;

use std::{
    fmt,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use domtool_cdp::{
    Channel, Connection, Limit, RawEvent,
    protocol::{self, FrameId, SessionId, TargetId},
};
use domtool_page::{identity::StaleReason, snapshot::shorten_title, view::quoted};
use tokio::{sync::watch, time::Instant};

pub(crate) use acting::{Acting, Drawn};
pub(crate) use attach::{attach_frame, attach_page, attach_worker, hear_requests};
pub(crate) use call::{Bound, Call};
pub(crate) use dialogs::{close_dialog, note_dismissed};
pub(crate) use emulation::revoke_place;
pub(crate) use journal::{Entry, MOST_CALLERS, leads_to_program};
pub(crate) use logins::{answer_request, hold_requests};
pub(crate) use siblings::{Siblings, Tabs};
pub(crate) use state::{Attachment, FrameState, OpenDialog, OpenedChooser, State};

use crate::{
    error::{self, Error, ErrorKind, Obstacle, Result},
    limits::{DIALOGS_IN_A_ROW, PAGE_ANSWERS},
    report::TabInfo,
    shared::{Forgotten, SessionShared},
    strings::Strings,
};

/// The session that a tab is in.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    pub(crate) shared: Arc<SessionShared>,
    pub(crate) siblings: Weak<Siblings>,
    /// It lives as long as the session.
    pub(crate) renewer: Weak<dyn Renew>,
}

/// Moves a tab to another renderer. Only a session can do that, so a tab asks for it by this trait.
pub(crate) trait Renew: fmt::Debug + Send + Sync {
    /// Moves the tab, also when the future is dropped.
    fn renew(self: Arc<Self>, tab: Arc<TabInner>) -> Pin<Box<dyn Future<Output = Result<()>> + Send>>;
}

#[derive(Debug)]
pub(crate) struct TabInner {
    pub(crate) number: u32,
    /// Another one where the page's renderer was given up.
    target: Mutex<TargetId>,
    pub(crate) connection: Connection,
    pub(crate) owner: Owner,
    /// It was there before, on a connection that broke.
    pub(crate) reconnected: bool,
    /// It was there before its session took it, or a page of such a tab opened it: it is a person's. It is given back and never closed,
    /// nothing in it waits for us, and its pages believe nothing that was not asked for.
    pub(crate) borrowed: bool,
    /// Bounds every command about the page while a call runs.
    pub(crate) limit: Limit,
    /// Whether the page answers, as far as the call that runs has asked it.
    probe: Mutex<hung::Probe>,
    state: Mutex<State>,
    /// Counts what was taken in, for those who wait for a change.
    changes: watch::Sender<u64>,
}

impl TabInner {
    pub(crate) fn new(number: u32, target: TargetId, owner: Owner, borrowed: bool) -> Self {
        let names = owner.shared.browser.names();
        Self {
            number,
            target: Mutex::new(target),
            connection: owner.shared.browser.connection.clone(),
            owner,
            reconnected: false,
            borrowed,
            limit: Limit::default(),
            probe: Mutex::default(),
            state: Mutex::new(State { names, ..State::default() }),
            changes: watch::Sender::new(0),
        }
    }

    /// The state that it shares with the other tabs of its session.
    ///
    /// # Errors
    /// `TAB_CLOSED` when the session is no more.
    pub(crate) fn session(&self) -> Result<&Arc<SessionShared>> {
        match self.owner.renewer.strong_count() {
            0 => Err(error::tab_closed()),
            _ => Ok(&self.owner.shared),
        }
    }

    /// Gives up its renderer, with all that its page holds: it goes on in a new target of the same context.
    ///
    /// # Errors
    /// `TAB_CLOSED` when the session is no more, or what opening a tab gives.
    pub(crate) async fn renew(self: &Arc<Self>) -> Result<()> {
        let renewer = self.owner.renewer.upgrade().ok_or_else(error::tab_closed)?;
        renewer.renew(Arc::clone(self)).await
    }

    /// An address is about to be opened: where it says who gets the name and the password of the session, requests of all its tabs to
    /// that origin wait for us from now on.
    pub(crate) fn note_opened(&self, url: &str) {
        let shared = &self.owner.shared;
        if shared.note_opened(url)
            && shared.login_origin().is_some()
            && let Some(siblings) = self.siblings()
        {
            siblings.hold_requests();
        }
    }

    /// The tabs of its session, itself among them, while that lives.
    pub(crate) fn siblings(&self) -> Option<Arc<Siblings>> {
        self.owner.siblings.upgrade()
    }

    /// What the browser calls it.
    pub(crate) fn target(&self) -> TargetId {
        self.target.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What is known right now. Never held across an await.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known and wakes who waits for it.
    pub(crate) fn update<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.state());
        self.changes.send_modify(|count| *count += 1);
        result
    }

    /// Takes in an event of one of the page's sessions.
    pub(crate) fn apply(self: &Arc<Self>, session: &SessionId, event: &RawEvent) {
        if event.method().starts_with("Fetch.") {
            if let Err(error) = self.answer_request(session, event) {
                tracing::warn!(method = event.method(), %error, "an event that is not as the protocol has it");
            }
            return;
        }
        let before = self.state().dialog.as_ref().map(|dialog| dialog.seq);
        if let Err(error) = self.update(|state| state.apply(session, event)) {
            tracing::warn!(method = event.method(), %error, "an event that is not as the protocol has it");
        }
        if event.method() == "Network.responseReceived"
            && let Some(asked) = self.update(|state| state.login_asked.take())
        {
            self.note_login_asked(&asked);
        }
        if event.method() == "Page.frameNavigated" {
            self.forget_documents(event);
            self.load_into_next_document(event);
        }
        let after = self.state().dialog.as_ref().map(|dialog| dialog.seq);
        if let Some(seq) = after.filter(|_| after != before) {
            dialogs::dismiss_later(self, seq);
        }
    }

    /// Ids of a document that was left never come back, also when the browser restores the very same document.
    fn forget_documents(&self, event: &RawEvent) {
        let session = &self.owner.shared;
        let Ok(Some(navigated)) = event.decode::<protocol::page::FrameNavigated>() else { return };
        if self.state().is_main(&navigated.frame.id) {
            session.forget_ids(Forgotten::Page(self.target(), StaleReason::Navigated));
        } else {
            session.forget_ids(Forgotten::Document(self.target(), navigated.frame.id));
        }
    }

    /// Whether an event of a shared worker is for it: what such a worker asks for while the tab acts counts as the tab's.
    pub(crate) fn hears_of(&self, event: &RawEvent) -> bool {
        event.method() != "Network.requestWillBeSent" || self.state().journal.is_acting()
    }

    /// Waits until the state has all events that came before the last answer.
    pub(crate) async fn catch_up(&self) {
        self.owner.shared.browser.catch_up().await;
    }

    /// Waits until a look at the state gives something, or the deadline.
    pub(crate) async fn until<T>(
        &self,
        deadline: Instant,
        mut look: impl FnMut(&State) -> Option<T>,
    ) -> Option<T> {
        let mut changes = self.changes.subscribe();
        loop {
            changes.mark_unchanged();
            if let Some(found) = look(&self.state()) {
                return Some(found);
            }
            match tokio::time::timeout_at(deadline, changes.changed()).await {
                Ok(Ok(())) => {}
                // One last look: the change may have come with the deadline.
                Ok(Err(_)) | Err(_) => return look(&self.state()),
            }
        }
    }

    /// Runs some work on a page; a dialog, a crash or the deadline ends it.
    pub(crate) async fn guard<T>(
        &self,
        patience: Duration,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let deadline = Instant::now() + patience;
        let deadline = self.limit.until().map_or(deadline, |until| until.min(deadline));
        let lost = self
            .until(deadline, |state| (state.closed || state.crashed || state.dialog.is_some()).then_some(()));
        tokio::select! {
            result = work => result,
            lost = lost => Err(match lost {
                Some(()) => self.gate().err().unwrap_or_else(error::tab_closed),
                None => error::page_hung(patience, false),
            }),
        }
    }

    /// How long a command about the page may take in the call that runs.
    pub(crate) fn patience(&self) -> Duration {
        self.limit.patience().unwrap_or(PAGE_ANSWERS)
    }

    /// Whether a session is the page's own, and not that of an out-of-process frame.
    pub(crate) fn is_main_session(&self, session: &SessionId) -> bool {
        self.state().main().is_some_and(|main| main.session == *session)
    }

    /// The page's own channel.
    pub(crate) fn main_channel(&self) -> Result<Channel> {
        self.state().main().map(|main| main.channel.clone()).ok_or_else(error::tab_closed)
    }

    /// The channel and the isolated world of a frame.
    pub(crate) fn frame(&self, frame: &FrameId) -> Option<(Channel, FrameState)> {
        let state = self.state();
        let known = state.frames.get(frame)?.clone();
        let channel = state.attachment(&known.session)?.channel.clone();
        Some((channel, known))
    }

    /// Checks what every operation needs: the tab is open, its page did not crash, and no dialog blocks it.
    pub(crate) fn gate(&self) -> Result<()> {
        self.gate_dialog_aside()?;
        let state = self.state();
        match &state.dialog {
            Some(open) if state.dialogs_in_a_row >= DIALOGS_IN_A_ROW => {
                Err(hung::endless_dialogs(open, state.dialogs_in_a_row))
            }
            Some(open) => Err(dialog_open(open)),
            None => state.left_dialog.as_ref().map_or(Ok(()), |left| Err(hung::left_dialog(left))),
        }
    }

    /// The same, for the operations that a dialog does not hinder.
    pub(crate) fn gate_dialog_aside(&self) -> Result<()> {
        if self.connection.is_closed() {
            return Err(self.owner.shared.browser.lost());
        }
        self.state().end().map_or(Ok(()), Err)
    }

    /// What an error of the wire means here: a lost tab says so rather than which command failed.
    pub(crate) fn explain(&self, error: domtool_cdp::Error) -> Error {
        explained(self.gate(), error)
    }

    /// The same, where a dialog is no reason.
    pub(crate) fn explain_aside(&self, error: domtool_cdp::Error) -> Error {
        explained(self.gate_dialog_aside(), error)
    }

    /// Rewords an error of a lost tab or browser: all ways in which a command fails on a closed tab become `TAB_CLOSED`, and a browser
    /// that may still run is said to have lost its connection.
    fn retold(&self, error: Error) -> Error {
        use ErrorKind as Kind;
        // A tab that closed meanwhile makes a command fail in many ways, and is one reason.
        let by_closing = matches!(
            error.kind(),
            Kind::Stale
                | Kind::Internal
                | Kind::Timeout
                | Kind::PageHung
                | Kind::Hidden
                | Kind::NotActionable
                | Kind::NavigatedAway
        );
        if by_closing && self.state().closed {
            let lost = self.gate_dialog_aside().err().unwrap_or_else(error::tab_closed);
            return lost.after(error.dispatched());
        }
        match error.kind() {
            ErrorKind::BrowserGone => self.owner.shared.browser.lost().in_place_of(error),
            _ => error,
        }
    }

    /// Makes every string of an answer safe to be read: see [`crate::strings`].
    pub(crate) fn write_out<T: Strings>(&self, answer: T) -> T {
        let origins = self.state().known_origins();
        self.owner.shared.write_out(&origins, answer)
    }

    /// The same for what may have failed.
    pub(crate) fn answer<T: Strings>(&self, answer: Result<T>) -> Result<T> {
        self.write_out(answer.map_err(|error| self.retold(error)))
    }

    pub(crate) fn info(&self) -> TabInfo {
        let active = self.siblings().and_then(|siblings| siblings.active_number()) == Some(self.number);
        let state = self.state();
        // The browser gives a page without a title its address for one.
        let title = shorten_title(&state.title).into_owned();
        let info =
            TabInfo { number: self.number, title, url: state.url.clone(), active, attached: self.borrowed };
        drop(state);
        self.write_out(info)
    }
}

pub(crate) fn dialog_open(open: &OpenDialog) -> Error {
    let what = format!("{} dialog is open: {}", open.info.kind, quoted(&open.info.message));
    Error::new(ErrorKind::DialogOpen, what).with_obstacle(Obstacle::Dialog(open.info.message.clone()))
}

fn explained(gate: Result<()>, error: domtool_cdp::Error) -> Error {
    match gate {
        Err(lost) => lost.after(error::dispatched_of(&error)),
        Ok(()) => Error::from(error),
    }
}
