//! Reads and sets what sites keep in a session: cookies by the browser, local storage and IndexedDB from an empty document of each origin
//! (`hidden_tab`, `origin.js`), session storage from the tab that it belongs to (`session_storage`).

mod cookies;
mod hidden_tab;
mod items;
mod session_storage;

use std::{collections::BTreeSet, sync::Arc};

use domtool_cdp::protocol::{page, storage};
use domtool_page::view::quoted;
use serde::Deserialize;

use self::{
    cookies::{from_browser, refused, to_browser},
    hidden_tab::{evaluate, go_to, literal},
};
use super::{SessionInner, renew::whole};
use crate::{
    error::{Error, ErrorKind, Result},
    options::origin_of,
    storage_state::{
        Cookie, IndexedDbDatabase, OriginStorage, StorageArea, StorageGap, StorageGapReason, StorageItem,
        StorageState,
    },
    tab::TabInner,
};

/// Gives the two functions that read and set what an origin keeps.
const SCRIPT: &str = include_str!("origin.js");

/// A time, in seconds since 1970, at which a cookie that is set is gone.
const LONG_AGO: f64 = 1.0;

/// What an origin keeps, as the script tells it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadOrigin {
    at: String,
    local_storage: Vec<StorageItem>,
    #[serde(rename = "indexedDB")]
    indexed_db: Vec<IndexedDbDatabase>,
    left_out: Vec<ReadGap>,
}

/// What of it has no form.
#[derive(Deserialize)]
struct ReadGap {
    area: StorageArea,
    name: String,
    #[serde(default)]
    count: Option<usize>,
    reason: StorageGapReason,
    #[serde(default)]
    kind: Option<String>,
}

/// How it went to set what an origin keeps: which part of it the browser refused, and what the error is called.
#[derive(Deserialize)]
struct SetOrigin {
    refused: Option<String>,
    #[serde(default)]
    error: String,
}

impl SessionInner {
    /// See [`crate::Session::storage_state`].
    pub(crate) async fn storage_state(self: &Arc<Self>) -> Result<StorageState> {
        let mut state = StorageState { cookies: self.cookies().await?, ..StorageState::default() };
        let mut kept = self.session_storage(&mut state.left_out).await;
        let origins = self.origins().await?;
        if !origins.is_empty() {
            let read = self.in_a_hidden_tab(|tab| async move { read_all(&tab, origins).await });
            let (read, left_out) = read.await?;
            state.origins = read;
            state.left_out.extend(left_out);
        }
        for origin in &mut state.origins {
            origin.session_storage = kept.remove(&origin.origin).unwrap_or_default();
        }
        let only_there = kept.into_iter().map(|(origin, session_storage)| OriginStorage {
            origin,
            session_storage,
            ..OriginStorage::default()
        });
        state.origins.extend(only_there);
        state.origins.retain(|kept| {
            !(kept.local_storage.is_empty() && kept.session_storage.is_empty() && kept.indexed_db.is_empty())
        });
        Ok(state)
    }

    /// See [`crate::Session::set_storage_state`].
    pub(crate) async fn set_storage_state(self: &Arc<Self>, state: StorageState) -> Result<Vec<StorageGap>> {
        // All of it is looked at before anything is set.
        for kept in &state.origins {
            if origin_of(&kept.origin).as_deref() != Some(&kept.origin) {
                return Err(Error::invalid_input("an origin of the state is none of http or https")
                    .with_hint("origins are written as https://example.com"));
            }
        }
        let session = Arc::clone(self);
        whole(async move {
            let mut left_out = state.left_out;
            left_out.extend(session.load_cookies(state.cookies).await?);
            let mut origins = state.origins;
            let in_tabs = origins
                .iter_mut()
                .map(|kept| (kept.origin.clone(), std::mem::take(&mut kept.session_storage)))
                .filter(|(_, items)| !items.is_empty());
            let in_tabs = in_tabs.collect();
            origins.retain(|kept| !(kept.local_storage.is_empty() && kept.indexed_db.is_empty()));
            if !origins.is_empty() {
                session.in_a_hidden_tab(|tab| async move { set_all(&tab, origins).await }).await?;
            }
            left_out.extend(session.set_session_storage(in_tabs).await?);
            Ok(left_out)
        })
        .await
    }

    /// The cookies of the session.
    pub(crate) async fn cookies(&self) -> Result<Vec<Cookie>> {
        let get = storage::GetCookies { browser_context_id: self.shared.context.clone() };
        let cookies = self.browser().connection.browser().call(&get).await?.cookies;
        Ok(cookies.into_iter().map(from_browser).collect())
    }

    /// See [`crate::Session::delete_cookies`].
    pub(crate) async fn delete_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        let ended: Vec<_> =
            cookies.iter().map(|cookie| Cookie { expires: LONG_AGO, ..cookie.clone() }).collect();
        self.set_cookies(&ended).await?;
        let left = self.cookies().await?;
        match left.iter().find(|left| cookies.iter().any(|cookie| is_same(left, cookie))) {
            None => Ok(()),
            Some(left) => {
                let message =
                    format!("the browser keeps the cookie {} of {}", quoted(&left.name), left.domain);
                Err(Error::new(ErrorKind::Internal, message))
            }
        }
    }

    /// Sets cookies, beside those that the session has.
    pub(crate) async fn set_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        if cookies.is_empty() {
            return Ok(());
        }
        let set = storage::SetCookies {
            cookies: cookies.iter().map(to_browser).collect(),
            browser_context_id: self.shared.context.clone(),
        };
        self.browser().connection.browser().call(&set).await.map_err(refused)?;
        Ok(())
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
}

/// Whether one would take the other's place.
fn is_same(one: &Cookie, other: &Cookie) -> bool {
    one.name == other.name
        && one.domain == other.domain
        && one.path == other.path
        && one.partition_key == other.partition_key
}

/// The script as an expression: its file ends as a statement does.
fn script() -> &'static str {
    SCRIPT.trim_end().trim_end_matches(';')
}

async fn read_all(
    tab: &TabInner,
    origins: BTreeSet<String>,
) -> Result<(Vec<OriginStorage>, Vec<StorageGap>)> {
    let (mut all, mut left_out) = (Vec::new(), Vec::new());
    for origin in origins {
        go_to(tab, &origin).await?;
        let read: ReadOrigin = evaluate(tab, format!("{}.read()", script())).await?;
        // An `http` origin that the browser opens only over TLS has no document, so nothing of it can be of use.
        if read.at != origin {
            continue;
        }
        left_out.extend(read.left_out.into_iter().map(|left| StorageGap {
            origin: origin.clone(),
            area: left.area,
            name: left.name,
            count: left.count,
            reason: left.reason,
            kind: left.kind,
        }));
        all.push(OriginStorage {
            origin,
            local_storage: read.local_storage,
            indexed_db: read.indexed_db,
            ..OriginStorage::default()
        });
    }
    Ok((all, left_out))
}

async fn set_all(tab: &TabInner, origins: Vec<OriginStorage>) -> Result<()> {
    for kept in origins {
        go_to(tab, &kept.origin).await?;
        // Strings, numbers and lists always have a JSON form.
        let text = serde_json::to_string(&kept).unwrap_or_default();
        let write = format!("{}.write({}, {})", script(), literal(&kept.origin), literal(&text));
        let set: SetOrigin = evaluate(tab, write).await?;
        match set.refused.as_deref() {
            None => {}
            // Nothing is set at an origin that the browser put in the place of this one.
            Some("elsewhere") => return Err(opens_no_page(&kept.origin)),
            Some(area) => return Err(refused_storage(area, &kept.origin, &set.error)),
        }
    }
    Ok(())
}

fn refused_storage(area: &str, origin: &str, error: &str) -> Error {
    let why = match error {
        "Blocked" => "close the tabs that show pages of it, which have the database open, and load again",
        "QuotaExceededError" => "it is full: local storage takes 5 MB an origin",
        _ => "give a state that was saved here or by Playwright",
    };
    let name = if error.is_empty() { "no reason" } else { error };
    Error::invalid_input(format!("the browser refused {area} of {origin}: {name}")).with_hint(why)
}

fn opens_no_page(origin: &str) -> Error {
    Error::invalid_input(format!("the browser opens no page of {origin}"))
        .with_hint("it may be one that is opened over TLS alone: name it with https")
}
