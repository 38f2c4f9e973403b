//! The handle of a session.

use std::sync::Arc;

use super::{Boxed, Tab};
use crate::{
    act::{ActOptions, Action},
    error::{self, Error, ErrorKind, Result},
    options::TabChoice,
    report::{AvailableTab, Report, TabInfo},
    session::SessionInner,
    storage_state::{Cookie, StorageChange, StorageGap, StorageItem, StorageState, WebStorage},
    tab::TabInner,
};

/// A named context: its tabs, cookies and ids. Cheap to clone; it ends with [`Session::close`] or its browser.
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) inner: Arc<SessionInner>,
    /// Who uses it, see [`Tab::as_caller`].
    pub(crate) caller: Arc<str>,
}

impl Session {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.inner.shared.name
    }

    /// The same session for another of its users, by a name of their choice, see [`Tab::as_caller`]. Its tabs are for that user, too.
    #[must_use]
    pub fn as_caller(&self, name: &str) -> Session {
        Session { inner: Arc::clone(&self.inner), caller: name.into() }
    }

    /// The number that the next new id gets. It is above all ids that were given out.
    #[must_use]
    pub fn next_id(&self) -> u32 {
        self.inner.shared.next_id()
    }

    /// Goes to an address in the current tab, opening one when there is none.
    ///
    /// Cancel safety: as [`Session::tab_or_new`] and [`Tab::act`].
    ///
    /// # Errors
    /// As [`Tab::act`] with [`Action::Open`].
    pub async fn open(&self, url: &str) -> Result<Report> {
        let tab = self.tab_or_new().await?;
        tab.act(Action::open(url), &ActOptions::default()).await
    }

    /// Opens a tab and makes it the current one.
    ///
    /// Cancel safety: a tab that began to open opens all the same, and becomes the current one. Going to the address is as
    /// [`Tab::act`].
    ///
    /// # Errors
    /// `BROWSER_GONE`, or what opening the address gives.
    pub async fn new_tab(&self, url: Option<&str>) -> Result<Tab> {
        let tab = self.call_make_tab().await?;
        if let Some(url) = url {
            tab.act(Action::open(url), &ActOptions::default()).await?;
        }
        Ok(tab)
    }

    /// The current tab, opening one when there is none. One that an earlier call began to open is waited for.
    ///
    /// Cancel safety: a tab that began to open opens all the same; the next call gets it.
    ///
    /// # Errors
    /// `BROWSER_GONE`, or what opening it gives.
    pub async fn tab_or_new(&self) -> Result<Tab> {
        if self.inner.browser().connection.is_closed() {
            return Err(self.inner.browser().lost());
        }
        self.call_tab_or_new().await
    }

    /// The current tab.
    ///
    /// # Errors
    /// `TAB_CLOSED` when there is none, `TAB_TAKEN_BACK` when its person took it back, `TIMEOUT` while the first one still opens, `BROWSER_GONE`.
    pub fn tab(&self) -> Result<Tab> {
        if self.inner.browser().connection.is_closed() {
            return Err(self.inner.browser().lost());
        }
        let tabs = self.inner.tabs();
        let inner = tabs.active.and_then(|number| tabs.open.iter().find(|tab| tab.number == number).cloned());
        inner.map(|inner| self.handle(inner)).ok_or_else(|| {
            // A call that was dropped while it opened a tab leaves that to open.
            let opens = tabs.open.iter().any(|tab| !tabs.ready.contains(&tab.target()));
            if tabs.active.is_none() && (opens || tabs.requested > 0) {
                return Error::new(ErrorKind::Timeout, "the session's tab is still opening")
                    .with_hint("try again in a moment");
            }
            if tabs.active.is_none() && tabs.taken_back {
                return error::tab_taken_back();
            }
            let message = if tabs.open.is_empty() {
                "the session has no tab open"
            } else {
                "the current tab is closed"
            };
            let error = Error::new(ErrorKind::TabClosed, message);
            match self.inner.browser().is_launched() || self.inner.shared.context.is_some() {
                true => error,
                false => error.with_hint(
                    "list the tabs, switch to one or attach one of the browser's, or open an address",
                ),
            }
        })
    }

    /// Every open tab, in the order they were opened.
    #[must_use]
    pub fn tabs(&self) -> Vec<TabInfo> {
        let open = self.inner.siblings.open();
        open.iter().map(|tab| tab.info()).collect()
    }

    /// The tabs of the browser, whoever opened them, each with who has it: those that [`Session::attach`] could take, and those that are
    /// taken.
    ///
    /// Cancel safety: a dropped future changes nothing.
    ///
    /// # Errors
    /// `BROWSER_GONE`, `TIMEOUT` when the browser does not answer.
    pub async fn available_tabs(&self) -> Result<Vec<AvailableTab>> {
        self.call_available_tabs().await
    }

    /// Takes a tab that is there and makes it the current one, in a session whose cookies are the browser's
    /// ([`BrowserContext::Default`](crate::BrowserContext::Default)). One session has it at a time.
    ///
    /// The tab is a person's. It is never closed: closing it here, or the session, gives it back, as does the end of the process, however that
    /// comes. Then it is as it was: what domtool sets in a page ends with its hold on the tab. No viewport is set in it, but by an
    /// [`Action::Emulate`](crate::Action::Emulate); logins by HTTP are not answered in it; a tab that it opens is a person's, too. Nothing
    /// in it ever waits for domtool, so that a new tab of its may run some scripts before it is heard of.
    ///
    /// ```no_run
    /// # async fn example() -> Result<(), domtool::Error> {
    /// use domtool::{Browser, BrowserContext, SessionOptions, TabChoice};
    ///
    /// let browser = Browser::connect("auto").await?;
    /// let session = browser.session("mine", SessionOptions::default().with_context(BrowserContext::Default)).await?;
    /// for tab in session.available_tabs().await? {
    ///     println!("{} {} {}", tab.number, tab.title, tab.url);
    /// }
    /// let tab = session.attach(TabChoice::Address("*/inbox".to_owned())).await?;
    /// # let _ = tab;
    /// session.close().await
    /// # }
    /// ```
    ///
    /// Cancel safety: a tab that began to be taken is taken all the same.
    ///
    /// # Errors
    /// `TAB_TAKEN` when another session of this process has it, `NOT_FOUND` for none that fits, `INVALID_INPUT` for several, `PAGE_HUNG` when its
    /// page does not answer, `TAB_CLOSED` when it closes meanwhile, `BROWSER_GONE`.
    pub async fn attach(&self, choice: TabChoice) -> Result<Tab> {
        self.call_attach(choice).await
    }

    /// Makes another tab the current one.
    ///
    /// # Errors
    /// `NOT_FOUND` when there is no such tab.
    pub fn switch(&self, number: u32) -> Result<Tab> {
        let inner = self.inner.siblings.find(number).ok_or_else(|| no_such_tab(number))?;
        self.inner.tabs().active = Some(number);
        Ok(self.handle(inner))
    }

    /// Closes a tab (the current one when none is named), without asking the page; one that was taken is given back. When it was the current one, the tab that was
    /// opened last becomes that.
    ///
    /// Cancel safety: the tab closes all the same. When it was the current one, no tab is, until another is chosen or opened.
    ///
    /// # Errors
    /// `NOT_FOUND` when there is no such tab, `TIMEOUT` when the browser does not close it in 10 s.
    pub async fn close_tab(&self, number: Option<u32>) -> Result<()> {
        let tab = match number {
            Some(number) => self.inner.siblings.find(number).ok_or_else(|| no_such_tab(number))?,
            None => self.tab()?.inner,
        };
        tab.check_hands()?;
        self.call_close_tab(&tab).await
    }

    /// Closes the session's tabs, but those that it took, which it gives back; and forgets its cookies unless they are the browser's.
    ///
    /// Cancel safety: the tabs close all the same; a dropped future only does not wait for that.
    ///
    /// # Errors
    /// `TIMEOUT` when the browser does not answer, or does not close the tabs in 10 s.
    pub async fn close(&self) -> Result<()> {
        self.call_close().await
    }

    /// Reads the cookies of the session, local storage and IndexedDB of each origin that its open tabs show or have in their history, and
    /// the session storage of the pages that they show. What has no form in it is in [`StorageState::left_out`].
    ///
    /// No server and no page is asked or told: for the storage of origins a tab of its own is opened behind the others for a moment, whose
    /// documents are empty ones made here.
    ///
    /// ```no_run
    /// # async fn example(old: domtool::Session, new: domtool::Session) -> Result<(), domtool::Error> {
    /// let state = old.storage_state().await?;
    /// for left in state.left_out.iter().chain(&new.set_storage_state(&state).await?) {
    ///     println!("{} {}: {}", left.origin, left.area.name(), left.reason);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Cancel safety: a dropped future changes nothing.
    ///
    /// # Errors
    /// `BROWSER_GONE`, `TIMEOUT` when the browser does not answer, `INTERNAL` when it opens no document of an origin.
    pub async fn storage_state(&self) -> Result<StorageState> {
        self.call_storage_state().await
    }

    /// Sets cookies, storage and databases, beside those that the session has; what has the same name is replaced. Pages see them from
    /// their next request or document on. Session storage belongs to a tab: it is set in the current one, where that shows a page of
    /// the origin, or nothing yet. What was not set is given back: also cookies that have ended, and those that the browser did not keep.
    ///
    /// Cancel safety: all of it is set all the same.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no origin of `http` or `https`, and for a cookie, an item or a database that the browser refuses; then
    /// a part may be set. Else as [`Session::storage_state`].
    pub async fn set_storage_state(&self, state: &StorageState) -> Result<Vec<StorageGap>> {
        self.call_set_storage_state(state.clone()).await
    }

    /// The cookies of the session.
    ///
    /// Cancel safety: a dropped future changes nothing.
    ///
    /// # Errors
    /// `BROWSER_GONE`, `TIMEOUT` when the browser does not answer.
    pub async fn cookies(&self) -> Result<Vec<Cookie>> {
        Box::pin(self.inner.cookies()).await
    }

    /// Sets cookies, beside those that the session has; one that has the same name, domain and path is replaced.
    ///
    /// ```no_run
    /// # async fn example(session: domtool::Session) -> Result<(), domtool::Error> {
    /// session.set_cookies(&[domtool::Cookie::new("theme", "dark", "example.com")]).await?;
    /// let old: Vec<_> = session.cookies().await?.into_iter().filter(|cookie| cookie.name == "sid").collect();
    /// session.delete_cookies(&old).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Cancel safety: they are set all the same.
    ///
    /// # Errors
    /// `INVALID_INPUT` for one that the browser refuses; then none is set. Else as [`Session::cookies`].
    pub async fn set_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        Box::pin(self.inner.set_cookies(cookies)).await
    }

    /// Deletes cookies, as [`Session::cookies`] gives them.
    ///
    /// Cancel safety: they may be deleted all the same.
    ///
    /// # Errors
    /// `INTERNAL` when the browser keeps one. Else as [`Session::cookies`].
    pub async fn delete_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        Box::pin(self.inner.delete_cookies(cookies)).await
    }

    /// What an origin has in local or session storage: that of the page that the current tab shows, where none is named. Gives the origin,
    /// too.
    ///
    /// Cancel safety: a dropped future changes nothing.
    ///
    /// # Errors
    /// `NOT_FOUND` when no origin is named and no page is shown, or session storage is wanted of another origin than the page's;
    /// `INVALID_INPUT` for what is no origin, or keeps nothing. Else as [`Session::storage_state`].
    pub async fn storage_items(
        &self,
        storage: WebStorage,
        origin: Option<&str>,
    ) -> Result<(String, Vec<StorageItem>)> {
        Box::pin(self.inner.storage_items(storage, origin)).await
    }

    /// Changes local or session storage of an origin, as [`Session::storage_items`] finds it, and gives the origin.
    ///
    /// Cancel safety: it may be changed all the same.
    ///
    /// # Errors
    /// As [`Session::storage_items`]; `INVALID_INPUT` also when it is full.
    pub async fn change_storage(
        &self,
        storage: WebStorage,
        origin: Option<&str>,
        change: &StorageChange,
    ) -> Result<String> {
        Box::pin(self.inner.change_storage(storage, origin, change)).await
    }

    // What the methods above do, each compiled here and only here: see `calls`.

    fn call_make_tab(&self) -> Boxed<'_, Result<Tab>> {
        Box::pin(async move { Ok(self.handle(self.inner.make_current_tab().await?)) })
    }

    fn call_tab_or_new(&self) -> Boxed<'_, Result<Tab>> {
        Box::pin(async move { Ok(self.handle(self.inner.current_or_made().await?)) })
    }

    fn call_available_tabs(&self) -> Boxed<'_, Result<Vec<AvailableTab>>> {
        Box::pin(self.inner.available_tabs())
    }

    fn call_attach(&self, choice: TabChoice) -> Boxed<'_, Result<Tab>> {
        Box::pin(async move { Ok(self.handle(self.inner.attach(choice).await?)) })
    }

    fn call_close_tab<'a>(&'a self, tab: &'a Arc<TabInner>) -> Boxed<'a, Result<()>> {
        Box::pin(self.inner.close_tab(tab))
    }

    fn call_close(&self) -> Boxed<'_, Result<()>> {
        Box::pin(self.inner.close())
    }

    fn call_storage_state(&self) -> Boxed<'_, Result<StorageState>> {
        Box::pin(self.inner.storage_state())
    }

    fn call_set_storage_state(&self, state: StorageState) -> Boxed<'_, Result<Vec<StorageGap>>> {
        Box::pin(self.inner.set_storage_state(state))
    }

    fn handle(&self, tab: Arc<TabInner>) -> Tab {
        let caller_state = self.inner.caller_state_of(&tab);
        Tab::new(tab, &self.caller, caller_state)
    }
}

fn no_such_tab(number: u32) -> Error {
    Error::new(ErrorKind::NotFound, format!("the session has no tab {number}")).with_hint("list the tabs")
}
