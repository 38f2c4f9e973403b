//! What sites keep in a session, as data: cookies, local and session storage and IndexedDB, in the JSON that Playwright calls storage
//! state. Session storage is ours: Playwright passes over it.
//!
//! All of it may let its holder in, so `Debug` shows names and counts, and never a value.

mod indexed_db;
mod storage_gap;

use std::fmt;

use serde::{
    Deserialize, Serialize,
    de::{Deserializer, IgnoredAny},
};

pub use indexed_db::{IndexedDbDatabase, IndexedDbIndex, IndexedDbRecord, IndexedDbStore};
pub use storage_gap::{StorageArea, StorageGap, StorageGapReason};

use crate::error::{Error, Result};

/// Cookies, local and session storage, and IndexedDB. Files of it are exchanged with Playwright (`storageState`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StorageState {
    /// The cookies.
    #[serde(default)]
    pub cookies: Vec<Cookie>,
    /// The origins that keep something.
    #[serde(default)]
    pub origins: Vec<OriginStorage>,
    /// What the session or the file has besides, and this has not. It is in no file.
    #[serde(skip)]
    pub left_out: Vec<StorageGap>,
    /// Passkeys in a file of Playwright's.
    #[serde(default, skip_serializing, deserialize_with = "count")]
    pub(crate) credentials: usize,
}

/// A cookie.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Cookie {
    /// Its name.
    pub name: String,
    /// Its value, which may be a login.
    pub value: String,
    /// Whom it is sent to; with a dot in front also the hosts below.
    pub domain: String,
    /// Below which path.
    pub path: String,
    /// When it ends, in seconds since 1970; -1: with the browser.
    #[serde(default = "with_the_browser")]
    pub expires: f64,
    /// Scripts do not see it.
    #[serde(default)]
    pub http_only: bool,
    /// It goes over TLS alone.
    #[serde(default)]
    pub secure: bool,
    /// Whether it goes along with requests of other sites.
    #[serde(default)]
    pub same_site: SameSite,
    /// The top-level site that it is bound to, where it is partitioned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition_key: Option<String>,
    /// Whether a frame of another site was between that site and the one that set it. The name is Playwright's.
    #[serde(rename = "_crHasCrossSiteAncestor", default, skip_serializing_if = "Option::is_none")]
    pub has_cross_site_ancestor: Option<bool>,
}

impl Cookie {
    /// A cookie of a domain and all its paths, which ends with the browser.
    ///
    /// ```
    /// let mut cookie = domtool::Cookie::new("theme", "dark", "example.com");
    /// cookie.secure = true;
    /// assert!(!format!("{cookie:?}").contains("dark"));
    /// ```
    #[must_use]
    pub fn new(name: &str, value: &str, domain: &str) -> Self {
        Self {
            name: name.to_owned(),
            value: value.to_owned(),
            domain: domain.to_owned(),
            path: "/".to_owned(),
            expires: with_the_browser(),
            http_only: false,
            secure: false,
            same_site: SameSite::default(),
            partition_key: None,
            has_cross_site_ancestor: None,
        }
    }
}

/// Whether a cookie goes along with requests of other sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SameSite {
    /// Never.
    Strict,
    /// When its site is opened from another. Also what Chromium takes for a cookie that says nothing.
    #[default]
    Lax,
    /// Always.
    None,
}

/// What an origin keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct OriginStorage {
    /// The origin, such as `https://example.com`.
    pub origin: String,
    /// Its local storage.
    #[serde(default)]
    pub local_storage: Vec<StorageItem>,
    /// Its session storage, in the tab that shows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub session_storage: Vec<StorageItem>,
    /// Its databases.
    #[serde(rename = "indexedDB", default, skip_serializing_if = "Vec::is_empty")]
    pub indexed_db: Vec<IndexedDbDatabase>,
    /// Files of the origin in a file of Playwright's.
    #[serde(default, skip_serializing, deserialize_with = "count")]
    pub(crate) opfs: usize,
}

/// One entry of a storage.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StorageItem {
    /// Its key.
    pub name: String,
    /// Its value, which may be a login.
    pub value: String,
}

impl StorageItem {
    /// An entry.
    #[must_use]
    pub fn new(name: &str, value: &str) -> Self {
        Self { name: name.to_owned(), value: value.to_owned() }
    }
}

/// A storage of names and values that scripts of an origin have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WebStorage {
    /// `localStorage`, of all tabs.
    Local,
    /// `sessionStorage`, of one tab.
    Session,
}

/// A change of a storage.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StorageChange {
    /// An item, in the place of the one of its name.
    Set(StorageItem),
    /// The item of this name goes.
    Remove(String),
    /// All items go.
    Clear,
}

fn with_the_browser() -> f64 {
    -1.0
}

/// Counts a list without taking it in.
fn count<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<usize, D::Error> {
    Vec::<IgnoredAny>::deserialize(deserializer).map(|list| list.len())
}

impl StorageState {
    /// Reads the JSON of a file. What else Playwright may have written there (files of origins, passkeys) is in
    /// [`StorageState::left_out`].
    ///
    /// ```
    /// let text = r#"{"cookies":[],"origins":[{"origin":"https://example.com","localStorage":[{"name":"a","value":"b"}]}]}"#;
    /// let state = domtool::StorageState::from_json(text)?;
    /// assert_eq!(state.origins[0].local_storage[0].name, "a");
    /// assert!(!format!("{state:?}").contains("\"b\""));
    /// # Ok::<(), domtool::Error>(())
    /// ```
    ///
    /// # Errors
    /// `INVALID_INPUT` with the line and column where it is something else; never with a value.
    pub fn from_json(text: &str) -> Result<Self> {
        let mut state: Self = serde_json::from_str(text).map_err(|error| {
            // The parser's own words may quote what stands there.
            let (line, column) = (error.line(), error.column());
            Error::invalid_input(format!("this is no storage state: line {line}, column {column}")).with_hint(
                "give a file that was saved here or by Playwright: {\"cookies\": [...], \"origins\": [...]}",
            )
        })?;
        let unsupported = |origin: &str, area, count: usize| StorageGap {
            origin: origin.to_owned(),
            area,
            name: String::new(),
            count: Some(count),
            reason: StorageGapReason::Unsupported,
            kind: None,
        };
        let files = state.origins.iter().filter(|kept| kept.opfs > 0);
        state.left_out = files.map(|kept| unsupported(&kept.origin, StorageArea::Files, kept.opfs)).collect();
        if state.credentials > 0 {
            state.left_out.push(unsupported("", StorageArea::Credentials, state.credentials));
        }
        Ok(state)
    }

    /// Writes the JSON of a file. It holds secrets.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings, numbers and booleans always have a JSON form.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

impl fmt::Debug for Cookie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Cookie");
        shown.field("name", &self.name).field("domain", &self.domain).field("path", &self.path);
        shown.finish_non_exhaustive()
    }
}

impl fmt::Debug for StorageItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StorageItem").field("name", &self.name).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Playwright 1.56 writes it.
    const PLAYWRIGHT: &str = r#"{"cookies":[{"name":"sid","value":"zq1","domain":"example.com","path":"/","expires":-1,"httpOnly":true,
        "secure":false,"sameSite":"Lax"}],"origins":[{"origin":"https://example.com","localStorage":[{"name":"t","value":"zq2"}],
        "indexedDB":[{"name":"d","version":3,"stores":[{"name":"s","autoIncrement":false,"keyPathArray":["a","b"],
        "records":[{"key":1,"value":{"a":"zq3"}},{"keyEncoded":{"d":"2020-01-01T00:00:00.000Z"},"valueEncoded":{"bi":"zq4"}}],
        "indexes":[{"name":"i","keyPath":"a","multiEntry":false,"unique":true}]}]}]}]}"#;

    #[test]
    fn a_file_of_playwright_is_read_and_written_in_the_same_shape() {
        let state = StorageState::from_json(PLAYWRIGHT).unwrap();
        let shown = format!("{state:?}");
        assert!(shown.contains("sid") && !shown.contains("zq"), "{shown}");
        let written: serde_json::Value = serde_json::from_str(&state.to_json()).unwrap();
        let mut theirs: serde_json::Value = serde_json::from_str(PLAYWRIGHT).unwrap();
        theirs["cookies"][0]["expires"] = (-1.0).into();
        assert_eq!(written, theirs);
    }

    #[test]
    fn what_only_playwright_has_is_told() {
        let text = r#"{"credentials":[{"id":"zq"}],"origins":[{"origin":"https://a.example","localStorage":[],
            "opfs":[{"path":"zq","type":"file","base64":""},{"path":"b","type":"directory"}]}]}"#;
        let state = StorageState::from_json(text).unwrap();
        let told: Vec<_> =
            state.left_out.iter().map(|left| (left.origin.as_str(), left.area.name(), left.count)).collect();
        assert_eq!(told, [("https://a.example", "files", Some(2)), ("", "credentials", Some(1))]);
    }

    #[test]
    fn what_is_no_state_is_refused_without_a_value() {
        for text in ["", "zqsecret", r#"{"cookies": "zqsecret"}"#, r#"{"cookies": [{"name": "zqsecret"}]}"#] {
            let error = StorageState::from_json(text).unwrap_err().to_string();
            assert!(error.contains("line 1") || text.is_empty(), "{error}");
            assert!(!error.contains("zqsecret"), "{error}");
        }
    }
}
