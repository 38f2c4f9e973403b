//! Reads and sets what sites keep in a session: cookies by the browser, local storage from a document of each origin.
//!
//! The protocol reaches local storage only through a live document of the origin, and an origin of a saved state may have none open.
//! A tab is opened behind the others for it. All its requests are answered here with an empty document (`Fetch.fulfillRequest`), past
//! servers, caches and service workers, so it can be at each origin in turn: no script of the site runs there, no server sees a
//! visit, and what is set there stands before the next real document of the origin begins. The tab is in no list, no report and no
//! journal. It reads the origin's own storage, not the one that a frame has under another site (Chromium keeps these apart).

use std::{collections::BTreeSet, sync::Arc};

use domtool_cdp::protocol::{network, page, runtime, storage, target};
use serde::de::DeserializeOwned;

use super::{
    SessionInner,
    owners::lock,
    renew::{Place, whole},
};
use crate::{
    error::{Error, ErrorKind, Result},
    options::origin_of,
    storage_state::{Cookie, OriginStorage, SameSite, StorageItem, StorageState},
    tab::TabInner,
};

/// Gives the origin of a document and its storage, as JSON. The document is empty, so that nothing of a site can meddle.
const READ: &str =
    "JSON.stringify([origin, Object.entries(localStorage).map(([name, value]) => ({ name, value }))])";

impl SessionInner {
    /// See [`crate::Session::storage_state`].
    pub(crate) async fn storage_state(self: &Arc<Self>) -> Result<StorageState> {
        let browser = self.browser().connection.browser();
        let get = storage::GetCookies { browser_context_id: self.shared.context.clone() };
        let cookies = browser.call(&get).await?.cookies.into_iter().map(from_browser).collect();
        let origins = self.origins().await?;
        let mut state = StorageState { cookies, ..StorageState::default() };
        if !origins.is_empty() {
            state.origins = self.in_a_hidden_tab(|tab| async move { read_all(&tab, origins).await }).await?;
        }
        Ok(state)
    }

    /// See [`crate::Session::set_storage_state`].
    pub(crate) async fn set_storage_state(self: &Arc<Self>, state: StorageState) -> Result<()> {
        // All of it is looked at before anything is set.
        for kept in &state.origins {
            if origin_of(&kept.origin).as_deref() != Some(&kept.origin) {
                return Err(Error::invalid_input("an origin of the state is none of http or https")
                    .with_hint("origins are written as https://example.com"));
            }
        }
        let session = Arc::clone(self);
        whole(async move {
            if !state.cookies.is_empty() {
                let set = storage::SetCookies {
                    cookies: state.cookies.iter().map(to_browser).collect(),
                    browser_context_id: session.shared.context.clone(),
                };
                session.browser().connection.browser().call(&set).await.map_err(refused)?;
            }
            let origins: Vec<_> =
                state.origins.into_iter().filter(|kept| !kept.local_storage.is_empty()).collect();
            if origins.is_empty() {
                return Ok(());
            }
            session.in_a_hidden_tab(|tab| async move { set_all(&tab, origins).await }).await
        })
        .await
    }

    /// The origins that open tabs show, in any frame, or have in their history: the site of a login is often one that was left.
    async fn origins(&self) -> Result<BTreeSet<String>> {
        let mut origins = BTreeSet::new();
        for tab in self.siblings.open() {
            let shown: Vec<_> = tab.state().frames.values().map(|frame| frame.url.clone()).collect();
            origins.extend(shown.iter().filter_map(|url| origin_of(url)));
            let history = async { Ok(tab.main_channel()?.call(&page::GetNavigationHistory {}).await?) };
            match history.await {
                Ok(history) => {
                    origins.extend(history.entries.iter().filter_map(|entry| origin_of(&entry.url)));
                }
                // One that closed meanwhile is no longer among the open ones.
                Err(_) if tab.state().closed => {}
                Err(error) => return Err(error),
            }
        }
        Ok(origins)
    }

    /// Does work in a tab whose documents are empty ones, which nobody is told of. The tab is closed in the end, also when the work
    /// fails or nobody waits for it.
    async fn in_a_hidden_tab<T, F>(
        self: &Arc<Self>,
        work: impl FnOnce(Arc<TabInner>) -> F + Send + 'static,
    ) -> Result<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T>> + Send,
    {
        let session = Arc::clone(self);
        whole(async move {
            let tab = {
                let _turn = session.opening.lock().await;
                let tab = session.make_tab(Place::Behind).await?;
                let target = tab.target();
                let mut tabs = session.tabs();
                tabs.open.retain(|other| !Arc::ptr_eq(other, &tab));
                tabs.ready.retain(|ready| *ready != target);
                tab
            };
            let done = async {
                tab.serve_empty_documents().await?;
                work(Arc::clone(&tab)).await
            };
            let done = done.await;
            {
                // It closes unheard.
                let mut routes = lock(&session.routes);
                routes.tabs.retain(|other| !Arc::ptr_eq(other, &tab));
                routes.channels.retain(|_, other| !Arc::ptr_eq(other, &tab));
            }
            let close = target::CloseTarget { target_id: tab.target() };
            let closed = session.browser().connection.browser().call(&close).await;
            let done = done?;
            closed?;
            Ok(done)
        })
        .await
    }
}

async fn read_all(tab: &TabInner, origins: BTreeSet<String>) -> Result<Vec<OriginStorage>> {
    let mut all = Vec::new();
    for origin in origins {
        go_to(tab, &origin).await?;
        let (at, local_storage): (String, Vec<StorageItem>) = evaluate(tab, READ.to_owned()).await?;
        // An `http` origin that the browser opens only over TLS has no document, so nothing of it can be of use.
        if at == origin && !local_storage.is_empty() {
            all.push(OriginStorage { origin, local_storage });
        }
    }
    Ok(all)
}

async fn set_all(tab: &TabInner, origins: Vec<OriginStorage>) -> Result<()> {
    for OriginStorage { origin, local_storage } in origins {
        go_to(tab, &origin).await?;
        let literal = |value: &str| serde_json::Value::from(value).to_string();
        let items: Vec<_> = local_storage
            .iter()
            .map(|item| format!("localStorage.setItem({}, {});", literal(&item.name), literal(&item.value)))
            .collect();
        // Nothing is set at an origin that the browser put in the place of this one.
        let own = literal(&origin);
        let set = format!("if (origin === {own}) {{ {} }} JSON.stringify(origin === {own})", items.concat());
        if !evaluate::<bool>(tab, set).await? {
            return Err(Error::invalid_input(format!("the browser opens no page of {origin}"))
                .with_hint("it may be one that is opened over TLS alone: name it with https"));
        }
    }
    Ok(())
}

/// Has the tab show the empty document of an origin.
async fn go_to(tab: &TabInner, origin: &str) -> Result<()> {
    let navigate = page::Navigate { url: format!("{origin}/"), ..page::Navigate::default() };
    match tab.main_channel()?.call(&navigate).await?.error_text {
        None => Ok(()),
        Some(why) => {
            let message = format!("no document of {origin} could be opened for its storage: {why}");
            Err(Error::new(ErrorKind::Internal, message))
        }
    }
}

/// Evaluates an expression that gives JSON.
async fn evaluate<T: DeserializeOwned>(tab: &TabInner, expression: String) -> Result<T> {
    let evaluate = runtime::Evaluate {
        expression,
        return_by_value: Some(true),
        silent: Some(true),
        ..Default::default()
    };
    let reply = tab.main_channel()?.call(&evaluate).await?;
    if reply.exception_details.is_some() {
        // What it threw may quote a value.
        return Err(Error::invalid_input("the browser refused local storage of an origin")
            .with_hint("it may be full (5 MB an origin), or switched off in this browser"));
    }
    let text = reply.result.value.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default();
    // The parser's words could quote a value, so only the place is told.
    serde_json::from_str(text).map_err(|error| {
        Error::new(
            ErrorKind::Internal,
            format!("local storage came in no known form (column {})", error.column()),
        )
    })
}

/// Words a refusal of cookies; which one it was the browser does not say.
fn refused(error: domtool_cdp::Error) -> Error {
    let error = Error::from(error);
    match error.kind() {
        ErrorKind::Internal => Error::invalid_input("the browser refused a cookie of the state")
            .with_hint("cookies need a domain and a path; SameSite=None needs secure"),
        _ => error,
    }
}

fn from_browser(cookie: network::Cookie) -> Cookie {
    let same_site = match cookie.same_site.as_deref() {
        Some("Strict") => SameSite::Strict,
        Some("None") => SameSite::None,
        _ => SameSite::Lax,
    };
    let (partition_key, has_cross_site_ancestor) =
        cookie.partition_key.map(|key| (key.top_level_site, key.has_cross_site_ancestor)).unzip();
    Cookie {
        name: cookie.name,
        value: cookie.value,
        domain: cookie.domain,
        path: cookie.path,
        expires: cookie.expires,
        http_only: cookie.http_only,
        secure: cookie.secure,
        same_site,
        partition_key,
        has_cross_site_ancestor,
    }
}

fn to_browser(cookie: &Cookie) -> network::CookieParam {
    let same_site = match cookie.same_site {
        SameSite::Strict => "Strict",
        SameSite::Lax => "Lax",
        SameSite::None => "None",
    };
    let partition_key = cookie.partition_key.clone().map(|top_level_site| network::CookiePartitionKey {
        top_level_site,
        has_cross_site_ancestor: cookie.has_cross_site_ancestor.unwrap_or_default(),
    });
    network::CookieParam {
        name: cookie.name.clone(),
        value: cookie.value.clone(),
        domain: Some(cookie.domain.clone()),
        path: Some(cookie.path.clone()),
        secure: Some(cookie.secure),
        http_only: Some(cookie.http_only),
        same_site: Some(same_site.to_owned()),
        expires: (cookie.expires >= 0.0).then_some(cookie.expires),
        partition_key,
    }
}
