//! Cookies, from the browser's form to that of a storage state and back, and those of a state into a session.

use std::{
    collections::BTreeMap,
    time::{SystemTime, UNIX_EPOCH},
};

use domtool_cdp::protocol::network;

use super::SessionInner;
use crate::{
    error::{Error, ErrorKind, Result},
    storage_state::{Cookie, SameSite, StorageArea, StorageGap, StorageGapReason},
};

impl SessionInner {
    /// Sets the cookies of a state. One that has ended would only delete the one that has its place, so it is left; and the browser
    /// takes some that it then does not keep.
    pub(super) async fn load_cookies(&self, cookies: Vec<Cookie>) -> Result<Vec<StorageGap>> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
        let (ended, live): (Vec<_>, Vec<_>) =
            cookies.into_iter().partition(|cookie| (0.0..=now).contains(&cookie.expires));
        let mut left_out = Vec::new();
        if !ended.is_empty() {
            left_out.push(gap("", &ended.iter().collect::<Vec<_>>(), StorageGapReason::Expired));
        }
        if live.is_empty() {
            return Ok(left_out);
        }
        self.set_cookies(&live).await?;
        let there = self.cookies().await?;
        let mut missing = BTreeMap::<&str, Vec<&Cookie>>::new();
        for cookie in live.iter().filter(|cookie| !there.iter().any(|there| is_kept(cookie, there))) {
            missing.entry(&cookie.domain).or_default().push(cookie);
        }
        let missing = missing.iter();
        left_out.extend(missing.map(|(domain, cookies)| gap(domain, cookies, StorageGapReason::NotKept)));
        Ok(left_out)
    }
}

fn gap(domain: &str, cookies: &[&Cookie], reason: StorageGapReason) -> StorageGap {
    let (origin, name) = match cookies {
        [cookie] => (cookie.domain.clone(), cookie.name.clone()),
        _ => (domain.to_owned(), String::new()),
    };
    StorageGap { origin, area: StorageArea::Cookies, name, count: Some(cookies.len()), reason, kind: None }
}

/// Whether the browser has a cookie as it was set. It writes domains in its own way.
fn is_kept(set: &Cookie, there: &Cookie) -> bool {
    let bare = |domain: &str| domain.trim_start_matches('.').to_ascii_lowercase();
    let path = if set.path.is_empty() { "/" } else { &set.path };
    set.name == there.name
        && set.value == there.value
        && bare(&set.domain) == bare(&there.domain)
        && path == there.path
        && set.partition_key == there.partition_key
}

/// Words a refusal of cookies; which one it was the browser does not say.
pub(super) fn refused(error: domtool_cdp::Error) -> Error {
    let error = Error::from(error);
    match error.kind() {
        ErrorKind::Internal => Error::invalid_input("the browser refused a cookie of the state")
            .with_hint("cookies need a domain and a path; SameSite=None needs secure"),
        _ => error,
    }
}

pub(super) fn from_browser(cookie: network::Cookie) -> Cookie {
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

pub(super) fn to_browser(cookie: &Cookie) -> network::CookieParam {
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
