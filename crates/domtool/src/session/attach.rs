//! Tabs that are there already: which of the browser's a session could take, taking one, and giving it back.
//!
//! A tab that was taken is a person's. It is given back, not closed, and nothing that domtool sets in it outlives the protocol's
//! session with it: Chromium (156) takes back overrides, focus emulation, bindings and scripts for new documents when that session
//! ends, also when domtool is killed. Nothing in such a tab ever waits for domtool (see `tab::attach`).

use std::{sync::Arc, time::Duration};

use domtool_cdp::protocol::{TargetId, target};
use domtool_page::{
    snapshot::{shorten_title, shorten_url},
    view::quoted,
};
use tokio::time::Instant;

use super::{SessionInner, owners::lock, renew::whole};
use crate::{
    act::is_address,
    error::{Error, ErrorKind, Result},
    limits::TAKEN_TAB_ANSWERS,
    options::{TabChoice, origin_of},
    report::AvailableTab,
    shared::{claim, holder_of, release},
    tab::{State, TabInner, Tabs, revoke_place},
    world::{World, calls},
};

/// How long a page may take to let go of what listens in it.
const RESTS: Duration = Duration::from_millis(500);

/// So many tabs stand in a sentence; a list has all.
const MOST_IN_WORDS: usize = 8;

/// A page of the browser, with the number that it is listed by.
struct Listed {
    number: u32,
    info: target::TargetInfo,
}

impl SessionInner {
    /// See [`crate::Session::available_tabs`].
    pub(crate) async fn available_tabs(&self) -> Result<Vec<AvailableTab>> {
        self.check_context()?;
        let listed = self.listed().await?;
        Ok(self.told(&listed))
    }

    /// Pages as the caller is told of them. From now on they can be named by their numbers.
    fn told<'l>(&self, pages: impl IntoIterator<Item = &'l Listed>) -> Vec<AvailableTab> {
        let pages: Vec<_> = pages.into_iter().collect();
        lock(&self.routes).told.extend(pages.iter().map(|page| page.number));
        let origins: Vec<_> = pages.iter().filter_map(|page| origin_of(&page.info.url)).collect();
        self.shared.write_out(&origins, pages.into_iter().map(|page| self.available(page)).collect())
    }

    /// A session with cookies of its own shares no tab with anybody.
    fn check_context(&self) -> Result<()> {
        if self.shared.context.is_none() {
            return Ok(());
        }
        let message =
            "the session has cookies of its own, and the browser's tabs have others: it can take none";
        Err(Error::invalid_input(message)
            .with_hint("use a session in the browser's own context, as in a browser that is connected to"))
    }

    /// The pages of the browser, each with the number that it keeps while the connection lasts.
    async fn listed(&self) -> Result<Vec<Listed>> {
        let all = self.browser().connection.browser().call(&target::GetTargets { filter: None }).await?;
        // Pages that our own tabs open are these tabs' session's as soon as the router has heard of them.
        self.browser().catch_up().await;
        let mut routes = lock(&self.routes);
        let mut listed = Vec::new();
        for info in all.target_infos {
            // A prerendered page has no tab yet, and the developer tools are none to be operated.
            let is_tab = info.r#type == "page" && info.subtype.is_none();
            if is_tab && !info.url.starts_with("devtools:") && !self.has_hidden(&info.target_id) {
                listed.push(Listed { number: routes.number_of(&info.target_id), info });
            }
        }
        listed.sort_by_key(|page| page.number);
        Ok(listed)
    }

    /// Whether a page is the hidden one that reads the storage of origins.
    fn has_hidden(&self, target: &TargetId) -> bool {
        let own = holder_of(target).is_some_and(|holder| Arc::ptr_eq(&holder, &self.shared));
        own && self.tab_of(target).is_none()
    }

    fn tab_of(&self, target: &TargetId) -> Option<Arc<TabInner>> {
        self.tabs().open.iter().find(|tab| &tab.target() == target).cloned()
    }

    fn available(&self, page: &Listed) -> AvailableTab {
        let tab = self.tab_of(&page.info.target_id).map(|tab| tab.number);
        let session = holder_of(&page.info.target_id)
            .filter(|holder| !Arc::ptr_eq(holder, &self.shared))
            .map(|holder| holder.name.clone());
        AvailableTab {
            number: page.number,
            title: shorten_title(&page.info.title).into_owned(),
            url: shorten_url(&page.info.url).into_owned(),
            tab,
            session,
        }
    }

    /// See [`crate::Session::attach`].
    pub(crate) async fn attach(self: &Arc<Self>, choice: TabChoice) -> Result<Arc<TabInner>> {
        self.check_context()?;
        let session = Arc::clone(self);
        whole(async move {
            let _turn = session.opening.lock().await;
            let current = session.siblings.active_number().and_then(|number| session.siblings.find(number));
            if let Some(tab) = current.filter(|tab| tab.borrowed && choice == TabChoice::Only) {
                return Ok(tab);
            }
            let listed = session.listed().await?;
            let target = session.chosen(&choice, &listed)?.clone();
            let tab = match session.tab_of(&target) {
                Some(own) => own,
                None => session.take(&target).await?,
            };
            session.tabs().active = Some(tab.number);
            Ok(tab)
        })
        .await
    }

    fn chosen<'l>(&self, choice: &TabChoice, listed: &'l [Listed]) -> Result<&'l TargetId> {
        let free = |page: &&Listed| holder_of(&page.info.target_id).is_none();
        let told = |number: &u32| lock(&self.routes).told.contains(number);
        let (fitting, what): (Vec<_>, String) = match choice {
            TabChoice::Only => (listed.iter().filter(free).collect(), "could be taken".to_owned()),
            TabChoice::Number(number) => (
                // A number of another connection's list would be another tab here.
                listed.iter().filter(|page| page.number == *number && told(number)).collect(),
                format!("was listed with number {number}"),
            ),
            TabChoice::Address(asked) => {
                let fits = |page: &&Listed| is_address(asked, &page.info.url);
                (listed.iter().filter(fits).collect(), format!("has an address like {}", quoted(asked)))
            }
            TabChoice::Target(id) => {
                let fits = |page: &&Listed| page.info.target_id.as_str() == id;
                (listed.iter().filter(fits).collect(), "has that id".to_owned())
            }
        };
        match fitting.as_slice() {
            [page] => Ok(&page.info.target_id),
            [] => {
                let there = self.in_words(listed);
                Err(Error::new(
                    ErrorKind::NotFound,
                    format!("no tab of the browser {what}; there are: {there}"),
                )
                .with_hint("list all tabs of the browser"))
            }
            several => {
                let fit = self.in_words(several.iter().copied());
                let message = format!("{} tabs of the browser fit: {fit}", several.len());
                Err(Error::invalid_input(message)
                    .with_hint("list all tabs of the browser, and name one by its number there"))
            }
        }
    }

    /// A line of pages to choose from, with their numbers.
    fn in_words<'l>(&self, pages: impl IntoIterator<Item = &'l Listed>) -> String {
        let tabs = self.told(pages.into_iter().take(MOST_IN_WORDS));
        let words: Vec<_> =
            tabs.iter().map(|tab| format!("{} {} {}", tab.number, quoted(&tab.title), tab.url)).collect();
        if words.is_empty() { "none".to_owned() } else { words.join(", ") }
    }

    async fn take(self: &Arc<Self>, target: &TargetId) -> Result<Arc<TabInner>> {
        claim(target, &self.shared).map_err(|holder| taken(&holder.name))?;
        let taken = self.take_claimed(target).await;
        if taken.is_err() {
            release(target, &self.shared);
        }
        taken
    }

    async fn take_claimed(self: &Arc<Self>, target: &TargetId) -> Result<Arc<TabInner>> {
        self.tabs().attaching.push(target.clone());
        lock(&self.routes).default_context.expected.push((target.clone(), Arc::downgrade(self)));
        let attach = target::AttachToTarget { target_id: target.clone(), flatten: Some(true) };
        if let Err(error) = self.browser().connection.browser().call(&attach).await {
            self.tabs().attaching.retain(|other| other != target);
            lock(&self.routes).default_context.expected.retain(|(other, _)| other != target);
            return Err(match error.is_protocol() {
                true => Error::new(ErrorKind::TabClosed, "the tab closed before it could be taken"),
                false => error.into(),
            });
        }
        // The answer may have overtaken the event by which the tab comes.
        self.browser().catch_up().await;
        let Some(tab) = self.tab_of(target) else {
            return Err(Error::new(ErrorKind::TabClosed, "the tab closed while it was taken"));
        };
        let deadline = Instant::now() + TAKEN_TAB_ANSWERS;
        let ready = |tabs: &Tabs| {
            (tabs.ready.contains(target) || tab.state().crashed || tab.state().closed).then_some(())
        };
        let came = tokio::select! {
            came = self.siblings.until(deadline, ready) => came,
            () = self.browser().connection.closed() => return Err(self.browser().lost()),
        };
        let set_up = |state: &State| (state.setting_up == 0 || state.crashed || state.closed).then_some(());
        if came.is_none() || tab.until(deadline, set_up).await.is_none() {
            self.give_back(&tab).await?;
            let message =
                format!("the page of that tab has not answered for {} s", TAKEN_TAB_ANSWERS.as_secs());
            return Err(Error::new(ErrorKind::PageHung, message).with_hint(
                "a script of it runs on, or a dialog in it waits for the person: have them see to it",
            ));
        }
        self.browser().catch_up().await;
        tab.update(|state| state.repeats = false);
        if tab.state().closed {
            return Err(Error::new(ErrorKind::TabClosed, "the tab closed while it was taken"));
        }
        Ok(tab)
    }

    /// Lets go of a tab that was taken. It stays open.
    ///
    /// # Errors
    /// `BROWSER_GONE`, `TIMEOUT` when the browser does not answer.
    pub(super) async fn give_back(&self, tab: &Arc<TabInner>) -> Result<()> {
        revoke_place(tab).await?;
        // Else it would go on in the page until that is left.
        for world in tab.worlds() {
            let world = World { channel: world.channel.with_deadline(RESTS), ..world };
            if let Err(error) = world.call(calls::REST, &()).await {
                tracing::debug!(%error, "a page that does not answer keeps an observer until it is left");
                break;
            }
        }
        let session = tab.state().main().map(|main| main.session.clone());
        if let Some(session) = session {
            let detach = target::DetachFromTarget { session_id: Some(session) };
            match self.browser().connection.browser().call(&detach).await {
                Ok(_) => {}
                // It closed meanwhile.
                Err(error) if error.is_protocol() => {}
                Err(error) => return Err(error.into()),
            }
        }
        {
            let mut routes = lock(&self.routes);
            routes.tabs.retain(|other| !Arc::ptr_eq(other, tab));
            routes.channels.retain(|_, other| !Arc::ptr_eq(other, tab));
        }
        tab.update(State::close);
        self.tab_closed(tab);
        Ok(())
    }
}

fn taken(session: &str) -> Error {
    let message = format!("session {} has that tab", quoted(session));
    Error::new(ErrorKind::TabTaken, message)
        .with_hint("take another tab, or have that session give it back by closing it")
}
