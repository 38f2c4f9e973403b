//! Tabs that are made: a new one, or another target for one whose page does not let go.

use std::{pin::Pin, sync::Arc};

use domtool_cdp::protocol::target;
use domtool_page::identity::StaleReason;
use tokio::time::Instant;

use super::{
    SessionInner,
    owners::{Asking, lock},
};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::TAB_OPENS,
    tab::{Renew, TabInner, Tabs},
};

/// Where a new tab appears in a browser of our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Before the others.
    Front,
    /// Behind them, told to nobody and without a number.
    Behind,
    /// Before them, told to nobody: another tab is to go on in it.
    Successor,
}

impl SessionInner {
    /// Opens an empty tab and makes it the current one, also when nobody waits for it any more: one that was cut off half-way would
    /// be a tab that nobody knows of.
    pub(crate) async fn make_current_tab(self: &Arc<Self>) -> Result<Arc<TabInner>> {
        let session = Arc::clone(self);
        whole(async move {
            let _turn = session.opening.lock().await;
            session.make_and_show().await
        })
        .await
    }

    /// The current tab, also one that another call, which was cut, began to open; a new one where there is none.
    pub(crate) async fn current_or_made(self: &Arc<Self>) -> Result<Arc<TabInner>> {
        let session = Arc::clone(self);
        whole(async move {
            let _turn = session.opening.lock().await;
            let current = session.siblings.active_number().and_then(|number| session.siblings.find(number));
            match current {
                Some(tab) => Ok(tab),
                None => session.make_and_show().await,
            }
        })
        .await
    }

    async fn make_and_show(self: &Arc<Self>) -> Result<Arc<TabInner>> {
        let tab = self.make_tab(Place::Front).await?;
        self.tabs().active = Some(tab.number);
        Ok(tab)
    }

    /// Opens an empty tab, which is not the current one.
    pub(super) async fn make_tab(self: &Arc<Self>, place: Place) -> Result<Arc<TabInner>> {
        let create = target::CreateTarget {
            url: "about:blank".to_owned(),
            browser_context_id: self.shared.context.clone(),
            // In a browser that is somebody else's no tab of ours comes before theirs: their keys would go into it.
            background: Some(place == Place::Behind || !self.browser().is_launched()),
            ..Default::default()
        };
        {
            let mut tabs = self.tabs();
            tabs.requested += 1;
            tabs.hidden = place != Place::Front;
        }
        let asking =
            self.shared.context.is_none().then(|| Asking::begin(&self.routes, &self.browser().connection));
        let created = self.browser().connection.browser().call(&create).await;
        let target = created.inspect_err(|_| self.tabs().requested = 0)?.target_id;
        if let Some(asking) = asking {
            asking.came(&target, self);
            if !self.browser().is_launched() {
                let attach = target::AttachToTarget { target_id: target.clone(), flatten: Some(true) };
                let attached = self.browser().connection.browser().call(&attach).await;
                attached.inspect_err(|_| self.tabs().requested = 0)?;
            }
        }
        let deadline = Instant::now() + TAB_OPENS;
        let ready = |tabs: &Tabs| {
            let ready = tabs.ready.contains(&target);
            tabs.open.iter().find(|tab| ready && tab.target() == target).cloned()
        };
        let came = tokio::select! {
            came = self.siblings.until(deadline, ready) => came,
            () = self.browser().connection.closed() => return Err(self.browser().lost()),
        };
        came.ok_or_else(|| {
            let seconds = TAB_OPENS.as_secs();
            Error::new(ErrorKind::Timeout, format!("the browser opened no tab in {seconds} s"))
        })
    }

    async fn put_elsewhere(self: &Arc<Self>, tab: &Arc<TabInner>) -> Result<()> {
        let fresh = self.make_tab(Place::Front).await?;
        self.go_on_in(
            tab,
            &fresh,
            Some("the page did not let go, so the tab goes on in a new one: its history and its session storage are gone"),
        )
        .await;
        Ok(())
    }

    /// Has a tab go on in the target of another, which is nobody's; `news` is what its callers are told.
    pub(super) async fn go_on_in(&self, tab: &Arc<TabInner>, fresh: &Arc<TabInner>, news: Option<&str>) {
        self.browser().catch_up().await;
        let given_up = tab.target();
        let (before, now) = tab.go_on_as(fresh, &self.browser().version, news);
        {
            let mut tabs = self.tabs();
            tabs.open.retain(|other| !Arc::ptr_eq(other, fresh));
            tabs.ready.retain(|target| *target != given_up);
            if !tabs.ready.contains(&fresh.target()) {
                tabs.ready.push(fresh.target());
            }
        }
        lock(&self.routes).hand_to(tab, fresh, &before, &now);
        self.shared.registry().forget_page(&given_up, StaleReason::Navigated);
        // Its renderer is ended where it does not close by itself.
        drop(self.browser().connection.browser().post(&target::CloseTarget { target_id: given_up }));
    }
}

impl Renew for SessionInner {
    /// Gives up the renderer of a tab, with all that its page holds: the tab goes on in a new target of the same context.
    fn renew(self: Arc<Self>, tab: Arc<TabInner>) -> Pin<Box<dyn Future<Output = Result<()>> + Send>> {
        Box::pin(whole(async move {
            if tab.borrowed {
                return Err(Error::new(
                    ErrorKind::PageHung,
                    "the page does not let go, and its tab is a person's: it is not replaced by another",
                )
                .with_hint("give the tab back by closing it here, or have the person see to it"));
            }
            self.put_elsewhere(&tab).await
        }))
    }
}

/// Does work to its end, whether or not somebody waits for it.
pub(super) async fn whole<T: Send + 'static>(
    work: impl Future<Output = Result<T>> + Send + 'static,
) -> Result<T> {
    match tokio::spawn(work).await {
        Ok(done) => done,
        Err(error) => Err(Error::new(ErrorKind::Internal, format!("work in a new tab broke off: {error}"))),
    }
}
