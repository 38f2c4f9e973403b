//! Session storage. It belongs to a tab, so what is read is that of the page each open tab shows, and what is loaded goes into the
//! current tab: at once where that shows a page of the origin, and by visits to empty documents where it shows nothing yet. In any other
//! case the tab would have to leave its page, and the item is told as left out.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Arc,
};

use domtool_cdp::protocol::{Command, page, runtime};
use serde::de::DeserializeOwned;
use tokio::time::Instant;

use super::{
    super::{SessionInner, renew::Place},
    hidden_tab::{evaluate, go_to, literal, parsed},
    items::{Read, reading},
};
use crate::{
    error::{Error, Result},
    limits::STORAGE_IS_TOLD,
    options::origin_of,
    storage_state::{StorageArea, StorageGap, StorageGapReason, StorageItem, WebStorage},
    tab::{State, TabInner},
};

/// What tabs keep, by origin.
pub(super) type Kept = BTreeMap<String, Vec<StorageItem>>;

impl SessionInner {
    /// The session storage of the pages that the open tabs show. Where two have one origin, the current tab's counts, else the first's.
    pub(super) async fn session_storage(&self, left_out: &mut Vec<StorageGap>) -> Kept {
        let mut kept = Kept::new();
        let active = self.siblings.active_number();
        let mut tabs = self.siblings.open();
        tabs.sort_by_key(|tab| (Some(tab.number) != active, tab.number));
        for tab in tabs {
            let Some(origin) = shown(&tab) else { continue };
            let mut leave = |count, reason, kind: Option<&str>| {
                left_out.push(StorageGap {
                    origin: origin.clone(),
                    area: StorageArea::Session,
                    name: String::new(),
                    count,
                    reason,
                    kind: kind.map(str::to_owned),
                });
            };
            match in_its_world::<Read>(&tab, reading(WebStorage::Session)).await {
                // A sandboxed page has an origin of its own, and keeps nothing.
                Ok(None) => {}
                Ok(Some((at, items, without))) => {
                    if without > 0 {
                        leave(Some(without), StorageGapReason::NoForm, Some("half a letter"));
                    }
                    if items.is_empty() {
                        continue;
                    }
                    match kept.entry(at) {
                        Entry::Vacant(entry) => drop(entry.insert(items)),
                        Entry::Occupied(entry) if *entry.get() == items => {}
                        Entry::Occupied(_) => leave(Some(items.len()), StorageGapReason::OtherTab, None),
                    }
                }
                Err(_) => leave(None, StorageGapReason::Unreadable, None),
            }
        }
        kept
    }

    /// Sets session storage in the current tab, which is opened where there is none.
    pub(super) async fn set_session_storage(self: &Arc<Self>, mut kept: Kept) -> Result<Vec<StorageGap>> {
        if kept.is_empty() {
            return Ok(Vec::new());
        }
        let tab = self.current_or_made().await?;
        tab.check_hands()?;
        if let Some((origin, items)) = shown(&tab).and_then(|origin| kept.remove_entry(&origin)) {
            // The tab may show another page by now, or one whose origin is its own alone: then they are left.
            if !in_its_world::<bool>(&tab, setting_at(&origin, &items)).await?.ok_or_else(full)? {
                kept.insert(origin, items);
            }
        }
        if !kept.is_empty() && is_blank(&tab).await? {
            self.visit(&tab, std::mem::take(&mut kept)).await?;
        }
        let left = kept.into_iter().map(|(origin, items)| StorageGap {
            origin,
            area: StorageArea::Session,
            name: String::new(),
            count: Some(items.len()),
            reason: StorageGapReason::NotShown,
            kind: None,
        });
        Ok(left.collect())
    }

    /// Has a tab that shows nothing go on in another target, which has been at each origin.
    async fn visit(self: &Arc<Self>, tab: &Arc<TabInner>, kept: Kept) -> Result<()> {
        let fresh = self.make_hidden_tab(Place::Successor).await?;
        let filled = async {
            fresh.serve_empty_documents().await?;
            for (origin, items) in &kept {
                go_to(&fresh, origin).await?;
                if !evaluate::<bool>(&fresh, setting_at(origin, items)).await? {
                    return Err(super::opens_no_page(origin));
                }
            }
            fresh.serve_documents_again().await?;
            // The state has the last of these documents before it can have the next.
            fresh.catch_up().await;
            let blank = page::Navigate { url: "about:blank".to_owned(), ..page::Navigate::default() };
            once_active(&fresh, &blank).await?;
            // The answer comes before the document is there, which the history is that of.
            let is_there = fresh.until(Instant::now() + STORAGE_IS_TOLD, |state| {
                (root_url(state)? == "about:blank").then_some(())
            });
            is_there.await.ok_or_else(|| crate::error::page_hung(STORAGE_IS_TOLD, false))?;
            once_active(&fresh, &page::ResetNavigationHistory {}).await?;
            Ok(())
        };
        if let Err(error) = filled.await {
            // The error that matters is the first one.
            drop(self.close_hidden_tab(&fresh).await);
            return Err(error);
        }
        self.go_on_in(tab, &fresh, None).await;
        Ok(())
    }
}

/// Gives a command to a page, once more where Chromium refuses it: it does between one document and the next, when the frame of the one is
/// no longer active and that of the other not yet known to the protocol. No event tells of the end of that, so it is asked for.
async fn once_active<C, R>(tab: &TabInner, command: &C) -> Result<()>
where
    C: for<'a> Command<Reply<'a> = R>,
    R: DeserializeOwned + Send + 'static,
{
    let deadline = Instant::now() + STORAGE_IS_TOLD;
    loop {
        match tab.main_channel()?.call(command).await {
            Ok(_) => return Ok(()),
            Err(error) if error.is_protocol() && Instant::now() < deadline => {
                tokio::task::yield_now().await;
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// The origin of the page that a tab shows.
pub(super) fn shown(tab: &TabInner) -> Option<String> {
    origin_of(root_url(&tab.state())?)
}

fn root_url(state: &State) -> Option<&str> {
    let main = state.main()?;
    Some(&state.frames.get(&main.root)?.url)
}

/// Whether a tab of ours has shown nothing yet.
async fn is_blank(tab: &TabInner) -> Result<bool> {
    if tab.borrowed {
        return Ok(false);
    }
    let history = tab.main_channel()?.call(&page::GetNavigationHistory {}).await?;
    Ok(history.entries.iter().all(|entry| entry.url == "about:blank"))
}

/// An expression that sets items, and gives true; false where it comes to another origin than theirs.
fn setting_at(origin: &str, items: &[StorageItem]) -> String {
    let set: Vec<_> = items
        .iter()
        .map(|item| format!("sessionStorage.setItem({}, {});", literal(&item.name), literal(&item.value)))
        .collect();
    let own = literal(origin);
    format!("JSON.stringify(origin === {own} && (() => {{ {} return true; }})())", set.concat())
}

fn full() -> Error {
    Error::invalid_input("the browser refused session storage of an origin")
        .with_hint("it may be full (5 MB an origin)")
}

/// Evaluates an expression that gives JSON in the isolated world of the page; `None` where that threw.
pub(super) async fn in_its_world<T: DeserializeOwned>(
    tab: &TabInner,
    expression: String,
) -> Result<Option<T>> {
    let root = tab.state().main().map(|main| main.root.clone());
    let world = root.and_then(|root| tab.world_of(&root)).ok_or_else(crate::error::tab_closed)?;
    let evaluate = runtime::Evaluate {
        expression,
        context_id: Some(world.context),
        return_by_value: Some(true),
        silent: Some(true),
        ..Default::default()
    };
    let reply = world.channel.with_deadline(STORAGE_IS_TOLD).call(&evaluate).await?;
    if reply.exception_details.is_some() {
        return Ok(None);
    }
    parsed(&reply.result).map(Some)
}
