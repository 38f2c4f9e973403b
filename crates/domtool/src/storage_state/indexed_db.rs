//! The databases of an origin as data, in the JSON that Playwright writes with `storageState({ indexedDB: true })`.
//!
//! Keys and values are kept as the JSON that they came in: only the script that reads and sets them in a document of the origin
//! (`session/storage/origin.js`) knows what they mean.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A database of an origin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct IndexedDbDatabase {
    /// Its name.
    pub name: String,
    /// Its version, at least 1.
    pub version: u64,
    /// Its object stores.
    #[serde(default)]
    pub stores: Vec<IndexedDbStore>,
}

/// An object store of a database.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct IndexedDbStore {
    /// Its name.
    pub name: String,
    /// Whether it makes keys by itself.
    #[serde(default)]
    pub auto_increment: bool,
    /// Where in a value its key is, if it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_path: Option<String>,
    /// The same, for keys of several parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_path_array: Option<Vec<String>>,
    /// What it holds.
    #[serde(default)]
    pub records: Vec<IndexedDbRecord>,
    /// Its indexes.
    #[serde(default)]
    pub indexes: Vec<IndexedDbIndex>,
}

/// An index of an object store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct IndexedDbIndex {
    /// Its name.
    pub name: String,
    /// What of a value it orders by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_path: Option<String>,
    /// The same, for several parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_path_array: Option<Vec<String>>,
    /// Whether each item of an array is a key of its own.
    #[serde(default)]
    pub multi_entry: bool,
    /// Whether no two values may have one key.
    #[serde(default)]
    pub unique: bool,
}

/// A key and a value, which may be a login: as JSON that has `key` or `keyEncoded`, and `value` or `valueEncoded`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IndexedDbRecord(Box<RawValue>);

impl PartialEq for IndexedDbRecord {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

impl Eq for IndexedDbRecord {}

impl fmt::Debug for IndexedDbRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IndexedDbRecord(hidden)")
    }
}
