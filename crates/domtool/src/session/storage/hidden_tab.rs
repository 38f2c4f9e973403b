//! A tab behind the others whose documents are empty ones, made here: the protocol reaches the storage of an origin only through a live
//! document of it, and an origin of a saved state may have none open.
//!
//! All requests of the tab are answered here (`Fetch.fulfillRequest`), past servers, caches and service workers, so it can be at each
//! origin in turn: no script of the site runs there, no server sees a visit, and what is set there stands before the next real document
//! of the origin begins. The tab is in no list, no report and no journal. It reads the origin's own storage, not the one that a frame
//! has under another site (Chromium keeps these apart).

use std::sync::Arc;

use domtool_cdp::protocol::{page, runtime, target};
use serde::de::DeserializeOwned;

use super::super::{
    SessionInner,
    owners::lock,
    renew::{Place, whole},
};
use crate::{
    error::{Error, ErrorKind, Result},
    tab::TabInner,
};

impl SessionInner {
    /// Does work in a tab whose documents are empty ones, which nobody is told of. The tab is closed in the end, also when the work
    /// fails or nobody waits for it.
    pub(super) async fn in_a_hidden_tab<T, F>(
        self: &Arc<Self>,
        work: impl FnOnce(Arc<TabInner>) -> F + Send + 'static,
    ) -> Result<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T>> + Send,
    {
        let session = Arc::clone(self);
        whole(async move {
            let tab = session.make_hidden_tab(Place::Behind).await?;
            let done = async {
                tab.serve_empty_documents().await?;
                work(Arc::clone(&tab)).await
            };
            let done = done.await;
            let closed = session.close_hidden_tab(&tab).await;
            let done = done?;
            closed?;
            Ok(done)
        })
        .await
    }

    /// Opens a tab that is in no list.
    pub(super) async fn make_hidden_tab(self: &Arc<Self>, place: Place) -> Result<Arc<TabInner>> {
        let _turn = self.opening.lock().await;
        let tab = self.make_tab(place).await?;
        let target = tab.target();
        let mut tabs = self.tabs();
        tabs.open.retain(|other| !Arc::ptr_eq(other, &tab));
        tabs.ready.retain(|ready| *ready != target);
        drop(tabs);
        Ok(tab)
    }

    /// Closes it, unheard.
    pub(super) async fn close_hidden_tab(&self, tab: &Arc<TabInner>) -> Result<()> {
        {
            let mut routes = lock(&self.routes);
            routes.tabs.retain(|other| !Arc::ptr_eq(other, tab));
            routes.channels.retain(|_, other| !Arc::ptr_eq(other, tab));
        }
        let close = target::CloseTarget { target_id: tab.target() };
        self.browser().connection.browser().call(&close).await?;
        Ok(())
    }
}

/// Has the tab show the empty document of an origin.
pub(super) async fn go_to(tab: &TabInner, origin: &str) -> Result<()> {
    let navigate = page::Navigate { url: format!("{origin}/"), ..page::Navigate::default() };
    match tab.main_channel()?.call(&navigate).await?.error_text {
        None => Ok(()),
        Some(why) => {
            let message = format!("no document of {origin} could be opened for its storage: {why}");
            Err(Error::new(ErrorKind::Internal, message))
        }
    }
}

/// Evaluates an expression that gives JSON, or a promise of it.
pub(super) async fn evaluate<T: DeserializeOwned>(tab: &TabInner, expression: String) -> Result<T> {
    let evaluate = runtime::Evaluate {
        expression,
        return_by_value: Some(true),
        await_promise: Some(true),
        silent: Some(true),
        ..Default::default()
    };
    let reply = tab.main_channel()?.call(&evaluate).await?;
    if reply.exception_details.is_some() {
        // What it threw may quote a value.
        return Err(Error::invalid_input("the browser refused the storage of an origin")
            .with_hint("it may be switched off in this browser"));
    }
    parsed(&reply.result)
}

/// What a script answered as JSON.
pub(super) fn parsed<T: DeserializeOwned>(result: &runtime::RemoteObject) -> Result<T> {
    let text = result.value.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default();
    // The parser's words could quote a value, so only the place is told.
    serde_json::from_str(text).map_err(|error| {
        Error::new(ErrorKind::Internal, format!("storage came in no known form (column {})", error.column()))
    })
}

/// A text as a literal of JavaScript.
pub(super) fn literal(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}
