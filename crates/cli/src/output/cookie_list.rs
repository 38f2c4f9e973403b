//! Cookies and items of a storage, without values unless they were asked for: what `domtool cookies` and `domtool storage` print.

use std::fmt::Write as _;

use domtool::text::quoted;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Shape, done};
use crate::paint::Paint;

/// Cookies of the session.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct CookieList {
    /// Those that are there, or the one that was set.
    pub(crate) cookies: Vec<CookieInfo>,
    /// It was set.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) set: bool,
    /// How many were cleared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cleared: Option<usize>,
}

/// A cookie.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CookieInfo {
    /// Its name.
    pub(crate) name: String,
    /// Its value, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<String>,
    /// Whose it is; with a dot in front also the hosts below get it.
    pub(crate) domain: String,
    /// Below which path.
    pub(crate) path: String,
    /// When it ends, in seconds since 1970; with the browser, where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<f64>,
    /// Scripts do not see it.
    pub(crate) http_only: bool,
    /// It goes over TLS alone.
    pub(crate) secure: bool,
    /// Whether it goes along with requests of other sites: Strict, Lax or None.
    pub(crate) same_site: String,
    /// The top-level site that it is bound to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) partition_key: Option<String>,
}

/// Items of a storage.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ItemList {
    /// Whose they are.
    pub(crate) origin: String,
    /// What is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) items: Option<Vec<ItemInfo>>,
    /// It was changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) changed: bool,
}

/// An item of a storage.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ItemInfo {
    /// Its key.
    pub(crate) name: String,
    /// Its value, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<String>,
    /// How long the value is.
    pub(crate) characters: usize,
}

impl std::fmt::Debug for CookieInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CookieInfo").field("name", &self.name).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for ItemInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ItemInfo").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Shape for CookieList {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, paint: Paint) -> String {
        if let Some(cleared) = self.cleared {
            let cookies = if cleared == 1 { "cookie" } else { "cookies" };
            return format!("{} {cleared} {cookies} cleared\n", paint.good("ok"));
        }
        if self.cookies.is_empty() {
            return "no such cookies\n".to_owned();
        }
        let mut text = String::new();
        for cookie in &self.cookies {
            if self.set {
                let _ = write!(text, "{} set ", paint.good("ok"));
            }
            let _ = writeln!(text, "{}", cookie_line(cookie));
        }
        text
    }
}

fn cookie_line(cookie: &CookieInfo) -> String {
    let mut line = quoted(&cookie.name);
    if let Some(value) = &cookie.value {
        let _ = write!(line, " = {}", quoted(value));
    }
    let _ = write!(line, " of {}{}", one(&cookie.domain), one(&cookie.path));
    match cookie.expires {
        Some(seconds) => drop(write!(line, "; ends {seconds:.0}")),
        None => line.push_str("; ends with the browser"),
    }
    for (is, word) in [(cookie.http_only, "http-only"), (cookie.secure, "secure")] {
        if is {
            let _ = write!(line, "; {word}");
        }
    }
    let _ = write!(line, "; same-site {}", cookie.same_site);
    if let Some(site) = &cookie.partition_key {
        let _ = write!(line, "; within {}", one(site));
    }
    line
}

fn one(text: &str) -> String {
    domtool::text::one_line(text).into()
}

impl Shape for ItemList {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, paint: Paint) -> String {
        let origin = &self.origin;
        let Some(items) = &self.items else {
            return format!("{} storage of {origin} changed\n", paint.good("ok"));
        };
        if items.is_empty() {
            return format!("no such items of {origin}\n");
        }
        let mut text = format!("{origin}\n");
        for ItemInfo { name, value, characters } in items {
            let _ = match value {
                Some(value) => writeln!(text, "  {} = {}", quoted(name), quoted(value)),
                None => writeln!(text, "  {} ({characters} characters)", quoted(name)),
            };
        }
        text
    }
}
