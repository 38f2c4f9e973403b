//! A tab: the handle that a user of the library holds, and what stands behind it.
//!
//! One operation at a time runs on a tab ([`TabInner::memory`] is the lock); the browser's events are taken in beside
//! it, so a dialog or a crash in the middle of an operation is seen at once.

mod acting;
mod attach;
mod call;
mod callers;
mod downloads;
pub(crate) mod emulation;
mod events;
mod hung;
mod journal;
mod logins;
mod reconnect;
mod renew;
mod state;
mod told;
mod worlds;

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use domtool_cdp::{
    Channel, Connection, Limit, RawEvent,
    protocol::{self, FrameId, SessionId, TargetId},
};
use domtool_page::{
    identity::StaleReason,
    snapshot::shorten_title,
    view::{one_line, quoted},
};
use tokio::{sync::watch, time::Instant};

pub(crate) use acting::Acting;
pub(crate) use attach::{attach_frame, attach_page};
pub(crate) use call::{Bound, Call};
pub(crate) use callers::Memory;
pub(crate) use hung::{frame_hung, page_hung, seconds};
pub(crate) use journal::Entry;
pub(crate) use logins::ask_for_logins;
pub(crate) use state::{Attachment, FrameState, OpenDialog, OpenedChooser, State};

use crate::{
    act::{self, ActOptions, Action, Batch, Step},
    error::{Dispatched, Error, ErrorKind, Obstacle, Result},
    observe::{self, FindOptions, Found, Observation, ObserveOptions},
    report::{Report, TabInfo},
    screenshot::{self, Screenshot, ScreenshotOptions},
    session::{Forgotten, SessionInner},
    strings::{Part, Strings},
    world,
};

/// One tab of a session. Cheap to clone; clones are the same tab.
#[derive(Clone, Debug)]
pub struct Tab {
    pub(crate) inner: Arc<TabInner>,
    /// Who uses it: what was told to whom is remembered by this name.
    pub(crate) caller: Arc<str>,
}

#[derive(Debug)]
pub(crate) struct TabInner {
    pub(crate) number: u32,
    /// Another one where the page's renderer was given up.
    target: Mutex<TargetId>,
    pub(crate) connection: Connection,
    pub(crate) session: Weak<SessionInner>,
    /// It was there before, on a connection that broke.
    pub(crate) reconnected: bool,
    /// Bounds every command about the page while a call runs.
    pub(crate) limit: Limit,
    /// Whether the page answers, as far as the call that runs has asked it.
    probe: Mutex<hung::Probe>,
    state: Mutex<State>,
    /// Counts what was taken in, for those who wait for a change.
    changes: watch::Sender<u64>,
    /// What its callers last saw. Whoever holds it is the one operation that runs on this tab.
    pub(crate) memory: tokio::sync::Mutex<Memory>,
}

impl TabInner {
    pub(crate) fn new(
        number: u32,
        target: TargetId,
        connection: Connection,
        session: Weak<SessionInner>,
        names: world::Names,
    ) -> Self {
        Self {
            number,
            target: Mutex::new(target),
            connection,
            session,
            reconnected: false,
            limit: Limit::default(),
            probe: Mutex::default(),
            state: Mutex::new(State { names, ..State::default() }),
            changes: watch::Sender::new(0),
            memory: tokio::sync::Mutex::default(),
        }
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
            if let Err(error) = self.answer_login(session, event) {
                tracing::warn!(method = event.method(), %error, "an event that is not as the protocol has it");
            }
            return;
        }
        let before = self.state().dialog.as_ref().map(|dialog| dialog.seq);
        if let Err(error) = self.update(|state| state.apply(session, event)) {
            tracing::warn!(method = event.method(), %error, "an event that is not as the protocol has it");
        }
        if event.method() == "Page.frameNavigated" {
            self.forget_documents(event);
        }
        let after = self.state().dialog.as_ref().map(|dialog| dialog.seq);
        if let Some(seq) = after.filter(|_| after != before) {
            act::dismiss_later(self, seq);
        }
    }

    /// Ids of a document that was left never come back, also when the browser restores the very same document.
    fn forget_documents(&self, event: &RawEvent) {
        let Some(session) = self.session.upgrade() else { return };
        let Ok(Some(navigated)) = event.decode::<protocol::page::FrameNavigated>() else { return };
        if self.state().is_main(&navigated.frame.id) {
            session.forget_ids(Forgotten::Page(self.target(), StaleReason::Navigated));
        } else {
            session.forget_ids(Forgotten::Document(self.target(), navigated.frame.id));
        }
    }

    /// Waits until the state knows all that came before the last answer.
    pub(crate) async fn catch_up(&self) {
        if let Some(session) = self.session.upgrade() {
            session.catch_up().await;
        }
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

    /// How long a command about the page may take in the call that runs.
    pub(crate) fn patience(&self) -> Duration {
        self.limit.patience().unwrap_or(PATIENCE)
    }

    /// The page's own channel.
    pub(crate) fn main_channel(&self) -> Result<Channel> {
        self.state().main().map(|main| main.channel.clone()).ok_or_else(tab_closed)
    }

    /// The channel and the isolated world of a frame.
    pub(crate) fn frame(&self, frame: &FrameId) -> Option<(Channel, FrameState)> {
        let state = self.state();
        let known = state.frames.get(frame)?.clone();
        let channel = state.attachment(&known.session)?.channel.clone();
        Some((channel, known))
    }

    /// What holds for every operation: the tab is there, lives, and no dialog blocks it.
    pub(crate) fn gate(&self) -> Result<()> {
        self.gate_dialog_aside()?;
        let state = self.state();
        match &state.dialog {
            Some(open) if state.dialogs_in_a_row >= hung::MOST_DIALOGS => {
                Err(hung::endless_dialogs(open, state.dialogs_in_a_row))
            }
            Some(open) => Err(dialog_open(open)),
            None => state.left_dialog.as_ref().map_or(Ok(()), |left| Err(hung::left_dialog(left))),
        }
    }

    /// The same, for the operations that a dialog does not hinder.
    pub(crate) fn gate_dialog_aside(&self) -> Result<()> {
        if self.connection.is_closed() {
            return Err(self.session.upgrade().map_or_else(browser_gone, |session| session.lost()));
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

    /// An error that tells of a lost browser, in the words for this one: only the connection to it may be lost.
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
        );
        if by_closing && self.state().closed {
            let lost = self.gate_dialog_aside().err().unwrap_or_else(tab_closed);
            return lost.after(error.dispatched());
        }
        match self.session.upgrade() {
            Some(session) if error.kind() == ErrorKind::BrowserGone => {
                session.lost().after(error.dispatched())
            }
            _ => error,
        }
    }

    /// Makes every string of an answer safe to be read: see [`crate::strings`].
    pub(crate) fn write_out<T: Strings>(&self, mut answer: T) -> T {
        let session = self.session.upgrade();
        let secrets = session.as_ref().map(|session| session.secrets().values.clone()).unwrap_or_default();
        answer.each(&mut |part, text| {
            if let Cow::Owned(scrubbed) = secrets.scrub(text) {
                *text = scrubbed;
            }
            if part == Part::Line
                && let Cow::Owned(line) = one_line(text)
            {
                *text = line;
            }
        });
        answer
    }

    /// The same for what may have failed.
    fn answer<T: Strings>(&self, answer: Result<T>) -> Result<T> {
        self.write_out(answer.map_err(|error| self.retold(error)))
    }

    pub(crate) fn info(&self) -> TabInfo {
        let active =
            self.session.upgrade().is_some_and(|session| session.active_number() == Some(self.number));
        let state = self.state();
        // The browser gives a page without a title its address for one.
        let title = shorten_title(&state.title).into_owned();
        let info = TabInfo { number: self.number, title, url: state.url.clone(), active };
        drop(state);
        self.write_out(info)
    }
}

impl Tab {
    /// The protocol's sessions with the page and its out-of-process frames, by the names that the log has for them.
    #[must_use]
    pub fn protocol_sessions(&self) -> Vec<String> {
        self.inner.state().attachments.iter().map(|attachment| attachment.session.to_string()).collect()
    }

    /// Its number, title and address.
    #[must_use]
    pub fn info(&self) -> TabInfo {
        self.inner.info()
    }

    /// The same tab for another of its users, by a name of their choice: each is told its own news, and what changed since
    /// it itself last looked. Those who give no name are one.
    #[must_use]
    pub fn as_caller(&self, name: &str) -> Tab {
        Tab { inner: Arc::clone(&self.inner), caller: name.into() }
    }

    /// Looks at the page and says what is there. Changes nothing that the page can see.
    ///
    /// # Errors
    /// When a dialog is open, the tab is lost, or the page does not answer.
    pub async fn observe(&self, options: &ObserveOptions) -> Result<Observation> {
        let (mut memory, call) =
            self.enter(Bound::of_look(options.timeout, options.time_to_scroll())).await?;
        act::clear_highlight(&self.inner);
        let seen = call.run(Box::pin(observe::observe(&self.inner, &mut memory, options))).await;
        self.inner.answer(seen)
    }

    /// Says where on the page a text stands, with ids, in one short answer; parts that an observation folds, frames and
    /// shadow trees included. What an observation would tell next (news, changes) is left for it.
    ///
    /// # Errors
    /// `INVALID_INPUT` for an empty text or a wrong expression; when a dialog is open, the tab is lost, or the page does not
    /// answer.
    pub async fn find(&self, options: &FindOptions) -> Result<Found> {
        let (mut memory, call) = self.enter(Bound::of_look(options.timeout, Duration::ZERO)).await?;
        let found = call.run(Box::pin(observe::find(&self.inner, &mut memory, options))).await;
        self.inner.answer(found)
    }

    /// Does one thing and says what it did.
    ///
    /// # Errors
    /// When it could not be done or what was asked for is not so; [`Error::dispatched`] says whether input went out.
    pub async fn act(&self, action: &Action, options: &ActOptions) -> Result<Report> {
        let (mut memory, call) = self.enter(Bound::of_action(action, options)).await?;
        let report = call.acting().run(Box::pin(act::act(&self.inner, &mut memory, action, options))).await;
        self.inner.answer(report)
    }

    /// Does several things, one after the other, as far as the page allows: it ends at the first that fails, and where one
    /// made the next doubtful (a new page, a dialog, an element that is no longer what it was). Each step has its own
    /// expectation; that of the options is not used.
    pub async fn act_all(&self, steps: &[Step], options: &ActOptions) -> Batch {
        let arrived = Instant::now();
        let mut memory = match call::turn(self, options.timeout.map(|timeout| arrived + timeout)).await {
            Ok(memory) => memory,
            Err(error) => return Batch::not_begun(steps.len(), error),
        };
        let batch = act::act_all(&self.inner, &mut memory, steps, options, arrived).await;
        self.inner.write_out(batch)
    }

    /// A picture of the page.
    ///
    /// # Errors
    /// When a dialog is open, the tab is lost, or the page does not answer.
    pub async fn screenshot(&self, options: &ScreenshotOptions) -> Result<Screenshot> {
        let (_memory, call) = self.enter(Bound::of_look(options.timeout, Duration::ZERO)).await?;
        let shot = call.run(Box::pin(screenshot::take(&self.inner, options))).await;
        shot.map_err(|error| self.inner.write_out(error))
    }

    /// Runs an expression in the page's own world, waits for a promise, and gives its value as JSON.
    ///
    /// # Errors
    /// When it throws (`INVALID_INPUT`, with what it threw) or does not answer in 10 s.
    pub async fn evaluate(&self, expression: &str) -> Result<String> {
        self.evaluate_within(expression, PATIENCE).await
    }

    /// The same with another deadline. A script that still runs then is ended, a promise is left to itself.
    ///
    /// # Errors
    /// As [`Tab::evaluate`].
    pub async fn evaluate_within(&self, expression: &str, patience: Duration) -> Result<String> {
        let (mut memory, call) = self.enter(Bound::of_script(patience)).await?;
        memory.forget_looks();
        let value =
            call.acting().run(Box::pin(act::evaluate_in_page(&self.inner, expression, patience))).await;
        value.map_err(|error| self.inner.write_out(error))
    }
}

/// How long a command about a page may take before the page counts as hung.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn tab_closed() -> Error {
    Error::new(ErrorKind::TabClosed, "the tab is closed")
}

pub(crate) fn page_crashed() -> Error {
    Error::new(ErrorKind::PageCrashed, "the page's process crashed")
}

/// A frame of another process that crashed; the rest of the page lives.
pub(crate) fn frame_crashed() -> Error {
    Error::new(
        ErrorKind::PageCrashed,
        "the process of the frame that it is in crashed; the rest of the page lives",
    )
    .with_hint("reload the page to have the frame again, or go on outside of it")
}

pub(crate) fn browser_gone() -> Error {
    Error::new(ErrorKind::BrowserGone, "the browser is gone, and with it the session's tabs, cookies and ids")
}

/// Of a browser that somebody else started, nobody knows more than this.
pub(crate) fn connection_broke() -> Error {
    Error::new(
        ErrorKind::BrowserGone,
        "the connection to the browser broke; its tabs may be there still, and were not heard of since",
    )
    .with_hint("connect to it again and go on with the session")
}

pub(crate) fn dialog_open(open: &OpenDialog) -> Error {
    let what = format!("{} dialog is open: {}", open.info.kind, quoted(&open.info.message));
    Error::new(ErrorKind::DialogOpen, what).with_obstacle(Obstacle::Dialog(open.info.message.clone()))
}

fn explained(gate: Result<()>, error: domtool_cdp::Error) -> Error {
    match gate {
        Err(lost) => lost.after(dispatched_of(&error)),
        Ok(()) => Error::from(error),
    }
}

/// Whether what failed may have been input.
pub(crate) fn dispatched_of(error: &domtool_cdp::Error) -> Dispatched {
    match error.method() {
        Some("Input.setInterceptDrags") => Dispatched::No,
        Some(method) if method.starts_with("Input.") => Dispatched::Maybe,
        _ => Dispatched::No,
    }
}
