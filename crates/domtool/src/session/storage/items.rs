//! Items of local and session storage, one storage at a time: in the page that the current tab shows, where that is of the origin, so that
//! it sees a change at once; else local storage by an empty document of the origin.

use std::sync::Arc;

use super::{
    super::SessionInner,
    hidden_tab::{evaluate, go_to, literal},
    session_storage::{in_its_world, shown},
};
use crate::{
    error::{Error, ErrorKind, Result},
    options::origin_of,
    storage_state::{StorageChange, StorageItem, WebStorage},
};

/// An expression that gives the origin and its items as JSON; by numbers, as an item named like a method is not among the properties.
/// What is no text (half a letter) is counted.
pub(super) fn reading(area: WebStorage) -> String {
    let storage = global(area);
    format!(
        "(() => {{
  const items = [];
  let without = 0;
  for (let at = 0; at < {storage}.length; at += 1) {{
    const name = {storage}.key(at) ?? '';
    const value = {storage}.getItem(name) ?? '';
    if (name.isWellFormed() && value.isWellFormed()) items.push({{ name, value }});
    else without += 1;
  }}
  return JSON.stringify([origin, items, without]);
}})()"
    )
}

/// What [`reading`] gives.
pub(super) type Read = (String, Vec<StorageItem>, usize);

fn global(area: WebStorage) -> &'static str {
    match area {
        WebStorage::Local => "localStorage",
        WebStorage::Session => "sessionStorage",
    }
}

impl SessionInner {
    /// See [`crate::Session::storage_items`].
    pub(crate) async fn storage_items(
        self: &Arc<Self>,
        area: WebStorage,
        origin: Option<&str>,
    ) -> Result<(String, Vec<StorageItem>)> {
        let origin = self.origin(origin)?;
        let (at, items, without): Read = self.at_origin(area, &origin, reading(area)).await?;
        if without > 0 {
            let message = format!("{without} items of {origin} are no text: they end in half a letter");
            return Err(Error::new(ErrorKind::Internal, message));
        }
        if at == origin { Ok((origin, items)) } else { Err(super::opens_no_page(&origin)) }
    }

    /// See [`crate::Session::change_storage`].
    pub(crate) async fn change_storage(
        self: &Arc<Self>,
        area: WebStorage,
        origin: Option<&str>,
        change: &StorageChange,
    ) -> Result<String> {
        let origin = self.origin(origin)?;
        if let Some(tab) = self.current_at(&origin) {
            tab.check_hands()?;
        }
        let storage = global(area);
        let (change, holds) = match change {
            StorageChange::Set(item) => {
                let (name, value) = (literal(&item.name), literal(&item.value));
                (format!("setItem({name}, {value})"), format!("getItem({name}) === {value}"))
            }
            StorageChange::Remove(name) => {
                let name = literal(name);
                (format!("removeItem({name})"), format!("getItem({name}) === null"))
            }
            StorageChange::Clear => ("clear()".to_owned(), "length === 0".to_owned()),
        };
        let own = literal(&origin);
        let change = format!("JSON.stringify(origin === {own} && ({storage}.{change}, {storage}.{holds}))");
        match self.at_origin(area, &origin, change).await? {
            true => Ok(origin),
            false => Err(super::opens_no_page(&origin)),
        }
    }

    fn origin(&self, named: Option<&str>) -> Result<String> {
        match named {
            Some(named) => origin_of(named).ok_or_else(|| {
                Error::invalid_input("that is no origin of http or https")
                    .with_hint("write it as https://example.com")
            }),
            None => self.current().as_deref().and_then(shown).ok_or_else(|| {
                Error::new(ErrorKind::NotFound, "the session shows no page of http or https")
                    .with_hint("open a page of the site first, or name the origin")
            }),
        }
    }

    fn current(&self) -> Option<Arc<crate::tab::TabInner>> {
        self.siblings.active_number().and_then(|number| self.siblings.find(number))
    }

    /// The current tab, where it shows a page of an origin.
    fn current_at(&self, origin: &str) -> Option<Arc<crate::tab::TabInner>> {
        self.current().filter(|tab| shown(tab).as_deref() == Some(origin))
    }

    /// Evaluates an expression that gives JSON where it sees the storage of an origin.
    async fn at_origin<T: serde::de::DeserializeOwned + Send + 'static>(
        self: &Arc<Self>,
        area: WebStorage,
        origin: &str,
        expression: String,
    ) -> Result<T> {
        if let Some(tab) = self.current_at(origin) {
            return in_its_world(&tab, expression).await?.ok_or_else(|| {
                Error::invalid_input(format!("the browser refused storage of {origin}")).with_hint(
                    "it may be full (5 MB an origin), or the page may be sandboxed and keep nothing",
                )
            });
        }
        if area == WebStorage::Session {
            let message =
                format!("the current tab shows no page of {origin}, and session storage belongs to a tab");
            return Err(
                Error::new(ErrorKind::NotFound, message).with_hint("open a page of that origin first")
            );
        }
        let origin = origin.to_owned();
        self.in_a_hidden_tab(|tab| async move {
            go_to(&tab, &origin).await?;
            evaluate(&tab, expression).await
        })
        .await
    }
}
