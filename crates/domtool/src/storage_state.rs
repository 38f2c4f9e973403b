//! What sites keep in a session, as data: cookies and local storage, in the JSON that Playwright calls storage state.
//!
//! All of it may let its holder in, so `Debug` shows names and counts, and never a value.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// Cookies and local storage. Files of it are exchanged with Playwright (`storageState`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StorageState {
    /// The cookies.
    #[serde(default)]
    pub cookies: Vec<Cookie>,
    /// The origins that keep something.
    #[serde(default)]
    pub origins: Vec<OriginStorage>,
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

fn with_the_browser() -> f64 {
    -1.0
}

impl StorageState {
    /// Reads the JSON of a file. What else Playwright writes there (IndexedDB) is left out.
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
        serde_json::from_str(text).map_err(|error| {
            // The parser's own words may quote what stands there.
            let (line, column) = (error.line(), error.column());
            Error::invalid_input(format!("this is no storage state: line {line}, column {column}")).with_hint(
                "give a file that was saved here or by Playwright: {\"cookies\": [...], \"origins\": [...]}",
            )
        })
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

    /// As Playwright 1.56 writes it, with an `indexedDB` that we leave out.
    const PLAYWRIGHT: &str = r#"{"cookies":[{"name":"sid","value":"zq1","domain":"example.com","path":"/","expires":-1,"httpOnly":true,
        "secure":false,"sameSite":"Lax"}],"origins":[{"origin":"https://example.com","localStorage":[{"name":"t","value":"zq2"}],
        "indexedDB":[]}]}"#;

    #[test]
    fn a_file_of_playwright_is_read_and_written_in_the_same_shape() {
        let state = StorageState::from_json(PLAYWRIGHT).unwrap();
        let shown = format!("{state:?}");
        assert!(shown.contains("sid") && !shown.contains("zq"), "{shown}");
        let written: serde_json::Value = serde_json::from_str(&state.to_json()).unwrap();
        let mut theirs: serde_json::Value = serde_json::from_str(PLAYWRIGHT).unwrap();
        theirs["origins"][0].as_object_mut().unwrap().remove("indexedDB");
        theirs["cookies"][0]["expires"] = (-1.0).into();
        assert_eq!(written, theirs);
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
