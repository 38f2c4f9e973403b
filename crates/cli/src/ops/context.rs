//! What an operation can reach: its session and the others, and what the call said for all operations.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use domtool::{ActOptions, Action, ElementId, ErrorKind, Report, Session, Tab};
use tokio::{
    sync::OwnedMutexGuard,
    time::{Instant, timeout_at},
};

use super::{Environment, SessionProvider, Target};
use crate::{
    failure::{Failure, Result},
    hint::Hint,
    wire::Call,
};

/// The most tokens of a new page in a report.
pub(super) const NEW_PAGE: u32 = 1_500;

/// What an operation can reach.
pub(crate) struct Context {
    /// The call's session, and all others.
    pub(crate) sessions: Arc<dyn SessionProvider>,
    /// What holds for every operation.
    pub(crate) call: Call,
    /// When the call's time is over, counted from its arrival; `None` for the engine's own limits.
    pub(crate) deadline: Option<Instant>,
    /// The session's turn, while the call has it.
    pub(crate) turn: Mutex<Option<OwnedMutexGuard<()>>>,
}

impl Context {
    /// The running session.
    ///
    /// # Errors
    /// As [`SessionProvider::session`].
    pub(crate) fn session(&self) -> Result<Session> {
        let session = self.sessions.session(&self.call.launch).map_err(|failure| match failure.hint {
            Hint::OpenFirst if self.call.to_start().cdp.is_some() => {
                Failure { hint: Hint::OpenOrAttach, ..failure }
            }
            _ => failure,
        })?;
        Ok(session.as_caller(&self.call.args.caller))
    }

    /// The session, started if it is not running.
    ///
    /// # Errors
    /// `NO_BROWSER` and whatever keeps a browser from starting.
    pub(crate) async fn start(&self) -> Result<Session> {
        let starting = self.sessions.start(&self.call.launch, self.call.to_start());
        let session = match self.deadline {
            None => starting.await?,
            Some(deadline) => timeout_at(deadline, starting).await.map_err(|_| {
                Failure::new(
                    ErrorKind::Timeout,
                    "the browser did not start in the time that the call was given",
                    Hint::MoreTime,
                )
            })??,
        };
        Ok(session.as_caller(&self.call.args.caller))
    }

    /// The current tab.
    ///
    /// # Errors
    /// As [`Context::session`]; `TAB_CLOSED` when the session has none.
    pub(crate) fn tab(&self) -> Result<Tab> {
        Ok(self.session()?.tab()?)
    }

    /// The id of an element of the current tab that is only looked at.
    ///
    /// # Errors
    /// Those of words that do not name one element.
    pub(crate) async fn element(&self, target: Option<&Target>) -> Result<Option<ElementId>> {
        match target {
            Some(target) => Ok(Some(self.tab()?.named(&target.named(), self.left()).await?)),
            None => Ok(None),
        }
    }

    /// Does one action on the current tab, and holds it to what the call expects of it.
    ///
    /// # Errors
    /// Those of the action; `INVALID_INPUT` for what is no expectation.
    pub(crate) async fn act(&self, action: Action) -> Result<Report> {
        let step = self.call.expect.step(action)?;
        Ok(self.tab()?.act(step, &self.options()).await?)
    }

    /// Opens an address or a file in the current tab, of a session that is started if need be, for what looks at the page by itself.
    ///
    /// # Errors
    /// Those of starting and of opening.
    pub(crate) async fn go(&self, url: &str) -> Result<Report> {
        let url = self.environment().address(url)?;
        self.start_with_tab().await?;
        let step = self.call.expect.step(Action::open(url))?;
        Ok(self.tab()?.act(step, &self.patience()).await?)
    }

    /// Starts the session if it is not running, and gives it a tab if it has none.
    ///
    /// # Errors
    /// As [`Context::start`].
    pub(crate) async fn start_with_tab(&self) -> Result<()> {
        self.start().await?.tab_or_new().await?;
        Ok(())
    }

    /// How patient an action is, and what its report has of a new page.
    pub(crate) fn options(&self) -> ActOptions {
        let patience = self.patience();
        if self.call.args.quiet { patience } else { patience.with_new_page(NEW_PAGE) }
    }

    fn patience(&self) -> ActOptions {
        match self.left() {
            Some(left) => ActOptions::default().with_timeout(left),
            None => ActOptions::default(),
        }
    }

    /// What the caller's words mean where the caller is.
    pub(crate) fn environment(&self) -> Environment {
        Environment {
            folder: self.call.folder.clone(),
            elsewhere: self.call.elsewhere,
            browser_version: self.sessions.browser_version(),
        }
    }

    /// Lets the session's next call begin, though this one goes on.
    pub(crate) fn give_turn_back(&self) {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// How much is left of the time that the caller gave; `None` where that is none.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.left_at_most().filter(|_| self.call.timeout().is_some())
    }

    /// How much is left until the call is ended, whoever set the time.
    pub(crate) fn left_at_most(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}
