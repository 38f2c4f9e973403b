//! What a storage state could not take along, or a session could not be given: nothing is lost without a word.

use std::fmt;

use serde::Serialize;

/// Something that was not saved, or not set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StorageGap {
    /// Whose it is, such as `https://example.com`; the domain of cookies; empty for what belongs to no origin.
    pub origin: String,
    /// Where it is kept.
    pub area: StorageArea,
    /// The database and its object store, or the key; empty for all of the area.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// How many records or items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// Why.
    pub reason: StorageGapReason,
    /// The kind of value that JSON has no form for, such as `Blob` or `CryptoKey`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// A place where sites keep something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum StorageArea {
    /// Cookies.
    Cookies,
    /// `localStorage`
    Local,
    /// `sessionStorage`
    Session,
    /// IndexedDB.
    IndexedDb,
    /// Files of the origin (the origin private file system).
    Files,
    /// Passkeys that Playwright keeps.
    Credentials,
}

/// Why something was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum StorageGapReason {
    /// The JSON has no form for a value of its kind.
    NoForm,
    /// It is too large for a file.
    TooLarge,
    /// Another tab has other session storage of the same origin, which was taken.
    OtherTab,
    /// The page did not answer, or let nobody read it.
    Unreadable,
    /// Session storage can only be set in a tab that shows a page of its origin, or nothing yet.
    NotShown,
    /// domtool does not set what another program kept there.
    Unsupported,
    /// It had ended by itself when it was to be set.
    Expired,
    /// The browser did not keep it.
    NotKept,
}

impl fmt::Display for StorageGapReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoForm => f.write_str("no JSON form"),
            Self::TooLarge => f.write_str("too large"),
            Self::OtherTab => f.write_str("another tab has its own, which was saved"),
            Self::Unreadable => f.write_str("the page could not be read"),
            Self::NotShown => {
                f.write_str("the current tab shows another page; load before the first page is opened")
            }
            Self::Unsupported => f.write_str("not supported"),
            Self::Expired => f.write_str("expired"),
            Self::NotKept => f.write_str("the browser did not keep it"),
        }
    }
}

impl StorageArea {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cookies => "cookies",
            Self::Local => "local storage",
            Self::Session => "session storage",
            Self::IndexedDb => "IndexedDB",
            Self::Files => "files",
            Self::Credentials => "credentials",
        }
    }
}
