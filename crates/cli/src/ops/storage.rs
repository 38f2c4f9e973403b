//! `storage`: local and session storage of an origin, without values unless these are asked for.

use clap::ValueEnum;
use domtool::{StorageChange, StorageItem, WebStorage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Traits};
use crate::{
    failure::{Failure, Result},
    launch::Hidden,
    output::{ItemInfo, ItemList},
};

/// List what an origin has in local or session storage, set an item, or clear it.
///
/// A value may be a login: it is shown with --values alone. Session storage belongs to a tab: it is that of the page which the current tab
/// shows.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Storage {
    /// What to do.
    #[arg(value_enum)]
    pub(crate) what: StorageWhat,
    /// Which of the two.
    #[arg(value_enum)]
    pub(crate) area: Area,
    /// The item's key; for get and clear all, where none is given.
    #[arg(required_if_eq("what", "set"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<String>,
    /// The value to set.
    #[arg(required_if_eq("what", "set"), allow_hyphen_values = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<Hidden>,
    /// The origin (SCHEME://HOST): that of the page, where none is given.
    #[arg(long, value_name = "ORIGIN")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) origin: Option<String>,
    /// Show the values, which may let their reader in.
    #[arg(long)]
    #[serde(default)]
    pub(crate) values: bool,
}

/// What to do with a storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StorageWhat {
    /// List its items.
    Get,
    /// Set one.
    Set,
    /// Delete the one of the key that is given, else all.
    Clear,
}

/// A storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Area {
    /// Local storage, of all tabs.
    Local,
    /// Session storage, of the current tab.
    Session,
}

impl Operation for Storage {
    const NAME: &'static str = "storage";
    const TRAITS: Traits = Traits::WRITE;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool storage get local", "the keys that the page's origin has, without values"),
        ("domtool storage get session token --values", "one item with its value"),
        ("domtool storage set local theme dark", "set one; the page sees it at once"),
        ("domtool storage clear local --origin https://example.com", "all of another origin"),
    ];

    fn only_looks(&self) -> bool {
        self.what == StorageWhat::Get
    }
}

impl RunOperation for Storage {
    type Answer = ItemList;

    async fn run(self, context: &Context) -> Result<ItemList> {
        let session = context.session()?;
        let area = match self.area {
            Area::Local => WebStorage::Local,
            Area::Session => WebStorage::Session,
        };
        let change = match (self.what, &self.key, &self.value) {
            (StorageWhat::Get, ..) => {
                let (origin, items) = session.storage_items(area, self.origin.as_deref()).await?;
                let meant =
                    items.into_iter().filter(|item| self.key.as_ref().is_none_or(|key| *key == item.name));
                let items = meant.map(|item| self.told(item)).collect();
                return Ok(ItemList { origin, items: Some(items), changed: false });
            }
            (StorageWhat::Set, Some(key), Some(value)) => {
                StorageChange::Set(StorageItem::new(key, value.reveal()))
            }
            (StorageWhat::Set, ..) => return Err(Failure::invalid("an item has a key and a value")),
            (StorageWhat::Clear, Some(key), _) => StorageChange::Remove(key.clone()),
            (StorageWhat::Clear, None, _) => StorageChange::Clear,
        };
        let origin = session.change_storage(area, self.origin.as_deref(), &change).await?;
        Ok(ItemList { origin, items: None, changed: true })
    }
}

impl Storage {
    fn told(&self, item: StorageItem) -> ItemInfo {
        let characters = item.value.chars().count();
        ItemInfo { name: item.name, value: self.values.then_some(item.value), characters }
    }
}
