//! Makes a lost connection to a browser that somebody else started again, with growing pauses; its sessions go on in the same
//! tabs. No call that was under way is done again: its caller has the error of the first try.

use std::sync::Arc;

use domtool_cdp::protocol::target;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::{BrowserInner, direct};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::TABS_ARE_SET_UP,
    options::{Reconnect, chance},
    session::SessionInner,
};

impl BrowserInner {
    /// Connects once more, as patiently as is said.
    ///
    /// # Errors
    /// `BROWSER_GONE` when it was not reached, or can be reached by no address.
    pub(crate) async fn reconnect(&self, patience: &Reconnect) -> Result<Arc<BrowserInner>> {
        let Some(endpoint) = self.shared.endpoint() else { return Err(self.shared.lost()) };
        let begun = Instant::now();
        let end = begun + patience.within;
        let mut tried = 0;
        let mut why = None;
        while tried < patience.tries.max(1) {
            tried += 1;
            match timeout_at(end, BrowserInner::connect(endpoint.clone(), self.shared.earlier() + 1)).await {
                Ok(Ok(inner)) => return Ok(inner),
                Ok(Err(error)) => why = Some(error.message().to_owned()),
                Err(_) => {
                    why.get_or_insert_with(|| "it did not answer".to_owned());
                    break;
                }
            }
            let next = Instant::now() + patience.pause(tried, chance(tried));
            if tried >= patience.tries || next >= end {
                break;
            }
            sleep_until(next).await;
        }
        let message = format!(
            "the connection to the browser broke{} and could not be made again: tried {} in {:.1} s: {}",
            self.shared.connection.closed_because().map(|why| format!(" ({why})")).unwrap_or_default(),
            if tried == 1 { "once".to_owned() } else { format!("{tried} times") },
            begun.elapsed().as_secs_f64(),
            why.unwrap_or_default()
        );
        Err(Error::new(ErrorKind::BrowserGone, message)
            .with_hint("see that the browser runs and can be reached, then try again"))
    }

    /// Goes on with a session of an earlier connection.
    ///
    /// # Errors
    /// `BROWSER_GONE` when nothing of it is there.
    pub(crate) async fn resume(&self, before: &Arc<SessionInner>) -> Result<Arc<SessionInner>> {
        if before.shared.context.is_some() {
            return Err(nothing_left("its cookies and tabs were its own, and ended with the connection"));
        }
        let connection = &self.shared.connection;
        let root = connection.browser();
        let there = root.call(&target::GetTargets { filter: None }).await?.target_infos;
        // The router attaches to tabs that a session's tab opened: it must have heard of those that are there before the session has tabs.
        self.shared.catch_up().await;
        let had = before.siblings.open();
        let stays = |info: &&target::TargetInfo| had.iter().any(|tab| tab.target() == info.target_id);
        if !had.is_empty() && !there.iter().any(|info| stays(&info)) {
            return Err(nothing_left("the browser that answers there has none of its tabs"));
        }
        let downloads = direct(connection, None, &before.shared.options, false, None).await?;
        let inner = SessionInner::following(before, downloads, Arc::clone(&self.shared), &self.routes);
        inner.take_over(before, &there).await;
        let opened =
            |info: &&target::TargetInfo| had.iter().any(|tab| Some(&tab.target()) == info.opener_id.as_ref());
        let ours: Vec<_> =
            there.iter().filter(|info| info.r#type == "page" && (stays(info) || opened(info))).collect();
        {
            let mut routes = self.routes();
            routes.sessions.push(Arc::downgrade(&inner));
            routes
                .default_context
                .expected
                .extend(ours.iter().map(|info| (info.target_id.clone(), Arc::downgrade(&inner))));
        }
        let attach = |info: &&target::TargetInfo| {
            root.post(&target::AttachToTarget { target_id: info.target_id.clone(), flatten: Some(true) })
        };
        let attaching: Vec<_> = ours.iter().map(attach).collect();
        for (info, attaching) in ours.iter().zip(attaching) {
            match attaching.reply().await {
                Ok(_) => {}
                // It closed meanwhile.
                Err(error) if error.is_protocol() => {
                    self.routes().default_context.expected.retain(|(target, _)| *target != info.target_id);
                    inner.forget(&info.target_id);
                }
                Err(error) => return Err(error.into()),
            }
        }
        // The answers may have overtaken the events by which the tabs come.
        self.shared.catch_up().await;
        tokio::select! {
            set_up = inner.settled(TABS_ARE_SET_UP) => {
                if !set_up {
                    tracing::warn!("a tab was not set up again in time");
                }
            }
            () = connection.closed() => return Err(self.shared.lost()),
        }
        Ok(inner)
    }
}

fn nothing_left(why: &str) -> Error {
    Error::new(ErrorKind::BrowserGone, format!("the connection to the browser broke, and {why}"))
        .with_hint("open an address in a new session")
}
