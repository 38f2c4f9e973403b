//! A tab in its person's own hands: until they say that they are done, no action of a caller goes into it.
//!
//! Only a person can say so, from outside of the page: nothing that a page does ends it.

use std::{sync::Arc, time::Duration};

use domtool_cdp::protocol::page;
use domtool_page::view::quoted;
use tokio::time::Instant;

use super::{State, TabInner, acting::intercept};
use crate::error::{Error, ErrorKind, Result};

impl TabInner {
    /// Hands the tab to the person at its window. What they are to do there is for them to read.
    ///
    /// # Errors
    /// `INVALID_INPUT` where there is no window; what says that the page is lost.
    pub(crate) async fn hand_over(self: &Arc<Self>, message: &str) -> Result<()> {
        self.gate_dialog_aside()?;
        if !self.owner.shared.browser.watched {
            let message = "the browser has no window that a person could use (it is headless)";
            return Err(Error::invalid_input(message).with_hint(
                "start a session whose browser is shown; or log in once in a shown one and save its storage state",
            ));
        }
        let channel = self.main_channel()?;
        self.update(|state| {
            state.handed_over.get_or_insert_with(|| message.to_owned());
        });
        intercept(self, false);
        channel.call(&page::BringToFront {}).await.map_err(|error| self.explain_aside(error))?;
        Ok(())
    }

    /// The person is done. Whether the tab was in their hands.
    pub(crate) fn take_over(&self) -> bool {
        self.update(|state| state.handed_over.take().is_some())
    }

    /// Waits until the person is done; false when the time was over before.
    ///
    /// # Errors
    /// What says that the page is lost.
    pub(crate) async fn taken_over(&self, patience: Option<Duration>) -> Result<bool> {
        const FAR: Duration = Duration::from_secs(86_400 * 365);
        let deadline = Instant::now() + patience.unwrap_or(FAR);
        let over = |state: &State| (state.closed || state.handed_over.is_none()).then_some(());
        let done = self.until(deadline, over).await.is_some();
        self.state().end().filter(|end| end.kind() != ErrorKind::PageCrashed).map_or(Ok(done), Err)
    }

    /// What is said of it while it is in the person's hands.
    pub(crate) fn handed_over_line(&self) -> Option<String> {
        let state = self.state();
        let message = state.handed_over.as_deref()?;
        let why = if message.is_empty() { String::new() } else { format!(" ({})", quoted(message)) };
        Some(format!(
            "paused: the tab is in its person's hands{why}; no action goes into it until they resume it"
        ))
    }

    /// Checks that callers may act in it.
    ///
    /// # Errors
    /// `TAB_PAUSED`
    pub(crate) fn check_hands(&self) -> Result<()> {
        match self.state().handed_over {
            Some(_) => Err(Error::new(ErrorKind::TabPaused, "the tab is in its person's hands")),
            None => Ok(()),
        }
    }
}
