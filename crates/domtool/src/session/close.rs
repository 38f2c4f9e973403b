//! Closes a session and its tabs, and waits until they are gone.

use std::sync::Arc;

use domtool_cdp::protocol::target;
use tokio::time::Instant;

use super::SessionInner;
use crate::{
    act::clear_clipboard,
    error::{Dispatched, Error, ErrorKind, Result},
    limits::TABS_CLOSE,
    tab::{TabInner, Tabs},
};

impl SessionInner {
    /// Closes a tab, without asking the page; one that was taken is given back. When it was the current one, the tab that was opened last becomes that.
    ///
    /// # Errors
    /// `TIMEOUT` when the browser does not close it.
    pub(crate) async fn close_tab(&self, tab: &Arc<TabInner>) -> Result<()> {
        let was_active = self.siblings.active_number() == Some(tab.number);
        if self.siblings.open().len() == 1 {
            // No page could do it after this one.
            clear_clipboard(&self.shared, std::slice::from_ref(tab)).await;
        }
        if tab.borrowed {
            self.give_back(tab).await?;
        } else {
            let close = target::CloseTarget { target_id: tab.target() };
            self.browser().connection.browser().call(&close).await?;
        }
        let deadline = Instant::now() + TABS_CLOSE;
        let gone = |tabs: &Tabs| (!tabs.open.iter().any(|other| Arc::ptr_eq(other, tab))).then_some(());
        self.siblings
            .until(deadline, gone)
            .await
            .ok_or_else(|| not_closed(&format!("tab {}", tab.number)))?;
        let mut tabs = self.tabs();
        if was_active {
            tabs.active =
                tabs.open.iter().rev().find(|other| other.number != tab.number).map(|other| other.number);
        }
        Ok(())
    }

    /// Closes the session's tabs, but those that it took, which it gives back; and its browser context where it has one of its own.
    ///
    /// # Errors
    /// `TIMEOUT` when the browser does not answer, or does not close the tabs.
    pub(crate) async fn close(&self) -> Result<()> {
        clear_clipboard(&self.shared, &self.siblings.open()).await;
        let Some(context) = self.shared.context.clone() else { return self.close_tabs().await };
        let dispose = target::DisposeBrowserContext { browser_context_id: context };
        match self.browser().connection.browser().call(&dispose).await {
            Ok(_) => Ok(()),
            // A browser that is gone has closed them all.
            Err(error) if error.is_closed() => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    async fn close_tabs(&self) -> Result<()> {
        let (borrowed, open): (Vec<_>, Vec<_>) =
            self.siblings.open().into_iter().partition(|tab| tab.borrowed);
        for tab in &borrowed {
            match self.give_back(tab).await {
                // With the connection all that was set is gone.
                Err(error) if error.kind() == ErrorKind::BrowserGone => return Ok(()),
                given_back => given_back?,
            }
        }
        let browser = self.browser().connection.browser();
        let closing: Vec<_> =
            open.iter().map(|tab| browser.post(&target::CloseTarget { target_id: tab.target() })).collect();
        for closing in closing {
            match closing.reply().await {
                Ok(_) => {}
                Err(error) if error.is_closed() => return Ok(()),
                // It closed by itself meanwhile.
                Err(error) if error.is_protocol() => {}
                Err(error) => return Err(error.into()),
            }
        }
        let deadline = Instant::now() + TABS_CLOSE;
        let gone = |tabs: &Tabs| tabs.open.is_empty().then_some(());
        self.siblings.until(deadline, gone).await.ok_or_else(|| not_closed("the session's tabs"))
    }
}

fn not_closed(what: &str) -> Error {
    let message = format!("the browser did not close {what} in {} s", TABS_CLOSE.as_secs());
    Error::new(ErrorKind::Timeout, message).after(Dispatched::Yes).with_hint("list the tabs")
}
